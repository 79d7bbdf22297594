package dev.parley.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.TestExecutionResult.Status.ABORTED;
import static org.junit.platform.engine.TestExecutionResult.Status.FAILED;
import static org.junit.platform.engine.TestExecutionResult.Status.SUCCESSFUL;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;

class ExecutionTest {
  private static final DiscoverySelector LAMPS = selectClass("example.Lamps");

  /** The directory that the Maven goal is told to use; tests have the one beside it. */
  @TempDir Path directory;

  @Test
  void everyInstanceEndsAsTheGateDecides() throws IOException {
    Recording run = run(Map.of("parley.seed", "smallest", "parley.mode", "por"), LAMPS);
    assertThat(run.status("dark")).isEqualTo(SUCCESSFUL);
    assertThat(run.status("lit")).as("violated, as declared").isEqualTo(SUCCESSFUL);

    assertThat(run.status("unexpected")).isEqualTo(FAILED);
    assertThat(run.message("unexpected"))
        .startsWith("lamps / unexpected: dark does not hold\n")
        .contains("Counterexample, 1 step:", "1. Lamp1: Lamp.flip (Lamps.java:", "Replay: ");
    assertThat(run.results.get("unexpected").getThrowable())
        .get()
        .isInstanceOf(AssertionError.class);

    assertThat(run.status("empty")).isEqualTo(FAILED);
    assertThat(run.message("empty"))
        .startsWith("lamps / empty: it is declared to be violated, but it was verified\n");

    assertThat(run.status("out of budget")).isEqualTo(FAILED);
    assertThat(run.message("out of budget")).contains("the states budget was exhausted after");

    assertThat(run.status("impure")).isEqualTo(FAILED);
    assertThat(run.message("impure")).contains("error in", "System.nanoTime");
    assertThat(run.results.get("impure").getThrowable())
        .get()
        .isNotInstanceOf(AssertionError.class);

    assertThat(run.skipped).containsOnlyKeys("long_night");
    assertThat(run.skipped.get("long_night")).contains("excluded tags large, nightly");
    assertThat(run.status("lamps")).isEqualTo(SUCCESSFUL);
    assertTold(run);
    assertReported(run);
  }

  /** Every start has its end, and what is below ends first. */
  private static void assertTold(Recording run) {
    assertThat(run.told).startsWith("started Parley", "started lamps");
    assertThat(run.told).endsWith("finished lamps", "finished Parley");
    assertThat(run.told).doesNotHaveDuplicates();
    for (String told : run.told) {
      if (told.startsWith("started ")) {
        String end = told.replace("started ", "finished ");
        assertThat(run.told.indexOf(end)).as(told).isGreaterThan(run.told.indexOf(told));
      }
    }
  }

  private void assertReported(Recording run) throws IOException {
    Path report = directory.resolve("parley-junit/example.Lamps");
    assertThat(Files.readString(report.resolve("index.html"))).contains("unexpected");
    for (String test : List.of("dark", "lit", "unexpected", "empty", "out of budget", "impure")) {
      Map<String, String> figures = run.entries.get(test).get(0);
      assertThat(figures)
          .containsKeys("verdict", "states", "transitions", "depth", "time", "search");
      Path page = Path.of(URI.create(figures.get("report")));
      assertThat(page).as("page of %s", test).startsWith(report).isNotEmptyFile();
      assertThat(run.results.get(test).getThrowable().stream())
          .allSatisfy(
              failure -> assertThat(failure.getMessage()).endsWith("  Report: " + page.toUri()));
    }
    assertThat(run.entries.get("dark").get(0)).containsEntry("verdict", "verified");
    assertThat(run.entries.get("lit").get(0)).containsEntry("verdict", "violated");
    assertThat(run.entries.get("lit").get(0).get("search")).contains("POR by the smallest set");
    assertThat(directory.resolve("parley")).as("the goal's own results").doesNotExist();
  }

  @Test
  void whatIsAskedForByNameRunsWhateverItsTags() {
    Recording run =
        run(
            Map.of("parley.failOnBudget", "false"),
            selectMethod("example.Lamps", "long_night", "dev.parley.api.Topology"),
            selectMethod("example.Lamps", "small", "dev.parley.api.Topology"));
    assertThat(run.status("long_night")).isEqualTo(SUCCESSFUL);
    assertThat(run.status("out of budget")).isEqualTo(SUCCESSFUL);
    assertThat(run.entries.get("out of budget"))
        .as("a warning")
        .anyMatch(entry -> entry.getOrDefault("warning", "").contains("nothing is proven"));
  }

  @Test
  void parametersThatCannotBeReadFailEveryTest() {
    Recording run = run(Map.of("parley.mode", "dbs"), LAMPS);
    assertThat(run.results.keySet()).contains("dark", "lit", "impure", "long_night");
    assertThat(run.message("dark"))
        .startsWith("The configuration is not valid: ")
        .contains("'dbs'");
    assertTold(run);
  }

