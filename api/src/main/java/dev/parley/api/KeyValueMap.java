package dev.parley.api;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** A map from keys to values. Keys and values are immutable and not null. */
public final class KeyValueMap implements SequentialObject {
  private final Map<Object, Object> values = new HashMap<>();

  /** An empty map. */
  public KeyValueMap() {}

  /**
   * Stores a value under a key; has no result.
   *
   * @param key the key
   * @param value the value
   */
  public record Put(Object key, Object value) {
    /** Checks that nothing is missing. */
    public Put {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * Looks a key up; the result is its value, null if it has none.
   *
   * @param key the key
   */
  public record Get(Object key) {
    /** Checks that there is a key. */
    public Get {
      Objects.requireNonNull(key, "key");
    }
  }

  /**
   * Removes a key; the result is the value it had, null if it had none.
   *
   * @param key the key
   */
  public record Remove(Object key) {
    /** Checks that there is a key. */
    public Remove {
      Objects.requireNonNull(key, "key");
    }
  }

  /**
   * The operation that stores a value.
   *
   * @param key the key
   * @param value the value
   */
  public static Put put(Object key, Object value) {
    return new Put(key, value);
  }

  /**
   * The operation that looks a key up.
   *
   * @param key the key
   */
  public static Get get(Object key) {
    return new Get(key);
  }

  /**
   * The operation that removes a key.
   *
   * @param key the key
   */
  public static Remove remove(Object key) {
    return new Remove(key);
  }

  @Override
  public Object apply(Object operation) {
    if (operation instanceof Put put) {
      values.put(put.key(), put.value());
      return null;
    }
    if (operation instanceof Get get) {
      return values.get(get.key());
    }
    if (operation instanceof Remove remove) {
      return values.remove(remove.key());
    }
    throw new IllegalArgumentException("a map has no operation " + operation);
  }

  @Override
  public String toString() {
    return "KeyValueMap" + values;
  }
}
