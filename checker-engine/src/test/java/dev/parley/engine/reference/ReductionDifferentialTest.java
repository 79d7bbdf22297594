package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Holds every reduction, alone and with others, against the naive checker on random protocols: a
 * reduced search must find exactly the properties that break, and all terminal states. The system
 * properties are those of {@link DifferentialTest}.
 */
class ReductionDifferentialTest {
  private static final long FIRST = Long.getLong("parley.differential.first", 0);
  private static final long SEEDS = Long.getLong("parley.differential.seeds", 150);
  private static final int SHOWN_FAILURES = 3;
  private static final int MOST_JUDGED_ALONE = 6;

  private static final SearchOptions STATEFUL =
      SearchOptions.DEFAULT.withRunTwice(false).withTrialRuns(20_000);

  /** The near search would find every violation of a small protocol. */
  private static final PartialOrder STARTS = PartialOrder.DEFAULT.with(Seed.STARTS);

  private static final SearchOptions POR = with(STATEFUL, STARTS);
  private static final SearchOptions DBSS_POR = POR.withMemory(Memory.RELEVANT);

  private static final PartialOrder NEAREST = STARTS.with(Seed.NEAREST);
  private static final PartialOrder OBSERVED = STARTS.with(Knowledge.OBSERVED);

  /** Each reduction alone, and all together: with these, each property is also judged by itself. */
  private static final List<SearchOptions> MAIN_MODES =
      List.of(
          POR,
          STATEFUL.withDeadMessages(true),
          DBSS_POR.withDeadMessages(true),
          with(DBSS_POR, OBSERVED).withDeadMessages(true));

  /**
   * Other combinations, orders, refinements, seeds and knowledge: one of them for each protocol.
   */
  private static final List<SearchOptions> MORE_MODES =
      List.of(
          DBSS_POR,
          POR.withDeadMessages(true),
          STATEFUL.withMemory(Memory.RELEVANT).withDeadMessages(true),
          DBSS_POR.withOrder(Order.DEPTH_FIRST).withSelectivePush(true).withDeadMessages(true),
          with(DBSS_POR, STARTS.with(Refinement.NONE)),
          with(POR, STARTS.with(Refinement.REPLY).with(Seed.FIRST)),
          with(DBSS_POR, STARTS.with(Refinement.QUORUM).with(Seed.SMALLEST)),
          with(DBSS_POR, STARTS.with(Knowledge.BYTE_CODE)).withDeadMessages(true),
          with(POR, NEAREST),
          with(DBSS_POR, NEAREST).withDeadMessages(true),
          with(DBSS_POR, NEAREST.with(Knowledge.BYTE_CODE)),
          with(DBSS_POR, PartialOrder.DEFAULT),
          with(POR, OBSERVED),
          with(DBSS_POR, OBSERVED).withOrder(Order.DEPTH_FIRST),
          with(POR, NEAREST.with(Knowledge.OBSERVED)),
          with(POR, STARTS.with(Knowledge.BYTE_CODE).with(Refinement.NONE).with(Seed.SMALLEST)));

  private static SearchOptions with(SearchOptions options, PartialOrder partialOrder) {
    return options.withPartialOrder(Optional.of(partialOrder));
  }

