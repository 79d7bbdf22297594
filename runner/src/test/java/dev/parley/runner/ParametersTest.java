package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.engine.options.Budget;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParametersTest {
  private static final Path REPORTS = Path.of("reports");

  /** A text for each, other than its default. */
  private static final Map<String, String> TEXTS = new HashMap<>();

  static {
    for (String name :
        List.of("deliveryRecord", "record", "accept", "failOnAssumedDecomposition")) {
      TEXTS.put("parley." + name, "true");
    }
    for (String name :
        List.of("runTwice", "failIfNothingFound", "failOnBudget", "summary", "gate.worseVerdict")) {
      TEXTS.put("parley." + name, "false");
    }
    for (String name : List.of("protocols", "instances", "tags", "excludedTags", "assumePure")) {
      TEXTS.put("parley." + name, "a,b");
    }
    TEXTS.putAll(
        Map.of(
            "parley.budget.states", "1_000",
            "parley.budget.time", "3s",
            "parley.budget.memory", "1g",
            "parley.budget.depth", "9",
            "parley.inference", "on",
            "parley.network", "ordered",
            "parley.refinement", "none",
            "parley.seed", "first",
            "parley.knowledge", "byte-code",
            "parley.trialRuns", "7"));
    TEXTS.putAll(
        Map.of(
            "parley.progressInterval", "1s",
            "parley.grace", "2s",
            "parley.heap", "1g",
            "parley.jvmArguments", "-Xss1m",
            "parley.order", "depth-first",
            "parley.mode", "por",
            "parley.selectivePush", "false",
            "parley.deadMessages", "true",
            "parley.compare", "stateful,dbss",
            "parley.rounds", "5"));
    TEXTS.putAll(
        Map.of(
            "parley.commit", "abc",
            "parley.gate.reductionLoss", "1",
            "parley.gate.stateGrowth", "2",
            "parley.symmetry", "off",
            "parley.incremental", "false",
            "parley.baselines", "false",
            "parley.walks", "7",
            "parley.walkLength", "8",
            "parley.schedule", "uniform",
            "parley.walkSeed", "9"));
    TEXTS.put("parley.threads", "2");
    TEXTS.put("parley.spill", "20g");
    TEXTS.put("parley.spillDirectory", "/var/tmp");
    TEXTS.put("parley.resume", "true");
    TEXTS.put("parley.saveInterval", "1m");
  }

  static Stream<String> names() {
    return Stream.of(Parameters.OF_RUNS, Parameters.OF_CHECKS, Parameters.OF_GATES)
        .flatMap(List::stream)
        // The front knows where files are, and asks for these itself.
        .filter(
            name ->
                !List.of(
                        Parameters.OUTPUT_DIRECTORY,
                        Parameters.HISTORY_FILE,
                        Parameters.SKIP,
                        "parley.gate")
                    .contains(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyParameterHasAnEffect(String name) {
    if (name.matches("parley\\.(walk.*|schedule)")) {
      Map<String, String> walks = new HashMap<>(Map.of("parley.mode", "simulate"));
      walks.put(name, TEXTS.get(name));
      walks.putIfAbsent("parley.walkSeed", "1");
      assertThat(check(Parameters.of(walks)))
          .isNotEqualTo(
              check(Parameters.of(Map.of("parley.mode", "simulate", "parley.walkSeed", "1"))));
      return;
    }
    // There is a stack to push on only in a search of this order.
    String order = name.equals("parley.selectivePush") ? "depth-first" : "breadth-first";
    Map<String, String> base =
        new HashMap<>(Map.of("parley.mode", "reduced", "parley.order", order));
    if (name.equals("parley.saveInterval")) {
      base.put("parley.resume", "true");
    }
    Map<String, String> with = new HashMap<>(base);
    with.put(name, TEXTS.get(name));
    if (name.equals("parley.deadMessages")) {
      with.put(name, "false");
    }
    assertThat(check(Parameters.of(with))).isNotEqualTo(check(Parameters.of(base)));
  }

  @Test
  void switchesAreOnByTheirNameAlone() {
    assertThat(Parameters.of(Map.of("parley.record", "")).records()).isTrue();
    assertThat(Parameters.of(Map.of("parley.skip", " true ")).skip()).isTrue();
    assertThat(Parameters.of(Map.of("parley.gate", "false")).judges()).isFalse();
    assertThatThrownBy(() -> Parameters.of(Map.of("parley.skip", "yes")).skip())
        .hasMessage("parley.skip must be true or false, not 'yes'");
  }

  @Test
  void whatIsNotANumberIsNamed() {
    assertThatThrownBy(() -> check(Parameters.of(Map.of("parley.rounds", "many"))))
        .hasMessage("parley.rounds must be a whole number, not 'many'".replace("parley.", ""));
  }

  @Test
  void blankTextsAreNotWritten() {
    Parameters blank =
        Parameters.of(names().toList(), name -> Optional.of("true").filter(t -> false));
    assertThat(check(blank)).isEqualTo(check(Parameters.of(Map.of("parley.mode", " "))));
  }

  @Test
  void boundsForWhatDeclaresNoneReplaceTheTenMinutes() {
    Budget budget = Parameters.budget("5", null, null, null);
    assertThat(check(Parameters.of(Map.of()).withDefaultBudget(budget)).run().defaultBudget())
        .isEqualTo(budget);
    assertThat(budget.time()).isEmpty();
  }

  private static CheckOptions check(Parameters parameters) {
    return parameters.check(REPORTS, parameters.history(Path.of("history")), true);
  }
}
