package dev.parley.engine.internal.rounds;

import dev.parley.api.Rounds;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Explorer;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.NumberedStates;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Explores a protocol that proceeds in rounds, either round by round or in all orders. The package
 * says why the former finds what the latter finds. Both check the five conditions on every step,
 * and take what an instance assumes of its rounds into account.
 *
 * <p>A state has a part for each node's cell, one for each node's {@link Position}, one for the
 * {@link Turn} and one for the {@link Memory}. States are explored nearest first, and the way to
 * each is kept.
 */
public final class RoundSearch implements Explorer, Allowance.Meter {
  /** In which orders steps are taken. */
  public enum Schedule {
    /** Round by round: the order of the package. */
    BY_ROUNDS,
    /** All orders. */
    ALL_ORDERS
  }

  /** How many states pass between two looks at the budget. */
  private static final int BATCH = 64;

  private final StateSpace space;
  private final Judges judges;
  private final Schedule schedule;
  private final Allowance.Share share;
  private final Tags tags;
  private final Assumption assumption;
  private final RoundSteps steps;
  private final RoundText text;
  private final LateMessages late;
  private final Numbered<Turn> turns = new Numbered<>();
  private final Numbered<Memory> memories = new Numbered<>();
  private final NumberedStates states;
  private final int nodes;
  private final boolean judgesTheEnd;

  /** For each state, the one it was reached from, and by which step, or else its layout. */
  private final IntSequence parents = new IntSequence();

  private final IntSequence actors = new IntSequence();
  private final IntSequence events = new IntSequence();
  private final IntSequence outcomes = new IntSequence();
  private final IntSequence depths = new IntSequence();
  private final List<Long> byDepth = new ArrayList<>();

  private int expanding;

  /** The layout that the search begins with now. */
  private int beginning;

  private long transitions;
  private long terminalStates;
  private boolean cut;
  private Optional<Found> found = Optional.empty();
  private Optional<Budget.Kind> exhausted = Optional.empty();

  /**
   * A search that has not begun.
   *
   * @param lab what is searched; nothing of it was expanded yet
   * @param schedule in which orders
   * @param share what it may spend
   */
  public RoundSearch(Lab lab, Schedule schedule, Allowance.Share share) {
    this.space = lab.space();
    this.judges = lab.judges();
    this.schedule = schedule;
    this.share = share;
    this.nodes = space.nodeCount();
    this.tags = new Tags(space.messages());
    this.assumption = new Assumption(lab.model().setting().rounds(), lab.participants());
    this.steps = new RoundSteps(space, tags, assumption);
    this.text = new RoundText(lab, tags);
    this.late = new LateMessages(space, tags, steps);
    steps.tell(late::note);
    this.judgesTheEnd =
        lab.model().properties().stream().anyMatch(p -> p.kind() == Property.Kind.TERMINAL);
    turns.of(Turn.FIRST);
    memories.of(Memory.NOTHING);
    states = new NumberedStates(2 * nodes + 2, this::valueCount);
  }

  private int valueCount(int part) {
    if (part < nodes) {
      return space.dictionary().cellCount(part);
    }
    return part < 2 * nodes
        ? steps.positionCount()
        : part == 2 * nodes ? turns.size() : memories.size();
  }

  /** Searches. */
  public void run() {
    judges.moveTo(space);
    try {
      List<int[]> initials = space.initials();
      for (int layout = 0; layout < initials.size() && goesOn(); layout++) {
        begin(initials.get(layout), layout);
      }
      int[] state = new int[2 * nodes + 2];
      for (expanding = 0; expanding < states.size() && goesOn(); expanding++) {
        StateView view = states.view();
        view.open(states.state(expanding), state);
        expand(state);
        if (expanding % BATCH == 0) {
          exhausted = share.exceeded(this);
          space.trim();
          steps.trim();
        }
      }
      if (found.isEmpty() && exhausted.isEmpty() && cut) {
        exhausted = Optional.of(Budget.Kind.DEPTH);
      }
      if (found.isEmpty() && exhausted.isEmpty() && schedule == Schedule.BY_ROUNDS) {
        tryLate();
      }
    } catch (ProtocolException e) {
      boolean begun = expanding < states.size();
      keep(Found.mistake(e, begun ? depth() : 0, begun ? path(expanding) : List.of()));
    }
  }

  /** What only a combination shows that may never occur has no path. */
  private void tryLate() {
    try {
      late.breach()
          .map(b -> text.tried(b.node(), b.handler(), b.consumed(), b.breach()))
          .ifPresent(mistake -> keep(Found.mistake(mistake, 0, List.of())));
    } catch (ProtocolException e) {
      keep(Found.mistake(e, 0, List.of()));
    }
  }

