package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Holds the engine against the naive checker, protocol by random protocol. {@code
 * -Dparley.differential.seeds=N} sets how many, {@code -Dparley.differential.first=K} where to
 * start; to look into one failure, set them to 1 and its seed.
 */
class DifferentialTest {
  private static final long FIRST = Long.getLong("parley.differential.first", 0);
  private static final long SEEDS = Long.getLong("parley.differential.seeds", 300);
  private static final int SHOWN_FAILURES = 3;

  private static final Function<Class<? extends Node>, NodeType> NODE_TYPES = ModelLoader::nodeType;

  /** How the engine writes messages and choices in its traces. */
  private static final Function<Object, String> TEXT = Renderer::text;

  private static final SearchOptions DEPTH_FIRST =
      SearchOptions.DEFAULT.withOrder(Order.DEPTH_FIRST);

  /** Every combination of order, memory and stack that remembers states. */
  private static final List<SearchOptions> MODES =
      List.of(
          SearchOptions.DEFAULT,
          DEPTH_FIRST,
          DEPTH_FIRST.withSelectivePush(true),
          SearchOptions.DEFAULT.withMemory(Memory.RELEVANT),
          DEPTH_FIRST.withMemory(Memory.RELEVANT),
          DEPTH_FIRST.withMemory(Memory.RELEVANT).withSelectivePush(true),
          SearchOptions.DEFAULT.withMemory(Memory.RELEVANT).withDeliveryRecord(true));

  @Test
  void theEngineAgreesWithTheNaiveCheckerInEveryMode() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN_FAILURES)
        .mapToObj(RandomProtocols::sample)
        .forEach(sample -> MODES.forEach(mode -> collect(failures, sample, mode)));
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
  }

  private static void collect(
      List<String> failures, RandomProtocols.Sample sample, SearchOptions mode) {
    try {
      compare(sample, mode);
    } catch (AssertionError | RuntimeException e) {
      failures.add(
          "seed %d, %s: %s%nreference: %s%n%s"
              .formatted(
                  sample.protocol().seed(),
                  mode.describe(),
                  e,
                  sample.reference(),
                  sample.protocol().dump()));
    }
  }

  private static void compare(RandomProtocols.Sample sample, SearchOptions mode) {
    NaiveResult reference = sample.reference();
    InstanceResult result = check(sample, mode, true);
    assertThat(result.verdict()).as("verdict of %s", brief(result)).isEqualTo(reference.verdict());
    if (reference.verdict() == Verdict.VERIFIED) {
      assertSameCounts(mode, result, reference);
      return;
    }
    assertRightViolation(sample, mode, result);
    // The engine stops at a violation. What it would have counted shows without properties, unless
    // steps throw: an exception ends the search whatever the properties are.
    if (!reference.violations().containsKey(Violation.EXCEPTION)) {
      InstanceResult unjudged = check(sample, mode, false);
      assertThat(unjudged.verdict())
          .as("verdict without properties of %s", brief(unjudged))
          .isEqualTo(Verdict.VERIFIED);
      assertSameCounts(mode, unjudged, reference);
    }
  }

  /** Random protocols are of the same few classes; their byte code is inspected once. */
  private static InstanceResult check(
      RandomProtocols.Sample sample, SearchOptions mode, boolean properties) {
    Model model =
        properties
            ? sample.protocol().model(NODE_TYPES)
            : sample.protocol().modelWithoutProperties(NODE_TYPES);
    return sample.protocol().seed() == FIRST
        ? Checker.check(model, mode, ProgressListener.NONE)
        : InstanceCheck.ofInspected(model, mode, ProgressListener.NONE).run();
  }

  /**
   * A visited state is a reachable one, so equal numbers mean equal sets: of full states, or of
   * what they are without auxiliary content.
   */
  private static void assertSameCounts(
      SearchOptions mode, InstanceResult result, NaiveResult reference) {
    Figures figures = result.figures();
    boolean full = mode.store().memory() == Memory.FULL;
    NaiveResult.RelevantCounts relevant = reference.relevantCounts();
    assertThat(List.of(figures.states(), figures.transitions(), figures.terminalStates()))
        .as("states, transitions, terminal states of %s", brief(result))
        .isEqualTo(
            full
                ? List.of(reference.states(), reference.transitions(), reference.terminalStates())
                : List.of(
                    (long) reference.relevant().size(),
                    relevant.transitions(),
                    relevant.terminalStates()));
    if (mode.exploration().order() == Order.DEPTH_FIRST) {
      long singles = full ? reference.singleStates() : relevant.singleStates();
      assertThat(figures.stackPushes())
          .as("pushes of %s", brief(result))
          .isEqualTo(figures.states() - (mode.exploration().selectivePush() ? singles : 0));
    }
  }

  private static void assertRightViolation(
      RandomProtocols.Sample sample, SearchOptions mode, InstanceResult result) {
    NaiveResult reference = sample.reference();
    Violation violation = result.violation().orElseThrow();
    assertThat(reference.violations()).as(brief(result)).containsKey(violation.property());
    OptionalInt depth = reference.violations().get(violation.property());
    OptionalInt shortest = reference.shortestViolation();
    // A goal is known to be out of reach only at the very end, when nothing else was violated.
    assertThat(violation.trace().isPresent())
        .as("trace of %s", brief(result))
        .isEqualTo(depth.isPresent())
        .isEqualTo(shortest.isPresent());
    if (shortest.isEmpty()) {
      return;
    }
    List<NaiveReplay.Line> lines =
        violation.trace().map(Trace::steps).orElseThrow().stream()
            .map(NaiveReplay.Line::of)
            .toList();
    if (mode.exploration().order() == Order.BREADTH_FIRST) {
      assertThat(depth).as("least depth of %s", brief(result)).isEqualTo(shortest);
      assertThat(lines).as("shortest trace of %s", brief(result)).hasSize(shortest.getAsInt());
    } else {
      assertThat(lines).as(brief(result)).hasSizeGreaterThanOrEqualTo(depth.getAsInt());
    }
    NaiveReplay replay = new NaiveReplay(sample.protocol().model(Models.UNREAD), TEXT);
    assertThat(replay.walk(lines).broken())
        .as("broken where the trace of %s leads", brief(result))
        .contains(violation.property());
  }

  private static String brief(InstanceResult result) {
    return "engine's %s, %s, violation %s, error %s"
        .formatted(
            result.verdict(),
            result.figures(),
            result.violation(),
            result.error().map(m -> m.place() + ": " + m.message() + "\n" + m.details()));
  }
}
