package dev.parley.engine.internal.order;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * In which order collections iterate that promise none.
 *
 * <p>The JDK's order depends on identity hash codes and on a salt that each JVM draws anew. So the
 * same protocol could be verified in one run and violated in the next, and running a step twice in
 * one JVM did not show it. The collections of this package iterate in one order on the first run of
 * a step and backwards on the second: any two elements are seen in both orders, and nothing depends
 * on the JVM.
 *
 * <p>The order is that of {@link ArrangedObjects#partHashCode hash codes} that are the same in
 * every JVM, and not that of insertion: a copy of a copy would be filled backwards and read
 * backwards, and give the same on both runs. Only elements with equal hash codes come in the order
 * of insertion.
 *
 * <p>Which run it is belongs to the thread that runs the step. Rewritten code has no other way to
 * ask, since collections in constants are older than any run.
 */
public final class Order {
  private static final ThreadLocal<Order> CURRENT = ThreadLocal.withInitial(Order::new);

  private static final Class<?> FIXED_SET = Set.of(1, 2, 3).getClass();
  private static final Class<?> FIXED_MAP = Map.of(1, 1, 2, 2).getClass();

  private boolean reversed;
  private boolean asked;
  private Optional<String> refusal = Optional.empty();

  private Order() {}

  /** A class loader that has its classes use the collections of this package. */
  public interface Rewriting {}

  /** Lets collections iterate backwards, or in the order of insertion, on this thread. */
  public static void reverse(boolean reversed) {
    CURRENT.get().reversed = reversed;
  }

  static boolean isReversed() {
    return CURRENT.get().reversed;
  }

  /** Works out a hash code for code that asks for it, and not to find something in a table. */
  static int asked(IntSupplier hash) {
    Order current = CURRENT.get();
    boolean before = current.asked;
    current.asked = true;
    try {
      return hash.getAsInt();
    } finally {
      current.asked = before;
    }
  }

  /** Whether code asks for a hash code on the second run. */
  static boolean isAskedAgain() {
    Order current = CURRENT.get();
    return current.reversed && current.asked;
  }

  /** Notes that a collection whose order cannot be arranged holds what gives it one by chance. */
  static void refuse(String why) {
    CURRENT.get().refusal = Optional.of(why);
  }

  /** What was noted on this thread since this was last called: a sentence without its full stop. */
  public static Optional<String> takeRefusal() {
    Order current = CURRENT.get();
    Optional<String> noted = current.refusal;
    current.refusal = Optional.empty();
    return noted;
  }

  /** The class of the JDK that objects of a class of this package stand for; else the class. */
  public static Class<?> standsFor(Class<?> type) {
    if (type == ArrangedSet.class) {
      return HashSet.class;
    }
    if (type == ArrangedMap.class) {
      return HashMap.class;
    }
    if (type == WatchedConcurrentMap.class) {
      return ConcurrentHashMap.class;
    }
    if (type == FixedArrangedSet.class) {
      return FIXED_SET;
    }
    return type == FixedArrangedMap.class ? FIXED_MAP : type;
  }

  /** Brings elements of a collection without an order into the order of this run. */
  static <T> void arrange(T[] elements, Function<? super T, ?> hashed) {
    sort(elements, hashed);
    if (isReversed()) {
      Collections.reverse(Arrays.asList(elements));
    }
  }

  /**
   * Brings elements into the order of the first run. Each is asked once for its hash code: code
   * that goes through a set does little else, and a hash code may be that of a whole list.
   */
  static <T> void sort(T[] elements, Function<? super T, ?> hashed) {
    if (elements.length < 2) {
      return;
    }
    long[] places = new long[elements.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = (long) ArrangedObjects.partHashCodeOrZero(hashed.apply(elements[i])) << 32 | i;
    }
    T[] unsorted = elements.clone();
    Arrays.sort(places);
    for (int i = 0; i < places.length; i++) {
      elements[i] = unsorted[(int) places[i]];
    }
  }

  /**
   * The elements of a collection for who brings them into an order himself: without asking for
   * their hash codes where that is possible.
   */
  public static Object[] elements(Collection<?> collection) {
    return collection.getClass() == ArrangedSet.class
        ? ((ArrangedSet<?>) collection).inAnyOrder().toArray()
        : collection.toArray();
  }

  /** The same for the entries of a map. */
  public static Set<? extends Map.Entry<?, ?>> entries(Map<?, ?> map) {
    return map.getClass() == ArrangedMap.class
        ? ((ArrangedMap<?, ?>) map).inAnyOrder().entrySet()
        : map.entrySet();
  }

  /** Iterates over what was there when it was made, and fails like the JDK's iterators. */
  static final class Snapshot<E> implements Iterator<E> {
    private final E[] elements;
    private final IntSupplier modifications;
    private final Consumer<E> removal;
    private int expected;
    private int next;
    private boolean removable;

    Snapshot(E[] elements, IntSupplier modifications, Consumer<E> removal) {
      this.elements = elements;
      this.modifications = modifications;
      this.removal = removal;
      this.expected = modifications.getAsInt();
    }

    @Override
    public boolean hasNext() {
      return next < elements.length;
    }

    @Override
    public E next() {
      requireUnmodified();
      if (next == elements.length) {
        throw new NoSuchElementException();
      }
      removable = true;
      return elements[next++];
    }

    @Override
    public void remove() {
      if (!removable) {
        throw new IllegalStateException();
      }
      requireUnmodified();
      removal.accept(elements[next - 1]);
      expected = modifications.getAsInt();
      removable = false;
    }

    private void requireUnmodified() {
      if (modifications.getAsInt() != expected) {
        throw new ConcurrentModificationException();
      }
    }
  }
}
