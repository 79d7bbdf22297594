package dev.parley.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Collects the nodes of an {@link Instance}, in order, and what surrounds them: the network, the
 * faults that may happen, and the messages that are pending from the start.
 */
public final class Topology {
  private final Map<NodeId, Node> nodes = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final List<Posted> messages = new ArrayList<>();
  private final Map<NodeId, Object> operations = new LinkedHashMap<>();
  private final Map<String, Optional<IntFunction<?>>> interchangeable = new LinkedHashMap<>();
  private final IntUnaryOperator chooser;
  private Optional<Network> network = Optional.empty();
  private Optional<Faults> faults = Optional.empty();
  private Optional<Rounds> rounds = Optional.empty();

  /** An empty topology, whose choices all fall on the first option. */
  public Topology() {
    this(options -> 0);
  }

  /**
   * An empty topology, for the checker.
   *
   * @param chooser makes the choices: given the number of options, it answers with an index
   */
  public Topology(IntUnaryOperator chooser) {
    this.chooser = Objects.requireNonNull(chooser, "chooser");
  }

  /**
   * A message that is pending from the start.
   *
   * @param from its sender
   * @param to its receiver
   * @param message its content
   */
  public record Posted(NodeId from, NodeId to, Object message) {
    /** Checks that nothing is missing. */
    public Posted {
      Objects.requireNonNull(from, "from");
      Objects.requireNonNull(to, "to");
      Objects.requireNonNull(message, "message");
    }
  }

  /**
   * A role that was declared interchangeable.
   *
   * @param role the role
   * @param values for each of its nodes, in order, the value that stands for it; empty if there are
   *     no such values
   */
  public record Interchangeable(String role, List<Object> values) {
    /** Checks that nothing is missing. */
    public Interchangeable {
      Objects.requireNonNull(role, "role");
      values = List.copyOf(values);
    }
  }

  /**
   * Adds one node whose role is the simple name of its class.
   *
   * @param node the node, in its initial state
   * @return this topology
   */
  public Topology add(Node node) {
    return add(Objects.requireNonNull(node, "node").getClass().getSimpleName(), node);
  }

  /**
   * Adds one node under a role of your choice, so that a faulty variant can stand among the others.
   *
   * @param role the role
   * @param node the node, in its initial state
   * @return this topology
   */
  public Topology add(String role, Node node) {
    Objects.requireNonNull(node, "node");
    if (nodes.values().stream().anyMatch(present -> present == node)) {
      throw new IllegalArgumentException(
          "the same " + node.getClass().getName() + " object was added twice; add a new one");
    }
    NodeId id = new NodeId(role, counts.merge(role, 1, Integer::sum));
    nodes.put(id, node);
    return this;
  }

  /**
   * Adds several nodes.
   *
   * @param count how many
   * @param factory makes the node with the given number, from 1 to {@code count}
   * @return this topology
   */
  public Topology add(int count, IntFunction<? extends Node> factory) {
    for (int i = 1; i <= count; i++) {
      add(factory.apply(i));
    }
    return this;
  }

  /**
   * Adds several nodes under a role of your choice.
   *
   * @param role the role
   * @param count how many
   * @param factory makes the node with the given number, from 1 to {@code count}
   * @return this topology
   */
  public Topology add(String role, int count, IntFunction<? extends Node> factory) {
    for (int i = 1; i <= count; i++) {
      add(role, factory.apply(i));
    }
    return this;
  }

  /**
   * Chooses the network; {@link Network#UNORDERED} unless this is called.
   *
   * @param chosen the network
   * @return this topology
   */
  public Topology network(Network chosen) {
    if (network.isPresent()) {
      throw new IllegalArgumentException("the network is chosen twice; choose it once");
    }
    network = Optional.of(chosen);
    return this;
  }

  /**
   * Says what may go wrong; nothing unless this is called.
   *
   * @param allowed the budgets
   * @return this topology
   */
  public Topology faults(Faults allowed) {
    if (faults.isPresent()) {
      throw new IllegalArgumentException("faults are given twice; give all budgets at once");
    }
    faults = Optional.of(allowed);
    return this;
  }

  /**
   * Says what is taken for granted of the network in each round, for protocols whose messages have
   * a {@link Phase} or a {@link Round}; nothing unless this is called. It is in force in every
   * search, by rounds or not.
   *
   * @param assumed the assumption
   * @return this topology
   */
  public Topology rounds(Rounds assumed) {
    if (rounds.isPresent()) {
      throw new IllegalArgumentException("rounds() is called twice; call it once");
    }
    rounds = Optional.of(assumed);
    return this;
  }

