package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.NodeId;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** A JVM that does not open java.util, as when tests are started without the checker's options. */
class ClosedJvmTest {
  @Test
  void viewsAreRefusedWithTheirRemedyAndAllElseWorks() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        Stream.of(Codec.class, NodeId.class, ClosedJvmTest.class, Assertions.class)
            .map(ClosedJvmTest::location)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(java, "-cp", classPath, Probe.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("List.copyOf(...)", "Map.copyOf(...)", "new ArrayList<>(...)")
        .contains(JdkInternals.OPEN)
        .contains("restored 4");
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the other JVM runs. */
  static final class Probe {
    enum Colour {
      RED
    }

    public static void main(String[] arguments) {
      Codec codec = new Codec();
      for (Object refused :
          List.of(
              Collections.unmodifiableList(new ArrayList<>()),
              Collections.unmodifiableMap(new HashMap<>()),
              Arrays.asList(1))) {
        try {
          codec.captureNode(new Captures.Box(refused), Codec.Scope.FULL, new ByteSink());
        } catch (dev.parley.engine.model.ProtocolException e) {
          System.out.println(e.place() + ": " + e.getMessage());
        }
      }
      int restored = 0;
      for (Object content :
          List.of(
              new ArrayList<>(List.of(1)),
              new LinkedHashMap<>(Map.of(1, 2)),
              EnumSet.noneOf(Colour.class),
              List.of(1))) {
        ByteSink sink = new ByteSink();
        codec.captureNode(new Captures.Box(content), Codec.Scope.FULL, sink);
        Captures.Box into = new Captures.Box(null);
        codec.restoreNode(sink.array(), 0, sink.length(), into, Codec.Arrangement.REVERSED);
        restored += into.content.equals(content) ? 1 : 0;
      }
      System.out.println("restored " + restored);
    }
  }
}
