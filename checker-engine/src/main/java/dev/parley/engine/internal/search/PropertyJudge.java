package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.api.Pending;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.BrokenSetup;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates one property, and remembers what it depended on.
 *
 * <p>A property is a function of the world, and looks at the world one node at a time. What it
 * looks at next can depend only on what it saw before, so its evaluations form a decision tree:
 * each inner position names the node looked at (its local state, or its whole cell if the pending
 * messages were asked for), each branch a value seen there, each leaf the result. Judging a state
 * walks down the tree with the numbers of its cells; users' code runs only where the tree ends.
 *
 * <p>The nodes ever looked at also tell when a state need not be judged at all: if only node
 * <i>n</i> changed since a state that was judged, and no evaluation so far looked at <i>n</i>, then
 * the evaluation for the earlier state, which is among those, would go the same way again.
 *
 * <p>The tree is thrown away when it grows too large; the set of nodes looked at never is.
 */
final class PropertyJudge {
  private static final int HOLDS = -1;
  private static final int FAILS = -2;
  private static final int ROOT = 0;
  private static final int TREE_LIMIT = 1 << 22;

  /**
   * How many evaluations are kept to be repeated with other auxiliary content, and with how much.
   */
  private static final int SAMPLES = 10_000;

  private static final int VARIANTS = 1_000;

  /** An evaluation: what was looked at, in which state, with which result. */
  private record Sample(List<Integer> looks, int[] cells, int result) {}

  private final Property property;
  private final Participants participants;
  private StateSpace space;
  private final StepRunner runner;
  private final boolean runTwice;

  /** For each inner position of the tree, what is looked at there: see {@link #look}. */
  private int[] looks = new int[16];

  private int positions;
  private final LongIntMap branches = new LongIntMap();
  private int constant = LongIntMap.ABSENT;
  private final List<Sample> samples = new ArrayList<>();
  private long evaluations;

  private final boolean[] lookedAt;
  private boolean looksAtPending;
  private boolean reached;
  private long runs;

  PropertyJudge(
      Property property,
      Participants participants,
      StateSpace space,
      StepRunner runner,
      boolean runTwice) {
    this.property = property;
    this.participants = participants;
    this.space = space;
    this.runner = runner;
    this.runTwice = runTwice;
    this.lookedAt = new boolean[participants.count()];
  }

  /**
   * From now on judges the states of another space on the same runner. What it knows of local
   * states is the same there; cells are not.
   */
  void moveTo(StateSpace other) {
    space = other;
    samples.clear();
    if (looksAtPending) {
      branches.clear();
      positions = 0;
    }
  }

  Property property() {
    return property;
  }

  /** How often the property's code ran. */
  long runs() {
    return runs;
  }

  /** Whether some state was found that satisfies the property, if it is a goal. */
  boolean reached() {
    return reached;
  }

  void reachIfHolds(int[] cells) {
    reached = reached || holds(cells);
  }

  /** Whether it was ever seen to look at pending messages. */
  boolean looksAtPending() {
    return looksAtPending;
  }

  /** The nodes whose local states it was ever seen to look at. */
  BitSet lookedAt() {
    BitSet nodes = new BitSet();
    for (int node = 0; node < lookedAt.length; node++) {
      nodes.set(node, lookedAt[node]);
    }
    return nodes;
  }

  /** Whether a change of one node's local state, or of any inbox, may change the result. */
  boolean dependsOn(int node) {
    return looksAtPending || lookedAt[node];
  }

  /** Whether the property is true in the state with the given cells. */
  boolean holds(int[] cells) {
    int position = positions == 0 ? constant : ROOT;
    while (position >= 0) {
      int look = looks[position];
      position = branches.get(position, seen(look, cells));
    }
    return (position == LongIntMap.ABSENT ? evaluate(cells) : position) == HOLDS;
  }

  /** What the property looks at in a state, as text, in the order it looks. */
  List<Violation.Seen> seen(int[] cells) {
    Sight sight = new Sight(cells, Arrangement.FORWARD);
    evaluate(sight);
    return sight.looks.stream().map(look -> describe(look, cells)).toList();
  }

  private Violation.Seen describe(int look, int[] cells) {
    int node = look >> 1;
    String name = participants.id(node).toString();
    if ((look & 1) == 0) {
      return new Violation.Seen(
          name,
          runner.fields(node, space.local(node, cells[node])).stream()
              .map(field -> field.name() + " = " + field.value())
              .collect(Collectors.joining(", ")));
    }
    return new Violation.Seen(
        "pending for " + name,
        IntStream.of(space.pending(node, cells[node]))
            .mapToObj(envelope -> space.messages().restore(envelope, Arrangement.FORWARD))
            .map(Renderer::text)
            .collect(Collectors.joining(", ")));
  }

