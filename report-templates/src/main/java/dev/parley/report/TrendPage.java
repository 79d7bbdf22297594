package dev.parley.report;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** The recorded past of a protocol's instances, and this run as its latest point. */
final class TrendPage {
  /** Counts visits where others count states, and would flatten their lines: table only. */
  private static final String PATHS = "stateless";

  /** How many instances one page shows; each has its own page with its past. */
  static final int MOST_INSTANCES = 100;

  /** How many runs all instances of a page show together, and how many each may show at least. */
  private static final int ALL_POINTS = 4_000;

  private static final int FEWEST_POINTS = 20;

  private TrendPage() {}

  /**
   * What {@code trend.ftlh} shows.
   *
   * @param title what the run checked
   * @param run versions and time
   * @param protocol the protocol's name
   * @param overview what one mode saves in all instances, if any percentage is known
   * @param instances those that have a past
   * @param note how many are not shown; maybe empty
   */
  public record View(
      String title,
      IndexPage.Run run,
      String protocol,
      Optional<LineChart.View> overview,
      List<Tracked> instances,
      String note) {}

  /**
   * One instance.
   *
   * @param id tells it apart on its page
   * @param instance its name
   * @param href its page, relative to this one
   * @param verdict what was found now
   * @param change what is different since it was last recorded
   * @param charts states, and reductions if any were recorded
   * @param stateModes the modes whose states are known
   * @param reductionModes the modes whose reductions are known
   * @param rows one for each run, the latest first
   * @param note how much of the past is not shown; maybe empty
   */
  public record Tracked(
      String id,
      String instance,
      String href,
      Badge.View verdict,
      Change.View change,
      List<LineChart.View> charts,
      List<String> stateModes,
      List<String> reductionModes,
      List<Row> rows,
      String note) {}

  /**
   * One run.
   *
   * @param commit what was checked, in short
   * @param fullCommit the same in full
   * @param recordedAt when
   * @param verdict what was found
   * @param turned whether the run before found something else
   * @param states by mode, in the order of the columns
   * @param reductions by mode, in the order of the columns
   * @param rate states per second
   */
  public record Row(
      String commit,
      String fullCommit,
      String recordedAt,
      Badge.View verdict,
      boolean turned,
      List<String> states,
      List<String> reductions,
      String rate) {}

  /**
   * Prepares the page of a protocol.
   *
   * @param report the run
   * @param trends the past
   * @param files what it links to
   * @param protocol the protocol's name
   */
  static View of(RunReport report, Trends trends, ReportFiles files, String protocol) {
    List<ReportFiles.Entry> tracked =
        files.entries().stream()
            .filter(entry -> entry.result().description().protocol().equals(protocol))
            .filter(entry -> entry.trend().isPresent())
            .toList();
    int shown = Math.min(MOST_INSTANCES, tracked.size());
    int most = Math.max(FEWEST_POINTS, ALL_POINTS / Math.max(1, shown));
    List<Tracked> instances = new ArrayList<>();
    for (ReportFiles.Entry entry : tracked.subList(0, shown)) {
      String id = "trend-" + (instances.size() + 1);
      series(entry.result(), trends)
          .map(series -> track(report, entry.result(), series.last(most), id, "../" + entry.page()))
          .ifPresent(instances::add);
    }
    int rest = tracked.size() - shown;
    return new View(
        report.title(),
        IndexPage.run(report),
        protocol,
        overview(report, trends, tracked),
        instances,
        rest == 0
            ? ""
            : "The first "
                + shown
                + " instances are shown. The pages of the other "
                + Numerals.count(rest)
                + " have their trends.");
  }

  private static Optional<LineChart.View> overview(
      RunReport report, Trends trends, List<ReportFiles.Entry> tracked) {
    Map<String, List<Point>> past = new LinkedHashMap<>();
    String mode = "";
    for (ReportFiles.Entry entry : tracked) {
      Trends.Series series = series(entry.result(), trends).orElseThrow();
      mode = series.mode();
      past.put(
          entry.result().description().instance(),
          series.and(PresentPoint.of(report, entry.result(), mode)));
    }
    return ProtocolTrend.of(past, mode);
  }

  private static Optional<Trends.Series> series(InstanceResult result, Trends trends) {
    return trends.of(result.description().protocol(), result.description().instance());
  }

  /**
   * Prepares one instance; nothing if it has no past.
   *
   * @param report the run
   * @param result the instance's result
   * @param trends the past
   * @param id tells it apart on its page
   * @param href the instance's page, relative to where this is shown
   */
  static Optional<Tracked> track(
      RunReport report, InstanceResult result, Trends trends, String id, String href) {
    return series(result, trends).map(series -> track(report, result, series, id, href));
  }

