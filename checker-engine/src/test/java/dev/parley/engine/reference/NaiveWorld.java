package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;

/** A state as properties see it. */
record NaiveWorld(List<NodeId> ids, NaiveState state) implements World {
  @Override
  public <N extends Node> List<N> nodes(Class<N> type) {
    return state.locals().stream()
        .map(NaiveState.Local::node)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  @Override
  public Node node(NodeId id) {
    return state.local(index(id)).node();
  }

  @Override
  public List<Pending> pending() {
    List<Pending> all = new ArrayList<>();
    ids.forEach(id -> all.addAll(pending(id)));
    return all;
  }

  @Override
  public List<Pending> pending(NodeId to) {
    return state.inbox(index(to)).messages().stream()
        .map(envelope -> new Pending(envelope.from(), to, envelope.message()))
        .toList();
  }

  private int index(NodeId id) {
    int index = ids.indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException("the instance has no node " + id);
    }
    return index;
  }
}
