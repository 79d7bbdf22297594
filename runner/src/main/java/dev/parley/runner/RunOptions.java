package dev.parley.runner;

import dev.parley.engine.options.Budget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What every goal that searches instances is configured with.
 *
 * @param selection which instances to take
 * @param defaultBudget bounds for what declares none
 * @param overridingBudget bounds that win over declared ones
 * @param heap the engine's heap, if set
 * @param jvmArguments further arguments for the engine's Java machine
 * @param failIfNothingFound whether it is a failure that there is nothing to search
 * @param outputDirectory where reports go
 * @param progressInterval how often progress is shown
 * @param grace how long an instance may exceed its time budget before its process is stopped; if
 *     absent, that depends on the budget
 * @param reuse what is taken over from earlier runs
 */
public record RunOptions(
    Selection selection,
    Budget defaultBudget,
    Budget overridingBudget,
    Optional<String> heap,
    List<String> jvmArguments,
    boolean failIfNothingFound,
    Path outputDirectory,
    Duration progressInterval,
    Optional<Duration> grace,
    ReuseOptions reuse) {

  /** The same for a run that takes nothing over from earlier ones. */
  public RunOptions(
      Selection selection,
      Budget defaultBudget,
      Budget overridingBudget,
      Optional<String> heap,
      List<String> jvmArguments,
      boolean failIfNothingFound,
      Path outputDirectory,
      Duration progressInterval,
      Optional<Duration> grace) {
    this(
        selection,
        defaultBudget,
        overridingBudget,
        heap,
        jvmArguments,
        failIfNothingFound,
        outputDirectory,
        progressInterval,
        grace,
        ReuseOptions.NONE);
  }

  public RunOptions {
    jvmArguments = List.copyOf(jvmArguments);
    heap.ifPresent(h -> Quantity.bytes("heap", h));
    if (progressInterval.isZero()) {
      throw new IllegalArgumentException("progressInterval must be positive");
    }
  }

  /** The same, taking something over from earlier runs. */
  public RunOptions with(ReuseOptions other) {
    return new RunOptions(
        selection,
        defaultBudget,
        overridingBudget,
        heap,
        jvmArguments,
        failIfNothingFound,
        outputDirectory,
        progressInterval,
        grace,
        other);
  }

  /** Splits at white space; a parameter left out is null. */
  public static List<String> arguments(String text) {
    return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
