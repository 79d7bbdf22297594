package dev.parley.maven;

import dev.parley.runner.Objection;
import dev.parley.runner.RunOutcome;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/**
 * How a goal ends: what failed a gate is a failure of the build, what is broken is an error, which
 * wins over failures.
 */
final class Ending {
  private Ending() {}

  /** Lets the build go on, unless the outcome objects. */
  static void of(RunOutcome outcome) throws MojoExecutionException, MojoFailureException {
    if (!outcome.broken().isEmpty()) {
      throw new MojoExecutionException(
          text(outcome.objections()), outcome.broken().get(0).cause().orElse(null));
    }
    if (!outcome.failed().isEmpty()) {
      throw new MojoFailureException(text(outcome.failed()));
    }
  }

  /** Builds options from parameters; what they refuse is a mistake in the configuration. */
  static <O> O valid(Supplier<O> options) throws MojoExecutionException {
    try {
      return options.get();
    } catch (IllegalArgumentException e) {
      throw new MojoExecutionException("The configuration is not valid: " + e.getMessage(), e);
    }
  }

  private static String text(List<Objection> objections) {
    return objections.stream().map(Objection::text).collect(Collectors.joining("\n"));
  }
}
