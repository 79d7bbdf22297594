package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.Timeline;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimelineTextTest {
  private static Timeline.Operation operation(
      String client, String what, int began, Optional<Integer> ended, Optional<String> result) {
    return new Timeline.Operation(client, what, began, ended, result, false);
  }

  @Test
  void eachOperationIsABarFromItsBeginToItsEnd() {
    Timeline timeline =
        new Timeline(
            "linearizable",
            List.of(
                operation("Client1", "Write['A']", 0, Optional.of(2), Optional.empty()),
                operation("Client2", "Write['B']", 0, Optional.empty(), Optional.empty()),
                operation("Client1", "Read[]", 2, Optional.of(4), Optional.of("'-'")),
                new Timeline.Operation(
                    "Client3", "Read[]", 1, Optional.empty(), Optional.empty(), true),
                operation("Client3", "Read[]", 3, Optional.of(3), Optional.of("'B'"))),
            Optional.of(2),
            List.of("'A'", "'B'"));

    assertThat(TimelineText.lines(timeline, 4))
        .containsExactly(
            "History, which is not linearizable:",
            "  Client1  |-------|          Write['A']",
            "  Client2  |--------------->  Write['B'] (no result yet)",
            "  Client1          |-------|  Read[] = '-'   <- does not fit",
            "  Client3      |----------->  Read[] (never ends)",
            "  Client3              |      Read[] = 'B'",
            "Client1's Read[] returned '-'; what fits is 'A' or 'B'.");
  }

  @Test
  void manyStepsAreDrawnToScale() {
    Timeline timeline =
        new Timeline(
            "sequentially consistent",
            List.of(operation("Client1", "Read[]", 100, Optional.of(200), Optional.of("1"))),
            Optional.empty(),
            List.of());

    assertThat(TimelineText.lines(timeline, 200))
        .containsExactly(
            "History, which is not sequentially consistent:",
            "  Client1  " + " ".repeat(24) + "|" + "-".repeat(23) + "|  Read[] = 1");
  }
}
