package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.ScrutinyOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.runner.CheckOptions;
import dev.parley.runner.HistoryOptions;
import dev.parley.runner.ReuseOptions;
import dev.parley.runner.RunOptions;
import dev.parley.runner.Selection;
import dev.parley.runner.Thresholds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.maven.api.plugin.testing.InjectMojo;
import org.apache.maven.api.plugin.testing.MojoParameter;
import org.apache.maven.api.plugin.testing.MojoTest;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;

@MojoTest
class CheckMojoTest {
  private static final String PLAIN = "src/test/projects/plain/pom.xml";
  private static final String CONFIGURED = "src/test/projects/configured/pom.xml";

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  void withoutConfigurationEverythingIsCheckedAndEveryGateIsClosed(CheckMojo mojo)
      throws Exception {
    RunOptions options = mojo.options().run();
    assertThat(options.selection().selectsAll()).isTrue();
    assertThat(options.defaultBudget())
        .isEqualTo(
            new Budget(
                Optional.empty(),
                Optional.of(Duration.ofMinutes(10)),
                Optional.empty(),
                Optional.empty()));
    assertThat(options.overridingBudget()).isEqualTo(Budget.UNBOUNDED);
    assertThat(mojo.options().search())
        .isEqualTo(
            SearchOptions.DEFAULT
                .withMemory(StoreOptions.Memory.RELEVANT)
                .withPartialOrder(Optional.of(PartialOrder.DEFAULT))
                .withDeadMessages(true)
                .withSymmetry(ReductionOptions.Symmetry.AUTO)
                .withInference(ScrutinyOptions.Inference.SUGGEST));
    assertThat(options.reuse())
        .isEqualTo(new ReuseOptions(Optional.empty(), true, ReuseOptions.BASELINE_BUDGET));
    assertThat(options.heap()).isEmpty();
    assertThat(options.jvmArguments()).isEmpty();
    assertThat(mojo.options().failOnBudget()).isTrue();
    assertThat(mojo.options().compare()).isEmpty();
    assertThat(mojo.options().mode()).isEqualTo("reduced");
    assertThat(mojo.options().gate()).isTrue();
    assertThat(mojo.options().summary()).isTrue();
    assertThat(mojo.options().history())
        .isEqualTo(
            new HistoryOptions(
                mojo.project.getBasedir().toPath().resolve("parley-history.jsonl"),
                false,
                Optional.empty(),
                false,
                Thresholds.DEFAULT));
    assertThat(options.failIfNothingFound()).isTrue();
    assertThat(options.outputDirectory().endsWith(Path.of("target", "parley"))).isTrue();
    assertThat(options.progressInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.grace()).isEmpty();
  }

  @Test
  @InjectMojo(goal = "check", pom = CONFIGURED)
  void everyElementOfTheConfigurationReachesTheOptions(CheckMojo mojo) throws Exception {
    CheckOptions options = mojo.options();
    assertThat(options)
        .isEqualTo(
            new CheckOptions(
                new RunOptions(
                    new Selection(
                        List.of("paxos", "*-commit"),
                        List.of("paxos(2,3)", "small*"),
                        List.of("quick"),
                        List.of("nightly", "slow")),
                    new Budget(
                        Optional.of(20_000_000L),
                        Optional.of(Duration.ofMinutes(5)),
                        Optional.of(4L << 30),
                        Optional.of(200)),
                    Budget.UNBOUNDED,
                    Optional.of("8g"),
                    List.of("-Xss64m", "-XX:+UseG1GC"),
                    false,
                    options.run().outputDirectory(),
                    Duration.ofSeconds(30),
                    Optional.of(Duration.ofSeconds(10)),
                    new ReuseOptions(
                        Optional.of(false),
                        false,
                        new Budget(
                            Optional.of(5L),
                            Optional.of(Duration.ofMinutes(1)),
                            Optional.empty(),
                            Optional.empty()))),
                "stateful",
                SearchOptions.DEFAULT
                    .withOrder(ExplorationOptions.Order.DEPTH_FIRST)
                    .withSelectivePush(true)
                    .withDeliveryRecord(true)
                    .withRunTwice(false)
                    .withInference(ScrutinyOptions.Inference.ON),
                false,
                true,
                List.of(recorded(SearchMode.STATEFUL), recorded(SearchMode.DBSS)),
                5,
                new HistoryOptions(
                    options.history().file(),
                    true,
                    Optional.of("1a2b3c4"),
                    true,
                    new Thresholds(
                        new Thresholds.Limits(Optional.of(2.5), Optional.of(10.0)),
                        List.of(
                            new Thresholds.Special(
                                Selection.of("paxos*", "large", null, null),
                                new Thresholds.Limits(Optional.of(1.0), Optional.empty()))),
                        false)),
                false,
                false));
    assertThat(options.history().file().getFileName()).hasToString("past.jsonl");
    assertThat(options.run().outputDirectory().getFileName()).hasToString("elsewhere");
  }

