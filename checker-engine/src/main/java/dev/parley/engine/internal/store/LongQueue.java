package dev.parley.engine.internal.store;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * First in, first out, in chunks: what was taken is given back to the heap chunk by chunk. Chunks
 * between the first and the last ones may wait on disk.
 */
final class LongQueue implements StateQueue {
  private static final int CHUNK = 1 << 13;

  private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
  private long[] first = new long[0];
  private long[] last = new long[0];
  private int head;
  private int tail = CHUNK;
  private long size;
  private long onHeap;

  /** Null if all is on the heap. */
  private Pages disk;

  /** A part of the queue, on the heap or on pages; the other is null. */
  private static final class Chunk {
    private long[] values;
    private int[] pages;
  }

  /** From now on chunks in the middle wait on disk. */
  void spillTo(Pages pages) {
    disk = pages;
    for (Chunk chunk : chunks) {
      if (chunk != chunks.getFirst() && chunk != chunks.getLast()) {
        unload(chunk);
      }
    }
  }

  private void unload(Chunk chunk) {
    if (disk != null && chunk.values != null) {
      disk.moved(chunk.values)
          .ifPresent(
              there -> {
                chunk.pages = there;
                chunk.values = null;
                onHeap--;
              });
    }
  }

  private long[] loaded(Chunk chunk) {
    if (chunk.values == null) {
      chunk.values = new long[CHUNK];
      disk.read(chunk.pages, chunk.values);
      disk.giveAll(chunk.pages);
      chunk.pages = null;
      onHeap++;
    }
    return chunk.values;
  }

  @Override
  public void add(long value) {
    if (tail == CHUNK) {
      if (chunks.size() > 1) {
        unload(chunks.getLast());
      }
      Chunk chunk = new Chunk();
      chunk.values = new long[CHUNK];
      last = chunk.values;
      chunks.addLast(chunk);
      onHeap++;
      first = chunks.getFirst().values;
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
      onHeap--;
      first = chunks.isEmpty() ? new long[0] : loaded(chunks.getFirst());
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
    int number = 0;
    for (Chunk chunk : chunks) {
      boolean wasLoaded = chunk.values != null;
      long[] values = loaded(chunk);
      int from = number == 0 ? head : 0;
      int to = number == chunks.size() - 1 ? tail : CHUNK;
      for (int i = from; i < to; i++) {
        values[i] = replacement.applyAsLong(values[i]);
      }
      if (!wasLoaded) {
        unload(chunk);
      }
      number++;
    }
  }

  @Override
  public long size() {
    return size;
  }

  /** What the queue takes in memory. */
  long bytes() {
    return 8L * CHUNK * onHeap;
  }
}
