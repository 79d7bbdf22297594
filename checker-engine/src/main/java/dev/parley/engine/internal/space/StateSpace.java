package dev.parley.engine.internal.space;

import dev.parley.engine.SearchOptions;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * The graph of global states as the search sees it: keys, and the keys that can follow a key.
 * Users' code runs behind it, once per distinct local step; what is left per transition is a few
 * array reads.
 */
public final class StateSpace implements Packing.Placement {
  private final Participants participants;
  private final StepRunner runner;
  private final Network network = new UnorderedNetwork();
  private final NodeSpace[] nodes;
  private final int[] initial;
  private final int[] cells;
  private final int[] enabled;
  private Packing packing;
  private Optional<Selector> selector = Optional.empty();
  private boolean tellsFailures = true;

  /** The state space of the runner's nodes. */
  public StateSpace(Participants participants, StepRunner runner, SearchOptions options) {
    this(participants, runner, options, memoLimit(participants.count()));
  }

  /** The state space of the runner's nodes, with memos of at most so many integers. */
  public StateSpace(
      Participants participants, StepRunner runner, SearchOptions options, int memoLimit) {
    this.participants = participants;
    this.runner = runner;
    int count = participants.count();
    nodes = new NodeSpace[count];
    cells = new int[count];
    enabled = new int[count];
    boolean decompose = options.memory() == SearchOptions.Memory.RELEVANT;
    for (int node = 0; node < count; node++) {
      nodes[node] = new NodeSpace(node, participants, runner, network, decompose, memoLimit);
      cells[node] = nodes[node].initialCell();
    }
    initial = cells.clone();
    packing = newPacking();
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

  /** The local state of each node in the initial state. */
  public int[] initialLocals() {
    int[] locals = new int[nodes.length];
    Arrays.setAll(locals, node -> nodes[node].local(initial[node]));
    return locals;
  }

  /** Puts the nodes back into their initial states: steps run on these very objects. */
  public void rewind() {
    for (int node = 0; node < nodes.length; node++) {
      runner.restore(node, nodes[node].local(initial[node]), Arrangement.FORWARD);
    }
  }

  /** The cells of a state given by every node's local state and pending envelopes, ascending. */
  public int[] cells(int[] locals, int[][] pending) {
    int[] result = new int[nodes.length];
    Arrays.setAll(
        result,
        node ->
            nodes[node].cell(locals[node], network.bundle(pending[node], pending[node].length)));
    return result;
  }

  /** The key of a state given by its cells; room is made for it if needed. */
  public long key(int[] state) {
    long key = packing.pack(state);
    if (packing.overflowed()) {
      packing = newPacking();
      key = packing.pack(state);
    }
    return key;
  }

  /** The key of the initial state. */
  public long initial() {
    return packing.pack(initial);
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
   * @return whether the keys are right; if not, discard the edges, {@link #widen}, and try again
   */
  public boolean expand(long key, Edges edges) {
    packing.open(key, cells);
    return expand(key, edges, selected());
  }

  private boolean expand(long key, Edges edges, long selected) {
    edges.expanding(key, selected);
    boolean idleOnly = isFirst(selected);
    boolean terminal = true;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(cells[node]);
      int[] code = nodes[node].code();
      int head = code[at++];
      terminal &= head == 0;
      if ((selected >>> node & 1) != 0) {
        long[] taken = nodes[node].taken();
        for (int i = idleOnly ? nodes[node].idle(cells[node]) : head >>> 1; i > 0; i--) {
          at = expandTransition(node, code, at, taken, edges);
        }
      } else if ((head & 1) != 0) {
        tellFailures(node, code, at, head >>> 1, edges);
      }
    }
    if (terminal) {
      edges.terminal();
    }
    return !packing.overflowed();
  }

  private static boolean isFirst(long selected) {
    return selected < 0 && selected != Selector.ALL;
  }

  private void tellFailures(int node, int[] code, int start, int count, Edges edges) {
    int at = start;
    for (int i = count; i > 0; i--, at += 4 + 2 * code[at + 3]) {
      if (code[at] == NodeSpace.THREW) {
        tellFailure(node, code, at, edges);
      }
    }
  }

  private void tellFailure(int node, int[] code, int at, Edges edges) {
    if (tellsFailures) {
      edges.threw(node, code[at + 1], code[at + 2]);
    }
  }

  /** The nodes whose transitions are explored in the open state, a bit each. */
  private long selected() {
    if (selector.isEmpty()) {
      return Selector.ALL;
    }
    int sum = 0;
    int idle = -1;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(cells[node]);
      enabled[node] = nodes[node].code()[at] >>> 1;
      idle = idle < 0 && nodes[node].idle(cells[node]) > 0 ? node : idle;
      sum += enabled[node];
    }
    return sum == 0 ? Selector.ALL : selector.get().select(cells, enabled, idle);
  }

  private int expandTransition(int node, int[] code, int start, long[] taken, Edges edges) {
    int newCell = code[start];
    int at = start + 4;
    int end = at + 2 * code[start + 3];
    if (newCell == NodeSpace.THREW) {
      tellFailure(node, code, start, edges);
      return end;
    }
    edges.add(packing.successor(node, newCell, code, at, end, this), node);
    taken[code[start + 1]]++;
    return end;
  }

  @Override
  public int place(int node, int cell, int bundle) {
    return nodes[node].place(cell, bundle);
  }

  /** Takes back what was counted for edges that are discarded. */
  public void discount(Edges edges) {
    for (int i = 0; i < edges.expandedCount(); i++) {
      packing.open(edges.expanded(i), cells);
      long selected = edges.selected(i);
      for (int node = 0; node < nodes.length; node++) {
        int at = nodes[node].expansion(cells[node]);
        int[] code = nodes[node].code();
        int all = code[at++] >>> 1;
        int count = isFirst(selected) ? nodes[node].idle(cells[node]) : all;
        for (int t = 0; t < count; t++, at += 4 + 2 * code[at + 3]) {
          if (code[at] != NodeSpace.THREW && (selected >>> node & 1) != 0) {
            nodes[node].taken()[code[at + 1]]--;
          }
        }
      }
    }
  }

  /** Makes room for larger cell numbers; answers how to translate the keys in use. */
  public LongUnaryOperator widen() {
    Packing old = packing;
    Packing wider = newPacking();
    packing = wider;
    int[] scratch = new int[nodes.length];
    return key -> {
      old.open(key, scratch);
      return wider.pack(scratch);
    };
  }

  /** Forgets memos that have grown too large. To be called between expansions. */
  public void trim() {
    for (NodeSpace node : nodes) {
      node.trim();
    }
    selector.ifPresent(Selector::trim);
  }

  /** Takes a state apart: the local state and inbox behind each node's cell. */
  public void open(long key, int[] into) {
    packing.open(key, into);
  }

  /** The local state of a node's cell. */
  public int local(int node, int cell) {
    return nodes[node].local(cell);
  }

  /** The envelopes waiting in a node's cell. */
  public int[] pending(int node, int cell) {
    return network.envelopes(nodes[node].inbox(cell));
  }

  /**
   * A transition that leads from one state to another, whether it was selected or not. Cells are
   * compared, not keys: those of transitions never explored may not fit into a key.
   */
  public Optional<Move> moveBetween(long from, long to) {
    int[] target = new int[nodes.length];
    packing.open(to, target);
    packing.open(from, cells);
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(cells[node]);
      int[] code = nodes[node].code();
      int count = code[at++] >>> 1;
      for (int i = 0; i < count; i++, at += 4 + 2 * code[at + 3]) {
        if (code[at] != NodeSpace.THREW && leadsTo(target, node, code, at)) {
          return Optional.of(move(node, cells[node], code[at + 1], code[at + 2]));
        }
      }
    }
    return Optional.empty();
  }