  @Test
  void parametersThatHaveNoEffectAreNamed() {
    Recording run =
        run(Map.of("parley.skip", "true", "parley.mod", "por", "parley.record", "true"), LAMPS);
    assertThat(run.skipped).hasSize(7).containsValue("Parley is skipped (parley.skip).");
    assertThat(run.entries.get("Parley"))
        .extracting(entry -> entry.get("warning"))
        // The build that runs this may have properties of its own.
        .contains(
            "parley.mod has no effect: no goal has such a parameter. Did you mean parley.mode?",
            "parley.record has no effect on tests: the past, comparisons and replays are up to the"
                + " Maven goals and the Gradle tasks.");
  }

  @Test
  void anEngineThatCannotStartFailsEveryTest() {
    Recording run = run(Map.of("parley.jvmArguments", "-XX:NoSuchOption"), LAMPS);
    assertThat(run.message("dark")).contains("NoSuchOption");
    assertThat(run.message("impure")).isEqualTo(run.message("dark"));
    assertTold(run);
  }

  @Test
  void aReportThatCannotBeWrittenIsAFailureOfItsOwn() throws IOException {
    Files.writeString(directory.resolve("parley-junit"), "in the way");
    Recording run = run(Map.of(), selectMethod("example.Lamps", "dark", "dev.parley.api.Topology"));
    assertThat(run.results.get("dark").getThrowable()).isEmpty();
    assertThat(run.status("run")).isEqualTo(FAILED);
    assertThat(run.message("run")).startsWith("Cannot write the reports to ");
  }

  @Test
  void cancellingStopsTheSearchAndSkipsTheRest() {
    CancellationToken token = CancellationToken.create();
    Recording run =
        new Recording(
            test -> {
              if (test.getDisplayName().equals("counters(1)")) {
                token.cancel();
              }
            });
    Platform.withParleyOnly()
        .execute(
            LauncherExecutionRequestBuilder.request(
                    request(Map.of(), selectClass("example.deeper.Endless")).build())
                .listeners(run)
                .cancellationToken(token)
                .build());
    assertThat(run.status("counters(1)")).isEqualTo(ABORTED);
    assertThat(run.skipped).containsOnlyKeys("counters(2)", "counters(3)");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aMistakeOfDiscoveryIsATestThatFails() {
    Recording run = run(Map.of(), selectClass("example.empty.NoProtocols"));
    assertThat(run.told)
        .containsExactly(
            "started Parley",
            "started NoProtocols",
            "started package example.empty",
            "finished package example.empty",
            "finished NoProtocols",
            "finished Parley");
    assertThat(run.message("package example.empty"))
        .isEqualTo(
            "example.empty.NoProtocols is annotated @CheckProtocols, but package example.empty has"
                + " no class annotated @Protocol. Name the protocols' classes or packages in"
                + " @CheckProtocols.");
  }

  @Test
  void modulesAreFoundByWhereTheirClassesAre() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("a/build/classes/java/main"));
    assertThat(Place.of(classes, Path.of("")))
        .isEqualTo(new Place(directory.resolve("a"), directory.resolve("a/build")));
    Path elsewhere = Files.createDirectories(directory.resolve("b/elsewhere"));
    Path jar = Files.createFile(directory.resolve("c.jar"));
    assertThat(Place.of(jar, elsewhere))
        .isEqualTo(new Place(elsewhere, elsewhere.resolve("target")));
    Files.createFile(elsewhere.resolve("build.gradle.kts"));
    assertThat(Place.of(jar, elsewhere))
        .isEqualTo(new Place(elsewhere, elsewhere.resolve("build")));
  }

  @Test
  void theEngineIsFoundByThePlatform() throws IOException {
    try (Stream<String> lines =
        Collections.list(
                ClassPath.loader()
                    .getResources("META-INF/services/org.junit.platform.engine.TestEngine"))
            .stream()
            .map(ExecutionTest::read)) {
      assertThat(lines).anyMatch(text -> text.contains(ParleyTestEngine.class.getName()));
    }
  }

  private static String read(java.net.URL url) {
    try (var in = url.openStream()) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Recording run(Map<String, String> parameters, DiscoverySelector... selectors) {
    Recording recording = new Recording();
    Platform.withParleyOnly().execute(request(parameters, selectors).build(), recording);
    return recording;
  }

  private LauncherDiscoveryRequestBuilder request(
      Map<String, String> parameters, DiscoverySelector... selectors) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectors)
        .configurationParameter("parley.outputDirectory", directory.resolve("parley").toString())
        .configurationParameter("parley.heap", "128m")
        .configurationParameters(parameters);
  }
}
