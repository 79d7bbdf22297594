package dev.parley.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Faults;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.Spaces;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is no step of a node is found, told and replayed like one. */
class OtherActionsTest {
  record Word(String text) {}

  static final class Speaker extends Node {
    boolean spoke;

    @Step(once = true)
    void speak() {
      spoke = true;
      send(new NodeId("Listener", 1), new Word("yes"));
      send(new NodeId("Listener", 1), new Word("no"));
      send(new NodeId("Listener", 1), new Word("over"));
    }
  }

  static final class Listener extends Node {
    List<String> heard = new ArrayList<>();
    boolean over;

    @Receive(when = "listening")
    void word(Word word) {
      heard.add(word.text());
      over = word.text().equals("over");
    }

    boolean listening(Word word) {
      return !word.text().equals("over") || heard.contains("yes");
    }
  }

  private static Model model(Property... properties) {
    return Models.loaded(
        new Topology().add("Speaker", new Speaker()).add("Listener", new Listener()), properties);
  }

  private static Listener listener(World world) {
    return world.nodes(Listener.class).get(0);
  }

  /** Searches, and takes the path to what was found once more, as a check does. */
  private static Trace trace(Model model, Ports ports) {
    Spaces spaces = Spaces.of(model, SearchOptions.DEFAULT, ports);
    Search search = spaces.searched(SearchOptions.DEFAULT, true);
    Found found = search.found().orElseThrow();
    Rerun rerun = new Rerun(model, spaces.participants(), false, Set.of(), ports, 0);
    List<Trace.NodeView> initial = rerun.walk().nodes();
    List<TraceStep> steps = new ArrayList<>();
    for (int i = 1; i < found.path().size(); i++) {
      Action action =
          spaces.space().actionBetween(found.path().get(i - 1), found.path().get(i)).orElseThrow();
      Action here = rerun.walk().translated(action, spaces.runner().messages());
      steps.add(rerun.walk().take(here).orElseThrow());
    }
    assertThat(rerun.violated()).isEqualTo(List.of(model.properties().get(0).name()));
    return new Trace(initial, steps);
  }

  private static void assertReplays(Model model, Trace trace, Ports ports) {
    List<String> taken = new ArrayList<>();
    ReplayOutcome outcome = TraceReplay.run(model, trace, step -> taken.add(step.handler()), ports);
    assertThat(outcome.reproduced()).as(outcome.message()).isTrue();
    assertThat(taken).isEqualTo(trace.steps().stream().map(TraceStep::handler).toList());
    // The same steps where nothing else can happen are refused, not taken for something else.
    assertThat(TraceReplay.run(model, trace, step -> {}, Ports.USUAL).message())
        .contains("is not possible any more");
  }

  @Test
  void aDeliveryIsToldAndReplayed() {
    Model unordered = model(Models.invariant("notNo", w -> !listener(w).heard.contains("no")));
    Model model = unordered.with(unordered.setting().with(Network.M_MP));
    Ports ports = Ports.of(model);
    Trace trace = trace(model, ports);
    assertThat(trace.steps())
        .extracting(TraceStep::handler)
        .containsExactly("Speaker.speak", "deliver", "Listener.word");
    TraceStep delivered = trace.steps().get(1);
    assertThat(delivered.action()).isEqualTo(ActionKind.DELIVER);
    assertThat(delivered.node()).isEqualTo("Listener1");
    assertThat(delivered.consumed()).hasSize(1);
    assertThat(delivered.consumed().get(0).text()).contains("no");
    assertThat(delivered.sent()).isEmpty();
    // It is the same message that was sent, that was delivered, and that is consumed.
    assertThat(trace.steps().get(0).sent()).contains(delivered.consumed().get(0));
    assertThat(trace.steps().get(2).consumed()).isEqualTo(delivered.consumed());
    assertReplays(model, trace, ports);
  }

  @Test
  void aLossIsToldWithWhatIsLeftOfItsBudgetAndReplayed() {
    Ports ports = Faults.losses(2);
    Property noneLeft =
        Models.invariant("noneLeft", w -> !w.pending().isEmpty() || listener(w).heard.size() != 1);
    Model model = model(noneLeft);
    Trace trace = trace(model, ports);
    List<TraceStep> losses =
        trace.steps().stream().filter(step -> step.action() == ActionKind.LOSE).toList();
    assertThat(losses).hasSize(2);
    assertThat(losses.get(0).node()).isEqualTo("Listener1");
    assertThat(losses.get(0).changes())
        .containsExactly(new FieldChange("environment.losses", "2", "1"));
    assertThat(losses.get(1).changes())
        .containsExactly(new FieldChange("environment.losses", "1", "0"));
    assertThat(trace.steps()).hasSize(4);
    assertReplays(model, trace, ports);
  }

