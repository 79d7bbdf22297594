package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.ActionKind;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.Choices;
import dev.parley.engine.result.Trace.FieldChange;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.NodeView;
import dev.parley.engine.result.Trace.TraceStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
