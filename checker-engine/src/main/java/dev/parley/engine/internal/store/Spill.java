package dev.parley.engine.internal.store;

import java.nio.file.Path;

/**
 * Where states go that the memory has no room for, and how much of them.
 *
 * @param directory where
 * @param most how many bytes at most; none if states are kept in memory only
 * @param pageBits how many words a page has, as a power of two
 * @param pieceBits a file grows by so many pages at a time, as a power of two
 */
public record Spill(Path directory, long most, int pageBits, int pieceBits) {
  /** The system property that has the greatest number of bytes. */
  public static final String MOST = "parley.spill";

  /** The system property that has the directory. */
  public static final String DIRECTORY = "parley.spillDirectory";

  private static final int PAGE_BITS = 13;

  /** Sixteen megabytes. */
  private static final int PIECE_BITS = 8;

  /** Nothing leaves the memory. */
  public static final Spill NONE = new Spill(Path.of(""), 0, PAGE_BITS, PIECE_BITS);

  /** As this process was told; nothing leaves the memory if it was not. */
  public static Spill usual() {
    long most = Long.getLong(MOST, 0);
    String directory = System.getProperty(DIRECTORY, System.getProperty("java.io.tmpdir"));
    return most <= 0 ? NONE : new Spill(Path.of(directory), most, PAGE_BITS, PIECE_BITS);
  }

  /** Whether states may leave the memory. */
  boolean isOn() {
    return most > 0;
  }
}
