package dev.parley.api;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/** Collects the nodes of an {@link Instance}, in order. */
public final class Topology {
  private final Map<NodeId, Node> nodes = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  /** An empty topology. */
  public Topology() {}

  /**
   * Adds one node whose role is the simple name of its class.
   *
   * @param node the node, in its initial state
   * @return this topology
   */
  public Topology add(Node node) {
    return add(Objects.requireNonNull(node, "node").getClass().getSimpleName(), node);
  }

  /**
   * Adds one node under a role of your choice, so that a faulty variant can stand among the others.
   *
   * @param role the role
   * @param node the node, in its initial state
   * @return this topology
   */
  public Topology add(String role, Node node) {
    Objects.requireNonNull(node, "node");
    if (nodes.values().stream().anyMatch(present -> present == node)) {
      throw new IllegalArgumentException(
          "the same " + node.getClass().getName() + " object was added twice; add a new one");
    }
    NodeId id = new NodeId(role, counts.merge(role, 1, Integer::sum));
    nodes.put(id, node);
    return this;
  }

  /**
   * Adds several nodes.
   *
   * @param count how many
   * @param factory makes the node with the given number, from 1 to {@code count}
   * @return this topology
   */
  public Topology add(int count, IntFunction<? extends Node> factory) {
    for (int i = 1; i <= count; i++) {
      add(factory.apply(i));
    }
    return this;
  }

  /**
   * Adds several nodes under a role of your choice.
   *
   * @param role the role
   * @param count how many
   * @param factory makes the node with the given number, from 1 to {@code count}
   * @return this topology
   */
  public Topology add(String role, int count, IntFunction<? extends Node> factory) {
    for (int i = 1; i <= count; i++) {
      add(role, factory.apply(i));
    }
    return this;
  }

  /** The nodes added so far, by name, in the order they were added. */
  public Map<NodeId, Node> nodes() {
    return new LinkedHashMap<>(nodes);
  }
}
