package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.fork.Event;
import dev.parley.engine.result.InstanceResult;
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
  private static final int COLUMNS = 80;

  private final Consumer<String> log;
  private final Optional<PrintStream> terminal;
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
   * @param log where lines go
   * @param terminal where a line can be rewritten, if it can
   * @param what what is being done: {@code checking}
   * @param total to how many instances
   */
  ProgressDisplay(Consumer<String> log, Optional<PrintStream> terminal, String what, int total) {
    this.log = log;
    this.terminal = terminal;
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
      show(what);
    } else if (event instanceof Event.Progressed progressed) {
      show(doing + text(progressed.progress()));
    } else if (event instanceof Event.ModeStarted started) {
      doing = started.mode() + ", " + round(started.round()) + ", ";
    } else if (event instanceof Event.ComparisonFinished finished) {
      log(prefix() + words(finished.result().verdict()));
    } else if (event instanceof Event.InstanceFinished finished) {
      log(prefix() + text(finished.result()));
    } else if (event instanceof Event.Output output) {
      log("| " + output.line());
    }
  }

  private String prefix() {
    return "[" + number + "/" + total + "] " + name + ": ";
  }

  private void show(String text) {
    if (terminal.isPresent()) {
      terminal.get().print(ERASE_LINE + fitting(prefix() + text));
      terminal.get().flush();
      lineShown = true;
    } else {
      log.accept(prefix() + text);
    }
  }

  /** A line that wraps cannot be erased, so whole figures are left off at its end. */
  private static String fitting(String line) {
    if (line.length() < COLUMNS) {
      return line;
    }
    int end = line.lastIndexOf(", ", COLUMNS - 1);
    return line.substring(0, end > 0 ? end : COLUMNS - 1);
  }

  private void log(String line) {
    close();
    log.accept(line);
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

  private static String text(InstanceResult result) {
    return result.verdictText()
        + (result.asExpected() || result.isUncontradicted() ? "" : " (unexpected)")
        + ", "
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
