package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Protocols small enough to be counted by hand. */
class NaiveCheckerTest {
  private static NaiveResult check(Topology topology, Property... properties) {
    return NaiveChecker.check(Models.of(topology, properties));
  }

  private static void assertCounts(NaiveResult result, int states, int transitions, int terminal) {
    assertThat(List.of(result.states(), result.transitions(), result.terminalStates()))
        .as("states, transitions, terminal states of %s", result)
        .isEqualTo(List.of((long) states, (long) transitions, (long) terminal));
  }

  record Ping() {}

  record Pong() {}

  static final class Client extends Node {
    boolean answered;

    @Step(once = true)
    void start() {
      sendToAll(Server.class, new Ping());
    }

    @Receive
    void pong(Pong m) {
      answered = true;
    }
  }

  static final class Server extends Node {
    @Receive
    void ping(Ping m, NodeId from) {
      send(from, new Pong());
    }
  }

  @Test
  void pingPongIsAChainOfFourStates() {
    NaiveResult result =
        check(
            new Topology().add(new Client()).add(new Server()),
            Models.terminal("answered", w -> w.nodes(Client.class).get(0).answered));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertCounts(result, 4, 3, 1);
    assertThat(result.maxDepth()).isEqualTo(3);
  }

  @Test
  void independentClientsInterleaveFreely() {
    // Each of two clients is at one of four stages; the server keeps nothing.
    NaiveResult result = check(new Topology().add(2, i -> new Client()).add(new Server()));

    assertCounts(result, 16, 24, 1);
    assertThat(result.maxDepth()).isEqualTo(6);
  }

  static final class Twice extends Node {
    int got;

    @Step(once = true)
    void start() {
      send(self(), new Ping());
      send(self(), new Ping());
    }

    @Receive
    void ping(Ping m) {
      got++;
    }
  }

  @Test
  void twoEqualPendingMessagesAreOneTransitionEachTime() {
    assertCounts(check(new Topology().add(new Twice())), 4, 3, 1);
  }

  static final class Toggle extends Node {
    boolean on;

    @Step
    void toggle() {
      on = !on;
    }
  }

  @Test
  void aRepeatableStepMakesACycleWithoutTerminalStates() {
    NaiveResult result =
        check(
            new Topology().add(2, i -> new Toggle()),
            Models.terminal("never", w -> false),
            Models.reachable("bothOn", w -> w.nodes(Toggle.class).stream().allMatch(t -> t.on)));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertCounts(result, 4, 8, 0);
  }

  record Vote(int round) {}

  static final class Elector extends Node {
    @Step(once = true)
    void start() {
      sendToAll(Counter.class, new Vote(1));
      sendToAll(Counter.class, new Vote(1));
    }
  }

  abstract static class Counter extends Node {
    int largest;

    int two() {
      return 2;
    }
  }

  static final class Exactly extends Counter {
    @Receive(quorum = "two")
    void votes(Quorum<Vote> q) {
      largest = Math.max(largest, q.size());
    }
  }

  static final class AtLeast extends Counter {
    @Receive(quorum = "2", orMore = true, when = "sameRound")
    void votes(Quorum<Vote> q) {
      largest = Math.max(largest, q.size());
    }

    boolean sameRound(Quorum<Vote> q) {
      return q.messages().distinct().count() == 1;
    }
  }

  @Test
  void aQuorumTakesOneOfEqualMessagesFromEachOfTwoSenders() {
    // Starts: 1, 2, 1 states with 0, 1, 2 started; then {2,2} -> {1,1} -> {0,0} pending.
    NaiveResult result = check(new Topology().add(2, i -> new Elector()).add(new Exactly()));

    assertCounts(result, 6, 6, 1);
  }

  @Test
  void aQuorumOfTwoAmongThreeSendersHasThreeSetsAndOrMoreAFourth() {
    // With all three started and (2,2,2) pending: three pairs and the triple.
    Topology exact = new Topology().add(3, i -> new Elector()).add(new Exactly());
    Topology more = new Topology().add(3, i -> new Elector()).add(new AtLeast());
    NaiveReplay exactly = new NaiveReplay(Models.of(exact), String::valueOf);
    NaiveReplay atLeast = new NaiveReplay(Models.of(more), String::valueOf);
    List<NaiveReplay.Line> starts =
        List.of(start("Elector1"), start("Elector2"), start("Elector3"));

    assertThat(enabled(Models.of(exact), exactly, starts)).hasSize(3);
    assertThat(enabled(Models.of(more), atLeast, starts)).hasSize(4);
  }

