package dev.parley.engine.internal.store;

import java.util.Arrays;

/**
 * Gives each distinct byte sequence a dense number, from 0, and keeps the bytes.
 *
 * <p>The bytes are in an arena of chunks and never copied once written. Slots hold numbers and are
 * probed linearly. If every local state of a protocol is new, most of the time is spent here, so an
 * entry costs its bytes plus some 28 bytes of index, and no object.
 */
public final class ByteTable {
  private static final int FIRST_CHUNK = 1 << 10;
  private static final int LARGEST_CHUNK = 1 << 18;

  private byte[][] chunks = new byte[4][];
  private int chunkCount;
  private int chunkUsed;
  private long chunkBytes;

  private int[] slots = new int[64];
  private int[] hashes = new int[32];
  private int[] chunkOf = new int[32];
  private int[] offsets = new int[32];
  private int[] lengths = new int[32];
  private int size;

  /** The number of a sequence, a new one if it was not known. */
  public int intern(byte[] bytes, int length) {
    int hash = Hash.of(bytes, 0, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash && equals(id, bytes, length)) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    int id = append(bytes, length, hash);
    slots[slot] = id + 1;
    if (size * 2 > slots.length) {
      rehash();
    }
    return id;
  }

  /** Whether the bytes of a number are the given ones. */
  public boolean equals(int id, byte[] bytes, int length) {
    int offset = offsets[id];
    return lengths[id] == length
        && Arrays.equals(chunks[chunkOf[id]], offset, offset + length, bytes, 0, length);
  }

  /** The array that holds a number's bytes; not to be written. */
  public byte[] array(int id) {
    return chunks[chunkOf[id]];
  }

  /** Where a number's bytes start in {@link #array}. */
  public int offset(int id) {
    return offsets[id];
  }

  /** How many bytes a number has. */
  public int length(int id) {
    return lengths[id];
  }

  /** How many distinct sequences there are. */
  public int size() {
    return size;
  }

  /** What the table takes in memory. */
  public long bytes() {
    return chunkBytes + 4L * slots.length + 16L * hashes.length;
  }

  /** Tells one table from others that were filled otherwise. */
  public long digest() {
    long digest = size;
    for (int id = 0; id < size; id++) {
      digest = Hash.mix(digest ^ ((long) lengths[id] << 32 | hashes[id] & 0xFFFFFFFFL));
    }
    return digest;
  }

  private int append(byte[] bytes, int length, int hash) {
    if (chunkCount == 0 || chunks[chunkCount - 1].length - chunkUsed < length) {
      addChunk(length);
    }
    int id = size++;
    if (id == hashes.length) {
      int capacity = id + (id >> 1);
      hashes = Arrays.copyOf(hashes, capacity);
      chunkOf = Arrays.copyOf(chunkOf, capacity);
      offsets = Arrays.copyOf(offsets, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
    System.arraycopy(bytes, 0, chunks[chunkCount - 1], chunkUsed, length);
    hashes[id] = hash;
    chunkOf[id] = chunkCount - 1;
    offsets[id] = chunkUsed;
    lengths[id] = length;
    chunkUsed += length;
    return id;
  }

  /** Chunks double up to a size; a sequence longer than that gets a chunk of its own. */
  private void addChunk(int length) {
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunkCount * 2);
    }
    int usual = Math.min(LARGEST_CHUNK, FIRST_CHUNK << Math.min(chunkCount, 16));
    chunks[chunkCount] = new byte[Math.max(usual, length)];
    chunkBytes += chunks[chunkCount++].length;
    chunkUsed = 0;
  }

  private void rehash() {
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int id = 0; id < size; id++) {
      int slot = hashes[id] & mask;
      while (larger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      larger[slot] = id + 1;
    }
    slots = larger;
  }
}
