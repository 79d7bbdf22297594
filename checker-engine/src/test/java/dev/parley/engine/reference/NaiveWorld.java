package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.engine.model.RecordedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A state as properties see it. */
record NaiveWorld(List<NodeId> ids, NaiveState state) implements RecordedWorld {
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
  public boolean isUp(Node node) {
    for (int i = 0; i < ids.size(); i++) {
      if (state.local(i).node() == node) {
        return state.isUp(i);
      }
    }
    throw new IllegalArgumentException("this view did not return " + node);
  }

  @Override
  public List<Pending> pending() {
    List<Pending> all = new ArrayList<>();
    ids.forEach(id -> all.addAll(pending(id)));
    return all;
  }

  @Override
  public List<Pending> pending(NodeId to) {
    return Stream.concat(
            state.buffer(index(to)).messages().stream(), state.inbox(index(to)).messages().stream())
        .map(envelope -> new Pending(envelope.from(), to, envelope.message()))
        .toList();
  }

  @Override
  public boolean fits(String property) {
    return state.history().fits(property);
  }

  private int index(NodeId id) {
    int index = ids.indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException("the instance has no node " + id);
    }
    return index;
  }
}
