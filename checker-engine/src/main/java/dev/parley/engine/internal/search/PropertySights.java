package dev.parley.engine.internal.search;

import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Property;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What each property of an instance can tell apart, as byte code shows. Byte code is asked only
 * when properties have run so often that the answer may save more than it costs.
 */
final class PropertySights {
  private final Function<Property, Set<Field>> unread;
  private final StepRunner runner;
  private final int nodes;
  private final JudgeMemory memory;
  private final long worth;
  private final Map<Set<Field>, LocalSights> all = new HashMap<>();
  private long runs;

  /**
   * Nothing is known.
   *
   * @param unread the fields of nodes that a property does not read, none if that is not certain
   * @param worth after how many evaluations of all properties that is asked
   */
  PropertySights(
      Function<Property, Set<Field>> unread,
      StepRunner runner,
      int nodes,
      JudgeMemory memory,
      long worth) {
    this.unread = unread;
    this.runner = runner;
    this.nodes = nodes;
    this.memory = memory;
    this.worth = worth;
  }

  /** Notes an evaluation; whether there were so many that byte code should be asked. */
  boolean ran() {
    return ++runs >= worth;
  }

  /** What a property can tell apart; nothing if it may read everything. */
  Optional<LocalSights> of(Property property) {
    Set<Field> fields = unread.apply(property);
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            all.computeIfAbsent(fields, some -> new LocalSights(runner, nodes, some, memory)));
  }

  /** Forgets all numbers. */
  void forget() {
    all.values().forEach(LocalSights::forget);
  }

  /** What the numbers take in memory. */
  long bytes() {
    return all.values().stream().mapToLong(LocalSights::bytes).sum();
  }
}
