package dev.parley.api;

import java.util.Comparator;
import java.util.Objects;

/**
 * The name of a node: its role and its number within the role, counted from 1. A value that may be
 * kept in fields and sent in messages.
 *
 * @param role the role, by default the simple name of the node's class
 * @param index the number within the role, from 1
 */
public record NodeId(String role, int index) implements Comparable<NodeId> {
  private static final Comparator<NodeId> ORDER =
      Comparator.comparing(NodeId::role).thenComparingInt(NodeId::index);

  /** Checks that the role is named and the index positive. */
  public NodeId {
    Objects.requireNonNull(role, "role");
    if (role.isBlank()) {
      throw new IllegalArgumentException("a node's role must not be blank");
    }
    if (index < 1) {
      throw new IllegalArgumentException("nodes are counted from 1, not " + index);
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return ORDER.compare(this, other);
  }

  /** The role and the number, as {@code Acceptor2}. */
  @Override
  public String toString() {
    return role + index;
  }
}
