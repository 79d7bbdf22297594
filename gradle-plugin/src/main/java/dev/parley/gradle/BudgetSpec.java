package dev.parley.gradle;

import dev.parley.engine.options.Budget;
import dev.parley.runner.Parameters;
import java.util.Optional;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Input;

/** Bounds for instances that declare none of their own. A bound left out does not bound. */
public abstract class BudgetSpec {
  /** Made by Gradle. */
  public BudgetSpec() {}

  /** The greatest number of distinct states. */
  @Input
  @org.gradle.api.tasks.Optional
  public abstract Property<Long> getStates();

  /** The longest time, as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}. */
  @Input
  @org.gradle.api.tasks.Optional
  public abstract Property<String> getTime();

  /** The most memory the state store may take, as {@code 512m} or {@code 4g}. */
  @Input
  @org.gradle.api.tasks.Optional
  public abstract Property<String> getMemory();

  /** The greatest number of steps from the initial state. */
  @Input
  @org.gradle.api.tasks.Optional
  public abstract Property<Integer> getDepth();

  /** The bounds, if any is written. */
  Optional<Budget> written() {
    boolean any =
        getStates().isPresent()
            || getTime().isPresent()
            || getMemory().isPresent()
            || getDepth().isPresent();
    return any
        ? Optional.of(
            Parameters.budget(
                text(getStates()), text(getTime()), text(getMemory()), text(getDepth())))
        : Optional.empty();
  }

  private static String text(Provider<?> bound) {
    return bound.isPresent() ? String.valueOf(bound.get()) : null;
  }
}
