package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the engine against the naive checker on random protocols over all networks, faults,
 * restarts, timers and initial states, in every mode. The smallest sets of faults that break a
 * protocol are those of checking every combination of budgets. {@code -Dparley.world.seeds=N} sets
 * how many protocols, {@code -Dparley.world.first=K} where to start.
 */
class WorldDifferentialTest {
  private static final long FIRST = Long.getLong("parley.world.first", 0);
  private static final long SEEDS = Long.getLong("parley.world.seeds", 200);

  /** So many protocols have everything among them. */
  private static final int ENOUGH = 200;

  private static final int MOST_COMBINATIONS = 24;
  private static final int MOST_STATES_OF_COMBINATIONS = 400;
  private static final int SHOWN_FAILURES = Integer.getInteger("parley.world.shown", 3);

  private static final SearchOptions STATEFUL =
      SearchOptions.DEFAULT.withRunTwice(false).withTrialRuns(5_000);
  private static final SearchOptions DBSS = STATEFUL.withMemory(Memory.RELEVANT);
  private static final PartialOrder STARTS = PartialOrder.DEFAULT.with(Seed.STARTS);

  /** Enough for most; searches without memory explore each path. */
  private static final Budget PATHS =
      new Budget(Optional.of(3_000L), Optional.empty(), Optional.empty(), Optional.empty());

  private static final List<SearchOptions> MODES =
      Stream.concat(
              SearchMode.ALL.stream()
                  .map(mode -> mode.options().withRunTwice(false).withTrialRuns(5_000))
                  .map(o -> o.store().memory() == Memory.NONE ? o.withBudget(PATHS) : o),
              further())
          .distinct()
          .toList();

  private static Stream<SearchOptions> further() {
    return Stream.of(
        STATEFUL,
        STATEFUL.withOrder(Order.DEPTH_FIRST),
        STATEFUL.withOrder(Order.DEPTH_FIRST).withSelectivePush(true),
        DBSS,
        DBSS.withOrder(Order.DEPTH_FIRST).withSelectivePush(true),
        STATEFUL.withPartialOrder(Optional.of(STARTS)),
        STATEFUL.withDeadMessages(true),
        DBSS.withPartialOrder(Optional.of(STARTS)).withDeadMessages(true),
        DBSS.withPartialOrder(Optional.of(PartialOrder.DEFAULT))
            .withDeadMessages(true)
            .withOrder(Order.DEPTH_FIRST),
        STATEFUL.withPartialOrder(Optional.of(STARTS.with(Knowledge.OBSERVED))));
  }

  private final WorldlyUsage usage = new WorldlyUsage();
  private final LongAdder faultSets = new LongAdder();
  private final LongAdder brokenByFaults = new LongAdder();

  @Test
  void theEngineAgreesWithTheNaiveCheckerInEveryMode() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN_FAILURES)
        .mapToObj(WorldlyProtocols::of)
        .forEach(protocol -> compare(protocol, failures));
    System.out.println(
        usage + ", fault sets compared " + faultSets + ", broken by faults " + brokenByFaults);
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertEverythingHappened();
    }
  }

  /** What was declared must also have occurred, or the comparison shows nothing about it. */
  private void assertEverythingHappened() {
    WorldlyUsage.FEATURES.forEach(
        feature -> assertThat(usage.count(feature)).as(feature).isPositive());
    for (Network network : Network.values()) {
      assertThat(usage.count(network + " states")).as("%s", network).isPositive();
      for (ActionKind kind : ActionKind.values()) {
        boolean takesMessages = kind == ActionKind.LOSE || kind == ActionKind.DUPLICATE;
        if (isFault(kind) && !(takesMessages && network == Network.PERSISTENT)) {
          assertThat(usage.count(network + " " + kind)).as("%s on %s", kind, network).isPositive();
        }
      }
    }
    assertThat(faultSets.sum()).as("compared sets of faults").isPositive();
    assertThat(brokenByFaults.sum()).as("protocols that only faults break").isPositive();
  }

  private static boolean isFault(ActionKind kind) {
    return switch (kind) {
      case STEP, TIMER, DELIVER, RESPONSE -> false;
      case LOSE, DUPLICATE, CRASH, RESTART, PARTITION, HEAL -> true;
    };
  }

  /** With its properties, and without any: a violation would end the search before its counts. */
  private void compare(WorldlyProtocol protocol, List<String> failures) {
    compare(protocol, protocol.claims(), failures);
    if (!protocol.claims().isEmpty()) {
      compare(protocol, List.of(), failures);
    }
  }

  private void compare(WorldlyProtocol protocol, List<WorldlyClaim> claims, List<String> failures) {
    Supplier<Model> unread = () -> protocol.model(Models.UNREAD, protocol.network(), claims);
    Agreement agreement =
        Agreement.of(
            unread,
            Integer.MAX_VALUE,
            OptionalInt.empty(),
            claims.isEmpty() ? usage.watch(protocol, unread.get()) : (s, e, c) -> {});
    Optional<NaiveFaultSets> sets = faultSets(protocol, agreement, unread);
    for (SearchOptions mode : MODES) {
      List<String> lines = new ArrayList<>();
      try {
        InstanceResult result =
            InstanceCheck.ofInspected(
                    protocol.model(ModelLoader::nodeType, protocol.network(), claims),
                    mode,
                    ProgressListener.NONE)
                .run();
        lines.addAll(agreement.contradictions(unread, mode, result));
        usage.countReduction(protocol, mode, result, agreement.whole());
        if (isConclusive(agreement, mode, result)) {
          sets.ifPresent(known -> lines.addAll(known.contradictions(result)));
        }
        if (!lines.isEmpty()) {
          lines.add(brief(result));
        }
      } catch (AssertionError | RuntimeException e) {
        lines.add(e.toString());
      }
      if (!lines.isEmpty()) {
        failures.add(
            "seed %d, %s: %s%nreference: %s%n%s"
                .formatted(protocol.seed(), mode.describe(), lines, agreement.whole(), protocol));
      }
    }
  }

  private Optional<NaiveFaultSets> faultSets(
      WorldlyProtocol protocol, Agreement agreement, Supplier<Model> model) {
    if (protocol.faults().isNone()
        || NaiveFaultSets.count(protocol.faults()) > MOST_COMBINATIONS
        || agreement.whole().states() > MOST_STATES_OF_COMBINATIONS) {
      return Optional.empty();
    }
    NaiveFaultSets sets = NaiveFaultSets.of(model);
    faultSets.increment();
    if (sets.needFaults()) {
      brokenByFaults.increment();
    }
    return Optional.of(sets);
  }

  /** Whether the engine must know all sets of faults. */
  private static boolean isConclusive(
      Agreement agreement, SearchOptions mode, InstanceResult result) {
    boolean breached = agreement.breach().isPresent() && mode.store().memory() == Memory.RELEVANT;
    return !breached && result.verdict() != Verdict.BUDGET_EXHAUSTED;
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