  private static Tracked track(
      RunReport report, InstanceResult result, Trends.Series series, String id, String href) {
    Point now = PresentPoint.of(report, result, series.mode());
    List<Point> points = byOrder(series.and(now), series.mode());
    List<String> stateModes = modes(points, p -> p.statesByMode().keySet());
    List<String> reductionModes = modes(points, p -> p.reductions().keySet());
    return new Tracked(
        id,
        result.description().instance(),
        href,
        Badge.of(result),
        Change.of(now, series),
        charts(points, stateModes, reductionModes),
        stateModes,
        reductionModes,
        rows(points, stateModes, reductionModes),
        series.earlier() == 0
            ? ""
            : "Only the last "
                + Numerals.count(series.points().size())
                + " recorded runs are shown. The history has "
                + Numerals.count(series.earlier())
                + " earlier ones.");
  }

  /**
   * The points with the check's own states under another name for each order, if runs searched in
   * several: until a violation is found, one order meets other states than another.
   */
  private static List<Point> byOrder(List<Point> points, String mode) {
    if (points.stream().map(TrendPage::order).distinct().count() == 1) {
      return points;
    }
    return points.stream().map(point -> named(point, mode, order(point))).toList();
  }

  private static String order(Point point) {
    String search = point.search().toLowerCase(Locale.ROOT).replace('-', ' ');
    return search.contains("depth first") ? "depth first" : "breadth first";
  }

  private static Point named(Point point, String mode, String order) {
    Map<String, Long> states = new HashMap<>(point.statesByMode());
    Optional.ofNullable(states.remove(mode)).ifPresent(n -> states.put(mode + ", " + order, n));
    return new Point(
        point.commit(),
        point.recordedAt(),
        point.verdict(),
        point.search(),
        states,
        point.reductions(),
        point.statesPerSecond());
  }

  private static List<String> modes(List<Point> points, Function<Point, Collection<String>> of) {
    TreeSet<String> modes = new TreeSet<>();
    points.forEach(point -> modes.addAll(of.apply(point)));
    return List.copyOf(modes);
  }

  private static List<LineChart.View> charts(
      List<Point> points, List<String> stateModes, List<String> reductionModes) {
    // A mode has the same mark in both charts.
    List<String> modes = stateModes.stream().filter(mode -> !mode.equals(PATHS)).toList();
    Function<Point, Function<String, ? extends Number>> states =
        point -> mode -> point.states(mode).orElse(null);
    List<LineChart.View> charts = new ArrayList<>();
    charts.add(
        LineChart.of(
            "States",
            points,
            modes,
            states,
            Axis.ofCounts((long) greatest(points, modes, states), 4),
            Numerals::compact));
    if (!reductionModes.isEmpty()) {
      List<String> marked = modes.containsAll(reductionModes) ? modes : reductionModes;
      charts.add(
          LineChart.of(
              "Fewer states than stateful",
              points,
              marked,
              p -> p.reductions()::get,
              Axis.ofPercents(greatest(points, marked, p -> p.reductions()::get)),
              value -> Numerals.decimal(value).replaceFirst("\\.0$", "") + " %"));
    }
    return charts;
  }

  private static double greatest(
      List<Point> points,
      List<String> modes,
      Function<Point, Function<String, ? extends Number>> figure) {
    return points.stream()
        .flatMap(point -> modes.stream().map(figure.apply(point)))
        .filter(Objects::nonNull)
        .mapToDouble(Number::doubleValue)
        .max()
        .orElse(0);
  }

  private static List<Row> rows(
      List<Point> points, List<String> stateModes, List<String> reductionModes) {
    List<Row> rows = new ArrayList<>();
    for (int i = points.size() - 1; i >= 0; i--) {
      Point point = points.get(i);
      rows.add(
          new Row(
              LineChart.label(point),
              point.commit(),
              point.recordedAt(),
              Badge.of(point.verdict()),
              i > 0 && point.verdict() != points.get(i - 1).verdict(),
              stateModes.stream().map(mode -> states(point, mode)).toList(),
              reductionModes.stream().map(m -> text(point.reductions().get(m))).toList(),
              point.statesPerSecond().map(Numerals::count).orElse("–")));
    }
    return rows;
  }

  private static String states(Point point, String mode) {
    Long states = point.statesByMode().get(mode);
    return states == null ? "–" : (point.decided() ? "" : ">") + Numerals.count(states);
  }

  private static String text(Double percent) {
    return percent == null ? "–" : Numerals.decimal(percent) + " %";
  }
}
