package dev.parley.engine.internal.peer;

/**
 * What was asked of a program so far.
 *
 * @param nodes the nodes that it stands behind, separated by commas
 * @param command its command
 * @param history on what its answers were taken to depend
 * @param deterministic whether it was taken to answer the same each time
 * @param known what is known of it
 * @param checkpoints how its processes were saved
 * @param learning what it took to learn
 * @param audit what it took to see everything a second time
 */
public record ProgramUse(
    String nodes,
    String command,
    String history,
    boolean deterministic,
    Known known,
    Saved checkpoints,
    Counts learning,
    Counts audit) {
  /**
   * What is known of a program.
   *
   * @param traces the distinct traces
   * @param recalled how many exchanges were known from an earlier check
   * @param places all places, the beginning included
   * @param decided the places that the program itself decided on
   */
  public record Known(long traces, long recalled, long places, long decided) {}

  /**
   * What it took to talk to a program.
   *
   * @param starts how many processes were started
   * @param resets how often one was told to forget everything instead
   * @param restores how often one was brought back to a checkpoint instead
   * @param requests how many requests were sent whose answer was not known
   * @param replayed how many were sent again
   * @param probes how often it was asked for its state
   */
  public record Counts(
      long starts, long resets, long restores, long requests, long replayed, long probes) {}

  /**
   * How processes were saved.
   *
   * @param strategy when, and in which way
   * @param taken how often
   */
  public record Saved(String strategy, long taken) {}
}
