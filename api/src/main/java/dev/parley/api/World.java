package dev.parley.api;

import java.util.List;

/**
 * A read-only view of one global state, given to properties. The checker observes what a property
 * looks at and evaluates it anew only where that changed, so look at no more than is needed: ask
 * for the pending messages only if the property is about them.
 */
public interface World {
  /**
   * The nodes of a class or its subclasses, in the order of the topology.
   *
   * @param type the node class
   * @param <N> the node class
   * @return the nodes, in this state; reading one of them is noted when it is taken from the list
   */
  <N extends Node> List<N> nodes(Class<N> type);

  /**
   * One node by its name.
   *
   * @param id the node's name
   * @return the node, in this state
   * @throws IllegalArgumentException if the instance has no such node
   */
  Node node(NodeId id);

  /**
   * Whether a node is up: it has not crashed, or it has restarted since (see {@link Faults}).
   *
   * @param node a node that this view returned
   * @return true if it can take steps
   */
  boolean isUp(Node node);

  /** The pending messages of all nodes, in no meaningful order. */
  List<Pending> pending();

  /**
   * The pending messages of one node, in no meaningful order.
   *
   * @param to whose inbox to look at
   * @return the messages waiting there
   */
  List<Pending> pending(NodeId to);
}
