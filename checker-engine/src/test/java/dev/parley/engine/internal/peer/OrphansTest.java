package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.shell;
import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.options.SearchOptions;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Frame;

/** No process outlives its check, whatever ends it. */
class OrphansTest {
  private static final int KILLS = Integer.getInteger("parley.peers.kills", 4);
  private static final String MARK = "PARLEY_ORPHANS";

  @TempDir private Path directory;

  @BeforeAll
  static void needsProc() {
    Assumptions.assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "orphans can be found by /proc alone");
  }

  @Test
  void nothingIsLeftOfAnEngineThatIsKilled() throws IOException, InterruptedException {
    Random random = new Random(KILLS);
    for (int i = 0; i < KILLS; i++) {
      String mark = UUID.randomUUID().toString();
      Process engine = doomed(mark);
      awaitLine(engine);
      engine.waitFor(random.nextInt(700), TimeUnit.MILLISECONDS);
      engine.destroyForcibly().waitFor();
      awaitNone(mark);
      requireWholeFiles();
    }
  }

  @Test
  void nothingIsLeftAfterAnOrdinaryCheck() {
    String mark = UUID.randomUUID().toString();
    String stubborn =
        "trap '' TERM; sleep 3600 & setsid sleep 3600 & read -r line; echo x; read -r line";
    assertThat(
            check(
                    model(
                        shell(stubborn).environment(MARK, mark),
                        invariant("any", w -> true),
                        new Speaker("a")),
                    SearchOptions.DEFAULT)
                .verdict())
        .isEqualTo(Verdict.VERIFIED);
    assertThat(marked(mark)).isEmpty();
  }

  private Process doomed(String mark) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "-cp",
            classPath(),
            Doomed.class.getName(),
            directory.toString());
    builder.environment().put(MARK, mark);
    return builder.redirectErrorStream(true).start();
  }

  private static String classPath() {
    return Stream.of(
            Doomed.class, Peers.class, Node.class, ClassReader.class, ClassNode.class, Frame.class)
        .map(type -> Conversations.home(type).toString())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void awaitLine(Process engine) throws IOException {
    BufferedReader lines = engine.inputReader(StandardCharsets.UTF_8);
    assertThat(lines.readLine()).isEqualTo("begins");
    if (KILLS % 2 == 0) {
      assertThat(lines.readLine()).isEqualTo("checked");
    }
  }

  /** The keeper needs a moment; a process that is never killed would be there for an hour. */
  private static void awaitNone(String mark) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!marked(mark).isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(marked(mark)).isEmpty();
  }

  private static List<String> marked(String mark) {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .filter(process -> read(process.resolve("environ")).contains(MARK + "=" + mark))
          .map(process -> read(process.resolve("cmdline")).replace('\0', ' '))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private void requireWholeFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".peer")).toList()) {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(lines.size() - 1)).startsWith("sum ");
      }
    }
  }
}
