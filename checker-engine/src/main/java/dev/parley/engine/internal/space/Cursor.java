package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Handler;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.ActionKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Expands states for one worker. It holds node objects to run steps on (its runner's), memos of
 * local steps and of expansions ({@link NodeSpace}), buffers and counts. Everything else is in the
 * {@link Dictionary}, which it shares with the other cursors of a space.
 *
 * <p>Two cursors expand the same state to the same successors, by the same numbers: an expansion is
 * a function of the cells, and a cell means the same to both. So the states of a search can be
 * distributed to cursors in any way. Three things must not be lost then:
 *
 * <ul>
 *   <li>Counts and the record of which handlers fired are each cursor's own, and are added up.
 *   <li>A cursor audits the local steps that it ran itself, on all variants of auxiliary content
 *       that the dictionary knows, whoever met them. A step that two cursors ran is audited twice.
 *       Every step of the search was run by some cursor. So all are audited if {@link #auditRest}
 *       is called until no cursor has anything new.
 *   <li>A {@link Selector} and an {@link DeadMessages} see local states and messages by their
 *       numbers and may keep memos of their own. Cursors of one space are given the same ones, so
 *       these must be made safe together with the dictionary, or be made once for each cursor.
 * </ul>
 */
public final class Cursor {
  private final Dictionary dictionary;
  private final Environment environment;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final NodeSpace[] nodes;

  /** The parts of the open state. */
  private final int[] parts;

  private final int[] enabled;

  /** The nodes that faults may interfere with in the open state; none without an environment. */
  private final BitSet exposed = new BitSet();

  /** The parts that a transition changes, and their new numbers. */
  private final int[] changed;

  private final int[] changes;

  /** For each kind of action, how many transitions of the environment were counted. */
  private final long[] environmentTaken = new long[ActionKind.values().length];

  private Optional<Selector> selector = Optional.empty();
  private boolean tellsFailures = true;
  private boolean dropsMessages;
  private Optional<Symmetry> symmetry = Optional.empty();

  /** The state that a transition leads to, where one state stands for several. */
  private final int[] next;

  Cursor(
      Participants participants,
      Dictionary dictionary,
      Environment environment,
      StepRunner runner,
      StepExecutor executor,
      SearchOptions options,
      int memoLimit) {
    this.dictionary = dictionary;
    this.environment = environment;
    this.runner = runner;
    this.executor = executor;
    if (dictionary.delivery().keepsSendingOrder()) {
      executor.keepSendingOrder();
    }
    int count = participants.count();
    nodes = new NodeSpace[count];
    parts = new int[count + environment.componentCount()];
    enabled = new int[count];
    changed = new int[parts.length];
    changes = new int[parts.length];
    next = new int[parts.length];
    boolean decompose = options.store().memory() == StoreOptions.Memory.RELEVANT;
    for (int node = 0; node < count; node++) {
      nodes[node] =
          new NodeSpace(node, participants, runner, executor, dictionary, decompose, memoLimit);
    }
  }

  int initialCell(int layout, int node, int inbox) {
    return nodes[node].initialCell(layout, inbox);
  }

  /** What the environment can do in a state. */
  List<Environment.Change> environmentActions(int[] state) {
    List<Environment.Change> actions =
        environment.actions(state, (node, local, layout) -> nodes[node].restarts(local, layout));
    if (dropsMessages) {
      actions.forEach(action -> dropDead(action.parts(), action.values()));
    }
    return actions;
  }

  /** Drops from the new cells of nodes what is dead there. */
  void dropDead(int[] changedParts, int[] values) {
    for (int i = 0; i < changedParts.length; i++) {
      int node = changedParts[i];
      if (node < nodes.length) {
        values[i] =
            cell(node, dictionary.local(node, values[i]), dictionary.inbox(node, values[i]));
      }
    }
  }

  int cell(int node, int local, int inbox) {
    return nodes[node].cell(local, inbox);
  }

  void select(Selector newSelector) {
    selector = Optional.of(newSelector);
    for (NodeSpace node : nodes) {
      node.expandIdleFirst(newSelector);
    }
  }

  void selectAll() {
    selector = Optional.empty();
  }

  void drop(DeadMessages dead) {
    dropsMessages = true;
    for (NodeSpace node : nodes) {
      node.drop(dead);
    }
  }

  void check(OutcomeCheck check) {
    for (NodeSpace node : nodes) {
      node.check(check);
    }
  }

  void passOverFailures() {
    tellsFailures = false;
  }

  /** From now on states are replaced by those that stand for them, or no longer. */
  void reduceBy(Optional<Symmetry> newSymmetry) {
    symmetry = newSymmetry;
    for (NodeSpace node : nodes) {
      node.tell(newSymmetry);
    }
  }

  /** The open state after some of its parts have changed, or the one that stands for that. */
  private long successor(StateView view, int[] where, int[] values, int count) {
    if (symmetry.isEmpty()) {
      return view.successor(where, values, count);
    }
    System.arraycopy(parts, 0, next, 0, parts.length);
    for (int i = 0; i < count; i++) {
      next[where[i]] = values[i];
    }
    symmetry.get().canonicalise(next, where, count);
    return view.refer(next);
  }

  List<LocalTransition> localTransitions(int node, int cell) {
    return nodes[node].localTransitions(cell);
  }

  int place(int node, int cell, int bundle) {
    return nodes[node].place(cell, bundle);
  }

  void count(LocalTransition taken) {
    nodes[taken.node()].count(taken.event());
  }

  BitSet enabledHandlers(int node, int cell) {
    return nodes[node].enabledHandlers(cell);
  }

  void resetCounts() {
    for (NodeSpace node : nodes) {
      node.resetCounts();
    }
    Arrays.fill(environmentTaken, 0);
  }

  /**
   * Adds the transitions of a state to the edges: all of them, or those of the selected nodes. A
   * step that throws is always reported.
   *
   * @param view what the state is seen with
   */
  public void expand(StateView view, long state, Edges edges) {
    view.open(state, parts);
    edges.expanding(state);
    if (symmetry.isPresent()) {
      symmetry.get().exploring(parts);
    }
    if (environment != Environment.NONE) {
      expandWithin(view, edges);
      return;
    }
    Selection selected = selected();
    boolean idleOnly = selected.idleOnly();
    boolean terminal = true;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(parts[node]);
      int[] code = nodes[node].code();
      int count = Expansion.count(code, at);
      terminal &= count == 0;
      if (selected.includes(node)) {
        long[] taken = nodes[node].taken();
        int transition = Expansion.first(at);
        for (int i = idleOnly ? nodes[node].idle(parts[node]) : count; i > 0; i--) {
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

  /** One that expands states from what this cursor knows, in another thread. */
  Scout newScout() {
    return new Scout(nodes, selector);
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
      int at = nodes[node].expansion(parts[node]);
      enabled[node] = Expansion.count(nodes[node].code(), at);
      idle = idle < 0 && nodes[node].idle(parts[node]) > 0 ? node : idle;
      sum += enabled[node];
    }
    return sum == 0 ? Selection.ALL : selector.get().select(parts, enabled, idle, exposed);
  }

  /** The same where nodes may be down, or exposed to faults. */
  private Selection selectedWithin() {
    if (selector.isEmpty()) {
      return Selection.ALL;
    }
    environment.exposed(parts, exposed);
    int sum = 0;
    int idle = -1;
    for (int node = 0; node < nodes.length; node++) {
      int at = nodes[node].expansion(parts[node]);
      boolean able = environment.enables(parts, node);
      enabled[node] = able ? Expansion.count(nodes[node].code(), at) : 0;
      boolean first = idle < 0 && able && !exposed.get(node);
      idle = first && nodes[node].idle(parts[node]) > 0 ? node : idle;
      sum += enabled[node];
    }
    return sum == 0 ? Selection.ALL : selector.get().select(parts, enabled, idle, exposed);
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
      changes[count++] = nodes[recipient].place(parts[recipient], Expansion.bundle(code, at));
    }
    edges.add(successor(view, changed, changes, count), node);
    taken[Expansion.event(code, transition)]++;
    return end;
  }

  /** Adds the transitions of the open state, which are not the nodes' alone. */
  private void expandWithin(StateView view, Edges edges) {
    Selection selected = selectedWithin();
    boolean terminal = true;
    for (int node = 0; node < nodes.length; node++) {
      if (environment.enables(parts, node)) {
        int at = nodes[node].expansion(parts[node]);
        int[] code = nodes[node].code();
        terminal &= Expansion.count(code, at) == 0;
        if (selected.includes(node)) {
          int transition = Expansion.first(at);
          int count = Expansion.count(code, at);
          for (int i = selected.idleOnly() ? nodes[node].idle(parts[node]) : count; i > 0; i--) {
            expandWithin(view, node, code, transition, edges);
            transition = Expansion.next(code, transition);
          }
        } else if (Expansion.hasThrown(code, at)) {
          tellFailures(node, code, at, edges);
        }
      }
    }
    if (selected == Selection.ALL) {
      expandEnvironment(view, edges);
    }
    if (terminal) {
      edges.terminal();
    }
  }

  private void expandEnvironment(StateView view, Edges edges) {
    int event = 0;
    for (Environment.Change change : environmentActions(parts)) {
      if (change.thrown().isPresent()) {
        if (tellsFailures) {
          edges.threw(Action.NOBODY, event, 0);
        }
        event++;
        continue;
      }
      event++;
      long successor = successor(view, change.parts(), change.values(), change.parts().length);
      // It may have changed several nodes, so it belongs to none, and the judges look at all.
      edges.add(successor, Action.NOBODY);
      environmentTaken[change.action().kind().ordinal()]++;
    }
  }

  private void expandWithin(StateView view, int node, int[] code, int transition, Edges edges) {
    if (Expansion.threw(code, transition)) {
      tellFailure(node, code, transition, edges);
    } else {
      int count = change(parts, node, code, transition);
      edges.add(successor(view, changed, changes, count), node);
      nodes[node].taken()[Expansion.event(code, transition)]++;
    }
  }

  /**
   * Hands out transitions of a state, each with what happens in it, whatever is selected.
   *
   * @param view what the state is seen with
   * @param state its parts, as the view has just opened it
   * @param wanted those of which events
   */
  void eachTransition(StateView view, int[] state, EventFilter wanted, TransitionTaker taker) {
    for (int node = 0; node < nodes.length; node++) {
      if (environment.enables(state, node)) {
        int at = nodes[node].expansion(state[node]);
        int[] code = nodes[node].code();
        int transition = Expansion.first(at);
        for (int i = Expansion.count(code, at); i > 0; i--) {
          if (!Expansion.threw(code, transition)
              && wanted.wants(node, Expansion.event(code, transition))) {
            int count = change(state, node, code, transition);
            long successor = view.successor(changed, changes, count);
            taker.take(
                node,
                Expansion.event(code, transition),
                Expansion.outcome(code, transition),
                successor);
          }
          transition = Expansion.next(code, transition);
        }
      }
    }
    int event = 0;
    for (Environment.Change change : environmentActions(state)) {
      if (change.thrown().isEmpty() && wanted.wants(Action.NOBODY, event)) {
        long successor = view.successor(change.parts(), change.values(), change.parts().length);
        taker.take(Action.NOBODY, event, 0, successor);
      }
      event++;
    }
  }

  /** Collects the transitions of a state. */
  void moves(int[] state, Moves moves) {
    moves.clear();
    for (int node = 0; node < nodes.length; node++) {
      if (environment.enables(state, node)) {
        int at = nodes[node].expansion(state[node]);
        int[] code = nodes[node].code();
        int transition = Expansion.first(at);
        for (int i = Expansion.count(code, at); i > 0; i--) {
          moves.add(node, code, transition);
          transition = Expansion.next(code, transition);
        }
      }
    }
    if (environment != Environment.NONE) {
      moves.addAll(environmentActions(state));
    }
  }

  /** The state that one of the collected transitions of a state leads to. */
  int[] after(int[] state, Moves moves, int move) {
    int node = moves.node(move);
    if (node == Action.NOBODY) {
      Environment.Change change = moves.change(move);
      environmentTaken[change.action().kind().ordinal()]++;
      return change.after(state);
    }
    nodes[node].taken()[moves.event(move)]++;
    return after(state, node, nodes[node].code(), moves.transition(move));
  }

  /** The events of a node's cell, with repetitions. */
  int[] events(int node, int cell) {
    int at = nodes[node].expansion(cell);
    int[] code = nodes[node].code();
    int[] events = new int[Expansion.count(code, at)];
    int transition = Expansion.first(at);
    for (int i = 0; i < events.length; i++) {
      events[i] = Expansion.event(code, transition);
      transition = Expansion.next(code, transition);
    }
    return events;
  }

  /** Notes the parts of a state that a transition changes; returns how many. */
  private int change(int[] state, int node, int[] code, int transition) {
    changed[0] = node;
    changes[0] = Expansion.cell(code, transition);
    int count = 1;
    int end = Expansion.endOfBundles(code, transition);
    for (int at = Expansion.bundles(transition); at < end; at = Expansion.nextBundle(at)) {
      int recipient = Expansion.recipient(code, at);
      if (recipient == nodes.length) {
        count = changeHistory(state, node, Expansion.bundle(code, at), count);
      } else if (environment.carries(state, node, recipient)) {
        changed[count] = recipient;
        changes[count++] = nodes[recipient].place(state[recipient], Expansion.bundle(code, at));
      }
    }
    return count;
  }

  /** Notes what becomes of the recorded operations; returns how many parts are changed then. */
  private int changeHistory(int[] state, int node, int recording, int count) {
    int next = count;
    for (int part = parts.length - environment.histories(); part < parts.length; part++) {
      changed[next] = part;
      changes[next++] = environment.recorded(part, state[part], node, recording);
    }
    return next;
  }

  private int[] after(int[] state, int node, int[] code, int transition) {
    int count = change(state, node, code, transition);
    int[] after = state.clone();
    for (int i = 0; i < count; i++) {
      after[changed[i]] = changes[i];
    }
    return after;
  }

  /** Forgets memos that have grown too large. To be called between expansions. */
  public void trim() {
    for (NodeSpace node : nodes) {
      node.trim();
    }
    selector.ifPresent(Selector::trim);
  }

  boolean isTerminal(int[] state) {
    int transitions = 0;
    for (int node = 0; node < nodes.length; node++) {
      if (environment.enables(state, node)) {
        int at = nodes[node].expansion(state[node]);
        transitions += Expansion.count(nodes[node].code(), at);
      }
    }
    return transitions == 0;
  }

  /** The first action of a state that leads to a wanted state, and does not throw. */
  Optional<Action> firstAction(int[] state, Predicate<int[]> wanted) {
    return firstStep(state, wanted)
        .or(
            () ->
                environmentActions(state).stream()
                    .filter(change -> change.thrown().isEmpty())
                    .filter(change -> wanted.test(change.after(state)))
                    .<Action>map(Environment.Change::action)
                    .findFirst());
  }

  /** What throws in a state: an outcome of a wanted event, or an action of the environment. */
  Optional<Edges.Throw> firstThrow(int[] state, BiPredicate<Integer, Integer> wanted) {
    for (int node = 0; node < nodes.length; node++) {
      int at = environment.enables(state, node) ? nodes[node].expansion(state[node]) : 0;
      int[] code = nodes[node].code();
      int transition = Expansion.first(at);
      for (int i = at == 0 ? 0 : Expansion.count(code, at); i > 0; i--) {
        int event = Expansion.event(code, transition);
        if (Expansion.threw(code, transition) && wanted.test(node, event)) {
          return Optional.of(new Edges.Throw(0, node, event, Expansion.outcome(code, transition)));
        }
        transition = Expansion.next(code, transition);
      }
    }
    List<Environment.Change> changes = environmentActions(state);
    for (int event = 0; event < changes.size(); event++) {
      if (changes.get(event).thrown().isPresent() && wanted.test(Action.NOBODY, event)) {
        return Optional.of(new Edges.Throw(0, Action.NOBODY, event, 0));
      }
    }
    return Optional.empty();
  }

  /** The same without the environment, whose actions need not happen. */
  Optional<Action> firstStep(int[] state, Predicate<int[]> wanted) {
    for (int node = 0; node < nodes.length; node++) {
      Optional<Action> action =
          environment.enables(state, node) ? firstAction(state, node, wanted) : Optional.empty();
      if (action.isPresent()) {
        return action;
      }
    }
    return Optional.empty();
  }

  private Optional<Action> firstAction(int[] state, int node, Predicate<int[]> wanted) {
    int at = nodes[node].expansion(state[node]);
    int[] code = nodes[node].code();
    int transition = Expansion.first(at);
    for (int i = Expansion.count(code, at); i > 0; i--) {
      if (!Expansion.threw(code, transition) && wanted.test(after(state, node, code, transition))) {
        int event = Expansion.event(code, transition);
        return Optional.of(action(state, node, event, Expansion.outcome(code, transition)));
      }
      transition = Expansion.next(code, transition);
    }
    return Optional.empty();
  }

  /**
   * All actions of a state: node by node in the order of its handlers, then the environment's.
   * Those that throw are among them.
   */
  void forEachAction(int[] state, Consumer<Action> consumer) {
    for (int node = 0; node < nodes.length; node++) {
      if (environment.enables(state, node)) {
        int at = nodes[node].expansion(state[node]);
        int[] code = nodes[node].code();
        int transition = Expansion.first(at);
        List<Action> ofEvent = List.of();
        int known = -1;
        for (int i = Expansion.count(code, at); i > 0; i--) {
          int event = Expansion.event(code, transition);
          if (event != known) {
            ofEvent = actions(state, node, event);
            known = event;
          }
          consumer.accept(ofEvent.get(Expansion.outcome(code, transition)));
          transition = Expansion.next(code, transition);
        }
      }
    }
    environmentActions(state).forEach(change -> consumer.accept(change.action()));
  }

  Action action(int[] state, int node, int event, int outcome) {
    if (node == Action.NOBODY) {
      return environmentActions(state).get(event).action();
    }
    return actions(state, node, event).get(outcome);
  }

  /** An action for each outcome of an event. A step with many choices runs once for all of them. */
  private List<Action> actions(int[] state, int node, int event) {
    NodeCells cells = dictionary.node(node);
    if (cells.kind(event) != ActionKind.STEP) {
      return List.of(new Action.OfDelivery(cells.kind(event), node, cells.message(event)));
    }
    Handler handler = cells.handler(event);
    int[] consumed = cells.consumed(event);
    List<Action> actions = new ArrayList<>();
    for (StepOutcome outcome :
        executor.outcomes(node, cells.local(state[node]), handler, consumed)) {
      actions.add(new Action.Step(node, handler, consumed, outcome.choices()));
    }
    return actions;
  }

  /** See {@link NodeSpace#firsts}; changes of what is selected count too. */
  long firsts() {
    long firsts = 0;
    for (NodeSpace node : nodes) {
      firsts += node.firsts();
    }
    return firsts + (selector.isPresent() ? selector.get().turns() : 0);
  }

  /** How many counts {@link #pace} has. */
  int paces() {
    return 1 + selector.map(s -> s.counts().length).orElse(0);
  }

  /** What an expansion may depend on besides the state and what is known. */
  void pace(long[] into) {
    into[0] = symmetry.isPresent() ? symmetry.get().counts()[0] : 0;
    if (selector.isPresent()) {
      long[] counts = selector.get().counts();
      System.arraycopy(counts, 0, into, 1, counts.length);
    }
  }

  /** Goes on at a pace. */
  void setPace(long[] pace) {
    symmetry.ifPresent(s -> s.setExplored(pace[0]));
    selector.ifPresent(s -> s.setCounts(Arrays.copyOfRange(pace, 1, pace.length)));
  }

  /** Writes what was counted. */
  void saveCounts(DataOutput out) throws IOException {
    for (NodeSpace node : nodes) {
      node.saveCounts(out);
    }
    for (long count : environmentTaken) {
      out.writeLong(count);
    }
    for (long count : selector.map(Selector::counts).orElse(new long[0])) {
      out.writeLong(count);
    }
    for (long count : symmetry.map(Symmetry::counts).orElse(new long[0])) {
      out.writeLong(count);
    }
    runner.saveCounts(out);
  }

  /** Counts on from there. */
  void restoreCounts(DataInput in) throws IOException {
    for (NodeSpace node : nodes) {
      node.restoreCounts(in);
    }
    read(in, environmentTaken);
    if (selector.isPresent()) {
      selector.get().setCounts(read(in, selector.get().counts()));
    }
    if (symmetry.isPresent()) {
      symmetry.get().setCounts(read(in, symmetry.get().counts()));
    }
    runner.restoreCounts(in);
  }

  private static long[] read(DataInput in, long[] into) throws IOException {
    for (int i = 0; i < into.length; i++) {
      into[i] = in.readLong();
    }
    return into;
  }

  boolean hasFired(int node, Handler handler) {
    return nodes[node].hasFired(handler);
  }

  long transitions(int node, Handler handler) {
    return nodes[node].transitions(handler);
  }

  /** How many transitions were no steps, by the label of their kind. */
  TreeMap<String, Long> otherTransitions() {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (NodeSpace node : nodes) {
      node.ownTransitions().forEach((label, count) -> sums.merge(label, count, Long::sum));
    }
    for (ActionKind kind : ActionKind.values()) {
      if (environmentTaken[kind.ordinal()] > 0) {
        sums.merge(kind.label(), environmentTaken[kind.ordinal()], Long::sum);
      }
    }
    return sums;
  }

  /** Checks the decomposition on what has appeared since the last step of each node. */
  boolean auditRest() {
    boolean any = false;
    for (NodeSpace node : nodes) {
      any |= node.auditRest();
    }
    return any;
  }

  void auditUnless(BooleanSupplier proven, boolean atOnce) {
    for (NodeSpace node : nodes) {
      node.auditUnless(proven, atOnce);
    }
  }

  boolean leavesOutAuxiliary() {
    return Arrays.stream(nodes).anyMatch(NodeSpace::leavesOutAuxiliary);
  }

  boolean auditLimited() {
    return Arrays.stream(nodes).anyMatch(NodeSpace::auditLimited);
  }

  /** The runner whose node objects this cursor works on. */
  StepRunner runner() {
    return runner;
  }

  /** What runs local steps. */
  StepExecutor executor() {
    return executor;
  }

  /** What the memos take in memory. */
  long bytes() {
    return selector.map(Selector::bytes).orElse(0L)
        + Arrays.stream(nodes).mapToLong(NodeSpace::memoBytes).sum();
  }
}
