package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.api.World;
import dev.parley.engine.model.Property;
import java.util.List;

/**
 * A random property of a protocol that lives with faults.
 *
 * @param name its name
 * @param kind when it must hold
 * @param shape what it says
 * @param negated whether it says the opposite
 * @param node the node it is about, if it is about one
 * @param bound a number its shape uses
 */
record WorldlyClaim(
    String name, Property.Kind kind, Shape shape, boolean negated, NodeId node, int bound) {

  /** What may be said of a state. */
  enum Shape {
    NODE_PHASE_AT_MOST,
    PHASES_SUM_AT_MOST,
    KEPT_AT_MOST,
    DISK_IS_CLEAN,
    CACHE_IS_DISK,
    NO_ALARM,
    LAST_IS_ZERO,
    UP_AT_LEAST,
    NODE_IS_UP,
    UP_NODES_BEHIND,
    PENDING_AT_MOST,
    INBOX_AT_MOST,
    VOTES_PENDING_AT_MOST;

    /** Whether it says something of messages. */
    boolean seesMessages() {
      return compareTo(PENDING_AT_MOST) >= 0;
    }
  }

  boolean test(World w) {
    return says(w) != negated;
  }

  private boolean says(World w) {
    return switch (shape) {
      case NODE_PHASE_AT_MOST -> at(w).phase <= bound;
      case PHASES_SUM_AT_MOST -> all(w).stream().mapToInt(n -> n.phase).sum() <= bound;
      case KEPT_AT_MOST -> all(w).stream().mapToInt(n -> n.kept).sum() <= bound;
      case DISK_IS_CLEAN -> at(w).disk.value == 0;
      case CACHE_IS_DISK -> all(w).stream().allMatch(n -> n.cache == n.disk);
      case NO_ALARM -> !at(w).alarm.isSet();
      case LAST_IS_ZERO -> at(w).last == 0;
      case UP_AT_LEAST -> all(w).stream().filter(w::isUp).count() >= bound;
      case NODE_IS_UP -> w.isUp(at(w));
      case UP_NODES_BEHIND -> all(w).stream().filter(w::isUp).mapToInt(n -> n.phase).sum() <= bound;
      case PENDING_AT_MOST -> w.pending().size() <= bound;
      case INBOX_AT_MOST -> w.pending(node).size() <= bound;
      case VOTES_PENDING_AT_MOST ->
          w.pending().stream().filter(p -> p.message() instanceof WorldlyNode.Vote).count()
              <= bound;
    };
  }

  private WorldlyNode at(World w) {
    return (WorldlyNode) w.node(node);
  }

  private static List<WorldlyNode> all(World w) {
    return w.nodes(WorldlyNode.class);
  }

  Property property() {
    return new Property(name, toString(), kind, this::test);
  }
}
