package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.api.World;
import dev.parley.engine.model.Property;
import dev.parley.engine.reference.Script.Colour;
import dev.parley.engine.reference.Script.Vote;
import java.util.List;
import java.util.function.Predicate;

/**
 * A random property.
 *
 * @param name its name
 * @param kind when it must hold
 * @param shape what it says
 * @param negated whether it says the opposite
 * @param node the node it is about, if it is about one
 * @param bound a number its shape uses
 */
record Claim(String name, Property.Kind kind, Shape shape, boolean negated, NodeId node, int bound)
    implements Predicate<World> {

  /** What may be said of a state. */
  enum Shape {
    NODE_PHASE_AT_MOST,
    NO_RELAY_IN_PHASE,
    PHASES_SUM_AT_MOST,
    NOT_ALL_IN_PHASE,
    RELAYS_BEHIND_VOTERS,
    SEEN_AT_MOST,
    SOMEONE_GREEN,
    ALL_SHARED,
    BUDGETS_AT_LEAST,
    PENDING_AT_MOST,
    INBOX_AT_MOST,
    VOTES_PENDING_AT_MOST
  }

  @Override
  public boolean test(World w) {
    return says(w) != negated;
  }

  private boolean says(World w) {
    return switch (shape) {
      case NODE_PHASE_AT_MOST -> ((ScriptedNode) w.node(node)).phase <= bound;
      case NO_RELAY_IN_PHASE ->
          w.nodes(ScriptedNode.Relay.class).stream().noneMatch(n -> n.phase == bound);
      case PHASES_SUM_AT_MOST -> all(w).stream().mapToInt(n -> n.phase).sum() <= bound;
      case NOT_ALL_IN_PHASE -> all(w).stream().anyMatch(n -> n.phase != bound);
      case RELAYS_BEHIND_VOTERS ->
          w.nodes(ScriptedNode.Relay.class).stream()
              .allMatch(
                  r ->
                      w.nodes(ScriptedNode.Voter.class).stream()
                          .allMatch(v -> r.phase <= v.phase + bound));
      case SEEN_AT_MOST -> all(w).stream().allMatch(n -> n.seen.size() <= bound);
      case SOMEONE_GREEN -> all(w).stream().anyMatch(n -> n.mood == Colour.GREEN);
      case ALL_SHARED -> all(w).stream().allMatch(n -> n.left == n.right);
      case BUDGETS_AT_LEAST -> all(w).stream().mapToInt(n -> n.budget).sum() >= bound;
      case PENDING_AT_MOST -> w.pending().size() <= bound;
      case INBOX_AT_MOST -> w.pending(node).size() <= bound;
      case VOTES_PENDING_AT_MOST ->
          w.pending().stream().filter(p -> p.message() instanceof Vote).count() <= bound;
    };
  }

  private static List<ScriptedNode> all(World w) {
    return w.nodes(ScriptedNode.class);
  }

  Property property() {
    return new Property(name, toString(), kind, this);
  }
}
