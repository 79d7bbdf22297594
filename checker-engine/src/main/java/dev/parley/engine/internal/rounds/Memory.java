package dev.parley.engine.internal.rounds;

import java.util.BitSet;
import java.util.Map;

/**
 * What a search by rounds has to remember of its path besides cells and positions.
 *
 * @param waiting the nodes that could still take a step in the round they are in, although the
 *     search went past it; kept only if a property judges states in which nothing can happen
 * @param kernels for each round that somebody has left, who may still be in its kernel; kept only
 *     if a kernel is assumed
 */
record Memory(BitSet waiting, Map<Integer, BitSet> kernels) {
  static final Memory NOTHING = new Memory(new BitSet(), Map.of());

  Memory {
    kernels = Map.copyOf(kernels);
  }
}
