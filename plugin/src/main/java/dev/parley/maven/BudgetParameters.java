package dev.parley.maven;

import dev.parley.engine.options.Budget;
import dev.parley.runner.Quantity;
import java.util.Optional;

/**
 * The nested element {@code <budget>}: bounds for instances that declare none of their own. An
 * element left out does not bound.
 *
 * <pre>{@code
 * <budget>
 *   <states>20000000</states>
 *   <time>5m</time>
 *   <memory>4g</memory>
 *   <depth>200</depth>
 * </budget>
 * }</pre>
 */
public final class BudgetParameters {
  /** The greatest number of distinct states. */
  private Long states;

  /** The longest time, as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}. */
  private String time;

  /** The most memory the state store may take, as {@code 512m} or {@code 4g}. */
  private String memory;

  /** The greatest number of steps from the initial state. */
  private Integer depth;

  /** Filled in by Maven. */
  public BudgetParameters() {}

  BudgetParameters(Long states, String time, String memory, Integer depth) {
    this.states = states;
    this.time = time;
    this.memory = memory;
    this.depth = depth;
  }

  Budget toBudget() {
    return new Budget(
        Optional.ofNullable(states),
        Optional.ofNullable(time).map(t -> Quantity.duration("the budget's time", t)),
        Optional.ofNullable(memory).map(m -> Quantity.bytes("the budget's memory", m)),
        Optional.ofNullable(depth));
  }
}
