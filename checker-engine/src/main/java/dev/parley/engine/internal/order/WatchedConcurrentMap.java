package dev.parley.engine.internal.order;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Stands for a ConcurrentHashMap. Its views are classes of the JDK that nobody else can make, so
 * its order cannot be arranged as that of a HashMap is. It needs to be only for keys that are
 * placed by an identity hash code; such keys are refused (see {@link Order#takeRefusal}).
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class WatchedConcurrentMap<K, V> extends ConcurrentHashMap<K, V> {
  private static final long serialVersionUID = 1;

  /** An empty map. */
  public WatchedConcurrentMap() {}

  /** An empty map of some capacity. */
  public WatchedConcurrentMap(int capacity) {
    super(capacity);
  }

  /** An empty map of some capacity. */
  public WatchedConcurrentMap(int capacity, float loadFactor) {
    super(capacity, loadFactor);
  }

  /** An empty map of some capacity. */
  public WatchedConcurrentMap(int capacity, float loadFactor, int concurrency) {
    super(capacity, loadFactor, concurrency);
  }

  /** A map of the given entries. */
  public WatchedConcurrentMap(Map<? extends K, ? extends V> entries) {
    super(entries);
    entries.keySet().forEach(WatchedConcurrentMap::watched);
  }

  private static <K> K watched(K key) {
    if (ArrangedObjects.isPlacedByIdentity(key)) {
      Order.refuse(
          "a ConcurrentHashMap has a "
              + key.getClass().getName()
              + " as a key, so its order differs from one Java process to the next; use a HashMap,"
              + " since a step is atomic anyway");
    }
    return key;
  }

  @Override
  public V put(K key, V value) {
    return super.put(watched(key), value);
  }

  @Override
  public V putIfAbsent(K key, V value) {
    return super.putIfAbsent(watched(key), value);
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> entries) {
    entries.keySet().forEach(WatchedConcurrentMap::watched);
    super.putAll(entries);
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    return super.computeIfAbsent(watched(key), function);
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    return super.compute(watched(key), function);
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    return super.merge(watched(key), value, function);
  }
}
