package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The graph of global states as the search sees it: keys, and the keys that can follow a key.
 * Users' code runs behind it, once per distinct local step; what is left per transition is a few
 * array reads.
 */
public final class StateSpace {
  private final Participants participants;
  private final StepRunner runner;
  private final Ports ports;
  private final Delivery delivery;
  private final NodeCells[] dictionary;
  private final NodeSpace[] nodes;
  private final int[] initial;
  private final int[] cells;
  private final int[] enabled;

  /** The parts that a transition changes, and their new numbers. */
  private final int[] changed;

  private final int[] changes;
  private Optional<Selector> selector = Optional.empty();
  private boolean tellsFailures = true;

  /** The state space of the runner's nodes. */
  public StateSpace(Participants participants, StepRunner runner, SearchOptions options) {
    this(participants, runner, options, Ports.USUAL);
  }

  /**
   * The state space of the runner's nodes.
   *
   * @param ports where it plugs into its surroundings
   */
  public StateSpace(
      Participants participants, StepRunner runner, SearchOptions options, Ports ports) {
    this(participants, runner, options, ports, memoLimit(participants.count()));
  }

  /** The same with memos of at most so many integers. */
  public StateSpace(
      Participants participants,
      StepRunner runner,
      SearchOptions options,
      Ports ports,
      int memoLimit) {
    this.participants = participants;
    this.ports = ports;
    this.delivery = ports.delivery().apply(runner.messages());
    this.runner = runner;
    int count = participants.count();
    dictionary = new NodeCells[count];
    nodes = new NodeSpace[count];
    cells = new int[count];
    enabled = new int[count];
    changed = new int[count];
    changes = new int[count];
    boolean decompose = options.store().memory() == StoreOptions.Memory.RELEVANT;
    for (int node = 0; node < count; node++) {
      dictionary[node] = new NodeCells(participants.type(node), delivery);
      nodes[node] =
          new NodeSpace(
              node, participants, runner, delivery, dictionary[node], decompose, memoLimit);
      cells[node] = nodes[node].initialCell();
    }
    initial = cells.clone();
  }

  /** A sixteenth of the heap in integers, over all nodes and both memos, but never very little. */
  private static int memoLimit(int nodes) {
    long integers = Runtime.getRuntime().maxMemory() / 16 / Integer.BYTES / (2L * nodes);
    return (int) Math.max(1 << 18, Math.min(integers, 1 << 28));
  }

  /** How many nodes there are. */
  public int nodeCount() {
    return nodes.length;
  }

  /** How many parts a state has: a cell for each node. */
  public int partCount() {
    return nodes.length;
  }

  /**
   * A store for states of this space.
   *
   * @param remembers whether it knows a state again
   */
  public StateStore newStore(boolean remembers) {
    return ports.store().create(nodes.length, node -> dictionary[node].count(), remembers);
  }

  /** The local state of each node in the initial state. */
  public int[] initialLocals() {
    int[] locals = new int[nodes.length];
    Arrays.setAll(locals, node -> local(node, initial[node]));
    return locals;
  }

  /** The cells of a state given by every node's local state and inbox. */
  public int[] cells(int[] locals, int[] inboxes) {
    int[] result = new int[nodes.length];
    Arrays.setAll(result, node -> nodes[node].cell(locals[node], inboxes[node]));
    return result;
  }

  /** How messages come from senders to receivers. */
  public Delivery delivery() {
    return delivery;
  }

  /** What reductions may assume of all that surrounds the nodes. */
  public Independence independence() {
    return delivery.independence();
  }

  /** Where the space plugs into its surroundings. */
  public Ports ports() {
    return ports;
  }

  /** The initial state. */
  public int[] initial() {
    return initial.clone();
  }

  /** From now on a state's transitions are those of the selected nodes. */
  public void select(Selector newSelector) {
    selector = Optional.of(newSelector);
    for (NodeSpace node : nodes) {
      node.lead(newSelector);
    }
  }

  /** From now on all transitions of a state are its transitions again. */
  public void selectAll() {
    selector = Optional.empty();
  }

  /** From now on dead messages are dropped; to be called before anything is expanded. */
  public void drop(Attrition dead) {
    for (NodeSpace node : nodes) {
      node.drop(dead);
    }
  }

  /** From now on the outcomes of local steps are looked at. */
  public void check(OutcomeCheck check) {
    for (NodeSpace node : nodes) {
      node.check(check);
    }
  }

