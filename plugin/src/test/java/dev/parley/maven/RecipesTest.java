package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.FaultSentences;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the guide's recipes for networks and faults come to in a protocol. That the guide shows code
 * of these protocols is the business of {@link GuideTest}.
 */
class RecipesTest {
  private static final Path PAGE = Path.of("../src-site/markdown/faults.md");

  @ParameterizedTest
  @ValueSource(strings = {"Recipes", "Voters", "TwoPhase"})
  void everyRecipeDoesWhatItsInstanceDeclares(String name) throws ClassNotFoundException {
    Class<?> protocol = Class.forName("example." + name);

    assertThat(ModelLoader.describe(protocol))
        .extracting(Model.Description::instance)
        .isNotEmpty()
        .allSatisfy(
            instance -> {
              InstanceResult result = check(protocol, instance);
              assertThat(result.asExpected()).as("%s", result).isTrue();
              assertThat(result.coverage().messagesNeverSent()).isEmpty();
            });
  }

  @Test
  void whatTheRecipesSayOfFaultsIsWhatIsFound() throws ClassNotFoundException {
    assertThat(faults("Recipes", "bufferLost"))
        .contains("Smallest breaking faults: one crash of Server and one restart.");
    assertThat(faults("Recipes", "splitBrain"))
        .contains("Smallest breaking faults: one partition.");
    assertThat(faults("Voters", "forgetful"))
        .contains("Smallest breaking faults: one crash of Server and one restart.");
  }

  @Test
  void twoPhaseCommitHasAsManyStatesAsTlcCounts() throws ClassNotFoundException {
    Class<?> protocol = Class.forName("example.TwoPhase");

    assertThat(check(protocol, "rms(3)").figures().states()).isEqualTo(288);
    assertThat(check(protocol, "rms(4)").figures().states()).isEqualTo(1_568);
    assertThat(check(protocol, "rms(5)").figures().states()).isEqualTo(8_832);
  }

  /** Only blocks that are marked as Java are compared with code. */
  @Test
  void noRecipeEscapesTheComparison() throws IOException {
    String[] blocks = Files.readString(PAGE).split("```");
    for (int i = 1; i < blocks.length; i += 2) {
      if (!blocks[i].startsWith("java\n")) {
        assertThat(Arrays.asList(blocks[i].split("\n"))).noneMatch(line -> line.endsWith(";"));
      }
    }
  }

  private static Iterable<String> faults(String name, String instance)
      throws ClassNotFoundException {
    return FaultSentences.of(check(Class.forName("example." + name), instance));
  }

  private static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, ProgressListener.NONE);
  }
}
