package dev.parley.runner;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * How to put the results of several modules together.
 *
 * @param title what to call them together
 * @param modules the modules of the build, with results or without
 * @param directory where the common report goes
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failOnAssumedDecomposition whether it fails the build that a verdict rests on auxiliary
 *     content that is assumed to make no difference, and neither proven nor audited
 * @param failIfNothingFound whether it is a failure that no module has results
 * @param buildStarted when the build began that asks for it
 */
public record AggregateOptions(
    String title,
    List<Member> modules,
    Path directory,
    boolean failOnBudget,
    boolean failOnAssumedDecomposition,
    boolean failIfNothingFound,
    Instant buildStarted) {

  /**
   * A module of the build.
   *
   * @param module the module
   * @param results where its results are, if it has any
   * @param history its recorded past
   */
  public record Member(CheckedModule module, Path results, HistoryOptions history) {}

  /** Keeps its own copy. */
  public AggregateOptions {
    modules = List.copyOf(modules);
  }
}
