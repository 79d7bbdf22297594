package dev.parley.engine.result;

/**
 * What a check asked of the program behind some nodes, and what it rests on.
 *
 * @param nodes the nodes, separated by commas
 * @param command the command, as it is declared
 * @param history on what answers were taken to depend: {@code total order}, {@code per connection},
 *     {@code probed}
 * @param deterministic whether the program was taken to answer the same each time
 * @param traces the distinct traces that are known of it
 * @param recalled how many exchanges were known from an earlier check
 * @param effort what it took to learn the others
 * @param audit what it took to see them a second time
 */
public record PeerUse(
    String nodes,
    String command,
    String history,
    boolean deterministic,
    long traces,
    long recalled,
    Effort effort,
    Effort audit) {
  /**
   * What it took to talk to a program.
   *
   * @param starts how many processes were started
   * @param resets how often one was told to forget everything instead
   * @param requests how many requests were sent whose answer was not known
   * @param replayed how many requests were sent again to get back to a place
   */
  public record Effort(long starts, long resets, long requests, long replayed) {
    /** Nothing was started and nothing sent. */
    public static final Effort NONE = new Effort(0, 0, 0, 0);

    /** All requests that were sent. */
    public long sent() {
      return requests + replayed;
    }
  }
}