  /** From now on steps that throw lead nowhere, and nothing is told of them. */
  public void passOverFailures() {
    tellsFailures = false;
  }

  /** The handlers that have a transition in a node's cell. */
  public BitSet enabledHandlers(int node, int cell) {
    return nodes[node].enabledHandlers(cell);
  }

  /** Forgets how often steps were taken. */
  public void resetCounts() {
    for (NodeSpace node : nodes) {
      node.resetCounts();
    }
  }

  /**
   * Adds the transitions of a state to the edges: all of them, or those of the selected nodes. A
   * step that throws is told of in any case.
   *
   * @param view what the state is seen with
   */
  public void expand(StateView view, long state, Edges edges) {
    view.open(state, cells);
    edges.expanding(state);
    Selection selected = selected();
    boolean idleOnly = selected.idleOnly();
    boolean terminal = true;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(cells[node]);
      int[] code = nodes[node].code();
      int count = Expansion.count(code, at);
      terminal &= count == 0;
      if (selected.includes(node)) {
        long[] taken = nodes[node].taken();
        int transition = Expansion.first(at);
        for (int i = idleOnly ? nodes[node].idle(cells[node]) : count; i > 0; i--) {
          transition = expandTransition(view, node, code, transition, taken, edges);
        }
      } else if (Expansion.hasThrown(code, at)) {
        tellFailures(node, code, at, edges);
      }
    }
    if (terminal) {
      edges.terminal();
    }
  }

  private void tellFailures(int node, int[] code, int at, Edges edges) {
    int transition = Expansion.first(at);
    for (int i = Expansion.count(code, at); i > 0; i--) {
      if (Expansion.threw(code, transition)) {
        tellFailure(node, code, transition, edges);
      }
      transition = Expansion.next(code, transition);
    }
  }

  private void tellFailure(int node, int[] code, int transition, Edges edges) {
    if (tellsFailures) {
      edges.threw(node, Expansion.event(code, transition), Expansion.outcome(code, transition));
    }
  }

  /** Whose transitions are explored in the open state. */
  private Selection selected() {
    if (selector.isEmpty()) {
      return Selection.ALL;
    }
    int sum = 0;
    int idle = -1;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(cells[node]);
      enabled[node] = Expansion.count(nodes[node].code(), at);
      idle = idle < 0 && nodes[node].idle(cells[node]) > 0 ? node : idle;
      sum += enabled[node];
    }
    return sum == 0 ? Selection.ALL : selector.get().select(cells, enabled, idle);
  }

  private int expandTransition(
      StateView view, int node, int[] code, int transition, long[] taken, Edges edges) {
    int newCell = Expansion.cell(code, transition);
    int end = Expansion.endOfBundles(code, transition);
    if (newCell == Expansion.THREW) {
      tellFailure(node, code, transition, edges);
      return end;
    }
    changed[0] = node;
    changes[0] = newCell;
    int count = 1;
    for (int at = Expansion.bundles(transition); at < end; at = Expansion.nextBundle(at)) {
      int recipient = Expansion.recipient(code, at);
      changed[count] = recipient;
      changes[count++] = nodes[recipient].place(cells[recipient], Expansion.bundle(code, at));
    }
    edges.add(view.successor(changed, changes, count), node);
    taken[Expansion.event(code, transition)]++;
    return end;
  }

  /** Forgets memos that have grown too large. To be called between expansions. */
  public void trim() {
    for (NodeSpace node : nodes) {
      node.trim();
    }
    selector.ifPresent(Selector::trim);
  }

  /** The local state of a node's cell. */
  public int local(int node, int cell) {
    return dictionary[node].local(cell);
  }

  /** The messages waiting in a node's cell. */
  public int[] pending(int node, int cell) {
    return delivery.pending(dictionary[node].inbox(cell));
  }

  /** The messages that a step may take next in a node's cell, each once. */
  public int[] consumable(int node, int cell) {
    return delivery.consumable(dictionary[node].inbox(cell));
  }

  /**
   * Whether a state, given by its parts, has no transitions. The steps of all nodes are run, so a
   * mistake in any of them shows.
   */
  public boolean isTerminal(int[] state) {
    int transitions = 0;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(state[node]);
      transitions += Expansion.count(nodes[node].code(), at);
    }
    return transitions == 0;
  }

  /** The first transition of a state, given by its parts, that does not throw. */
  public Optional<Action> firstAction(int[] state) {
    return firstAction(state, after -> true);
  }

  /**
   * A transition that leads from one state to another, both given by their parts, whether it was
   * selected or not.
   */
  public Optional<Action> actionBetween(int[] from, int[] to) {
    return firstAction(from, after -> Arrays.equals(after, to));
  }

  private Optional<Action> firstAction(int[] state, Predicate<int[]> wanted) {
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(state[node]);
      int[] code = nodes[node].code();
      int transition = Expansion.first(at);
      for (int i = Expansion.count(code, at); i > 0; i--) {
        if (!Expansion.threw(code, transition)
            && wanted.test(after(state, node, code, transition))) {
          return Optional.of(
              action(
                  state,
                  node,
                  Expansion.event(code, transition),
                  Expansion.outcome(code, transition)));
        }
        transition = Expansion.next(code, transition);
      }
    }
    return Optional.empty();
  }

  private int[] after(int[] state, int node, int[] code, int transition) {
    int[] after = state.clone();
    after[node] = Expansion.cell(code, transition);
    int end = Expansion.endOfBundles(code, transition);
    for (int at = Expansion.bundles(transition); at < end; at = Expansion.nextBundle(at)) {
      int recipient = Expansion.recipient(code, at);
      after[recipient] = nodes[recipient].place(after[recipient], Expansion.bundle(code, at));
    }
    return after;
  }

  /**
   * An action of a node, spelled out.
   *
   * @param state the state it is taken in, by its parts
   * @param event what happens
   * @param outcome which outcome of the event
   */
  public Action action(int[] state, int node, int event, int outcome) {
    NodeCells cellsOfNode = dictionary[node];
    if (cellsOfNode.kind(event) != ActionKind.STEP) {
      return new Action.OfDelivery(cellsOfNode.kind(event), node, cellsOfNode.message(event));
    }
    Handler handler = cellsOfNode.handler(event);
    int[] consumed = cellsOfNode.consumed(event);
    int[] choices =
        runner.outcomes(node, local(node, state[node]), handler, consumed).get(outcome).choices();
    return new Action.Step(node, handler, consumed, choices);
  }

  /** For each handler of each node type, as {@code Acceptor.read}, whether it ever fired. */
  public TreeMap<String, Boolean> handlersFired() {
    TreeMap<String, Boolean> fired = new TreeMap<>();
    for (int node = 0; node < nodes.length; node++) {
      NodeType type = participants.type(node);
      for (Handler handler : type.handlers()) {
        fired.merge(label(type, handler), nodes[node].hasFired(handler), Boolean::logicalOr);
      }
    }
    return fired;
  }

  /**
   * How many transitions were steps of each handler of each node type, by name, and how many were
   * of each other kind of action, as far as there were any.
   */
  public TreeMap<String, Long> transitionsByAction() {
    TreeMap<String, Long> transitions = new TreeMap<>();
    for (int node = 0; node < nodes.length; node++) {
      NodeType type = participants.type(node);
      for (Handler handler : type.handlers()) {
        transitions.merge(label(type, handler), nodes[node].transitions(handler), Long::sum);
      }
      nodes[node].ownTransitions().forEach((k, count) -> transitions.merge(k, count, Long::sum));
    }
    return transitions;
  }

  /** The handler's name, with what it takes if the name alone could mean two. */
  private static String label(NodeType type, Handler handler) {
    String name = handler.qualifiedName();
    boolean ambiguous =
        type.handlers().stream().filter(h -> h.qualifiedName().equals(name)).count() > 1;
    return ambiguous ? name + "(" + handler.messageType().getSimpleName() + ")" : name;
  }

  /**
   * Checks the decomposition on what has appeared since the last step of each node. Checking one
   * node may bring up messages for another, so it goes round until there is nothing new.
   */
  public void auditRest() {
    boolean any = true;
    while (any) {
      any = false;
      for (NodeSpace node : nodes) {
        any |= node.auditRest();
      }
    }
  }

  /** Whether the decomposition was checked on a part of the local states only. */
  public boolean auditLimited() {
    return Arrays.stream(nodes).anyMatch(NodeSpace::auditLimited);
  }

  /** All messages. */
  public Messages messages() {
    return runner.messages();
  }

  /** What interned states, messages and memos take in memory. */
  public long bytes() {
    return runner.bytes()
        + delivery.bytes()
        + Arrays.stream(dictionary).mapToLong(NodeCells::bytes).sum()
        + selector.map(Selector::bytes).orElse(0L)
        + Arrays.stream(nodes).mapToLong(NodeSpace::memoBytes).sum();
  }
}
