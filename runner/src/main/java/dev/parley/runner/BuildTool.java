package dev.parley.runner;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run needs of the build tool that asks for it. Everything that differs between Maven,
 * Gradle and a test engine is behind this interface; the rest of the runner knows none of them.
 */
public interface BuildTool {
  /** Where to say what happens. */
  Console console();

  /** The terminal, if a line can be rewritten on it. */
  Optional<PrintStream> terminal();

  /** How many characters a line of the terminal has. */
  default int terminalColumns() {
    return 80;
  }

  /** The tool's version, which reports mention. */
  String version();

  /** The {@code java} the engine's process runs on. */
  Path java();

  /** Prints a line as it is, for programs that read standard output. */
  void print(String line);

  /**
   * Who hears of each instance while it is checked; nobody, unless a tool shows them one by one.
   */
  default RunListener listener() {
    return RunListener.NONE;
  }

  /**
   * The files the engine's process loads the engine from. If there are none, it takes those that
   * this process has; a tool that rewrites the classes of its plugins must name the original ones.
   */
  default List<String> engineClassPath() {
    return List.of();
  }

  /** The environment's variables. */
  Map<String, String> variables();
}
