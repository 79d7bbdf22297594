package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import org.junit.jupiter.api.Test;

/** The oracle's own oracle: counts that other checkers have confirmed. */
class NaivePaxosTest {
  @Test
  void quorumPaxosHasTheStatesAndTransitionsOtherCheckersCount() {
    NaiveResult result = NaiveChecker.check(ReferencePaxos.quorum(2, 3, 2, false));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.states()).isEqualTo(27_410);
    assertThat(result.transitions()).isEqualTo(94_055);
    assertThat(result.relevant()).hasSize(27_410);
  }

  @Test
  void aDeliveryRecordMultipliesFullStatesAndLeavesRelevantOnesAlone() {
    NaiveResult result = NaiveChecker.check(ReferencePaxos.quorum(2, 3, 2, true));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.states()).isEqualTo(70_094);
    assertThat(result.relevant()).hasSize(27_410);
  }

  @Test
  void singleMessagePaxosKeepsWhatItReceivedAndHasMoreStates() {
    NaiveResult result = NaiveChecker.check(ReferencePaxos.singleMessage(2, 3, 2));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.states()).isEqualTo(101_323);
    assertThat(result.transitions()).isEqualTo(435_715);
  }

  @Test
  void paxosWithoutMajoritiesDisagreesAfterFewSteps() {
    NaiveResult result =
        NaiveChecker.check(
            ReferencePaxos.quorum(2, 2, 1, false),
            NaiveChecker.Mode.FIRST_VIOLATION,
            Integer.MAX_VALUE);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violations()).containsOnlyKeys("agreement");
    // Two proposers: start, read, decide, write, learn each, at an acceptor of their own.
    assertThat(result.shortestViolation()).hasValue(10);
  }
}
