package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.InstanceResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReproductionTest {
  private static final Path BASE = Path.of("work", "module");
  private static final String START =
      "mvn test-compile parley:check -Dparley.protocols=ask -Dparley.instances=small"
          + " -Dparley.incremental=false";
  private static final String BUDGET = " -Dparley.budget.states=20000000 -Dparley.budget.time=300s";

  @Test
  void whatIsAsUsualIsNotSaid() {
    assertThat(check(module(""), Map.of())).isEqualTo(START + BUDGET);
  }

  @Test
  void whatDiffersFromTheDefaultsIsSaid() {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("parley.mode", "reduced");
    given.put("parley.order", "depth-first");
    given.put("parley.refinement", "reply");
    given.put("parley.deadMessages", "false");
    given.put("parley.symmetry", "off");
    given.put("parley.runTwice", "false");
    given.put("parley.inference", "off");
    given.put("parley.assumePure", "example.Ids.next,example.log.**");
    given.put("parley.heap", "2g");
    assertThat(check(module(""), given))
        .isEqualTo(
            START
                + " -Dparley.order=depth-first -Dparley.refinement=reply -Dparley.deadMessages=false"
                + " -Dparley.symmetry=off -Dparley.runTwice=false -Dparley.inference=off"
                + " \"-Dparley.assumePure=example.Ids.next,example.log.**\""
                + BUDGET
                + " -Dparley.heap=2g");
  }

  @Test
  void randomWalksAreTakenAgainWithTheirSeed() {
    assertThat(check(module(""), Map.of("parley.mode", "simulate", "parley.walkSeed", "42")))
        .isEqualTo(START + " -Dparley.mode=simulate -Dparley.walkSeed=42" + BUDGET);
  }

  /** Whatever a command says, it configures the very search that it was made of. */
  @ParameterizedTest
  @ValueSource(strings = {"stateful", "dbss", "por", "dbss-por", "reduced", "simulate"})
  void aCommandConfiguresTheSameSearch(String mode) {
    Map<String, String> given = new LinkedHashMap<>(Map.of("parley.mode", mode));
    given.put("parley.deliveryRecord", "true");
    if (mode.equals("simulate")) {
      given.put("parley.walkSeed", "7");
      given.put("parley.schedule", "priorities");
    }
    CheckOptions options = options(given);
    Map<String, String> typed = new LinkedHashMap<>();
    for (String word : check(module(""), given).split(" ")) {
      if (word.startsWith("-D")) {
        String[] pair = word.substring(2).split("=", 2);
        typed.put(pair[0], pair[1]);
      }
    }
    assertThat(options(typed).search()).isEqualTo(options.search());
    assertThat(options(typed).mode()).isEqualTo(mode);
    assertThat(options(typed).run().overridingBudget().time())
        .isEqualTo(Results.verified().budget().time());
  }

  @Test
  void aModuleOfSeveralIsNamed() {
    assertThat(check(module(":protocols"), Map.of()))
        .startsWith("mvn test-compile parley:check -pl :protocols -Dparley.protocols=ask");
  }

  @Test
  void namesThatAShellWouldTakeApartAreQuoted() {
    InstanceResult result =
        RecordJson.with(
            Results.verified(),
            "description",
            RecordJson.with(Results.verified().description(), "instance", "small(2,3)"));
    assertThat(reproduction(module(""), Map.of()).check(result))
        .contains(" \"-Dparley.instances=small(2,3)\"");
  }

  @Test
  void tracesAreNamedAsSeenFromTheModuleAndNeverByAPathOfThisMachine() {
    Reproduction commands = reproduction(module(""), Map.of());
    assertThat(commands.replay(Results.violated(), "traces/x.json", false))
        .isEqualTo("mvn test-compile parley:replay -Dparley.trace=target/parley/traces/x.json");
    assertThat(commands.replay(Results.violated(), "traces/x.json", true))
        .isEqualTo(
            "mvn test-compile parley:replay -Dparley.debug"
                + " -Dparley.trace=target/parley/traces/x.json");
    Reproduction common =
        new Reproduction(module(""), Path.of("work", "all"), "reduced", Optional.empty());
    assertThat(common.replay(Results.violated(), "traces/x.json", false))
        .endsWith(" -Dparley.trace=../all/traces/x.json");
  }

  @Test
  void gradleIsAskedInItsOwnWords() {
    CheckedModule gradle =
        new CheckedModule("m", "m", BASE, List.of(), Commands.gradle("./gradlew :m:"));
    Reproduction commands = reproduction(gradle, Map.of());
    assertThat(commands.check(Results.verified()))
        .startsWith(
            "./gradlew :m:parleyCheck -Pparley.protocols=ask -Pparley.instances=small"
                + " -Pparley.incremental=false");
    assertThat(commands.replay(Results.violated(), "traces/x.json", true))
        .isEqualTo(
            "./gradlew :m:parleyReplay -Pparley.trace=target/parley/traces/x.json --debug-port 5005");
  }

  @Test
  void optionsOfAnotherVersionMakeNoWrongCommand() {
    ObjectNode odd = JsonNodeFactory.instance.objectNode();
    odd.putObject("search").put("exploration", "?");
    Reproduction commands =
        new Reproduction(module(""), BASE.resolve("target/parley"), "dbss", Optional.of(odd));
    assertThat(commands.check(Results.verified()))
        .isEqualTo(START + " -Dparley.mode=dbss" + BUDGET);
  }

  private static CheckedModule module(String selection) {
    return new CheckedModule("m", "m", BASE, List.of(), Commands.maven("parley", selection));
  }

  private static String check(CheckedModule module, Map<String, String> given) {
    return reproduction(module, given).check(Results.verified());
  }

  private static Reproduction reproduction(CheckedModule module, Map<String, String> given) {
    CheckOptions options = options(given);
    JsonNode recorded = RecordJson.flat(options, "run");
    return new Reproduction(
        module, BASE.resolve("target/parley"), options.mode(), Optional.of(recorded));
  }

  private static CheckOptions options(Map<String, String> given) {
    Parameters parameters = Parameters.of(given);
    return parameters.check(Path.of("target"), parameters.history(Path.of("history.jsonl")), true);
  }
}