  @Test
  void aPartitionIsTheEnvironmentsOwnStep() {
    Ports ports = Faults.partitions();
    Model model = model();
    Spaces spaces = Spaces.of(model, SearchOptions.DEFAULT, ports);
    Rerun rerun = new Rerun(model, spaces.participants(), false, Set.of(), ports, 0);
    Action partition = rerun.walk().ownActions().get(0);
    TraceStep step = rerun.walk().take(partition).orElseThrow();
    assertThat(step.node()).isEqualTo("environment");
    assertThat(step.action()).isEqualTo(ActionKind.PARTITION);
    assertThat(step.choices()).containsExactly("the first | the others");
    assertThat(step.choiceIndexes()).containsExactly(0);
    assertThat(step.changes()).containsExactly(new FieldChange("cutOff", "0", "1"));
    assertThat(step.after().fields()).extracting(Trace.FieldView::name).contains("cutOff");
    // What is said across is sent, and gone.
    Action.Step speak =
        new Action.Step(0, spaces.participants().type(0).handlers().get(0), new int[0], new int[0]);
    assertThat(rerun.walk().take(speak).orElseThrow().sent()).hasSize(3);
    assertThat(rerun.walk().consumable(1)).isEmpty();
  }

  @Test
  void aCrashedNodeTakesNoStepInAReplay() {
    Ports ports = Faults.crash();
    Model model = model(Models.invariant("silent", w -> listener(w).heard.isEmpty()));
    Spaces spaces = Spaces.of(model, SearchOptions.DEFAULT, ports);
    Rerun rerun = new Rerun(model, spaces.participants(), false, Set.of(), ports, 0);
    TraceStep crash = rerun.walk().take(rerun.walk().ownActions().get(0)).orElseThrow();
    assertThat(crash.handler()).isEqualTo("crash");
    assertThat(crash.node()).isEqualTo("Speaker1");
    Action.Step speak =
        new Action.Step(0, spaces.participants().type(0).handlers().get(0), new int[0], new int[0]);
    assertThat(rerun.walk().take(speak)).isEmpty();
  }

  @Test
  void aReplayCrashesTheNodeThatCrashed() {
    Ports ports = Faults.crash();
    Model model = model();
    Rerun rerun = new Rerun(model, new Participants(model), false, Set.of(), ports, 0);
    TraceStep second = rerun.walk().take(rerun.walk().ownActions().get(1)).orElseThrow();
    List<String> crashed = new ArrayList<>();
    Trace trace = new Trace(List.of(), List.of(second));
    TraceReplay.run(model, trace, step -> crashed.add(step.node()), ports);
    assertThat(crashed).containsExactly("Listener1");
  }

  @Test
  void aPropertyIsJudgedAfterWhatNoNodeDid() {
    // A loss changes no node that the property looks at but the inbox, and must be judged.
    Model model =
        model(Models.invariant("allThere", w -> w.pending().size() % 3 == 0 || heardAny(w)));
    Search search =
        Spaces.of(model, SearchOptions.DEFAULT, Faults.losses(1))
            .searched(SearchOptions.DEFAULT, true);
    assertThat(search.found()).isPresent();
    assertThat(search.found().get().depth()).isEqualTo(2);
  }

  @Test
  void aPropertyOfLocalStatesIsJudgedAfterARestart() {
    // Only a restart leads to such a state, and the property looks at no message.
    Property remembers =
        Models.invariant(
            "remembers", w -> listener(w).heard.isEmpty() || w.nodes(Speaker.class).get(0).spoke);
    Model model = model(remembers);
    Trace trace = trace(model, Faults.restarts());
    assertThat(trace.steps())
        .extracting(TraceStep::handler)
        .containsExactly("Speaker.speak", "Listener.word", "restart");
    TraceStep restart = trace.steps().get(2);
    assertThat(restart.node()).isEqualTo("Speaker1");
    assertThat(restart.changes()).containsExactly(new FieldChange("spoke", "true", "false"));
    assertReplays(model, trace, Faults.restarts());
  }

  private static boolean heardAny(World world) {
    return !listener(world).heard.isEmpty();
  }
}
