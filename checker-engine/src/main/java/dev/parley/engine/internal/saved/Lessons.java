package dev.parley.engine.internal.saved;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The states of a search that taught it something, in order: those whose expansion ran users' code
 * or gave something a number, and those that a property had to look at. Whoever takes them again,
 * in this order, knows what the search knew: see {@code Resumption}.
 *
 * <p>They are kept as bytes, some ten for each, in chunks that are never copied.
 */
public final class Lessons {
  /** A state was expanded. */
  public static final int EXPANDED = 0;

  /** The successor of a transition was judged. */
  public static final int JUDGED = 1;

  /** A state without transitions was judged. */
  public static final int ENDED = 2;

  private static final int KINDS = 3;
  private static final int CHUNK = 1 << 16;

  private final List<byte[]> chunks = new ArrayList<>();
  private int used = CHUNK;
  private long count;

  /** Takes a lesson again. */
  @FunctionalInterface
  public interface Pupil {
    /**
     * Takes one.
     *
     * @param kind what happened
     * @param node the node whose transition led to the state, as far as that matters
     * @param pace the counts before it
     * @param parts the state
     */
    void take(int kind, int node, long[] pace, int[] parts);
  }

  /** Notes a lesson; the parameters are those of {@link Pupil#take}. */
  public void note(int kind, int node, long[] pace, int[] parts) {
    add((long) (node + 1) * KINDS + kind);
    for (long value : pace) {
      add(value);
    }
    for (int part : parts) {
      add(part);
    }
    count++;
  }

  /** Seven bits to a byte, the lowest first. */
  private void add(long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      addByte((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    addByte((int) rest);
  }

  private void addByte(int value) {
    if (used == CHUNK) {
      chunks.add(new byte[CHUNK]);
      used = 0;
    }
    chunks.get(chunks.size() - 1)[used++] = (byte) value;
  }

  /**
   * Hands out all lessons in order; the arrays are used again.
   *
   * @param paces how many counts each has
   * @param parts how many parts a state has
   */
  public void forEach(int paces, int parts, Pupil pupil) {
    long[] pace = new long[paces];
    int[] state = new int[parts];
    Reading reading = new Reading();
    for (long i = 0; i < count; i++) {
      long first = reading.next();
      for (int at = 0; at < paces; at++) {
        pace[at] = reading.next();
      }
      for (int part = 0; part < parts; part++) {
        state[part] = (int) reading.next();
      }
      pupil.take((int) (first % KINDS), (int) (first / KINDS) - 1, pace, state);
    }
  }

  private final class Reading {
    private int chunk;
    private int at;

    long next() {
      long value = 0;
      int shift = 0;
      int some;
      do {
        if (at == CHUNK) {
          chunk++;
          at = 0;
        }
        some = chunks.get(chunk)[at++];
        value |= (long) (some & 0x7F) << shift;
        shift += 7;
      } while (some < 0);
      return value;
    }
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** What they take in memory. */
  public long bytes() {
    return (long) CHUNK * chunks.size();
  }

  /** Writes them. */
  public void write(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeInt(chunks.size());
    out.writeInt(used);
    for (int i = 0; i < chunks.size(); i++) {
      out.write(chunks.get(i), 0, i < chunks.size() - 1 ? CHUNK : used);
    }
  }

  /** Reads what was written. */
  public static Lessons read(DataInput in) throws IOException {
    Lessons lessons = new Lessons();
    lessons.count = in.readLong();
    int size = in.readInt();
    lessons.used = in.readInt();
    for (int i = 0; i < size; i++) {
      byte[] chunk = new byte[CHUNK];
      in.readFully(chunk, 0, i < size - 1 ? CHUNK : lessons.used);
      lessons.chunks.add(chunk);
    }
    return lessons;
  }
}
