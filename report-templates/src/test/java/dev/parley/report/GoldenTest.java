package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages compared with the files in {@code src/test/resources/golden}.
 *
 * <p>{@code mvn test -pl report-templates -am -Dparley.golden.update=true} writes those files anew;
 * read their diff before committing it. Style and script are left out of the comparison, for they
 * stand in every page and say nothing about its content.
 */
class GoldenTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

  @TempDir Path directory;

  @Test
  void theIndexListsEveryInstance() throws IOException {
    HtmlReport.write(Fixtures.everything(), directory);

    assertGolden("index.html", directory.resolve("index.html"));
  }

  @Test
  void anIncompleteRunSaysWhyAndWhatIsMissing() throws IOException {
    RunReport report =
        Fixtures.report(Fixtures.verified())
            .endedBy(
                new RunReport.Incomplete(
                    "Parley was interrupted while checking.",
                    List.of("paxos / large", "zab / n5")));
    HtmlReport.write(report, directory);

    assertGolden("incomplete.html", directory.resolve("index.html"));
  }

  @Test
  void aRunWithoutInstancesSaysSo() throws IOException {
    HtmlReport.write(Fixtures.report(), directory);

    assertGolden("empty.html", directory.resolve("index.html"));
  }

  @Test
  void aVerifiedInstanceSaysWhatThatMeans() throws IOException {
    assertGoldenPage("verified.html", Fixtures.verified());
  }

  @Test
  void aVerifiedInstanceShowsWhatItNeverExercised() throws IOException {
    assertGoldenPage("partly-covered.html", Fixtures.partlyCovered());
  }

  @Test
  void aViolationShowsItsCounterexample() throws IOException {
    assertGoldenPage("violated.html", Fixtures.violated());
  }

  @Test
  void anErrorShowsPlaceMessageAndDetails() throws IOException {
    assertGoldenPage("error.html", Fixtures.error());
  }

  @Test
  void anExhaustedBudgetSaysWhichAndHowFar() throws IOException {
    assertGoldenPage("budget-exhausted.html", Fixtures.exhausted());
  }

  @Test
  void aComparisonShowsWhatEachModeSaves() throws IOException {
    ComparisonReport report = Fixtures.comparison(Fixtures.compared(), Fixtures.disagreeing());

    assertGolden("compare.html", HtmlComparison.write(report, directory));
  }

  @Test
  void theInstancePageShowsItsComparison() throws IOException {
    RunReport report = Fixtures.report(Fixtures.verified());
    HtmlReport.write(report.with(List.of(Fixtures.compared())), directory);

    assertGolden("verified-compared.html", directory.resolve("instances/paxos-p2a3l1.html"));
  }

  @Test
  void theIndexShowsWhatChangedSinceTheLastRecordedRun() throws IOException {
    HtmlReport.write(Fixtures.everything(), Fixtures.trends(), directory);

    assertGolden("index-tracked.html", directory.resolve("index.html"));
  }

  @Test
  void aTrendShowsEveryRecordedRunAndThisOne() throws IOException {
    RunReport report = Fixtures.everything().with(List.of(Fixtures.comparedSmall()));
    HtmlReport.write(report, Fixtures.trends(), directory);

    assertGolden("trend.html", directory.resolve("trends/paxos-trend.html"));
  }

  private void assertGoldenPage(String name, InstanceResult result) throws IOException {
    RunReport report = Fixtures.report(result);
    HtmlReport.write(report, directory);
    try (var pages = Files.list(directory.resolve("instances"))) {
      assertGolden(name, pages.findFirst().orElseThrow());
    }
  }

  private static void assertGolden(String name, Path page) throws IOException {
    String actual =
        Files.readString(page)
            .replaceAll("(?s)<style>.*?</style>", "<style></style>")
            .replaceAll("(?s)<script>.*?</script>", "<script></script>");
    Path golden = GOLDEN.resolve(name);
    if (Boolean.getBoolean("parley.golden.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, actual);
    }
    assertThat(golden).as("run with -Dparley.golden.update=true if it is new").exists();
    assertThat(actual)
        .as("differs from %s; if that is meant, run with -Dparley.golden.update=true", golden)
        .isEqualTo(Files.readString(golden));
  }
}
