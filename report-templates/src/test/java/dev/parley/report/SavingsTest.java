package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reductions save stands where one looks first. */
class SavingsTest {
  @TempDir Path directory;

  private final InstanceResult verified = Fixtures.verified();
  private final InstanceResult other = Fixtures.renamed(Fixtures.verified(), "ring", "other");
  private final InstanceResult violated = Fixtures.violated();

  @Test
  void theIndexBeginsWithWhatAllVerifiedInstancesSaveTogether() throws IOException {
    Document index =
        index(
            compared(verified, Verdict.VERIFIED, Verdict.VERIFIED),
            compared(other, Verdict.VERIFIED, Verdict.VERIFIED),
            compared(violated, Verdict.VIOLATED, Verdict.VIOLATED));
    assertThat(index.select("header .savings").text())
        .isEqualTo(
            "2 verified instances took 23,572 states instead of 54,820 (57 % fewer), and 1.22 s"
                + " instead of 2.50 s.");
    assertThat(index.select("#table .plain-search").eachText())
        .containsExactly("of 27,410", "time 51 %", "of 27,410", "of 27,410", "time 51 %");
  }

  @Test
  void aSearchThatWasCutOffIsABoundAndNotSummedUp() throws IOException {
    Document index =
        index(
            compared(verified, Verdict.BUDGET_EXHAUSTED, Verdict.VERIFIED),
            compared(other, Verdict.VERIFIED, Verdict.VERIFIED));
    assertThat(index.select(".savings")).isEmpty();
    assertThat(index.select("#table .plain-search").eachText())
        .containsExactlyInAnyOrder("of >27,410", "of 27,410", "time 51 %");
  }

  @Test
  void aVerifiedInstanceSaysWhatItSavedBesideItsVerdict() throws IOException {
    index(compared(verified, Verdict.VERIFIED, Verdict.VERIFIED));
    Document page = Jsoup.parse(directory.resolve("instances/paxos-p2a3l1.html"), "UTF-8");
    assertThat(page.select(".facts dt").eachText()).endsWith("States saved", "Time saved");
    assertThat(page.select(".facts dd").eachText()).endsWith("57 % of 27,410", "51 % of 1.25 s");
  }

  @Test
  void whatIsMoreOrSlowerIsSaidPlainly() {
    ModeResult plain = mode("stateful", Verdict.VERIFIED, 100, 200);
    assertThat(Savings.states(new Reduction("stateful", -200, Optional.empty()), plain))
        .isEqualTo("3× as many as 100");
    assertThat(Savings.states(new Reduction("stateful", -20, Optional.empty()), plain))
        .isEqualTo("20 % more than 100");
    assertThat(Savings.time(new Reduction("stateful", 0, Optional.of(-3630.0)), plain))
        .isEqualTo("37× slower than 200 ms");
    assertThat(Savings.time(new Reduction("stateful", 0, Optional.empty()), plain)).isEqualTo("–");
  }

  private Document index(ComparisonResult... comparisons) throws IOException {
    RunReport report = Fixtures.report(verified, other, violated).with(List.of(comparisons));
    return Jsoup.parse(HtmlReport.write(report, directory));
  }

  private static ComparisonResult compared(InstanceResult of, Verdict plain, Verdict reduced) {
    Reduction saved = new Reduction("stateful", 57.0, Optional.of(51.2));
    boolean decided = plain != Verdict.BUDGET_EXHAUSTED;
    return new ComparisonResult(
        of.description(),
        Budget.UNBOUNDED,
        1,
        List.of(
            mode("stateful", plain, 27_410, 1_250),
            decided
                ? mode("reduced", reduced, 11_786, 610).withReductions(List.of(saved))
                : mode("reduced", reduced, 11_786, 610)),
        Optional.empty());
  }

  private static ModeResult mode(String name, Verdict verdict, long states, long millis) {
    return new ModeResult(
        name,
        name + ", breadth first",
        verdict,
        verdict == Verdict.BUDGET_EXHAUSTED ? Optional.of(Budget.Kind.STATES) : Optional.empty(),
        new Figures(
            states,
            4 * states,
            24,
            9,
            new Figures.UserCode(381, 96, 412),
            148,
            64,
            18 * states,
            Figures.Stack.NONE,
            millis),
        millis,
        List.of(millis),
        List.of());
  }
}
