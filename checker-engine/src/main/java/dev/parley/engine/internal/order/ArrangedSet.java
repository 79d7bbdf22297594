package dev.parley.engine.internal.order;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;

/**
 * Stands for a HashSet; see {@link Order}. Users' classes that extend HashSet extend this one.
 *
 * @param <E> the elements
 */
public class ArrangedSet<E> extends HashSet<E> {
  private static final long serialVersionUID = 1;

  private transient LinkedHashSet<E> elements = new LinkedHashSet<>();
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
    addAll(elements);
  }

  /** As {@code HashSet.newHashSet}, from JDK 19 on. */
  public static <T> HashSet<T> newHashSet(int elements) {
    if (elements < 0) {
      throw new IllegalArgumentException("Negative number of elements: " + elements);
    }
    return new ArrangedSet<>();
  }

  /** The elements in the order of insertion, which means nothing; not to be changed. */
  final Collection<E> inAnyOrder() {
    return elements;
  }

  @Override
  public Iterator<E> iterator() {
    @SuppressWarnings("unchecked")
    E[] all = (E[]) elements.toArray();
    Order.arrange(all, Function.identity());
    return new Order.Snapshot<>(all, () -> modifications, this::drop);
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
  public <T> T[] toArray(T[] array) {
    T[] filled = elements.toArray(array);
    T[] all = Arrays.copyOf(filled, elements.size());
    Order.arrange(all, Function.identity());
    System.arraycopy(all, 0, filled, 0, all.length);
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
    return drop(element);
  }

  private boolean drop(Object element) {
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
  @SuppressWarnings("unchecked")
  public Object clone() {
    ArrangedSet<E> copy = (ArrangedSet<E>) super.clone();
    copy.elements = new LinkedHashSet<>(elements);
    return copy;
  }
}
