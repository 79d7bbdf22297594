package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.api.Verdict;
import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Surroundings;
import dev.parley.engine.result.Surroundings.FaultCount;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.Choices;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import dev.parley.engine.result.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no step of a node, as text and in a trace file. */
class OtherActionsTextTest {
  private static final MessageView ASK =
      new MessageView(1, "Client1", "Server1", "Ask", "Ask[n=1]");

  private static final TraceStep LOSS =
      new TraceStep(
          2,
          "Server1",
          ActionKind.LOSE.label(),
          Optional.empty(),
          List.of(ASK),
          Choices.NONE,
          List.of(),
          List.of(new FieldChange("environment.losses", "1", "0")),
          new NodeView("Server1", "Server", List.of()),
          Optional.empty());

  private static final TraceStep PARTITION =
      new TraceStep(
          3,
          "environment",
          ActionKind.PARTITION.label(),
          Optional.empty(),
          List.of(),
          new Choices(List.of("Client1 | Server1"), List.of(1)),
          List.of(),
          List.of(),
          new NodeView("environment", "Environment", List.of()),
          Optional.empty());

  @Test
  void theMessageOfALossIsNotConsumed() {
    assertThat(StepText.lines(List.of(LOSS, PARTITION)))
        .containsExactly(
            "    2. Server1: lose",
            "        message  #1 Ask[n=1] from Client1",
            "        changes  environment.losses: 1 -> 0",
            "    3. environment: partition",
            "        chooses  Client1 | Server1");
  }

  private static String mark(Verdict expected, List<BreakingFaults> breaking) {
    InstanceResult violated = Results.violated("i", expected, Optional.empty());
    InstanceResult lossy =
        RecordJson.with(
            violated,
            "surroundings",
            new Surroundings("ordered", List.of(new FaultCount("lose", 2)), false, 1));
    List<String> lines =
        ConsoleSummary.lines(List.of(RecordJson.with(lossy, "breakingFaults", breaking)));
    return lines.stream().filter(line -> line.contains("violated")).findFirst().orElseThrow();
  }

  @Test
  void anInstanceThatIsMeantToBreakSaysWhichFaultsItTakes() {
    BreakingFaults losses =
        new BreakingFaults(List.of(new FaultCount("lose", 2)), "p", Optional.empty());
    BreakingFaults crash =
        new BreakingFaults(List.of(new FaultCount("crash", 1)), "p", Optional.empty());
    BreakingFaults nothing = new BreakingFaults(List.of(), "p", Optional.empty());

    assertThat(mark(Verdict.VIOLATED, List.of(losses, crash)))
        .endsWith("ok, as declared, breaks with two losses, or with one crash, ordered network");
    assertThat(mark(Verdict.VIOLATED, List.of(nothing)))
        .endsWith("ok, as declared, breaks without faults, ordered network");
    assertThat(mark(Verdict.VERIFIED, List.of(losses)))
        .endsWith("UNEXPECTED, ordered network, may lose 2");
  }

  @Test
  void sarifPointsToTheLastStepThatStandsInTheCode() throws IOException {
    InstanceResult violated = Results.violated();
    Violation found = violated.violation().orElseThrow();
    Trace trace = found.trace().orElseThrow();
    List<TraceStep> steps = new ArrayList<>(trace.steps());
    String handler = steps.get(steps.size() - 1).handler();
    steps.add(LOSS);
    Violation lost =
        RecordJson.with(
            found, "trace", Optional.of(RecordJson.with(trace, "steps", List.copyOf(steps))));
    Run run =
        ReportTextTest.checkedRun(
            new RunReport(
                "t",
                "1",
                "17",
                "2026-01-01T00:00:00Z",
                List.of(RecordJson.with(violated, "violation", Optional.of(lost)))));
    JsonNode place =
        RecordJson.parse(Sarif.text(run, Map.of()))
            .at("/runs/0/results/0/locations/0/logicalLocations/0");
    assertThat(place.path("fullyQualifiedName").asText()).isEqualTo(handler);
    assertThat(place.path("kind").asText()).isEqualTo("function");
  }

  @Test
  void aTraceFileKeepsWhatHappened(@TempDir Path directory) throws IOException {
    Trace trace = new Trace(List.of(), List.of(LOSS, PARTITION));
    TraceFile written =
        new TraceFile(
            TraceFile.SCHEMA,
            "ask",
            "demo.AskProtocol",
            "one",
            "p",
            "m",
            trace,
            Optional.of("ordered"));
    TraceFile read = TraceFile.read(Files.writeString(directory.resolve("t"), written.text()));
    assertThat(read).isEqualTo(written);
    assertThat(read.trace().steps())
        .extracting(TraceStep::action)
        .containsExactly(ActionKind.LOSE, ActionKind.PARTITION);
  }
}
