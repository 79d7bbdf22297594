package dev.parley.api.spi;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import java.util.Collection;
import java.util.List;

/** What a running step may ask of the engine. */
public interface NodeContext {
  /** The name of the node whose step runs. */
  NodeId self();

  /**
   * The names of all nodes of a class.
   *
   * @param type the node class
   * @return their names, in the order of the topology
   */
  List<NodeId> ids(Class<? extends Node> type);

  /**
   * Takes note of a message.
   *
   * @param to the receiver
   * @param message the message
   */
  void send(NodeId to, Object message);

  /**
   * Chooses among values.
   *
   * @param options the values
   * @param <T> their type
   * @return the chosen one
   */
  <T> T choose(Collection<? extends T> options);
}
