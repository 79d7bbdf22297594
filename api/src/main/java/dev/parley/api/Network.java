package dev.parley.api;

/**
 * What happens to messages between sending and receiving. An instance chooses its network with
 * {@link Topology#network}; the default is {@link #UNORDERED}.
 *
 * <p>Messages are lost or duplicated only if the instance allows it: see {@link Faults}.
 */
public enum Network {
  /**
   * A message is in its receiver's inbox as soon as it is sent and stays there until a handler
   * consumes it. Messages overtake each other.
   */
  UNORDERED("unordered"),

  /**
   * Messages from one node to another arrive in the order of sending: there is one queue for each
   * pair of nodes. A handler may take the head of any queue of its node, a quorum takes the heads
   * of different queues. A head that no handler wants blocks what stands behind it.
   */
  ORDERED("ordered"),

  /**
   * A message, once sent, is never consumed. It can be received any number of times, or never: what
   * was sent to a node is a set that only grows, as the set of messages in many TLA+
   * specifications.
   */
  PERSISTENT("persistent"),

  /**
   * The delivery of a message is an event of its own, and a step must consume all that has been
   * delivered to its node. So a step that consumes nothing can be taken only where nothing has been
   * delivered.
   */
  MP("mp"),

  /** The delivery of a message is an event of its own; a step may consume a part of it. */
  M_MP("m-mp");

  private final String label;

  Network(String label) {
    this.label = label;
  }

  /** The name in reports and on the command line. */
  public String label() {
    return label;
  }
}