  private boolean leadsTo(int[] target, int node, int[] code, int at) {
    int[] after = cells.clone();
    after[node] = code[at];
    for (int i = at + 4; i < at + 4 + 2 * code[at + 3]; i += 2) {
      after[code[i]] = nodes[code[i]].place(after[code[i]], code[i + 1]);
    }
    return Arrays.equals(after, target);
  }

  /** The transition behind a step that threw. */
  public Move move(Edges.Throw thrown) {
    packing.open(thrown.source(), cells);
    return move(thrown.node(), cells[thrown.node()], thrown.event(), thrown.outcome());
  }

  private Move move(int node, int cell, int event, int outcome) {
    Handler handler = nodes[node].handler(event);
    int[] consumed = nodes[node].consumed(event);
    int[] choices =
        runner.outcomes(node, local(node, cell), handler, consumed).get(outcome).choices();
    return new Move(node, handler, consumed, choices);
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

  /** How many transitions were steps of each handler of each node type, by name. */
  public TreeMap<String, Long> transitionsByHandler() {
    TreeMap<String, Long> transitions = new TreeMap<>();
    for (int node = 0; node < nodes.length; node++) {
      NodeType type = participants.type(node);
      for (Handler handler : type.handlers()) {
        transitions.merge(label(type, handler), nodes[node].transitions(handler), Long::sum);
      }
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
        + network.bytes()
        + packing.bytes()
        + selector.map(Selector::bytes).orElse(0L)
        + Arrays.stream(nodes).mapToLong(node -> node.bytes() + node.memoBytes()).sum();
  }

  private Packing newPacking() {
    int[] counts = Arrays.stream(nodes).mapToInt(NodeSpace::cellCount).toArray();
    return WordPacking.forCells(counts)
        .<Packing>map(word -> word)
        .orElseGet(() -> new TreePacking(nodes.length));
  }
}
