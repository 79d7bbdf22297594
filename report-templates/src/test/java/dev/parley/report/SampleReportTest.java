package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leaves reports of all fixtures in {@code target/sample-report}, to be looked at in a browser. */
class SampleReportTest {
  @Test
  void aReportOfEveryFixtureIsLeftToLookAt() throws Exception {
    Path directory = Path.of("target", "sample-report");

    Path index =
        HtmlReport.write(
            Fixtures.report(
                    Fixtures.verified(),
                    Fixtures.violated(),
                    Fixtures.exhausted(),
                    Fixtures.error(),
                    Fixtures.exception(),
                    Fixtures.stormy(),
                    Fixtures.unreached(),
                    Fixtures.partlyCovered(),
                    Fixtures.notLinearizable(),
                    Fixtures.longTrace(500))
                .with(List.of(Fixtures.comparedSmall())),
            Fixtures.trends(),
            directory);

    HtmlComparison.write(
        Fixtures.comparison(Fixtures.compared(), Fixtures.disagreeing()), directory);

    assertThat(index).isEqualTo(directory.resolve("index.html"));
    try (var pages = Files.list(directory.resolve("instances"))) {
      assertThat(pages).hasSize(10);
    }
  }
}
