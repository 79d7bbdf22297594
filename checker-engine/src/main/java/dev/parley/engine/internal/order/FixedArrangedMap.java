package dev.parley.engine.internal.order;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Stands for what {@code Map.of} makes, which answers everything but questions of order. */
public final class FixedArrangedMap<K, V> extends AbstractMap<K, V> {
  private final Map<K, V> map;
  private final Set<Map.Entry<K, V>> entries;

  FixedArrangedMap(Map<K, V> map, Map<K, V> order) {
    this.map = map;
    List<Map.Entry<K, V>> all = new ArrayList<>();
    order.forEach((key, value) -> all.add(Map.entry(key, value)));
    @SuppressWarnings({"rawtypes", "unchecked"})
    Map.Entry<K, V>[] sorted = all.toArray(new Map.Entry[0]);
    Order.sort(sorted, Map.Entry::getKey);
    this.entries = new FixedArrangedSet<>(map.entrySet(), List.of(sorted));
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return entries;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public V get(Object key) {
    return map.get(key);
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    return map.getOrDefault(key, otherwise);
  }

  @Override
  public boolean containsKey(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return map.containsValue(value);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || map.equals(other);
  }

  @Override
  public int hashCode() {
    return map.hashCode();
  }

  @Override
  public V put(K key, V value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V putIfAbsent(K key, V value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> others) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V remove(Object key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean remove(Object key, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V replace(K key, V value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean replace(K key, V expected, V value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    throw new UnsupportedOperationException();
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException();
  }
}
