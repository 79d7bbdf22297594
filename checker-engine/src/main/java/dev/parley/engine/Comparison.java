package dev.parley.engine;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Reduction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Searches one instance in several modes, and says what each saves over the others, in the manner
 * of Table I of the paper on DBSS: states and time, over stateless search, over stateful search,
 * and over whatever else a mode names as its baseline.
 *
 * <p><b>Times.</b> All runs share one Java machine, so whoever runs first pays for class loading
 * and compilation, and whoever runs last meets a machine that has become fast, or hot. Hence a
 * short pass over all modes whose figures nobody sees; then rounds, each of which runs every mode
 * once and starts with another one than the round before; then the median of each mode's times,
 * which one disturbed round does not move. The heap is collected before each run, so that none
 * sweeps up after the one before. Running each mode in a machine of its own was rejected: it
 * measures the compiler, which takes most of the time below a million states.
 *
 * <p><b>Everything else</b> a search counts depends on the protocol and the mode alone. So it must
 * be the same in every round, and the modes must agree on the verdict: all of them are sound for
 * the properties that can be declared. If not, the protocol is not deterministic in a way no lint
 * found, or the engine is wrong. Either way no figure can be trusted, and the comparison is an
 * error.
 *
 * <p><b>Budgets</b> are each run's own. A run that exhausts its budget shows how far it came, which
 * is a lower bound: nothing is computed from it, it has no say in the verdict, and it is not
 * repeated, since with a time budget its figures differ from round to round and mean no more for
 * it. If a mode comes to its end in one round and exhausts its time in another, it counts as
 * exhausted. A search of a violated instance ends with the first violation found, as in the paper:
 * there the figures say how soon a bug is found, not how large the state space is.
 */
public final class Comparison {
  /** How often each mode is run if nothing else is said. */
  public static final int ROUNDS = 3;

  /** The clock counts milliseconds: of fewer, one is more than ten per cent. */
  private static final long LEAST_MILLIS = 10;

  private static final long WARM_UP_STATES = 100_000;
  private static final Duration WARM_UP_TIME = Duration.ofSeconds(2);

  /** Searches once; what the tests replace. */
  interface Run {
    InstanceResult of(Model model, SearchOptions options, ProgressListener listener);
  }

  /** Hears how a comparison goes on, on the searching thread; must return quickly. */
  public interface Listener extends ProgressListener {
    /** Hears nothing. */
    Listener NONE =
        new Listener() {
          @Override
          public void started(String mode, int round) {}

          @Override
          public void progress(Progress progress) {}
        };

    /**
     * A run begins.
     *
     * @param mode the mode's name
     * @param round which round, counted from 1; 0 is the pass that warms up
     */
    void started(String mode, int round);
  }

  private final Supplier<Model> fresh;
  private final List<SearchMode> modes;
  private final Budget budget;
  private final int rounds;
  private final Listener listener;
  private final Run run;

  private final Model.Description description;
  private final Map<SearchMode, List<InstanceResult>> results = new LinkedHashMap<>();

  private Comparison(
      Supplier<Model> fresh,
      List<SearchMode> modes,
      Budget budget,
      int rounds,
      Listener listener,
      Run run) {
    SearchMode.requireDistinct(modes);
    if (rounds < 1) {
      throw new IllegalArgumentException("a comparison needs at least one round, not " + rounds);
    }
    this.fresh = fresh;
    this.modes = List.copyOf(modes);
    this.budget = Objects.requireNonNull(budget, "budget");
    this.rounds = rounds;
    this.listener = listener;
    this.run = run;
    this.description = fresh.get().description();
    modes.forEach(mode -> results.put(mode, new ArrayList<>()));
  }

  /**
   * Compares modes on one instance.
   *
   * @param fresh loads the instance, anew for each run
   * @param modes the modes, each with the options it is run with but for the budget
   * @param budgetPerRun what each run may spend
   * @param rounds how often each mode is run
   * @param listener hears of progress
   * @return what each mode did; mistakes in the protocol are results too, never exceptions
   * @throws IllegalArgumentException if there is no mode, or the same one twice, or no round
   */
  public static ComparisonResult run(
      Supplier<Model> fresh,
      List<SearchMode> modes,
      Budget budgetPerRun,
      int rounds,
      Listener listener) {
    return run(fresh, modes, budgetPerRun, rounds, listener, Comparison::search);
  }

