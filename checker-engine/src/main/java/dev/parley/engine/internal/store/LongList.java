package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** A growing array of longs. */
final class LongList implements StateList {
  private long[] values = new long[256];
  private int size;

  @Override
  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  @Override
  public long get(int index) {
    return values[index];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void cut(int newSize) {
    size = newSize;
  }

  void replaceAll(LongUnaryOperator replacement) {
    for (int i = 0; i < size; i++) {
      values[i] = replacement.applyAsLong(values[i]);
    }
  }

  long bytes() {
    return 8L * values.length;
  }
}
