package dev.parley.engine.internal.history;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows the operations that clients record, and judges them. A history is a dense number from 0
 * that never changes its meaning; the same history, as far as the monitor tells histories apart,
 * has the same number, by whatever steps it came about.
 *
 * <p>Clients are numbered like nodes, operations and results like values in {@link
 * dev.parley.engine.internal.step.Recordings}. Each client has at most one operation at a time.
 */
public interface Monitor {
  /** The history in which some clients have begun an operation each, and no more. */
  int beginning(Map<Integer, Integer> operations);

  /** The operation that a client has begun and not ended; empty if there is none. */
  Optional<Integer> operation(int history, int client);

  /** Whether the client has restarted since it began its operation. */
  boolean isInterrupted(int history, int client);

  /** Whether the specification, in its initial state, mentions a node. */
  boolean mentionsNodes();

  /**
   * The history after one more begin. If the client has an operation, it was interrupted by a
   * restart, and from now on stays without a result.
   */
  int begun(int history, int client, int operation);

  /** The history after the end of a client's operation. */
  int ended(int history, int client, int result);

  /** The history after a restart of a client: the operation that it has is interrupted. */
  int interrupted(int history, int client);

  /** Whether the history is as the property demands. */
  boolean fits(int history);

  /**
   * The results with which a client's operation could end so that the history still fits.
   *
   * @param client a client that has an operation
   */
  Set<Integer> fitting(int history, int client);

  /** How many histories there are by now. */
  int count();

  /** A history as text. */
  String text(int history);

  /**
   * The history under other names of clients.
   *
   * @param image for each client the one whose name it gets
   */
  int renamed(int history, int[] image);

  /** Something that tells clients apart in a history and does not depend on their names. */
  long mark(int history, int client);
}
