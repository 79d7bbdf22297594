package dev.parley.engine.internal.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Those of {@link Collectors} that make sets and maps of their own choice. */
public final class ArrangedCollectors {
  private ArrangedCollectors() {}

  /** As {@link Collectors#toSet}. */
  public static <T> Collector<T, ?, Set<T>> toSet() {
    return Collector.of(
        ArrangedSet::new,
        Set::add,
        (left, right) -> {
          left.addAll(right);
          return left;
        },
        Collector.Characteristics.IDENTITY_FINISH);
  }

  /** As {@link Collectors#toUnmodifiableSet}. */
  public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
    return Collectors.collectingAndThen(
        Collectors.<T, List<T>>toCollection(ArrayList::new), ArrangedSets::copyOf);
  }

  /** As {@link Collectors#toMap(Function, Function)}. */
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
      Function<? super T, ? extends K> keys, Function<? super T, ? extends U> values) {
    return Collector.of(
        ArrangedMap::new,
        (map, element) ->
            putNew(map, keys.apply(element), Objects.requireNonNull(values.apply(element))),
        (left, right) -> {
          right.forEach((key, value) -> putNew(left, key, value));
          return left;
        },
        Collector.Characteristics.IDENTITY_FINISH);
  }

  private static <K, U> void putNew(Map<K, U> map, K key, U value) {
    U known = map.putIfAbsent(key, value);
    if (known != null) {
      throw new IllegalStateException(
          String.format(
              "Duplicate key %s (attempted merging values %s and %s)", key, known, value));
    }
  }

  /** As {@link Collectors#toMap(Function, Function, BinaryOperator)}. */
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merging) {
    return Collectors.toMap(keys, values, merging, ArrangedMap::new);
  }

  /** As {@link Collectors#toUnmodifiableMap(Function, Function)}. */
  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
      Function<? super T, ? extends K> keys, Function<? super T, ? extends U> values) {
    Objects.requireNonNull(keys, "keyMapper");
    Objects.requireNonNull(values, "valueMapper");
    return Collectors.collectingAndThen(
        ArrangedCollectors.<T, K, U>toMap(keys, values), ArrangedMaps::copyOf);
  }

  /** As {@link Collectors#toUnmodifiableMap(Function, Function, BinaryOperator)}. */
  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
      Function<? super T, ? extends K> keys,
      Function<? super T, ? extends U> values,
      BinaryOperator<U> merging) {
    Objects.requireNonNull(keys, "keyMapper");
    Objects.requireNonNull(values, "valueMapper");
    Objects.requireNonNull(merging, "mergeFunction");
    return Collectors.collectingAndThen(
        ArrangedCollectors.<T, K, U>toMap(keys, values, merging), ArrangedMaps::copyOf);
  }

  /** As {@link Collectors#groupingBy(Function)}. */
  public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(
      Function<? super T, ? extends K> classifier) {
    return groupingBy(classifier, Collectors.toList());
  }

  /** As {@link Collectors#groupingBy(Function, Collector)}. */
  public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(
      Function<? super T, ? extends K> classifier, Collector<? super T, A, D> downstream) {
    return Collectors.groupingBy(classifier, ArrangedMap::new, downstream);
  }
}
