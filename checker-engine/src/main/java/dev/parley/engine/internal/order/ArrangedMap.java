package dev.parley.engine.internal.order;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Stands for a HashMap; see {@link Order}. Users' classes that extend HashMap extend this one, so
 * nothing that HashMap does by itself may call a method that they can override.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class ArrangedMap<K, V> extends HashMap<K, V> {
  private static final long serialVersionUID = 1;

  private transient LinkedHashMap<K, V> entries = new LinkedHashMap<>();
  private transient int modifications;

  /** An empty map. */
  public ArrangedMap() {}

  /** An empty map of some capacity. */
  public ArrangedMap(int capacity) {
    super(capacity);
  }

  /** An empty map of some capacity. */
  public ArrangedMap(int capacity, float loadFactor) {
    super(capacity, loadFactor);
  }

  /** A map of the given entries. */
  public ArrangedMap(Map<? extends K, ? extends V> entries) {
    this.entries.putAll(entries);
  }

  /** As {@code HashMap.newHashMap}, from JDK 19 on. */
  public static <A, B> HashMap<A, B> newHashMap(int mappings) {
    if (mappings < 0) {
      throw new IllegalArgumentException("Negative number of mappings: " + mappings);
    }
    return new ArrangedMap<>();
  }

  /** The entries in the order of insertion, which means nothing; not to be changed. */
  final Map<K, V> inAnyOrder() {
    return entries;
  }

  /** A structural change is one of the size. */
  private <T> T changing(Supplier<T> change) {
    int before = entries.size();
    try {
      return change.get();
    } finally {
      modifications += entries.size() == before ? 0 : 1;
    }
  }

  private Iterator<Map.Entry<K, V>> iterateEntries() {
    @SuppressWarnings({"rawtypes", "unchecked"})
    Map.Entry<K, V>[] all = entries.entrySet().toArray(new Map.Entry[0]);
    Order.arrange(all, Map.Entry::getKey);
    return new Order.Snapshot<>(all, () -> modifications, entry -> drop(entry.getKey()));
  }

  private <T> Iterator<T> iterate(Function<Map.Entry<K, V>, T> part) {
    Iterator<Map.Entry<K, V>> all = iterateEntries();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public T next() {
        return part.apply(all.next());
      }

      @Override
      public void remove() {
        all.remove();
      }
    };
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<K, V>> iterator() {
        return iterateEntries();
      }

      @Override
      public int size() {
        return entries.size();
      }

      @Override
      public boolean contains(Object entry) {
        return entries.entrySet().contains(entry);
      }

      @Override
      public boolean remove(Object entry) {
        return changing(() -> entries.entrySet().remove(entry));
      }

      @Override
      public void clear() {
        ArrangedMap.this.clear();
      }
    };
  }

  @Override
  public Set<K> keySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<K> iterator() {
        return iterate(Map.Entry::getKey);
      }

      @Override
      public int size() {
        return entries.size();
      }

      @Override
      public boolean contains(Object key) {
        return entries.containsKey(key);
      }

      @Override
      public boolean remove(Object key) {
        return changing(() -> entries.keySet().remove(key));
      }

      @Override
      public void clear() {
        ArrangedMap.this.clear();
      }
    };
  }

  @Override
  public Collection<V> values() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<V> iterator() {
        return iterate(Map.Entry::getValue);
      }

      @Override
      public int size() {
        return entries.size();
      }

      @Override
      public boolean contains(Object value) {
        return entries.containsValue(value);
      }

      @Override
      public void clear() {
        ArrangedMap.this.clear();
      }
    };
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    int before = modifications;
    List<Map.Entry<K, V>> all = new ArrayList<>();
    iterateEntries().forEachRemaining(all::add);
    all.forEach(entry -> action.accept(entry.getKey(), entry.getValue()));
    if (modifications != before) {
      throw new ConcurrentModificationException();
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    int before = modifications;
    iterateEntries()
        .forEachRemaining(
            entry -> entry.setValue(function.apply(entry.getKey(), entry.getValue())));
    if (modifications != before) {
      throw new ConcurrentModificationException();
    }
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  @Override
  public V get(Object key) {
    return entries.get(key);
  }

  @Override
  public V getOrDefault(Object key, V otherwise) {
    return entries.getOrDefault(key, otherwise);
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return entries.containsValue(value);
  }

  @Override
  public V put(K key, V value) {
    return changing(() -> entries.put(key, value));
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> others) {
    int before = entries.size();
    entries.putAll(others);
    modifications += entries.size() == before ? 0 : 1;
  }

  @Override
  public V putIfAbsent(K key, V value) {
    return changing(() -> entries.putIfAbsent(key, value));
  }

  private V drop(Object key) {
    return changing(() -> entries.remove(key));
  }

  @Override
  public V remove(Object key) {
    return drop(key);
  }

  @Override
  public boolean remove(Object key, Object value) {
    return changing(() -> entries.remove(key, value));
  }

  @Override
  public void clear() {
    modifications++;
    entries.clear();
  }

  @Override
  public boolean replace(K key, V expected, V value) {
    return entries.replace(key, expected, value);
  }

  @Override
  public V replace(K key, V value) {
    return entries.replace(key, value);
  }

  @Override
  public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
    return changing(() -> entries.computeIfAbsent(key, function));
  }

  @Override
  public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    return changing(() -> entries.computeIfPresent(key, function));
  }

  @Override
  public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
    return changing(() -> entries.compute(key, function));
  }

  @Override
  public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
    return changing(() -> entries.merge(key, value, function));
  }

  @Override
  @SuppressWarnings("unchecked")
  public Object clone() {
    ArrangedMap<K, V> copy = (ArrangedMap<K, V>) super.clone();
    copy.entries = new LinkedHashMap<>(entries);
    return copy;
  }
}
