package dev.parley.engine.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * States in an array on disk, with all their parts, and an index of them in a second file. To show
 * that a store is a part that can be replaced. A reference is a place in the array; a successor
 * gets one at once, and exchanges it for that of an equal state if it is not new.
 */
public final class FileStore implements StateStore, StateView {
  private static final int RECORDS = 1 << 18;
  private static final int SLOTS = 1 << 19;

  private final int width;
  private final boolean remembers;
  private final IntBuffer records;

  /** For each slot the place of a state in the array, plus one. */
  private final IntBuffer slots;

  private int[] opened;
  private int written;
  private long added;

  /** A store whose files are in a folder; names must not be used twice. */
  public FileStore(Path folder, int parts, boolean remembers) {
    this.width = parts;
    this.remembers = remembers;
    try {
      Path own = Files.createTempDirectory(folder, "store");
      records = map(own.resolve("states"), RECORDS * width);
      slots = map(own.resolve("index"), SLOTS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IntBuffer map(Path file, int length) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer bytes =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) length * Integer.BYTES);
      return bytes.asIntBuffer();
    }
  }

  @Override
  public StateView view() {
    return this;
  }

  @Override
  public void open(long state, int[] parts) {
    records.get((int) state * width, parts);
    opened = parts;
  }

  @Override
  public long successor(int[] parts, int[] values, int count) {
    int[] state = opened.clone();
    for (int i = 0; i < count; i++) {
      state[parts[i]] = values[i];
    }
    return refer(state);
  }

  @Override
  public long refer(int[] parts) {
    records.put(written * width, parts);
    return written++;
  }

  @Override
  public long add(long state) {
    long known = remembers ? known(state) : state;
    added += known == state ? 1 : 0;
    return known;
  }

  /** The reference of the equal state that was added first, which may be the given one. */
  private long known(long state) {
    int[] parts = new int[width];
    int[] other = new int[width];
    records.get((int) state * width, parts);
    int slot = (Arrays.hashCode(parts) * 0x9E3779B9 >>> 4) % SLOTS;
    while (slots.get(slot) != 0) {
      int place = slots.get(slot) - 1;
      records.get(place * width, other);
      if (Arrays.equals(parts, other)) {
        return place;
      }
      slot = (slot + 1) % SLOTS;
    }
    slots.put(slot, (int) state + 1);
    return state;
  }

  @Override
  public void addAll(Edges edges) {
    for (int edge = 0; edge < edges.size(); edge++) {
      long before = added;
      add(edges.state(edge));
      edges.fresh()[edge] = added > before;
    }
    LongUnaryOperator lasting = state -> remembers ? known(state) : state;
    edges.replaceStates(lasting);
  }

  @Override
  public long size() {
    return added;
  }

  @Override
  public StateQueue newQueue() {
    return new LongQueue();
  }

  @Override
  public StateList newList() {
    return new LongList();
  }

  @Override
  public long bytes() {
    return 4L * (records.capacity() + slots.capacity());
  }
}
