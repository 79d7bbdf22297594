package dev.parley.engine.internal.store;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** A growing list of longs, in pieces: to grow copies one piece at most. */
final class LongList implements StateList {
  private static final int PIECE_BITS = 15;
  private static final int PIECE = 1 << PIECE_BITS;

  private long[][] pieces = {new long[256]};
  private int size;

  @Override
  public void add(long value) {
    int piece = size >> PIECE_BITS;
    if (piece == pieces.length) {
      pieces = Arrays.copyOf(pieces, piece * 2);
    }
    int at = size & (PIECE - 1);
    if (pieces[piece] == null) {
      pieces[piece] = new long[PIECE];
    } else if (at == pieces[piece].length) {
      pieces[piece] = Arrays.copyOf(pieces[piece], at * 2);
    }
    pieces[piece][at] = value;
    size++;
  }

  @Override
  public long get(int index) {
    return pieces[index >> PIECE_BITS][index & (PIECE - 1)];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void cut(int newSize) {
    size = newSize;
  }

  void replaceAll(LongUnaryOperator replacement) {
    for (int i = 0; i < size; i++) {
      pieces[i >> PIECE_BITS][i & (PIECE - 1)] = replacement.applyAsLong(get(i));
    }
  }

  long bytes() {
    return Arrays.stream(pieces).filter(piece -> piece != null).mapToLong(p -> 8L * p.length).sum();
  }
}