  private int evaluate(int[] cells) {
    Sight sight = new Sight(cells, Arrangement.FORWARD);
    int result = evaluate(sight);
    if (runTwice) {
      Sight again = new Sight(cells, Arrangement.REVERSED);
      boolean same = evaluate(again) == result;
      if (same && !again.looks.equals(sight.looks)) {
        // Following pending messages to their nodes is fine: the tree is made of evaluations that
        // are all shown them in one order.
        again = new Sight(cells, Arrangement.REVERSED);
        again.pendingReversed = false;
        same = evaluate(again) == result;
      }
      if (same && !again.looks.equals(sight.looks)) {
        // Its value may well be right; but the tree knows an evaluation by the order of its looks.
        throw mistake(
            "looks at the world in another order on a second evaluation of one state: at "
                + names(sight.looks)
                + ", and then at "
                + names(again.looks)
                + ". Iterate in a fixed order: over w.nodes(...), a list or a sorted copy, not over"
                + " a HashMap or HashSet");
      }
      if (!same) {
        throw mistake(
            "is not the same on two evaluations of one state; a property must depend on the world"
                + " alone, not on the order of a HashSet or of pending messages, time, randomness"
                + " or static state");
      }
    }
    grow(sight.looks, cells, result);
    if (++evaluations <= SAMPLES) {
      samples.add(new Sample(sight.looks, cells.clone(), result));
    }
    return result;
  }

  private String names(List<Integer> order) {
    return order.stream()
        .map(look -> ((look & 1) == 0 ? "" : "what is pending for ") + participants.id(look >> 1))
        .collect(Collectors.joining(", "));
  }

  /**
   * Evaluates again with local states that differ in auxiliary content only, one node at a time,
   * and fails if that makes a difference: a property must be decomposed, as Saissi et al. call it.
   */
  void requireDecomposed() {
    for (int node = 0; node < lookedAt.length; node++) {
      for (int i = 0; lookedAt[node] && i < Math.min(VARIANTS, runner.variantCount(node)); i++) {
        int variant = runner.variant(node, i);
        int representative = runner.representative(node, variant);
        for (Sample sample : samples) {
          if (space.local(node, sample.cells[node]) == representative
              && sample.looks.contains(look(node, false))) {
            requireSame(sample, node, variant);
          }
        }
      }
    }
    for (int i = 0; looksAtPending && i < Math.min(VARIANTS, messageVariants()); i++) {
      for (Sample sample : samples) {
        requireSameWithMessage(sample, space.messages().variant(i));
      }
    }
  }

  /** Hands out the evaluations that were kept. */
  void forEachSample(Judges.Judgement judgement) {
    samples.forEach(sample -> judgement.take(sample.cells, sample.result == HOLDS));
  }

  /** Whether there were too many evaluations, or too much auxiliary content, to try all. */
  boolean auditLimited() {
    boolean auxiliary = messageVariants() > 0;
    boolean limited = looksAtPending && messageVariants() > VARIANTS;
    for (int node = 0; node < lookedAt.length; node++) {
      auxiliary |= lookedAt[node] && runner.variantCount(node) > 0;
      limited |= lookedAt[node] && runner.variantCount(node) > VARIANTS;
    }
    return limited || (auxiliary && evaluations > SAMPLES);
  }

  private int messageVariants() {
    return space.messages().variantCount();
  }

  /** The variant takes the place of its representative wherever that is pending. */
  private void requireSameWithMessage(Sample sample, int variant) {
    int representative = space.messages().representative(variant);
    boolean pending = false;
    for (int node = 0; node < sample.cells.length; node++) {
      pending |=
          sample.looks.contains(look(node, true))
              && IntStream.of(space.pending(node, sample.cells[node]))
                  .anyMatch(envelope -> envelope == representative);
    }
    Sight sight = new Sight(sample.cells, Arrangement.FORWARD);
    sight.substituteMessage(representative, variant);
    if (pending && (evaluate(sight) != sample.result || !sight.looks.equals(sample.looks))) {
      throw mistake(
          "depends on auxiliary content: while the message "
              + Renderer.text(space.messages().restore(representative, Arrangement.FORWARD))
              + " is pending it is "
              + (sample.result == HOLDS)
              + ", but with "
              + Renderer.text(space.messages().restore(variant, Arrangement.FORWARD))
              + ", which differs in auxiliary content only, it is not. Take @Auxiliary off that"
              + " content, or do not let the property look at it");
    }
  }

  private void requireSame(Sample sample, int node, int variant) {
    Sight sight = new Sight(sample.cells, Arrangement.FORWARD);
    sight.substitute(node, variant);
    if (evaluate(sight) != sample.result || !sight.looks.equals(sample.looks)) {
      throw new ProtocolException(
          property.name(),
          "the property "
              + property.name()
              + " depends on auxiliary content: for "
              + participants.id(node)
              + " in "
              + runner.fields(node, space.local(node, sample.cells[node]))
              + " it is "
              + (sample.result == HOLDS)
              + ", but with "
              + runner.fields(node, variant)
              + ", which differs in auxiliary content only, it is not. Take @Auxiliary off that"
              + " content, or do not let the property look at it");
    }
  }

