package dev.parley.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A build by Gradle's own code, with a build script and the configuration cache; see {@link
 * GradleProcess} for what that is not.
 */
class BuildTest {
  private static final Path GUIDE = Path.of("../plugin/src/test/java/example");
  private static final Pattern MODULE = Pattern.compile("(gradle-[\\w-]+)-classpath\\.properties");

  private static final List<String> CLASS_PATH =
      List.of(System.getProperty("java.class.path").split(File.pathSeparator));

  @TempDir Path directory;

  @Test
  void theLeaseFailsTheBuildAndOnceMendedNothingIsDoneTwice() throws Exception {
    compile("Lease", "project/build/classes/java/main");
    compile("FencedLease", "project/mended");
    write("project/settings.gradle", "rootProject.name = 'lease'\n");
    write("project/build.gradle", script());
    String output =
        run(
            "build:check",
            "move:build/classes/java/main/example:broken",
            "move:mended/example:build/classes/java/main/example",
            "build:check",
            "build:check");
    String[] builds = output.split("(?m)^ENDED check ");
    assertThat(builds).as(output).hasSize(4);
    assertThat(builds[0])
        .contains(
            "  exclusive (at most one client holds the lease) fails after 7 steps",
            "    7. Client1: Client.granted (Lease.java:29)",
            "  Replay: gradle parleyReplay -Pparley.trace=build/parley/traces/lease-clients.2.json",
            "Execution failed for task ':parleyCheck'.",
            "> 1 of 1 instance is not as declared: lease / clients(2): exclusive does not hold.",
            "Configuration cache entry stored.");
    assertThat(builds[1])
        .startsWith("with failure")
        .contains("Reusing configuration cache.", "BUILD SUCCESSFUL", "1 executed")
        .containsPattern("fenced-lease +fenced\\(2\\) +verified");
    assertThat(builds[2])
        .startsWith("well")
        .contains("Reusing configuration cache.", "BUILD SUCCESSFUL", "1 up-to-date")
        .doesNotContain("fenced-lease");
    assertThat(builds[3]).startsWith("well");
    assertThat(directory.resolve("project/build/parley/index.html")).isNotEmptyFile();
  }

  /** Compiling is left to this test: Gradle's compiler needs more of a distribution. */
  private static String script() {
    Predicate<String> engine =
        entry -> entry.matches(".*(/api/|/checker-engine/|parley-(api|checker)|/asm).*");
    Predicate<String> plugin =
        entry -> entry.matches(".*(parley|/target/classes|/asm|freemarker|jackson).*");
    return """
        buildscript {
          dependencies { classpath files(%s) }
        }
        apply plugin: 'java'
        apply plugin: 'dev.parley'
        tasks.withType(JavaCompile).configureEach { enabled = false }
        dependencies {
          implementation files(%s)
          parleyEngine files(%s)
        }
        parley {
          heap = '128m'
          excludedTags = 'nightly'
          budget { time = '1m' }
          threshold { protocols = 'lease'; stateGrowth = '10' }
        }
        """
        .formatted(files(plugin), files(engine), files(engine));
  }

  private static String files(Predicate<String> wanted) {
    return CLASS_PATH.stream()
        .map(entry -> entry.replace('\\', '/'))
        .filter(wanted)
        .map(entry -> "'" + entry + "'")
        .collect(Collectors.joining(", "));
  }

  private String run(String... steps) throws IOException, InterruptedException {
    List<String> classPath = new ArrayList<>(modules());
    CLASS_PATH.stream()
        .filter(
            entry ->
                entry.matches(
                    ".*(gradle-api|groovy|kotlin-stdlib|/ant-|ant-launcher|test-classes).*"))
        .forEach(classPath::add);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String opened :
        List.of(
            "java.io",
            "java.lang",
            "java.lang.invoke",
            "java.net",
            "java.nio.charset",
            "java.nio.file",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(File.pathSeparator, classPath),
            GradleProcess.class.getName(),
            directory.resolve("project").toString(),
            directory.resolve("home").toString()));
    command.addAll(List.of(steps));
    Path output = directory.resolve("output.txt");
    new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  /** Gradle asks for the jar of each of its modules by name: here each is empty. */
  private List<String> modules() throws IOException {
    Path jars = Files.createDirectories(directory.resolve("modules"));
    List<String> modules = new ArrayList<>();
    modules.add(jar(jars.resolve("javax.inject-1.jar"), Stream.empty()));
    String api =
        CLASS_PATH.stream().filter(e -> e.contains("gradle-api-")).findFirst().orElseThrow();
    String version = api.replaceAll(".*gradle-api-(.*)\\.jar", "$1");
    try (ZipFile zip = new ZipFile(api)) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        Matcher module = MODULE.matcher(name);
        if (module.matches()) {
          Path file = jars.resolve(module.group(1) + "-" + version + ".jar");
          modules.add(jar(file, Stream.of(name)));
        }
      }
    }
    return modules;
  }

  private static String jar(Path file, Stream<String> properties) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      zip.write("Manifest-Version: 1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      for (String name : properties.toList()) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write("projects=\nruntime=\n".getBytes(StandardCharsets.UTF_8));
      }
    }
    return file.toString();
  }

  private void compile(String name, String classes) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(classes));
    String api =
        CLASS_PATH.stream()
            .filter(e -> e.matches(".*(/api/|parley-api).*"))
            .findFirst()
            .orElseThrow();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-g",
                "-parameters",
                "-cp",
                api,
                "-d",
                folder.toString(),
                GUIDE.resolve(name + ".java").toString());
    assertThat(code).isZero();
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
