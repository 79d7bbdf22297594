package dev.parley.runner;

import dev.parley.report.ShellText;
import java.util.Map;
import java.util.stream.Collectors;

/** Commands of a build tool, as one types them where the build was started. */
@FunctionalInterface
public interface Commands {
  /** Maven's, for a module that is built alone and has the plugin in its POM. */
  Commands MAVEN = maven("parley", "");

  /** What a command does. */
  enum Goal {
    /** Checks. */
    CHECK("check", "parleyCheck"),
    /** Takes the steps of a trace once more. */
    REPLAY("replay", "parleyReplay");

    private final String goal;
    private final String task;

    Goal(String goal, String task) {
      this.goal = goal;
      this.task = task;
    }
  }

  /** A parameter that means the same to all tools, and is written in another way by one. */
  String DEBUG = "parley.debug";

  /**
   * The command.
   *
   * @param goal what it does
   * @param parameters by their names, in the order in which they are shown; a switch that is on may
   *     have no text
   */
  String of(Goal goal, Map<String, String> parameters);

  /**
   * Maven's commands. Classes are compiled first: a goal that is called by itself takes them as
   * they are.
   *
   * @param plugin the plugin's prefix or coordinates
   * @param module selects the module, as {@code :protocols}; empty at the root of the build
   */
  static Commands maven(String plugin, String module) {
    return (goal, parameters) ->
        "mvn test-compile "
            + plugin
            + ":"
            + goal.goal
            + (module.isEmpty() ? "" : " -pl " + ShellText.word(module))
            + words("-D", parameters);
  }

  /**
   * Gradle's commands.
   *
   * @param start what comes before the task's name, as {@code gradle } or {@code gradle :a:}
   */
  static Commands gradle(String start) {
    return (goal, parameters) -> {
      String words =
          words(
              "-P",
              parameters.entrySet().stream()
                  .filter(entry -> !entry.getKey().equals(DEBUG))
                  .collect(
                      Collectors.toMap(
                          Map.Entry::getKey,
                          Map.Entry::getValue,
                          (a, b) -> a,
                          java.util.LinkedHashMap::new)));
      return start
          + goal.task
          + words
          + (parameters.containsKey(DEBUG) ? " --debug-port 5005" : "");
    };
  }

  private static String words(String option, Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(
            entry ->
                option
                    + entry.getKey()
                    + (entry.getValue().isEmpty() ? "" : "=" + entry.getValue()))
        .map(word -> " " + ShellText.word(word))
        .collect(Collectors.joining());
  }
}
