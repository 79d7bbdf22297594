package dev.parley.engine.internal.rounds;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values with dense numbers from 0, for components of states.
 *
 * @param <T> the values' type
 */
final class Numbered<T> {
  private final List<T> values = new ArrayList<>();
  private final Map<T, Integer> numbers = new HashMap<>();

  int of(T value) {
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  T value(int number) {
    return values.get(number);
  }

  int size() {
    return values.size();
  }
}
