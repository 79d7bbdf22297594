package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.simulate.RandomWalks;
import dev.parley.engine.internal.simulate.Shortening;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import dev.parley.engine.options.Walks.Schedule;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import dev.parley.engine.result.WalkFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Holds random walks against the naive checker, on random protocols over all networks and faults:
 * whatever walks find is there, at the end of a path that the naive checker can take, and whatever
 * they meet is not more than there is. {@code -Dparley.simulation.seeds=N} sets how many protocols,
 * {@code -Dparley.simulation.first=K} where to start.
 */
class SimulationDifferentialTest {
  private static final long FIRST = Long.getLong("parley.simulation.first", 0);
  private static final long SEEDS = Long.getLong("parley.simulation.seeds", 60);

  /** So many protocols have every kind of finding among them. */
  private static final int ENOUGH = 60;

  private static final int MOST_STATES = 3_000;
  private static final int WALKS = 100;
  private static final int LENGTH = 60;

  private final Map<String, Long> happened = new TreeMap<>();

  @Test
  void whatWalksFindIsThere() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .mapToObj(WorldlyProtocols::of)
        .forEach(protocol -> compare(protocol, failures));
    System.out.println("random walks: " + happened);
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertThat(happened)
          .containsKeys(
              "found INVARIANT",
              "found TERMINAL",
              "found an exception",
              "found with faults",
              "shortened",
              "shortened by itself",
              "as short as can be by itself",
              "met all states");
      assertThat(happened.get("found")).isGreaterThan(9 * happened.getOrDefault("missed", 0L));
    }
  }

  private void compare(WorldlyProtocol protocol, List<String> failures) {
    Supplier<Model> unread =
        () -> protocol.model(Models.UNREAD, protocol.network(), protocol.claims());
    Agreement agreement = Agreement.of(unread, MOST_STATES, OptionalInt.empty());
    if (!agreement.isKnown()) {
      return;
    }
    for (Schedule schedule : Schedule.values()) {
      SearchOptions options =
          SearchMode.SIMULATE
              .options()
              .withRunTwice(false)
              .withWalks(Optional.of(new Walks(schedule, protocol.seed(), WALKS, LENGTH)));
      List<String> lines = new ArrayList<>();
      try {
        InstanceResult result =
            InstanceCheck.ofInspected(
                    protocol.model(ModelLoader::nodeType, protocol.network(), protocol.claims()),
                    options,
                    ProgressListener.NONE)
                .run();
        compare(agreement, unread, options, result, lines);
        if (schedule == Schedule.UNIFORM && agreement.whole().verdict() != Verdict.ERROR) {
          shorten(agreement.whole(), protocol, options, lines);
        }
      } catch (AssertionError | RuntimeException e) {
        lines.add(e.toString());
      }
      if (!lines.isEmpty()) {
        failures.add(
            "seed %d, %s: %s%nreference: %s%n%s"
                .formatted(protocol.seed(), schedule, lines, agreement.whole(), protocol));
      }
    }
  }

  private void compare(
      Agreement agreement,
      Supplier<Model> model,
      SearchOptions options,
      InstanceResult result,
      List<String> lines) {
    NaiveResult whole = agreement.whole();
    switch (result.verdict()) {
      case VERIFIED -> lines.add("walks have verified something");
      case ERROR -> {
        if (whole.verdict() != Verdict.ERROR) {
          lines.add("error " + result.error());
        }
      }
      case VIOLATED -> {
        if (whole.verdict() != Verdict.ERROR) {
          lines.addAll(agreement.contradictions(model, options, result));
        }
        count(result, whole);
      }
      case BUDGET_EXHAUSTED -> {
        if (!result.exhausted().equals(Optional.of(Budget.Kind.WALKS))) {
          lines.add("ended by " + result.exhausted());
        }
        note("missed", whole.shortestViolation().isPresent());
      }
    }
    WalkFigures walks = result.profile().walks().orElseThrow();
    if (whole.verdict() != Verdict.ERROR && result.figures().states() > whole.states()) {
      lines.add("met %d states of %d".formatted(result.figures().states(), whole.states()));
    }
    note("met all states", result.figures().states() == whole.states());
    if (walks.walks() > WALKS || walks.steps() > (long) WALKS * LENGTH) {
      lines.add("more walks than asked for: " + walks);
    }
    if (walks.samples().get(walks.samples().size() - 1).walks() != walks.walks()) {
      lines.add("the last sample is not of the end: " + walks);
    }
  }

  private void count(InstanceResult result, NaiveResult whole) {
    Violation violation = result.violation().orElseThrow();
    List<Trace.TraceStep> steps = violation.trace().orElseThrow().steps();
    long walked = result.profile().walks().orElseThrow().foundAfter().orElseThrow();
    note("found", true);
    note("found " + violation.kind().map(Property.Kind::name).orElse("an exception"), true);
    note(
        "found with faults",
        steps.stream()
            .anyMatch(s -> s.action() == ActionKind.CRASH || s.action() == ActionKind.LOSE));
    note("shortened", steps.size() < walked);
  }

  /**
   * A check looks for the shortest path by a search as well; here is what leaving out steps gives.
   */
  private void shorten(
      NaiveResult whole, WorldlyProtocol protocol, SearchOptions options, List<String> lines) {
    Model model = protocol.model(ModelLoader::nodeType, protocol.network(), protocol.claims());
    Lab lab = Lab.of(model, new Participants(model), options, Set.of(), Ports.of(model));
    Allowance allowance = Allowance.unlimited();
    RandomWalks walks =
        new RandomWalks(
            lab, options.exploration().walks().orElseThrow(), allowance, allowance.share());
    walks.run();
    if (walks.found().isEmpty()) {
      return;
    }
    Found found = walks.found().get();
    Found shorter = new Shortening(lab.space(), lab.judges(), () -> true).shortened(found);
    List<int[]> path = shorter.path();
    for (int i = 1; i < path.size(); i++) {
      if (lab.space().actionBetween(path.get(i - 1), path.get(i)).isEmpty()) {
        lines.add("a shortened path has a gap");
      }
    }
    if (lab.space().initials().stream().noneMatch(i -> Arrays.equals(i, path.get(0)))) {
      lines.add("a shortened path begins nowhere");
    }
    String name = shorter.property().map(Property::name).orElse(Violation.EXCEPTION);
    int least = whole.violations().get(name).orElseThrow();
    if (shorter.depth() > found.depth() || shorter.depth() < least) {
      lines.add("%d steps became %d of %d".formatted(found.depth(), shorter.depth(), least));
    }
    boolean broken =
        shorter.property().isEmpty()
            || !lab.judges().holds(shorter.property().get(), path.get(path.size() - 1));
    if (!broken || shorter.thrown().isPresent() != found.thrown().isPresent()) {
      lines.add("a shortened path does not break " + name);
    }
    note("shortened by itself", shorter.depth() < found.depth());
    note("as short as can be by itself", shorter.depth() == least);
    note("longer than need be", shorter.depth() > least);
  }

  private synchronized void note(String what, boolean did) {
    if (did) {
      happened.merge(what, 1L, Long::sum);
    }
  }
}
