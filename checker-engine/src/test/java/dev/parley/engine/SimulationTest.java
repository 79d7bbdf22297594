package dev.parley.engine;

import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import dev.parley.engine.options.Walks.Schedule;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.WalkFigures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SimulationTest {
  /** Six of them have far more states than any walk meets. */
  static final class Wheel extends Node {
    int place;

    @Step
    void turn() {
      place = (place + 1) % 50;
    }
  }

  record Ping(int number) {}

  /** Sends its pings at the beginning, in order. */
  static final class Sender extends Node {
    private final int pings;
    private int sent;

    Sender(int pings) {
      this.pings = pings;
    }

    boolean mayPing() {
      return sent < pings;
    }

    @Step(when = "mayPing")
    void ping() {
      send(new NodeId("Receiver", 1), new Ping(sent++));
    }
  }

  /** Notes whether the first ping came after all others. */
  static final class Receiver extends Node {
    int received;
    boolean firstCameLast;
    private final int pings;

    Receiver(int pings) {
      this.pings = pings;
    }

    @Receive
    void ping(Ping ping) {
      received++;
      firstCameLast = received == pings && ping.number() == 0;
    }
  }

  private static SearchOptions options(Walks walks) {
    return SearchMode.SIMULATE.options().withWalks(Optional.of(walks));
  }

  private static InstanceResult check(Model model, SearchOptions options) {
    InstanceResult result = Checker.check(model, options, ProgressListener.NONE);
    assertThat(result.error()).isEmpty();
    return result;
  }

  private static Wheel wheel(World w, int number) {
    return w.nodes(Wheel.class).get(number - 1);
  }

  private static Model wheels(int count) {
    Topology wheels = new Topology();
    for (int i = 0; i < count; i++) {
      wheels.add(new Wheel());
    }
    return loaded(
        wheels,
        Models.invariant("inPlace", w -> w.nodes(Wheel.class).stream().allMatch(n -> n.place < 50)),
        Models.reachable("turned", w -> wheel(w, 1).place == 3),
        Models.reachable("neverHere", w -> wheel(w, 1).place == 50));
  }

  private static Model pings(int count) {
    return loaded(
        new Topology().add(new Sender(count)).add(new Receiver(count)),
        Models.invariant("inOrder", w -> !w.nodes(Receiver.class).get(0).firstCameLast));
  }

  @Test
  void walksThatFindNothingSaySoAndVerifyNothing() {
    InstanceResult result = check(wheels(6), options(new Walks(Schedule.MIXED, 7, 20, 100)));
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.exhausted()).contains(Budget.Kind.WALKS);
    WalkFigures walks = result.profile().walks().orElseThrow();
    assertThat(walks.seed()).isEqualTo(7);
    assertThat(List.of(walks.walks(), walks.steps())).containsExactly(20L, 2_000L);
    assertThat(walks.ended()).isEmpty();
    assertThat(walks.foundIn()).isEmpty();
    assertThat(result.properties())
        .extracting(PropertyResult::outcome)
        .containsExactly(
            PropertyResult.Status.UNDECIDED,
            PropertyResult.Status.HOLDS,
            PropertyResult.Status.UNDECIDED);
  }

  /** Even where all there is was met: nobody looked whether it was all. */
  @Test
  void walksThatMeetAllStatesVerifyNothing() {
    InstanceResult result = check(pings(1), options(new Walks(Schedule.UNIFORM, 1, 10, 10)));
    assertThat(result.figures().states()).isEqualTo(3);
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    Model wheel = loaded(new Topology().add(new Wheel()));
    InstanceResult whole = check(wheel, options(new Walks(Schedule.UNIFORM, 1, 1, 200)));
    assertThat(whole.figures().states()).isEqualTo(50);
    assertThat(whole.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
  }

  @Test
  void coverageIsNotedOverTime() {
    InstanceResult result = check(wheels(3), options(new Walks(Schedule.UNIFORM, 7, 40, 50)));
    List<WalkFigures.Sample> samples = result.profile().walks().orElseThrow().samples();
    assertThat(samples).hasSizeGreaterThan(4);
    assertThat(samples.get(0).walks()).isEqualTo(1);
    for (int i = 1; i < samples.size(); i++) {
      WalkFigures.Sample before = samples.get(i - 1);
      WalkFigures.Sample sample = samples.get(i);
      assertThat(sample.walks()).isGreaterThan(before.walks());
      assertThat(sample.steps()).isGreaterThan(before.steps());
      assertThat(sample.states()).isGreaterThanOrEqualTo(before.states());
      assertThat(sample.localStates()).isGreaterThanOrEqualTo(before.localStates());
    }
    WalkFigures.Sample last = samples.get(samples.size() - 1);
    assertThat(last.walks()).isEqualTo(40);
    assertThat(List.of(last.handlers(), last.goals())).containsExactly(1L, 1L);
    assertThat(last.states()).isEqualTo(result.figures().states());
    assertThat(last.localStates()).isEqualTo(result.figures().localStates());
  }

  /** Of sixty messages the first comes last: by chance alone that does not happen in a lifetime. */
  @Test
  void aMessageThatWaitsForAllOthersIsFoundByPriorities() {
    InstanceResult byChance = check(pings(60), options(new Walks(Schedule.UNIFORM, 3, 300, 200)));
    assertThat(byChance.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    InstanceResult result = check(pings(60), options(new Walks(Schedule.PRIORITIES, 3, 300, 200)));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(120);
  }

  @Test
  void theSameSeedGivesTheSameWalks() {
    SearchOptions options = options(new Walks(Schedule.MIXED, 11, 50, 80));
    InstanceResult first = check(wheels(4), options);
    InstanceResult again = check(wheels(4), options);
    assertThat(again.figures().withMillis(0)).isEqualTo(first.figures().withMillis(0));
    InstanceResult other = check(wheels(4), options(new Walks(Schedule.MIXED, 12, 50, 80)));
    assertThat(other.figures().states()).isNotEqualTo(first.figures().states());
  }

  @Test
  void whatAWalkFoundIsShortened() {
    Topology wheels = new Topology();
    for (int i = 0; i < 12; i++) {
      wheels.add(new Wheel());
    }
    Model model =
        loaded(
            wheels,
            Models.invariant("notBoth", w -> wheel(w, 1).place < 9 || wheel(w, 2).place < 9));
    InstanceResult result = check(model, options(new Walks(Schedule.UNIFORM, 5, 50, 1_000)));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.profile().walks().orElseThrow().foundAfter().orElseThrow())
        .isGreaterThan(18L);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(18);
  }

  @Test
  void aLimitOfTimeEndsWalksThatWouldGoOn() {
    Budget budget =
        new Budget(
            Optional.empty(),
            Optional.of(Duration.ofMillis(50)),
            Optional.empty(),
            Optional.empty());
    InstanceResult result =
        check(
            wheels(6),
            options(new Walks(Schedule.MIXED, 7, Long.MAX_VALUE, 100)).withBudget(budget));
    assertThat(result.exhausted()).contains(Budget.Kind.WALKS);
    assertThat(result.profile().walks().orElseThrow().ended()).contains(Budget.Kind.TIME);
  }

  @Test
  void noWalkIsLongerThanTheBudgetOfDepth() {
    Budget budget =
        new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(7));
    InstanceResult result =
        check(wheels(6), options(new Walks(Schedule.MIXED, 7, 10, 100)).withBudget(budget));
    assertThat(result.figures().depth()).isEqualTo(7);
    assertThat(result.profile().walks().orElseThrow().steps()).isEqualTo(70);
  }

  @Test
  void walksThatCannotBeTakenAreRefused() {
    assertThatThrownBy(() -> new Walks(Schedule.MIXED, 1, 0, 10))
        .hasMessage("walks is 0; it must be at least 1");
    assertThatThrownBy(() -> new Walks(Schedule.MIXED, 1, 10, 0))
        .hasMessage("walkLength is 0; it must be at least 1");
    assertThatThrownBy(() -> SearchMode.SIMULATE.in(Order.BREADTH_FIRST))
        .hasMessageContaining("leave order=breadth-first out");
    assertThatThrownBy(() -> SearchMode.SIMULATE.options().withDeadMessages(true))
        .hasMessageContaining("leave reductions out");
    assertThatThrownBy(
            () -> SearchMode.requireDistinct(List.of(SearchMode.STATEFUL, SearchMode.SIMULATE)))
        .hasMessageContaining("leave out simulate");
  }
}
