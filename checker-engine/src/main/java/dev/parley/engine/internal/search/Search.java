package dev.parley.engine.internal.search;

import dev.parley.engine.internal.saved.Lessons;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The search. Takes states from the frontier, judges and expands them, keeps what is new, and stops
 * when there is nothing left, when something is wrong, or when the budget is used up.
 *
 * <p>The frontier decides on the order, the space runs users' code, the judge knows what a property
 * depends on, and the store keeps the states. This class only knows references to states.
 */
public final class Search implements Explorer, Allowance.Meter, Expander {
  private final StateSpace space;
  private final Judges judges;
  private final List<PropertyJudge> invariants = new ArrayList<>();
  private final List<PropertyJudge> terminals = new ArrayList<>();
  private final List<PropertyJudge> goals = new ArrayList<>();
  private final Frontier frontier;
  private final Allowance.Share share;
  private final boolean nearestFirst;

  private final Edges edges = new Edges();
  private final int[] cells;
  private final StateStore store;
  private final StateView view;
  private long expanding;

  /** The transition whose successor was judged last; -1 if a state was expanded since. */
  private int judged = -1;

  /** The initial state that is being judged, by its parts. */
  private Optional<int[]> beginning = Optional.empty();

  private long transitions;
  private long terminalStates;
  private Optional<Found> found = Optional.empty();
  private Optional<Budget.Kind> exhausted = Optional.empty();
  private LongPredicate abandoned = states -> false;

  /** Null in most searches: these end with what they find. */
  private Collector collector;

  /** How many threads may take part. */
  private final int workers;

  /** Null as long as one thread does all. */
  private Crew crew;

  /** Null in nearly all searches. */
  private Consumer<int[]> visitor;

  /** Null unless the search is saved now and then. */
  private Keeper keeper;

  private Lessons lessons;
  private long[] pace;

  /**
   * A search that has not begun.
   *
   * @param space the states
   * @param judges the properties; a goal that was reached stays reached
   * @param options in which order, and what is remembered
   * @param recordPaths whether a breadth-first search records the way to every state
   * @param share what the search may spend
   */
  public Search(
      StateSpace space,
      Judges judges,
      SearchOptions options,
      boolean recordPaths,
      Allowance.Share share) {
    this.space = space;
    this.judges = judges;
    this.cells = new int[space.partCount()];
    this.store = space.newStore(options.store().memory() != StoreOptions.Memory.NONE);
    this.store.keepWithin(share.memoryLimit());
    this.view = store.view();
    for (PropertyJudge judge : judges.all()) {
      switch (judge.property().kind()) {
        case INVARIANT -> invariants.add(judge);
        case TERMINAL -> terminals.add(judge);
        case REACHABLE -> goals.add(judge);
        case EVENTUALLY, RECURRING, LEADS_TO, POSSIBLE, FORMULA -> {}
      }
    }
    nearestFirst = options.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST;
    long depthLimit = share.depthLimit();
    frontier =
        nearestFirst
            ? new BreadthFirst(this, store, recordPaths, depthLimit, share.workforce())
            : new DepthFirst(this, store, depthLimit, options.exploration().selectivePush());
    this.share = share;
    workers = recordPaths ? 1 : share.workforce().threads();
  }

  /** Sets when to abandon the search, as a condition on the number of states visited. */
  public void abandonWhen(LongPredicate useless) {
    abandoned = useless;
  }

  /**
   * Takes what a search finds and lets it go on; only a mistake still ends it. States are given by
   * their parts, which the search overwrites later.
   */
  public interface Collector {
    /** Whether what is behind a state can still matter. */
    boolean explores(int[] state);

    /** Whether something found in a state, so many steps from the beginning, matters. */
    boolean wants(int[] state, long depth);

    /** Takes what was found in a state. */
    void take(int[] state, Found found);
  }

  /** From now on nothing but a mistake ends the search early. */
  public void collectInto(Collector taker) {
    collector = taker;
  }

  /** Tells of each state, by its parts, before it is expanded. */
  public void visitEach(Consumer<int[]> newVisitor) {
    visitor = newVisitor;
  }

