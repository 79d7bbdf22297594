package dev.parley.engine.internal.reduce;

/**
 * What may be spent on finding out what the nodes can do. All of it is counted, nothing is timed:
 * two runs of the same build come to the same knowledge, and so to the same states.
 *
 * @param trials how many local steps may be run on trial
 * @param states how many states may be visited to see which steps there are
 * @param bytes what all that is found out may take in memory
 */
record Means(int trials, long states, long bytes) {
  /** How many states may be visited for each local step that may be tried. */
  private static final int STATES_PER_TRIAL = 10;

  Means(int trials, long bytes) {
    this(trials, (long) STATES_PER_TRIAL * trials, bytes);
  }
}
