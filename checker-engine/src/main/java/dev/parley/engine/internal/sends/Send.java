package dev.parley.engine.internal.sends;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Messages that a handler may send, and whom to.
 *
 * @param types the messages' classes, subclasses included; {@code Object} says that they are not
 *     known
 * @param recipients who may receive them
 */
public record Send(Set<Class<?>> types, Recipients recipients) {
  /** Keeps its own copy, without classes that others include. */
  public Send {
    Set<Class<?>> all = types;
    types =
        all.stream()
            .filter(type -> all.stream().noneMatch(t -> t != type && t.isAssignableFrom(type)))
            .sorted(Comparator.comparing(Class::getName))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    types = java.util.Collections.unmodifiableSet(types);
  }

  /** Whether messages of any class may be sent. */
  public boolean anyType() {
    return types.contains(Object.class);
  }

  boolean includes(Class<?> message) {
    return types.stream().anyMatch(type -> type.isAssignableFrom(message));
  }

  /** As {@code Accept, Nack -> Learner}. */
  @Override
  public String toString() {
    String what =
        types.stream().map(Class::getSimpleName).sorted().collect(Collectors.joining(", "));
    return (anyType() ? "any" : what) + " -> " + recipients;
  }
}
