package dev.parley.engine.internal.order;

import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * In which order collections iterate that promise none.
 *
 * <p>The JDK's order depends on identity hash codes and on a salt that each JVM draws anew. So the
 * same protocol could be verified in one run and violated in the next, and running a step twice in
 * one JVM did not show it. The collections of this package iterate in the order of insertion on the
 * first run of a step and backwards on the second: any two elements are seen in both orders, and
 * nothing depends on the JVM.
 *
 * <p>Which run it is belongs to the thread that runs the step. Rewritten code has no other way to
 * ask, since collections in constants are older than any run.
 */
public final class Order {
  private static final ThreadLocal<boolean[]> REVERSED =
      ThreadLocal.withInitial(() -> new boolean[1]);

  private static final Class<?> FIXED_SET = Set.of(1, 2, 3).getClass();
  private static final Class<?> FIXED_MAP = Map.of(1, 1, 2, 2).getClass();

  private Order() {}

  /** A class loader that has its classes use the collections of this package. */
  public interface Rewriting {}

  /** Lets collections iterate backwards, or in the order of insertion, on this thread. */
  public static void reverse(boolean reversed) {
    REVERSED.get()[0] = reversed;
  }

  static boolean isReversed() {
    return REVERSED.get()[0];
  }

  /** The class of the JDK that objects of a class of this package stand for; else the class. */
  public static Class<?> standsFor(Class<?> type) {
    if (type == ArrangedSet.class) {
      return HashSet.class;
    }
    if (type == ArrangedMap.class) {
      return HashMap.class;
    }
    if (type == FixedArrangedSet.class) {
      return FIXED_SET;
    }
    return type == FixedArrangedMap.class ? FIXED_MAP : type;
  }

  /** Iterates backwards over what was there when it was made, and fails like the JDK's. */
  static final class Backwards<E> implements Iterator<E> {
    private final Object[] elements;
    private final IntSupplier modifications;
    private final Consumer<E> removal;
    private int expected;
    private int next;
    private int last = -1;

    Backwards(Object[] elements, IntSupplier modifications, Consumer<E> removal) {
      this.elements = elements;
      this.modifications = modifications;
      this.removal = removal;
      this.expected = modifications.getAsInt();
      this.next = elements.length - 1;
    }

    @Override
    public boolean hasNext() {
      return next >= 0;
    }

    @Override
    public E next() {
      requireUnmodified();
      if (next < 0) {
        throw new NoSuchElementException();
      }
      last = next--;
      return element(last);
    }

    @Override
    public void remove() {
      if (last < 0) {
        throw new IllegalStateException();
      }
      requireUnmodified();
      removal.accept(element(last));
      expected = modifications.getAsInt();
      last = -1;
    }

    private void requireUnmodified() {
      if (modifications.getAsInt() != expected) {
        throw new ConcurrentModificationException();
      }
    }

    @SuppressWarnings("unchecked")
    private E element(int index) {
      return (E) elements[index];
    }
  }
}
