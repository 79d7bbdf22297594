package dev.parley.protocols.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.paxos.Paxos;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The layout of both pages, with measurements that nobody made. */
class PagesTest {
  private static final Run STATEFUL = run(SearchMode.STATEFUL);
  private static final Run DBSS = run(SearchMode.DBSS);
  private static final Run POR = run(SearchMode.POR);

  private static final Row ROW =
      new Row(
          "Paxos (6)",
          "a < b & c",
          List.of(
              Line.both("stateful", "", Published.states(200, "2h", ""), STATEFUL),
              Line.both("DBSS", "stateful", Published.states(100, "1h", "50 %"), DBSS),
              Line.ours("POR", "stateful", POR),
              Line.papers("symmetry", "stateful", Published.states(20, "1m"))),
          "A remark.");

  private static final List<Table> TABLES =
      List.of(new Table("Table I", List.of("About."), List.of(ROW)));

  @Test
  void aLineShowsThePaperAndWhatWasMeasuredSideBySide() {
    assertThat(cells(1, measured(1_000, 400), measured(250, 100)).texts())
        .containsExactly(
            "DBSS",
            "stateful",
            "100",
            "1h",
            "50 %",
            "50 %",
            "250",
            "100 ms",
            "200 ms",
            "75 %",
            "75 %",
            "verified");
  }

  @Test
  void aLineThatReducesNothingWhereThePapersDoesIsMarked() {
    Cells same = cells(1, measured(1_000, 400), measured(1_000, 400));
    assertThat(same.differs()).isTrue();
    assertThat(same.texts()).contains("0 % ≠");
    assertThat(cells(1, measured(1_000, 400), measured(999, 400)).differs()).isFalse();
    assertThat(cells(2, measured(1_000, 400), measured(1_000, 400)).differs()).isFalse();
  }

  @Test
  void aSearchThatWasGivenUpSaysSoAndHasNoReduction() {
    Measured givenUp =
        new Measured(
            Verdict.BUDGET_EXHAUSTED,
            Optional.of(Budget.Kind.TIME),
            true,
            500,
            60_000,
            60_100,
            Optional.empty());
    assertThat(cells(1, measured(1_000, 400), givenUp).texts())
        .endsWith("> 500", "> 1m00s", "> 1m00s", "", "", "given up: time");
  }

  @Test
  void ofTimesTooShortToMeasureNoReductionIsComputed() {
    assertThat(cells(1, measured(1_000, 99), measured(250, 1)).texts())
        .endsWith("75 %", "", "verified");
  }

  @Test
  void aVerdictThatIsNotTheDeclaredOneCannotBeOverlooked() {
    Measured wrong =
        new Measured(Verdict.VIOLATED, Optional.empty(), false, 1, 1, 1, Optional.empty());
    assertThat(wrong.outcome()).isEqualTo("violated, unexpectedly");
    assertThat(wrong.credible()).isFalse();
    assertThat(measured(1, 1).credible()).isTrue();
  }

  @Test
  void everyLineOfMarkdownHasAllColumns() {
    String page = new MarkdownPage(known(measured(10, 1), measured(5, 1))).of(TABLES);

    List<String> rows = page.lines().filter(line -> line.startsWith("|")).toList();
    assertThat(rows).hasSize(2 + ROW.lines().size());
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.chars().filter(c -> c == '|').count())
                    .isEqualTo(Layout.SEARCHES.count() + 1));
    assertThat(page).contains("### Paxos (6)", "A remark.", "| symmetry | stateful | 20 | 1m |");
  }

  @Test
  void everyLineOfHtmlHasAllColumnsAndTextIsEscaped() {
    String page = new HtmlPage(known(measured(10, 1), measured(5, 1))).of(TABLES);

    List<String> rows = page.lines().filter(line -> line.startsWith("<tr><td")).toList();
    assertThat(rows).hasSize(ROW.lines().size());
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.split("<td ")).hasSize(Layout.SEARCHES.count() + 1));
    assertThat(page).contains("a &lt; b &amp; c").doesNotContain("a < b").contains("A remark.");
    assertThat(page).doesNotContain("src=").doesNotContain("<link");
  }

  @Test
  void aLineOfProgramsTellsWhatWasAskedOfThem() {
    Line line = Line.both("server(2,3)", "", Published.states(61, "0:01", "9"), STATEFUL);
    Measured asked =
        new Measured(
            Verdict.VERIFIED,
            Optional.empty(),
            true,
            256,
            120,
            300,
            Optional.of(new Measured.Asked(2, 6, 5, 3, 3)));

    assertThat(Cells.of(Layout.PROGRAMS, ROW, line, known(asked, asked)).texts())
        .containsExactly(
            "server(2,3)",
            "2, 3",
            "61",
            "0:01",
            "9",
            "256",
            "120 ms",
            "300 ms",
            "2",
            "6",
            "3 of 5 / 3",
            "verified")
        .hasSize(Layout.PROGRAMS.count());
  }

  @Test
  void aMeasurementSurvivesBeingWrittenDown() {
    Measured givenUp =
        new Measured(
            Verdict.BUDGET_EXHAUSTED,
            Optional.of(Budget.Kind.STATES),
            true,
            5,
            6,
            7,
            Optional.empty());
    assertThat(Measured.parse(givenUp.line())).isEqualTo(givenUp);
    Measured asked =
        new Measured(
            Verdict.BUDGET_EXHAUSTED,
            Optional.of(Budget.Kind.PEERS),
            true,
            5,
            6,
            7,
            Optional.of(new Measured.Asked(1, 2, 3, 4, 5)));
    assertThat(Measured.parse(asked.line())).isEqualTo(asked);
    assertThat(asked.stateCount()).isEqualTo(Amount.exactly(5));
    assertThat(asked.outcome()).isEqualTo("explored as answered");
    assertThat(Measured.parse(measured(1, 2).line())).isEqualTo(measured(1, 2));
  }

  private static Cells cells(int line, Measured stateful, Measured other) {
    return Cells.of(Layout.SEARCHES, ROW, ROW.lines().get(line), known(stateful, other));
  }

  private static Measurements known(Measured stateful, Measured other) {
    Map<Run, Measured> all = Map.of(STATEFUL, stateful, DBSS, other, POR, other);
    return run -> Optional.ofNullable(all.get(run));
  }

  private static Measured measured(long states, long millis) {
    return new Measured(
        Verdict.VERIFIED, Optional.empty(), true, states, millis, 2 * millis, Optional.empty());
  }

  private static Run run(SearchMode mode) {
    return new Run(Paxos.class, "paxos(2,3,2)", mode.options());
  }
}
