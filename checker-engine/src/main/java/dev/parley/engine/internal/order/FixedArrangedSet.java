package dev.parley.engine.internal.order;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Stands for what {@code Set.of} makes, which answers everything but questions of order. */
public final class FixedArrangedSet<E> extends AbstractSet<E> {
  private final Set<E> set;
  private final List<E> elements;

  /**
   * A set.
   *
   * @param set for questions of membership
   * @param elements in the order of the first run
   */
  FixedArrangedSet(Set<E> set, List<E> elements) {
    this.set = set;
    this.elements = List.copyOf(elements);
  }

  @Override
  public Iterator<E> iterator() {
    return arranged().iterator();
  }

  private List<E> arranged() {
    if (!Order.isReversed()) {
      return elements;
    }
    @SuppressWarnings("unchecked")
    List<E> reversed = (List<E>) Arrays.asList(elements.toArray());
    Collections.reverse(reversed);
    return Collections.unmodifiableList(reversed);
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public boolean contains(Object element) {
    return set.contains(element);
  }

  @Override
  public boolean containsAll(Collection<?> others) {
    return set.containsAll(others);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || set.equals(other);
  }

  @Override
  public int hashCode() {
    return set.hashCode();
  }

  @Override
  public boolean add(E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean addAll(Collection<? extends E> others) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean remove(Object element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean removeAll(Collection<?> others) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean retainAll(Collection<?> others) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException();
  }
}
