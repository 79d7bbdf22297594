package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Explorer;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Moves;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.store.StateStore;
import dev.parley.engine.internal.store.StateView;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.Walks;
import dev.parley.engine.result.WalkFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Takes random walks until one finds something or the last has ended. See the package for what can
 * be concluded from them.
 */
public final class RandomWalks implements Explorer, Allowance.Meter {
  /** How many transitions pass between two looks at the budget. */
  private static final int BATCH = 256;

  /** How often coverage is noted: each time after this many times as many walks. */
  private static final double SAMPLES_APART = 1.5;

  private final Lab lab;
  private final Walks walks;
  private final StateSpace space;
  private final Judges judges;
  private final Allowance.Share share;
  private final Allowance allowance;
  private final Moves moves = new Moves();
  private final int longest;

  /** The states met so far; given up when they get too many. */
  private Optional<StateStore> known;

  private StateView view;
  private long states;
  private long countedWalks;

  private List<int[]> path = new ArrayList<>();
  private long walk;
  private long transitions;
  private long terminalStates;
  private int greatestLength;
  private Optional<Found> found = Optional.empty();
  private Optional<Budget.Kind> ended = Optional.empty();
  private final List<WalkFigures.Sample> samples = new ArrayList<>();
  private long nextSample = 1;

  /**
   * Walks that have not begun.
   *
   * @param lab where they take place
   * @param walks which walks
   * @param allowance the clock
   * @param share what they may spend
   */
  public RandomWalks(Lab lab, Walks walks, Allowance allowance, Allowance.Share share) {
    this.lab = lab;
    this.walks = walks;
    this.allowance = allowance;
    this.share = share;
    this.space = lab.space();
    this.judges = lab.judges();
    this.longest = (int) Math.min(walks.length(), share.depthLimit());
    StateStore store = space.newStore(true);
    known = Optional.of(store);
    view = store.view();
  }

  /** Takes the walks. */
  public void run() {
    judges.moveTo(space);
    while (walk < walks.count() && found.isEmpty() && ended.isEmpty()) {
      walk++;
      try {
        take(walk);
      } catch (ProtocolException e) {
        found = Optional.of(Found.mistake(e, path.size() - 1L, path));
      }
      countedWalks = known.isPresent() ? walk : countedWalks;
      if (walk >= nextSample) {
        nextSample = (long) Math.ceil(nextSample * SAMPLES_APART);
        sample();
      }
    }
    if (samples.isEmpty() || samples.get(samples.size() - 1).walks() < walk) {
      sample();
    }
  }

  /** Takes the walk of a number; its path is what it came through. */
  private void take(long number) {
    SplittableRandom random = new SplittableRandom(mixed(walks.seed(), number));
    path = new ArrayList<>();
    List<int[]> initials = space.initials();
    int[] state = initials.get(random.nextInt(initials.size()));
    Schedule schedule = schedule(number, random);
    arrive(state, Action.NOBODY);
    for (int step = 0; found.isEmpty(); step++) {
      space.moves(state, moves);
      judgeMoves(state);
      if (found.isPresent() || moves.size() == 0 || step == longest || isOver()) {
        return;
      }
      int move = schedule.choose(moves, step);
      state = space.after(state, moves, move);
      transitions++;
      arrive(state, moves.node(move));
      space.trim();
    }
  }

  private Schedule schedule(long number, SplittableRandom random) {
    boolean uniform =
        switch (walks.schedule()) {
          case UNIFORM -> true;
          case PRIORITIES -> false;
          case MIXED -> number % 2 == 1;
        };
    return uniform
        ? new UniformSchedule(random)
        : new PrioritySchedule(random, expectedLength(random));
  }

  /** How long walks get is not known beforehand, so any order of magnitude is as likely. */
  private int expectedLength(SplittableRandom random) {
    int magnitudes = Integer.SIZE - Integer.numberOfLeadingZeros(longest);
    return Math.min(longest, 1 + random.nextInt(1 << random.nextInt(magnitudes)) * 2);
  }

  /** One seed for each walk, the same on every machine. */
  private static long mixed(long seed, long number) {
    return new SplittableRandom(seed ^ number * 0x9E3779B97F4A7C15L).nextLong();
  }

  private boolean isOver() {
    if (transitions % BATCH != 0) {
      return false;
    }
    ended = share.exceeded(this);
    if (ended.equals(Optional.of(Budget.Kind.MEMORY)) && known.isPresent()) {
      // How many states there were is nice to know. It must not keep walks from going on.
      known = Optional.empty();
      ended = Optional.empty();
    }
    return ended.isPresent();
  }

  private void arrive(int[] state, int actor) {
    path.add(state);
    greatestLength = Math.max(greatestLength, path.size() - 1);
    known.ifPresent(
        store -> {
          store.add(view.refer(state));
          states = store.size();
        });
    judges
        .firstFalse(Property.Kind.INVARIANT, state, actor)
        .ifPresent(property -> found = Optional.of(failure(property)));
    judges.reachGoals(state, actor);
  }

  /** Judges what the transitions of a state show: that there are none, or that one throws. */
  private void judgeMoves(int[] state) {
    int thrown = moves.thrown();
    if (thrown >= 0) {
      Found.Throw what =
          new Found.Throw(state, moves.node(thrown), moves.event(thrown), moves.outcome(thrown));
      found = Optional.of(Found.exception(what, path.size(), path));
    } else if (moves.ofNodes() == 0) {
      terminalStates++;
      judges
          .firstFalse(Property.Kind.TERMINAL, state, Action.NOBODY)
          .ifPresent(property -> found = Optional.of(failure(property)));
    }
  }

  private Found failure(Property property) {
    return Found.failure(property, path.size() - 1L, path);
  }

  private void sample() {
    samples.add(
        new WalkFigures.Sample(
            walk,
            transitions,
            allowance.spent().toMillis(),
            states,
            lab.runner().localStates(),
            space.handlersFired().values().stream().filter(fired -> fired).count(),
            judges.goalsReached()));
  }

  /** What there is to tell of walks, besides the figures that searches have too. */
  public WalkFigures walkFigures() {
    return new WalkFigures(
        walks.seed(),
        walks.count(),
        walk,
        transitions,
        ended,
        countedWalks,
        found.filter(f -> f.mistake().isEmpty()).map(f -> walk),
        found.map(f -> f.depth()).filter(depth -> found.get().mistake().isEmpty()),
        samples);
  }

  @Override
  public Optional<Found> found() {
    return found;
  }

  /** Walks always end because there could be more of them. */
  @Override
  public Optional<Budget.Kind> exhausted() {
    return found.isPresent() ? Optional.empty() : Optional.of(Budget.Kind.WALKS);
  }

  @Override
  public List<Property> unreached() {
    return judges.unreached();
  }

  @Override
  public long terminalStates() {
    return terminalStates;
  }

  @Override
  public long greatestDepth() {
    return greatestLength;
  }

  @Override
  public List<Long> statesByDepth() {
    return List.of();
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
  public long states() {
    return states;
  }

  @Override
  public long transitions() {
    return transitions;
  }

  @Override
  public long frontier() {
    return 0;
  }

  @Override
  public long depth() {
    return greatestLength;
  }

  @Override
  public long bytes() {
    return known.map(StateStore::bytes).orElse(0L) + space.bytes() + judges.bytes();
  }
}