  private static SearchMode recorded(SearchMode mode) {
    return mode.with(
        mode.options()
            .withDeliveryRecord(true)
            .withRunTwice(false)
            .withInference(ScrutinyOptions.Inference.ON));
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "compare", value = "stateful")
  @MojoParameter(name = "rounds", value = "0")
  void aComparisonWithoutRoundsIsRefused(CheckMojo mojo) {
    assertThatThrownBy(mojo::options)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("rounds must be at least 1, not 0");
  }

  @Test
  @InjectMojo(goal = "check", pom = CONFIGURED)
  @MojoParameter(name = "budgetStates", value = "7")
  @MojoParameter(name = "budgetTime", value = "500ms")
  @MojoParameter(name = "budgetMemory", value = "1m")
  @MojoParameter(name = "budgetDepth", value = "3")
  void theCommandLinesBudgetOverrides(CheckMojo mojo) throws Exception {
    assertThat(mojo.options().run().overridingBudget())
        .isEqualTo(
            new Budget(
                Optional.of(7L),
                Optional.of(Duration.ofMillis(500)),
                Optional.of(1L << 20),
                Optional.of(3)));
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "order", value = "random")
  void anUnknownOrderIsRefusedWithTheKnownOnes(CheckMojo mojo) {
    assertThatThrownBy(mojo::options)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessage(
            "The configuration is not valid: order must be one of breadth-first, depth-first, not"
                + " 'random'");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "budgetTime", value = "soon")
  void anAmountWithoutUnitIsRefusedWithExamples(CheckMojo mojo) {
    assertThatThrownBy(mojo::options)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining(
            "the budget's time: 'soon' is not a duration; write 500ms, 30s, 5m or 2h");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "heap", value = "much")
  void aHeapJavaWouldRefuseIsRefusedBefore(CheckMojo mojo) {
    assertThatThrownBy(mojo::options)
        .hasMessageContaining("heap: 'much' is not a size; write 64k, 512m, 4g");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "reductionLoss", value = "-1")
  void aThresholdBelowZeroIsRefused(CheckMojo mojo) {
    assertThatThrownBy(mojo::options)
        .hasMessageContaining(
            "reductionLoss must be a number such as 5 or 2.5, not below 0, or off, not '-1'");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "skip", value = "true")
  void skippingSaysSoAndDoesNothing(CheckMojo mojo) throws Exception {
    assertThat(RecordingLog.of(mojo)).containsExactly("[info] Parley is skipped (parley.skip).");
  }

  @Test
  @InjectMojo(goal = "check", pom = "src/test/projects/no-classes/pom.xml")
  void aModuleWithoutClassesIsLeftAlone(CheckMojo mojo) throws Exception {
    mojo.project.getBuild().setOutputDirectory("no/such/classes");
    mojo.project.getBuild().setTestOutputDirectory("no/such/test-classes");
    assertThat(RecordingLog.of(mojo))
        .containsExactly("[info] Nothing to check: this module has no classes.");
  }
}
