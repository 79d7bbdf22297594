package dev.parley.engine.internal.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.Checker;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ProgressListener;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
  private static final String SOURCE =
      """
      package demo;
      import dev.parley.api.*;
      @Protocol(name = "lamps")
      public final class Lamps {
        public static final class Lamp extends Node {
          boolean on;
          int toggles;
          @Step(when = "mayToggle") void toggle() { on = !on; toggles = Counting.next(toggles); }
          boolean mayToggle() { return toggles < 3; }
        }
        static final class Counting {
          static int next(int before) { return before + 1; }
        }
        static final class Elsewhere {
          static int unused(int before) { return before + 1; }
        }
        @Instance(with = 1) @Instance(with = 2) static void lamps(Topology t, int n) {
          t.add(n, i -> new Lamp());
        }
        @Invariant static boolean few(World w) {
          return w.nodes(Lamp.class).stream().allMatch(l -> l.toggles <= 3);
        }
      }
      """;

  @TempDir Path directory;

  private int compiled;

  @Test
  void theSameCodeHasTheSameFingerprint() throws Exception {
    assertThat(fingerprint(SOURCE)).isEqualTo(fingerprint(SOURCE)).matches("[0-9a-f]{32}");
  }

  @Test
  void otherLinesAndOtherDebugInformationChangeNothing() throws Exception {
    String moved = SOURCE.replace("int toggles;", "\n\n// why\nint toggles;\n");
    assertThat(fingerprint(moved)).isEqualTo(fingerprint(SOURCE));
    assertThat(fingerprint(SOURCE, "lamps(1)", "-g:none"))
        .isEqualTo(fingerprint(SOURCE, "lamps(1)", "-g"));
  }

  @Test
  void aChangedHandlerGuardPropertyOrCalleeChangesIt() throws Exception {
    assertThat(
            List.of(
                fingerprint(SOURCE),
                fingerprint(SOURCE.replace("on = !on;", "on = true;")),
                fingerprint(SOURCE.replace("toggles < 3", "toggles < 2")),
                fingerprint(SOURCE.replace("toggles <= 3", "toggles <= 4")),
                fingerprint(
                    SOURCE.replace(
                        "int next(int before) { return before + 1",
                        "int next(int before) { return before + 2"))))
        .doesNotHaveDuplicates();
  }

  @Test
  void aMarkingChangesIt() throws Exception {
    assertThat(fingerprint(SOURCE.replace("boolean on;", "@Auxiliary boolean on;")))
        .isNotEqualTo(fingerprint(SOURCE));
  }

  @Test
  void anotherInstanceOfTheSameCodeHasAnother() throws Exception {
    assertThat(fingerprint(SOURCE, "lamps(2)", "-g")).isNotEqualTo(fingerprint(SOURCE));
  }

  @Test
  void codeNobodyCallsDoesNotMatter() throws Exception {
    assertThat(
            fingerprint(
                SOURCE.replace(
                    "unused(int before) { return before + 1",
                    "unused(int before) { return before + 7")))
        .isEqualTo(fingerprint(SOURCE));
  }

  private String fingerprint(String source) throws Exception {
    return fingerprint(source, "lamps(1)", "-g");
  }

  /** What a check says of the instance, compiled from this source. */
  private String fingerprint(String source, String instance, String debug) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {compile(source, debug).toUri().toURL()})) {
      return Checker.check(
              ModelLoader.load(loader.loadClass("demo.Lamps"), instance),
              SearchOptions.DEFAULT,
              ProgressListener.NONE)
          .fingerprint();
    }
  }

  private Path compile(String source, String debug) throws IOException {
    Path home = Files.createDirectories(directory.resolve(Integer.toString(compiled++)));
    Path file = Files.writeString(home.resolve("Lamps.java"), source);
    List<String> arguments = new ArrayList<>(List.of("-proc:none", debug, "-d", home.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), file.toString()));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).isZero();
    return home;
  }
}
