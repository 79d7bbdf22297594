package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.api.Pending;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.order.Order;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.Recorder;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.Symmetry;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.BrokenSetup;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Violation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates one property, and remembers what it depended on.
 *
 * <p>A property is a function of the world, and looks at the world one node at a time. What it
 * looks at next can depend only on what it saw before, so its evaluations form a decision tree:
 * each inner position names the node looked at (its local state, its inbox if the pending messages
 * were asked for, or whether it is up), each branch a value seen there, each leaf the result.
 * Judging a state walks down the tree with the numbers of its cells; users' code runs only where
 * the tree ends.
 *
 * <p><b>Fields.</b> Once properties have run often, what is seen of a local state is not its number
 * any more, but what it looks like without the fields that the property does not read ({@link
 * LocalSights}). Byte code proves that it does not read them ({@link
 * dev.parley.engine.internal.infer.FieldReads}); two local states that differ in such fields alone
 * are the same to it, so a branch for one is right for the other. This is not only believed: a
 * local state that is met for the first time is shown to the property even if the tree knows what
 * it looks like, and result and looks must be those of the tree. So each local state was really
 * looked at once, though not in all combinations. After the first {@link #SHOWN} of a node, only
 * every {@link #SHOWN_LATER}th is shown: where nearly every state brings a local state that was
 * never there before, looking at each would cost what the tree saves. A difference is an error.
 *
 * <p>The nodes ever looked at also tell when a state need not be judged at all: if only node
 * <i>n</i> changed since a state that was judged, and no evaluation so far looked at <i>n</i>, then
 * the evaluation for the earlier state, which is among those, would go the same way again.
 *
 * <p>The tree is thrown away when it grows too large, or when the trees of all properties together
 * do ({@link JudgeMemory}), and with it the numbers of what local states look like; then users'
 * code runs again where it is needed. The set of nodes looked at is never thrown away.
 *
 * <p><b>Auxiliary content.</b> In a search on relevant states the tree is made of evaluations on
 * representatives. They stand for all states with the same relevant content if the property gives
 * the same on every combination of variants of what it looked at ({@link #requireDecomposed}): of
 * the local states, and of each single pending message, for two that are equal but for auxiliary
 * content may be pending together. What it did not look at may be anything in the states that the
 * evaluation stands for. So on a variant it must not look at more: a node looked at only then was
 * not varied, and the result for other states of that node is not known.
 */
final class PropertyJudge implements Symmetry.Judged {
  private static final int LOCAL_STATE = 0;
  private static final int INBOX = 1;
  private static final int UP = 2;

  /** What was recorded; the part of the state stands in the place of a node. */
  private static final int HISTORY = 3;

  private static final List<String> KINDS =
      List.of("", "what is pending for ", "whether it is up: ");

  private static final int HOLDS = -1;
  private static final int FAILS = -2;
  private static final Optional<Boolean> REMEMBERS_TRUE = Optional.of(true);
  private static final Optional<Boolean> REMEMBERS_FALSE = Optional.of(false);
  private static final int ROOT = 0;
  private static final int TREE_LIMIT = 1 << 22;

  /** What is seen of a local state that the property has to be shown first. */
  private static final int UNSHOWN = -1;

  /** So many local states of a node are shown to the property before the tree answers for some. */
  private static final int SHOWN = 1_000;

  private static final int SHOWN_LATER = 16;

  /** How many variants of one local state or message are tried. */
  private static final int VARIANTS = 1_000;

  /** How many combinations of variants are tried for one evaluation, and for all. */
  private static final long COMBINATIONS = 20_000;

  private static final long ALL_COMBINATIONS = 200_000;

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

  /** Evaluations, one after the other: result, number of looks, looks, cells. */
  private final IntSequence samples = new IntSequence();

  private int sampleCount;
  private boolean unsampled;
  private boolean limited;
  private long combinations;
  private final JudgeMemory memory;
  private final PropertySights propertySights;

  /** What can be told apart, from when byte code was asked; nothing if that is everything. */
  private Optional<LocalSights> sights = Optional.empty();

  private boolean asked;
  private int sightVersion;

  /** By node and local state that was met: 1 more than what it looks like. */
  private final int[][] appearances;

  /** For each node, how many local states were met since there are sights. */
  private final int[] met;

  private final boolean[] lookedAt;
  private boolean looksAtPending;
  private boolean looksAtUp;
  private boolean looksAtHistory;
  private int differentLooks;
  private int drops;
  private boolean reached;
  private long runs;

  PropertyJudge(
      Property property,
      Participants participants,
      StateSpace space,
      StepRunner runner,
      boolean runTwice,
      JudgeMemory memory,
      PropertySights propertySights) {
    this.memory = memory;
    this.propertySights = propertySights;
    this.property = property;
    this.participants = participants;
    this.space = space;
    this.runner = runner;
    this.runTwice = runTwice;
    this.lookedAt = new boolean[participants.count()];
    this.met = new int[participants.count()];
    this.appearances = new int[participants.count()][0];
  }

  /**
   * From now on judges the states of another space on the same runner. What it knows of local
   * states is the same there; cells are not.
   */
  void moveTo(StateSpace other) {
    if (other == space) {
      return;
    }
    space = other;
    samples.clear();
    sampleCount = 0;
    if (looksAtPending || looksAtHistory) {
      forget();
    }
  }

  /** Forgets the tree; it grows again where it is needed. */
  void forget() {
    long before = treeBytes();
    dropTree();
    memory.grown(treeBytes() - before);
  }

  private void dropTree() {
    drops++;
    branches.clear();
    looks = new int[16];
    positions = 0;
    Arrays.fill(appearances, new int[0]);
    sights.ifPresent(some -> sightVersion = some.version());
  }

  /** What the tree and the evaluations kept take in memory. */
  long bytes() {
    return treeBytes() + samples.bytes();
  }

  private long treeBytes() {
    long bytes = branches.bytes() + (long) Integer.BYTES * looks.length;
    for (int[] ofNode : appearances) {
      bytes += (long) Integer.BYTES * ofNode.length;
    }
    return bytes;
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

  /**
   * Whether a change of one node's local state, of any inbox, or of what was recorded, may change
   * the result; of all nodes' if it is {@link Action#NOBODY}.
   */
  boolean dependsOn(int node) {
    return looksAtPending || looksAtHistory || node == Action.NOBODY || mayReach(node);
  }

  /** Whether it was seen to look at a node, or at one that is interchangeable with it. */
  private boolean mayReach(int node) {
    if (lookedAt[node] || space.symmetry().isEmpty()) {
      return lookedAt[node];
    }
    Symmetry symmetry = space.symmetry().get();
    for (int other = 0; other < lookedAt.length; other++) {
      if (lookedAt[other] && symmetry.interchangeable(node, other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the property is true in the state with the given cells. */
  boolean holds(int[] cells) {
    boolean holds = decide(cells);
    if (space.symmetry().isPresent()) {
      space.symmetry().get().judged(this, cells, holds);
    }
    return holds;
  }

  @Override
  public String name() {
    return property.name();
  }

  @Override
  public Optional<Method> method() {
    return property.method();
  }

  @Override
  public boolean hasLookedAt(int node) {
    return lookedAt[node];
  }

  @Override
  public boolean looksBeyondLocals() {
    return looksAtPending || looksAtUp || looksAtHistory;
  }

  @Override
  public int looks() {
    return differentLooks;
  }

  /**
   * Whether the property is true in a state, if an earlier evaluation tells. Changes nothing, so
   * several threads may ask, as long as nobody judges.
   */
  Optional<Boolean> remembers(int[] cells) {
    int position = positions == 0 ? constant : ROOT;
    while (position >= 0) {
      int look = looks[position];
      int seen =
          kindOf(look) == LOCAL_STATE && sights.isPresent()
              ? knownAppearance(nodeOf(look), cells)
              : seen(look, cells);
      position = seen == UNSHOWN ? LongIntMap.ABSENT : branches.get(position, seen);
    }
    return position == HOLDS
        ? REMEMBERS_TRUE
        : position == FAILS ? REMEMBERS_FALSE : Optional.empty();
  }

  private int knownAppearance(int node, int[] cells) {
    int[] ofNode = appearances[node];
    int local = space.local(node, cells[node]);
    return local < ofNode.length && ofNode[local] > 0 ? ofNode[local] - 1 : UNSHOWN;
  }

  /** Grows whenever it learns something of a state. */
  long learnt() {
    long learnt = runs + turns() + (reached ? 1 : 0);
    for (int ofNode : met) {
      learnt += ofNode;
    }
    return learnt;
  }

  /** Counts on from so many runs. */
  void setRuns(long count) {
    runs = count;
  }

  /** Grows when it looks at something that it has not looked at before, or forgets its tree. */
  int turns() {
    return differentLooks + drops;
  }

  @Override
  public int sightVersion() {
    return sights.isEmpty() ? -1 : sights.get().version();
  }

  @Override
  public int sight(int node, int local) {
    return sights.isEmpty() ? local : sights.get().of(node, local);
  }

  @Override
  public boolean decide(int[] cells) {
    int position = positions == 0 ? constant : ROOT;
    while (position >= 0) {
      int seen = seen(looks[position], cells);
      position = seen == UNSHOWN ? LongIntMap.ABSENT : branches.get(position, seen);
    }
    return (position == LongIntMap.ABSENT ? evaluate(cells) : position) == HOLDS;
  }

  /**
   * What the property looks at in a state, as text, in the order it looks.
   *
   * @param reads tells of which fields of a node the content is shown
   */
  List<Violation.Seen> seen(int[] cells, FieldFilter reads) {
    Sight sight = new Sight(cells, Arrangement.FORWARD);
    evaluate(sight);
    return sight.looks.stream().map(look -> describe(look, cells, reads)).toList();
  }

  /** The nodes whose local states the property looks at in a state, in the order it looks. */
  List<Integer> nodesSeen(int[] cells) {
    Sight sight = new Sight(cells, Arrangement.FORWARD);
    evaluate(sight);
    return sight.looks.stream()
        .filter(look -> kindOf(look) == LOCAL_STATE)
        .map(PropertyJudge::nodeOf)
        .toList();
  }

  private Violation.Seen describe(int look, int[] cells, FieldFilter reads) {
    int node = nodeOf(look);
    if (kindOf(look) == HISTORY) {
      int component = node - participants.count();
      return new Violation.Seen(
          space.environment().name(component), space.environment().text(component, cells[node]));
    }
    String name = participants.id(node).toString();
    if (kindOf(look) == UP) {
      return new Violation.Seen(name, isUp(node, cells) ? "is up" : "is down");
    }
    if (kindOf(look) == LOCAL_STATE) {
      return new Violation.Seen(
          name,
          runner.fields(node, space.local(node, cells[node])).stream()
              .filter(field -> reads.shows(node, field.name()))
              .map(field -> field.name() + " = " + field.value())
              .collect(Collectors.joining(", ")));
    }
    return new Violation.Seen(
        "pending for " + name,
        IntStream.of(space.pending(node, cells[node]))
            .mapToObj(messageId -> space.messages().restore(messageId, Arrangement.FORWARD))
            .map(Renderer::text)
            .collect(Collectors.joining(", ")));
  }

  private int evaluate(int[] cells) {
    Sight sight = new Sight(cells, Arrangement.FORWARD);
    sight.comesAgain = runTwice;
    int result = evaluate(sight);
    if (runTwice) {
      Sight again = new Sight(cells, Arrangement.REVERSED);
      boolean same = evaluate(again) == result;
      if (same && !again.looks.equals(sight.looks)) {
        // Following pending messages to their nodes is fine: the tree is made of evaluations that
        // are all shown them in one order.
        again = new Sight(cells, Arrangement.REVERSED);
        again.pendingOrder = pending -> {};
        same = evaluate(again) == result;
      }
      if (same && !again.looks.equals(sight.looks)) {
        // Its value may be right, but the tree identifies an evaluation by the order of its looks.
        throw mistake(
            "looks at the world in another order on a second evaluation of one state: at "
                + names(sight.looks)
                + ", and then at "
                + names(again.looks)
                + ". Iterate in a fixed order: over w.nodes(...), a list or a sorted copy, not over"
                + " a HashMap or HashSet");
      }
      if (same && sight.hasMiddle) {
        // What stands in the middle of an odd number stays there if the order is reversed.
        Sight shifted = new Sight(cells, Arrangement.FORWARD);
        shifted.pendingOrder = pending -> Collections.rotate(pending, 1);
        same = evaluate(shifted) == result;
      }
      if (!same) {
        throw mistake(
            "is not the same on two evaluations of one state; a property must depend on the world"
                + " alone, not on the order of a HashSet or of pending messages, time, randomness"
                + " or static state");
      }
    }
    if (branches.size() > TREE_LIMIT) {
      forget();
    }
    if (propertySights.ran() && !asked) {
      asked = true;
      sights = propertySights.of(property);
      sights.ifPresent(some -> forget());
    }
    memory.makeRoom();
    long before = treeBytes();
    grow(sight.looks, cells, result);
    memory.grown(treeBytes() - before);
    keep(sight.looks, cells, result);
    return result;
  }

  private void keep(List<Integer> seenLooks, int[] cells, int result) {
    if (!memory.maySample(sampleCount, 2 + seenLooks.size() + cells.length)) {
      unsampled = true;
      return;
    }
    sampleCount++;
    samples.add(result);
    samples.add(seenLooks.size());
    seenLooks.forEach(samples::add);
    for (int cell : cells) {
      samples.add(cell);
    }
  }

  private void forEach(Consumer<Sample> consumer) {
    for (int at = 0; at < samples.size(); ) {
      int result = samples.get(at++);
      List<Integer> seenLooks = new ArrayList<>();
      for (int left = samples.get(at++); left > 0; left--) {
        seenLooks.add(samples.get(at++));
      }
      int[] cells = new int[space.partCount()];
      for (int part = 0; part < cells.length; part++) {
        cells[part] = samples.get(at++);
      }
      consumer.accept(new Sample(seenLooks, cells, result));
    }
  }

  private String names(List<Integer> order) {
    return order.stream()
        .map(
            look ->
                kindOf(look) == HISTORY
                    ? "what was recorded"
                    : KINDS.get(kindOf(look)) + participants.id(nodeOf(look)))
        .collect(Collectors.joining(", "));
  }

  /**
   * Evaluates again with all combinations of local states and pending messages that differ in
   * auxiliary content only, and fails if that makes a difference: a property must be decomposed, as
   * Saissi et al. call it.
   */
  void requireDecomposed() {
    Variants variants = new Variants();
    if (variants.any()) {
      forEach(sample -> requireDecomposed(sample, variants));
    }
  }

  /** How many combinations of auxiliary content it was tried on. */
  long combinations() {
    return combinations;
  }

  /** Hands out the evaluations that were kept. */
  void forEachSample(Judges.SampleConsumer consumer) {
    forEach(sample -> consumer.take(sample.cells, sample.result == HOLDS));
  }

  /** Whether there were too many evaluations, or too much auxiliary content, to try all. */
  boolean auditLimited() {
    return limited || unsampled && new Variants().any();
  }

  /** The variants of all that was looked at, by their representatives. */
  private final class Variants {
    private final List<Map<Integer, List<Integer>>> locals = new ArrayList<>();
    private final Map<Integer, List<Integer>> messages = new HashMap<>();

    Variants() {
      for (int node = 0; node < lookedAt.length; node++) {
        Map<Integer, List<Integer>> ofNode = new HashMap<>();
        for (int i = 0; lookedAt[node] && i < runner.variantCount(node); i++) {
          int variant = runner.variant(node, i);
          add(ofNode, runner.representative(node, variant), variant);
        }
        locals.add(ofNode);
      }
      for (int i = 0; looksAtPending && i < space.messages().variantCount(); i++) {
        int variant = space.messages().variant(i);
        add(messages, space.messages().representative(variant), variant);
      }
    }

    private void add(Map<Integer, List<Integer>> to, int representative, int variant) {
      List<Integer> all =
          to.computeIfAbsent(representative, r -> new ArrayList<>(List.of(representative)));
      if (all.size() <= VARIANTS) {
        all.add(variant);
      } else {
        limited = true;
      }
    }

    boolean any() {
      return !messages.isEmpty() || locals.stream().anyMatch(ofNode -> !ofNode.isEmpty());
    }
  }

  /**
   * Something a property looked at that may be replaced.
   *
   * @param node the node it belongs to
   * @param position its place among the node's pending messages, or {@link #LOCAL}
   * @param options what it may be, the representative first
   */
  private record Part(int node, int position, List<Integer> options) {}

  private static final int LOCAL = -1;

  private void requireDecomposed(Sample sample, Variants variants) {
    List<Part> parts = parts(sample, variants);
    if (parts.isEmpty()) {
      return;
    }
    double count =
        parts.stream().mapToDouble(part -> part.options.size()).reduce(1, (a, b) -> a * b);
    if (count > COMBINATIONS || combinations + count > ALL_COMBINATIONS) {
      limited = true;
      for (int i = 0; i < parts.size(); i++) {
        for (int option = 1; option < parts.get(i).options.size(); option++) {
          int[] chosen = new int[parts.size()];
          chosen[i] = option;
          requireSame(sample, parts, chosen);
        }
      }
      return;
    }
    combinations += (long) count;
    combine(sample, parts, new int[parts.size()], 0);
  }

  private List<Part> parts(Sample sample, Variants variants) {
    List<Part> parts = new ArrayList<>();
    for (int look : sample.looks) {
      int node = nodeOf(look);
      if (kindOf(look) == LOCAL_STATE) {
        List<Integer> options =
            variants.locals.get(node).get(space.local(node, sample.cells[node]));
        if (options != null) {
          parts.add(new Part(node, LOCAL, options));
        }
      } else if (kindOf(look) == INBOX) {
        int[] pending = space.pending(node, sample.cells[node]);
        for (int i = 0; i < pending.length; i++) {
          if (variants.messages.containsKey(pending[i])) {
            parts.add(new Part(node, i, variants.messages.get(pending[i])));
          }
        }
      }
    }
    return parts;
  }

  private void combine(Sample sample, List<Part> parts, int[] chosen, int at) {
    if (at == chosen.length) {
      requireSame(sample, parts, chosen);
      return;
    }
    for (int option = 0; option < parts.get(at).options.size(); option++) {
      chosen[at] = option;
      combine(sample, parts, chosen, at + 1);
    }
    chosen[at] = 0;
  }

  private void requireSame(Sample sample, List<Part> parts, int[] chosen) {
    if (IntStream.of(chosen).allMatch(option -> option == 0)) {
      return;
    }
    Sight sight = new Sight(sample.cells, Arrangement.FORWARD);
    for (int i = 0; i < chosen.length; i++) {
      Part part = parts.get(i);
      sight.substitute(part.node, part.position, part.options.get(chosen[i]));
    }
    boolean same = evaluate(sight) == sample.result;
    List<Integer> more = new ArrayList<>(sight.looks);
    more.removeAll(sample.looks);
    if (!same || !more.isEmpty()) {
      throw mistake(
          "depends on auxiliary content: "
              + shown(sample, parts, chosen, new int[chosen.length])
              + " it is "
              + (sample.result == HOLDS)
              + ", but "
              + shown(sample, parts, chosen, chosen)
              + ", which differs in auxiliary content only, "
              + (same
                  ? "it looks at more: it looks at " + names(more) + " only for one of them"
                  : "it is not")
              + ". Take @Auxiliary off that content, or do not let the property look at it");
    }
  }

  /** The parts that were replaced, as they are with the given options. */
  private String shown(Sample sample, List<Part> parts, int[] chosen, int[] options) {
    Map<Integer, int[]> pending = new TreeMap<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < chosen.length; i++) {
      Part part = parts.get(i);
      if (part.position != LOCAL) {
        int[] all =
            pending.computeIfAbsent(
                part.node, node -> space.pending(node, sample.cells[node]).clone());
        all[part.position] = part.options.get(options[i]);
      } else if (chosen[i] != 0) {
        words.add(
            "for "
                + participants.id(part.node)
                + " in "
                + fields(part.node, part.options.get(options[i])));
      }
    }
    pending.values().forEach(all -> words.add(pendingText(all)));
    return String.join(" and ", words);
  }

  private String pendingText(int[] messageIds) {
    String texts =
        IntStream.of(messageIds)
            .mapToObj(messageId -> space.messages().restore(messageId, Arrangement.FORWARD))
            .map(Renderer::text)
            .collect(Collectors.joining(", "));
    return messageIds.length == 1
        ? "while the message " + texts + " is pending"
        : "while the messages " + texts + " are pending";
  }

  private String fields(int node, int local) {
    return runner.fields(node, local).stream()
        .map(field -> field.name() + "=" + field.value())
        .collect(Collectors.joining(", ", "{", "}"));
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
      Order.takeRefusal()
          .ifPresent(
              why -> {
                throw mistake("may depend on the Java process: " + why);
              });
    }
    sight.surface();
    sight.close();
    return holds ? HOLDS : FAILS;
  }

  /** Adds the way an evaluation went to the tree. */
  private void grow(List<Integer> newLooks, int[] cells, int result) {
    if (newLooks.isEmpty()) {
      if (positions > 0) {
        throw mistake("looks at nodes in some states and at none in others, without a reason");
      }
      constant = result;
      return;
    }
    int[] seen = show(newLooks, cells);
    int position = ROOT;
    for (int i = 0; i < newLooks.size(); i++) {
      int look = newLooks.get(i);
      if (position == positions) {
        if (positions == looks.length) {
          looks = Arrays.copyOf(looks, positions * 2);
        }
        looks[positions++] = look;
      } else if (looks[position] != look) {
        throw sights.isPresent()
            ? contradiction()
            : mistake("looks at different nodes in states where it saw the same so far");
      }
      boolean last = i == newLooks.size() - 1;
      int next = branches.get(position, seen[i]);
      if (next == LongIntMap.ABSENT) {
        next = last ? result : positions;
        branches.put(position, seen[i], next);
      } else if (last ? next != result : next < 0) {
        throw contradiction();
      }
      position = next;
    }
  }

  private ProtocolException contradiction() {
    return mistake(
        "has another result, or looks at other nodes, where nothing differs but fields that it does"
            + " not read according to its byte code. Does it keep something in a static field, or"
            + " does an agent change classes while they are loaded? Report this as a bug of Parley"
            + " if not");
  }

  /** What an evaluation saw; from now on the tree answers for these local states. */
  private int[] show(List<Integer> newLooks, int[] cells) {
    int[] seen = new int[newLooks.size()];
    for (int i = 0; i < seen.length; i++) {
      int look = newLooks.get(i);
      int node = nodeOf(look);
      if (kindOf(look) == LOCAL_STATE && sights.isPresent()) {
        int local = space.local(node, cells[node]);
        seen[i] = sights.get().of(node, local);
        if (sights.get().version() != sightVersion) {
          // Numbers have changed their meaning, those of looks before this one too.
          dropTree();
          return show(newLooks, cells);
        }
        remember(node, local, seen[i]);
      } else {
        seen[i] = seen(look, cells);
      }
    }
    return seen;
  }

  private int seen(int look, int[] cells) {
    int node = nodeOf(look);
    return switch (kindOf(look)) {
      case LOCAL_STATE -> {
        int local = space.local(node, cells[node]);
        yield sights.isEmpty() ? local : appearance(node, local);
      }
      case INBOX -> space.inbox(node, cells[node]);
      case HISTORY -> cells[node];
      default -> isUp(node, cells) ? 1 : 0;
    };
  }

  /** What a local state looks like, or {@link #UNSHOWN}. */
  private int appearance(int node, int local) {
    int[] ofNode = appearances[node];
    int known = local < ofNode.length ? ofNode[local] : 0;
    return known > 0 ? known - 1 : meet(node, local);
  }

  private int meet(int node, int local) {
    int looksLike = sights.get().of(node, local);
    if (sights.get().version() != sightVersion) {
      forget();
      return UNSHOWN;
    }
    int number = met[node]++;
    if (number < SHOWN || number % SHOWN_LATER == 0) {
      return UNSHOWN;
    }
    long before = treeBytes();
    remember(node, local, looksLike);
    memory.grown(treeBytes() - before);
    return looksLike;
  }

  private void remember(int node, int local, int looksLike) {
    if (local >= appearances[node].length) {
      int length = appearances[node].length;
      appearances[node] =
          Arrays.copyOf(appearances[node], Math.max(local + 1, length + (length >> 1)));
    }
    appearances[node][local] = looksLike + 1;
  }

  private boolean isUp(int node, int[] cells) {
    return space.environment().enables(cells, node);
  }

  /** A look at a node: at its local state, at its inbox, or at whether it is up. */
  private static int look(int node, int kind) {
    return node << 2 | kind;
  }

  private static int nodeOf(int look) {
    return look >> 2;
  }

  private static int kindOf(int look) {
    return look & 3;
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
    private Consumer<List<Pending>> pendingOrder;
    private boolean hasMiddle;

    /**
     * Whether the same evaluation follows in the other arrangement. Then only that one checks that
     * nothing was changed: what changes something the first time alone depends on more than the
     * world.
     */
    private boolean comesAgain;

    private final Map<Integer, int[]> shownPending = new HashMap<>();
    private Optional<RuntimeException> failure = Optional.empty();

    Sight(int[] cells, Arrangement arrangement) {
      super(participants);
      this.cells = cells;
      this.arrangement = arrangement;
      this.pendingOrder =
          arrangement == Arrangement.REVERSED ? Collections::reverse : pending -> {};
      Arrays.setAll(locals, node -> space.local(node, cells[node]));
    }

    /** Shows another local state of a node, or another message among those pending for it. */
    void substitute(int node, int position, int shown) {
      if (position == LOCAL) {
        locals[node] = shown;
      } else {
        shownPending.computeIfAbsent(node, this::pendingOf)[position] = shown;
      }
    }

    private int[] pendingOf(int node) {
      return space.pending(node, cells[node]).clone();
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

    @Override
    protected boolean lookAtUp(Node shown) {
      for (int node = 0; node < restored.length; node++) {
        if (restored[node] == shown) {
          note(PropertyJudge.look(node, UP));
          differentLooks += looksAtUp ? 0 : 1;
          looksAtUp = true;
          return PropertyJudge.this.isUp(node, cells);
        }
      }
      throw new IllegalArgumentException(
          "isUp() was asked about a node that this world did not show; ask about nodes that"
              + " w.nodes(...) or w.node(...) returned");
    }

    @Override
    protected boolean lookAtHistory(String name) {
      Recorder recorder = space.environment().recorder(name).orElseThrow();
      note(PropertyJudge.look(recorder.part(), HISTORY));
      differentLooks += looksAtHistory ? 0 : 1;
      looksAtHistory = true;
      return shown(() -> recorder.fits(cells));
    }

    /** Their order means nothing, so further evaluations are shown others. */
    @Override
    protected List<Pending> arranged(List<Pending> pending) {
      hasMiddle |= pending.size() > 1 && pending.size() % 2 == 1;
      pendingOrder.accept(pending);
      return pending;
    }

    private List<Pending> pendingFor(int node) {
      note(PropertyJudge.look(node, INBOX));
      differentLooks += looksAtPending ? 0 : 1;
      looksAtPending = true;
      List<Pending> pending = new ArrayList<>();
      for (int messageId : shownPending.getOrDefault(node, pendingOf(node))) {
        pending.add(
            new Pending(
                participants.id(space.messages().sender(messageId)),
                participants.id(node),
                space.messages().restore(messageId, arrangement)));
      }
      return pending;
    }

    /** Fails if the property changed what it was shown. */
    void close() {
      for (int node = 0; node < restored.length; node++) {
        if (restored[node] != null
            && !comesAgain
            && !runner.unchanged(node, restored[node], locals[node])) {
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
        note(PropertyJudge.look(node, LOCAL_STATE));
        differentLooks += lookedAt[node] ? 0 : 1;
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
