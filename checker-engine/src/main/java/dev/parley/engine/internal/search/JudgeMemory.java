package dev.parley.engine.internal.search;

/**
 * Limits the memory of all judges of an instance together. One decision tree is small; those of
 * hundreds of properties are not. When the trees exceed their limit, all are forgotten. That costs
 * time, and changes no result. Evaluations that are to be repeated with other auxiliary content
 * cannot be made again. When there is no room for more, further ones are not kept, and the audit
 * says that it is incomplete. This limit is the same on every machine, and so are the results.
 */
final class JudgeMemory {
  private static final long LEAST_TREE_BYTES = 16L << 20;

  /** How many evaluations of one property are kept. */
  private static final int SAMPLES = 10_000;

  /** How many integers the evaluations of all properties may take. */
  private static final long SAMPLE_INTEGERS = 8L << 20;

  private final long treeLimit;
  private final Runnable forgetTrees;
  private long treeBytes;
  private long sampleIntegers;

  JudgeMemory(long treeLimit, Runnable forgetTrees) {
    this.treeLimit = treeLimit;
    this.forgetTrees = forgetTrees;
  }

  /** A sixteenth of the heap, but never very little. */
  static long usualLimit() {
    return Math.max(LEAST_TREE_BYTES, Runtime.getRuntime().maxMemory() / 16);
  }

  /** A tree has become larger, or smaller. */
  void grown(long bytes) {
    treeBytes += bytes;
  }

  /** Forgets the trees if they are too large. Not to be called while one grows. */
  void makeRoom() {
    if (treeBytes > treeLimit) {
      forgetTrees.run();
    }
  }

  /** Whether a property that has kept some evaluations may keep one more, of so many integers. */
  boolean maySample(int kept, int integers) {
    if (kept >= SAMPLES || sampleIntegers + integers > SAMPLE_INTEGERS) {
      return false;
    }
    sampleIntegers += integers;
    return true;
  }
}