  static ComparisonResult run(
      Supplier<Model> fresh,
      List<SearchMode> modes,
      Budget budgetPerRun,
      int rounds,
      Listener listener,
      Run run) {
    return new Comparison(fresh, modes, budgetPerRun, rounds, listener, run).compared();
  }

  /**
   * Runs each mode once, without any preparation: how many states there are, and roughly how long
   * that takes. For times that can be relied on, {@link #run compare}.
   *
   * @param fresh loads the instance, anew for each mode
   * @param modes the modes, each with the options it is run with but for the budget
   * @param budgetPerRun what each run may spend
   * @param listener hears of progress
   * @return what each mode did; mistakes in the protocol are results too, never exceptions
   */
  public static ComparisonResult measured(
      Supplier<Model> fresh, List<SearchMode> modes, Budget budgetPerRun, Listener listener) {
    Run once = (model, options, l) -> InstanceCheck.measured(model, options, l).run();
    return new Comparison(fresh, modes, budgetPerRun, 1, listener, once).rounds();
  }

  /**
   * Puts searches side by side that ran at different times.
   *
   * @param description the instance
   * @param budget what each search might spend
   * @param searches what each did; what it saves over the others is worked out
   * @return all of them
   */
  public static ComparisonResult of(
      Model.Description description, Budget budget, List<ModeResult> searches) {
    List<ModeResult> measured = new ArrayList<>();
    for (ModeResult search : searches) {
      measured.add(measured(search, SearchMode.named(search.mode()).baselines(), searches));
    }
    return new ComparisonResult(description, budget, 1, measured, Optional.empty());
  }

  private static InstanceResult search(
      Model model, SearchOptions options, ProgressListener listener) {
    System.gc();
    return InstanceCheck.withoutTrace(model, options, listener).run();
  }

  private ComparisonResult compared() {
    for (SearchMode mode : modes) {
      run(mode, 0, warmUp());
    }
    return rounds();
  }

  /** All rounds, one after the other. */
  private ComparisonResult rounds() {
    for (int round = 1; round <= rounds; round++) {
      for (SearchMode mode : rotated(round - 1)) {
        List<InstanceResult> own = results.get(mode);
        if (own.stream().anyMatch(Comparison::exhausted)) {
          continue;
        }
        own.add(run(mode, round, budget));
        Optional<Mistake> mistake = mistake(mode);
        if (mistake.isPresent()) {
          return result(mistake);
        }
      }
    }
    return result(disagreement());
  }

  private List<SearchMode> rotated(int places) {
    List<SearchMode> order = new ArrayList<>(modes);
    Collections.rotate(order, -places);
    return order;
  }

  private Budget warmUp() {
    return new Budget(
        Optional.of(Math.min(WARM_UP_STATES, budget.states().orElse(WARM_UP_STATES))),
        Optional.of(
            budget.time().filter(time -> time.compareTo(WARM_UP_TIME) < 0).orElse(WARM_UP_TIME)),
        budget.memoryBytes(),
        budget.depth());
  }

  private InstanceResult run(SearchMode mode, int round, Budget bounds) {
    listener.started(mode.name(), round);
    SearchOptions options = mode.options().withBudget(bounds);
    Progress[] last = {new Progress(Progress.Phase.SEARCHING, 0, 0, 0, 0, 0, 0, bounds)};
    try {
      return run.of(
          fresh.get(),
          options,
          progress -> {
            last[0] = progress;
            listener.progress(progress);
          });
    } catch (OutOfMemoryError e) {
      // The search's frames are gone, and with them everything it held: there is room again.
      return outOfMemory(options, last[0]);
    }
  }