  private static NaiveReplay.Line start(String node) {
    return new NaiveReplay.Line(node, "start", List.of(), List.of(), List.of());
  }

  private static List<NaiveStep> enabled(
      Model model, NaiveReplay replay, List<NaiveReplay.Line> lines) {
    return new NaiveSteps(model).from(replay.walk(lines).ends().get(0));
  }

  static final class Chooser extends Node {
    String chosen = "";

    @Step(once = true)
    void pick() {
      chosen = choose(List.of("b", "a", "b"));
      if (chosen.equals("a")) {
        chosen += choose(new LinkedHashSet<>(List.of(2, 1)));
      }
    }
  }

  @Test
  void everySequenceOfChoicesIsATransition() {
    NaiveResult result = check(new Topology().add(new Chooser()));

    // b, a1, a2
    assertCounts(result, 4, 3, 3);
    assertThat(result.usage().choosing()).isEqualTo(3);
  }

  @Test
  void optionsKeepAListsOrderAndSortASets() {
    Set<Integer> options = new LinkedHashSet<>(List.of(2, 1));

    assertThat(CanonicalText.distinct(List.of("b", "a", "b"))).containsExactly("b", "a");
    assertThat(CanonicalText.<Integer>distinct(options)).containsExactly(1, 2);
  }

  static final class Failing extends Node {
    int count;

    @Step(when = "below3")
    void count() {
      count++;
      if (count == 3) {
        throw new AssertionError("three");
      }
    }

    boolean below3() {
      return count < 3;
    }
  }

