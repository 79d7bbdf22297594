package dev.parley.api;

/**
 * What an instance takes for granted of its network in each round: see {@link Topology#rounds}. The
 * weakest assumption, {@link #none()}, is in force unless an instance says otherwise: a node may go
 * on to a later round whatever it has received, so any message may be lost or come too late.
 *
 * <p>The others rule out executions in which a node goes on too early. A message counts as received
 * in a round if a step consumes it before its node goes on to a later round.
 *
 * @param kind what is taken for granted
 * @param missing how many may go unheard, for {@link Kind#ALL_BUT}; 0 for the others
 */
public record Rounds(Kind kind, int missing) {
  /** What is taken for granted of each round. */
  public enum Kind {
    /** Nothing: any message may be lost. */
    NONE,
    /** Every node has heard all nodes of its role but a few when it goes on. */
    ALL_BUT,
    /**
     * Some node of each role, which may be another one in each round, is heard by all nodes of its
     * role before they go on, and has heard all of them when it goes on itself.
     */
    KERNEL,
    /** Every message is received in its round. */
    RELIABLE
  }

  /** Checks that the number fits. */
  public Rounds {
    if (missing < 0 || (kind != Kind.ALL_BUT && missing > 0)) {
      throw new IllegalArgumentException(
          "allBut(" + missing + ") makes no sense; give the number of nodes that may go unheard");
    }
  }

  /** Any message may be lost. */
  public static Rounds none() {
    return new Rounds(Kind.NONE, 0);
  }

  /**
   * In each round that a node leaves, it has heard all nodes of its role, itself included, except
   * for so many: the assumption called "at least n - f messages".
   *
   * @param missing f, how many may go unheard
   * @return the assumption
   */
  public static Rounds allBut(int missing) {
    return new Rounds(Kind.ALL_BUT, missing);
  }

  /** In each round some node of each role hears all others of its role, and they hear it. */
  public static Rounds kernel() {
    return new Rounds(Kind.KERNEL, 0);
  }

  /** Every message is received in its round. */
  public static Rounds reliable() {
    return new Rounds(Kind.RELIABLE, 0);
  }

  /** The assumption as a clause: "any message may be lost". */
  public String clause() {
    return switch (kind) {
      case NONE -> "any message may be lost";
      case ALL_BUT -> "each node hears all nodes of its role but " + missing + " in each round";
      case KERNEL -> "each round has a kernel: a node that hears all and is heard by all";
      case RELIABLE -> "every message is received in its round";
    };
  }
}
