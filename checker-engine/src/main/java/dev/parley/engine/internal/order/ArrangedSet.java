package dev.parley.engine.internal.order;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * Stands for a HashSet; see {@link Order}.
 *
 * @param <E> the elements
 */
public final class ArrangedSet<E> extends HashSet<E> {
  private static final long serialVersionUID = 1;

  private final transient LinkedHashSet<E> elements = new LinkedHashSet<>();
  private transient int modifications;

  /** An empty set. */
  public ArrangedSet() {}

  /** An empty set of some capacity. */
  public ArrangedSet(int capacity) {
    super(capacity);
  }

  /** An empty set of some capacity. */
  public ArrangedSet(int capacity, float loadFactor) {
    super(capacity, loadFactor);
  }

  /** A set of the given elements. */
  public ArrangedSet(Collection<? extends E> elements) {
    this.elements.addAll(elements);
  }

  /** As {@code HashSet.newHashSet}, from JDK 19 on. */
  public static <T> HashSet<T> newHashSet(int elements) {
    if (elements < 0) {
      throw new IllegalArgumentException("Negative number of elements: " + elements);
    }
    return new ArrangedSet<>();
  }

  @Override
  public Iterator<E> iterator() {
    return Order.isReversed()
        ? new Order.Backwards<>(elements.toArray(), () -> modifications, this::remove)
        : elements.iterator();
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.DISTINCT);
  }

  @Override
  public Object[] toArray() {
    return toArray(new Object[0]);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> T[] toArray(T[] array) {
    T[] filled = elements.toArray(array);
    if (Order.isReversed()) {
      for (int i = 0, k = elements.size() - 1; i < k; i++, k--) {
        T swapped = filled[i];
        filled[i] = filled[k];
        filled[k] = swapped;
      }
    }
    return filled;
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public boolean isEmpty() {
    return elements.isEmpty();
  }

  @Override
  public boolean contains(Object element) {
    return elements.contains(element);
  }

  @Override
  public boolean add(E element) {
    boolean added = elements.add(element);
    modifications += added ? 1 : 0;
    return added;
  }

  @Override
  public boolean remove(Object element) {
    boolean removed = elements.remove(element);
    modifications += removed ? 1 : 0;
    return removed;
  }

  @Override
  public void clear() {
    modifications++;
    elements.clear();
  }

  @Override
  public Object clone() {
    return new ArrangedSet<>(elements);
  }
}
