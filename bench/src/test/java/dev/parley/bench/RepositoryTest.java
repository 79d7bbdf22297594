package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** What the project promises to contributors and to those who publish it. */
class RepositoryTest {
  static List<String> modules() {
    return Repository.modules();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "description",
        "url",
        "licenses/license/name",
        "licenses/license/url",
        "developers/developer/name",
        "scm/connection",
        "scm/url"
      })
  void theParentHasWhatAPublishedArtifactNeeds(String element) {
    assertThat(Repository.text(Repository.pom("."), element)).as(element).isPresent();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyModuleSaysWhatItIs(String module) {
    Element pom = Repository.pom(module);
    assertThat(Repository.text(pom, "name")).as("name of %s", module).isPresent();
    assertThat(Repository.text(pom, "description")).as("description of %s", module).isPresent();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyModuleHasItsAreaInTheMap(String module) throws IOException {
    assertThat(areas()).as("CODEOWNERS").anyMatch(area -> area.startsWith("/" + module + "/"));
  }

  @Test
  void everyAreaInTheMapExists() throws IOException {
    assertThat(areas())
        .as("CODEOWNERS")
        .isNotEmpty()
        .allSatisfy(area -> assertThat(Repository.ROOT.resolve(area.substring(1))).exists());
  }

  @Test
  void everyPackageOfTheEngineHasItsAreaInTheMap() throws IOException {
    String packages = "checker-engine/src/main/java/dev/parley/engine";
    List<String> missing = new ArrayList<>();
    for (String parent : List.of(packages, packages + "/internal")) {
      try (var folders = Files.list(Repository.ROOT.resolve(parent))) {
        for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
          missing.add("/" + parent + "/" + folder.getFileName() + "/");
        }
      }
    }
    missing.remove("/" + packages + "/internal/");
    missing.removeAll(areas());
    assertThat(missing).as("packages without a line in CODEOWNERS").isEmpty();
  }

  private static List<String> areas() throws IOException {
    return Files.readAllLines(Repository.ROOT.resolve("CODEOWNERS")).stream()
        .filter(line -> line.startsWith("/"))
        .map(line -> line.split("\\s+")[0])
        .toList();
  }
}
