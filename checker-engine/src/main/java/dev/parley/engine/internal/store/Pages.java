package dev.parley.engine.internal.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Memory in a file: pages of some thousand words, mapped into the address space. The system keeps
 * in its cache what is used, outside the heap, and writes the rest to the disk.
 *
 * <p><b>A full disk.</b> To touch a mapped page that the disk has no room for ends a process. So
 * the file grows by writing, a piece at a time: if there is no room, that fails, and there are no
 * more pages ({@link #isFull}). Whoever wanted one keeps its words on the heap. The same happens at
 * the bound that was set.
 *
 * <p><b>What is left behind.</b> Nothing: the file loses its name as soon as it is open, and the
 * system takes its room back when the process is gone, whatever has ended it. Where a file that is
 * open cannot be removed, it is removed when the process ends.
 *
 * <p>Pages are taken and given back by several threads at once; each page has one user.
 *
 * <p>Rejected: sorted runs that are merged level by level, which read and write in order, but tell
 * only later which states are new; the search judges and expands in batches, and the order of
 * everything would be another one. A log with filters in memory: each known state, two of three
 * that are met, needs a read as well, and the filters take a fifth of what a compact state takes.
 */
final class Pages {
  private final Spill spill;
  private final int pageBits;
  private final int page;
  private final int pieceBits;
  private FileChannel channel;
  private final List<LongBuffer> pieces = new ArrayList<>();

  /** Volatile, since one thread may add to it while others use what was there. */
  private volatile LongBuffer[] mapped = new LongBuffer[0];

  private final List<Integer> free = new ArrayList<>();
  private int handedOut;
  private Optional<String> full = Optional.empty();

  Pages(Spill spill) {
    this.spill = spill;
    pageBits = spill.pageBits();
    page = 1 << pageBits;
    pieceBits = spill.pieceBits();
  }

  /** A page, whose content is arbitrary; -1 if there is none left. */
  private int take() {
    if (!free.isEmpty()) {
      return free.remove(free.size() - 1);
    }
    if (handedOut == pieces.size() << pieceBits && !grow()) {
      return -1;
    }
    return handedOut++;
  }

  /** Whether there was none left, and why. */
  synchronized Optional<String> isFull() {
    return full;
  }

  /** How many words a table has that is worth a page. */
  int leastWords() {
    return page / 4;
  }

  /** How many bytes of the disk are in use. */
  synchronized long bytes() {
    return (long) (handedOut - free.size()) * page * Long.BYTES;
  }

  private boolean grow() {
    long piece = (long) page * Long.BYTES << pieceBits;
    long size = pieces.size() * piece;
    if (full.isPresent() || size + piece > spill.most()) {
      full = full.or(() -> Optional.of("the bound of " + spill.most() + " bytes is met"));
      return false;
    }
    try {
      if (channel == null) {
        open();
      }
      ByteBuffer zeros = ByteBuffer.allocate(page * Long.BYTES);
      for (long at = size; at < size + piece; at += zeros.capacity()) {
        zeros.clear();
        while (zeros.hasRemaining()) {
          channel.write(zeros, at + zeros.position());
        }
      }
      pieces.add(
          channel
              .map(FileChannel.MapMode.READ_WRITE, size, piece)
              .order(ByteOrder.nativeOrder())
              .asLongBuffer());
      mapped = pieces.toArray(new LongBuffer[0]);
      return true;
    } catch (IOException e) {
      full = Optional.of(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private void open() throws IOException {
    Files.createDirectories(spill.directory());
    Path file = Files.createTempFile(spill.directory(), "parley-", ".spill");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      Files.deleteIfExists(file);
    } catch (IOException inUse) {
      file.toFile().deleteOnExit();
    }
  }

  /** A word of some pages that stand for one array. */
  long get(int[] pages, int word) {
    int at = pages[word >>> pageBits];
    return mapped[at >>> pieceBits].get(place(at, word));
  }

  void set(int[] pages, int word, long value) {
    int at = pages[word >>> pageBits];
    mapped[at >>> pieceBits].put(place(at, word), value);
  }

  private int place(int at, int word) {
    return (at & (1 << pieceBits) - 1) << pageBits | word & page - 1;
  }

  /** Moves an array to pages; empty if there are not enough. */
  Optional<int[]> moved(long[] words) {
    int[] pages = new int[(words.length + page - 1) >>> pageBits];
    if (!taken(pages)) {
      return Optional.empty();
    }
    for (int i = 0; i < pages.length; i++) {
      int from = i << pageBits;
      mapped[pages[i] >>> pieceBits].put(
          place(pages[i], 0), words, from, Math.min(page, words.length - from));
    }
    return Optional.of(pages);
  }

  private synchronized boolean taken(int[] pages) {
    for (int i = 0; i < pages.length; i++) {
      pages[i] = take();
      if (pages[i] < 0) {
        for (int taken = 0; taken < i; taken++) {
          free.add(pages[taken]);
        }
        return false;
      }
    }
    return true;
  }

  /** Copies an array back from its pages. */
  void read(int[] pages, long[] words) {
    for (int i = 0; i < pages.length; i++) {
      int from = i << pageBits;
      mapped[pages[i] >>> pieceBits].get(
          place(pages[i], 0), words, from, Math.min(page, words.length - from));
    }
  }

  /** Gives back the pages of an array. */
  synchronized void giveAll(int[] pages) {
    for (int each : pages) {
      free.add(each);
    }
  }
}
