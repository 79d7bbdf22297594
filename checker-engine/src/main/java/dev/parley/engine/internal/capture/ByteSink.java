package dev.parley.engine.internal.capture;

import java.util.Arrays;

/** A growable byte buffer that is reused from one encoding to the next. */
public final class ByteSink {
  private byte[] bytes = new byte[256];
  private int length;

  /** An empty buffer. */
  public ByteSink() {}

  /** The buffer itself; only the first {@link #length()} bytes count, until the next put. */
  public byte[] array() {
    return bytes;
  }

  /** How many bytes were put since the last reset. */
  public int length() {
    return length;
  }

  /** Empties the buffer and keeps its memory. */
  public void reset() {
    length = 0;
  }

  /** Drops all but the first bytes. */
  void truncate(int keep) {
    length = keep;
  }

  /** Puts one byte. */
  public void putByte(int value) {
    if (length == bytes.length) {
      grow(1);
    }
    bytes[length++] = (byte) value;
  }

  /** Puts a number in seven-bit groups, lowest first: one byte for 0 to 127. */
  public void putVarint(int value) {
    if (length + 5 > bytes.length) {
      grow(5);
    }
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** The same for longs. */
  public void putVarlong(long value) {
    if (length + 10 > bytes.length) {
      grow(10);
    }
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /** Puts a signed number such that small absolute values are short. */
  public void putSigned(int value) {
    putVarint((value << 1) ^ (value >> 31));
  }

  /** The same for longs. */
  public void putSigned(long value) {
    putVarlong((value << 1) ^ (value >> 63));
  }

  /** Puts four bytes, highest first. */
  public void putFixed(int value) {
    putByte(value >>> 24);
    putByte(value >>> 16);
    putByte(value >>> 8);
    putByte(value);
  }

  /** Puts eight bytes, highest first. */
  public void putFixed(long value) {
    putFixed((int) (value >>> 32));
    putFixed((int) value);
  }

  /**
   * Puts part of an array.
   *
   * @param source the array
   * @param offset the first byte
   * @param count how many
   */
  public void putBytes(byte[] source, int offset, int count) {
    if (length + count > bytes.length) {
      grow(count);
    }
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /**
   * Puts a string char by char, not as UTF-8: lone surrogates must survive. The lowest bit of the
   * length says whether one byte per char is enough.
   */
  public void putString(String value) {
    int chars = value.length();
    int start = length;
    putVarint(chars << 1);
    if (length + chars > bytes.length) {
      grow(chars);
    }
    for (int i = 0; i < chars; i++) {
      char c = value.charAt(i);
      if (c > 0x7f) {
        length = start;
        putWideString(value);
        return;
      }
      bytes[length++] = (byte) c;
    }
  }

  private void putWideString(String value) {
    putVarint(value.length() << 1 | 1);
    for (int i = 0; i < value.length(); i++) {
      putVarint(value.charAt(i));
    }
  }

  private void grow(int atLeast) {
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + atLeast));
  }
}
