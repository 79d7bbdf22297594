package dev.parley.engine.internal.order;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The static methods of {@link Set}; the JDK's own are asked first, and refuse what they refuse.
 */
public final class ArrangedSets {
  private ArrangedSets() {}

  private static <E> Set<E> arranged(Set<E> set, Collection<? extends E> elements) {
    // Up to one element there is but one order.
    if (set.size() < 2) {
      return set;
    }
    @SuppressWarnings("unchecked")
    E[] sorted = (E[]) new LinkedHashSet<E>(elements).toArray();
    Order.sort(sorted, Function.identity());
    return new FixedArrangedSet<>(set, List.of(sorted));
  }

  /** As {@link Set#copyOf}. */
  public static <E> Set<E> copyOf(Collection<? extends E> elements) {
    if (elements instanceof FixedArrangedSet<? extends E> known) {
      @SuppressWarnings("unchecked")
      Set<E> same = (Set<E>) known;
      return same;
    }
    return arranged(Set.copyOf(elements), elements);
  }

  /** As {@link Set#of(Object...)}. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> Set<E> of(E... elements) {
    return arranged(Set.of(elements), List.of(elements));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of() {
    return arranged(Set.of(), List.of());
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a) {
    return arranged(Set.of(a), List.of(a));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b) {
    return arranged(Set.of(a, b), List.of(a, b));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c) {
    return arranged(Set.of(a, b, c), List.of(a, b, c));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d) {
    return arranged(Set.of(a, b, c, d), List.of(a, b, c, d));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e) {
    return arranged(Set.of(a, b, c, d, e), List.of(a, b, c, d, e));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e, E f) {
    return arranged(Set.of(a, b, c, d, e, f), List.of(a, b, c, d, e, f));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g) {
    return arranged(Set.of(a, b, c, d, e, f, g), List.of(a, b, c, d, e, f, g));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h) {
    return arranged(Set.of(a, b, c, d, e, f, g, h), List.of(a, b, c, d, e, f, g, h));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i) {
    return arranged(Set.of(a, b, c, d, e, f, g, h, i), List.of(a, b, c, d, e, f, g, h, i));
  }

  /** As {@link Set#of(Object...)}. */
  public static <E> Set<E> of(E a, E b, E c, E d, E e, E f, E g, E h, E i, E j) {
    return arranged(Set.of(a, b, c, d, e, f, g, h, i, j), List.of(a, b, c, d, e, f, g, h, i, j));
  }
}
