package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.RecordedWorld;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** A world that notices which of its nodes a property looks at. */
public abstract class ObservedWorld implements RecordedWorld {
  private final Participants participants;

  /** A world of these nodes. */
  protected ObservedWorld(Participants participants) {
    this.participants = participants;
  }

  /** Shows a node's local state. */
  protected abstract Node look(int node);

  /** Shows a node's pending messages, in a list that may be changed. */
  protected abstract List<Pending> lookAtPending(int node);

  /**
   * Shows whether a node is up.
   *
   * @param shown a node that was shown
   */
  protected abstract boolean lookAtUp(Node shown);

  /**
   * Shows whether recorded operations are as a property demands.
   *
   * @param property its name
   */
  protected abstract boolean lookAtHistory(String property);

  @Override
  public final boolean fits(String property) {
    return lookAtHistory(property);
  }

  /** Puts messages in the order to show them in. */
  protected List<Pending> arranged(List<Pending> pending) {
    return pending;
  }

  @Override
  public final <N extends Node> List<N> nodes(Class<N> type) {
    int[] indexes = participants.indexesOf(type);
    return new AbstractList<>() {
      @Override
      public N get(int index) {
        return type.cast(look(indexes[index]));
      }

      @Override
      public int size() {
        return indexes.length;
      }
    };
  }

  @Override
  public final Node node(NodeId id) {
    return look(index(id));
  }

  @Override
  public final boolean isUp(Node node) {
    return lookAtUp(node);
  }

  @Override
  public final List<Pending> pending() {
    List<Pending> all = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      all.addAll(lookAtPending(node));
    }
    return arranged(all);
  }

  @Override
  public final List<Pending> pending(NodeId to) {
    return arranged(lookAtPending(index(to)));
  }

  private int index(NodeId id) {
    int node = participants.indexOf(id);
    if (node < 0) {
      throw new IllegalArgumentException(
          "this instance has no node " + id + "; it has " + participants.ids());
    }
    return node;
  }
}
