package dev.parley.engine.model;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Rounds;
import dev.parley.api.Topology;
import dev.parley.engine.internal.peer.Peers;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes one model of all layouts of an instance, and rejects what makes no sense. */
public final class Layouts {
  /** Of more nodes there are more parts to split off than anybody could explore. */
  private static final int MOST_SPLIT = 16;

  private final Model.Description description;
  private final Topology first;

  private final Network network;

  /** Whether the network was chosen for this search, in place of the declared one. */
  private final boolean replaced;

  private Layouts(Model.Description description, Topology first, Optional<Network> network) {
    this.description = description;
    this.first = first;
    this.network = network.orElse(first.network());
    this.replaced = this.network != first.network();
  }

  /** A model on the declared network. */
  public static Model model(
      Model.Description description,
      List<Topology> layouts,
      List<Property> properties,
      Function<Class<? extends Node>, NodeType> read) {
    return model(description, layouts, properties, read, Optional.empty());
  }

  /**
   * A model.
   *
   * @param layouts the topology for each combination of choices; at least one
   * @param read finds the handlers of a node class
   * @param network the network in place of the declared one, if there is one
   * @throws ProtocolException if the layouts do not fit together, or a fault makes no sense
   */
  public static Model model(
      Model.Description description,
      List<Topology> layouts,
      List<Property> properties,
      Function<Class<? extends Node>, NodeType> read,
      Optional<Network> network) {
    Layouts all = new Layouts(description, layouts.get(0), network);
    layouts.forEach(all::requireAlike);
    layouts.forEach(all::requireKnownNodes);
    all.requireSense();
    Topology first = layouts.get(0);
    List<Topology.Interchangeable> interchangeable =
        InterchangeableRoles.of(layouts, what -> all.mistake(what));
    boolean restarts = first.faults().has(Faults.Kind.RESTART);
    Map<Class<? extends Node>, NodeType> types = new HashMap<>();
    for (Node node : first.nodes().values()) {
      types.computeIfAbsent(
          node.getClass(),
          type -> restarts ? HandlerReader.withRestart(read.apply(type)) : read.apply(type));
    }
    List<NodeType> typesOfNodes =
        first.nodes().values().stream().map(node -> types.get(node.getClass())).toList();
    first.faults().limits().forEach(limit -> all.requireReceived(limit, typesOfNodes));
    return new Model(
        description,
        first.nodes(),
        typesOfNodes,
        properties,
        new Setting(
            all.network,
            first.faults(),
            layouts.stream().map(Setting.Layout::of).toList(),
            all.peers(layouts),
            interchangeable,
            first.rounds()));
  }

  private Peers peers(List<Topology> layouts) {
    try {
      Peers peers = Peers.of(List.copyOf(first.nodes().values()));
      for (Topology layout : layouts) {
        if (!Peers.of(List.copyOf(layout.nodes().values())).programs().equals(peers.programs())) {
          throw mistake("has other programs behind its nodes in one initial state than in another");
        }
      }
      return peers;
    } catch (ProtocolException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ProtocolException(
          description.protocolClass(),
          "The instance "
              + description.instance()
              + " declares a program that cannot be: "
              + e.getMessage()
              + ".",
          e);
    }
  }

  private void requireAlike(Topology other) {
    if (!shape(other).equals(shape(first))
        || other.network() != first.network()
        || !other.rounds().equals(first.rounds())
        || !other.faults().toString().equals(first.faults().toString())) {
      throw mistake(
          "has other nodes, another network, other faults or other rounds() in one initial state than in another."
              + " choose() may decide what is in nodes and messages; for other nodes declare another"
              + " instance");
    }
  }