  private boolean goesOn() {
    return found.isEmpty() && exhausted.isEmpty();
  }

  private void begin(int[] initial, int layout) {
    beginning = layout;
    int[] state = new int[2 * nodes + 2];
    System.arraycopy(initial, 0, state, 0, nodes);
    Arrays.fill(state, nodes, 2 * nodes, steps.number(Position.BEGINNING));
    arrive(state, -1, Optional.empty());
  }

  /** Judges a state as it is, then forgets what can have no effect any more, and keeps the rest. */
  private void arrive(int[] state, int parent, Optional<Offer> by) {
    judgeSteps(state, parent, by);
    if (found.isPresent()) {
      return;
    }
    if (schedule == Schedule.BY_ROUNDS) {
      forget(state);
    }
    int known = states.size();
    states.add(states.view().refer(state));
    if (states.size() == known) {
      return;
    }
    int depth = parent < 0 ? 0 : depths.get(parent) + 1;
    parents.add(parent);
    actors.add(by.map(offer -> offer.transition().node()).orElse(Action.NOBODY));
    events.add(by.map(offer -> offer.transition().event()).orElse(beginning));
    outcomes.add(by.map(offer -> offer.transition().outcome()).orElse(0));
    depths.add(depth);
    if (byDepth.size() == depth) {
      byDepth.add(0L);
    }
    byDepth.set(depth, byDepth.get(depth) + 1);
    int actor = actors.get(known);
    int[] cells = Arrays.copyOf(state, nodes);
    judges
        .firstFalse(Property.Kind.INVARIANT, cells, actor)
        .ifPresent(property -> keep(Found.failure(property, depth, path(known))));
    judges.reachGoals(cells, actor);
  }

  /** Looks for steps that throw, and for those that do not keep the conditions. */
  private void judgeSteps(int[] state, int parent, Optional<Offer> by) {
    for (int node = 0; node < nodes; node++) {
      for (Offer offer : steps.offers(node, state[node], state[nodes + node])) {
        boolean threw = offer.transition().threw() && admits(state, offer);
        if (!threw && offer.breach().isEmpty()) {
          continue;
        }
        List<int[]> path = new ArrayList<>(path(parent));
        int[] real =
            by.map(
                    o ->
                        taken(
                            path.get(path.size() - 1),
                            o.transition().node(),
                            o.transition().event(),
                            o.transition().outcome()))
                .orElseGet(() -> Arrays.copyOf(state, nodes));
        path.add(real);
        keep(
            offer.breach().isPresent()
                ? Found.mistake(
                    text.mistake(offer.transition(), offer.breach().get()), path.size() - 1L, path)
                : Found.exception(
                    new Found.Throw(
                        real, node, offer.transition().event(), offer.transition().outcome()),
                    path.size(),
                    path));
        return;
      }
    }
  }

  private void expand(int[] state) {
    Turn turn = turns.value(state[2 * nodes]);
    boolean any = false;
    boolean ends = depths.get(expanding) >= share.depthLimit();
    for (int node = 0; node < nodes && found.isEmpty(); node++) {
      for (Offer offer : steps.offers(node, state[node], state[nodes + node])) {
        if (offer.transition().threw() || !isDue(node, offer, turn)) {
          continue;
        }
        Optional<int[]> successor = successor(state, node, offer);
        if (successor.isEmpty()) {
          continue;
        }
        any = true;
        cut |= ends;
        if (!ends) {
          transitions++;
          space.count(offer.transition());
          arrive(successor.get(), expanding, Optional.of(offer));
          if (found.isPresent()) {
            return;
          }
        }
      }
    }
    if (!any && memories.value(state[2 * nodes + 1]).waiting().isEmpty()) {
      judgeEnd(state);
    }
  }

  /** Where no property asks, it is not known whether the search went past a step there. */
  private void judgeEnd(int[] state) {
    if (!judgesTheEnd) {
      return;
    }
    terminalStates++;
    judges
        .firstFalse(Property.Kind.TERMINAL, Arrays.copyOf(state, nodes), Action.NOBODY)
        .ifPresent(property -> keep(realEnd(property, state)));
  }

  /**
   * A terminal property that is false, unless a message that was dropped could still be consumed
   * with an effect: then that is a breach, and the state is no end.
   */
  private Found realEnd(Property property, int[] state) {
    List<int[]> path = path(expanding);
    int[] real = path.get(path.size() - 1);
    for (int node = 0; node < nodes; node++) {
      for (Offer offer : steps.offers(node, real[node], state[nodes + node])) {
        if (schedule == Schedule.BY_ROUNDS && offer.breach().isPresent()) {
          return Found.mistake(
              text.mistake(offer.transition(), offer.breach().get()), path.size() - 1L, path);
        }
      }
    }
    return Found.failure(property, depths.get(expanding), path);
  }