  @Test
  void anExceptionIsACountedTransitionAndAViolationOneStepBeyondItsState() {
    NaiveResult result = check(new Topology().add(new Failing()));

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violations()).containsOnly(Map.entry(Violation.EXCEPTION, OptionalInt.of(3)));
    // 0, 1, 2; the third step leads nowhere, yet its state is not terminal.
    assertCounts(result, 3, 3, 0);
  }

  static final class FailingGuard extends Node {
    @Step(when = "broken")
    void step() {}

    boolean broken() {
      throw new IllegalStateException("guard");
    }
  }

  @Test
  void anExceptionInAGuardIsOneToo() {
    NaiveResult result = check(new Topology().add(new FailingGuard()));

    assertThat(result.violations()).containsEntry(Violation.EXCEPTION, OptionalInt.of(1));
    assertCounts(result, 1, 1, 0);
  }

  static final class FailingSize extends Node {
    @Step(once = true)
    void start() {
      send(self(), new Ping());
    }

    @Receive(quorum = "size")
    void pings(Quorum<Ping> q) {}

    int size() {
      throw new IllegalStateException("size");
    }
  }

  @Test
  void anExceptionInAQuorumSizeCountsOnceAMessageIsPending() {
    NaiveResult result = check(new Topology().add(new FailingSize()));

    assertThat(result.violations()).containsEntry(Violation.EXCEPTION, OptionalInt.of(2));
    assertCounts(result, 2, 2, 0);
  }

  static final class Ladder extends Node {
    int rung;

    @Step(when = "low")
    void climb() {
      rung += choose(1, 2);
    }

    boolean low() {
      return rung < 4;
    }
  }

  private static int rung(World w) {
    return w.nodes(Ladder.class).get(0).rung;
  }

  @Test
  void violationsComeWithTheirLeastDepth() {
    NaiveResult result =
        check(
            new Topology().add(new Ladder()),
            Models.invariant("belowThree", w -> rung(w) < 3),
            Models.terminal("endsAtFour", w -> rung(w) == 4),
            Models.reachable("reachesFive", w -> rung(w) == 5),
            Models.reachable("reachesSix", w -> rung(w) == 6));

    // 0; 1, 2; 3 and 4 in two steps; 5 from 3 in three.
    assertCounts(result, 6, 8, 2);
    assertThat(result.violations())
        .containsOnly(
            Map.entry("belowThree", OptionalInt.of(2)),
            Map.entry("endsAtFour", OptionalInt.of(3)),
            Map.entry("reachesSix", OptionalInt.empty()));
    assertThat(result.shortestViolation()).hasValue(2);
  }

  @Test
  void theSearchForTheFirstViolationStopsAtItsLevel() {
    Model model =
        Models.of(
            new Topology().add(new Ladder()),
            Models.invariant("belowThree", w -> rung(w) < 3),
            Models.terminal("endsAtFour", w -> rung(w) == 4));

    NaiveResult result =
        NaiveChecker.check(model, NaiveChecker.Mode.FIRST_VIOLATION, Integer.MAX_VALUE);

    assertThat(result.violations()).containsOnlyKeys("belowThree");
  }

  @Test
  void aLimitEndsTheSearchWithoutAVerdict() {
    Model model = Models.of(new Topology().add(new Ladder()));

    assertThat(NaiveChecker.check(model, NaiveChecker.Mode.EXHAUSTIVE, 3).verdict())
        .isEqualTo(Verdict.BUDGET_EXHAUSTED);
  }

  static final class Stray extends Node {
    @Step(once = true)
    void start() {
      sendToAll(Toggle.class, "nobody reads this");
    }
  }

  @Test
  void aMessageWithoutHandlerIsAnError() {
    NaiveResult result = check(new Topology().add(new Stray()).add(new Toggle()));

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error()).hasValueSatisfying(e -> assertThat(e).contains("Toggle1", "Stray1"));
  }

  @Auxiliary
  static final class Log {
    int entries;
  }

  static final class Logging extends Node {
    final Set<Integer> seen = new HashSet<>();
    @Auxiliary List<Integer> order = new ArrayList<>();
    final Log log = new Log();

    @Step(when = "some")
    void pick() {
      int next = choose(Arrays.asList(1, 2, 3).stream().filter(i -> !seen.contains(i)).toList());
      seen.add(next);
      order.add(next);
      log.entries++;
    }

    boolean some() {
      return seen.size() < 3;
    }
  }

  @Test
  void auxiliaryContentTellsFullStatesApartButNotRelevantOnes() {
    NaiveResult result = check(new Topology().add(new Logging()));

    // Orders of choosing: 1 + 3 + 6 + 6; sets: 2^3.
    assertThat(result.states()).isEqualTo(16);
    assertThat(result.relevant()).hasSize(8);
  }

  static final class Sharing extends Node {
    int[] left = {0};
    int[] right = left;

    @Step(once = true)
    void part() {
      right = left.clone();
    }

    @Step(once = true)
    void write() {
      left[0] = 1;
    }
  }

  @Test
  void sharedAndEqualObjectsAreDifferentStates() {
    NaiveResult result =
        check(
            new Topology().add(new Sharing()),
            Models.reachable(
                "apart", w -> w.nodes(Sharing.class).get(0).right[0] == 0 && left(w) == 1),
            Models.reachable(
                "together", w -> w.nodes(Sharing.class).get(0).right[0] == 1 && left(w) == 1));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    // Parted after or before the write: (1,1) or (0,1).
    assertCounts(result, 5, 4, 2);
  }

  private static int left(World w) {
    return w.nodes(Sharing.class).get(0).left[0];
  }

  @Test
  void aTraceReplaysToTheStateThatBreaksAProperty() {
    Model model =
        Models.of(
            new Topology().add(new Ladder()), Models.invariant("belowThree", w -> rung(w) < 3));
    NaiveReplay replay = new NaiveReplay(model, String::valueOf);

    assertThat(replay.walk(List.of(climb("2", 1))).broken()).isEmpty();
    assertThat(replay.walk(List.of(climb("2", 1), climb("1", 0))).broken())
        .containsExactly("belowThree");
  }

  @Test
  void aTraceWithAnImpossibleStepDoesNotReplay() {
    NaiveReplay replay =
        new NaiveReplay(Models.of(new Topology().add(new Ladder())), String::valueOf);

    assertThatThrownBy(() -> replay.walk(List.of(climb("2", 1), climb("3", 2))))
        .hasMessageContaining("step 2 of the trace is not possible");
    assertThatThrownBy(() -> replay.walk(List.of(climb("2", 0))))
        .hasMessageContaining("step 1 of the trace is not possible");
  }

  @Test
  void aTraceThatEndsInAnExceptionSaysSo() {
    NaiveReplay replay =
        new NaiveReplay(Models.of(new Topology().add(new Failing())), String::valueOf);
    NaiveReplay.Line count =
        new NaiveReplay.Line("Failing1", "Failing.count", List.of(), List.of(), List.of());

    assertThat(replay.walk(List.of(count, count, count)).broken())
        .containsExactly(Violation.EXCEPTION);
  }

  private static NaiveReplay.Line climb(String choice, int index) {
    return new NaiveReplay.Line("Ladder1", "climb", List.of(), List.of(choice), List.of(index));
  }
}
