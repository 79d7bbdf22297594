package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Holds searches whose verdicts depend on how they search against the naive checker: those with a
 * bound of depth, and those of protocols whose auxiliary content makes a difference. The system
 * properties are those of {@link DifferentialTest}.
 */
class FeatureDifferentialTest {
  private static final long FIRST = Long.getLong("parley.differential.first", 0);
  private static final long SEEDS = Long.getLong("parley.differential.seeds", 24);

  /** Combinations for each protocol, others for the next. */
  private static final int TRIED = 5;

  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  @Test
  void boundsOfDepthAreKept() {
    AtomicInteger cut = new AtomicInteger();
    AtomicInteger violated = new AtomicInteger();
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(
            seed -> {
              RandomProtocols.Sample sample = RandomProtocols.sample(seed);
              int depth = 1 + (int) (seed % Math.max(1, sample.reference().maxDepth()));
              Agreement agreement = compare(sample, OptionalInt.of(depth));
              cut.addAndGet(agreement.bounded().verdict() == Verdict.BUDGET_EXHAUSTED ? 1 : 0);
              violated.addAndGet(agreement.bounded().verdict() == Verdict.VIOLATED ? 1 : 0);
            });

    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    assertThat(cut.get()).as("searches that were cut").isGreaterThan((int) SEEDS / 10);
    assertThat(violated.get()).as("violations within the bound").isGreaterThan((int) SEEDS / 10);
  }

  /**
   * A search on relevant states must say so, or that it assumes otherwise. Where the naive checker
   * sees no difference between reached states, the engine may still see one between local steps.
   */
  @Test
  void auxiliaryContentThatMattersIsFoundOrAssumedAway() {
    AtomicInteger breaches = new AtomicInteger();
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(
            seed -> {
              RandomProtocols.Sample sample =
                  RandomProtocols.generated(seed, RandomProtocols.Flavour.BREACH);
              Agreement agreement = compare(sample, OptionalInt.empty());
              breaches.addAndGet(agreement.breach().isPresent() ? 1 : 0);
            });

    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    assertThat(breaches.get()).as("breaches").isGreaterThan((int) SEEDS / 10);
  }

  private Agreement compare(RandomProtocols.Sample sample, OptionalInt depth) {
    RandomProtocol protocol = sample.protocol();
    Supplier<Model> model = () -> protocol.model(ModelLoader::nodeType);
    Agreement agreement = Agreement.of(model, RandomProtocols.MOST_STATES, depth);
    List<SearchOptions> all =
        new Workbench(Workbench::engine, line -> {}, RandomProtocols.MOST_STATES, depth)
            .combinations().stream().filter(o -> o.store().memory() != Memory.NONE).toList();
    int stride = all.size() / TRIED;
    List<SearchOptions> tried = new ArrayList<>();
    // The plain search on full states, by which all others are judged, is the first of all.
    tried.add(all.get(0));
    IntStream.range(0, TRIED)
        .mapToObj(i -> all.get((int) ((i * stride + protocol.seed() * 7) % all.size())))
        .forEach(tried::add);
    for (SearchOptions options : tried) {
      InstanceResult result = Workbench.engine(model.get(), options);
      List<String> lines = agreement.contradictions(model, options, result);
      if (!lines.isEmpty() && !isStricter(agreement, options, result)) {
        failures.add(
            "seed %d, %s, depth %s: %s%nreference: %s%n%s"
                .formatted(
                    protocol.seed(),
                    Workbench.text(options),
                    depth,
                    lines,
                    agreement.bounded(),
                    protocol.dump()));
      }
    }
    return agreement;
  }

  private static boolean isStricter(
      Agreement agreement, SearchOptions options, InstanceResult result) {
    return result.verdict() == Verdict.ERROR
        && options.store().memory() == Memory.RELEVANT
        && agreement.breach().isEmpty()
        && result.error().orElseThrow().message().contains("auxiliary");
  }
}