  /** Has the search saved now and then, and go on from where it was saved. */
  public void keepBy(Keeper newKeeper) {
    if (visitor == null && store.tellsAll()) {
      keeper = newKeeper;
      takeOver(new Lessons());
    }
  }

  /** Searches. */
  public void run() {
    try {
      begin();
      if (keeper != null && found.isEmpty()) {
        keeper.begun(this, share);
      }
      while (goesOn() && frontier.next(edges) && goesOn() && !abandoned.test(states())) {
        judgeExpanded();
        keepNew();
        exhausted = share.exceeded(this).or(this::fullDisk);
        space.trim();
        if (keeper != null && found.isEmpty()) {
          keeper.batchDone(this, share, exhausted.isPresent());
        }
      }
    } catch (ProtocolException e) {
      found = Optional.of(mistake(e));
    } finally {
      if (crew != null) {
        crew.close();
      }
      if (keeper != null) {
        keeper.ended();
      }
    }
    if (exhausted.isEmpty() && frontier.cut()) {
      exhausted = Optional.of(Budget.Kind.DEPTH);
    }
  }

  private Optional<Budget.Kind> fullDisk() {
    return store.lackOfRoom().map(why -> Budget.Kind.DISK);
  }

  /** A step's mistake shows in the state it starts from, a property's in the state it judges. */
  private Found mistake(ProtocolException e) {
    if (beginning.isPresent()) {
      return Found.mistake(e, 0, space.unwound(List.of(beginning.get())));
    }
    return judged < 0
        ? Found.mistake(e, frontier.depth(), pathTo(expanding))
        : Found.mistake(e, frontier.depth() + 1, pathAlong(judged));
  }

  /** A method of its own, because most time is spent here: so it is compiled as a whole, early. */
  private void keepNew() {
    boolean inspected = crew != null && crew.add(edges);
    if (!inspected) {
      store.addAll(edges);
    }
    int count = edges.size();
    transitions += count + edges.known();
    long turns = inspected ? turns() : 0;
    for (int edge = 0; edge < count; edge++) {
      if (edges.isNew(edge) && (collector == null || isWorthExploring(edge))) {
        if (!inspected) {
          judgeAndLearn(edge);
        } else if (crew.isSuspect(edge)) {
          judgeAndLearn(edge);
          // Then what was inspected for it tells nothing any more.
          inspected = turns() == turns;
        }
        frontier.push(edges, edge);
      }
    }
  }

  /** Grows when a property looks at something new, or when what is remembered of it is dropped. */
  private long turns() {
    long turns = 0;
    for (PropertyJudge judge : invariants) {
      turns += judge.turns();
    }
    for (PropertyJudge judge : goals) {
      turns += judge.turns();
    }
    return turns;
  }

  private boolean isWorthExploring(int edge) {
    view.open(edges.state(edge), cells);
    return collector.explores(cells);
  }

  private void begin() {
    for (int[] initial : distinct(space.initials().stream().map(space::standing).toList())) {
      beginning = Optional.of(initial);
      begin(initial);
    }
    beginning = Optional.empty();
  }

  private static List<int[]> distinct(List<int[]> states) {
    Set<IntBuffer> known = new HashSet<>();
    return states.stream().filter(state -> known.add(IntBuffer.wrap(state))).toList();
  }

  private void begin(int[] state) {
    long initial = store.add(view.refer(state));
    expanding = initial;
    view.open(initial, cells);
    for (PropertyJudge judge : invariants) {
      if (!judge.holds(cells)) {
        keep(
            cells,
            0,
            () -> Found.failure(judge.property(), 0, space.unwound(List.of(cells.clone()))));
      }
    }
    goals.forEach(judge -> judge.reachIfHolds(cells));
    frontier.begin(initial);
  }

  /**
   * After a violation, a nearest-first search goes on to the end of the level if a state of this
   * level without successors could still show a shorter one.
   */
  private boolean goesOn() {
    return exhausted.isEmpty()
        && found
            .map(f -> nearestFirst && !terminals.isEmpty() && frontier.depth() < f.depth())
            .orElse(true);
  }

