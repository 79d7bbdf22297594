package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The first page: how the run went, and every instance in one table. */
final class IndexPage {
  private IndexPage() {}

  /**
   * What {@code index.ftlh} shows.
   *
   * @param title what was checked
   * @param run versions and time
   * @param headline the run in one sentence
   * @param good whether every instance came out as expected, and none is missing
   * @param incomplete why instances are missing, if some are
   * @param compared whether there is a page that compares search modes
   * @param tracked whether anything has a recorded past
   * @param trends the pages of protocols that have one
   * @param tiles the number of unexpected instances, and of instances by verdict
   * @param table the instances
   */
  public record View(
      String title,
      Run run,
      String headline,
      boolean good,
      Optional<RunReport.Incomplete> incomplete,
      boolean compared,
      boolean tracked,
      List<Link> trends,
      List<Tile> tiles,
      Table table) {}

  /**
   * All instances.
   *
   * @param orders the orders of the searches, if there are several: states of one are not
   *     comparable with those of another
   * @param groups those that came out unexpectedly, then the others by protocol
   * @param savings what reductions save in all verified instances together; maybe empty
   */
  public record Table(List<String> orders, List<Group> groups, String savings) {}

  /**
   * Instances that stand together.
   *
   * @param id tells it apart on the page
   * @param name the protocol, or what the instances have in common
   * @param note how many there are
   * @param unexpected whether these came out unexpectedly
   * @param rows one for each instance
   */
  public record Group(String id, String name, String note, boolean unexpected, List<Row> rows) {}

  /**
   * A page beside this one.
   *
   * @param text what it is about
   * @param href where it is
   */
  public record Link(String text, String href) {}

  /**
   * Where the figures come from; every page's foot shows it.
   *
   * @param parleyVersion the version of Parley
   * @param javaVersion the version of Java
   * @param startedAt when the run started
   */
  public record Run(String parleyVersion, String javaVersion, String startedAt) {}

  /**
   * The number of instances with one verdict.
   *
   * @param verdict the verdict
   * @param href shows only these
   * @param count how many
   * @param calm whether there are none, or none that should alarm: all of them are as expected
   * @param note how many of them are not; maybe empty
   */
  public record Tile(Badge.View verdict, String href, String count, boolean calm, String note) {}

  /**
   * A number that reads one way and sorts another.
   *
   * @param text for people
   * @param key for sorting
   */
  public record Cell(String text, long key) {}

  /**
   * What is known about reductions.
   *
   * @param text what the best compared mode saves
   * @param note which mode that is, and against what; maybe empty
   * @param states how many states a search without reductions stores; maybe empty
   * @param time what is saved of its time; maybe empty
   * @param key for sorting
   */
  public record Saved(String text, String note, String states, String time, double key) {}

  /**
   * Which instance a row is about.
   *
   * @param href its page
   * @param protocol its protocol
   * @param instance its name
   * @param parameters what its values mean, maybe empty
   * @param tags its tags
   * @param surroundings the network and the faults; empty if they are as usual
   */
  public record Subject(
      String href,
      String protocol,
      String instance,
      String parameters,
      List<String> tags,
      String surroundings) {}

  /**
   * What was found.
   *
   * @param verdict the verdict
   * @param expectation whether that was declared
   * @param expected the same as a fact
   * @param reservation why the verdict says less than it shows; maybe empty
   */
  public record Finding(
      Badge.View verdict, Badge.View expectation, boolean expected, String reservation) {}

  /**
   * One instance.
   *
   * @param subject which
   * @param finding what was found
   * @param states distinct states, for each of the page's orders; only one of them has a number
   * @param change what is different since it was last recorded
   * @param trend its states over the recorded runs
   * @param saved what reductions save
   * @param rate states per second
   * @param time search time
   * @param budget the fullest bound, if there is one
   */
  public record Row(
      Subject subject,
      Finding finding,
      List<Cell> states,
      Change.View change,
      Optional<Sparkline.View> trend,
      Saved saved,
      Cell rate,
      Cell time,
      Optional<BudgetUse.Gauge> budget) {}

