package dev.parley.runner;

import dev.parley.engine.options.Budget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

  private static final String THREADS = "-Dparley.threads=";
  private static final String SPILL = "-Dparley.spill=";
  private static final String SPILL_DIRECTORY = "-Dparley.spillDirectory=";

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

  /**
   * The arguments for the engine's Java machine; a parameter left out is null.
   *
   * @param threads how many threads a search takes at most
   */
  public static List<String> arguments(String text, Integer threads) {
    if (threads == null) {
      return arguments(text);
    }
    if (threads < 1) {
      throw new IllegalArgumentException(
          "threads must be at least 1, not " + threads + "; leave it out to use all processors");
    }
    return Stream.concat(arguments(text).stream(), Stream.of(THREADS + threads)).toList();
  }

  /**
   * The same for searches whose states may leave the memory; a parameter left out is null.
   *
   * @param arguments what there is to say besides
   * @param spill how many bytes may go to disk
   * @param directory where
   */
  public static List<String> spilling(List<String> arguments, String spill, String directory) {
    List<String> all = new ArrayList<>(arguments);
    if (spill != null) {
      all.add(SPILL + Quantity.bytes("spill", spill));
    }
    if (directory != null) {
      all.add(SPILL_DIRECTORY + directory);
    }
    return List.copyOf(all);
  }

  /** Whether an argument changes how a search is done and not what it finds. */
  static boolean isForSpeed(String argument) {
    return argument.startsWith(THREADS)
        || argument.startsWith(SPILL)
        || argument.startsWith(SPILL_DIRECTORY);
  }

  /** Splits at white space; a parameter left out is null. */
  public static List<String> arguments(String text) {
    return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
