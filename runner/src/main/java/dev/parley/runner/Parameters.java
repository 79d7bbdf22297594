package dev.parley.runner;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Parameters as texts, by the names that they have on Maven's command line: {@code parley.mode} and
 * so on. A front whose tool hands over texts gets its options here, so that a name means the same
 * to all of them and has the same default. What is not written is as if it were not there.
 */
public final class Parameters {
  /** The directory that all reports are written to. */
  public static final String OUTPUT_DIRECTORY = "parley.outputDirectory";

  /** Where the past is recorded. */
  public static final String HISTORY_FILE = "parley.history.file";

  /** Which tags an instance must not have. */
  public static final String EXCLUDED_TAGS = "parley.excludedTags";

  /** Whether to do nothing. */
  public static final String SKIP = "parley.skip";

  /** What a run of instances is configured with. */
  public static final List<String> OF_RUNS =
      List.of(
          SKIP,
          "parley.protocols",
          "parley.instances",
          "parley.tags",
          EXCLUDED_TAGS,
          "parley.budget.states",
          "parley.budget.time",
          "parley.budget.memory",
          "parley.budget.depth",
          "parley.deliveryRecord",
          "parley.runTwice",
          "parley.inference",
          "parley.assumePure",
          "parley.network",
          "parley.refinement",
          "parley.seed",
          "parley.knowledge",
          "parley.trialRuns",
          "parley.symmetry",
          "parley.failIfNothingFound",
          "parley.progressInterval",
          "parley.grace",
          "parley.heap",
          "parley.jvmArguments",
          "parley.threads",
          "parley.spill",
          "parley.spillDirectory",
          OUTPUT_DIRECTORY,
          "parley.order");

  /** What a check is configured with besides. */
  public static final List<String> OF_CHECKS =
      List.of(
          "parley.mode",
          "parley.selectivePush",
          "parley.deadMessages",
          "parley.incremental",
          "parley.baselines",
          "parley.resume",
          "parley.saveInterval",
          "parley.walks",
          "parley.walkLength",
          "parley.schedule",
          "parley.walkSeed",
          "parley.failOnBudget",
          "parley.failOnAssumedDecomposition",
          "parley.summary");

  /** How a check is compared with other modes and with the past. */
  public static final List<String> OF_GATES =
      List.of(
          "parley.compare",
          "parley.rounds",
          HISTORY_FILE,
          "parley.record",
          "parley.commit",
          "parley.accept",
          "parley.gate.reductionLoss",
          "parley.gate.stateGrowth",
          "parley.gate.worseVerdict",
          "parley.gate");

  /** What only other goals have: comparing, replaying, putting modules together. */
  public static final List<String> OF_OTHERS =
      List.of(
          "parley.modes",
          "parley.trace",
          "parley.debug",
          "parley.aggregate.directory",
          "parley.aggregate.results");

  /** What bounds an instance that declares nothing and of which nothing is configured. */
  static final Budget TEN_MINUTES =
      new Budget(
          Optional.empty(),
          Optional.of(Duration.ofMinutes(10)),
          Optional.empty(),
          Optional.empty());

  private final Map<String, String> written;
  private final Optional<Budget> budget;
  private final List<Thresholds.Written> thresholds;

  private Parameters(
      Map<String, String> written, Optional<Budget> budget, List<Thresholds.Written> thresholds) {
    this.written = written;
    this.budget = budget;
    this.thresholds = List.copyOf(thresholds);
  }

  /**
   * Takes down what is written.
   *
   * @param names the parameters that may be
   * @param written the text of a parameter, if there is one
   */
  public static Parameters of(
      Collection<String> names, Function<String, Optional<String>> written) {
    Map<String, String> texts = new HashMap<>();
    for (String name : names) {
      written.apply(name).ifPresent(text -> texts.put(name, text));
    }
    return new Parameters(texts, Optional.empty(), List.of());
  }

  /**
   * Takes down what is written.
   *
   * @param written texts by the parameters' names
   */
  public static Parameters of(Map<String, String> written) {
    return new Parameters(Map.copyOf(written), Optional.empty(), List.of());
  }

  /** The same with other bounds for instances that declare none. */
  public Parameters withDefaultBudget(Budget bounds) {
    return new Parameters(written, Optional.of(bounds), thresholds);
  }

  /** The same with limits for some protocols or instances. */
  public Parameters withThresholds(List<Thresholds.Written> special) {
    return new Parameters(written, budget, special);
  }

  /** The bounds that these texts say; what is null does not bound. */
  public static Budget budget(String states, String time, String memory, String depth) {
    return new Budget(
        Optional.ofNullable(states).map(text -> number("the budget's states", text)),
        Optional.ofNullable(time).map(text -> Quantity.duration("the budget's time", text)),
        Optional.ofNullable(memory).map(text -> Quantity.bytes("the budget's memory", text)),
        Optional.ofNullable(depth)
            .map(text -> Math.toIntExact(number("the budget's depth", text))));
  }

  /** Whether to do nothing at all. */
  public boolean skip() {
    return flag(SKIP, false);
  }

  /**
   * What a check is to do.
   *
   * @param outputDirectory where reports go
   * @param history what to do with the past
   * @param gate whether the task itself judges what it found
   */
  public CheckOptions check(Path outputDirectory, HistoryOptions history, boolean gate) {
    return new CheckOptions(
        run(outputDirectory).with(reuse()),
        text("parley.mode").map(String::strip).orElse(SearchMode.DEFAULT.name()),
        search(orNull("parley.order"))
            .check(
                orNull("parley.mode"),
                flagOrNull("parley.selectivePush"),
                flagOrNull("parley.deadMessages")),
        flag("parley.failOnBudget", true),
        flag("parley.failOnAssumedDecomposition", false),
        text("parley.compare").map(modes -> search(null).compare(modes)).orElse(List.of()),
        rounds(),
        history,
        gate,
        flag("parley.summary", true));
  }

