package dev.parley.engine.internal.peer;

import java.io.IOException;

/** One connection to a program: bytes go there and come back. */
interface Wire extends AutoCloseable {
  /** What {@link #read} answers when nothing more can come. */
  int END = -1;

  /** What {@link #read} answers when nothing came in time. */
  int NOTHING = 0;

  /** Sends bytes; blocks if the program does not read. */
  void write(byte[] bytes) throws IOException;

  /**
   * Waits for bytes.
   *
   * @param into where to put them
   * @param from the first index to use
   * @param millis how long to wait, at least 1
   * @return how many came, {@link #NOTHING} or {@link #END}
   */
  int read(byte[] into, int from, int millis) throws IOException;

  @Override
  void close();
}
