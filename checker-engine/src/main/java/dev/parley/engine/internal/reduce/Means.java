package dev.parley.engine.internal.reduce;

/**
 * Limits for finding the local steps of the nodes. They are counts, not times, so two runs of the
 * same build have the same knowledge and visit the same states.
 *
 * @param trials how many local steps may be run on trial
 * @param states how many states may be visited to see which steps there are
 * @param bytes how much memory the knowledge may take
 */
record Means(int trials, long states, long bytes) {
  /** How many states may be visited for each local step that may be tried. */
  private static final int STATES_PER_TRIAL = 10;

  Means(int trials, long bytes) {
    this(trials, (long) STATES_PER_TRIAL * trials, bytes);
  }
}
