package dev.parley.engine.internal.capture;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * An immutable set as restored whose order carries meaning, as that of a LinkedHashSet does.
 *
 * <p>It extends LinkedHashSet so that it is a {@code SequencedSet} on a JDK that has them, although
 * it is compiled against one that has not. The methods without {@code @Override} override those.
 */
final class FixedOrderedSet extends LinkedHashSet<Object> {
  private static final long serialVersionUID = 1L;

  FixedOrderedSet() {}

  /** Gives the set its elements; only whoever restores it may. */
  void fill(List<Object> elements) {
    super.clear();
    elements.forEach(super::add);
  }

  @Override
  public Iterator<Object> iterator() {
    Iterator<Object> all = super.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public Object next() {
        return all.next();
      }
    };
  }

  @Override
  public boolean add(Object element) {
    throw immutable();
  }

  @Override
  public boolean addAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public boolean remove(Object element) {
    throw immutable();
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    throw immutable();
  }

  @Override
  public boolean removeIf(Predicate<? super Object> filter) {
    throw immutable();
  }

  @Override
  public void clear() {
    throw immutable();
  }

  /** Does what SequencedSet says. */
  public void addFirst(Object element) {
    throw immutable();
  }

  /** Does what SequencedSet says. */
  public void addLast(Object element) {
    throw immutable();
  }

  /** Does what SequencedSet says. */
  public Object removeFirst() {
    throw immutable();
  }

  /** Does what SequencedSet says. */
  public Object removeLast() {
    throw immutable();
  }

  /** A set that may be changed, as a copy of a LinkedHashSet is. */
  @Override
  public Object clone() {
    return new LinkedHashSet<>(this);
  }

  static UnsupportedOperationException immutable() {
    return new UnsupportedOperationException(
        "collections in messages are immutable; make a copy to change it");
  }
}
