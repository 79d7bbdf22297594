package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Fairness;
import dev.parley.api.Faults;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.FaultSet;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What must happen in the end, one condition of the argument at a time. */
class LivenessTest {
  static final List<SearchMode> MODES =
      SearchMode.ALL.stream().filter(mode -> !mode.name().equals("stateless")).toList();

  static InstanceResult check(Topology topology, Property... properties) {
    return check(SearchOptions.DEFAULT, topology, properties);
  }

  static InstanceResult check(SearchOptions options, Topology topology, Property... properties) {
    Model model = Models.loaded(topology, properties);
    InstanceResult result = Checker.check(model, options, ProgressListener.NONE);
    result.violation().ifPresent(violation -> requireReplay(model, violation));
    return result;
  }

  /** Whatever is shown can be replayed, and breaks the property again. */
  private static void requireReplay(Model model, Violation violation) {
    ReplayOutcome replayed = Replay.run(model, violation.trace().orElseThrow(), step -> {});
    assertThat(replayed.message()).contains(violation.property());
    assertThat(replayed.reproduced()).as(replayed.message()).isTrue();
  }

  private static Property property(Property.Kind kind, Predicate<World> predicate) {
    return Property.of("wanted", kind, predicate);
  }

  private static Property eventually(Predicate<World> predicate) {
    return property(Property.Kind.EVENTUALLY, predicate);
  }

  private static Property leadsTo(Predicate<World> trigger, Predicate<World> predicate) {
    return new Property(
        "wanted",
        "",
        Property.Kind.LEADS_TO,
        predicate,
        Optional.empty(),
        Optional.of(Property.of("asked", Property.Kind.LEADS_TO, trigger)));
  }

  static List<String> handlers(InstanceResult result) {
    return result.violation().orElseThrow().trace().orElseThrow().steps().stream()
        .map(Trace.TraceStep::handler)
        .toList();
  }

  static Optional<Integer> loop(InstanceResult result) {
    return result.violation().orElseThrow().trace().orElseThrow().loop();
  }

  /** May do nothing for ever, if nobody makes it stop. */
  static final class Idler extends Node {
    int rounds;
    boolean stopped;

    @Step(when = "goesOn")
    void turn() {
      rounds = 1 - rounds;
    }

    @Step(when = "goesOn")
    void stop() {
      stopped = true;
    }

