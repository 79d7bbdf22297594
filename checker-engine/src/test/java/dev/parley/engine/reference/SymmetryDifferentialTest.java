package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.symmetry.NodeSymmetry;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random protocols with interchangeable nodes, and some that only look so, checked with symmetry in
 * combination with everything else, against the naive checker and a count of orbits by brute force.
 * More seeds with {@code -Dparley.symmetry.seeds=N}, others with {@code -Dparley.symmetry.first}.
 */
class SymmetryDifferentialTest {
  private static final long FIRST = Long.getLong("parley.symmetry.first", 0);
  private static final long SEEDS = Long.getLong("parley.symmetry.seeds", 30);
  private static final int SHOWN = 3;

  private static final SearchOptions STATEFUL =
      SearchOptions.DEFAULT.withRunTwice(false).withTrialRuns(5_000).withSymmetry(Symmetry.AUTO);
  private static final SearchOptions DBSS = STATEFUL.withMemory(Memory.RELEVANT);
  private static final Optional<PartialOrder> STARTS =
      Optional.of(PartialOrder.DEFAULT.with(PartialOrder.Seed.STARTS));

  /** Those that visit one state of each orbit. */
  private static final List<SearchOptions> ALONE =
      List.of(
          STATEFUL,
          STATEFUL.withOrder(Order.DEPTH_FIRST),
          STATEFUL.withOrder(Order.DEPTH_FIRST).withSelectivePush(true),
          DBSS,
          DBSS.withOrder(Order.DEPTH_FIRST).withSelectivePush(true));

  private static final List<SearchOptions> TOGETHER =
      List.of(
          STATEFUL.withPartialOrder(STARTS),
          STATEFUL.withDeadMessages(true),
          STATEFUL.withPartialOrder(Optional.of(PartialOrder.DEFAULT)),
          STATEFUL.withPartialOrder(STARTS.map(p -> p.with(PartialOrder.Knowledge.OBSERVED))),
          STATEFUL.withPartialOrder(STARTS.map(p -> p.with(PartialOrder.Knowledge.BYTE_CODE))),
          DBSS.withPartialOrder(STARTS).withDeadMessages(true),
          DBSS.withPartialOrder(STARTS).withDeadMessages(true).withOrder(Order.DEPTH_FIRST));

  private final Map<String, Long> usage = new ConcurrentSkipListMap<>();

  @Test
  void aSymmetricProtocolHasAStatePerOrbit() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN)
        .mapToObj(SymmetricProtocol::symmetric)
        .forEach(protocol -> compare(protocol, true, failures));
    System.out.println("symmetric: " + usage);
    assertThat(failures).as("%s", String.join("\n\n", failures)).isEmpty();
    assertThat(usage.keySet())
        .contains(
            "several sets",
            "own values",
            "relevant states differ",
            "with partial order",
            "with dead messages",
            "violated",
            "verified",
            "thrown",
            "faults");
    for (Network network : Network.values()) {
      assertThat(usage).containsKey("applied on " + network);
    }
  }

  @Test
  void aProtocolThatTellsNodesApartIsNeverTakenForVerifiedWrongly() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .filter(seed -> failures.size() < SHOWN)
        .mapToObj(SymmetricProtocol::lookalike)
        .forEach(protocol -> compare(protocol, false, failures));
    System.out.println("lookalikes: " + usage);
    assertThat(failures).as("%s", String.join("\n\n", failures)).isEmpty();
    assertThat(usage.keySet()).contains("refused", "applied all the same", "violated", "verified");
  }

  private void count(String what) {
    usage.merge(what, 1L, Long::sum);
  }

  private void compare(SymmetricProtocol protocol, boolean symmetric, List<String> failures) {
    compare(protocol, protocol.claims(), symmetric, failures);
    if (!protocol.claims().isEmpty()) {
      compare(protocol, List.of(), symmetric, failures);
    }
  }

  private void compare(
      SymmetricProtocol protocol,
      List<SymmetricProtocol.Claim> claims,
      boolean symmetric,
      List<String> failures) {
    Supplier<Model> unread = () -> protocol.model(Models.UNREAD, claims);
    NaiveOrbits orbits = new NaiveOrbits(unread.get().ids(), protocol.sets(), protocol.values());
    Agreement agreement = Agreement.of(unread, Integer.MAX_VALUE, OptionalInt.empty(), orbits);
    countFeatures(protocol, agreement, orbits);
    List<SearchOptions> modes = new ArrayList<>(ALONE);
    modes.addAll(TOGETHER);
    for (SearchOptions mode : modes) {
      List<String> lines = new ArrayList<>();
      try {
        InstanceResult result =
            InstanceCheck.ofInspected(
                    protocol.model(ModelLoader::nodeType, claims), mode, ProgressListener.NONE)
                .run();
        if (isDeclaredWrongly(protocol, symmetric, result)) {
          count("declared wrongly");
          continue;
        }
        lines.addAll(agreement.contradictions(unread, mode, result));
        AppliedReduction applied =
            result.reductions().stream()
                .filter(r -> r.name().equals(NodeSymmetry.NAME))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no word of symmetry: " + result.error()));
        if (symmetric) {
          compareOrbits(mode, orbits, result, applied, lines);
        }
        countOutcome(protocol, mode, result, applied, symmetric);
        if (!lines.isEmpty()) {
          lines.add(
              result.verdict() + " " + result.reductions() + result.error() + result.violation());
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

  private static boolean isDeclaredWrongly(
      SymmetricProtocol protocol, boolean symmetric, InstanceResult result) {
    return !symmetric
        && protocol.declaration().isDeclared()
        && result.error().filter(e -> e.message().contains("declares the role")).isPresent();
  }

  private static void compareOrbits(
      SearchOptions mode,
      NaiveOrbits orbits,
      InstanceResult result,
      AppliedReduction applied,
      List<String> lines) {
    boolean full = mode.store().memory() == Memory.FULL;
    if (!applied.applied() && !full && applied.summary().contains("would not be audited")) {
      // Steps under other names were not seen with other auxiliary content, so all were searched.
      return;
    }
    if (!applied.applied()) {
      lines.add("refused: " + applied.summary());
    }
    if (result.verdict() == Verdict.VERIFIED) {
      long states = full ? orbits.full() : orbits.relevant();
      boolean alone = !mode.reduction().any();
      if (alone ? result.figures().states() != states : result.figures().states() > states) {
        lines.add("%d states, of %d orbits".formatted(result.figures().states(), states));
      }
    }
  }

  private void countFeatures(SymmetricProtocol protocol, Agreement agreement, NaiveOrbits orbits) {
    if (protocol.sets().size() > 1) {
      count("several sets");
    }
    if (orbits.full() != orbits.relevant()) {
      count("relevant states differ");
    }
    if (agreement.whole().usage().throwing() > 0) {
      count("thrown");
    }
    if (!protocol.values().isEmpty()) {
      count("own values");
    }
    if (!protocol.faults().isNone()) {
      count("faults");
    }
    count(agreement.whole().verdict() == Verdict.VIOLATED ? "violated" : "verified");
  }

  private void countOutcome(
      SymmetricProtocol protocol,
      SearchOptions mode,
      InstanceResult result,
      AppliedReduction applied,
      boolean symmetric) {
    if (applied.applied()) {
      count("applied on " + protocol.network());
      count(symmetric ? "applied" : "applied all the same");
      result.reductions().stream()
          .filter(r -> r.applied() && r != applied)
          .forEach(
              r ->
                  count(r.name().startsWith("dead") ? "with dead messages" : "with partial order"));
    } else {
      count("refused");
    }
  }
}
