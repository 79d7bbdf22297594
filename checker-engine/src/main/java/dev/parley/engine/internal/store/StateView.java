package dev.parley.engine.internal.store;

/** One worker's access to the states of a store: one state at a time, and its successors. */
public interface StateView {
  /**
   * Takes a state apart and makes it the one that successors are built from.
   *
   * @param state a reference
   * @param parts receives the number of each part; not to be changed while successors are built
   */
  void open(long state, int[] parts);

  /**
   * The open state after some of its parts have changed. The open state must have been added to the
   * store.
   *
   * @param parts the parts that change, each once
   * @param values their new numbers
   * @param count how many parts change
   * @return a reference
   */
  long successor(int[] parts, int[] values, int count);

  /** A reference to the state with the given parts. */
  long refer(int[] parts);
}
