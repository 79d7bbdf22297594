package dev.parley.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.parley.engine.options.SearchMode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.api.plugin.testing.InjectMojo;
import org.apache.maven.api.plugin.testing.MojoParameter;
import org.apache.maven.api.plugin.testing.MojoTest;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goals from end to end, on this module's own test classes, with a real engine process. */
@MojoTest
class GoalsTest {
  private static final String PLAIN = "src/test/projects/plain/pom.xml";

  @TempDir Path directory;

  private final RecordingLog log = new RecordingLog();

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "tags", value = "good")
  @MojoParameter(name = "heap", value = "128m")
  void outcomesAsDeclaredPassAndAreReported(CheckMojo mojo) throws Exception {
    prepare(mojo);
    mojo.execute();
    assertThat(log.lines())
        .anyMatch(l -> l.matches("\\[info\\] lock +careful +verified .* ok"))
        .anyMatch(l -> l.matches("\\[info\\] lock +declaredGenerous +violated .* ok, as declared"))
        .contains("[info] 2 instances checked, all as declared")
        .noneMatch(l -> l.startsWith("[error]"));
    JsonNode json = json("parley.json");
    assertThat(json.get("instances")).hasSize(2);
    assertThat(json.get("environment").get("engineJava").textValue())
        .isEqualTo(System.getProperty("java.version"));
    assertThat(directory.resolve("index.html")).isRegularFile();
    assertThat(directory.resolve("TEST-parley.xml")).content().contains("failures=\"0\"");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "tags", value = "bad")
  @MojoParameter(name = "heap", value = "128m")
  void aViolationFailsTheBuildAndShowsTheCounterexampleAndHowToReplayIt(CheckMojo mojo)
      throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("lock / generous: exclusive does not hold")
        .hasMessageContaining(directory.resolve("index.html").toString());
    assertThat(log.lines())
        .contains("[error] lock / generous: exclusive does not hold")
        .contains("[error]         changes  holds: false -> true")
        .anyMatch(l -> l.matches("\\[error\\] +\\d+\\. Client\\d: Client.granted \\(Lock.java:.*"))
        .anyMatch(l -> l.startsWith("[error]   Replay: mvn test-compile parley:replay"));
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "tags", value = "bad,broken")
  @MojoParameter(name = "heap", value = "128m")
  void aMistakeInOneInstanceStopsTheBuildAsAnErrorAfterTheOthersWereChecked(CheckMojo mojo)
      throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("2 of 2 instances")
        .hasMessageContaining("lock / empty: error in dev.parley.maven.fixture.Lock")
        .hasMessageContaining("lock / generous: exclusive does not hold");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "protocols", value = "paxos")
  void aSelectionThatLeavesNothingFailsTheBuild(CheckMojo mojo) throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("none is selected by protocols paxos. Known: ")
        .hasMessageContaining("lock / careful");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "protocols", value = "paxos")
  @MojoParameter(name = "failIfNothingFound", value = "false")
  void aSelectionThatLeavesNothingIsMerelyMentionedIfSoConfigured(CheckMojo mojo) throws Exception {
    prepare(mojo);
    mojo.execute();
    assertThat(log.lines()).singleElement().asString().contains("There is nothing to check");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "instances", value = "careful")
  @MojoParameter(name = "budgetStates", value = "2")
  @MojoParameter(name = "heap", value = "128m")
  void anExhaustedBudgetFailsTheBuild(CheckMojo mojo) throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("lock / careful: the states budget was exhausted");
  }

  @Test
  void aRecordedCounterexampleIsReplayed(
      @InjectMojo(goal = "check", pom = PLAIN) @MojoParameter(name = "tags", value = "bad")
          CheckMojo check,
      @InjectMojo(goal = "replay", pom = PLAIN)
          @MojoParameter(name = "trace", value = "traces/lock-generous.json")
          ReplayMojo replay)
      throws Exception {
    prepare(check);
    assertThatThrownBy(check::execute).isInstanceOf(MojoFailureException.class);
    List<String> handlers = new ArrayList<>();
    json("traces/lock-generous.json")
        .get("trace")
        .get("steps")
        .forEach(
            step ->
                handlers.add(
                    step.get("node").textValue() + ": " + step.get("handler").textValue()));
    assertThat(handlers).isNotEmpty();
    prepare(replay);
    log.lines().clear();
    replay.execute();
    assertThat(log.lines())
        .filteredOn(line -> line.matches("\\[info\\] +\\d+\\. .*"))
        .extracting(line -> line.replaceFirst(".*?\\d+\\. ", "").replaceFirst(" \\(.*", ""))
        .isEqualTo(handlers);
    assertThat(log.lines()).last().asString().startsWith("[info] Reproduced: ");
  }

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  @MojoParameter(name = "tags", value = "good,bad")
  @MojoParameter(name = "heap", value = "128m")
  @MojoParameter(name = "rounds", value = "2")
  void modesAreComparedAndReported(CompareMojo mojo) throws Exception {
    prepare(mojo);
    mojo.execute();
    assertThat(log.lines())
        .contains("[info] lock / careful: verified", "[info] lock / generous: violated")
        .anyMatch(l -> l.matches("\\[info\\] stateful +verified .* \\d+ % \\(stateless\\).*"))
        .anyMatch(l -> l.startsWith("[warn] lock / generous is violated and declared to be ver"))
        .noneMatch(l -> l.startsWith("[error]"));
    JsonNode json = json("compare.json");
    JsonNode careful = json.get("comparisons").get(0);
    assertThat(careful.get("verdict").textValue()).isEqualTo("VERIFIED");
    assertThat(careful.get("modes")).hasSameSizeAs(SearchMode.ALL);
    assertThat(careful.get("modes").get(3).get("millis")).hasSize(2);
    assertThat(directory.resolve("compare.html")).isRegularFile();
    assertThat(directory.resolve("compare.md")).content().contains("## lock / careful: verified");
    assertThat(directory.resolve("index.html")).doesNotExist();
  }

  @Test
  @InjectMojo(goal = "compare", pom = PLAIN)
  @MojoParameter(name = "tags", value = "good,broken")
  @MojoParameter(name = "heap", value = "128m")
  @MojoParameter(name = "rounds", value = "1")
  void aMistakeInOneInstanceStopsTheBuildAfterTheOthersWereCompared(CompareMojo mojo)
      throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("lock / empty: error in dev.parley.maven.fixture.Lock");
    assertThat(directory.resolve("compare.md")).content().contains("## lock / careful: verified");
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "tags", value = "good,broken")
  @MojoParameter(name = "compare", value = "stateful,dbss")
  @MojoParameter(name = "rounds", value = "1")
  @MojoParameter(name = "heap", value = "128m")
  void aCheckComparesAsWellWhatCouldBeChecked(CheckMojo mojo) throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("1 of 3 instances are not as declared: lock / empty");
    assertThat(directory.resolve("instances/lock-careful.html"))
        .content()
        .contains("Search modes compared", "Saved over stateful");
    assertThat(directory.resolve("instances/lock-empty.html"))
        .content()
        .doesNotContain("Search modes compared");
    assertThat(directory.resolve("index.html")).content().contains("href=\"compare.html\"");
    assertThat(directory.resolve("compare.html")).content().contains("href=\"index.html\"");
    JsonNode json = json("parley.json");
    assertThat(json.get("comparisons")).hasSize(2);
  }

  @Test
  void aRecordedRunIsWhatTheNextOneIsJudgedBy(
      @InjectMojo(goal = "check", pom = PLAIN)
          @MojoParameter(name = "instances", value = "careful")
          @MojoParameter(name = "compare", value = "stateful,dbss")
          @MojoParameter(name = "rounds", value = "1")
          @MojoParameter(name = "heap", value = "128m")
          @MojoParameter(name = "stateGrowth", value = "0")
          CheckMojo check,
      @InjectMojo(goal = "gate", pom = PLAIN) @MojoParameter(name = "stateGrowth", value = "0")
          GateMojo gate,
      @InjectMojo(goal = "report", pom = PLAIN) @MojoParameter(name = "stateGrowth", value = "0")
          ReportMojo report)
      throws Exception {
    prepare(check);
    Path history = directory.resolve("past.jsonl");
    Path jobPage = directory.resolve("job.md");
    check.historyFile = history.toFile();
    check.record = true;
    check.variables =
        Map.of(
            "GIT_COMMIT",
            "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
            "GITHUB_STEP_SUMMARY",
            jobPage.toString());
    check.execute();
    assertThat(log.lines()).contains("[info] Recorded for commit 1a2b3c4: " + history);
    assertThat(jobPage).content().contains("| ✅ | lock | careful | verified |");
    List<String> lines = Files.readAllLines(history);
    assertThat(lines)
        .singleElement()
        .asString()
        .contains("\"commit\":\"1a2b3c4", "\"accepted\":true", "\"reductions\":{\"dbss\":0.00}")
        .containsPattern("\"fingerprint\":\"[0-9a-f]{32}\"");

    // As if it had been another run, of long ago and with fewer states.
    Files.writeString(
        history,
        lines
            .get(0)
            .replaceFirst("\"recordedAt\":\"....", "\"recordedAt\":\"2001")
            .replaceFirst("\"states\":\\d+", "\"states\":5"));
    String grown =
        "lock / careful: .* states, .* % more than recorded for 1a2b3c4 \\(5\\); at most .*";
    prepare(gate);
    gate.historyFile = history.toFile();
    log.lines().clear();
    assertThatThrownBy(gate::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageMatching("1 figure is worse than recorded: " + grown);
    assertThat(log.lines())
        .anyMatch(l -> l.matches("\\[error\\]   " + grown))
        .anyMatch(l -> l.startsWith("[info]   lock / careful: dbss saves 0.0 % of the states"));

    prepare(report);
    report.historyFile = history.toFile();
    Files.delete(directory.resolve("index.html"));
    String json = Files.readString(directory.resolve("parley.json"));
    report.execute();
    assertThat(directory.resolve("index.html")).isRegularFile();
    assertThat(directory.resolve("parley.json")).hasContent(json);
    assertThat(directory.resolve("summary.md")).content().contains("❌ lock / careful");

    check.record = false;
    assertThatThrownBy(check::execute).hasMessageMatching("1 figure is worse.*" + grown);
    check.accept = true;
    check.execute();
    check.accept = false;
    check.gate = false;
    check.execute();
    assertThat(Files.readAllLines(history)).hasSize(1);
  }

  @Test
  @InjectMojo(goal = "check", pom = PLAIN)
  @MojoParameter(name = "instances", value = "careful")
  @MojoParameter(name = "record", value = "true")
  void whatCannotBeRecordedIsFoundBeforeTheSearch(CheckMojo mojo) throws Exception {
    prepare(mojo);
    mojo.historyFile = directory.resolve("past.jsonl").toFile();
    mojo.commit = "1a2b3c4";
    Files.writeString(mojo.historyFile.toPath(), "{\"format\":2}\n");
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageStartingWith("The history cannot be used: " + mojo.historyFile + ", line 1");
    assertThat(mojo.historyFile).hasContent("{\"format\":2}");
    assertThat(directory.resolve("parley.json")).doesNotExist();
  }

  @Test
  @InjectMojo(goal = "gate", pom = PLAIN)
  void withoutResultsThereIsNothingToJudge(GateMojo mojo) throws Exception {
    prepare(mojo);
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            "There is nothing to judge: no results in "
                + directory
                + ". `mvn parley:check` writes them.");
    mojo.failIfNothingFound = false;
    mojo.execute();
  }

  @Test
  @InjectMojo(goal = "report", pom = PLAIN)
  void damagedResultsAreReportedAndKept(ReportMojo mojo) throws Exception {
    prepare(mojo);
    Path json = Files.writeString(directory.resolve("parley.json"), "{\"schema\" : 1, \"ti");
    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining(json + " is damaged: it is not complete JSON.");
    assertThat(json).hasContent("{\"schema\" : 1, \"ti");
    assertThat(directory.resolve("index.html")).doesNotExist();
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(directory.resolve(name).toFile());
  }

  private void prepare(GateMojo mojo) {
    mojo.setLog(log);
    mojo.outputDirectory = directory.toFile();
  }

  private void prepare(ReportMojo mojo) {
    mojo.setLog(log);
    mojo.outputDirectory = directory.toFile();
  }

  private void prepare(ForkingMojo mojo) throws IOException {
    mojo.setLog(log);
    mojo.outputDirectory = directory.toFile();
    mojo.project.getBuild().setOutputDirectory(new File("target/classes").getCanonicalPath());
    mojo.project
        .getBuild()
        .setTestOutputDirectory(new File("target/test-classes").getCanonicalPath());
  }
}
