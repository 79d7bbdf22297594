package dev.parley.protocols.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import dev.parley.protocols.commit.TwoPhaseCommit;
import dev.parley.protocols.zab.ZabPhases;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocols with tags, explored round by round: the verdicts and shortest counterexamples are
 * those that the tests of each protocol pin for all orders.
 */
class ByRoundsTest {
  static Stream<Arguments> verified() {
    return Stream.of(
        Arguments.of(SimplePaxos.class, "ballots(3,2)", 324),
        Arguments.of(SimplePaxos.class, "ballots(3,3)", 1_952),
        Arguments.of(SimplePaxos.class, "lateMessagesConsumed(3,2)", 467),
        Arguments.of(BenOr.class, "benOr(3,0,2)", 126),
        Arguments.of(BenOr.class, "benOr(3,1,2)", 852),
        Arguments.of(BenOr.class, "benOr(3,1,3)", 2_352),
        Arguments.of(UniformVoting.class, "kernel(3,2)", 3_125),
        Arguments.of(UniformVoting.class, "majority(3,2)", 650),
        Arguments.of(RaftMembership.class, "afterCommit(4,2)", 906),
        Arguments.of(ViewChange.class, "byTimeout(3,1)", 36),
        Arguments.of(ViewChange.class, "byTimeout(3,2)", 293),
        Arguments.of(ZabPhases.class, "turns(1,3)", 134),
        Arguments.of(ZabPhases.class, "turns(2,3)", 5_467),
        Arguments.of(TwoPhaseCommit.class, "patient(3)", 188),
        Arguments.of(TwoPhaseCommit.class, "timeout(3)", 260));
  }

  static Stream<Arguments> violated() {
    return Stream.of(
        Arguments.of(SimplePaxos.class, "joinedForAccepted(3,4)", "prefixOrder", 10),
        Arguments.of(BenOr.class, "estimateKept(3,1,3)", "agreement", 15),
        Arguments.of(BenOr.class, "notEnoughMessages(3,1,2)", "agreement", 12),
        Arguments.of(UniformVoting.class, "noKernel(3,1)", "agreement", 6),
        Arguments.of(RequiredNetworks.class, "noKernel(3,1)", "votersAgree", 6),
        Arguments.of(RequiredNetworks.class, "tooFew(3,1,2)", "tossersAgree", 12),
        Arguments.of(UniformVoting.class, "estimateKept(3,3)", "agreement", 15),
        Arguments.of(RaftMembership.class, "beforeCommit(4,3)", "committedForGood", 15),
        Arguments.of(ViewChange.class, "byTimeoutPrimaryGuessed(3,1)", "viewStarts", 6),
        Arguments.of(ViewChange.class, "byTimeoutTooFewLogs(3,1)", "nothingLost", 4),
        Arguments.of(ViewChange.class, "byTimeoutPrimaryGuessedTooFewLogs(3,1)", "onePrimary", 6),
        Arguments.of(ZabPhases.class, "synchronisationSkipped(2,3)", "agreement", 20),
        Arguments.of(ZabPhases.class, "anyHistoryTaken(2,3)", "agreement", 30),
        Arguments.of(TwoPhaseCommit.class, "majorityCommits(3)", "validity", 5),
        Arguments.of(TwoPhaseCommit.class, "abortInDoubt(3)", "agreement", 7));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("verified")
  void whatHoldsInAllOrdersHoldsByRounds(Class<?> protocol, String instance, long states) {
    InstanceResult result = byRounds(protocol, instance);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.byRounds()).contains("by rounds, where any message may be lost");
    assertThat(result.figures().states()).isEqualTo(states);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("violated")
  void whatBreaksInAllOrdersBreaksByRoundsInAsManySteps(
      Class<?> protocol, String instance, String property, int steps) {
    InstanceResult result = byRounds(protocol, instance);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    Violation violation = result.violation().orElseThrow();
    assertThat(violation.property()).isEqualTo(property);
    assertThat(violation.trace().orElseThrow().steps()).hasSize(steps);
  }

  @Test
  void whatIsRequiredOfTheNetworkIsNamedBesideTheVerdict() {
    InstanceResult kernel = byRounds(RequiredNetworks.class, "kernel(3,2)");
    assertThat(kernel.verdict()).as("%s", kernel).isEqualTo(Verdict.VERIFIED);
    assertThat(kernel.byRounds())
        .contains(
            "by rounds, where each round has a kernel: a node that hears all and is heard by all");
    assertThat(kernel.figures().states()).isEqualTo(19_133);
    InstanceResult enough = byRounds(RequiredNetworks.class, "enough(3,1,2)");
    assertThat(enough.verdict()).as("%s", enough).isEqualTo(Verdict.VERIFIED);
    assertThat(enough.byRounds())
        .contains("by rounds, where each node hears all nodes of its role but 1 in each round");
    assertThat(enough.figures().states()).isEqualTo(2_247);
  }

  @Test
  void whoFollowsOthersIntoAViewSendsAfterReceiving() {
    InstanceResult result = byRounds(ViewChange.class, "viewChange(3,1)");
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .startsWith("condition 5 of rounds is broken")
        .contains("Replica.sendLog", "StartViewChange[view=1]", "phase 1, round 1");
  }

  private static InstanceResult byRounds(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance),
        SearchMode.ROUNDS.in(SearchMode.ROUNDS.nearestFirst()).options(),
        ProgressListener.NONE);
  }
}
