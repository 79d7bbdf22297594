package dev.parley.engine.internal.saved;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * States in a file, by their parts: each part in as many bits as its numbers take. So what is
 * written does not depend on how a store keeps states, and a state takes little more there than in
 * the most compact store.
 */
public final class States {
  private final int[] widths;

  /** The bits that are not yet written, or not yet taken. */
  private long open;

  private int openBits;

  private States(int[] widths) {
    this.widths = widths;
  }

  /**
   * To write states.
   *
   * @param parts how many parts a state has
   * @param counts how many numbers each part has: all are below
   */
  public static States of(int parts, IntUnaryOperator counts) {
    int[] widths = new int[parts];
    Arrays.setAll(
        widths,
        part -> Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, counts.applyAsInt(part))));
    return new States(widths);
  }

  /** Writes how states are laid out. */
  public void write(DataOutput out) throws IOException {
    for (int width : widths) {
      out.writeByte(width);
    }
  }

  /** Reads how states are laid out. */
  public static States read(int parts, DataInput in) throws IOException {
    int[] widths = new int[parts];
    for (int part = 0; part < parts; part++) {
      widths[part] = in.readByte();
      if (widths[part] < 1 || widths[part] > Integer.SIZE) {
        throw new IOException("a part cannot have " + widths[part] + " bits");
      }
    }
    return new States(widths);
  }

  /** Writes a state. */
  public void write(int[] state, DataOutput out) throws IOException {
    for (int part = 0; part < widths.length; part++) {
      open |= (long) state[part] << openBits;
      openBits += widths[part];
      while (openBits >= Byte.SIZE) {
        out.writeByte((int) open);
        open >>>= Byte.SIZE;
        openBits -= Byte.SIZE;
      }
    }
  }

  /** Writes what is left of the last byte; to be called behind each sequence of states. */
  public void flush(DataOutput out) throws IOException {
    if (openBits > 0) {
      out.writeByte((int) open);
    }
    restart();
  }

  /** Reads a state. */
  public void read(int[] state, DataInput in) throws IOException {
    for (int part = 0; part < widths.length; part++) {
      while (openBits < widths[part]) {
        open |= (in.readByte() & 0xFFL) << openBits;
        openBits += Byte.SIZE;
      }
      state[part] = (int) (open & (1L << widths[part]) - 1);
      open >>>= widths[part];
      openBits -= widths[part];
    }
  }

  /** Begins with a whole byte again. */
  public void restart() {
    open = 0;
    openBits = 0;
  }
}
