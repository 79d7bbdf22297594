package dev.parley.engine.internal.capture;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An immutable map as restored whose order carries meaning; see {@link FixedOrderedSet}. */
final class FixedOrderedMap extends LinkedHashMap<Object, Object> {
  private static final long serialVersionUID = 1L;

  FixedOrderedMap() {}

  /** Gives the map its entries, keys and values in turn; only whoever restores it may. */
  void fill(Object[] entries) {
    super.clear();
    for (int i = 0; i < entries.length; i += 2) {
      super.put(entries[i], entries[i + 1]);
    }
  }

  @Override
  public Set<Object> keySet() {
    return Collections.unmodifiableSet(super.keySet());
  }

  @Override
  public Collection<Object> values() {
    return Collections.unmodifiableCollection(super.values());
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    return Collections.<Object, Object>unmodifiableMap(new Entries(super.entrySet())).entrySet();
  }

  /** The entries as a map, so that the JDK's own view keeps them from being changed. */
  private static final class Entries extends java.util.AbstractMap<Object, Object> {
    private final Set<Map.Entry<Object, Object>> entries;

    Entries(Set<Map.Entry<Object, Object>> entries) {
      this.entries = entries;
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      return entries;
    }
  }

  @Override
  public Object put(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public void putAll(Map<?, ?> entries) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object putIfAbsent(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object remove(Object key) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public boolean remove(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object replace(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public boolean replace(Object key, Object before, Object after) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object computeIfAbsent(Object key, Function<? super Object, ?> function) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> f) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> function) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> f) {
    throw FixedOrderedSet.immutable();
  }

  @Override
  public void clear() {
    throw FixedOrderedSet.immutable();
  }

  /** Does what SequencedMap says. */
  public Object putFirst(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  /** Does what SequencedMap says. */
  public Object putLast(Object key, Object value) {
    throw FixedOrderedSet.immutable();
  }

  /** Does what SequencedMap says. */
  public Map.Entry<Object, Object> pollFirstEntry() {
    throw FixedOrderedSet.immutable();
  }

  /** Does what SequencedMap says. */
  public Map.Entry<Object, Object> pollLastEntry() {
    throw FixedOrderedSet.immutable();
  }

  /** A map that may be changed, as a copy of a LinkedHashMap is. */
  @Override
  public Object clone() {
    return new LinkedHashMap<>(this);
  }
}
