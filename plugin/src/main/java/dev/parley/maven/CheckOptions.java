package dev.parley.maven;

import dev.parley.engine.Budget;
import dev.parley.engine.SearchOptions;
import dev.parley.engine.fork.CheckRequest;
import dev.parley.engine.fork.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything the goal {@code check} was configured with.
 *
 * @param selection which instances to check
 * @param defaultBudget bounds for what declares none
 * @param overridingBudget bounds that win over declared ones
 * @param search how to search
 * @param heap the engine's heap, if set
 * @param jvmArguments further arguments for the engine's Java machine
 * @param failOnBudget whether an exhausted budget fails the build
 * @param failIfNothingFound whether it is a failure that there is nothing to check
 * @param outputDirectory where reports go
 * @param progressInterval how often progress is shown
 * @param grace how long an instance may exceed its time budget before its process is stopped
 */
record CheckOptions(
    Selection selection,
    Budget defaultBudget,
    Budget overridingBudget,
    SearchOptions search,
    Optional<String> heap,
    List<String> jvmArguments,
    boolean failOnBudget,
    boolean failIfNothingFound,
    Path outputDirectory,
    Duration progressInterval,
    Duration grace) {

  CheckOptions {
    jvmArguments = List.copyOf(jvmArguments);
    heap.ifPresent(h -> Quantity.bytes("heap", h));
    if (progressInterval.isZero()) {
      throw new IllegalArgumentException("progressInterval must be positive");
    }
  }

  CheckRequest request(List<Target> targets, List<String> classPath, Duration interval) {
    return new CheckRequest(targets, classPath, defaultBudget, overridingBudget, search, interval);
  }

  /** Splits at white space; a parameter left out is null. */
  static List<String> arguments(String text) {
    return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
