package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Event;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.OneLine;
import dev.parley.engine.result.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Shows how far a check has come: as one line that is rewritten on a terminal, as log lines
 * elsewhere. Also passes on what protocols print, and notes which Java the engine runs on.
 */
final class ProgressDisplay implements Consumer<Event>, AutoCloseable {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final Duration TERMINAL_INTERVAL = Duration.ofSeconds(1);

  /** What a log puts before its lines, as {@code [INFO]} and a space. */
  private static final int LOG_PREFIX = 7;

  private final Console log;
  private final Optional<PrintStream> terminal;
  private final int columns;
  private final String what;
  private final int total;
  private int number;
  private String name = "";
  private String doing = "";
  private String engineJava = System.getProperty("java.version");
  private boolean lineShown;

  /**
   * A display that shows nothing yet.
   *
   * @param tool has the log, and the terminal if there is one
   * @param what what is being done: {@code checking}
   * @param total to how many instances
   */
  ProgressDisplay(BuildTool tool, String what, int total) {
    this.log = tool.console();
    this.terminal = tool.terminal();
    this.columns = terminal.isPresent() ? tool.terminalColumns() : Integer.MAX_VALUE;
    this.what = what;
    this.total = total;
  }

  /** How often the engine should report: a line that is rewritten may change more often. */
  Duration interval(Duration configured) {
    return terminal.isPresent() && configured.compareTo(TERMINAL_INTERVAL) > 0
        ? TERMINAL_INTERVAL
        : configured;
  }

  String engineJava() {
    return engineJava;
  }

  @Override
  public void accept(Event event) {
    if (event instanceof Event.Connected connected) {
      engineJava = connected.javaVersion();
    } else if (event instanceof Event.InstanceStarted started) {
      number++;
      name = started.target().toString();
      doing = "";
      // Elsewhere an instance has one line, unless it takes so long that it is asked how far it is.
      if (terminal.isPresent()) {
        show(what);
      }
    } else if (event instanceof Event.Progressed progressed) {
      show(doing + text(progressed.progress()));
    } else if (event instanceof Event.ModeStarted started) {
      doing = started.mode() + ", " + round(started.round()) + ", ";
    } else if (event instanceof Event.ComparisonFinished finished) {
      log(Line.of(prefix() + words(finished.result().verdict())));
    } else if (event instanceof Event.InstanceFinished finished) {
      log(line(finished.result()));
    } else if (event instanceof Event.Output output) {
      log(Line.of("| " + output.line()));
    }
  }

  private String prefix() {
    return "[" + number + "/" + total + "] " + name + ": ";
  }

  private void show(String text) {
    if (terminal.isPresent()) {
      terminal.get().print(ERASE_LINE + OneLine.of(fitting(prefix() + text, columns)));
      terminal.get().flush();
      lineShown = true;
    } else {
      log.info(prefix() + text);
    }
  }

  /** A line that wraps cannot be erased, so whole figures are left off at its end. */
  private static String fitting(String line, int columns) {
    if (line.length() < columns) {
      return line;
    }
    int end = line.lastIndexOf(", ", columns - 1);
    return line.substring(0, end > 0 ? end : columns - 1);
  }

  private void log(Line line) {
    close();
    log.info(line);
  }

  /** The verdict always stays; what does not fit behind it is in the table at the end. */
  private Line line(InstanceResult result) {
    String before = prefix();
    String verdict = verdict(result);
    String whole = before + verdict + figures(result);
    int shown = fitting(whole, columns - LOG_PREFIX).length();
    String after =
        whole.substring(
            before.length() + verdict.length(),
            Math.max(shown, before.length() + verdict.length()));
    return Line.of(before).and(ConsoleSummary.style(result), verdict).and(after);
  }

  static String text(Progress progress) {
    long rate = progress.millis() == 0 ? 0 : progress.states() * 1_000 / progress.millis();
    return doing(progress.phase())
        + Quantity.count(progress.states())
        + " states, "
        + Quantity.count(rate)
        + "/s, depth "
        + Quantity.count(progress.depth())
        + ", "
        + Quantity.time(progress.millis())
        + progress.budget().time().map(t -> " of " + Quantity.time(t.toMillis())).orElse("")
        + ", "
        + Quantity.memory(progress.storeBytes())
        + ", "
        + Quantity.count(progress.transitions())
        + " transitions";
  }

  private static String doing(Progress.Phase phase) {
    return switch (phase) {
      case PREPARING -> "preparing reductions, ";
      case SEARCHING -> "";
      case AUDITING -> "asking programs again, ";
      case TELLING -> "violated, looking for the shortest path, ";
      case MEASURING -> "measuring inferred fields, ";
    };
  }

  private static String round(int round) {
    return round == 0 ? "warming up" : "round " + round;
  }

  private static String words(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String verdict(InstanceResult result) {
    return result.verdictText()
        + (result.asExpected() || result.isUncontradicted() ? "" : " (unexpected)");
  }

  private static String figures(InstanceResult result) {
    return ", "
        + Quantity.count(result.figures().states())
        + (result.figures().states() == 1 ? " state in " : " states in ")
        + Quantity.time(result.figures().millis())
        + FaultText.inBrackets(result);
  }

  /** Removes the rewritten line, so that the log can go on in its place. */
  @Override
  public void close() {
    if (lineShown) {
      terminal.ifPresent(
          t -> {
            t.print(ERASE_LINE);
            t.flush();
          });
      lineShown = false;
    }
  }
}