  private boolean isDue(int node, Offer offer, Turn turn) {
    return schedule == Schedule.ALL_ORDERS
        || !turn.equals(Turn.OVER) && compare(offer.tag(), offer.receiving(), node, turn) >= 0;
  }

  private int compare(int tag, boolean receiving, int node, Turn turn) {
    int byTag = tags.compare(tag, turn.tag());
    int byHalf = byTag != 0 ? byTag : Boolean.compare(receiving, turn.receiving());
    return byHalf != 0 ? byHalf : Integer.compare(node, turn.node());
  }

  /** The state after a step, before anything is forgotten; nothing if the assumption forbids it. */
  private Optional<int[]> successor(int[] state, int node, Offer offer) {
    int[] after = after(state, node, offer);
    after[nodes + node] = offer.position();
    Memory memory = memories.value(state[2 * nodes + 1]);
    if (assumption.kind() == Rounds.Kind.RELIABLE && misses(after, node, offer)) {
      return Optional.empty();
    }
    Map<Integer, BitSet> kernels = memory.kernels();
    if (assumption.kind() == Rounds.Kind.KERNEL && !offer.departures().isEmpty()) {
      kernels = new HashMap<>(kernels);
      if (!leaves(kernels, node, offer)) {
        return Optional.empty();
      }
    }
    BitSet waiting = memory.waiting();
    if (schedule == Schedule.BY_ROUNDS) {
      Turn next = new Turn(offer.tag(), offer.receiving(), node);
      waiting = judgesTheEnd ? waiting(state, node, next, memory.waiting()) : waiting;
      after[2 * nodes] = turns.of(next);
    }
    after[2 * nodes + 1] = memories.of(new Memory(waiting, kernels));
    return Optional.of(after);
  }

  /** Whether a step that throws would not leave a round too early. */
  private boolean admits(int[] state, Offer offer) {
    int node = offer.transition().node();
    if (assumption.kind() == Rounds.Kind.KERNEL) {
      return leaves(new HashMap<>(memories.value(state[2 * nodes + 1]).kernels()), node, offer);
    }
    if (assumption.kind() == Rounds.Kind.RELIABLE) {
      int bundle =
          space
              .delivery()
              .bundle(offer.transition().consumed(), offer.transition().consumed().length);
      int rest = space.delivery().consume(space.inbox(node, state[node]), bundle);
      return !isMissed(space.delivery().pending(rest), steps.position(offer.position()).tag());
    }
    return true;
  }

  private boolean leaves(Map<Integer, BitSet> kernels, int node, Offer offer) {
    for (Offer.Departure departure : offer.departures()) {
      BitSet before = kernels.getOrDefault(departure.tag(), assumption.everyone());
      BitSet kernel = assumption.kernel(before, node, departure.heard());
      if (!assumption.isKernel(kernel, node)) {
        return false;
      }
      kernels.put(departure.tag(), kernel);
    }
    return true;
  }

  /** Whether a message is for ever too late in a state, for its receiver has left its round. */
  private boolean misses(int[] after, int node, Offer offer) {
    if (isMissed(space.pending(node, after[node]), steps.position(offer.position()).tag())) {
      return true;
    }
    for (int i = 0; i < offer.transition().recipients().length; i++) {
      int[] sent = space.delivery().messages(offer.transition().bundles()[i]);
      int recipient = offer.transition().recipients()[i];
      if (isMissed(sent, steps.position(after[nodes + recipient]).tag())) {
        return true;
      }
    }
    return false;
  }

  private boolean isMissed(int[] messages, int tag) {
    for (int message : messages) {
      if (tags.of(message) != Tags.NONE && tags.less(tags.of(message), tag)) {
        return true;
      }
    }
    return false;
  }

  /** Who could have taken a step that the search goes past now, or has gone past before. */
  private BitSet waiting(int[] state, int actor, Turn next, BitSet before) {
    Turn turn = turns.value(state[2 * nodes]);
    BitSet waiting = (BitSet) before.clone();
    for (int node = 0; node < nodes; node++) {
      for (Offer offer : steps.offers(node, state[node], state[nodes + node])) {
        if (isDue(node, offer, turn) && !isDue(node, offer, next)) {
          waiting.set(node);
        }
      }
    }
    waiting.clear(actor);
    return waiting;
  }

  private int[] after(int[] state, int node, Offer offer) {
    int[] after = state.clone();
    after[node] = offer.transition().cell();
    for (int i = 0; i < offer.transition().recipients().length; i++) {
      int recipient = offer.transition().recipients()[i];
      after[recipient] = space.place(recipient, state[recipient], offer.transition().bundles()[i]);
    }
    return after;
  }

