package dev.parley.maven;

import dev.parley.runner.Style;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.shared.utils.logging.MessageBuilder;
import org.apache.maven.shared.utils.logging.MessageUtils;

/**
 * Whether a person watches the build on a terminal, and what that terminal can do.
 *
 * <p>Colours are Maven's own, with the styles that a user has set for all of Maven ({@code
 * -Dstyle.success=...}). Maven alone does not decide on them: some of its builds write colours into
 * pipes and files.
 *
 * @param session the running build
 * @param variables the environment's variables
 * @param attached whether standard output leads to a terminal
 * @param mavenColours whether Maven itself uses colours
 */
record Terminal(
    MavenSession session, Map<String, String> variables, boolean attached, boolean mavenColours) {
  private static final int USUAL_COLUMNS = 80;
  private static final int FEWEST_COLUMNS = 20;

  static Terminal of(MavenSession session, Map<String, String> variables) {
    return new Terminal(
        session, variables, isTerminal(System.console()), MessageUtils.isColorEnabled());
  }

  /** Whether somebody sees what is printed while it is printed. */
  boolean isWatched() {
    return attached && session.getRequest().isInteractiveMode() && !"never".equals(wish());
  }

  /** How lines are coloured, if they are. */
  Style.Painter painter() {
    return isColoured() ? Terminal::painted : Style.Painter.NONE;
  }

  /** Who asks for colours on the command line gets them, also in a pipe. */
  boolean isColoured() {
    boolean wanted =
        "always".equals(wish())
            || (isWatched() && variables.getOrDefault("NO_COLOR", "").isEmpty());
    return wanted && mavenColours;
  }

  /** What {@code -Dstyle.color} says, or nothing. */
  private String wish() {
    return session.getUserProperties().getProperty("style.color", "");
  }

  private static String painted(Style style, String text) {
    MessageBuilder builder = MessageUtils.buffer();
    return switch (style) {
      case PLAIN -> text;
      case GOOD -> builder.success(text).build();
      case DOUBTFUL -> builder.warning(text).build();
      case BAD -> builder.failure(text).build();
      case STRONG -> builder.strong(text).build();
    };
  }

  /** How wide the terminal is: as the shell says, else as the terminal itself does. */
  int columns() {
    return number(variables.get("COLUMNS")).orElseGet(() -> asked().orElse(USUAL_COLUMNS));
  }

  /** What {@code stty} says of the terminal: rows and columns. Not on Windows. */
  private static OptionalInt asked() {
    File terminal = new File("/dev/tty");
    if (!terminal.exists()) {
      return OptionalInt.empty();
    }
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Redirect.from(terminal))
              .redirectError(Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      boolean ended = stty.waitFor(1, TimeUnit.SECONDS);
      return ended && size.contains(" ")
          ? number(size.substring(size.indexOf(' ') + 1).strip())
          : OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  private static OptionalInt number(String text) {
    boolean usable = text != null && text.matches("\\d{2,4}");
    return usable && Integer.parseInt(text) >= FEWEST_COLUMNS
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  /** From Java 22 on there may be a console without a terminal; it can be asked from then on. */
  private static boolean isTerminal(Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException olderJava) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
