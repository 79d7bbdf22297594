package dev.parley.engine.internal.order;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The static methods of {@link Map}; the JDK's own are asked first, and refuse what they refuse.
 */
public final class ArrangedMaps {
  private ArrangedMaps() {}

  /** As {@link Map#copyOf}. */
  public static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> entries) {
    if (entries instanceof FixedArrangedMap<? extends K, ? extends V> known) {
      @SuppressWarnings("unchecked")
      Map<K, V> same = (Map<K, V>) known;
      return same;
    }
    Map<K, V> copy = Map.copyOf(entries);
    // Up to one entry there is but one order.
    return copy.size() < 2 ? copy : new FixedArrangedMap<>(copy, new LinkedHashMap<>(entries));
  }

  /** As {@link Map#ofEntries}. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) {
    Map<K, V> map = Map.ofEntries(entries);
    Map<K, V> order = new LinkedHashMap<>();
    for (Map.Entry<? extends K, ? extends V> entry : entries) {
      order.put(entry.getKey(), entry.getValue());
    }
    return map.size() < 2 ? map : new FixedArrangedMap<>(map, order);
  }

  @SuppressWarnings("unchecked")
  private static <K, V> Map<K, V> arranged(Map<K, V> map, Object... keysAndValues) {
    Map<K, V> order = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      order.put((K) keysAndValues[i], (V) keysAndValues[i + 1]);
    }
    return map.size() < 2 ? map : new FixedArrangedMap<>(map, order);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of() {
    return Map.of();
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(K k0, V v0) {
    return arranged(Map.of(k0, v0), k0, v0);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1) {
    return arranged(Map.of(k0, v0, k1, v1), k0, v0, k1, v1);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1, K k2, V v2) {
    return arranged(Map.of(k0, v0, k1, v1, k2, v2), k0, v0, k1, v1, k2, v2);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1, K k2, V v2, K k3, V v3) {
    return arranged(Map.of(k0, v0, k1, v1, k2, v2, k3, v3), k0, v0, k1, v1, k2, v2, k3, v3);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(K k0, V v0, K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4), k0, v0, k1, v1, k2, v2, k3, v3, k4, v4);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(
      K k0, V v0, K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4, k5, v5),
        k0,
        v0,
        k1,
        v1,
        k2,
        v2,
        k3,
        v3,
        k4,
        v4,
        k5,
        v5);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(
      K k0, V v0, K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6),
        k0,
        v0,
        k1,
        v1,
        k2,
        v2,
        k3,
        v3,
        k4,
        v4,
        k5,
        v5,
        k6,
        v6);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(
      K k0,
      V v0,
      K k1,
      V v1,
      K k2,
      V v2,
      K k3,
      V v3,
      K k4,
      V v4,
      K k5,
      V v5,
      K k6,
      V v6,
      K k7,
      V v7) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7),
        k0,
        v0,
        k1,
        v1,
        k2,
        v2,
        k3,
        v3,
        k4,
        v4,
        k5,
        v5,
        k6,
        v6,
        k7,
        v7);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(
      K k0,
      V v0,
      K k1,
      V v1,
      K k2,
      V v2,
      K k3,
      V v3,
      K k4,
      V v4,
      K k5,
      V v5,
      K k6,
      V v6,
      K k7,
      V v7,
      K k8,
      V v8) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8),
        k0,
        v0,
        k1,
        v1,
        k2,
        v2,
        k3,
        v3,
        k4,
        v4,
        k5,
        v5,
        k6,
        v6,
        k7,
        v7,
        k8,
        v8);
  }

  /** As {@link Map#of()} and its like. */
  public static <K, V> Map<K, V> of(
      K k0,
      V v0,
      K k1,
      V v1,
      K k2,
      V v2,
      K k3,
      V v3,
      K k4,
      V v4,
      K k5,
      V v5,
      K k6,
      V v6,
      K k7,
      V v7,
      K k8,
      V v8,
      K k9,
      V v9) {
    return arranged(
        Map.of(k0, v0, k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9),
        k0,
        v0,
        k1,
        v1,
        k2,
        v2,
        k3,
        v3,
        k4,
        v4,
        k5,
        v5,
        k6,
        v6,
        k7,
        v7,
        k8,
        v8,
        k9,
        v9);
  }
}
