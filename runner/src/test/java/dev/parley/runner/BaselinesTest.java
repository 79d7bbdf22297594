package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Target;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.EarlierCheck;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** None of these need a search: what left nothing out is its own baseline. */
class BaselinesTest {
  @TempDir Path directory;

  static Stream<InstanceResult> searchesThatLeftNothingOut() {
    return Stream.of(
        Results.verified(),
        Results.violated(),
        withPeer(Results.verified()),
        withPeer(Results.violated()),
        Results.exhausted());
  }

  @ParameterizedTest
  @MethodSource
  void searchesThatLeftNothingOut(InstanceResult result) throws Exception {
    ComparisonResult comparison = measured("reduced", result).get(0);
    assertThat(comparison.modes())
        .extracting(ModeResult::mode, m -> m.figures().states(), ModeResult::verdict)
        .containsExactly(
            tuple("stateful", 27_410L, result.verdict()),
            tuple("dbss", 27_410L, result.verdict()),
            tuple("reduced", 27_410L, result.verdict()));
    if (result.verdict() == Verdict.VERIFIED) {
      assertThat(comparison.modes().get(2).over("stateful"))
          .map(Reduction::statesPercent)
          .contains(0.0);
    }
  }

  @Test
  void whatIsNoSearchIsMeasuredAgainstNone() throws Exception {
    assertThat(measured("reduced", Results.error())).isEmpty();
    assertThat(measured("simulate", Results.walked(Verdict.VERIFIED))).isEmpty();
    assertThat(measured("simulate", Results.violated())).isEmpty();
  }

  @Test
  void aBaselineHasNoReductions() {
    for (SearchMode mode : List.of(SearchMode.REDUCED, SearchMode.ROUNDS)) {
      SearchOptions plain = Baselines.plain(mode.options());
      assertThat(plain.reduction())
          .as(mode.name())
          .isEqualTo(SearchMode.DBSS.options().reduction());
    }
  }

  @Test
  void timesAreComparedWithinOneProcess() throws Exception {
    EarlierCheck now = new EarlierCheck("2026-02-02T00:00:00Z", Optional.empty(), true);
    List<ModeResult> plain = measured("reduced", Results.verified()).get(0).modes();
    ModeResult cold = plain.get(2);
    Baseline with =
        new Baseline(List.of(plain.get(0), plain.get(1), in(7, cold, cold.figures())), now);
    assertThat(with.plain()).extracting(ModeResult::mode).containsExactly("stateful", "dbss");
    assertThat(with.compared(cold).medianMillis()).isEqualTo(7);
    assertThat(with.compared(cold).figures()).isEqualTo(cold.figures());
    assertThat(Baseline.of(RecordJson.parse(with.json().toString()))).isEqualTo(with);

    Figures others = Results.verified().figures().withMillis(3);
    Baseline other =
        new Baseline(
            List.of(
                plain.get(0),
                plain.get(1),
                in(7, cold, RecordJson.with(others, "transitions", others.transitions() + 1))),
            now);
    assertThat(other.compared(cold)).isEqualTo(cold);
    Baseline without = new Baseline(plain.subList(0, 2), now);
    assertThat(without.compared(cold)).isEqualTo(cold);
    assertThatThrownBy(() -> new Baseline(List.of(cold, plain.get(0), plain.get(1)), now))
        .hasMessageContaining("no searches without reductions");
  }

  private static ModeResult in(long millis, ModeResult like, Figures figures) {
    return new ModeResult(
        like.mode(),
        like.search(),
        like.verdict(),
        like.exhausted(),
        figures,
        millis,
        List.of(millis),
        List.of());
  }

  private List<ComparisonResult> measured(String mode, InstanceResult result) throws Exception {
    CheckOptions usual = ReportTextTest.options(directory);
    ReuseOptions reused = new ReuseOptions(Optional.of(false), true, ReuseOptions.BASELINE_BUDGET);
    CheckOptions options =
        RecordJson.with(
            RecordJson.with(
                RecordJson.with(usual, "mode", mode), "search", SearchMode.named(mode).options()),
            "run",
            usual.run().with(reused));
    CheckedModule module = new CheckedModule("ask", "Ask & Co", directory, List.of());
    ModuleClasses classes = new ModuleClasses(List.of(), List.of());
    SilentTool tool = new SilentTool();
    Model.Description description = result.description();
    List<Target> targets =
        List.of(
            new Target(
                description.protocol(),
                description.protocolClass(),
                description.instance(),
                List.of()));
    try (Reuse reuse = Reuse.of(tool, module, classes, options, targets)) {
      Past past = Past.open(options.history(), tool.variables(), directory, warning -> {});
      return new Baselines(
              options, new EngineWork(tool, module, classes), reuse, past, "2026-02-02T00:00:00Z")
          .of(
              targets,
              new RunReport("Ask & Co", "1", "17", "2026-02-02T00:00:00Z", List.of(result)));
    }
  }

  private static InstanceResult withPeer(InstanceResult result) {
    PeerUse use =
        new PeerUse(
            "Server1",
            "server",
            "total order",
            true,
            1,
            0,
            new PeerUse.Checkpoints("restart and replay", 2, 1, 0),
            PeerUse.Effort.NONE,
            PeerUse.Effort.NONE);
    return result.with(result.basis().with(List.of(use)));
  }
}
