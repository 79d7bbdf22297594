package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of operations on the page of an instance. */
class TimelinePanelTest {
  private static Document page(InstanceResult result, Path directory) throws Exception {
    HtmlReport.write(Fixtures.report(result), directory);
    try (var pages = Files.list(directory.resolve("instances"))) {
      return Jsoup.parse(
          Files.readString(
              pages.filter(p -> p.toString().endsWith(".html")).findFirst().orElseThrow()));
    }
  }

  @Test
  void eachOperationHasARowFromItsBeginToItsEnd(@TempDir Path directory) throws Exception {
    Document page = page(Fixtures.notLinearizable(), directory);

    assertThat(page.select(".history tbody tr").eachText())
        .containsExactly(
            "Client1 Write['<A>'] 0 – 1",
            "Client2 Write['B'] no result yet 0 –",
            "Client3 Write['C'] never ends: its client restarted 0 –",
            "Client1 Read[] = '-' ✗does not fit 1 – 4",
            "Client3 Read[] = 'B' 4 – 4");
    assertThat(page.select(".history p").text())
        .isEqualTo("Client1's Read[] returned '-'; what fits is '<A>' or 'B'.");
  }

  @Test
  void barsStandOnOneScale(@TempDir Path directory) throws Exception {
    Document page = page(Fixtures.notLinearizable(), directory);

    for (Element bar : page.select(".history rect")) {
      double left = Double.parseDouble(bar.attr("x"));
      double width = Double.parseDouble(bar.attr("width"));
      assertThat(left).isBetween(0.0, 100.0);
      assertThat(width).isPositive();
      assertThat(left + width).isLessThanOrEqualTo(100.0);
    }
    assertThat(page.select(".history .misfit rect").attr("x")).isEqualTo("25.0");
    assertThat(page.select(".history rect.open")).hasSize(2);
  }

  @Test
  void whatAPropertyLookedAtIsNotSaidTwice(@TempDir Path directory) throws Exception {
    assertThat(page(Fixtures.notLinearizable(), directory).select(".seen")).isEmpty();
  }

  @Test
  void onlyStepsOnTheWayToOperationsAreCauses() {
    Violation violation = Fixtures.notLinearizable().violation().orElseThrow();

    // The third step is a fault, and these always are.
    assertThat(Causes.of(violation.trace().orElseThrow(), violation)).containsExactly(1, 3, 4);
  }
}