  private InstanceResult outOfMemory(SearchOptions options, Progress last) {
    return new InstanceResult(
        description,
        Verdict.BUDGET_EXHAUSTED,
        Optional.of(Budget.Kind.MEMORY),
        options.describe(),
        options.exploration().budget(),
        Figures.of(last),
        List.of(),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** What is wrong with the latest run of a mode. */
  private Optional<Mistake> mistake(SearchMode mode) {
    List<InstanceResult> own = results.get(mode);
    InstanceResult latest = own.get(own.size() - 1);
    if (latest.verdict() == Verdict.ERROR) {
      return latest.error();
    }
    return own.stream()
        .filter(earlier -> !exhausted(earlier) && !exhausted(latest))
        .filter(earlier -> !sameBut(earlier, latest))
        .findFirst()
        .map(earlier -> unrepeatable(mode, earlier, latest));
  }

  private static boolean sameBut(InstanceResult one, InstanceResult other) {
    return one.verdict() == other.verdict()
        && one.figures().withMillis(0).equals(other.figures().withMillis(0));
  }

  private Mistake unrepeatable(SearchMode mode, InstanceResult earlier, InstanceResult latest) {
    return new Mistake(
        "engine",
        "Searching "
            + name()
            + " twice in mode "
            + mode.name()
            + " gave two results: "
            + summary(earlier)
            + ", and then "
            + summary(latest)
            + ". A search is repeatable unless the instance method builds another topology each"
            + " time or a step depends on more than its node and messages; if neither is so, this"
            + " is a bug in Parley: please report it with the details.",
        earlier.figures().withMillis(0) + "\n" + latest.figures().withMillis(0),
        Optional.empty());
  }

  /** Looks at every run that came to its end, also of modes that exhausted their time in others. */
  private Optional<Mistake> disagreement() {
    Map<Verdict, String> modesByVerdict = new LinkedHashMap<>();
    results.forEach(
        (mode, own) ->
            own.stream()
                .filter(result -> !exhausted(result))
                .forEach(result -> modesByVerdict.putIfAbsent(result.verdict(), mode.name())));
    if (modesByVerdict.size() <= 1) {
      return Optional.empty();
    }
    List<String> claims = new ArrayList<>();
    modesByVerdict.forEach((verdict, mode) -> claims.add(verdict + " in mode " + mode));
    return Optional.of(
        new Mistake(
            "engine",
            "The search modes disagree about "
                + name()
                + ": "
                + String.join(", ", claims)
                + ". Every mode must come to the same verdict, so none of them can be trusted here."
                + " This is a bug in Parley: please report it with the protocol.",
            "",
            Optional.empty()));
  }

  private String name() {
    return description.protocol() + " / " + description.instance();
  }

  private static String summary(InstanceResult result) {
    return result.verdict()
        + " after "
        + result.figures().states()
        + " states and "
        + result.figures().transitions()
        + " transitions";
  }

  private static boolean exhausted(InstanceResult result) {
    return result.verdict() == Verdict.BUDGET_EXHAUSTED;
  }

  private ComparisonResult result(Optional<Mistake> error) {
    List<ModeResult> plain = new ArrayList<>();
    results.forEach(
        (mode, own) -> {
          if (!own.isEmpty()) {
            plain.add(modeResult(mode, own));
          }
        });
    // What cannot be trusted is shown, but nothing is computed from it.
    List<ModeResult> measured =
        error.isPresent() ? plain : plain.stream().map(mode -> measured(mode, plain)).toList();
    return new ComparisonResult(description, budget, rounds, measured, error);
  }

  private static ModeResult modeResult(SearchMode mode, List<InstanceResult> own) {
    // An exhausted run is the last of its mode, and then what it came to is what there is to show.
    InstanceResult latest = own.get(own.size() - 1);
    List<Long> millis = own.stream().map(result -> result.figures().millis()).toList();
    long median = exhausted(latest) ? latest.figures().millis() : median(millis);
    return new ModeResult(
        mode.name(),
        mode.options().describe(),
        latest.verdict(),
        latest.exhausted(),
        latest.figures().withMillis(median),
        median,
        millis,
        List.of());
  }

  private static long median(List<Long> millis) {
    return millis.stream().sorted().toList().get((millis.size() - 1) / 2);
  }

  private ModeResult measured(ModeResult mode, List<ModeResult> all) {
    if (!mode.decided()) {
      return mode;
    }
    List<String> baselines =
        modes.stream()
            .filter(m -> m.name().equals(mode.mode()))
            .flatMap(m -> m.baselines().stream())
            .toList();
    return measured(mode, baselines, all);
  }

  private static ModeResult measured(
      ModeResult mode, List<String> baselines, List<ModeResult> all) {
    return !mode.decided()
        ? mode
        : mode.withReductions(
            baselines.stream()
                .flatMap(name -> all.stream().filter(other -> other.mode().equals(name)))
                .filter(ModeResult::decided)
                .map(baseline -> reduction(baseline, mode))
                .toList());
  }

  private static Reduction reduction(ModeResult baseline, ModeResult mode) {
    Figures before = baseline.figures();
    return new Reduction(
        baseline.mode(),
        Reduction.percent(before.states(), mode.figures().states()),
        baseline.medianMillis() < LEAST_MILLIS
            ? Optional.empty()
            : Optional.of(Reduction.percent(baseline.medianMillis(), mode.medianMillis())));
  }
}
