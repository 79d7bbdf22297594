package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the engine against the naive checker on random protocols whose clients record operations.
 * The naive checker keeps the complete history in its states and tries all orders of operations.
 * {@code -Dparley.recorded.seeds=N} sets how many protocols, {@code -Dparley.recorded.first=K}
 * where to start.
 */
class RecordedDifferentialTest {
  private static final long FIRST = Long.getLong("parley.recorded.first", 0);
  private static final long SEEDS = Long.getLong("parley.recorded.seeds", 20);

  /** So many protocols have everything among them. */
  private static final int ENOUGH = 150;

  private static final int SHOWN_FAILURES = Integer.getInteger("parley.recorded.shown", 3);

  private static final SearchOptions STATEFUL =
      SearchOptions.DEFAULT.withRunTwice(false).withTrialRuns(5_000);

  private static final Budget PATHS =
      new Budget(Optional.of(3_000L), Optional.empty(), Optional.empty(), Optional.empty());

  private static final List<SearchOptions> MODES =
      Stream.concat(
              SearchMode.ALL.stream()
                  .map(mode -> mode.options().withRunTwice(false).withTrialRuns(5_000))
                  .map(o -> o.store().memory() == Memory.NONE ? o.withBudget(PATHS) : o),
              Stream.of(
                  STATEFUL,
                  STATEFUL.withOrder(Order.DEPTH_FIRST),
                  STATEFUL.withMemory(Memory.RELEVANT),
                  STATEFUL.withDeadMessages(true),
                  STATEFUL.withSymmetry(ReductionOptions.Symmetry.AUTO),
                  STATEFUL
                      .withMemory(Memory.RELEVANT)
                      .withDeadMessages(true)
                      .withSymmetry(ReductionOptions.Symmetry.AUTO)))
          .distinct()
          .toList();

  private final Map<String, Long> counts = new TreeMap<>();

  private synchronized void count(String what, boolean happened) {
    counts.merge(what, happened ? 1L : 0L, Long::sum);
  }