  private static List<String> shape(Topology topology) {
    return topology.nodes().entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue().getClass().getName())
        .toList();
  }

  private void requireKnownNodes(Topology topology) {
    topology
        .operations()
        .forEach(
            (client, operation) -> {
              if (!topology.nodes().containsKey(client)) {
                throw mistake(
                    "begins with the operation "
                        + operation
                        + " of "
                        + client
                        + ", but has no such node; it has "
                        + topology.nodes().keySet());
              }
            });
    for (Topology.Posted posted : topology.messages()) {
      for (NodeId id : List.of(posted.from(), posted.to())) {
        if (!topology.nodes().containsKey(id)) {
          throw mistake(
              "begins with a message from "
                  + posted.from()
                  + " to "
                  + posted.to()
                  + ", but has no node "
                  + id
                  + "; it has "
                  + topology.nodes().keySet());
        }
      }
    }
  }

  private void requireSense() {
    Faults faults = first.faults();
    for (Faults.Limit limit : faults.limits()) {
      requireCovered(limit);
    }
    if (faults.has(Faults.Kind.RESTART) && !faults.has(Faults.Kind.CRASH)) {
      throw mistake("lets nodes restart that never crash; add crash(1)");
    }
    if (faults.has(Faults.Kind.HEAL) && !faults.has(Faults.Kind.PARTITION)) {
      throw mistake("lets a partition heal, but has none; add partition(1)");
    }
    if (faults.losesInboxes() && !faults.has(Faults.Kind.CRASH)) {
      throw mistake("loses the inboxes of nodes that never crash; add crash(1) or remove it");
    }
    requireSenseOfRounds(faults);
    if (network == Network.PERSISTENT) {
      requirePersistent(faults);
    }
    faults.limits().stream()
        .filter(limit -> limit.kind() == Faults.Kind.PARTITION)
        .forEach(this::requireSplittable);
  }

  private void requireSenseOfRounds(Faults faults) {
    if (first.rounds().kind() != Rounds.Kind.NONE
        && (!faults.isNone() || network != Network.UNORDERED)) {
      throw mistake(
          "takes something for granted of each round, with faults or on another network than the"
              + " unordered one; remove the faults, choose the unordered network, or remove"
              + " rounds()");
    }
  }

  private void requireCovered(Faults.Limit limit) {
    if (first.nodes().entrySet().stream().noneMatch(node -> covers(limit, node))) {
      String known =
          first.nodes().keySet().stream()
              .map(NodeId::role)
              .distinct()
              .collect(Collectors.joining(", "));
      throw mistake(
          "has a budget to "
              + limit.label()
              + ", but no node that it could happen to; its roles are "
              + known);
    }
  }

  /** A budget for messages that no node receives would never be spent. */
  private void requireReceived(Faults.Limit limit, List<NodeType> types) {
    boolean ofMessages = limit.kind() == Faults.Kind.LOSE || limit.kind() == Faults.Kind.DUPLICATE;
    List<Class<?>> received =
        types.stream()
            .flatMap(type -> type.handlers().stream())
            .filter(handler -> handler.kind() != Handler.Kind.STEP)
            .<Class<?>>map(Handler::messageType)
            .distinct()
            .toList();
    if (ofMessages
        && !received.isEmpty()
        && received.stream().noneMatch(type -> mayBeBoth(type, limit.type()))) {
      throw mistake(
          "has a budget to "
              + limit.label()
              + ", but no node receives a message of that class; they receive "
              + received.stream().map(Class::getSimpleName).collect(Collectors.joining(", ")));
    }
  }

  private static boolean mayBeBoth(Class<?> one, Class<?> other) {
    boolean extensible =
        one.isInterface() && !Modifier.isFinal(other.getModifiers())
            || other.isInterface() && !Modifier.isFinal(one.getModifiers());
    return extensible || one.isAssignableFrom(other) || other.isAssignableFrom(one);
  }

  private void requirePersistent(Faults faults) {
    if (faults.has(Faults.Kind.LOSE) || faults.has(Faults.Kind.DUPLICATE)) {
      throw mistake(
          "loses or duplicates messages on a persistent network, where a message can be ignored"
              + " for ever and received any number of times anyway; remove that budget"
              + orKeepTheDeclaredNetwork());
    }
    if (faults.losesInboxes()) {
      throw mistake(
          "loses inboxes on a persistent network, which keeps every message; remove loseInboxes()"
              + " or choose another network"
              + orKeepTheDeclaredNetwork());
    }
  }

  private String orKeepTheDeclaredNetwork() {
    return replaced
        ? ". The instance declares the network "
            + first.network().label()
            + "; leave this instance out, or the network that takes its place"
        : "";
  }

  private void requireSplittable(Faults.Limit limit) {
    if (first.nodes().size() < 2) {
      throw mistake("has a partition, but only one node; remove partition()");
    }
    long count = first.nodes().entrySet().stream().filter(node -> covers(limit, node)).count();
    if (count > MOST_SPLIT) {
      throw mistake(
          "has a budget to "
              + limit.label()
              + " that covers "
              + count
              + " nodes. Every way to split them off is explored, so it may cover at most "
              + MOST_SPLIT
              + "; limit it to a role or class with fewer nodes");
    }
  }

  private static boolean covers(Faults.Limit limit, Map.Entry<NodeId, Node> node) {
    boolean ofNodes = limit.kind() != Faults.Kind.LOSE && limit.kind() != Faults.Kind.DUPLICATE;
    return (limit.role().isEmpty() || limit.role().equals(node.getKey().role()))
        && (!ofNodes || limit.type().isInstance(node.getValue()));
  }

  private ProtocolException mistake(String what) {
    return new ProtocolException(
        description.protocolClass(), "The instance " + description.instance() + " " + what + ".");
  }
}
