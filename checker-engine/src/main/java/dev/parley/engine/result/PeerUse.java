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
 * @param checkpoints the checkpoints of its processes
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
    Checkpoints checkpoints,
    Effort effort,
    Effort audit) {
  /**
   * The checkpoints of processes. A checkpoint is logical if a strategy takes it, and physical if a
   * process was really saved. Where processes are restarted and their histories replayed, no
   * physical ones are taken.
   *
   * @param strategy when processes were saved ({@code all}, {@code io-only}, {@code nd-only}), and
   *     how; {@code restart and replay} if they were not
   * @param ioOnly one after each exchange, and one at the beginning
   * @param ndOnly one after each exchange that was seen to have several replies, and one at the
   *     beginning
   * @param physical how many were really taken
   */
  public record Checkpoints(String strategy, long ioOnly, long ndOnly, long physical) {}

  /** In one sentence. */
  public String text() {
    return nodes
        + (nodes.contains(",") ? " are" : " is")
        + " the program '"
        + command
        + "'. Its answers depend on its history ("
        + history
        + (deterministic ? ")" : ") and on its own decisions")
        + ". "
        + traces
        + " traces are known, "
        + recalled
        + " exchanges from an earlier check. "
        + effort.text()
        + " to learn the others, "
        + audit.text()
        + " to see them a second time."
        + (checkpoints.physical() == 0
            ? ""
            : " Processes were saved "
                + checkpoints.physical()
                + " times ("
                + checkpoints.strategy()
                + ").");
  }

  /**
   * What it took to talk to a program.
   *
   * @param starts how many processes were started
   * @param resets how often one was told to forget everything instead
   * @param restores how often one was brought back to a checkpoint instead
   * @param requests how many requests were sent whose answer was not known
   * @param replayed how many requests were sent again to get back to a place
   * @param probes how often it was asked for its state
   */
  public record Effort(
      long starts, long resets, long restores, long requests, long replayed, long probes) {
    /** Nothing was started and nothing sent. */
    public static final Effort NONE = new Effort(0, 0, 0, 0, 0, 0);

    private String text() {
      return starts + " starts and " + sent() + " requests";
    }

    /** All requests that were sent. */
    public long sent() {
      return requests + replayed + probes + resets;
    }
  }
}
