package dev.parley.engine.model;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.api.Topology.Interchangeable;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads which roles are declared interchangeable, and rejects what cannot be so. Whether the nodes
 * really are is for the search to find out.
 */
final class InterchangeableRoles {
  /** What the values of nodes may be made of, apart from primitive types and enums. */
  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class);

  private final Topology topology;
  private final Function<String, ProtocolException> mistake;
  private final Set<Object> values = new HashSet<>();

  private InterchangeableRoles(Topology topology, Function<String, ProtocolException> mistake) {
    this.topology = topology;
    this.mistake = mistake;
  }

  /**
   * The declarations, which must be the same in all initial states.
   *
   * @param mistake makes the error of a sentence that goes on after the instance's name
   */
  static List<Interchangeable> of(
      List<Topology> layouts, Function<String, ProtocolException> mistake) {
    List<Interchangeable> first = read(layouts.get(0), mistake);
    for (Topology other : layouts) {
      if (!read(other, mistake).equals(first)) {
        throw mistake.apply(
            "declares other nodes interchangeable in one initial state than in another; declare"
                + " the same in all");
      }
    }
    InterchangeableRoles roles = new InterchangeableRoles(layouts.get(0), mistake);
    first.forEach(roles::requireSense);
    return first;
  }

  private static List<Interchangeable> read(
      Topology topology, Function<String, ProtocolException> mistake) {
    try {
      return topology.interchangeable();
    } catch (RuntimeException e) {
      throw mistake.apply("declares interchangeable nodes whose values cannot be had: " + e);
    }
  }

  private void requireSense(Interchangeable declared) {
    String role = declared.role();
    List<Map.Entry<NodeId, Node>> nodes =
        topology.nodes().entrySet().stream()
            .filter(node -> node.getKey().role().equals(role))
            .toList();
    if (nodes.isEmpty()) {
      String known =
          topology.nodes().keySet().stream()
              .map(NodeId::role)
              .distinct()
              .collect(Collectors.joining(", "));
      throw mistake.apply(
          "declares the role "
              + role
              + " interchangeable, but has no such nodes; its roles are "
              + known);
    }
    for (Map.Entry<NodeId, Node> node : nodes) {
      if (node.getValue().getClass() != nodes.get(0).getValue().getClass()) {
        throw mistake.apply(
            "declares the role "
                + role
                + " interchangeable, but "
                + nodes.get(0).getKey()
                + " and "
                + node.getKey()
                + " are of different classes; give one of them a role of its own");
      }
    }
    requireSense(role, declared.values());
  }

  private void requireSense(String role, List<Object> own) {
    List<Class<?>> types =
        own.stream().<Class<?>>map(InterchangeableRoles::type).distinct().toList();
    if (types.size() > 1) {
      throw mistake.apply(
          "has values of several classes for the nodes of role "
              + role
              + ": "
              + types.stream().map(Class::getSimpleName).collect(Collectors.joining(", "))
              + "; make them one class");
    }
    for (Class<?> type : types) {
      requireRecognisable(role, type);
    }
    for (Object value : own) {
      if (!values.add(value)) {
        throw mistake.apply(
            "has the value "
                + value
                + " for two nodes that it declares interchangeable; each node needs one of its"
                + " own");
      }
    }
  }

  private void requireRecognisable(String role, Class<?> type) {
    String values = "has values of " + type.getSimpleName() + " for the nodes of role " + role;
    if (!type.isEnum() && !type.isRecord()) {
      throw mistake.apply(
          values
              + ". Values are recognised by their type, and this one may mean anything; make it a"
              + " record of its own, as record Own("
              + type.getSimpleName()
              + " value)");
    }
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        Class<?> part = component.getType();
        if (!part.isPrimitive() && !part.isEnum() && !PLAIN.contains(part)) {
          throw mistake.apply(
              values
                  + ", which have a component "
                  + component.getName()
                  + " of type "
                  + part.getSimpleName()
                  + "; make them of numbers, texts and enum constants only");
        }
      }
    }
  }

  /** An enum's class also for a constant that has a body. */
  private static Class<?> type(Object value) {
    return value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
  }
}
