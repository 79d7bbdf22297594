package dev.parley.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.console.ConsoleLauncher;

/** The lease of the README, from its sources and without a build tool. */
class ConsoleLauncherTest {
  /** What README and quick start show is held against these sources. */
  private static final Path GUIDE = Path.of("../plugin/src/test/java/example");

  @TempDir Path project;

  private record Ended(int code, String output) {}

  @Test
  void theLeaseIsRedWithItsCounterexampleAndGreenOnceItIsMended() throws Exception {
    compile("Lease");
    Ended red = run();
    assertThat(red.code()).isEqualTo(1);
    assertThat(red.output())
        .contains(
            "clients(2) [X] lease / clients(2): exclusive does not hold",
            "exclusive (at most one client holds the lease) fails after 7 steps",
            "3. Server1: Server.acquire (Lease.java:38)",
            "changes  owner: Client2 -> null",
            "7. Client1: Client.granted (Lease.java:29)",
            "[         1 tests failed          ]");
    Path report = project.resolve("target/parley-junit/example.Lease");
    assertThat(report.resolve("index.html")).isNotEmptyFile();
    assertThat(red.output())
        .contains("Report: " + report.resolve("instances/lease-clients.2.html").toUri())
        .contains("target/parley-junit/example.Lease/traces/lease-clients.2.json");

    Files.delete(project.resolve("target/classes/example/Lease.class"));
    compile("FencedLease");
    Ended green = run();
    assertThat(green.code()).as(green.output()).isZero();
    assertThat(green.output())
        .contains("fenced(2) [OK]", "fenced(3) [OK]", "trusting(2) [OK]", "fenced(5) [S]")
        .contains("[         3 tests successful      ]", "[         1 tests skipped         ]");
  }

  private void compile(String name) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    int code =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-g",
            "-parameters",
            "-cp",
            String.join(File.pathSeparator, ClassPath.elements()),
            "-d",
            classes.toString(),
            GUIDE.resolve(name + ".java").toString());
    assertThat(code).isZero();
  }

  private Ended run() throws IOException, InterruptedException {
    List<String> classPath = new ArrayList<>(ClassPath.elements());
    classPath.remove(ClassPath.origin(getClass()).orElseThrow().toString());
    Path output = project.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                String.join(File.pathSeparator, classPath),
                ConsoleLauncher.class.getName(),
                "execute",
                "--class-path",
                "target/classes",
                "--scan-class-path",
                "target/classes",
                "--include-classname",
                ".*",
                "--include-engine",
                ParleyTestEngine.ID,
                "--config",
                "parley.heap=128m",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=tree",
                "--details-theme=ascii")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Ended(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
  }
}
