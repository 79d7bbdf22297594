package dev.parley.engine.fork;

import static dev.parley.engine.fork.ForkFixtures.PATIENCE;
import static dev.parley.engine.fork.ForkFixtures.launch;
import static dev.parley.engine.fork.ForkFixtures.request;
import static dev.parley.engine.fork.ForkFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.fixture.Unordered;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The same protocols in several JVMs. Each draws a salt of its own for {@code Set.of}, and gives
 * identity hash codes of its own.
 */
class OrderAcrossJvmsTest {
  private static final int JVMS = 4;

  private static Target[] targets() {
    return ModelLoader.describe(Unordered.class).stream()
        .map(d -> target(Unordered.class, d.instance()))
        .toArray(Target[]::new);
  }

  private static List<InstanceResult> check(SearchOptions options) throws Exception {
    CheckRequest usual = request(targets());
    CheckRequest request =
        new CheckRequest(
            usual.targets(),
            usual.classPath(),
            usual.defaultBudget(),
            usual.overridingBudget(),
            options,
            usual.progressInterval());
    return new EngineProcess(launch(PATIENCE)).check(request, event -> {});
  }

  private static List<String> summaries(List<InstanceResult> results) {
    return results.stream()
        .map(
            r ->
                r.description().instance()
                    + " "
                    + r.verdict()
                    + " "
                    + r.figures().states()
                    + " "
                    + r.error().map(Mistake::message).orElse("")
                    + r.violation())
        .toList();
  }

  @Test
  void codeThatDependsOnAnOrderIsTheSameErrorInEveryJvm() throws Exception {
    List<InstanceResult> first = check(SearchOptions.DEFAULT);
    assertThat(first).hasSize(targets().length);
    for (InstanceResult result : first) {
      boolean harmless = result.description().instance().equals("faithful");
      assertThat(result.verdict())
          .as("%s", result)
          .isEqualTo(harmless ? Verdict.VERIFIED : Verdict.ERROR);
      assertThat(result.error().map(Mistake::message).orElse("two evaluations two runs"))
          .containsAnyOf("two runs", "two evaluations", "ConcurrentHashMap");
    }
    for (int i = 1; i < JVMS; i++) {
      assertThat(summaries(check(SearchOptions.DEFAULT))).isEqualTo(summaries(first));
    }
  }

  @Test
  void whereStepsRunOnceResultsAreStillTheSameInEveryJvm() throws Exception {
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < JVMS; i++) {
      all.add(summaries(check(SearchOptions.DEFAULT.withRunTwice(false))));
    }
    assertThat(all).allMatch(summary -> summary.equals(all.get(0)));
  }
}
