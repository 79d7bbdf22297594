package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds searches that leave inferred fields out against the naive checker, which is told the fields
 * and leaves them out of full states it has explored. {@code -Dparley.differential.inferred=N} sets
 * how many random protocols.
 */
class InferenceDifferentialTest {
  private static final long SEEDS = Long.getLong("parley.differential.inferred", 150);

  private static final SearchOptions INFERRING =
      SearchOptions.DEFAULT.withMemory(Memory.RELEVANT).withInference(Inference.ON);

  @Test
  void inferredFieldsAreWhatTheNaiveCheckerMayLeaveOut() {
    long saving = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomProtocols.Sample sample = RandomProtocols.sample(seed);
      Model model = sample.protocol().model(ModelLoader::nodeType);
      // Random protocols are of the same few classes; their byte code is inspected once.
      InstanceResult result =
          seed == 0 ? Checker.check(model, INFERRING, ProgressListener.NONE) : check(model);
      assertThat(result.error()).as("mistake in seed %d", seed).isEmpty();
      assertThat(result.verdict())
          .as("verdict of seed %d", seed)
          .isEqualTo(sample.reference().verdict());
      if (!sample.reference().violations().containsKey(Violation.EXCEPTION)) {
        saving += assertSameStates(seed, sample) ? 1 : 0;
      }
    }
    // In a good part of the protocols there is something to infer, or nothing would be tested.
    assertThat(saving).isGreaterThan(SEEDS / 20);
  }

  /** Without properties, so that violations do not end the search. */
  private static boolean assertSameStates(long seed, RandomProtocols.Sample sample) {
    InstanceResult result = check(sample.protocol().modelWithoutProperties(ModelLoader::nodeType));
    assertThat(result.verdict()).as("verdict of seed %d", seed).isEqualTo(Verdict.VERIFIED);
    Set<String> inferred =
        result.decomposition().inferred().stream()
            .map(Decomposition.Inferred::field)
            .collect(Collectors.toSet());
    NaiveResult projected = NaiveChecker.check(sample.protocol().model(Models.UNREAD), inferred);
    assertThat(result.figures().states())
        .as("states of seed %d without %s", seed, inferred)
        .isEqualTo(projected.relevant().size());
    return projected.relevant().size() < sample.reference().relevant().size();
  }

  private static InstanceResult check(Model model) {
    return InstanceCheck.ofInspected(model, INFERRING, ProgressListener.NONE).run();
  }
}
