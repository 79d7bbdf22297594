package dev.parley.engine.model;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One instance of a protocol, ready to be checked: its nodes in their initial states and its
 * properties.
 *
 * @param description what it is called and expected to do
 * @param nodes the nodes by name, in topology order, as in the first initial state
 * @param types the node type of each node, in the same order
 * @param properties the properties, in the order of their names
 * @param setting what surrounds the nodes, and all initial states
 */
public record Model(
    Description description,
    Map<NodeId, Node> nodes,
    List<NodeType> types,
    List<Property> properties,
    Setting setting) {

  /**
   * An instance's name and what was declared about it.
   *
   * @param protocol the protocol's name
   * @param protocolClass the annotated class
   * @param about the protocol's description, maybe empty
   * @param instance the instance's name
   * @param tags the tags of protocol and instance
   * @param expected the verdict that makes the build pass
   * @param expectedProperty the property that is meant to break
   * @param budget the declared budget
   * @param parameters what the instance's values mean: {@code proposers=2, acceptors=3}; absent if
   *     there are none, or if the class file does not tell
   */
  public record Description(
      String protocol,
      String protocolClass,
      String about,
      String instance,
      List<String> tags,
      Verdict expected,
      Optional<String> expectedProperty,
      Budget budget,
      Optional<String> parameters) {
    /** Keeps its own copy of the tags. */
    public Description {
      tags = List.copyOf(tags);
    }

    /** An instance without named values. */
    public Description(
        String protocol,
        String protocolClass,
        String about,
        String instance,
        List<String> tags,
        Verdict expected,
        Optional<String> expectedProperty,
        Budget budget) {
      this(
          protocol,
          protocolClass,
          about,
          instance,
          tags,
          expected,
          expectedProperty,
          budget,
          Optional.empty());
    }
  }

  /** Keeps its own copies. */
  public Model {
    nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    types = List.copyOf(types);
    properties = List.copyOf(properties);
    if (nodes.size() != types.size()) {
      throw new IllegalArgumentException("every node needs its type");
    }
  }

  /** An instance on the usual network, without faults, with one initial state. */
  public Model(
      Description description,
      Map<NodeId, Node> nodes,
      List<NodeType> types,
      List<Property> properties) {
    this(description, nodes, types, properties, Setting.usual(List.copyOf(nodes.values())));
  }

  /** The same in another setting. */
  public Model with(Setting other) {
    return new Model(description, nodes, types, properties, other);
  }

  /** The properties that speak of single states, not of what comes after them. */
  public List<Property> safety() {
    return properties.stream().filter(property -> !property.kind().isLiveness()).toList();
  }

  /** The properties that speak of what comes after a state. */
  public List<Property> liveness() {
    return properties.stream().filter(property -> property.kind().isLiveness()).toList();
  }

  /** The properties of the operations that clients record. */
  public List<Property> recorded() {
    return properties.stream().filter(property -> property.consistency().isPresent()).toList();
  }

  /** All that is judged in states: the properties, and what leads to some of them. */
  public List<Property> judged() {
    return properties.stream().flatMap(Property::judged).toList();
  }

  /** The nodes of all initial states. */
  public List<Node> initialNodes() {
    return setting.layouts().stream().flatMap(layout -> layout.nodes().stream()).toList();
  }

  /** The names of all nodes, in topology order. */
  public List<NodeId> ids() {
    return new ArrayList<>(nodes.keySet());
  }
}
