package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.RunReport;
import dev.parley.runner.history.HistoryRecord;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The texts of a run with one result of each kind, against the documents expected of them. */
class ReportTextTest {
  private static final String STARTED = "2026-01-02T03:04:05Z";

  static final Environment ENVIRONMENT =
      new Environment("1.2.3", "3.9.16", "17.0.1", "Some VM", "Some OS 1 x86", 2);

  static CheckOptions options(Path outputDirectory) {
    return new CheckOptions(
        run(outputDirectory),
        "stateful",
        SearchOptions.DEFAULT.withOrder(ExplorationOptions.Order.BREADTH_FIRST).withRunTwice(true),
        true,
        false,
        List.of(),
        3,
        new HistoryOptions(
            Path.of("parley-history.jsonl"), false, Optional.empty(), false, Thresholds.DEFAULT),
        true,
        true);
  }

  /** The run of {@link #report()}, with comparisons of some of its instances. */
  static Run checkedRun() {
    return checkedRun(report().with(List.of(Results.compared(), Results.comparedViolated())));
  }

  static Run checkedRun(RunReport report) {
    return Run.of("ask", report, ENVIRONMENT, options(Path.of("target", "parley")));
  }

  static RunOptions run(Path outputDirectory) {
    return new RunOptions(
        Selection.of("ask", null, null, "nightly"),
        Results.BUDGET,
        Budget.UNBOUNDED,
        Optional.of("2g"),
        List.of("-Xss64m"),
        true,
        outputDirectory,
        Duration.ofSeconds(5),
        Optional.of(Duration.ofMinutes(1)));
  }

  static ComparisonReport comparison() {
    return new ComparisonReport(
        "Ask & Co",
        "1.2.3",
        "21.0.2",
        STARTED,
        List.of(Results.compared(), Results.comparedViolated(), Results.disagreeing()));
  }

  static CompareOptions compareOptions(Path outputDirectory) {
    return new CompareOptions(
        run(outputDirectory),
        List.of(SearchMode.STATELESS, SearchMode.STATEFUL, SearchMode.DBSS),
        3);
  }

  static RunReport report() {
    return new RunReport("Ask & Co", "1.2.3", "21.0.2", STARTED, Results.all());
  }

  private static RunReport reportOf(List<InstanceResult> results) {
    return new RunReport("Ask & Co", "1.2.3", "21.0.2", STARTED, results);
  }

  private static String junit(List<InstanceResult> results, boolean failOnBudget) {
    return JunitXml.text(reportOf(results), failOnBudget);
  }

  @Test
  void junitXmlIsTheExpectedDocument() throws Exception {
    Golden.compare("TEST-parley.xml", junit(Results.all(), true));
  }