  /**
   * Moves the turn to the first step that can still be taken, and drops the messages that cannot be
   * consumed any more from there on.
   */
  private void forget(int[] state) {
    Turn turn = turns.value(state[2 * nodes]);
    Optional<Turn> next = Optional.empty();
    for (int node = 0; node < nodes; node++) {
      for (Offer offer : steps.offers(node, state[node], state[nodes + node])) {
        if (isDue(node, offer, turn)
            && (next.isEmpty() || compare(offer.tag(), offer.receiving(), node, next.get()) < 0)) {
          next = Optional.of(new Turn(offer.tag(), offer.receiving(), node));
        }
      }
    }
    state[2 * nodes] = turns.of(next.orElse(Turn.OVER));
    for (int node = 0; node < nodes; node++) {
      state[node] = kept(state, node, next);
    }
  }

  private int kept(int[] state, int node, Optional<Turn> turn) {
    int inbox = space.inbox(node, state[node]);
    if (inbox == space.delivery().empty()) {
      return state[node];
    }
    Position position = steps.position(state[nodes + node]);
    boolean[] unheard = {false};
    int rest =
        space
            .delivery()
            .keep(
                inbox,
                message -> {
                  int tag = tags.of(message);
                  boolean left = tag != Tags.NONE && tags.less(tag, position.tag());
                  boolean kept =
                      tag == Tags.NONE
                          || (!left
                              && turn.isPresent()
                              && compare(tag, true, node, turn.get()) >= 0);
                  unheard[0] |= !left && !kept;
                  if (!kept) {
                    late.passed(node, space.local(node, state[node]), position.tag(), message);
                  }
                  return kept;
                });
    if (assumption.kind() == Rounds.Kind.RELIABLE && unheard[0] && !position.stuck()) {
      state[nodes + node] = steps.number(position.thatIsStuck());
      rest = space.delivery().empty();
    }
    return rest == inbox ? state[node] : space.cell(node, space.local(node, state[node]), rest);
  }

  /** The states on the way to a state, with all messages that are pending there. */
  private List<int[]> path(int number) {
    List<Integer> way = new ArrayList<>();
    for (int at = number; at >= 0; at = parents.get(at)) {
      way.add(0, at);
    }
    List<int[]> path = new ArrayList<>();
    for (int at : way) {
      path.add(
          path.isEmpty()
              ? space.initials().get(events.get(at))
              : taken(path.get(path.size() - 1), actors.get(at), events.get(at), outcomes.get(at)));
    }
    return path;
  }

  private int[] taken(int[] real, int node, int event, int outcome) {
    return space.localTransitions(node, real[node]).stream()
        .filter(t -> t.event() == event && t.outcome() == outcome)
        .findFirst()
        .map(t -> after(real, node, new Offer(t, 0, false, 0, List.of(), Optional.empty())))
        .orElseThrow(() -> new IllegalStateException("a step by rounds cannot be taken"));
  }

  private void keep(Found what) {
    if (found.isEmpty()) {
      found = Optional.of(what);
    }
  }

  /**
   * Whether what was found is a mistake that only a late message shows, in a combination that may
   * never occur.
   */
  public boolean mayBeUnfounded() {
    return found.isPresent() && found.get().mistake().isPresent() && found.get().path().isEmpty();
  }

  /** What kept the search from trying all late messages, as a clause. */
  public Optional<String> unsettled() {
    return late.unsettled();
  }

  @Override
  public Optional<Found> found() {
    return found;
  }

  @Override
  public Optional<Budget.Kind> exhausted() {
    return exhausted;
  }

  @Override
  public List<Property> unreached() {
    return judges.unreached();
  }

  @Override
  public long states() {
    return states.size();
  }

  @Override
  public long transitions() {
    return transitions;
  }

  @Override
  public long terminalStates() {
    return terminalStates;
  }

  @Override
  public long greatestDepth() {
    return Math.max(0, byDepth.size() - 1);
  }

  @Override
  public List<Long> statesByDepth() {
    return List.copyOf(byDepth);
  }

  @Override
  public long pushes() {
    return 0;
  }

  @Override
  public long peakStack() {
    return 0;
  }

  @Override
  public long frontier() {
    return states.size() - (long) expanding;
  }

  @Override
  public long depth() {
    return depths.size() == 0 ? 0 : depths.get(Math.min(expanding, depths.size() - 1));
  }

  @Override
  public long bytes() {
    return states.bytes()
        + 20L * parents.size()
        + steps.bytes()
        + late.bytes()
        + space.bytes()
        + judges.bytes();
  }
}