  @Test
  void theEngineAgreesWithTheNaiveCheckerInEveryMode() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN_FAILURES)
        .mapToObj(RecordedProtocol::of)
        .forEach(protocol -> compare(protocol, failures));
    System.out.println(counts);
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    if (SEEDS >= ENOUGH) {
      counts.forEach((what, count) -> assertThat(count).as(what).isPositive());
    }
  }

  private void compare(RecordedProtocol protocol, List<String> failures) {
    Supplier<Model> unread = () -> protocol.model(Models.UNREAD);
    Agreement agreement =
        Agreement.of(unread, Integer.MAX_VALUE, OptionalInt.empty(), this::expanded);
    count(agreement.whole(), protocol);
    for (SearchOptions mode : MODES) {
      List<String> lines = new ArrayList<>();
      try {
        InstanceResult result =
            InstanceCheck.ofInspected(
                    protocol.model(ModelLoader::nodeType), mode, ProgressListener.NONE)
                .run();
        lines.addAll(agreement.contradictions(unread, mode, result));
        result.violation().ifPresent(v -> lines.addAll(contradictions(protocol, v)));
        countReductions(result, agreement.whole());
        if (!lines.isEmpty()) {
          lines.add(
              "engine's %s %s %s"
                  .formatted(
                      result.verdict(),
                      result.violation().map(v -> v.message() + v.timeline()),
                      result.error().map(m -> m.place() + ": " + m.message() + m.details())));
        }
      } catch (AssertionError | RuntimeException e) {
        lines.add(e + " " + List.of(e.getStackTrace()).subList(0, 6));
      }
      if (!lines.isEmpty()) {
        failures.add(
            "seed %d, %s: %s%nreference: %s%n%s"
                .formatted(protocol.seed(), mode.describe(), lines, agreement.whole(), protocol));
      }
    }
  }

  /** The timeline must be what the naive checker records along the same steps. */
  private List<String> contradictions(RecordedProtocol protocol, Violation violation) {
    if (violation.timeline().isEmpty() || violation.trace().isEmpty()) {
      return violation.property().matches("linear.*|sequential")
          ? List.of("no timeline")
          : List.of();
    }
    Model model = protocol.model(Models.UNREAD);
    List<NaiveState> ends =
        new NaiveReplay(model, Renderer::text)
            .walk(violation.trace().get().steps().stream().map(NaiveReplay.Line::of).toList())
            .ends();
    Timeline timeline = violation.timeline().get();
    List<String> told = timeline.operations().stream().map(RecordedDifferentialTest::text).toList();
    List<List<String>> right = ends.stream().map(end -> texts(model, end)).toList();
    List<String> lines = new ArrayList<>();
    if (!right.contains(told)) {
      lines.add("timeline %s, not %s".formatted(told, right));
    }
    if (timeline.misfit().isEmpty()) {
      lines.add("nothing is told not to fit");
    }
    count("timelines compared", true);
    return lines;
  }

  private static List<String> texts(Model model, NaiveState end) {
    return end.history().operations().stream()
        .map(
            o ->
                model.ids().get(o.client())
                    + " "
                    + Renderer.text(o.operation())
                    + (o.ended() ? "=" + Renderer.text(o.result()) : o.orphaned() ? "!" : "?"))
        .toList();
  }

  private static String text(Timeline.Operation o) {
    return o.client()
        + " "
        + o.operation()
        + (o.ended().isPresent() ? "=" + o.result().orElse("null") : o.orphaned() ? "!" : "?");
  }

  private void expanded(NaiveState state, List<NaiveStep> enabled, boolean cut) {
    List<NaiveHistory.Operation> all = state.history().operations();
    count("operations at once", all.stream().filter(o -> !o.ended()).count() > 1);
    count("operations orphaned", all.stream().anyMatch(NaiveHistory.Operation::orphaned));
    count(
        "operations ended after a restart",
        all.stream().anyMatch(o -> o.interrupted() && o.ended()));
    count("operations without result", all.stream().anyMatch(o -> o.ended() && o.result() == null));
    count(
        "clients crashed amid an operation",
        all.stream().anyMatch(o -> !o.ended() && !state.isUp(o.client())));
    for (NaiveStep step : enabled) {
      int more =
          step.next().map(s -> s.history().events().size()).orElse(0)
              - state.history().events().size();
      count("several events in a step", step.kind() == ActionKind.STEP && more > 1);
      count("events in a restart hook", step.kind() == ActionKind.RESTART && more > 1);
    }
  }

  private void count(NaiveResult result, RecordedProtocol protocol) {
    count("verified", result.verdict() == Verdict.VERIFIED);
    count("mistakes", result.verdict() == Verdict.ERROR);
    for (RecordedProtocol.Demand demand : RecordedProtocol.Demand.values()) {
      String name = demand.name().toLowerCase(Locale.ROOT);
      boolean demanded = protocol.demands().contains(demand);
      boolean broken = result.violations().containsKey(name);
      count(name + " broken", broken);
      count(name + " kept", demanded && !broken && result.verdict() != Verdict.ERROR);
    }
    count(
        "sequentially consistent, not linearizable",
        protocol.demands().contains(RecordedProtocol.Demand.SEQUENTIAL)
            && !result.violations().containsKey("sequential")
            && result.violations().keySet().stream().anyMatch(p -> p.startsWith("linear")));
    protocol.manners().forEach(manner -> count("servers of manner " + manner, true));
    count(protocol.network() + "", true);
  }

  private void countReductions(InstanceResult result, NaiveResult whole) {
    result
        .reductions()
        .forEach(
            r ->
                count(
                    r.name() + (r.applied() ? " applied, fewer states" : " stepped aside"),
                    !r.applied() || result.figures().states() < whole.states()));
  }

  /** The same histories, told apart by less: the same verdict, in no more states. */
  @Test
  void aSummaryDecidesWhatTheWholeHistoryDecides() {
    for (long seed = FIRST; seed < FIRST + SEEDS / 5; seed++) {
      RecordedProtocol protocol = RecordedProtocol.of(seed);
      NaiveResult whole = naive(protocol, RecordedProtocol.Demand.LINEARIZABLE_WHOLE);
      InstanceResult summary =
          InstanceCheck.ofInspected(
                  protocol
                      .with(List.of(RecordedProtocol.Demand.LINEARIZABLE))
                      .model(ModelLoader::nodeType),
                  STATEFUL,
                  ProgressListener.NONE)
              .run();
      if (whole.verdict() != Verdict.ERROR) {
        assertThat(summary.verdict()).as("seed %d: %s", seed, protocol).isEqualTo(whole.verdict());
        if (whole.verdict() == Verdict.VERIFIED) {
          assertThat(summary.figures().states()).isLessThanOrEqualTo(whole.states());
        } else {
          assertThat(summary.violation().flatMap(Violation::trace).map(t -> t.steps().size()))
              .as("seed %d", seed)
              .isEqualTo(
                  whole.shortestViolation().isPresent()
                      ? Optional.of(whole.shortestViolation().getAsInt())
                      : Optional.empty());
        }
      }
    }
  }

  private static NaiveResult naive(RecordedProtocol protocol, RecordedProtocol.Demand demand) {
    return NaiveChecker.check(protocol.with(List.of(demand)).model(Models.UNREAD));
  }
}