    boolean goesOn() {
      return !stopped;
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void whatIsToFollowWhatNeverHappensIsNotJudged(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Idler()),
            leadsTo(w -> w.nodes(Idler.class).get(0).rounds > 1, w -> false));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.properties())
        .extracting(PropertyResult::outcome)
        .containsExactly(PropertyResult.Status.NOT_JUDGED);
  }

  static final class Wheel extends Node {
    int at;

    @Step
    void turn() {
      at = (at + 1) % 3;
    }
  }

  /** The way back from where all have turned is longer than is looked for at first. */
  @Test
  void aLoopOfManyStatesInWhichAllNodesTurnIsClosed() {
    InstanceResult result =
        check(new Topology().add("Wheel", 9, i -> new Wheel()), eventually(w -> false));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    List<Trace.TraceStep> loop =
        trace.steps().subList(trace.loop().orElseThrow() - 1, trace.steps().size());
    assertThat(loop.stream().map(Trace.TraceStep::node).distinct()).hasSize(9);
    assertThat(loop).hasSize(27);
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aHandlerThatAlwaysCouldRunRuns(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Idler()),
            eventually(w -> w.nodes(Idler.class).get(0).stopped));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.properties().get(0).outcome()).isEqualTo(PropertyResult.Status.HOLDS);
    assertThat(result.properties().get(0).evaluations()).isPositive();
    assertThat(result.basis().liveness().orElseThrow().fairness())
        .contains("A handler that from some time on always could run, runs again.");
  }

  static final class FreeIdler extends Node {
    int rounds;
    boolean stopped;

    @Step(when = "goesOn")
    void turn() {
      rounds = 1 - rounds;
    }

    @Step(when = "goesOn", fairness = Fairness.NONE)
    void stop() {
      stopped = true;
    }

    boolean goesOn() {
      return !stopped;
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aHandlerWithoutFairnessNeedNeverRun(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new FreeIdler()),
            eventually(w -> w.nodes(FreeIdler.class).get(0).stopped));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).containsExactly("FreeIdler.turn", "FreeIdler.turn");
    assertThat(loop(result)).contains(1);
    assertThat(result.violation().orElseThrow().message())
        .isEqualTo(
            "wanted never becomes true: from the beginning, 2 steps can be repeated for ever");
    assertThat(result.basis().liveness().orElseThrow().fairness())
        .contains("These need never run: FreeIdler.stop.");
  }

  /** May start something, but need not. */
  static final class Chooser extends Node {
    int stage;

    @Step(when = "atFirst", fairness = Fairness.NONE)
    void begin() {
      stage = 1;
    }

    @Step(when = "begun")
    void end() {
      stage = 2;
    }

    boolean atFirst() {
      return stage == 0;
    }

    boolean begun() {
      return stage == 1;
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aRunMayStayWhereNothingIsOwed(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Chooser()),
            eventually(w -> w.nodes(Chooser.class).get(0).stage == 2));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).isEmpty();
    assertThat(result.violation().orElseThrow().message())
        .isEqualTo("wanted never becomes true: from the beginning nothing more needs to happen");
    assertThat(
            check(
                    mode.options(),
                    new Topology().add(new Chooser()),
                    leadsTo(
                        w -> w.nodes(Chooser.class).get(0).stage == 1,
                        w -> w.nodes(Chooser.class).get(0).stage == 2))
                .verdict())
        .isEqualTo(Verdict.VERIFIED);
  }

  /** Can be stopped in every second round only. */
  static final class Blinker extends Node {
    boolean lit;
    boolean stopped;

    @Step(when = "goesOn")
    void blink() {
      lit = !lit;
    }

    @Step(when = "stoppable")
    void stop() {
      stopped = true;
    }

    boolean goesOn() {
      return !stopped;
    }

    boolean stoppable() {
      return lit && !stopped;
    }
  }

  static final class StronglyFairBlinker extends Node {
    boolean lit;
    boolean stopped;

    @Step(when = "goesOn")
    void blink() {
      lit = !lit;
    }

    @Step(when = "stoppable", fairness = Fairness.STRONG)
    void stop() {
      stopped = true;
    }

    boolean goesOn() {
      return !stopped;
    }

    boolean stoppable() {
      return lit && !stopped;
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void whatCannotAlwaysBeDoneIsOwedOnlyWithStrongFairness(SearchMode mode) {
    assertThat(
            check(
                    mode.options(),
                    new Topology().add(new Blinker()),
                    eventually(w -> w.nodes(Blinker.class).get(0).stopped))
                .verdict())
        .isEqualTo(Verdict.VIOLATED);
    assertThat(
            check(
                    mode.options(),
                    new Topology().add(new StronglyFairBlinker()),
                    eventually(w -> w.nodes(StronglyFairBlinker.class).get(0).stopped))
                .verdict())
        .isEqualTo(Verdict.VERIFIED);
  }

  /** Comes, again and again, to a part of its states in which it owes nothing. */
  static final class Sheltered extends Node {
    int place;

    @Step(when = "outside")
    void goOn() {
      place = (place + 1) % 2;
    }

    @Step(when = "first", fairness = Fairness.STRONG)
    void finish() {
      place = 9;
    }

    @Step(when = "outside")
    void hide() {
      place = 5;
    }

    @Step(when = "hidden")
    void turn() {
      place = place == 5 ? 6 : 5;
    }

    @Step(when = "hidden", fairness = Fairness.NONE)
    void comeOut() {
      place = 0;
    }

    boolean outside() {
      return place < 2;
    }

    boolean first() {
      return place == 0;
    }

    boolean hidden() {
      return place == 5 || place == 6;
    }
  }

  @Test
  void aRunMayAvoidForEverTheStatesInWhichItWouldOweSomething() {
    InstanceResult result =
        check(
            new Topology().add(new Sheltered()),
            eventually(w -> w.nodes(Sheltered.class).get(0).place == 9));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result))
        .containsExactly("Sheltered.hide", "Sheltered.turn", "Sheltered.turn");
    assertThat(loop(result)).contains(2);
  }

  record Work(int kind) {}

  /** Sends itself the same work again and again, and has other work waiting. */
  static final class Worker extends Node {
    boolean done;

    @Step(once = true)
    void begin() {
      send(self(), new Work(0));
      send(self(), new Work(1));
    }

    @Receive
    void work(Work m) {
      if (m.kind() == 0) {
        send(self(), m);
      } else {
        done = true;
      }
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aMessageThatAlwaysCouldBeConsumedIsConsumed(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Worker()),
            eventually(w -> w.nodes(Worker.class).get(0).done));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
  }

  record Request(NodeId client) {}

  record Answer() {}

  static final class Client extends Node {
    boolean asked;
    boolean answered;

    @Step(once = true)
    void ask() {
      asked = true;
      sendToAll(Server.class, new Request(self()));
    }

    @Receive
    void answer(Answer m) {
      answered = true;
    }
  }

  static final class Server extends Node {
    @Receive
    void request(Request m) {
      send(m.client(), new Answer());
    }
  }

  private static final Property ANSWERED =
      leadsTo(w -> w.nodes(Client.class).get(0).asked, w -> w.nodes(Client.class).get(0).answered);

  static Topology service() {
    return new Topology().add(new Client()).add(new Server());
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aRequestLeadsToAnAnswerUnlessOneOfThemIsLost(SearchMode mode) {
    assertThat(check(mode.options(), service(), ANSWERED).verdict()).isEqualTo(Verdict.VERIFIED);
    InstanceResult lossy = check(mode.options(), service().faults(Faults.none().lose(1)), ANSWERED);
    assertThat(lossy.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(lossy)).containsExactly("Client.ask", "lose");
    assertThat(loop(lossy)).isEmpty();
    assertThat(lossy.violation().orElseThrow().message())
        .isEqualTo("wanted is never true after asked was: after 2 steps nothing more happens");
    assertThat(lossy.basis().liveness().orElseThrow().fairness())
        .contains("No fault needs to happen.");
  }

  private static List<String> sets(List<FaultSet> sets) {
    return sets.stream()
        .map(set -> set.faults().stream().map(f -> f.count() + " " + f.fault()).toList().toString())
        .toList();
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void theSmallestFaultsThatBreakARunAreNamed(SearchMode mode) {
    Topology service =
        service()
            .faults(
                Faults.none().lose(2).crash(1, Server.class).crash(1, Client.class).duplicate(1));
    InstanceResult result = check(mode.options(), service, ANSWERED);
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(sets(result.breakingFaults().stream().map(b -> new FaultSet(b.faults())).toList()))
        .containsExactlyInAnyOrder("[1 lose]", "[1 crash Server]", "[1 crash Client]");
    assertThat(sets(result.harmlessFaults())).containsExactly("[1 duplicate]");
    result
        .breakingFaults()
        .forEach(
            set ->
                assertThat(set.trace().orElseThrow().steps().stream().map(s -> s.action()))
                    .filteredOn(action -> action != ActionKind.STEP)
                    .hasSize(1));
  }

  @Test
  void whatStaysPossibleMayNeedAFault() {
    Topology chooser = new Topology().add(new Idler()).faults(Faults.none().crash(1));
    InstanceResult result =
        check(
            chooser,
            eventually(w -> w.nodes(Idler.class).get(0).rounds == 7),
            Property.of("down", Property.Kind.POSSIBLE, w -> !w.isUp(w.nodes(Idler.class).get(0))));
    assertThat(result.properties().get(1).outcome()).isEqualTo(PropertyResult.Status.HOLDS);
    assertThat(result.harmlessFaults()).isEmpty();
    assertThat(result.warnings()).anyMatch(w -> w.contains("@AlwaysPossible"));
  }

  @Test
  void nothingIsOwedByANodeThatIsDown() {
    InstanceResult result =
        check(
            new Topology()
                .add(new Idler())
                .add(new Worker())
                .faults(Faults.none().crash(1, Idler.class)),
            eventually(w -> w.nodes(Idler.class).get(0).stopped));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).contains("crash");
  }

  @Test
  void aFaultNeedNotHappen() {
    InstanceResult result =
        check(
            new Topology().add(new Idler()).faults(Faults.none().crash(1)),
            eventually(w -> !w.isUp(w.nodes(Idler.class).get(0))));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).doesNotContain("crash");
  }

  @Test
  void whatIsTrueForSomeTimeIsNotTrueAgainAndAgain() {
    Predicate<World> going = w -> !w.nodes(Idler.class).get(0).stopped;
    assertThat(check(new Topology().add(new Idler()), eventually(going)).verdict())
        .isEqualTo(Verdict.VERIFIED);
    InstanceResult result =
        check(new Topology().add(new Idler()), property(Property.Kind.RECURRING, going));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().message())
        .isEqualTo("wanted is true at most for some time: after 1 step nothing more happens");
  }

  @Test
  void whatStaysPossibleNeedsNoFairness() {
    Property stopped =
        property(Property.Kind.POSSIBLE, w -> w.nodes(FreeIdler.class).get(0).stopped);
    assertThat(check(new Topology().add(new FreeIdler()), stopped).verdict())
        .isEqualTo(Verdict.VERIFIED);
    Property going =
        property(Property.Kind.POSSIBLE, w -> !w.nodes(FreeIdler.class).get(0).stopped);
    InstanceResult result = check(new Topology().add(new FreeIdler()), going);
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(handlers(result)).containsExactly("FreeIdler.stop");
    assertThat(result.violation().orElseThrow().message())
        .isEqualTo("wanted is out of reach after 1 step");
  }

  @Test
  void aSearchThatIsCutShortDecidesNothing() {
    InstanceResult result =
        check(
            SearchOptions.DEFAULT.withBudget(Budget.UNBOUNDED.withStates(2)),
            new Topology().add(new Idler()).add(new Idler()),
            eventually(w -> w.nodes(Idler.class).get(0).stopped));
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.properties().get(0).outcome()).isEqualTo(PropertyResult.Status.UNDECIDED);
  }

  @Test
  void aPropertyThatThrowsIsAMistake() {
    InstanceResult result =
        check(
            new Topology().add(new Idler()), eventually(w -> w.nodes(Idler.class).get(7).stopped));
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
  }

  /** Counts what nobody depends on, but for a property. */
  static final class Counter extends Node {
    @Auxiliary int seen;

    @Step
    void count() {
      seen = Math.min(seen + 1, 3);
    }
  }

  @ParameterizedTest
  @FieldSource("MODES")
  void aPropertyMustNotDependOnAuxiliaryContent(SearchMode mode) {
    InstanceResult result =
        check(
            mode.options(),
            new Topology().add(new Counter()),
            eventually(w -> w.nodes(Counter.class).get(0).seen == 3));
    boolean relevant = mode.options().store().memory() == StoreOptions.Memory.RELEVANT;
    assertThat(result.verdict()).isEqualTo(relevant ? Verdict.ERROR : Verdict.VERIFIED);
  }

  @Test
  void moreNodesThanAWordHasBitsOweTheirSteps() {
    Topology many = new Topology();
    for (int i = 0; i < 70; i++) {
      many.add(new Once());
    }
    Model model =
        Models.loaded(
            many, eventually(w -> w.nodes(Once.class).stream().skip(68).allMatch(o -> o.done)));
    InstanceResult result =
        Checker.check(
            model,
            SearchOptions.DEFAULT.withBudget(Budget.UNBOUNDED.withStates(20_000)),
            ProgressListener.NONE);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
  }

  /** The last two of many do something, one after the other. */
  static final class Once extends Node {
    boolean done;

    @Step(when = "isLast")
    void run() {
      done = true;
    }

    boolean isLast() {
      return !done && self().toString().matches("Once(69|70)");
    }
  }
}
