package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SearchParametersTest {
  @Test
  void whatIsLeftOutFitsWhatIsGiven() {
    assertThat(describe(null, null, null))
        .isEqualTo("DBSS + POR + dead messages + symmetry, breadth first")
        .isEqualTo(describe(SearchMode.DEFAULT.name(), null, null));
    assertThat(describe("dbss", null, null)).isEqualTo("DBSS, breadth first");
    assertThat(describe("dbss", "depth-first", null)).isEqualTo("DBSS, depth first");
    assertThat(describe("dbss", "depth-first", false))
        .isEqualTo("DBSS without selective push-on-stack, depth first");
    assertThat(describe("dbss-without-push", "depth-first", null))
        .isEqualTo("DBSS without selective push-on-stack, depth first");
    assertThat(describe("stateful", null, null)).isEqualTo("stateful, breadth first");
    assertThat(describe("stateful", "depth-first", true))
        .isEqualTo("stateful with selective push-on-stack, depth first");
    assertThat(describe("stateless", null, null)).isEqualTo("stateless, depth first");
  }

  @Test
  void recordsAndSingleRunsArePassedOn() {
    SearchOptions options =
        new SearchParameters(null, true, false, null, null, null, ReductionParameters.NONE)
            .check(null, null, null);
    assertThat(options.store().deliveryRecord()).isTrue();
    assertThat(options.scrutiny().runTwice()).isFalse();
  }

  @Test
  void patternsOfPureCodeAreReadAndCheckedAtOnce() {
    assertThat(assuming(null)).isEmpty();
    assertThat(assuming(" com.acme.** ,com.acme.Clock.now"))
        .containsExactly("com.acme.**", "com.acme.Clock.now");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assuming("com.acme.Clock#now"))
        .withMessageContaining("'com.acme.Clock#now' names no class or method");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> assuming("**"))
        .withMessageContaining("would vouch for all code");
  }

  private static List<String> assuming(String text) {
    return new SearchParameters(null, false, true, null, text, null, ReductionParameters.NONE)
        .check(null, null, null)
        .scrutiny()
        .assumePure()
        .patterns();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("bfs", null, null))
        .withMessage(
            "there is no search mode 'bfs'; choose among stateless, stateful, dbss-without-push,"
                + " dbss, por, dbss-por, reduced, rounds, simulate");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("stateful", null, true))
        .withMessageContaining("search depth first");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> describe("stateless", "breadth-first", null))
        .withMessageContaining("must be depth first");
  }

  @Test
  void comparisonsAreDepthFirst() {
    assertThat(compared(null, null)).isEqualTo(compared("depth-first", ""));
    assertThat(compared(null, " dbss , stateful"))
        .containsExactly("DBSS, depth first", "stateful, depth first");
  }

  @Test
  void comparisonsAreBreadthFirstWhereItAppliesAndLeaveOutWhatIsTheSameThen() {
    assertThat(compared("breadth-first", null))
        .containsExactly(
            "stateless, depth first",
            "stateful, breadth first",
            "DBSS, breadth first",
            "stateful + POR, breadth first",
            "DBSS + POR, breadth first",
            "DBSS + POR + dead messages + symmetry, breadth first");
  }

  @Test
  void inferenceSuggestsUnlessToldOtherwise() {
    assertThat(inference(null)).isEqualTo(Inference.SUGGEST);
    assertThat(inference("suggest")).isEqualTo(Inference.SUGGEST);
    assertThat(inference("off")).isEqualTo(Inference.OFF);
    assertThat(inference("on")).isEqualTo(Inference.ON);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> inference("yes"))
        .withMessage("inference must be one of off, suggest, on, not 'yes'");
  }

  @Test
  void aComparisonInfersIfToldToAndSuggestsNothing() {
    assertThat(comparedInference("on")).containsOnly(Inference.ON);
    assertThat(comparedInference("suggest")).containsOnly(Inference.OFF);
    assertThat(comparedInference(null)).containsOnly(Inference.OFF);
  }

  private static Inference inference(String text) {
    return new SearchParameters(null, false, true, text, null, null, ReductionParameters.NONE)
        .check(null, null, null)
        .scrutiny()
        .inference();
  }

  private static List<Inference> comparedInference(String text) {
    return new SearchParameters(null, false, true, text, null, null, ReductionParameters.NONE)
        .compare(null).stream().map(mode -> mode.options().scrutiny().inference()).toList();
  }

  private static List<String> compared(String order, String modes) {
    return new SearchParameters(order, false, true, null, null, null, ReductionParameters.NONE)
        .compare(modes).stream().map(mode -> mode.options().describe()).toList();
  }

  private static String describe(String mode, String order, Boolean push) {
    return new SearchParameters(order, false, true, null, null, null, ReductionParameters.NONE)
        .check(mode, push, null)
        .describe();
  }

  @Test
  void reductionsAreSetWhereTheModeHasThem() {
    ReductionParameters written = new ReductionParameters("quorum", "smallest", "byte-code", 1_000);
    SearchParameters parameters =
        new SearchParameters(null, false, true, null, null, null, written);

    SearchOptions options = parameters.check("reduced", null, false);

    assertThat(options.describe())
        .isEqualTo(
            "DBSS + POR with quorum-split by the smallest set by byte code + symmetry,"
                + " breadth first");
    assertThat(options.reduction().trialRuns()).isEqualTo(1_000);
    assertThat(parameters.compare("stateful,por").get(0).options().reduction().partialOrder())
        .isEmpty();
  }

  @Test
  void reductionsThatWouldHaveNoEffectAreRefused() {
    ReductionParameters written = new ReductionParameters(null, "first", null, null);
    ReductionParameters wrong = new ReductionParameters("halves", null, null, null);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SearchParameters(null, false, true, null, null, null, written)
                    .check("dbss", null, null))
        .withMessageContaining("which the mode dbss does not have");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SearchParameters(null, false, true, null, null, null, wrong)
                    .check("por", null, null))
        .withMessage("refinement must be one of none, reply, quorum, combined, full, not 'halves'");
  }

  @Test
  void symmetryIsSoughtByTheModeOrByChoice() {
    assertThat(symmetry(null, "reduced")).isEqualTo(Symmetry.AUTO);
    assertThat(symmetry("off", "reduced")).isEqualTo(Symmetry.OFF);
    assertThat(symmetry(null, "dbss")).isEqualTo(Symmetry.OFF);
    assertThat(symmetry("required", "dbss")).isEqualTo(Symmetry.REQUIRED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> symmetry("always", "dbss"))
        .withMessage("symmetry must be one of off, auto, required, not 'always'");
  }

  @Test
  void randomWalksAreWhatIsWrittenOrAsUsualWithASeedOfTheirOwn() {
    Walks written = walks(new WalkParameters(7L, 8, "priorities", 9L));
    assertThat(written).isEqualTo(new Walks(Walks.Schedule.PRIORITIES, 9, 7, 8));
    Walks usual = walks(WalkParameters.NONE);
    assertThat(usual.withSeed(1)).isEqualTo(Walks.DEFAULT);
    assertThat(LongStream.range(0, 20).map(i -> walks(WalkParameters.NONE).seed()).distinct())
        .hasSizeGreaterThan(1);
  }

  private static Walks walks(WalkParameters written) {
    return new SearchParameters(null, false, true, null, null, null, ReductionParameters.NONE)
        .with(written)
        .check("simulate", null, null)
        .exploration()
        .walks()
        .orElseThrow();
  }

  @Test
  void randomWalksThatWouldNotBeTakenAreRefused() {
    SearchParameters parameters =
        new SearchParameters(null, false, true, null, null, null, ReductionParameters.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                parameters.with(new WalkParameters(7L, null, null, null)).check("dbss", null, null))
        .withMessageContaining("choose the mode simulate");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                parameters
                    .compare("stateful,simulate,dbss")
                    .forEach(
                        mode -> {
                          SearchMode.requireDistinct(List.of(mode));
                        }))
        .withMessageContaining("leave out simulate");
  }

  private static Symmetry symmetry(String written, String mode) {
    ReductionParameters reductions = new ReductionParameters(null, null, null, null, written);
    return new SearchParameters(null, false, true, null, null, null, reductions)
        .check(mode, null, null)
        .reduction()
        .symmetry();
  }
}
