package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends.Point;
import dev.parley.report.Trends.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendTest {
  @TempDir Path directory;

  @Test
  void aLongHistoryMakesAPageOfBoundedSize(@TempDir Path directory) throws IOException {
    Trends.Point point = Fixtures.trends().series().get(0).points().get(0);
    HtmlReport.write(
        Fixtures.report(Fixtures.verified()),
        new Trends(
            List.of(
                new Trends.Series(
                    "paxos", "p2a3l1", "stateful", Collections.nCopies(50_000, point)))),
        directory);
    Path page = directory.resolve("trends/paxos-trend.html");
    assertThat(Files.size(page)).isLessThan(1_000_000);
    assertThat(Jsoup.parse(page).text())
        .contains(
            "Only the last 200 recorded runs are shown. The history has 49,800 earlier ones.");
  }

  @Test
  void aFewInstancesHaveALineEachInThePictureOfTheirProtocol() {
    Map<String, List<Point>> past = new LinkedHashMap<>();
    past.put("a", List.of(saved("c1", 1, Map.of("reduced", 90.0)), saved("c2", 2, Map.of())));
    past.put("b", List.of(saved("c2", 2, Map.of("reduced", 50.0, "dbss", 5.0))));
    past.put("none", List.of(saved("c1", 1, Map.of("dbss", 5.0))));
    past.put("now", List.of(saved(PresentPoint.NOW, 0, Map.of("reduced", 70.0))));

    LineChart.View chart = ProtocolTrend.of(past, "reduced").orElseThrow();

    assertThat(chart.heading()).isEqualTo("Fewer states than stateful, mode reduced");
    assertThat(chart.runs())
        .extracting(DepthProfile.Tick::label)
        .containsExactly("c1", "c2", "this run");
    assertThat(chart.lines())
        .extracting(LineChart.Line::mode)
        .containsExactlyInAnyOrder("a", "b", "now");
    assertThat(chart.lines().stream().flatMap(line -> line.dots().stream()))
        .extracting(LineChart.Dot::title)
        .containsExactlyInAnyOrder("c1: a 90 %", "c2: b 50 %", "this run: now 70 %");
    assertThat(chart.turns()).isEmpty();
    assertThat(ProtocolTrend.of(past, "dbss").orElseThrow().heading()).endsWith("mode dbss");
    assertThat(ProtocolTrend.of(past, "unknown").orElseThrow().heading()).endsWith("mode reduced");
    assertThat(ProtocolTrend.of(Map.of("a", List.of(saved("c1", 1, Map.of()))), "reduced"))
        .isEmpty();
  }

  @Test
  void ofManyInstancesThePictureHasTheGreatestTheMedianAndTheLeast() {
    Map<String, List<Point>> past = new LinkedHashMap<>();
    for (int i = 1; i <= 7; i++) {
      past.put("i" + i, List.of(saved("c1", 1, Map.of("reduced", 10.0 * i))));
    }
    LineChart.View seven = ProtocolTrend.of(past, "reduced").orElseThrow();
    assertThat(seven.heading()).endsWith("mode reduced, of 7 instances");
    assertThat(seven.summary()).contains("greatest 70 %", "median 40 %", "least 10 %");
    past.put("i8", List.of(saved("c1", 1, Map.of("reduced", 80.0))));
    assertThat(ProtocolTrend.of(past, "reduced").orElseThrow().summary()).contains("median 45 %");
    past.keySet().retainAll(List.of("i1", "i2", "i3", "i4", "i5", "i6"));
    assertThat(ProtocolTrend.of(past, "reduced").orElseThrow().lines()).hasSize(6);
  }

  private static Point saved(String commit, int day, Map<String, Double> reductions) {
    return new Point(
        commit,
        "2026-01-0" + day + "T00:00:00Z",
        Verdict.VERIFIED,
        "",
        Map.of(),
        reductions,
        Optional.empty());
  }

  @Test
  void moreStatesThanRecordedAreTold() {
    Change.View change = change(point("c1", Verdict.VERIFIED, 20_000));

    assertThat(change.text()).isEqualTo("▲ 37.1 % more");
    assertThat(change.key()).isBetween(37.0, 37.1);
    assertThat(change.detail())
        .isEqualTo("20,000 states when last recorded, 27,410 now: commit c1, 2026-11-10T02:00:00Z");
  }

  @Test
  void fewerAndManyTimesMoreAndEquallyManyAreTold() {
    assertThat(change(point("c1", Verdict.VERIFIED, 54_820)).text()).isEqualTo("▼ 50.0 % fewer");
    assertThat(change(point("c1", Verdict.VERIFIED, 100)).text()).isEqualTo("▲ 274 times as many");
    assertThat(change(point("c1", Verdict.VERIFIED, 27_410)).text()).isEqualTo("unchanged");
  }

  @Test
  void theLastRecordedRunIsTheOneToCompareWith() {
    Change.View change =
        change(point("c1", Verdict.VERIFIED, 10), point("c2", Verdict.VERIFIED, 27_410));

    assertThat(change.text()).isEqualTo("unchanged");
  }

  @Test
  void anotherVerdictIsToldAndItsStatesAreNotCompared() {
    Change.View change = change(point("c1", Verdict.VIOLATED, 20_000));

    assertThat(change.text()).isEqualTo("–");
    assertThat(change.verdict().orElseThrow().label()).isEqualTo("Violated");
  }

  @Test
  void anotherSearchIsNotComparedEvenIfItsModeHasTheSameName() {
    Change.View change = change(searched("stateful, depth first", Map.of("stateful", 20_000L)));

    assertThat(change.text()).isEqualTo("–");
    assertThat(change.detail())
        .isEqualTo(
            "Last recorded of another search, stateful, depth first: commit c1,"
                + " 2026-11-10T02:00:00Z");
  }

  @Test
  void aModeIsComparedUnderItsNameWhateverItsSearchReadsLike() {
    String search = "DBSS + POR + dead messages, breadth first";
    InstanceResult result = Fixtures.searched(Fixtures.verified(), search);
    Point then = searched(search, Map.of("reduced", 20_000L, "dbss", 54_820L));
    Series series = new Series("paxos", "p2a3l1", "reduced", List.of(then));

    Change.View change =
        Change.of(PresentPoint.of(Fixtures.report(result), result, "reduced"), series);

    assertThat(change.text()).isEqualTo("▲ 37.1 % more");
  }

  @Test
  void whatTheCheckCountedCountsBeforeWhatItsModeDidInAComparison() {
    InstanceResult result = Fixtures.verified();
    RunReport compared = Fixtures.report(result).with(List.of(Fixtures.comparedSmall()));

    Point now = PresentPoint.of(compared, result, "dbss");

    assertThat(now.statesByMode()).containsEntry("dbss", 27_410L).containsKey("stateful");
  }

  @Test
  void whatWasNeverRecordedIsNew() {
    InstanceResult result = Fixtures.verified();
    RunReport report = Fixtures.report(result);

    assertThat(
            IndexPage.of(report, Trends.NONE, ReportFiles.of(report, Trends.NONE), false)
                .table()
                .groups()
                .get(0)
                .rows())
        .extracting(row -> row.change().text())
        .containsExactly("new");
  }

  @Test
  void commitsAreShownAsPeopleSayThem() {
    assertThat(Change.shortened("0123456789abcdef0123456789abcdef01234567")).isEqualTo("0123456");
    assertThat(Change.shortened("release-12")).isEqualTo("release-12");
  }

  @Test
  void aSparklineGoesUpWhereStatesDo() {
    Sparkline.View line =
        Sparkline.of(
                List.of(
                    point("a", Verdict.VERIFIED, 10),
                    point("b", Verdict.VERIFIED, 10),
                    point("c", Verdict.VERIFIED, 30)),
                "stateful")
            .orElseThrow();

    assertThat(line.path()).isEqualTo("M3 19L44 19L85 3");
    assertThat(line.summary()).isEqualTo("States over 3 runs: from 10 to 30");
  }

  @Test
  void oneRunIsNoLine() {
    assertThat(Sparkline.of(List.of(point("a", Verdict.VERIFIED, 10)), "stateful")).isEmpty();
  }

  @Test
  void aRunWithoutAModeLeavesAGap() {
    Point without = searched("stateful, breadth first", Map.of("dbss", 5L));
    LineChart.View chart =
        chart(point("a", Verdict.VERIFIED, 10), without, point("c", Verdict.VERIFIED, 10));

    assertThat(chart.lines())
        .filteredOn(line -> line.mode().equals("stateful"))
        .singleElement()
        .satisfies(line -> assertThat(line.path()).doesNotContain("L"));
  }

  @Test
  void aSearchThatDidNotEndHasALowerBoundAndNoPoint() {
    InstanceResult exhausted = Fixtures.exhausted();

    TrendPage.Tracked tracked =
        TrendPage.track(Fixtures.report(exhausted), exhausted, Fixtures.trends(), "id", "")
            .orElseThrow();

    assertThat(tracked.rows().get(0).states()).contains(">20,000,000");
    assertThat(tracked.charts().get(0).lines())
        .allSatisfy(line -> assertThat(line.dots()).hasSize(1));
    assertThat(tracked.change().text()).isEqualTo("–");
  }

  @Test
  void whereTheVerdictChangedThereIsAMark() {
    LineChart.View chart =
        chart(
            point("a", Verdict.VERIFIED, 10),
            point("b", Verdict.VIOLATED, 10),
            point("c", Verdict.VIOLATED, 10));

    assertThat(chart.turns())
        .singleElement()
        .satisfies(
            turn -> {
              assertThat(turn.at()).isEqualTo(chart.width() / 2);
              assertThat(turn.verdict().label()).isEqualTo("Violated");
              assertThat(turn.roomy()).isTrue();
            });
  }

  @Test
  void namesAtTheEndsOfLinesDoNotOverlap() {
    Point point = searched("all", Map.of("a", 1L, "b", 1L, "c", 1L, "d", 100L));

    List<Integer> names =
        chart(point, point).lines().stream().map(LineChart.Line::nameY).sorted().toList();

    for (int i = 1; i < names.size(); i++) {
      assertThat(names.get(i) - names.get(i - 1)).isGreaterThanOrEqualTo(16);
    }
    assertThat(names).allMatch(y -> y >= 0 && y <= 180);
  }

  @Test
  void aLongPastHasAFewLabelsTheLastRunAmongThem() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      points.add(point("c" + i, Verdict.VERIFIED, 10 + i));
    }

    List<String> labels =
        chart(points.toArray(Point[]::new)).runs().stream()
            .map(DepthProfile.Tick::label)
            .filter(label -> !label.isEmpty())
            .toList();

    assertThat(labels).hasSizeLessThanOrEqualTo(8).endsWith("c49");
  }

  @Test
  void aPageOfManyInstancesWithALongPastStaysSmall() throws IOException {
    List<InstanceResult> results = new ArrayList<>();
    List<Series> series = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      points.add(point("c" + i, Verdict.VERIFIED, 1_000 + i % 7));
    }
    for (int i = 0; i < 105; i++) {
      results.add(Fixtures.named("paxos", "instance" + i));
      series.add(new Series("paxos", "instance" + i, "stateful", points));
    }
    RunReport report = Fixtures.report(results.toArray(InstanceResult[]::new));

    HtmlReport.write(report, new Trends(series), directory);

    Path page = directory.resolve("trends/paxos-trend.html");
    assertThat(Files.size(page)).isLessThan(4_000_000);
    assertThat(Jsoup.parse(page).select("section.panel")).hasSize(TrendPage.MOST_INSTANCES);
    assertThat(Files.readString(page))
        .contains("The first 100 instances are shown.")
        .contains("The history has 960 earlier ones.");
    // What is left out there is on the pages of the instances.
    assertThat(Jsoup.parse(directory.resolve("instances/paxos-instance104.html")).select(".runs"))
        .hasSize(1);
  }

  @Test
  void statesOfDifferentOrdersStandInDifferentColumns() {
    InstanceResult result = Fixtures.verified();
    Series series =
        new Series(
            "paxos",
            "p2a3l1",
            "stateful",
            List.of(
                searched("stateful, depth first", Map.of("stateful", 7L)),
                searched(result.search(), Map.of("stateful", 9L))));

    TrendPage.Tracked tracked =
        TrendPage.track(
                Fixtures.report(result), result, new Trends(List.of(series)), "trend", "page")
            .orElseThrow();

    assertThat(tracked.stateModes())
        .containsExactly("stateful, breadth first", "stateful, depth first");
    assertThat(tracked.rows())
        .extracting(row -> row.states().get(1))
        .containsExactly("–", "–", "7");
  }

  private static LineChart.View chart(Point... points) {
    return LineChart.of(
        "States",
        List.of(points),
        List.of("a", "b", "c", "d", "dbss", "stateful"),
        p -> p.statesByMode()::get,
        Axis.ofCounts(100, 4),
        Numerals::compact);
  }

  private static Change.View change(Point... past) {
    InstanceResult result = Fixtures.verified();
    Series series = new Series("paxos", "p2a3l1", "stateful", List.of(past));
    return Change.of(PresentPoint.of(Fixtures.report(result), result, "stateful"), series);
  }

  private static Point searched(String search, Map<String, Long> states) {
    return point("c1", Verdict.VERIFIED, search, states);
  }

  private static Point point(String commit, Verdict verdict, long states) {
    return point(commit, verdict, "stateful, breadth first", Map.of("stateful", states));
  }

  private static Point point(
      String commit, Verdict verdict, String search, Map<String, Long> states) {
    return new Point(
        commit, "2026-11-10T02:00:00Z", verdict, search, states, Map.of(), Optional.empty());
  }
}
