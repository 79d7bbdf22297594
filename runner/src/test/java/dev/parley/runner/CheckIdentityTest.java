package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.fork.Target;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckIdentityTest {
  private static final Target TARGET = new Target("p", "p.P", "small", List.of());
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir Path folder;

  @Test
  void whatResultsDependOnMakesADifference() throws IOException {
    CheckOptions options = ReportTextTest.options(Path.of("target", "parley"));
    Set<String> identities = new HashSet<>();
    identities.add(identity(options, TARGET, JAVA, Map.of()));
    identities.add(identity(options, new Target("p", "p.P", "large", List.of()), JAVA, Map.of()));
    identities.add(identity(options, new Target("q", "p.P", "small", List.of()), JAVA, Map.of()));
    identities.add(identity(options, new Target("p", "p.Q", "small", List.of()), JAVA, Map.of()));
    identities.add(identity(options, TARGET, JAVA, Map.of("JDK_JAVA_OPTIONS", "-Dx=1")));
    identities.add(identity(options, TARGET, otherJava("OTHER=1"), Map.of()));
    identities.add(identity(options, TARGET, otherJava("OTHER=2"), Map.of()));
    for (SearchOptions other :
        List.of(
            options.search().withDeadMessages(true),
            options.search().withRunTwice(false),
            options.search().withDeliveryRecord(true),
            options.search().withTrialRuns(1),
            SearchMode.DBSS.options())) {
      identities.add(identity(RecordJson.with(options, "search", other), TARGET, JAVA, Map.of()));
    }
    for (Map.Entry<String, Object> other :
        Map.<String, Object>of(
                "defaultBudget", Budget.UNBOUNDED.withStates(1),
                "overridingBudget", Budget.UNBOUNDED.withStates(1),
                "heap", Optional.of("3g"),
                "jvmArguments", List.of("-Dx=2"))
            .entrySet()) {
      RunOptions run = RecordJson.with(options.run(), other.getKey(), other.getValue());
      identities.add(identity(RecordJson.with(options, "run", run), TARGET, JAVA, Map.of()));
    }
    assertThat(identities).hasSize(16);
  }

  @Test
  void whatNoResultDependsOnMakesNone() throws IOException {
    CheckOptions options = ReportTextTest.options(Path.of("target", "parley"));
    String identity = identity(options, TARGET, JAVA, Map.of());
    assertThat(identity(options, TARGET, JAVA, Map.of("HOME", "/elsewhere"))).isEqualTo(identity);
    assertThat(identity(RecordJson.with(options, "gate", false), TARGET, JAVA, Map.of()))
        .isEqualTo(identity);
    RunOptions elsewhere = RecordJson.with(options.run(), "outputDirectory", Path.of("elsewhere"));
    assertThat(identity(RecordJson.with(options, "run", elsewhere), TARGET, JAVA, Map.of()))
        .isEqualTo(identity);
    RunOptions threads =
        RecordJson.with(
            options.run(),
            "jvmArguments",
            RunOptions.arguments(String.join(" ", options.run().jvmArguments()), 3));
    assertThat(threads).isNotEqualTo(options.run());
    assertThat(identity(RecordJson.with(options, "run", threads), TARGET, JAVA, Map.of()))
        .isEqualTo(identity);
  }

  /** What is measured without reductions is the same for all that are reduced otherwise. */
  @Test
  void searchesWithoutReductionsDoNotDependOnReductions() throws IOException {
    CheckOptions options = ReportTextTest.options(Path.of("target", "parley"));
    CheckOptions reduced =
        RecordJson.with(options, "search", options.search().withDeadMessages(true));
    CheckOptions recorded =
        RecordJson.with(options, "search", options.search().withDeliveryRecord(true));
    try (CheckIdentity identity = CheckIdentity.of(classes(), JAVA, Map.of())) {
      assertThat(identity.ofBaseline(TARGET, reduced))
          .isPresent()
          .isEqualTo(identity.ofBaseline(TARGET, options))
          .isNotEqualTo(identity.ofBaseline(TARGET, recorded));
      assertThat(identity.of(TARGET, reduced)).isNotEqualTo(identity.of(TARGET, options));
    }
  }

  @Test
  void aJavaThatDoesNotSayWhatItIsIsNotCertain() throws IOException {
    Path java = otherJava("X");
    Files.delete(java.getParent().getParent().resolve("release"));
    assertThatThrownBy(() -> CheckIdentity.of(classes(), java, Map.of()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aBuildServerSearchesEverythingUnlessItIsToldOtherwise() {
    Map<String, String> ci = Map.of("CI", "true");
    assertThat(reuse(Optional.empty()).whyEverything(ci))
        .contains("CI is set, and parley.incremental is not");
    assertThat(reuse(Optional.empty()).whyEverything(Map.of())).isEmpty();
    assertThat(reuse(Optional.empty()).whyEverything(Map.of("CI", "false"))).isEmpty();
    assertThat(reuse(Optional.of(true)).whyEverything(ci)).isEmpty();
    assertThat(reuse(Optional.of(false)).whyEverything(Map.of()))
        .contains("parley.incremental is false");
  }

  private static ReuseOptions reuse(Optional<Boolean> incremental) {
    return new ReuseOptions(incremental, false, ReuseOptions.BASELINE_BUDGET);
  }

  private String identity(
      CheckOptions options, Target target, Path java, Map<String, String> variables)
      throws IOException {
    try (CheckIdentity identity = CheckIdentity.of(classes(), java, variables)) {
      assertThat(identity.of(target, options)).isEqualTo(identity.of(target, options));
      return identity.of(target, options).orElseThrow();
    }
  }

  private ModuleClasses classes() {
    return new ModuleClasses(List.of(folder), List.of(folder.toString()));
  }

  private Path otherJava(String release) throws IOException {
    Path home = Files.createTempDirectory(folder.getParent(), "jdk");
    Files.writeString(home.resolve("release"), release);
    return Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
  }
}
