package dev.parley.engine.internal.space;

/** Chooses whose transitions are explored in a state: a reduction by leaving out the others. */
public interface Selector {
  /**
   * Chooses nodes.
   *
   * @param cells the state
   * @param enabled how many transitions each node has there; not all are 0
   * @return a bit for each node whose transitions are to be explored, at least one of which has
   *     some
   */
  long select(int[] cells, int[] enabled);

  /** Forgets memos that have grown too large. To be called between expansions. */
  void trim();

  /** What the selector's tables take in memory. */
  long bytes();
}