  private int evaluate(Sight sight) {
    runs++;
    boolean holds;
    Order.reverse(sight.arrangement == Arrangement.REVERSED);
    try {
      holds = property.predicate().test(sight);
    } catch (ProtocolException e) {
      throw e;
    } catch (Throwable e) {
      // Checked exceptions too: Kotlin and generic code throw them undeclared.
      if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
        throw error;
      }
      sight.surface();
      throw BrokenSetup.of(e, property.name()).orElseGet(() -> mistake("threw " + e, e));
    } finally {
      Order.reverse(false);
    }
    sight.surface();
    sight.close();
    return holds ? HOLDS : FAILS;
  }

  /** Adds the way an evaluation went to the tree. */
  private void grow(List<Integer> newLooks, int[] cells, int result) {
    if (branches.size() > TREE_LIMIT) {
      branches.clear();
      positions = 0;
    }
    if (newLooks.isEmpty()) {
      if (positions > 0) {
        throw mistake("looks at nodes in some states and at none in others, without a reason");
      }
      constant = result;
      return;
    }
    int position = ROOT;
    for (int i = 0; i < newLooks.size(); i++) {
      int look = newLooks.get(i);
      if (position == positions) {
        if (positions == looks.length) {
          looks = Arrays.copyOf(looks, positions * 2);
        }
        looks[positions++] = look;
      } else if (looks[position] != look) {
        throw mistake("looks at different nodes in states where it saw the same so far");
      }
      int seen = seen(look, cells);
      int next = branches.get(position, seen);
      if (next == LongIntMap.ABSENT) {
        next = i == newLooks.size() - 1 ? result : positions;
        branches.put(position, seen, next);
      }
      position = next;
    }
  }

  private int seen(int look, int[] cells) {
    int node = look >> 1;
    return (look & 1) == 0 ? space.local(node, cells[node]) : cells[node];
  }

  /** A look at a node's local state, or at its whole cell. */
  private static int look(int node, boolean cell) {
    return node << 1 | (cell ? 1 : 0);
  }

  private ProtocolException mistake(String what, Throwable cause) {
    return new ProtocolException(
        property.name(), "the property " + property.name() + " " + what, cause);
  }

  private ProtocolException mistake(String what) {
    return new ProtocolException(property.name(), "the property " + property.name() + " " + what);
  }

  /** The world of one state, noting what is looked at. */
  private final class Sight extends ObservedWorld {
    private final int[] cells;
    private final Arrangement arrangement;
    private final Node[] restored = new Node[participants.count()];
    private final List<Integer> looks = new ArrayList<>();
    private final int[] locals = new int[participants.count()];
    private boolean pendingReversed;
    private int hidden = -1;
    private int shownInstead = -1;
    private Optional<RuntimeException> failure = Optional.empty();

    Sight(int[] cells, Arrangement arrangement) {
      super(participants);
      this.cells = cells;
      this.arrangement = arrangement;
      this.pendingReversed = arrangement == Arrangement.REVERSED;
      Arrays.setAll(locals, node -> space.local(node, cells[node]));
    }

    /** Shows another message wherever the given one is pending. */
    void substituteMessage(int envelope, int shown) {
      hidden = envelope;
      shownInstead = shown;
    }

    /** Shows another local state of a node. */
    void substitute(int node, int local) {
      locals[node] = local;
    }

    /** Throws what went wrong while something was shown, even if the property swallowed it. */
    void surface() {
      failure.ifPresent(
          e -> {
            throw e;
          });
    }

    private <T> T shown(Supplier<T> part) {
      try {
        return part.get();
      } catch (RuntimeException e) {
        failure = Optional.of(e);
        throw e;
      }
    }

    @Override
    protected List<Pending> lookAtPending(int node) {
      return shown(() -> pendingFor(node));
    }

    /** Their order means nothing, so a second evaluation is shown another one. */
    @Override
    protected List<Pending> arranged(List<Pending> pending) {
      if (pendingReversed) {
        Collections.reverse(pending);
      }
      return pending;
    }

    private List<Pending> pendingFor(int node) {
      note(PropertyJudge.look(node, true));
      looksAtPending = true;
      List<Pending> pending = new ArrayList<>();
      for (int envelope : space.pending(node, cells[node])) {
        pending.add(
            new Pending(
                participants.id(space.messages().sender(envelope)),
                participants.id(node),
                space
                    .messages()
                    .restore(envelope == hidden ? shownInstead : envelope, arrangement)));
      }
      return pending;
    }

    /** Fails if the property changed what it was shown. */
    void close() {
      for (int node = 0; node < restored.length; node++) {
        if (restored[node] != null && !runner.unchanged(node, locals[node])) {
          throw mistake("changes " + participants.id(node) + "; a property may only look");
        }
        if (restored[node] != null) {
          runner.ran(restored[node]);
        }
      }
    }

    @Override
    protected Node look(int node) {
      if (restored[node] == null) {
        note(PropertyJudge.look(node, false));
        lookedAt[node] = true;
        restored[node] = shown(() -> runner.restore(node, locals[node], arrangement));
      }
      return restored[node];
    }

    private void note(int look) {
      if (!looks.contains(look)) {
        looks.add(look);
      }
    }
  }
}
