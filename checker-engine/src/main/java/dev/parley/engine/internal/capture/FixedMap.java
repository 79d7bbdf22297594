package dev.parley.engine.internal.capture;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An immutable map as restored; what {@link FixedSet} is to sets. */
final class FixedMap extends AbstractMap<Object, Object> {
  private final Map<Object, Object> entries;

  /** Takes the map over. */
  FixedMap(LinkedHashMap<Object, Object> entries) {
    this.entries = Collections.unmodifiableMap(entries);
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public Object get(Object key) {
    return entries.get(key);
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    return entries.entrySet();
  }
}
