package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaleClassesTest {
  private static final Instant COMPILED = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path folder;

  @Test
  void aSourceChangedAfterCompilationIsNamed() throws IOException {
    file("src/example/Old.java", COMPILED.minusSeconds(60));
    file("classes/example/Old.class", COMPILED);
    file("classes/example/Older.class", COMPILED.minusSeconds(100));
    assertThat(StaleClasses.warning(module(), classes())).isEmpty();

    file("src/example/Changed.java", COMPILED.plusSeconds(1));
    assertThat(StaleClasses.warning(module(), classes()))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("Changed.java was changed after the classes were compiled.")
                    .contains("mvn test-compile parley:check"));
    file("classes/example/Changed.class", COMPILED.plusSeconds(2));
    assertThat(StaleClasses.warning(module(), classes())).isEmpty();
  }

  @Test
  void whatCannotBeToldIsNotSaid() throws IOException {
    assertThat(StaleClasses.warning(module(), classes())).isEmpty();
    file("src/example/Only.java", COMPILED);
    assertThat(StaleClasses.warning(module(), classes())).isEmpty();
  }

  private void file(String name, Instant time) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  private CheckedModule module() {
    return new CheckedModule(
        "m", "m", folder, List.of(folder.resolve("src"), folder.resolve("none")));
  }

  private ModuleClasses classes() {
    return new ModuleClasses(List.of(folder.resolve("classes")), List.of());
  }
}
