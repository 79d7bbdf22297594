package dev.parley.engine.internal.capture;

import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * An immutable set as restored. It iterates in the order it was given, which carries no meaning: a
 * class of its own tells it from a view of a LinkedHashSet, whose order does.
 */
final class FixedSet extends AbstractSet<Object> {
  private final Set<Object> elements;

  /** Takes the set over. */
  FixedSet(LinkedHashSet<Object> elements) {
    this.elements = Collections.unmodifiableSet(elements);
  }

  @Override
  public boolean contains(Object element) {
    return elements.contains(element);
  }

  @Override
  public Iterator<Object> iterator() {
    return elements.iterator();
  }

  @Override
  public int size() {
    return elements.size();
  }
}
