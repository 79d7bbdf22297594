package dev.parley.engine.internal.store;

import java.util.function.IntUnaryOperator;

/** Makes a store for each search. */
@FunctionalInterface
public interface StoreFactory {
  /**
   * An empty store.
   *
   * @param parts how many parts a state has
   * @param counts how many numbers a part has by now: all its numbers are below
   * @param remembers whether the store knows a state again; if not, every state is new to it
   */
  StateStore create(int parts, IntUnaryOperator counts, boolean remembers);
}