  /** Judges what the expansion showed: states without transitions, steps that threw. */
  private void judgeExpanded() {
    terminalStates += edges.terminalCount();
    for (int i = 0; i < edges.terminalCount() && !terminals.isEmpty(); i++) {
      long state = edges.terminal(i);
      expanding = state;
      view.open(state, cells);
      long before = lessons == null ? 0 : learnt();
      for (PropertyJudge judge : terminals) {
        if (!judge.holds(cells)) {
          long depth = frontier.depth();
          keep(cells, depth, () -> Found.failure(judge.property(), depth, pathTo(state)));
        }
      }
      if (lessons != null && learnt() != before) {
        note(Lessons.ENDED, Action.NOBODY, state);
      }
    }
    edges.thrown().forEach(this::keep);
  }

  private void keep(Edges.Throw thrown) {
    int[] source = opened(thrown.source());
    long depth = frontier.depth() + 1;
    keep(
        collector == null ? source : space.afterThrow(source, thrown.node(), thrown.event()),
        depth,
        () -> exception(thrown, source, depth));
  }

  private Found exception(Edges.Throw thrown, int[] source, long depth) {
    List<int[]> path = pathTo(thrown.source());
    int[] state = path.isEmpty() ? source : path.get(path.size() - 1);
    Edges.Throw there = space.unwound(source, thrown, state);
    return Found.exception(
        new Found.Throw(state, there.node(), there.event(), there.outcome()), depth, path);
  }

  private void judgeAndLearn(int edge) {
    if (lessons == null) {
      judge(edge);
      return;
    }
    long before = learnt();
    space.pace(pace);
    judge(edge);
    if (learnt() != before) {
      note(Lessons.JUDGED, edges.node(edge), edges.state(edge));
    }
  }

  private void note(int kind, int node, long state) {
    lessons.note(kind, node, pace, opened(state));
  }

  /** Grows whenever there is something that a search that goes on must be taught. */
  private long learnt() {
    long learnt = space.learnt();
    for (PropertyJudge judge : judges.all()) {
      learnt += judge.learnt();
    }
    return learnt;
  }

  /** Judges a state as it was judged before; whether all that was true is true. */
  boolean judgesAlike(int kind, int node, int[] state) {
    for (PropertyJudge judge : kind == Lessons.ENDED ? terminals : invariants) {
      if ((kind == Lessons.ENDED || judge.dependsOn(node)) && !judge.holds(state)) {
        return false;
      }
    }
    for (PropertyJudge judge : kind == Lessons.ENDED ? List.<PropertyJudge>of() : goals) {
      if (!judge.reached() && judge.dependsOn(node)) {
        judge.reachIfHolds(state);
      }
    }
    return true;
  }

  /** Judges the successor of a transition, as far as the node that stepped matters. */
  private void judge(int edge) {
    int node = edges.node(edge);
    boolean opened = false;
    for (int i = 0; i < invariants.size(); i++) {
      PropertyJudge judge = invariants.get(i);
      if (judge.dependsOn(node)) {
        opened = opened || open(edge);
        if (!judge.holds(cells)) {
          long depth = frontier.depth() + 1;
          keep(cells, depth, () -> Found.failure(judge.property(), depth, pathAlong(edge)));
        }
      }
    }
    for (int i = 0; i < goals.size(); i++) {
      PropertyJudge judge = goals.get(i);
      if (!judge.reached() && judge.dependsOn(node)) {
        opened = opened || open(edge);
        judge.reachIfHolds(cells);
      }
    }
  }

  private boolean open(int edge) {
    judged = edge;
    view.open(edges.state(edge), cells);
    return true;
  }

  private List<int[]> pathAlong(int edge) {
    List<int[]> path = standingPathTo(edges.sourceState(edge));
    if (!path.isEmpty()) {
      path.add(opened(edges.state(edge)));
    }
    return space.unwound(path);
  }