  /**
   * What a comparison is to do.
   *
   * @param outputDirectory where reports go
   */
  public CompareOptions compare(Path outputDirectory) {
    return new CompareOptions(
        run(outputDirectory),
        search(orNull("parley.order")).compare(orNull("parley.modes")),
        rounds());
  }

  /**
   * How to judge results that are there already.
   *
   * @param results the directory they are in
   * @param history the past to judge by
   */
  public GateOptions gate(Path results, HistoryOptions history) {
    return new GateOptions(
        results,
        history,
        flag("parley.failOnBudget", true),
        flag("parley.failOnAssumedDecomposition", false),
        flag("parley.failIfNothingFound", true));
  }

  /**
   * What to replay.
   *
   * @param trace the trace file
   * @param debug where to wait for a debugger, as {@link ReplayOptions#debugPort} reads it
   */
  public ReplayOptions replay(Path trace, String debug) {
    return new ReplayOptions(
        trace,
        text("parley.heap"),
        RunOptions.arguments(orNull("parley.jvmArguments")),
        ReplayOptions.debugPort(debug));
  }

  /** Whether the task itself judges what it found. */
  public boolean judges() {
    return flag("parley.gate", true);
  }

  /** Whether the run is added to the past. */
  public boolean records() {
    return flag("parley.record", false);
  }

  /** Whether a search that ran out of its budget fails the build. */
  public boolean failsOnBudget() {
    return flag("parley.failOnBudget", true);
  }

  /**
   * What to do with the past.
   *
   * @param file where it is recorded
   */
  public HistoryOptions history(Path file) {
    return new HistoryOptions(
        file,
        records(),
        text("parley.commit"),
        flag("parley.accept", false),
        Thresholds.of(
            orNull("parley.gate.reductionLoss"),
            orNull("parley.gate.stateGrowth"),
            thresholds,
            flag("parley.gate.worseVerdict", true)));
  }

  private RunOptions run(Path outputDirectory) {
    return new RunOptions(
        Selection.of(
            orNull("parley.protocols"),
            orNull("parley.instances"),
            orNull("parley.tags"),
            orNull(EXCLUDED_TAGS)),
        budget.orElse(TEN_MINUTES),
        budget(
            orNull("parley.budget.states"),
            orNull("parley.budget.time"),
            orNull("parley.budget.memory"),
            orNull("parley.budget.depth")),
        text("parley.heap"),
        RunOptions.spilling(
            RunOptions.arguments(
                orNull("parley.jvmArguments"),
                text("parley.threads")
                    .map(text -> Math.toIntExact(number("threads", text)))
                    .orElse(null)),
            orNull("parley.spill"),
            orNull("parley.spillDirectory")),
        flag("parley.failIfNothingFound", true),
        outputDirectory,
        Quantity.duration("progressInterval", text("parley.progressInterval").orElse("5s")),
        text("parley.grace").map(text -> Quantity.duration("grace", text)));
  }

  private ReuseOptions reuse() {
    return new ReuseOptions(
            Optional.ofNullable(flagOrNull("parley.incremental")),
            flag("parley.baselines", true),
            ReuseOptions.BASELINE_BUDGET)
        .resuming(flag("parley.resume", false), orNull("parley.saveInterval"));
  }

  private SearchParameters search(String order) {
    return new SearchParameters(
        order,
        flag("parley.deliveryRecord", false),
        flag("parley.runTwice", true),
        orNull("parley.inference"),
        orNull("parley.assumePure"),
        orNull("parley.network"),
        new ReductionParameters(
            orNull("parley.refinement"),
            orNull("parley.seed"),
            orNull("parley.knowledge"),
            text("parley.trialRuns")
                .map(text -> Math.toIntExact(number("trialRuns", text)))
                .orElse(null),
            orNull("parley.symmetry")),
        new WalkParameters(
            text("parley.walks").map(text -> number("walks", text)).orElse(null),
            text("parley.walkLength")
                .map(text -> Math.toIntExact(number("walkLength", text)))
                .orElse(null),
            orNull("parley.schedule"),
            text("parley.walkSeed").map(text -> number("walkSeed", text)).orElse(null)));
  }

  private int rounds() {
    return text("parley.rounds").map(text -> Math.toIntExact(number("rounds", text))).orElse(3);
  }

  private Optional<String> text(String name) {
    return Optional.ofNullable(written.get(name)).filter(text -> !text.isBlank());
  }

  private String orNull(String name) {
    return text(name).orElse(null);
  }

  private boolean flag(String name, boolean fallback) {
    Boolean value = flagOrNull(name);
    return value == null ? fallback : value;
  }

  /** A name without a value, as in {@code -Dparley.record}, switches on. */
  private Boolean flagOrNull(String name) {
    String text = written.get(name);
    if (text == null) {
      return null;
    }
    return text.isBlank() || isTrue(name, text);
  }

  /**
   * Reads a switch.
   *
   * @param name the parameter's
   * @param text {@code true} or {@code false}
   */
  public static boolean isTrue(String name, String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(name + " must be true or false, not '" + text + "'");
    };
  }

  /**
   * Reads a whole number.
   *
   * @param name the parameter's
   * @param text digits, maybe with underscores between them
   */
  public static long number(String name, String text) {
    try {
      return Long.parseLong(text.strip().replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a whole number, not '" + text + "'", e);
    }
  }
}
