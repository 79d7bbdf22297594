package dev.parley.engine.internal.capture;

import java.util.AbstractList;
import java.util.RandomAccess;

/** An immutable list as restored; unlike {@code List.of} it may hold nulls. */
final class FixedList extends AbstractList<Object> implements RandomAccess {
  private final Object[] elements;

  /** Takes the array over. */
  FixedList(Object[] elements) {
    this.elements = elements;
  }

  @Override
  public Object get(int index) {
    return elements[index];
  }

  @Override
  public int size() {
    return elements.length;
  }

  @Override
  public Object[] toArray() {
    return elements.clone();
  }
}
