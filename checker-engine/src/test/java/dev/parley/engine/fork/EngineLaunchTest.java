package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EngineLaunchTest {
  @Test
  void theHeapIsHalfOfTheMemoryUnlessGiven() {
    assertThat(launch(Optional.empty(), OptionalInt.empty()).arguments())
        .contains("-XX:MaxRAMPercentage=50");
    assertThat(launch(Optional.of("3g"), OptionalInt.empty()).arguments())
        .contains("-Xmx3g")
        .doesNotContain("-XX:MaxRAMPercentage=50");
  }

  @Test
  void anotherCollectorReplacesOurs() {
    assertThat(launch(Optional.empty(), OptionalInt.empty()).arguments())
        .contains("-XX:+UseParallelGC");
    assertThat(launch(Optional.empty(), OptionalInt.empty(), "-XX:+UseG1GC").arguments())
        .contains("-XX:+UseG1GC")
        .doesNotContain("-XX:+UseParallelGC");
  }

  @Test
  void aDebuggedProcessSuspendsAndIsWaitedFor() {
    EngineLaunch launch = launch(Optional.empty(), OptionalInt.of(5005));
    assertThat(launch.arguments())
        .anyMatch(a -> a.contains("suspend=y") && a.endsWith("localhost:5005"));
    assertThat(launch.debugged()).isTrue();
    assertThat(launch(Optional.empty(), OptionalInt.empty()).debugged()).isFalse();
  }

  @Test
  void theClassPathHoldsEngineApiAndAsmOnly() {
    List<String> arguments = launch(Optional.empty(), OptionalInt.empty()).arguments();
    String classPath = arguments.get(arguments.indexOf("-cp") + 1);
    assertThat(classPath.split(System.getProperty("path.separator"))).hasSize(5);
    assertThat(classPath).contains("asm-9", "asm-tree", "asm-analysis").doesNotContain("junit");
  }

  private static EngineLaunch launch(
      Optional<String> heap, OptionalInt port, String... jvmArguments) {
    return new EngineLaunch(
        Path.of("java"),
        Path.of("."),
        heap,
        List.of(jvmArguments),
        port,
        EngineLaunch.Patience.DEFAULT);
  }
}
