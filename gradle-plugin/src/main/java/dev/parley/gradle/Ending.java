package dev.parley.gradle;

import dev.parley.runner.Objection;
import dev.parley.runner.RunOutcome;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.gradle.api.GradleException;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.tasks.VerificationException;

/**
 * How a task ends: what failed a gate is a failed verification, which {@code --continue} may pass
 * over; what is broken is an error, which wins over failures.
 */
final class Ending {
  private Ending() {}

  /** Lets the build go on, unless the outcome objects. */
  static void of(RunOutcome outcome) {
    if (!outcome.broken().isEmpty()) {
      throw new GradleException(
          text(outcome.objections()), outcome.broken().get(0).cause().orElse(null));
    }
    if (!outcome.failed().isEmpty()) {
      throw new VerificationException(text(outcome.failed()));
    }
  }

  /** Builds options from parameters; what they refuse is a mistake in the configuration. */
  static <O> O valid(Supplier<O> options) {
    try {
      return options.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new InvalidUserDataException("The configuration is not valid: " + e.getMessage(), e);
    }
  }

  private static String text(List<Objection> objections) {
    return objections.stream().map(Objection::text).collect(Collectors.joining("\n"));
  }
}
