package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.fork.Event;
import dev.parley.engine.fork.Target;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
  private static final Event STARTED =
      new Event.InstanceStarted(new Target("ask", "demo.AskProtocol", "small", List.of()));
  private static final Event PROGRESSED =
      new Event.Progressed(
          new Progress(
              Progress.Phase.SEARCHING,
              2_000_000,
              7_500_000,
              9,
              18,
              36L << 20,
              4_000,
              Results.BUDGET));

  private final List<String> log = new ArrayList<>();
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

  @Test
  void inBatchModeProgressIsLogged() {
    try (ProgressDisplay display = new ProgressDisplay(batch(), "checking", 7)) {
      display.accept(STARTED);
      display.accept(PROGRESSED);
      display.accept(new Event.InstanceFinished(Results.verified()));
    }
    assertThat(log)
        .containsExactly(
            "[1/7] ask / small: 2,000,000 states, 500,000/s, depth 18, 4.0 s of 5 m 00 s, 36 MB,"
                + " 7,500,000 transitions",
            "[1/7] ask / small: verified, 27,410 states in 1.2 s");
  }

  @Test
  void aComparisonSaysWhichModeRuns() {
    try (ProgressDisplay display = new ProgressDisplay(batch(), "comparing", 7)) {
      display.accept(STARTED);
      display.accept(new Event.ModeStarted("dbss", 0));
      display.accept(PROGRESSED);
      display.accept(new Event.ModeStarted("stateful", 2));
      display.accept(PROGRESSED);
      display.accept(new Event.ComparisonFinished(Results.compared()));
    }
    assertThat(log)
        .hasSize(3)
        .anyMatch(l -> l.startsWith("[1/7] ask / small: dbss, warming up, 2,000,000 states"))
        .anyMatch(l -> l.startsWith("[1/7] ask / small: stateful, round 2, 2,000,000 states"))
        .endsWith("[1/7] ask / small: verified");
  }

  @Test
  void onATerminalOneLineIsRewrittenAndErasedBeforeTheLogGoesOn() {
    try (ProgressDisplay display = onTerminal()) {
      display.accept(STARTED);
      display.accept(PROGRESSED);
      assertThat(log).isEmpty();
      display.accept(new Event.Output("hello"));
    }
    assertThat(log).containsExactly("| hello");
    assertThat(screen.toString(StandardCharsets.UTF_8))
        .startsWith("\r\u001b[K[1/7] ask / small: checking\r\u001b[K[1/7] ask / small: 2,000,000")
        .endsWith("\r\u001b[K")
        .doesNotContain("\n");
  }

  @Test
  void aRewrittenLineNeverWrapsAndLeavesOffWholeFigures() {
    try (ProgressDisplay display = onTerminal()) {
      display.accept(STARTED);
      display.accept(PROGRESSED);
    }
    assertThat(List.of(screen.toString(StandardCharsets.UTF_8).split("\r\u001b\\[K")))
        .allMatch(line -> line.length() < 80)
        .last()
        .asString()
        .endsWith("4.0 s of 5 m 00 s");
  }

  @Test
  void aRewrittenLineIsRefreshedAtLeastEverySecond() {
    try (ProgressDisplay terminal = onTerminal();
        ProgressDisplay batch = new ProgressDisplay(batch(), "checking", 1)) {
      assertThat(terminal.interval(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(1));
      assertThat(terminal.interval(Duration.ofMillis(200))).isEqualTo(Duration.ofMillis(200));
      assertThat(batch.interval(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(5));
    }
  }

  @Test
  void theEnginesJavaIsNoted() {
    try (ProgressDisplay display = onTerminal()) {
      display.accept(new Event.Connected("99.0.1"));
      assertThat(display.engineJava()).isEqualTo("99.0.1");
    }
  }

  @Test
  void aLineOfTheLogFitsTheTerminalToo() {
    InstanceResult result = Results.verified();
    Event finished = new Event.InstanceFinished(result);
    for (int columns : List.of(40, 55, 60)) {
      log.clear();
      try (ProgressDisplay display = onTerminal(columns)) {
        display.accept(STARTED);
        display.accept(finished);
      }
      assertThat(log).hasSize(1);
      assertThat(log.get(0)).startsWith("[1/7] ask / small: verified");
      assertThat("[INFO] " + log.get(0)).hasSizeLessThanOrEqualTo(columns);
    }
    assertThat(log).containsExactly("[1/7] ask / small: verified, 27,410 states in 1.2 s");
  }

  @Test
  void theVerdictStaysHoweverNarrowTheTerminalIs() {
    try (ProgressDisplay display = onTerminal(20)) {
      display.accept(STARTED);
      display.accept(new Event.InstanceFinished(Results.verified()));
    }
    assertThat(log).containsExactly("[1/7] ask / small: verified");
  }

  @Test
  void aRewrittenLineHoldsNoControlCharactersOfNames() {
    Event odd =
        new Event.InstanceStarted(new Target("a\u001b[2Jk", "demo.AskProtocol", "x", List.of()));
    try (ProgressDisplay display = onTerminal()) {
      display.accept(odd);
    }
    assertThat(screen.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b[2J");
  }

  private ProgressDisplay onTerminal() {
    return onTerminal(80);
  }

  private ProgressDisplay onTerminal(int columns) {
    PrintStream terminal = new PrintStream(screen, true, StandardCharsets.UTF_8);
    return new ProgressDisplay(new Screen(Optional.of(terminal), columns), "checking", 7);
  }

  private BuildTool batch() {
    return new Screen(Optional.empty(), 80);
  }

  private final class Screen extends SilentTool {
    private final Optional<PrintStream> terminal;
    private final int columns;

    Screen(Optional<PrintStream> terminal, int columns) {
      this.terminal = terminal;
      this.columns = columns;
    }

    @Override
    public Console console() {
      return Console.of(log::add, log::add, log::add);
    }

    @Override
    public Optional<PrintStream> terminal() {
      return terminal;
    }

    @Override
    public int terminalColumns() {
      return columns;
    }
  }
}
