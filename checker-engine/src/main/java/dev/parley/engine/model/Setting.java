package dev.parley.engine.model;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Rounds;
import dev.parley.api.Topology;
import dev.parley.engine.internal.peer.Peers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What surrounds the nodes of an instance, and how it begins.
 *
 * @param network what happens to messages between sending and receiving
 * @param faults what may go wrong
 * @param layouts the initial states, each at least once
 * @param peers the programs behind nodes
 * @param interchangeable roles of which it was declared that their nodes are interchangeable
 * @param rounds what is taken for granted of the network in each round
 */
public record Setting(
    Network network,
    Faults faults,
    List<Layout> layouts,
    Peers peers,
    List<Topology.Interchangeable> interchangeable,
    Rounds rounds) {
  /** Keeps its own copies. */
  public Setting {
    layouts = List.copyOf(layouts);
    interchangeable = List.copyOf(interchangeable);
    if (layouts.isEmpty()) {
      throw new IllegalArgumentException("an instance has an initial state");
    }
  }

  /** With no declared roles, and no assumption about rounds. */
  public Setting(Network network, Faults faults, List<Layout> layouts, Peers peers) {
    this(network, faults, layouts, peers, List.of(), Rounds.none());
  }

  /** With the programs that the nodes declare. */
  public Setting(Network network, Faults faults, List<Layout> layouts) {
    this(
        network, faults, layouts, Peers.of(layouts.isEmpty() ? List.of() : layouts.get(0).nodes()));
  }

  /**
   * One way in which an instance begins.
   *
   * @param nodes the nodes in their initial states, in topology order
   * @param messages the messages that are pending from the start
   * @param operations the operations that are pending from the start, by client
   */
  public record Layout(
      List<Node> nodes, List<Topology.Posted> messages, Map<NodeId, Object> operations) {
    /** Keeps its own copies. */
    public Layout {
      nodes = List.copyOf(nodes);
      messages = List.copyOf(messages);
      operations = Collections.unmodifiableMap(new LinkedHashMap<>(operations));
    }

    /** A beginning without operations. */
    public Layout(List<Node> nodes, List<Topology.Posted> messages) {
      this(nodes, messages, Map.of());
    }

    /** As a topology was laid out. */
    public static Layout of(Topology topology) {
      return new Layout(
          List.copyOf(topology.nodes().values()), topology.messages(), topology.operations());
    }
  }

  /** The usual network, no faults, and one initial state without messages. */
  static Setting usual(List<Node> nodes) {
    return new Setting(Network.UNORDERED, Faults.none(), List.of(new Layout(nodes, List.of())));
  }

  /** As a topology was laid out, with one initial state. */
  public static Setting of(Topology topology) {
    return new Setting(topology.network(), topology.faults(), List.of(Layout.of(topology)))
        .with(topology.rounds());
  }

  /** The same with another network. */
  public Setting with(Network other) {
    return new Setting(other, faults, layouts, peers, interchangeable, rounds);
  }

  /** The same with other faults. */
  public Setting with(Faults other) {
    return new Setting(network, other, layouts, peers, interchangeable, rounds);
  }

  /** The same with another assumption about rounds. */
  public Setting with(Rounds other) {
    return new Setting(network, faults, layouts, peers, interchangeable, other);
  }

  /** Whether something is taken for granted of rounds, which rules out some executions. */
  public boolean assumesRounds() {
    return rounds.kind() != Rounds.Kind.NONE;
  }
}