  @Test
  void junitXmlIsWellFormedAndItsCountsAreRight() throws Exception {
    Element suite = parse(junit(Results.all(), true));
    assertThat(count(suite, "testcase")).isEqualTo(suite.getAttribute("tests"));
    assertThat(count(suite, "failure")).isEqualTo(suite.getAttribute("failures")).isEqualTo("4");
    assertThat(count(suite, "error")).isEqualTo(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(count(suite, "skipped")).isEqualTo(suite.getAttribute("skipped"));
  }

  @Test
  void anExhaustedBudgetThatDoesNotFailTheBuildIsSkippedInJunitXml() throws Exception {
    Element suite = parse(junit(List.of(Results.exhausted()), false));
    assertThat(suite.getAttribute("failures")).isEqualTo("0");
    assertThat(suite.getAttribute("skipped")).isEqualTo("3");
  }

  @Test
  void everyPropertyThatDoesNotHoldIsAFailureInJunitXml() throws Exception {
    InstanceResult one = Results.violated();
    PropertyResult second =
        new PropertyResult("goal", "", Property.Kind.REACHABLE, PropertyResult.Status.VIOLATED, 3);
    InstanceResult both =
        new InstanceResult(
            one.description(),
            one.verdict(),
            one.exhausted(),
            one.search(),
            one.budget(),
            one.figures(),
            List.of(one.properties().get(0), second),
            one.coverage(),
            one.decomposition(),
            one.violation(),
            one.error(),
            one.warnings());
    Element suite = parse(junit(List.of(both), true));
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
  }

  @Test
  void aPropertyThatWasNeverJudgedPassesNowhere() throws Exception {
    InstanceResult restless = Results.restless();
    Element suite = parse(junit(List.of(restless), true));
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(suite.getElementsByTagName("skipped").item(0).getAttributes().item(0).getNodeValue())
        .startsWith("rest was never judged: no terminal state is reachable");
    assertThat(NotJudged.warnings(restless))
        .singleElement()
        .asString()
        .startsWith("ask / restless: rest was never judged");
    Run run = checkedRun(new RunReport("t", "1", "17", STARTED, List.of(restless)));
    assertThat(SummaryText.markdown(run, List.of())).contains("rest was never judged");
    JsonNode note = RecordJson.parse(Sarif.text(run, Map.of())).at("/runs/0/results/0");
    assertThat(note.path("level").asText()).isEqualTo("note");
    assertThat(note.path("ruleId").asText()).isEqualTo("ask/rest");
    assertThat(JsonReport.text(run)).contains("NOT_JUDGED");
    assertThat(
            NotJudged.sentence(
                new PropertyResult(
                    "answered", "", Property.Kind.LEADS_TO, PropertyResult.Status.NOT_JUDGED, 4)))
        .startsWith("answered was never judged: what it is to follow is true in no state");
  }

  @Test
  void warningsAreInEveryTextThatTellsTheVerdict() throws Exception {
    String warning = "that auxiliary content makes no difference is assumed, not proven. <why>";
    InstanceResult assumed =
        Results.verified().with(Results.verified().decomposition(), List.of(warning));
    Element suite = parse(junit(List.of(assumed), true));
    assertThat(suite.getElementsByTagName("system-out").getLength()).isEqualTo(1);
    assertThat(suite.getElementsByTagName("system-out").item(0).getTextContent())
        .contains("WARNING: " + warning);
    Run run = checkedRun(new RunReport("t", "1", "17", STARTED, List.of(assumed)));
    assertThat(SummaryText.markdown(run, List.of()))
        .contains("⚠️ " + Gate.name(assumed) + ": that auxiliary content makes no difference");
  }

  @Test
  void anIncompleteRunSaysSoEverywhere() throws Exception {
    RunReport.Incomplete why =
        new RunReport.Incomplete("It was interrupted.", List.of("ask / large", "ask / larger"));
    Run run = checkedRun(reportOf(List.of(Results.verified())).endedBy(why));
    Element suite = parse(JunitXml.text(run.report(), true));
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("2");
    String sentence = "It was interrupted. 2 instances have no result: ask / large, ask / larger.";
    assertThat(SummaryText.markdown(run, List.of())).contains(sentence);
    assertThat(BadgeJson.text(run.report())).contains("incomplete", "red");
    JsonNode invocation = RecordJson.parse(Sarif.text(run, Map.of())).at("/runs/0/invocations/0");
    assertThat(invocation.path("executionSuccessful").asBoolean(true)).isFalse();
    assertThat(invocation.toString()).contains(sentence);
    assertThat(IncompleteText.objection(run.report()).orElseThrow().text()).contains(sentence);
    assertThat(JsonReport.run(RecordJson.parse(JsonReport.text(run))).report().incomplete())
        .contains(why);
  }

  @Test
  void jsonHasNeitherSecretsNorPathsOfTheMachine() throws Exception {
    RunOptions plain = run(Path.of("/home/someone/project/target/parley").toAbsolutePath());
    RunOptions run =
        new RunOptions(
            plain.selection(),
            plain.defaultBudget(),
            plain.overridingBudget(),
            plain.heap(),
            List.of(
                "-Xss64m",
                "-XX:+UseG1GC",
                "-Dtoken=hunter2",
                "-javaagent:/home/someone/agent.jar=hunter3",
                "-XX:HeapDumpPath=/home/someone/dump",
                "@/home/someone/arguments"),
            plain.failIfNothingFound(),
            plain.outputDirectory(),
            plain.progressInterval(),
            plain.grace());
    CheckOptions options = RecordJson.with(options(Path.of("target")), "run", run);
    String json = JsonReport.text(Run.of("ask", report(), ENVIRONMENT, options));
    assertThat(json).doesNotContain("hunter", "someone");
    assertThat(RecordJson.parse(json).at("/options/jvmArguments").toString())
        .isEqualTo(
            "[\"-Xss64m\",\"-XX:+UseG1GC\",\"-Dtoken=...\",\"-javaagent:...\","
                + "\"-XX:HeapDumpPath=...\",\"...\"]");
  }

  @Test
  void charactersXmlCannotHoldAreReplaced() throws Exception {
    String instance = "odd \u0000\u001b\ud800\uffff<&>\"\n\ud83d\ude00";
    Element suite =
        parse(junit(List.of(Results.verified(instance, Verdict.VERIFIED, Optional.empty())), true));
    Element first = (Element) suite.getElementsByTagName("testcase").item(0);
    assertThat(first.getAttribute("name"))
        .isEqualTo("odd \ufffd\ufffd\ufffd\ufffd<&>\"\n\ud83d\ude00: agreement");
  }

  @Test
  void jsonIsTheExpectedDocument() throws Exception {
    Golden.compare("parley.json", JsonReport.text(checkedRun()));
  }

  @Test
  void jsonHoldsWhatReadersWouldOtherwiseCompute() throws Exception {
    JsonNode json = RecordJson.parse(JsonReport.text(checkedRun()));
    assertThat(json.get("schema").intValue()).isEqualTo(1);
    JsonNode first = json.get("instances").get(0);
    assertThat(first.get("asExpected").booleanValue()).isTrue();
    assertThat(first.get("figures").get("userCodeRuns").longValue()).isEqualTo(150);
    assertThat(first.get("figures").get("bytesPerState").doubleValue()).isEqualTo(18.0);
    assertThat(json.get("instances").get(2).get("asExpected").booleanValue()).isFalse();
    assertThat(json.get("environment").get("engineJava").textValue()).isEqualTo("21.0.2");
  }

  @Test
  void sarifIsTheExpectedDocument(@TempDir Path project) throws Exception {
    Path sources = Files.createDirectories(project.resolve("src/main/java/demo"));
    for (String name : List.of("AskProtocol.java", "Client.java", "Server.java")) {
      Files.createFile(sources.resolve(name));
    }
    SourceTree tree = SourceTree.of(List.of(project.resolve("src/main/java")), project);
    Golden.compare("parley.sarif", Sarif.text(checkedRun(), Map.of("ask", tree)));
  }

  @Test
  void theSummaryIsTheExpectedMarkdown() throws Exception {
    HistoryRecord.Subject small = new HistoryRecord.Subject("ask", "ask", "small");
    Golden.compare(
        "summary.md",
        SummaryText.markdown(
            checkedRun(),
            List.of(
                new Judgement(small, Judgement.Grade.PASSED, "ask / small: as *before*"),
                new Judgement(small, Judgement.Grade.FAILED, "ask / small: worse"),
                new Judgement(small, Judgement.Grade.NOT_JUDGED, "ask / small: unknown"))));
  }

  @Test
  void theBadgeIsTheExpectedDocument() throws Exception {
    Golden.compare("badge.json", BadgeJson.text(report()));
    assertThat(BadgeJson.text(reportOf(List.of(Results.verified()))))
        .contains("1 as declared", "green");
    assertThat(BadgeJson.text(reportOf(List.of(Results.verified(), Results.exhausted()))))
        .contains("1 of 2 undecided", "yellow");
  }

  @Test
  void theConsoleShowsTheExpectedText() throws Exception {
    List<String> lines = new ArrayList<>(ConsoleSummary.lines(Results.all()));
    for (var result : Results.all()) {
      Optional<String> replay =
          TraceFile.of(result)
              .map(t -> "target/parley/traces/" + t.instance() + ".json")
              .map(file -> "mvn parley:replay -pl :ask -Dparley.trace=" + file);
      lines.addAll(FindingText.lines(result, replay));
    }
    Golden.compare("console.txt", String.join("\n", lines) + "\n");
  }

  @Test
  void aComparisonIsTheExpectedTextAndMarkdownAndJson() throws Exception {
    List<String> console = new ArrayList<>();
    for (ComparisonResult result : comparison().comparisons()) {
      console.addAll(ComparisonText.console(result));
      console.addAll(ComparisonText.error(result));
    }
    Golden.compare("compare.txt", String.join("\n", console) + "\n");
    Golden.compare("compare.md", ComparisonText.markdown(comparison()));
    Golden.compare(
        "compare.json",
        new ComparisonFiles(compareOptions(Path.of("target", "parley")), ENVIRONMENT)
            .json(comparison()));
  }

  private static Element parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }

  private static String count(Element suite, String name) {
    return Integer.toString(suite.getElementsByTagName(name).getLength());
  }
}