  /**
   * Makes a message pending from the start, as if its sender had sent it before the first step.
   *
   * @param from the sender, a node of this topology
   * @param to the receiver, a node of this topology
   * @param message an immutable value, as for {@link Node#send}
   * @return this topology
   */
  public Topology message(NodeId from, NodeId to, Object message) {
    messages.add(new Posted(from, to, message));
    return this;
  }

  /**
   * Makes an operation pending from the start, as if its client had called {@link Node#invoked}
   * before the first step: for clients whose first request is a {@link #message} of the start.
   *
   * @param client the client, a node of this topology
   * @param operation an immutable value that the specification understands
   * @return this topology
   */
  public Topology invoked(NodeId client, Object operation) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(operation, "operation");
    if (operations.putIfAbsent(client, operation) != null) {
      throw new IllegalArgumentException(
          client + " begins with two operations; a client has one operation at a time");
    }
    return this;
  }

  /**
   * Declares that it makes no difference which node of a role is which, so that a search with
   * symmetry explores one of all states that differ in this only. Nothing has to be declared for
   * that: nodes that begin alike are found. A declaration is a promise that is checked, and it is
   * an error if a search with symmetry finds it broken, where it would else go on without symmetry.
   *
   * @param role the role of the nodes
   * @return this topology
   */
  public Topology interchangeable(String role) {
    return declare(role, Optional.empty());
  }

  /**
   * Declares the same of nodes that have values of their own, one for each: a colour, a number,
   * what they propose. Wherever such a value stands, in nodes and messages, it is exchanged along
   * with its node. Values are recognised by their type, so they must be of one enum or one record
   * class that is used for nothing else:
   *
   * <pre>{@code
   * record Proposal(int number) {}
   *
   * t.add("Proposer", 3, i -> new Proposer(new Proposal(i)))
   *     .interchangeable("Proposer", Proposal::new);
   * }</pre>
   *
   * @param role the role of the nodes
   * @param values gives the value that stands for the node with a number within the role, from 1
   * @return this topology
   */
  public Topology interchangeable(String role, IntFunction<?> values) {
    return declare(role, Optional.of(values));
  }

  private Topology declare(String role, Optional<IntFunction<?>> values) {
    Objects.requireNonNull(role, "role");
    if (interchangeable.putIfAbsent(role, values) != null) {
      throw new IllegalArgumentException(
          "the role " + role + " is declared interchangeable twice; declare it once");
    }
    return this;
  }

  /**
   * Lets the checker choose while the instance is laid out. The instance then has an initial state
   * for each combination of choices, and all are explored in one search. Choices may decide what is
   * in nodes and in messages, not which nodes there are.
   *
   * @param options the values to choose from, at least one
   * @param <T> the values' type
   * @return one of them
   */
  public <T> T choose(Collection<? extends T> options) {
    List<T> all = new ArrayList<>(options);
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "there is nothing to choose from; give at least one value");
    }
    return all.get(chooser.applyAsInt(all.size()));
  }

  /**
   * Lets the checker choose among the given values.
   *
   * @param options the values to choose from, at least one
   * @param <T> the values' type
   * @return one of them
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final <T> T choose(T... options) {
    return choose(Arrays.asList(options));
  }

  /** The network. */
  public Network network() {
    return network.orElse(Network.UNORDERED);
  }

  /** What may go wrong. */
  public Faults faults() {
    return faults.orElse(Faults.none());
  }

  /** What is taken for granted of the network in each round. */
  public Rounds rounds() {
    return rounds.orElse(Rounds.none());
  }

  /** The messages that are pending from the start, in the order they were added. */
  public List<Posted> messages() {
    return List.copyOf(messages);
  }

  /** The operations that are pending from the start, by client, in the order they were added. */
  public Map<NodeId, Object> operations() {
    return new LinkedHashMap<>(operations);
  }

  /** The roles declared interchangeable, with the values that stand for the nodes added so far. */
  public List<Interchangeable> interchangeable() {
    return interchangeable.entrySet().stream()
        .map(declared -> declared(declared.getKey(), declared.getValue()))
        .toList();
  }

  private Interchangeable declared(String role, Optional<IntFunction<?>> values) {
    List<Object> all = new ArrayList<>();
    for (int i = 1; values.isPresent() && i <= counts.getOrDefault(role, 0); i++) {
      Object value = values.get().apply(i);
      if (value == null) {
        throw new IllegalArgumentException(
            "no value stands for " + role + i + ", which is declared interchangeable with values");
      }
      all.add(value);
    }
    return new Interchangeable(role, all);
  }

  /** The nodes added so far, by name, in the order they were added. */
  public Map<NodeId, Node> nodes() {
    return new LinkedHashMap<>(nodes);
  }
}