  /** The states that lead to one that was expanded, by their parts: those last. */
  private List<int[]> pathTo(long expanded) {
    return space.unwound(standingPathTo(expanded));
  }

  private List<int[]> standingPathTo(long expanded) {
    List<int[]> path = new ArrayList<>();
    frontier.pathTo(expanded).forEach(state -> path.add(opened(state)));
    return path;
  }

  private int[] opened(long state) {
    int[] parts = new int[cells.length];
    view.open(state, parts);
    return parts;
  }

  /** Keeps the nearest finding, or hands it on; paths are only looked up if they are wanted. */
  private void keep(int[] state, long depth, Supplier<Found> candidate) {
    if (collector == null) {
      if (found.isEmpty() || depth < found.get().depth()) {
        found = Optional.of(candidate.get());
      }
    } else if (collector.wants(state, depth)) {
      collector.take(state, candidate.get());
    }
  }

  @Override
  public void expandAll(long[] batch, int count, Edges into) {
    if (crew == null
        && workers > 1
        && collector == null
        && visitor == null
        && space.obstacleToScouts().isEmpty()) {
      crew =
          store
              .parallel()
              .map(shared -> new Crew(workers, space, shared, invariants, goals))
              .orElse(null);
    }
    if (crew == null || !crew.expand(batch, count, into, this)) {
      for (int i = 0; i < count; i++) {
        expand(batch[i], into);
      }
    }
  }

  @Override
  public void expand(long state, Edges into) {
    expanding = state;
    judged = -1;
    if (visitor != null) {
      visitor.accept(opened(state));
    }
    if (lessons == null) {
      space.expand(view, state, into);
    } else {
      expandAndLearn(state, into);
    }
  }

  private void expandAndLearn(long state, Edges into) {
    long before = space.learnt();
    space.pace(pace);
    space.expand(view, state, into);
    if (space.learnt() != before) {
      note(Lessons.EXPANDED, Action.NOBODY, state);
    }
  }

  // What a search that is saved consists of ------------------------------------------------------

  boolean canBeSaved() {
    return frontier.canBeSaved();
  }

  StateSpace space() {
    return space;
  }

  StateStore store() {
    return store;
  }

  Judges judges() {
    return judges;
  }

  Frontier frontierParts() {
    return frontier;
  }

  Lessons lessons() {
    return lessons;
  }

  /** Goes on learning behind what was learnt. */
  void takeOver(Lessons learnt) {
    lessons = learnt;
    pace = new long[space.paces()];
  }

  void saveCounts(DataOutput out) throws IOException {
    out.writeLong(transitions);
    out.writeLong(terminalStates);
    for (PropertyJudge judge : judges.all()) {
      out.writeLong(judge.runs());
    }
  }

  void restoreCounts(DataInput in) throws IOException {
    transitions = in.readLong();
    terminalStates = in.readLong();
    for (PropertyJudge judge : judges.all()) {
      judge.setRuns(in.readLong());
    }
  }

  /** How many states were expanded by several workers from what was known. */
  public long scouted() {
    return crew == null ? 0 : crew.scouted();
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
    return goals.stream().filter(goal -> !goal.reached()).map(PropertyJudge::property).toList();
  }

  @Override
  public long terminalStates() {
    return terminalStates;
  }

  @Override
  public long greatestDepth() {
    return frontier.greatestDepth();
  }

  @Override
  public List<Long> statesByDepth() {
    return frontier.statesByDepth();
  }

  @Override
  public long pushes() {
    return frontier.pushes();
  }

  @Override
  public long peakStack() {
    return frontier.peakStack();
  }

  @Override
  public long states() {
    return store.size();
  }

  @Override
  public long transitions() {
    return transitions;
  }

  @Override
  public long frontier() {
    return frontier.size();
  }

  @Override
  public long depth() {
    return frontier.depth();
  }

  @Override
  public long bytes() {
    return store.bytes()
        + frontier.bytes()
        + space.bytes()
        + judges.bytes()
        + (crew == null ? 0 : crew.bytes())
        + (lessons == null ? 0 : lessons.bytes());
  }
}
