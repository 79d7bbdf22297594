package dev.parley.engine.internal.capture;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

/**
 * Whether collections still find what they hold.
 *
 * <p>An element changed while in a hashed or sorted collection stands in the wrong place, where
 * Java does not find it. Restoring would put it in the right one: the checker would then explore a
 * behaviour that no JVM has. So this is an error, found when it is captured.
 */
final class Membership {
  private static final String REMEDY =
      "; remove it first, change it, and put it back, or use something immutable";

  private Membership() {}

  static void requireElements(Collection<?> set, Object[] elements) {
    for (Object element : elements) {
      requireFound(element, () -> set.contains(element));
    }
  }

  /** The same for maps; keys and values come in turn. */
  static void requireKeys(Map<?, ?> map, Object[] entries) {
    for (int i = 0; i < entries.length; i += 2) {
      Object key = entries[i];
      requireFound(key, () -> map.containsKey(key));
    }
  }

  private interface Question {
    boolean answer();
  }

  private static void requireFound(Object element, Question question) {
    if (!asked(question)) {
      throw misplaced(element, "does not find it");
    }
  }

  /** Every {@code stride}th of the items must come before the next. */
  static void requireSorted(Comparator<?> comparator, Object[] items, int stride) {
    for (int i = stride; i < items.length; i += stride) {
      Object before = items[i - stride];
      Object after = items[i];
      if (!asked(() -> compare(comparator, before, after) < 0)) {
        throw misplaced(after, "sorts it elsewhere");
      }
    }
  }

  /** The elements of a priority queue, as it lays them out: none before its parent. */
  static void requireHeap(Comparator<?> comparator, Object[] heap) {
    for (int i = 1; i < heap.length; i++) {
      Object parent = heap[(i - 1) / 2];
      Object child = heap[i];
      if (!asked(() -> compare(comparator, parent, child) <= 0)) {
        throw misplaced(child, "sorts it elsewhere");
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static int compare(Comparator<?> comparator, Object a, Object b) {
    return comparator == null
        ? ((Comparable<Object>) a).compareTo(b)
        : ((Comparator<Object>) comparator).compare(a, b);
  }

  /** Asks users' code. */
  private static boolean asked(Question question) {
    try {
      return question.answer();
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  private static Uncapturable misplaced(Object element, String what) {
    return new Uncapturable(
            Renderer.text(element)
                + " was changed while it was an element of a set or queue or a key of a map, which"
                + " now "
                + what
                + REMEDY)
        .atElement(element);
  }

  /** What to say if hash code or comparison fail; what is not their fault is thrown on. */
  static Uncapturable thrown(Throwable e) {
    if (e instanceof VirtualMachineError || e instanceof LinkageError) {
      throw (Error) e;
    }
    return new Uncapturable(
        "an element of a set, map or queue threw "
            + e
            + " when it was compared or asked for its hash code; hashCode(), equals() and"
            + " compareTo() must work for every element, and must not need the node's context",
        e);
  }
}