  @Test
  void everyReductionAgreesWithTheNaiveChecker() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN_FAILURES)
        .forEach(seed -> compare(seed, failures));
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
  }

  private static void compare(long seed, List<String> failures) {
    RandomProtocols.Sample sample = RandomProtocols.sample(seed);
    List<SearchOptions> modes = new ArrayList<>(MAIN_MODES);
    modes.add(MORE_MODES.get((int) (seed % MORE_MODES.size())));
    for (SearchOptions mode : modes) {
      try {
        compare(sample, mode);
      } catch (AssertionError | RuntimeException e) {
        failures.add(
            "seed %d, %s: %s%nreference: %s%n%s"
                .formatted(seed, mode.describe(), e, sample.reference(), sample.protocol().dump()));
      }
    }
  }

  /** All properties at once, then each by itself: one violation must not stand in for another. */
  private static void compare(RandomProtocols.Sample sample, SearchOptions mode) {
    List<Property> all =
        sample.protocol().claims().stream().map(ReductionDifferentialTest::asLoaded).toList();
    compare(sample, mode, all);
    if (all.size() > 1 && MAIN_MODES.contains(mode)) {
      // Of very many properties all but the last few are alike.
      all.subList(Math.max(0, all.size() - MOST_JUDGED_ALONE), all.size())
          .forEach(property -> compare(sample, mode, List.of(property)));
    }
    if (!all.isEmpty() && !sample.reference().violations().containsKey(Violation.EXCEPTION)) {
      compare(sample, mode, List.of());
    }
  }

  /** A property as the loader makes it of a method: whatever it throws comes out wrapped. */
  private static Property asLoaded(Claim claim) {
    return new Property(
        claim.name(),
        "",
        claim.kind(),
        w -> {
          try {
            return claim.test(w);
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void compare(
      RandomProtocols.Sample sample, SearchOptions mode, List<Property> properties) {
    NaiveResult reference = sample.reference();
    List<String> names = properties.stream().map(Property::name).toList();
    List<String> broken =
        reference.violations().keySet().stream()
            .filter(name -> name.equals(Violation.EXCEPTION) || names.contains(name))
            .toList();
    InstanceResult result = check(sample, mode, properties);

    assertThat(result.verdict())
        .as("verdict on %s of %s", names, brief(result))
        .isEqualTo(broken.isEmpty() ? Verdict.VERIFIED : Verdict.VIOLATED);
    if (broken.isEmpty()) {
      assertAllFound(mode, result, reference);
    } else {
      assertRightViolation(sample, properties, broken, result);
      if (mode.reduction().partialOrder().filter(p -> p.seed() == Seed.NEAREST).isPresent()) {
        assertAsNear(sample, mode, properties, result);
      }
    }
  }

  /**
   * How far a breadth-first search had to go is how near the nearest violation is, but for a step
   * that throws: then it is seen a step before, and a reduced search may have met nobody else's
   * successors by then.
   */
  private static void assertAsNear(
      RandomProtocols.Sample sample,
      SearchOptions mode,
      List<Property> properties,
      InstanceResult result) {
    boolean invariant =
        properties.stream()
            .filter(property -> property.kind() == Property.Kind.INVARIANT)
            .anyMatch(property -> property.name().equals(result.violation().get().property()));
    if (invariant || result.violation().get().property().equals(Violation.EXCEPTION)) {
      InstanceResult full =
          check(
              sample, mode.withPartialOrder(Optional.empty()).withDeadMessages(false), properties);
      assertThat(result.figures().depth())
          .as(brief(result))
          .isLessThanOrEqualTo(full.figures().depth());
      assertThat(result.violation().get().trace().orElseThrow().steps())
          .as(brief(result))
          .hasSameSizeAs(full.violation().get().trace().orElseThrow().steps());
    }
  }

  private static InstanceResult check(
      RandomProtocols.Sample sample, SearchOptions mode, List<Property> properties) {
    Model model = sample.protocol().model(ModelLoader::nodeType, properties);
    return InstanceCheck.ofInspected(model, mode, ProgressListener.NONE).run();
  }

  private static void assertAllFound(
      SearchOptions mode, InstanceResult result, NaiveResult reference) {
    boolean full = mode.store().memory() == Memory.FULL;
    long states = full ? reference.states() : reference.relevant().size();
    long terminal = full ? reference.terminalStates() : reference.relevantCounts().terminalStates();
    assertThat(result.figures().states()).as(brief(result)).isLessThanOrEqualTo(states);
    if (mode.reduction().deadMessages()) {
      assertThat(result.figures().terminalStates()).as(brief(result)).isLessThanOrEqualTo(terminal);
      assertThat(result.figures().terminalStates() > 0).isEqualTo(terminal > 0);
    } else {
      assertThat(result.figures().terminalStates()).as(brief(result)).isEqualTo(terminal);
    }
    assertThat(result.properties())
        .as(brief(result))
        .allMatch(
            property ->
                property.outcome()
                    == (property.kind() == Property.Kind.TERMINAL && terminal == 0
                        ? PropertyResult.Status.NOT_JUDGED
                        : PropertyResult.Status.HOLDS));
  }

  private static void assertRightViolation(
      RandomProtocols.Sample sample,
      List<Property> properties,
      List<String> broken,
      InstanceResult result) {
    Violation violation = result.violation().orElseThrow();
    assertThat(broken).as(brief(result)).contains(violation.property());
    boolean traced = sample.reference().violations().get(violation.property()).isPresent();
    assertThat(violation.trace().isPresent()).as(brief(result)).isEqualTo(traced);
    if (traced) {
      List<NaiveReplay.Line> lines =
          violation.trace().map(Trace::steps).orElseThrow().stream()
              .map(NaiveReplay.Line::of)
              .collect(Collectors.toList());
      Model fresh = sample.protocol().model(Models.UNREAD, properties);
      assertThat(new NaiveReplay(fresh, Renderer::text).walk(lines).broken())
          .as("broken where the trace of %s leads", brief(result))
          .contains(violation.property());
    }
  }

  private static String brief(InstanceResult result) {
    return "engine's %s, %s, violation %s, error %s, %s"
        .formatted(
            result.verdict(),
            result.figures(),
            result.violation(),
            result.error().map(m -> m.place() + ": " + m.message() + "\n" + m.details()),
            result.reductions());
  }
}
