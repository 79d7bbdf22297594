package dev.parley.engine.internal.symmetry;

import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.engine.internal.step.Participants;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values that were declared to stand for nodes, one for each node of a role: records and enum
 * constants that are exchanged along with the nodes wherever they stand.
 *
 * <p>That is an action of the group on content, like that on names: each value is one piece, of
 * which nothing is renamed inside (they consist of numbers, texts and constants only), and
 * different values stay different. So nothing else changes in the argument: whether steps and
 * properties treat all values alike is tried on the orbits, as it is for names. A part of a value
 * that stands by itself, as a bare number, stays what it is; then nodes do not do the same under
 * other names, and that shows.
 */
final class OwnValues {
  private final Map<Object, Integer> nodes = new HashMap<>();
  private final Map<Integer, Object> values = new HashMap<>();
  private final Set<Class<?>> types = new HashSet<>();

  OwnValues(List<Topology.Interchangeable> declared, Participants participants) {
    for (Topology.Interchangeable role : declared) {
      for (int i = 0; i < role.values().size(); i++) {
        int node = participants.indexOf(new NodeId(role.role(), i + 1));
        Object value = role.values().get(i);
        nodes.put(value, node);
        values.put(node, value);
        types.add(value.getClass());
      }
    }
  }

  /** The node that a value stands for; -1 if it stands for none. */
  int node(Object value) {
    return types.contains(value.getClass()) ? nodes.getOrDefault(value, -1) : -1;
  }

  /** The value that stands for a node that has one. */
  Object value(int node) {
    return values.get(node);
  }
}
