package dev.parley.api;

import java.util.Objects;

/**
 * One entry of what passed between a {@link Peer} and the program behind it.
 *
 * @param connection the node on whose behalf it was sent; each has a connection of its own
 * @param sent the bytes that were sent, each as the character with its number
 * @param replies how many replies were awaited; {@link #HANG_UP} if the connection was closed
 * @param reply what came back; empty if nothing was awaited
 */
public record Exchange(NodeId connection, String sent, int replies, Reply reply) {
  /** Stands for the number of replies where the connection is closed instead. */
  public static final int HANG_UP = -1;

  /** Checks that nothing is missing. */
  public Exchange {
    Objects.requireNonNull(connection, "connection");
    Objects.requireNonNull(sent, "sent");
    Objects.requireNonNull(reply, "reply");
    if (replies < HANG_UP) {
      throw new IllegalArgumentException("a request awaits 0 or more replies, not " + replies);
    }
  }

  /** The same with what came back. */
  public Exchange with(Reply other) {
    return new Exchange(connection, sent, replies, other);
  }
}
