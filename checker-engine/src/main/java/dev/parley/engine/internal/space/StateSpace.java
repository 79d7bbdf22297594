package dev.parley.engine.internal.space;

import dev.parley.api.Peer;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.NumberedStates;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.options.SearchOptions;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The graph of global states as the search sees it: states, and the states that can follow a state.
 * Users' code runs behind it, once per distinct local step; what is left per transition is a few
 * array reads.
 *
 * <p>A space is a {@link Dictionary}, an {@link Environment}, and one {@link Cursor} for each
 * worker that expands states. The space's own methods use its first cursor. Settings that must be
 * the same for all cursors (a selection, dropped messages, checks) are made here; counts are added
 * up over all cursors.
 */
public final class StateSpace {
  private final Participants participants;
  private final SearchOptions options;
  private final Ports ports;
  private final int memoLimit;
  private final Dictionary dictionary;
  private final Environment environment;
  private final List<Cursor> cursors = new ArrayList<>();
  private final Cursor first;
  private final List<int[]> initials = new ArrayList<>();
  private Optional<Symmetry> symmetry = Optional.empty();

  /** What was set for all cursors, so that a new one has it too. */
  private final List<Consumer<Cursor>> settings = new ArrayList<>();

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
    this.options = options;
    this.ports = ports;
    this.memoLimit = memoLimit;
    dictionary = new Dictionary(participants, runner, ports.delivery());
    environment = ports.environment().apply(dictionary, runner);
    first = newCursor(runner);
    for (int layout = 0; layout < runner.layoutCount(); layout++) {
      initials.add(initial(layout, runner));
    }
  }

  private int[] initial(int layout, StepRunner runner) {
    int[] inboxes = new int[nodeCount()];
    Arrays.fill(inboxes, delivery().empty());
    for (StepRunner.Posted posted : runner.posted(layout)) {
      int bundle = delivery().bundle(new int[] {posted.message()}, 1);
      inboxes[posted.to()] = delivery().place(inboxes[posted.to()], bundle);
    }
    int[] initial = new int[nodeCount() + environment.componentCount()];
    Arrays.setAll(
        initial,
        part ->
            part < nodeCount()
                ? first.initialCell(layout, part, inboxes[part])
                : environment.initial(part - nodeCount(), layout));
    return initial;
  }

  /** A sixteenth of the heap in integers, over all nodes and both memos, but never very little. */
  private static int memoLimit(int nodes) {
    long integers = Runtime.getRuntime().maxMemory() / 16 / Integer.BYTES / (2L * nodes);
    return (int) Math.max(1 << 18, Math.min(integers, 1 << 28));
  }

  /**
   * A cursor for one more worker.
   *
   * @param runner a runner for it alone, made on the {@link Dictionary#contents} of this space
   */
  public Cursor newCursor(StepRunner runner) {
    if (runner.contents() != dictionary.contents()) {
      throw new IllegalArgumentException(
          "the runner of a cursor must share the contents of the space's dictionary");
    }
    StepExecutor executor = ports.executor().apply(runner);
    Cursor cursor =
        new Cursor(participants, dictionary, environment, runner, executor, options, memoLimit);
    settings.forEach(setting -> setting.accept(cursor));
    cursors.add(cursor);
    return cursor;
  }

  private void set(Consumer<Cursor> setting) {
    settings.add(setting);
    cursors.forEach(setting);
  }

  /** The numbers that the states of this space are made of. */
  public Dictionary dictionary() {
    return dictionary;
  }

  /** What there is besides nodes and their inboxes. */
  public Environment environment() {
    return environment;
  }

  /** What runs local steps. */
  public StepExecutor executor() {
    return first.executor();
  }

  /** How many nodes there are. */
  public int nodeCount() {
    return dictionary.nodeCount();
  }

  /** How many parts a state has: a cell for each node, then the components of the environment. */
  public int partCount() {
    return initials.get(0).length;
  }

  /**
   * A store for states of this space.
   *
   * @param remembers whether it knows a state again
   */
  public StateStore newStore(boolean remembers) {
    return ports.store().create(partCount(), this::valueCount, remembers);
  }

  /** Room for states of this space, each with a number. */
  public NumberedStates newNumberedStates() {
    return new NumberedStates(partCount(), this::valueCount);
  }

  private int valueCount(int part) {
    int nodes = nodeCount();
    return part < nodes ? dictionary.cellCount(part) : environment.valueCount(part - nodes);
  }

  /** The cell of a node with a local state and an inbox, without what is dropped there. */
  public int cell(int node, int local, int inbox) {
    return first.cell(node, local, inbox);
  }

  /** How messages come from senders to receivers. */
  public Delivery delivery() {
    return dictionary.delivery();
  }

  /** What reductions may assume of all that surrounds the nodes. */
  public Independence independence() {
    Independence around = delivery().independence().and(environment.independence());
    return IntStream.range(0, nodeCount())
            .anyMatch(node -> Peer.class.isAssignableFrom(participants.type(node).type()))
        ? around.and(
            Independence.none(
                "some nodes are external programs, whose steps cannot be tried and have no byte code"))
        : around;
  }

  /** Where the space plugs into its surroundings. */
  public Ports ports() {
    return ports;
  }

  /** The initial state of each layout; two layouts may have the same. */
  public List<int[]> initials() {
    return initials.stream().map(int[]::clone).toList();
  }

  /** What the environment can do in a state, given by its parts. */
  public List<Environment.Change> environmentActions(int[] state) {
    return first.environmentActions(state);
  }

  /** From now on a state's transitions are those of the selected nodes. */
  public void select(Selector newSelector) {
    set(cursor -> cursor.select(newSelector));
  }

  /** From now on all transitions of a state are its transitions again. */
  public void selectAll() {
    set(Cursor::selectAll);
  }

  /** From now on dead messages are dropped; to be called before anything is expanded. */
  public void drop(DeadMessages dead) {
    set(cursor -> cursor.drop(dead));
    int[] all = IntStream.range(0, nodeCount()).toArray();
    initials.forEach(initial -> first.dropDead(all, initial));
  }

  /** From now on one state is explored for all that differ only in names of nodes. */
  public void reduceBy(Symmetry newSymmetry) {
    symmetry = Optional.of(newSymmetry);
    set(cursor -> cursor.reduceBy(Optional.of(newSymmetry)));
  }

  /** From now on every state is explored for itself again. */
  public void keepNames() {
    symmetry = Optional.empty();
    set(cursor -> cursor.reduceBy(Optional.empty()));
  }

  /** What replaces states by those that stand for them, if something does. */
  public Optional<Symmetry> symmetry() {
    return symmetry;
  }

  /** The state that stands for a state; this itself if every state is explored for itself. */
  public int[] standing(int[] state) {
    int[] standing = state.clone();
    symmetry.ifPresent(s -> s.canonicalise(standing));
    return standing;
  }

  /**
   * States that really follow each other, for a path of states that stand for them: in each step
   * nodes may change their names, and here they keep those they had at the beginning. The names
   * that have changed are followed from step to step, so it does not matter whether a state is the
   * only one that can stand for its orbit.
   *
   * @param path states that stand for others, the first of them for an initial state
   */
  public List<int[]> unwound(List<int[]> path) {
    if (symmetry.isEmpty() || path.isEmpty()) {
      return path;
    }
    List<int[]> unwound = new ArrayList<>();
    int[] begin =
        initials().stream()
            .filter(initial -> Arrays.equals(standing(initial), path.get(0)))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a path begins in no initial state"));
    unwound.add(begin);
    int[] back = inverse(symmetry.get().canonicalise(begin.clone()));
    for (int at = 1; at < path.size(); at++) {
      int[] target = path.get(at);
      int[][] next = new int[2][];
      first.firstAction(
          path.get(at - 1),
          after -> {
            int[] standing = after.clone();
            int[] names = symmetry.get().canonicalise(standing);
            if (Arrays.equals(standing, target)) {
              next[0] = after.clone();
              next[1] = names;
            }
            return next[0] != null;
          });
      if (next[0] == null) {
        throw new IllegalStateException("a path of states that stand for others has a gap");
      }
      int[] state = new int[target.length];
      symmetry.get().rename(next[0], back, state);
      unwound.add(state);
      back = composed(back, inverse(next[1]));
    }
    return unwound;
  }

  private static int[] inverse(int[] names) {
    int[] inverse = new int[names.length];
    for (int node = 0; node < names.length; node++) {
      inverse[names[node]] = node;
    }
    return inverse;
  }

  /** What one change of names does after another. */
  private static int[] composed(int[] second, int[] one) {
    return Arrays.stream(one).map(name -> second[name]).toArray();
  }

  /**
   * A step that threw in a state that stands for another, as it happens in the other.
   *
   * @param source the state that stands for the other
   * @param thrown the step that threw there
   * @param state the other state
   */
  public Edges.Throw unwound(int[] source, Edges.Throw thrown, int[] state) {
    if (symmetry.isEmpty() || Arrays.equals(source, state)) {
      return thrown;
    }
    Object what = thrower(source, thrown.node(), thrown.event());
    return first
        .firstThrow(
            state,
            (node, event) ->
                (node == Action.NOBODY) == (thrown.node() == Action.NOBODY)
                    && (node == Action.NOBODY
                        || symmetry.get().interchangeable(node, thrown.node()))
                    && what.equals(thrower(state, node, event)))
        .orElseThrow(() -> new IllegalStateException("a step does not throw under other names"));
  }

  private Object thrower(int[] state, int node, int event) {
    return node == Action.NOBODY
        ? environmentActions(state).get(event).action().kind()
        : dictionary.node(node).handler(event);
  }

  /** From now on the outcomes of local steps are looked at. */
  public void check(OutcomeCheck check) {
    set(cursor -> cursor.check(check));
  }

  /** From now on steps that throw lead nowhere and are not reported. */
  public void passOverFailures() {
    set(Cursor::passOverFailures);
  }

  /** The handlers that have a transition in a node's cell. */
  public BitSet enabledHandlers(int node, int cell) {
    return first.enabledHandlers(node, cell);
  }

  /** Forgets how often steps were taken. */
  public void resetCounts() {
    cursors.forEach(Cursor::resetCounts);
    symmetry.ifPresent(Symmetry::recount);
  }

  /**
   * Why states cannot be expanded by several workers, if they cannot: what surrounds the nodes must
   * not number anything anew while workers read.
   */
  public Optional<String> obstacleToScouts() {
    if (environment != Environment.NONE) {
      return Optional.of(
          "faults and other actions of the surroundings are worked out by one worker");
    }
    return symmetry.isPresent()
        ? Optional.of("states are replaced by those that stand for them by one worker")
        : Optional.empty();
  }

  /** One more worker that expands states from what is known. */
  public Scout newScout() {
    return first.newScout();
  }

  /** Adds the transitions of a state to the edges: see {@link Cursor#expand}. */
  public void expand(StateView view, long state, Edges edges) {
    first.expand(view, state, edges);
  }

  /**
   * Expands a state for what is learnt by it: what follows it is of no interest.
   *
   * @param state its parts
   * @param edges receives as many transitions as it has, which lead nowhere
   */
  public void expandAgain(int[] state, Edges edges) {
    first.expand(new InHand(state), 0, edges);
  }

  /** The view of a single state. */
  private record InHand(int[] state) implements StateView {
    @Override
    public void open(long reference, int[] into) {
      System.arraycopy(state, 0, into, 0, into.length);
    }

    @Override
    public long successor(int[] changed, int[] values, int count) {
      return 0;
    }

    @Override
    public long refer(int[] other) {
      return 0;
    }
  }

  /**
   * Hands out transitions of a state, each with what happens in it, whatever is selected.
   *
   * @param view what the state is seen with
   * @param state its parts, as the view has just opened it
   * @param wanted those of which events
   */
  public void eachTransition(
      StateView view, int[] state, EventFilter wanted, TransitionTaker taker) {
    first.eachTransition(view, state, wanted, taker);
  }

  /**
   * Collects the transitions of a state, whatever is selected.
   *
   * @param state its parts
   * @param moves receives them; good until the space is trimmed
   */
  public void moves(int[] state, Moves moves) {
    first.moves(state, moves);
  }

  /**
   * Takes one of the transitions that were collected in a state, and counts it.
   *
   * @return the parts of the state it leads to
   */
  public int[] after(int[] state, Moves moves, int move) {
    return first.after(state, moves, move);
  }

  /**
   * The transitions of a node's cell, spelled out and whatever is selected; good for as long as the
   * space.
   */
  public List<LocalTransition> localTransitions(int node, int cell) {
    return first.localTransitions(node, cell);
  }

  /** The handlers of a node. */
  public List<Handler> handlers(int node) {
    return dictionary.node(node).handlers();
  }

  /** The local state that stands for a local state of a node. */
  public int representative(int node, int local) {
    return first.runner().representative(node, local);
  }

  /** What a node's cell becomes when a bundle is placed in its inbox. */
  public int place(int node, int cell, int bundle) {
    return first.place(node, cell, bundle);
  }

  /** Counts a transition that was taken. */
  public void count(LocalTransition taken) {
    first.count(taken);
  }

  /** What fair runs owe in the states of this space. */
  public Obligations newObligations() {
    return new Obligations(dictionary, first, nodeCount());
  }

  /** Forgets memos that have grown too large. To be called between expansions. */
  public void trim() {
    first.trim();
  }

  /** The local state of a node's cell. */
  public int local(int node, int cell) {
    return dictionary.local(node, cell);
  }

  /** The inbox of a node's cell. */
  public int inbox(int node, int cell) {
    return dictionary.inbox(node, cell);
  }

  /** The messages waiting in a node's cell. */
  public int[] pending(int node, int cell) {
    return delivery().pending(inbox(node, cell));
  }

  /** The messages that a step may take next in a node's cell, each once. */
  public int[] consumable(int node, int cell) {
    return delivery().consumable(inbox(node, cell));
  }

  /**
   * Whether a state, given by its parts, has no transitions. The steps of all nodes are run, so a
   * mistake in any of them shows.
   */
  public boolean isTerminal(int[] state) {
    return first.isTerminal(state);
  }

  /**
   * The first transition of a state, given by its parts, that does not throw and is not the
   * environment's.
   */
  public Optional<Action> firstStep(int[] state) {
    return first.firstStep(state, after -> true);
  }

  /** Hands out all actions of a state, given by its parts: see {@link Cursor#forEachAction}. */
  public void forEachAction(int[] state, Consumer<Action> consumer) {
    first.forEachAction(state, consumer);
  }

  /**
   * A transition that leads from one state to another, both given by their parts, whether it was
   * selected or not.
   */
  public Optional<Action> actionBetween(int[] from, int[] to) {
    return first.firstAction(from, after -> Arrays.equals(after, to));
  }

  /**
   * An action of a node, spelled out.
   *
   * @param state the state it is taken in, by its parts
   * @param event what happens
   * @param outcome which outcome of the event
   */
  public Action action(int[] state, int node, int event, int outcome) {
    return first.action(state, node, event, outcome);
  }

  /** How much of each budget of faults was spent on the way to a state; empty without faults. */
  public int[] spent(int[] state) {
    return environment().spent(state);
  }

  /**
   * What stands after an action that threw: the state before it, except for what a fault spent. The
   * parameters are those of {@link #action}.
   */
  public int[] afterThrow(int[] state, int node, int event) {
    return node == Action.NOBODY ? environmentActions(state).get(event).after(state) : state;
  }

  /** For each handler of each node type, as {@code Acceptor.read}, whether it ever fired. */
  public TreeMap<String, Boolean> handlersFired() {
    TreeMap<String, Boolean> fired = new TreeMap<>();
    for (int node = 0; node < nodeCount(); node++) {
      int index = node;
      NodeType type = participants.type(node);
      for (Handler handler : type.handlers()) {
        boolean ever = cursors.stream().anyMatch(cursor -> cursor.hasFired(index, handler));
        fired.merge(label(type, handler), ever, Boolean::logicalOr);
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
    for (Cursor cursor : cursors) {
      for (int node = 0; node < nodeCount(); node++) {
        NodeType type = participants.type(node);
        for (Handler handler : type.handlers()) {
          transitions.merge(label(type, handler), cursor.transitions(node, handler), Long::sum);
        }
      }
      cursor.otherTransitions().forEach((k, count) -> transitions.merge(k, count, Long::sum));
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
   * node may make new messages for another, so this is repeated until there is nothing new.
   */
  public void auditRest() {
    boolean any = true;
    while (any) {
      any = false;
      for (Cursor cursor : cursors) {
        any |= cursor.auditRest();
      }
    }
  }

  /**
   * Spares the audit if it is proven that auxiliary content makes no difference.
   *
   * @param proven whether that is proven; asked when it is needed
   * @param atOnce whether it is needed however little the audit takes
   */
  public void auditUnless(BooleanSupplier proven, boolean atOnce) {
    cursors.forEach(cursor -> cursor.auditUnless(proven, atOnce));
  }

  /** Whether states were compared by less than their full content. */
  public boolean leavesOutAuxiliary() {
    return cursors.stream().anyMatch(Cursor::leavesOutAuxiliary);
  }

  /** Whether the decomposition was not checked on all local states. */
  public boolean auditLimited() {
    return cursors.stream().anyMatch(Cursor::auditLimited);
  }

  /** All messages. */
  public Messages messages() {
    return dictionary.messages();
  }

  /**
   * Grows whenever the space learns something: when it gives a number, or runs users' code to
   * answer what was not asked before.
   */
  public long learnt() {
    long learnt = dictionary.size() + environment.worked();
    for (int i = 0; i < cursors.size(); i++) {
      learnt += cursors.get(i).firsts();
    }
    if (symmetry.isPresent()) {
      learnt += symmetry.get().evaluations();
    }
    for (int component = 0; component < environment.componentCount(); component++) {
      learnt += environment.valueCount(component);
    }
    return learnt;
  }

  /** How many counts a pace has. */
  public int paces() {
    return first.paces();
  }

  /**
   * The counts that an expansion may depend on besides the state and what is known: which states
   * are looked at more closely, and whether a reduction is given up.
   */
  public void pace(long[] into) {
    first.pace(into);
  }

  /** Goes on at a pace. */
  public void setPace(long[] pace) {
    first.setPace(pace);
  }

  /** Writes all that was counted. */
  public void saveCounts(DataOutput out) throws IOException {
    first.saveCounts(out);
  }

  /** Counts on from what was counted in a space that knew the same. */
  public void restoreCounts(DataInput in) throws IOException {
    first.restoreCounts(in);
  }

  /** How many numbers each part of a state has: all are below. */
  public int numbers(int part) {
    return valueCount(part);
  }

  /** What interned states, messages and memos take in memory. */
  public long bytes() {
    return first.runner().bytes()
        + dictionary.bytes()
        + symmetry.map(Symmetry::bytes).orElse(0L)
        + cursors.stream().mapToLong(Cursor::bytes).sum();
  }
}
