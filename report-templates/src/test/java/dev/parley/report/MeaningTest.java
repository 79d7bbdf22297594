package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Violation;
import dev.parley.engine.result.WalkFigures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MeaningTest {
  @Test
  void verifiedClaimsNoMoreThanThisInstance() {
    assertThat(Meaning.of(Fixtures.verified()))
        .anySatisfy(sentence -> assertThat(sentence).contains("27,410 states"))
        .anySatisfy(sentence -> assertThat(sentence).contains("nothing about instances of other"))
        .noneSatisfy(sentence -> assertThat(sentence).contains("Coverage"));
  }

  @Test
  void verifiedByAReducedSearchDoesNotClaimThatEveryStateWasExplored() {
    assertThat(Meaning.of(Fixtures.verified()).get(0))
        .startsWith("The search is complete. It explored ");
    assertThat(Meaning.explored(Fixtures.verified()))
        .anySatisfy(sentence -> assertThat(sentence).contains("were skipped"))
        .noneSatisfy(sentence -> assertThat(sentence).contains("as few steps as possible"));
    assertThat(Meaning.of(Fixtures.partlyCovered()).get(0))
        .startsWith("Every reachable state of this instance was explored");
  }

  @Test
  void violatedNamesThePropertyWhatItSaysAndAfterHowManySteps() {
    InstanceResult result = Fixtures.violated();
    Claim.View claim = Claim.of(result, result.violation().orElseThrow());

    assertThat(claim.property() + " " + claim.when()).isEqualTo("agreement fails after 14 steps");
    assertThat(claim.words()).isEqualTo("No two different values are ever learned.");
    assertThat(claim.lead()).isEqualTo("This value breaks it");
    assertThat(claim.values()).containsExactly(new Claim.Value("learner", "learned", "{1, 2}", 14));
    assertThat(claim.rest()).isEmpty();
  }

  @Test
  void aViolationWithoutASurveyShowsWhatThePropertyLookedAt() {
    InstanceResult result = Fixtures.violated();
    Violation violation = result.violation().orElseThrow();
    Claim.View claim =
        Claim.of(
            result,
            new Violation(
                violation.property(),
                violation.kind(),
                violation.message(),
                violation.trace(),
                violation.seen()));

    assertThat(claim.values()).isEmpty();
    assertThat(claim.rest()).isEqualTo(violation.seen());
  }

  @Test
  void verifiedPointsToWhatWasNeverExercised() {
    assertThat(Meaning.of(Fixtures.partlyCovered()))
        .anySatisfy(sentence -> assertThat(sentence).contains("see Coverage"));
    assertThat(Meaning.of(Fixtures.partlyCovered()))
        .anySatisfy(s -> assertThat(s).contains("allReleased was never judged"))
        .noneSatisfy(s -> assertThat(s).contains("every declared property"));
  }

  @Test
  void verifiedWithoutPropertiesSaysThatNoneIsDeclared() {
    InstanceResult result = Fixtures.verified();
    InstanceResult bare =
        new InstanceResult(
            result.description(),
            result.verdict(),
            result.exhausted(),
            result.search(),
            result.budget(),
            result.figures(),
            List.of(),
            result.coverage(),
            Decomposition.NONE,
            result.violation(),
            result.error(),
            result.warnings());

    assertThat(Meaning.of(bare).get(0)).endsWith("No property is declared.");
  }

  @ParameterizedTest
  @CsvSource({
    "STATES, 'limit on states (1,000)'",
    "TIME, limit on time (1.50 s)",
    "MEMORY, limit on memory (1.0 KiB)",
    "DEPTH, limit on depth (7)"
  })
  void anExhaustedBudgetNamesItsBound(Budget.Kind kind, String words) {
    Budget budget =
        new Budget(
            Optional.of(1_000L),
            Optional.of(Duration.ofMillis(1_500)),
            Optional.of(1_024L),
            Optional.of(7));

    List<String> sentences = Meaning.of(exhausted(Optional.of(kind), budget));

    assertThat(sentences.get(0)).contains(words);
    assertThat(sentences.get(1)).contains("nothing is verified");
  }

  @Test
  void whatIsNotKnownOfProgramsIsNoLimitThatCouldBeRaised() {
    List<String> sentences =
        Meaning.of(exhausted(Optional.of(Budget.Kind.PEERS), Budget.UNBOUNDED));

    assertThat(sentences.get(0)).contains("Not all is known of them, see Warnings");
    assertThat(sentences.get(1)).contains("nothing is verified");
    assertThat(sentences.get(2)).contains("maxHistory").doesNotContain("@Budget");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PEERS")
  void aBudgetThatWasMetWithoutBeingSetIsStillNamed(Budget.Kind kind) {
    // A full heap exhausts memory whether or not a bound on it was declared.
    assertThat(Meaning.of(exhausted(Optional.of(kind), Budget.UNBOUNDED)).get(0))
        .startsWith("The search reached its limit on " + BudgetUse.name(kind) + " before");
  }

  @Test
  void randomWalksThatFoundNothingSayThatNothingIsProven() {
    WalkFigures walks =
        new WalkFigures(
            8_231,
            20,
            13,
            400,
            Optional.of(Budget.Kind.TIME),
            5,
            Optional.empty(),
            Optional.empty(),
            List.of(new WalkFigures.Sample(13, 400, 900, 120, 31, 4, 0)));
    InstanceResult bare = exhausted(Optional.of(Budget.Kind.WALKS), Budget.UNBOUNDED);
    InstanceResult result =
        new InstanceResult(
            bare.description(),
            bare.verdict(),
            bare.exhausted(),
            bare.exploration(),
            new InstanceResult.Scrutiny(
                bare.properties(),
                bare.coverage(),
                bare.decomposition(),
                bare.reductions(),
                bare.profile().with(walks)),
            bare.fingerprint(),
            bare.findings(),
            bare.basis());

    assertThat(Meaning.of(result).get(0)).startsWith("13 random walks found nothing. ");
    assertThat(Meaning.of(result).get(1)).startsWith("That proves nothing");
    assertThat(String.join(" ", Meaning.explored(result)))
        .contains("13 random walks were taken, of 20: 400 transitions")
        .contains("-Dparley.walkSeed=8231 the same walks are taken again")
        .contains("The limit on time ended them")
        .contains("counted in the first 5 walks only");
    WalkPanel.View panel = WalkPanel.of(result).orElseThrow();
    assertThat(panel.rows()).extracting(WalkPanel.Row::states).containsExactly("over 120");
    assertThat(Badge.of(result).label()).isEqualTo("Nothing found");
  }

  private static InstanceResult exhausted(Optional<Budget.Kind> kind, Budget budget) {
    InstanceResult result = Fixtures.exhausted();
    return new InstanceResult(
        result.description(),
        Verdict.BUDGET_EXHAUSTED,
        kind,
        result.search(),
        budget,
        result.figures(),
        result.properties(),
        result.coverage(),
        Decomposition.NONE,
        result.violation(),
        result.error(),
        result.warnings());
  }
}
