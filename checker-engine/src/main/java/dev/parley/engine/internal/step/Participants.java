package dev.parley.engine.internal.step;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The nodes of an instance by number, in topology order. */
public final class Participants {
  private final List<NodeId> ids;
  private final List<NodeType> types;
  private final Map<NodeId, Integer> indexes = new HashMap<>();

  /** The nodes of a model. */
  public Participants(Model model) {
    ids = model.ids();
    types = model.types();
    ids.forEach(id -> indexes.put(id, indexes.size()));
  }

  /** How many nodes there are. */
  public int count() {
    return ids.size();
  }

  /** A node's name. */
  public NodeId id(int node) {
    return ids.get(node);
  }

  /** All names. */
  public List<NodeId> ids() {
    return ids;
  }

  /** A node's number, or -1 if there is no such node. */
  public int indexOf(NodeId id) {
    return indexes.getOrDefault(id, -1);
  }

  /** A node's type. */
  public NodeType type(int node) {
    return types.get(node);
  }

  /** The numbers of the nodes of a class or its subclasses. */
  public int[] indexesOf(Class<? extends Node> type) {
    return IntStream.range(0, count())
        .filter(node -> type.isAssignableFrom(types.get(node).type()))
        .toArray();
  }

  List<NodeId> idsOf(Class<? extends Node> type) {
    return IntStream.of(indexesOf(type)).mapToObj(ids::get).toList();
  }
}