  /**
   * Prepares the page.
   *
   * @param report the run
   * @param trends the past
   * @param files the pages to link to
   * @param compared whether there is a page that compares search modes
   */
  static View of(RunReport report, Trends trends, ReportFiles files, boolean compared) {
    List<String> orders = orders(report);
    List<Row> rows =
        files.entries().stream().map(entry -> row(report, trends, entry, orders)).toList();
    long unexpected =
        report.instances().stream().filter(r -> !r.asExpected() && !r.isUncontradicted()).count();
    return new View(
        report.title(),
        run(report),
        report.incomplete().map(why -> incomplete(rows.size(), why.missing().size())).orElse("")
            + headline(rows.size(), unexpected),
        unexpected == 0 && !rows.isEmpty() && report.incomplete().isEmpty(),
        report.incomplete(),
        compared,
        !files.trackedProtocols().isEmpty(),
        files.trackedProtocols().stream()
            .map(protocol -> new Link(protocol, files.trend(protocol).get()))
            .toList(),
        tiles(report, unexpected),
        new Table(orders.size() > 1 ? orders : List.of(), groups(rows), Savings.of(report)));
  }

  private static List<Group> groups(List<Row> rows) {
    List<Group> groups = new ArrayList<>();
    List<Row> unexpected = rows.stream().filter(row -> !row.finding().expected()).toList();
    if (!unexpected.isEmpty()) {
      groups.add(
          new Group(
              "unexpected-instances",
              "Not as expected",
              Numerals.count(unexpected.size(), "instance"),
              true,
              unexpected));
    }
    Map<String, List<Row>> byProtocol = new LinkedHashMap<>();
    for (Row row : rows) {
      byProtocol.computeIfAbsent(row.subject().protocol(), p -> new ArrayList<>());
      if (row.finding().expected()) {
        byProtocol.get(row.subject().protocol()).add(row);
      }
    }
    byProtocol.forEach(
        (protocol, own) -> {
          if (!own.isEmpty()) {
            String id = "protocol-" + (groups.size() + 1);
            String note = Numerals.count(own.size(), "instance") + " as expected";
            groups.add(new Group(id, protocol, note, false, own));
          }
        });
    return groups;
  }

  /** In which orders states were searched; a path is nearer in one than in another. */
  private static List<String> orders(RunReport report) {
    return report.instances().stream().map(IndexPage::order).distinct().sorted().toList();
  }

  private static String order(InstanceResult result) {
    String search = result.search().toLowerCase(Locale.ROOT).replace('-', ' ');
    return search.contains("depth first") ? "depth first" : "breadth first";
  }

  static Run run(RunReport report) {
    return new Run(report.parleyVersion(), report.javaVersion(), report.startedAt());
  }

  private static String incomplete(int present, int missing) {
    return "Only "
        + Numerals.count(present)
        + " of "
        + Numerals.count(present + missing, "instance")
        + " have a result. ";
  }

  private static String headline(int instances, long unexpected) {
    if (instances == 0) {
      return "No instance was checked: no @Protocol class with an @Instance was found or selected.";
    }
    String all = Numerals.count(instances, "instance");
    if (unexpected > 0) {
      return Numerals.count(unexpected) + " of " + all + " did not come out as expected.";
    }
    return instances == 1
        ? "The only instance came out as expected."
        : "All " + all + " came out as expected.";
  }

  private static List<Tile> tiles(RunReport report, long unexpected) {
    List<Tile> tiles = new ArrayList<>();
    tiles.add(
        new Tile(
            new Badge.View("Unexpected", unexpected == 0 ? "✓" : "✗", "unexpected"),
            "unexpected=true",
            Numerals.count(unexpected),
            unexpected == 0,
            ""));
    Arrays.stream(Verdict.values()).map(verdict -> tile(verdict, report)).forEach(tiles::add);
    return tiles;
  }

