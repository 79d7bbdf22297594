package dev.parley.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.ProgressListener;
import dev.parley.engine.SearchOptions;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.result.InstanceResult;
import dev.parley.protocols.commit.TwoPhaseCommit;
import dev.parley.protocols.paxos.Paxos;
import dev.parley.protocols.paxos.SingleMessagePaxos;
import dev.parley.protocols.ring.ChangRoberts;
import dev.parley.protocols.ring.TokenRing;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every instance's verdict, size and shortest counterexample. The numbers come from a brute-force
 * exploration independent of the engine, those of the large instance from SPIN; states and
 * transitions of the plain Paxos instances were counted by both. A change here is a change of
 * semantics, in a protocol or in the engine, and needs an explanation.
 */
class PinnedResultsTest {
  private static final Set<Class<?>> PROTOCOLS =
      Set.of(
          Paxos.class,
          SingleMessagePaxos.class,
          TwoPhaseCommit.class,
          ChangRoberts.class,
          TokenRing.class);

  private static final List<Verified> VERIFIED =
      List.of(
          new Verified(Paxos.class, "paxos(2,3,2)", 27_410, 94_055, 468, 18),
          new Verified(Paxos.class, "paxos(2,4,3)", 196_297, 787_452, 1_900, 22),
          new Verified(Paxos.class, "recorded(2,3,2)", 70_094, 195_708, 4_299, 18),
          new Verified(SingleMessagePaxos.class, "paxos(2,3,2)", 101_323, 435_715, 156, 24),
          new Verified(TwoPhaseCommit.class, "patient(2)", 38, 64, 5, 6),
          new Verified(TwoPhaseCommit.class, "patient(3)", 252, 707, 13, 8),
          new Verified(TwoPhaseCommit.class, "patient(5)", 13_236, 68_257, 81, 12),
          new Verified(TwoPhaseCommit.class, "timeout(3)", 476, 1_503, 22, 8),
          new Verified(TwoPhaseCommit.class, "timeout(4)", 3_138, 13_432, 50, 10),
          new Verified(TwoPhaseCommit.class, "crash(3)", 280, 789, 22, 8),
          new Verified(TwoPhaseCommit.class, "crash(4)", 1_908, 7_568, 50, 10),
          new Verified(ChangRoberts.class, "ascending(3)", 72, 159, 1, 11),
          new Verified(ChangRoberts.class, "ascending(4)", 270, 783, 1, 15),
          new Verified(ChangRoberts.class, "ascending(5)", 972, 3_483, 1, 19),
          new Verified(ChangRoberts.class, "descending(3)", 96, 220, 1, 12),
          new Verified(ChangRoberts.class, "descending(4)", 600, 1_870, 1, 18),
          new Verified(ChangRoberts.class, "descending(5)", 4_320, 17_136, 1, 25),
          new Verified(TokenRing.class, "ring(3)", 9, 12, 0, 5),
          new Verified(TokenRing.class, "ring(5)", 15, 20, 0, 9));

  private static final List<Violated> VIOLATED =
      List.of(
          new Violated(Paxos.class, "promiseBroken(2,3,2)", "agreement", 14),
          new Violated(Paxos.class, "acceptancesMixed(2,3,2)", "agreement", 14),
          new Violated(Paxos.class, "repliesIgnored(2,3,2)", "agreement", 14),
          new Violated(Paxos.class, "quorumTooSmall(2,2,1)", "agreement", 10),
          new Violated(SingleMessagePaxos.class, "acceptancesMixed(2,3,2)", "agreement", 16),
          new Violated(TwoPhaseCommit.class, "majorityCommits(3)", "validity", 5),
          new Violated(TwoPhaseCommit.class, "abortInDoubt(2)", "agreement", 6),
          new Violated(TwoPhaseCommit.class, "abortInDoubt(3)", "agreement", 7),
          new Violated(ChangRoberts.class, "lowerPassedOn(3)", "oneLeaderAtMost", 8),
          new Violated(ChangRoberts.class, "lowerPassedOn(4)", "oneLeaderAtMost", 10),
          new Violated(ChangRoberts.class, "numbersNotUnique(3)", "oneLeaderAtMost", 5),
          new Violated(ChangRoberts.class, "numbersNotUnique(4)", "oneLeaderAtMost", 6),
          new Violated(TokenRing.class, "tokenReplaced(3)", "mutualExclusion", 3),
          new Violated(TokenRing.class, "tokenReplaced(5)", "mutualExclusion", 3));

  @ParameterizedTest(name = "{0}")
  @MethodSource("verified")
  void aCorrectInstanceIsVerifiedWithExactlyTheseStates(Verified pinned) {
    InstanceResult result = check(pinned.protocol(), pinned.instance());

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(pinned.of(result)).isEqualTo(pinned);
    assertThat(result.asExpected()).isTrue();
    assertThat(result.coverage().messagesNeverSent()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("violated")
  void aBrokenInstanceIsCaughtByTheShortestCounterexample(Violated pinned) {
    InstanceResult result = check(pinned.protocol(), pinned.instance());

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(pinned.of(result)).isEqualTo(pinned);
    assertThat(result.asExpected()).isTrue();
  }

  /** Takes some seconds and some hundred megabytes: left out unless asked for. */
  @Tag("large")
  @ParameterizedTest(name = "{0}")
  @MethodSource("large")
  void aLargeInstanceIsVerifiedWithExactlyTheStatesThatSpinCounts(Verified pinned) {
    aCorrectInstanceIsVerifiedWithExactlyTheseStates(pinned);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyUntaggedInstanceIsPinned(Class<?> protocol) {
    Set<String> untagged =
        ModelLoader.describe(protocol).stream()
            .filter(description -> description.tags().isEmpty())
            .map(Model.Description::instance)
            .collect(Collectors.toSet());

    Stream<String> verified =
        VERIFIED.stream().filter(v -> v.protocol() == protocol).map(Verified::instance);
    Stream<String> violated =
        VIOLATED.stream().filter(v -> v.protocol() == protocol).map(Violated::instance);
    assertThat(Stream.concat(verified, violated)).containsExactlyInAnyOrderElementsOf(untagged);
  }

  private static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, ProgressListener.NONE);
  }

  static List<Verified> verified() {
    return VERIFIED;
  }

  static List<Violated> violated() {
    return VIOLATED;
  }

  static List<Verified> large() {
    return List.of(new Verified(Paxos.class, "paxos(3,3,2)", 7_479_449, 37_238_397, 16_260, 27));
  }

  static Set<Class<?>> protocols() {
    return PROTOCOLS;
  }

  /** An instance whose whole state space is explored. */
  private record Verified(
      Class<?> protocol,
      String instance,
      long states,
      long transitions,
      long terminalStates,
      long depth) {
    Verified of(InstanceResult result) {
      return new Verified(
          protocol,
          result.description().instance(),
          result.figures().states(),
          result.figures().transitions(),
          result.figures().terminalStates(),
          result.figures().depth());
    }
  }

  /**
   * An instance that breaks a property. How many states are seen before depends on the order within
   * a level and is nobody's business.
   */
  private record Violated(Class<?> protocol, String instance, String property, int traceLength) {
    Violated of(InstanceResult result) {
      return new Violated(
          protocol,
          result.description().instance(),
          result.violation().orElseThrow().property(),
          result.violation().orElseThrow().trace().orElseThrow().steps().size());
    }
  }
}
