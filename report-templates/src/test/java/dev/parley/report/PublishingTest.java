package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishingTest {
  @TempDir Path directory;

  @Test
  void theDirectoryIsMadeAndHoldsNothingButTheReport() throws IOException {
    Path made = directory.resolve("target/parley");

    Path index = HtmlReport.write(Fixtures.report(Fixtures.verified()), made);

    assertThat(index).isEqualTo(made.resolve("index.html"));
    assertThat(contents(made).keySet())
        .containsExactly("index.html", "instances/paxos-p2a3l1.html");
  }

  @Test
  void theSameResultsMakeTheSameFiles() throws IOException {
    HtmlReport.write(Fixtures.everything(), directory);
    Map<String, String> first = contents(directory);

    HtmlReport.write(Fixtures.everything(), directory);

    assertThat(contents(directory)).isEqualTo(first);
  }

  @Test
  void pagesOfAnEarlierRunAreRemovedAndOtherFilesAreNot() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.verified(), Fixtures.error()), directory);
    Files.writeString(directory.resolve("parley.json"), "{}");
    Files.writeString(directory.resolve("other.html"), "mine");

    HtmlReport.write(Fixtures.report(Fixtures.verified()), directory);

    assertThat(contents(directory).keySet())
        .containsExactly("index.html", "instances/paxos-p2a3l1.html", "other.html", "parley.json");
  }

  @Test
  void trendsAndTestsOfAnEarlierRunAreRemoved() throws IOException {
    HtmlReport.write(
        Fixtures.report(Fixtures.verified(), Fixtures.violated()), Fixtures.trends(), directory);
    assertThat(contents(directory).keySet())
        .contains("trends/paxos-trend.html", "reproduce/PaxosAcceptsEverythingTest.java");

    HtmlReport.write(Fixtures.report(Fixtures.verified()), directory);

    assertThat(contents(directory).keySet())
        .containsExactly("index.html", "instances/paxos-p2a3l1.html");
  }

  @Test
  void testsOfInstancesWithTheSameNameKeepTheirOwnFiles() throws IOException {
    HtmlReport.write(
        Fixtures.report(
            Fixtures.renamed(Fixtures.violated(), "p", "x"),
            Fixtures.renamed(Fixtures.error(), "p", "X")),
        directory);

    assertThat(contents(directory))
        .hasEntrySatisfying(
            "reproduce/PXTest.java", test -> assertThat(test).contains("class PXTest {"))
        .hasEntrySatisfying(
            "reproduce/PX_2Test.java", test -> assertThat(test).contains("class PX_2Test {"));
  }

  @Test
  void aFailingPageLeavesTheOldReportUntouched() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.violated(), Fixtures.error()), directory);
    Map<String, String> before = contents(directory);

    RunReport broken =
        Fixtures.report(Fixtures.verified(), withNamelessProperty(Fixtures.violated()));

    assertThatThrownBy(() -> HtmlReport.write(broken, directory))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("instance.ftlh");
    assertThat(contents(directory)).isEqualTo(before);
  }

  @Test
  void aFailingIndexLeavesTheOldReportUntouched() throws IOException {
    HtmlReport.write(Fixtures.report(Fixtures.error()), directory);
    Map<String, String> before = contents(directory);

    RunReport broken = new RunReport(null, "0.1.0", "17", "now", List.of());

    assertThatThrownBy(() -> HtmlReport.write(broken, directory))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("index.ftlh");
    assertThat(contents(directory)).isEqualTo(before);
  }

  @Test
  void instancesOfTheSameNameKeepTheirOwnPages() throws IOException {
    Path index =
        HtmlReport.write(
            Fixtures.report(
                Fixtures.renamed(Fixtures.verified(), "p", "x"),
                Fixtures.renamed(Fixtures.error(), "p", "x"),
                Fixtures.renamed(Fixtures.exhausted(), "p", "X")),
            directory);

    List<String> pages = Jsoup.parse(index).select("#table a").eachAttr("href");

    assertThat(pages)
        .containsExactlyInAnyOrder(
            "instances/p-x.html", "instances/p-x~2.html", "instances/p-X~3.html");
    assertThat(pages)
        .map(page -> Jsoup.parse(directory.resolve(page)).select("#verdict").text())
        .containsExactlyInAnyOrder("✓Verified", "!Error", "◔Budget exhausted");
  }

  @Test
  void aComparisonAndAReportBesideItLinkToEachOther() throws IOException {
    Path alone = HtmlComparison.write(Fixtures.comparison(Fixtures.compared()), directory);
    assertThat(Jsoup.parse(alone).select("nav a")).isEmpty();

    Path index = HtmlReport.write(Fixtures.report(Fixtures.verified()), directory);
    assertThat(Jsoup.parse(index).select("header a").eachAttr("href"))
        .containsExactly("compare.html");

    Path beside = HtmlComparison.write(Fixtures.comparison(Fixtures.compared()), directory);
    assertThat(Jsoup.parse(beside).select("nav a").eachAttr("href")).containsExactly("index.html");
    assertThat(contents(directory).keySet())
        .containsExactly("compare.html", "index.html", "instances/paxos-p2a3l1.html");
  }

  @Test
  void everyLinkOfTheIndexLeadsToAFile() throws IOException {
    Path index =
        HtmlReport.write(
            Fixtures.everything().with(List.of(Fixtures.comparedSmall())),
            Fixtures.trends(),
            directory);
    List<String> links = Jsoup.parse(index).select("a[href]").eachAttr("href");
    assertThat(links).contains("compare.html", "trends/paxos-trend.html");
    for (String link : links) {
      if (!link.startsWith("#")) {
        assertThat(directory.resolve(link)).isRegularFile();
      }
    }
  }

  private static InstanceResult withNamelessProperty(InstanceResult result) {
    return new InstanceResult(
        result.description(),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        List.of(
            new PropertyResult(null, "", Property.Kind.INVARIANT, PropertyResult.Status.HOLDS, 0)),
        result.coverage(),
        Decomposition.NONE,
        result.violation(),
        result.error(),
        result.warnings());
  }

  /** Every file below a folder, temporary ones included, with its content. */
  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    return contents;
  }
}
