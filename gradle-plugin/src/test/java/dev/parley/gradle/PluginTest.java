package dev.parley.gradle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.runner.Parameters;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.gradle.api.GradleException;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.tasks.VerificationException;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The plugin in a project of Gradle's own, whose tasks are run one by one. */
class PluginTest {
  /** What README and quick start show is held against these sources. */
  private static final Path GUIDE = Path.of("../plugin/src/test/java/example");

  /** Gradle's background threads may still write to it. */
  @TempDir(cleanup = CleanupMode.NEVER)
  Path directory;

  private Project project;

  @BeforeEach
  void makeProject() {
    project = ProjectBuilder.builder().withName("lease").withProjectDir(directory.toFile()).build();
    project.getPluginManager().apply("java");
    project.getPluginManager().apply("dev.parley");
    project.getDependencies().add("parleyEngine", project.files(engine()));
  }

  /** The engine of this build, which is in no repository. */
  private static List<String> engine() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.matches(".*(/api/|/checker-engine/|parley-(api|checker)|/asm).*"))
        .toList();
  }

  @Test
  void checkIncludesProtocols() {
    Task check = project.getTasks().getByName("check");
    assertThat(check.getTaskDependencies().getDependencies(check))
        .extracting(Task::getName)
        .contains("parleyCheck");
    ParleyCheck task = task("parleyCheck", ParleyCheck.class);
    assertThat(task.getTaskDependencies().getDependencies(task))
        .extracting(Task::getName)
        .contains("compileJava", "compileTestJava");
    assertThat(task.getClassDirectories().getFiles())
        .containsExactly(
            file("build/classes/java/main").toFile(), file("build/classes/java/test").toFile());
    assertThat(task.getSourceRoots().getFiles())
        .containsExactly(file("src/main/java").toFile(), file("src/test/java").toFile());
    assertThat(task.getOutputDirectory().get().getAsFile())
        .isEqualTo(file("build/parley").toFile());
    assertThat(task.getHistoryFile().get().getAsFile())
        .isEqualTo(file("parley-history.jsonl").toFile());
  }

  @Test
  void pluginsMayBeAppliedInAnyOrder() {
    Project other = ProjectBuilder.builder().build();
    other.getPluginManager().apply("dev.parley");
    assertThat(other.getTasks().findByName("parleyCheck")).isNotNull();
    other.getPluginManager().apply("java-library");
    Task check = other.getTasks().getByName("check");
    assertThat(check.getTaskDependencies().getDependencies(check))
        .extracting(Task::getName)
        .contains("parleyCheck");
  }

  @Test
  void whatIsWrittenLaterCounts() {
    ParleyCheck task = task("parleyCheck", ParleyCheck.class);
    extension().getMode().set("reduced");
    extension().getFailOnBudget().set(false);
    extension().getTrialRuns().set(7);
    extension().getHeap().set("1g");
    extension().getJvmArguments().set("-ea");
    extension().budget(budget -> budget.getTime().set("5s"));
    extension().threshold(threshold -> threshold.getProtocols().set("paxos*"));
    assertThat(task.getParameters().get())
        .isEqualTo(
            Map.of(
                "parley.mode", "reduced",
                "parley.failOnBudget", "false",
                "parley.jvmArguments", "-ea",
                "parley.trialRuns", "7"));
    assertThat(task.getMachineParameters().get()).isEqualTo(Map.of("parley.heap", "1g"));
    assertThat(task.getBudget().get().written()).isPresent();
    assertThat(task.getThresholds().get()).hasSize(1);
  }

  @Test
  void theExtensionHasEveryParameter() {
    List<String> all =
        Stream.of(
                Parameters.OF_RUNS, Parameters.OF_CHECKS, Parameters.OF_GATES, Parameters.OF_OTHERS)
            .flatMap(List::stream)
            .toList();
    List<String> elsewhere =
        List.of(
            Parameters.OUTPUT_DIRECTORY,
            Parameters.HISTORY_FILE,
            // Of the task that replays alone.
            "parley.trace",
            "parley.debug",
            // There is no such task.
            "parley.aggregate.directory",
            "parley.aggregate.results");
    assertThat(extension().names())
        .containsExactlyInAnyOrderElementsOf(
            all.stream().filter(name -> !elsewhere.contains(name)).toList());
  }

  @Test
  void theLeaseFailsTheBuildAndPassesOnceItIsMended() throws IOException {
    compile("Lease");
    ParleyCheck check = task("parleyCheck", ParleyCheck.class);
    extension().getHeap().set("128m");
    assertThatThrownBy(check::check)
        .isInstanceOf(VerificationException.class)
        .hasMessageStartingWith(
            "1 of 1 instance is not as declared: lease / clients(2): exclusive does not hold.")
        .hasMessageEndingWith(file("build/parley/index.html").toString());
    assertThat(file("build/parley/TEST-parley.xml")).isNotEmptyFile();

    ParleyReplay replay = task("parleyReplay", ParleyReplay.class);
    assertThatThrownBy(replay::replay)
        .isInstanceOf(InvalidUserDataException.class)
        .hasMessageContaining("-Pparley.trace=");
    replay.getTrace().set("traces/lease-clients.2.json");
    replay.replay();

    ParleyGate gate = task("parleyGate", ParleyGate.class);
    assertThatThrownBy(gate::gate)
        .isInstanceOf(VerificationException.class)
        .hasMessageContaining("exclusive does not hold");

    ParleyReport report = task("parleyReport", ParleyReport.class);
    report.report();
    assertThat(Files.readString(file("build/parley-report/index.html"))).contains("lease");
    assertThat(file("build/parley-report/instances/lease-clients.2.html")).isNotEmptyFile();

    Files.delete(file("build/classes/java/main/example/Lease.class"));
    compile("FencedLease");
    extension().getExcludedTags().set("nightly");
    check.check();
    assertThat(Files.readString(file("build/parley/parley.json")))
        .contains("\"Gradle 8.11.1\"", "\"module\" : \"lease\"")
        .doesNotContain("fenced(5)");
    gate.gate();

    extension().getModes().set("stateful,dbss");
    extension().getRounds().set(1);
    extension().getInstances().set("fenced(2)");
    task("parleyCompare", ParleyCompare.class).compare();
    assertThat(file("build/parley-compare/compare.json")).isNotEmptyFile();
  }

  @Test
  void mistakesOfTheConfigurationAreSaid() throws IOException {
    compile("Lease");
    extension().getMode().set("dbs");
    assertThatThrownBy(() -> task("parleyCheck", ParleyCheck.class).check())
        .isInstanceOf(InvalidUserDataException.class)
        .hasMessageStartingWith("The configuration is not valid: ")
        .hasMessageContaining("'dbs'");
  }

  @Test
  void mistakesOfAProtocolAreErrorsAndNotFailedVerifications() throws IOException {
    Files.createDirectories(file("build/classes/java/main"));
    Files.write(file("build/classes/java/main/Damaged.class"), new byte[] {1, 2, 3});
    Throwable thrown = catchThrowable(() -> task("parleyCheck", ParleyCheck.class).check());
    assertThat(thrown)
        .isInstanceOf(GradleException.class)
        .isNotInstanceOf(VerificationException.class)
        .hasMessageContaining("Damaged.class");
  }

  @Test
  void aProjectWithoutClassesIsLeftAlone() {
    task("parleyCheck", ParleyCheck.class).check();
    assertThat(file("build/parley/index.html")).doesNotExist();
  }

  private void compile(String name) throws IOException {
    Path classes = Files.createDirectories(file("build/classes/java/main"));
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
                String.join(File.pathSeparator, api()),
                "-d",
                classes.toString(),
                GUIDE.resolve(name + ".java").toString());
    assertThat(code).isZero();
    if (project.getConfigurations().getByName("implementation").getDependencies().isEmpty()) {
      project.getDependencies().add("implementation", project.files(api()));
    }
  }

  /** What users compile against. */
  private static List<String> api() {
    List<String> api = new ArrayList<>();
    api.add(
        Path.of(
                dev.parley.api.Protocol.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath())
            .toString());
    return api;
  }

  private ParleyExtension extension() {
    return project.getExtensions().getByType(ParleyExtension.class);
  }

  private <T extends Task> T task(String name, Class<T> type) {
    return type.cast(project.getTasks().getByName(name));
  }

  private Path file(String path) {
    return directory.resolve(path);
  }
}
