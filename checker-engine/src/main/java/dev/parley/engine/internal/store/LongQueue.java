package dev.parley.engine.internal.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/** First in, first out, in chunks: what was taken is given back to the heap chunk by chunk. */
final class LongQueue implements StateQueue {
  private static final int CHUNK = 1 << 13;

  private final ArrayDeque<long[]> chunks = new ArrayDeque<>();
  private long[] first = new long[0];
  private long[] last = new long[0];
  private int head;
  private int tail = CHUNK;
  private long size;

  @Override
  public void add(long value) {
    if (tail == CHUNK) {
      last = new long[CHUNK];
      chunks.addLast(last);
      first = chunks.getFirst();
      tail = 0;
    }
    last[tail++] = value;
    size++;
  }

  @Override
  public long take() {
    long value = first[head++];
    if (head == CHUNK) {
      chunks.removeFirst();
      first = chunks.isEmpty() ? new long[0] : chunks.getFirst();
      head = 0;
    }
    size--;
    return value;
  }

  @Override
  public void forEach(LongConsumer consumer) {
    replaceAll(
        value -> {
          consumer.accept(value);
          return value;
        });
  }

  /** Replaces every value. */
  void replaceAll(LongUnaryOperator replacement) {
    List<long[]> all = new ArrayList<>(chunks);
    for (int c = 0; c < all.size(); c++) {
      long[] chunk = all.get(c);
      int from = c == 0 ? head : 0;
      int to = c == all.size() - 1 ? tail : CHUNK;
      for (int i = from; i < to; i++) {
        chunk[i] = replacement.applyAsLong(chunk[i]);
      }
    }
  }

  @Override
  public long size() {
    return size;
  }

  /** What the queue takes in memory. */
  long bytes() {
    return 8L * CHUNK * chunks.size();
  }
}