  /** A verdict that was expected is no alarm, whichever it is. */
  private static Tile tile(Verdict verdict, RunReport report) {
    List<InstanceResult> found =
        report.instances().stream().filter(r -> r.verdict() == verdict).toList();
    long unexpected = found.stream().filter(r -> !r.asExpected() && !r.isUncontradicted()).count();
    Badge.View badge = Badge.of(verdict);
    return new Tile(
        badge,
        "verdict=" + badge.style(),
        Numerals.count(found.size()),
        found.isEmpty() || (verdict != Verdict.VERIFIED && unexpected == 0),
        found.isEmpty()
            ? ""
            : unexpected == 0 ? "all as expected" : Numerals.count(unexpected) + " unexpected");
  }

  private static Row row(
      RunReport report, Trends trends, ReportFiles.Entry entry, List<String> orders) {
    InstanceResult result = entry.result();
    Model.Description description = result.description();
    Figures figures = result.figures();
    Optional<Trends.Series> series = trends.of(description.protocol(), description.instance());
    return new Row(
        new Subject(
            entry.page(),
            description.protocol(),
            description.instance(),
            description.parameters().orElse(""),
            description.tags(),
            result.surroundings().text()),
        new Finding(
            Badge.of(result),
            Badge.expectation(result),
            result.asExpected() || result.isUncontradicted(),
            reservation(result)),
        orders.stream()
            .map(o -> o.equals(order(result)) ? cell(figures.states()) : new Cell("", -1))
            .toList(),
        series.map(past -> Change.of(now(report, result, past), past)).orElse(Change.NEW),
        series.flatMap(past -> Sparkline.of(past.and(now(report, result, past)), past.mode())),
        saved(report, result),
        new Cell(Numerals.rate(figures), figures.statesPerSecond()),
        new Cell(Numerals.millis(figures.millis()), figures.millis()),
        BudgetUse.tightest(result));
  }

  private static String reservation(InstanceResult result) {
    List<String> reservations = new ArrayList<>();
    if (result.decomposition().isAssumed()) {
      reservations.add("assumed, not proven");
    }
    result.properties().stream()
        .filter(property -> property.outcome() == PropertyResult.Status.NOT_JUDGED)
        .forEach(property -> reservations.add(property.name() + " never judged"));
    return String.join("; ", reservations);
  }

  private static Point now(RunReport report, InstanceResult result, Trends.Series past) {
    return PresentPoint.of(report, result, past.mode());
  }

  /**
   * What the best of the compared modes saves, if any were compared. How soon modes come across a
   * violation is luck, and nothing that one saves.
   */
  private static Saved saved(RunReport report, InstanceResult result) {
    record Candidate(String mode, Reduction reduction) {}
    Optional<Candidate> best =
        report
            .comparison(result)
            .filter(comparison -> comparison.verdict() == Verdict.VERIFIED)
            .stream()
            .flatMap(comparison -> comparison.modes().stream())
            .flatMap(mode -> mode.reductions().stream().map(r -> new Candidate(mode.mode(), r)))
            .filter(c -> c.reduction().over().equals(PresentPoint.BASELINE))
            // Of modes that save the same, the last is the one that does most.
            .reduce(
                (a, b) -> b.reduction().statesPercent() >= a.reduction().statesPercent() ? b : a);
    Optional<ModeResult> plain = Savings.plain(report, result);
    String states = plain.map(p -> bound(p) + Numerals.count(p.figures().states())).orElse("");
    String time =
        best.flatMap(c -> c.reduction().timePercent())
            .map(percent -> Numerals.saved(percent, "slower", "slower"))
            .orElse("");
    return best.map(
            c ->
                new Saved(
                    Numerals.saved(c.reduction().statesPercent(), "more", "as many"),
                    c.mode(),
                    states,
                    time,
                    c.reduction().statesPercent()))
        .orElseGet(() -> new Saved("–", "", states, "", -1e9));
  }

  /** A search that exhausted its budget shows how far it came. */
  private static String bound(ModeResult mode) {
    return mode.decided() ? "" : ">";
  }

  private static Cell cell(long number) {
    return new Cell(Numerals.count(number), number);
  }
}
