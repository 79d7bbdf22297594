package dev.parley.engine.internal.space;

import dev.parley.api.Node;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.result.ActionKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The cells and transitions of one node, as integers.
 *
 * <p>Cells and events have their numbers from the {@link Dictionary}, which all workers share; this
 * class is what one {@link Cursor} knows of them. Two memos stand between the search and the user's
 * code:
 *
 * <ol>
 *   <li>(local state, event) to outcomes, so a handler runs once per distinct local step, however
 *       many inboxes it is taken from;
 *   <li>cell to {@link Expansion}: every transition the node can take, with the new cell and the
 *       bundles sent. This is what the search reads for every global state.
 * </ol>
 *
 * A third memo answers what a cell becomes when a bundle is placed in its inbox.
 *
 * <p>In a search on relevant states, all local states here are representatives: a new one is
 * replaced by its representative as soon as it appears, and the audit looks after the rest.
 *
 * <p>Memos may be forgotten at any time ({@link #trim}), since everything in them can be computed
 * again from the interned local states. If every local state were new, they would otherwise grow as
 * fast as the state space and be of no use. Cells are never forgotten: states refer to them.
 *
 * <p>If dead messages are dropped ({@link DeadMessages}), they are removed from an inbox when a
 * cell is made of it. So states that differ only in dead messages are one state.
 */
final class NodeSpace {
  private static final int THREW = Expansion.THREW;

  /** The step is not taken, because not all of what it does is known. */
  private static final int STAYS = -2;

  /** Where no expansion starts. */
  static final int UNKNOWN = 0;

  private static final int REFUSED = 0;
  private static final int NONE = -1;

  private final int node;
  private final NodeType type;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final Delivery delivery;
  private final int memoLimit;

  /** Stands for what records operations, where an outcome names recipients. */
  private final int history;

  private final NodeCells cells;
  private final boolean[] fired;
  private long[] taken = new long[16];
  private final Optional<DecompositionAudit> audit;
  private boolean auditing;
  private boolean forgottenUnaudited;

  private final LongIntMap quorumSizes = new LongIntMap();
  private final LongIntMap steps = new LongIntMap();
  private final IntSequence outcomes = new IntSequence();

  private int[] expansionOf = new int[64];
  private int[] idleOf = new int[0];
  private final IntSequence expansions = new IntSequence();

  private final LongIntMap placements = new LongIntMap();

  private Optional<Selector> selector = Optional.empty();
  private Optional<DeadMessages> deadMessages = Optional.empty();
  private Optional<OutcomeCheck> outcomeCheck = Optional.empty();
  private Optional<Symmetry> symmetry = Optional.empty();
  private final LongIntMap keptInboxes = new LongIntMap();

  /** By local state and layout. There are few of them, so they are never forgotten. */
  private final Map<List<Integer>, List<Restarts.Restart>> restarts = new HashMap<>();

  private boolean unauditedRestarts;

  /** The cells that were ever expanded, and how often something was worked out first. */
  private final BitSet met = new BitSet();

  private long firsts;
  private boolean forgotten;

  NodeSpace(
      int node,
      Participants participants,
      StepRunner runner,
      StepExecutor executor,
      Dictionary dictionary,
      boolean decompose,
      int memoLimit) {
    this.node = node;
    this.type = participants.type(node);
    this.runner = runner;
    this.executor = executor;
    this.delivery = dictionary.delivery();
    this.cells = dictionary.node(node);
    this.memoLimit = memoLimit;
    this.history = participants.count();
    this.fired = new boolean[type.handlers().size()];
    this.audit =
        decompose
            ? Optional.of(new DecompositionAudit(node, participants, runner, executor, cells))
            : Optional.empty();
    forgetExpansions();
    forgetSteps();
  }

  /** The cell of a layout's initial state with the messages that are pending there. */
  int initialCell(int layout, int inbox) {
    return cell(runner.representative(node, runner.initialLocal(layout, node)), inbox);
  }

  /** What a restart does: see {@link Restarts}. */
  List<Restarts.Restart> restarts(int local, int layout) {
    return restarts.computeIfAbsent(List.of(local, layout), key -> restart(local, layout));
  }

  private List<Restarts.Restart> restart(int local, int layout) {
    Handler hook = type.handlers().get(type.handlers().size() - 1);
    fired[hook.index()] = true;
    // The audit runs steps on other auxiliary content, not restarts.
    unauditedRestarts |= hook.method().getDeclaringClass() != Node.class;
    firsts++;
    List<Restarts.Restart> all = new ArrayList<>();
    List<StepOutcome> results = executor.restarts(node, local, layout);
    symmetry.ifPresent(s -> s.restarted(node, local, layout, results));
    for (StepOutcome result : results) {
      outcomeCheck.ifPresent(check -> check.check(node, local, hook, new int[0], result));
      Bundles sent = bundles(result);
      all.add(
          new Restarts.Restart(
              runner.representative(node, result.local()),
              sent.toSelf,
              sent.recipients.stream().mapToInt(i -> i).toArray(),
              sent.bundles.stream().mapToInt(i -> i).toArray(),
              result));
    }
    return all;
  }

  /** From now on inboxes lose what is dead; to be called before there are any messages. */
  void drop(DeadMessages dead) {
    deadMessages = Optional.of(dead);
  }

  /** From now on an idle message comes first. */
  void expandIdleFirst(Selector newSelector) {
    selector = Optional.of(newSelector);
    idleOf = new int[0];
    forgetExpansions();
  }

  /** From now on the outcomes of local steps are looked at. */
  void check(OutcomeCheck check) {
    outcomeCheck = Optional.of(check);
  }

  /** From now on a symmetry hears of local steps. */
  void tell(Optional<Symmetry> listener) {
    symmetry = listener;
  }

  /** The handlers that have a transition in a cell. */
  BitSet enabledHandlers(int cell) {
    BitSet handlers = new BitSet();
    int at = expansion(cell);
    int[] code = code();
    int transition = Expansion.first(at);
    for (int i = Expansion.count(code, at); i > 0; i--) {
      int event = Expansion.event(code, transition);
      if (cells.kind(event) == ActionKind.STEP) {
        handlers.set(cells.handler(event).index());
      }
      transition = Expansion.next(code, transition);
    }
    return handlers;
  }

  /** Forgets how often steps were taken. */
  void resetCounts() {
    Arrays.fill(taken, 0);
  }

  int cell(int local, int inbox) {
    return cells.cell(local, deadMessages.isEmpty() ? inbox : kept(local, inbox));
  }

  /** The inbox without the messages that are dead in a local state. */
  private int kept(int local, int inbox) {
    int known = keptInboxes.get(local, inbox);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    int kept =
        delivery.keep(
            inbox,
            message -> {
              boolean dead = deadMessages.get().isDead(node, local, message);
              if (dead) {
                witness(local, message);
              }
              return !dead;
            });
    keptInboxes.put(local, inbox, kept);
    return kept;
  }

  /**
   * A dead message may be consumed, without effect. That step counts as seen, although it is not
   * taken.
   */
  private void witness(int local, int message) {
    for (Handler handler : type.handlers()) {
      if (handler.kind() == Handler.Kind.SINGLE
          && handler.messageType().isAssignableFrom(runner.messages().type(message))) {
        int[] consumed = {message};
        int event = event(cells.event(handler, delivery.bundle(consumed, 1)));
        fired[handler.index()] |= outcomes.get(outcomesOf(local, event, handler, consumed)) > 0;
      }
    }
  }

  /** For each event, how many transitions were counted; to be asked for after an expansion. */
  long[] taken() {
    return taken;
  }

  /** How many transitions were steps of a handler. */
  long transitions(Handler handler) {
    long sum = 0;
    for (int event = 0; event < Math.min(cells.eventCount(), taken.length); event++) {
      sum += cells.isOf(event, handler) ? taken[event] : 0;
    }
    return sum;
  }

  /** How many transitions were of each kind of action that is not a step, by its label. */
  TreeMap<String, Long> ownTransitions() {
    TreeMap<String, Long> sums = new TreeMap<>();
    for (int event = 0; event < Math.min(cells.eventCount(), taken.length); event++) {
      if (cells.kind(event) != ActionKind.STEP && taken[event] > 0) {
        sums.merge(cells.kind(event).label(), taken[event], Long::sum);
      }
    }
    return sums;
  }

  boolean hasFired(Handler handler) {
    return fired[handler.index()];
  }

  /** Checks what variants have appeared since a step of this node was checked last. */
  boolean auditRest() {
    if (!isAudited()) {
      return false;
    }
    startAudit();
    return audit.get().welcomeVariants();
  }

  /** Whether some variants of local states were not checked because there are too many. */
  boolean auditLimited() {
    return isAudited()
        && (audit.orElseThrow().limited() || forgottenUnaudited || unauditedRestarts);
  }

  /** Spares the audit if it is proven that auxiliary content makes no difference. */
  void auditUnless(BooleanSupplier proven, boolean atOnce) {
    audit.ifPresent(a -> a.unless(proven, atOnce));
  }

  /** Whether auxiliary content was met that does not tell states apart. */
  boolean leavesOutAuxiliary() {
    return audit.isPresent() && runner.hasAuxiliary(node);
  }

  /** Where the cell's expansion starts in {@link #code()}. */
  int expansion(int cell) {
    int at = cell < expansionOf.length ? expansionOf[cell] : UNKNOWN;
    return at != UNKNOWN ? at : expand(cell);
  }

  /** The same if it is known, or {@link #UNKNOWN}. */
  int knownExpansion(int cell) {
    return cell < expansionOf.length ? expansionOf[cell] : UNKNOWN;
  }

  /** What a cell becomes when a bundle is placed in its inbox, if that is known. */
  int knownPlace(int cell, int bundle) {
    return placements.get(cell, bundle);
  }

  /** Counts transitions that were taken elsewhere, by their events. */
  void count(long[] elsewhere) {
    for (int event = 0; event < elsewhere.length; event++) {
      if (elsewhere[event] > 0) {
        taken[event] += elsewhere[event];
      }
    }
  }

  /** The transitions of a cell, spelled out; those of the delivery are not among them. */
  List<LocalTransition> localTransitions(int cell) {
    List<LocalTransition> all = new ArrayList<>();
    int at = expansion(cell);
    int[] code = code();
    int transition = Expansion.first(at);
    for (int i = Expansion.count(code, at); i > 0; i--) {
      if (cells.kind(Expansion.event(code, transition)) == ActionKind.STEP) {
        all.add(localTransition(cell, code, transition));
      }
      transition = Expansion.next(code, transition);
    }
    return all;
  }

  private LocalTransition localTransition(int cell, int[] code, int transition) {
    int event = Expansion.event(code, transition);
    int outcome = Expansion.outcome(code, transition);
    Handler handler = cells.handler(event);
    int[] consumed = cells.consumed(event);
    IntSequence recipients = new IntSequence();
    IntSequence bundles = new IntSequence();
    int end = Expansion.endOfBundles(code, transition);
    for (int at = Expansion.bundles(transition); at < end; at = Expansion.nextBundle(at)) {
      recipients.add(Expansion.recipient(code, at));
      bundles.add(Expansion.bundle(code, at));
    }
    return new LocalTransition(
        node,
        event,
        outcome,
        handler,
        consumed,
        Expansion.cell(code, transition),
        delivery.messages(toSelf(cells.local(cell), event, outcome, handler, consumed)),
        Arrays.copyOf(recipients.array(), recipients.size()),
        Arrays.copyOf(bundles.array(), bundles.size()));
  }

  /** The bundle that an outcome of a local step sends to its own node. */
  private int toSelf(int local, int event, int outcome, Handler handler, int[] consumed) {
    int at = outcomesOf(local, event, handler, consumed) + 1;
    for (int i = 0; i < outcome; i++) {
      at += 3 + 2 * outcomes.get(at + 2);
    }
    return outcomes.get(at + 1);
  }

  /** Counts a transition that was taken. */
  void count(int event) {
    taken[event]++;
  }

  /**
   * How many transitions of a cell consume its first idle message ({@link Selector#isIdle}). They
   * come first in its expansion; to be asked for after {@link #expansion}.
   */
  int idle(int cell) {
    return cell < idleOf.length ? idleOf[cell] : 0;
  }

  /** The integers that expansions are made of; to be asked for after {@link #expansion}. */
  int[] code() {
    return expansions.array();
  }

  /** What a cell becomes when a bundle is placed in its inbox. */
  int place(int cell, int bundle) {
    int known = placements.get(cell, bundle);
    return known != LongIntMap.ABSENT ? known : placeNew(cell, bundle);
  }

  private int placeNew(int cell, int bundle) {
    int placed = cell(cells.local(cell), delivery.place(cells.inbox(cell), bundle));
    placements.put(cell, bundle, placed);
    return placed;
  }

  /** Forgets memos that have grown beyond their limit. Not to be called amid an expansion. */
  void trim() {
    if (expansions.size() > memoLimit) {
      forgetExpansions();
    }
    if (outcomes.size() + steps.size() > memoLimit) {
      forgetSteps();
    }
    if (placements.size() > memoLimit) {
      placements.clear();
    }
    if (keptInboxes.size() > memoLimit) {
      keptInboxes.clear();
    }
  }

  /** What the memos take in memory. */
  long memoBytes() {
    return steps.bytes()
        + quorumSizes.bytes()
        + outcomes.bytes()
        + expansions.bytes()
        + 4L * (expansionOf.length + idleOf.length)
        + met.size() / Byte.SIZE
        + placements.bytes()
        + keptInboxes.bytes()
        + audit.map(DecompositionAudit::bytes).orElse(0L);
  }

  private void forgetExpansions() {
    expansions.clear();
    expansions.add(0); // No expansion starts at UNKNOWN.
    Arrays.fill(expansionOf, UNKNOWN);
  }

  private void forgetSteps() {
    forgottenUnaudited |= !auditing && steps.size() + quorumSizes.size() > 0;
    if (forgottenUnaudited) {
      audit.ifPresent(DecompositionAudit::wantProof);
    }
    forgotten |= steps.size() > 0;
    outcomes.clear();
    outcomes.add(0); // All steps that a guard refuses start at REFUSED.
    steps.clear();
    quorumSizes.clear();
  }

  /**
   * Grows whenever users' code runs to answer something that was not asked before. As long as no
   * memo was forgotten, that is whenever it runs.
   */
  long firsts() {
    return firsts;
  }

  /** Writes what was counted. */
  void saveCounts(DataOutput out) throws IOException {
    out.writeInt(taken.length);
    for (long count : taken) {
      out.writeLong(count);
    }
    for (boolean ever : fired) {
      out.writeBoolean(ever);
    }
    out.writeBoolean(forgottenUnaudited);
  }

  /** Counts on from what was counted there; no event may be unknown. */
  void restoreCounts(DataInput in) throws IOException {
    int length = in.readInt();
    taken = new long[Math.max(length, taken.length)];
    for (int event = 0; event < length; event++) {
      taken[event] = in.readLong();
    }
    for (int handler = 0; handler < fired.length; handler++) {
      fired[handler] |= in.readBoolean();
    }
    forgottenUnaudited |= in.readBoolean();
  }

  private int expand(int cell) {
    if (!met.get(cell)) {
      met.set(cell);
      firsts++;
    }
    int local = cells.local(cell);
    int inbox = cells.inbox(cell);
    IntSequence code = new IntSequence();
    Expansion.begin(code);
    int[] consumable = delivery.consumable(inbox);
    int idle = firstIdle(local, consumable);
    if (idle != NONE) {
      expandEvents(local, inbox, new int[] {idle}, set -> consumes(set, idle), code);
    }
    int idleCount = Expansion.count(code.array(), 0);
    expandEvents(local, inbox, consumable, set -> !consumes(set, idle), code);
    for (Delivery.Change change : delivery.ownActions(inbox)) {
      int event = event(cells.event(change.kind(), change.message()));
      Expansion.addTransition(code, cell(local, change.inbox()), event, 0, 0);
    }
    if (cell >= expansionOf.length) {
      expansionOf = Arrays.copyOf(expansionOf, cell + (cell >> 1) + 1);
    }
    if (idleCount > 0) {
      idleOf = cell < idleOf.length ? idleOf : Arrays.copyOf(idleOf, expansionOf.length);
      idleOf[cell] = idleCount;
    }
    int at = expansions.addAll(code);
    expansionOf[cell] = at;
    return at;
  }

  private int firstIdle(int local, int[] messages) {
    for (int i = 0; selector.isPresent() && i < messages.length; i++) {
      if (selector.get().isIdle(node, local, messages[i])) {
        return messages[i];
      }
    }
    return NONE;
  }

  private static boolean consumes(int[] set, int only) {
    return set.length == 1 && set[0] == only;
  }

  private void expandEvents(
      int local, int inbox, int[] consumable, Predicate<int[]> wanted, IntSequence code) {
    for (Handler handler : type.handlers()) {
      if (handler.isRestart()) {
        continue;
      }
      boolean guardSeesNodeOnly = handler.guard().isPresent() && !handler.guardTakesArguments();
      boolean oneRefusalIsEnough = guardSeesNodeOnly && handler.kind() == Handler.Kind.QUORUM;
      ConsumableSets.each(
          handler,
          consumable,
          runner.messages(),
          () -> size(local, handler),
          consumed ->
              !wanted.test(consumed)
                  || !mayConsume(inbox, handler, consumed)
                  || expandEvent(local, inbox, handler, consumed, code)
                  || !oneRefusalIsEnough);
    }
  }

  /** A quorum whose size cannot be told consumes nothing, and fails whatever has arrived. */
  private boolean mayConsume(int inbox, Handler handler, int[] consumed) {
    boolean failing = handler.kind() == Handler.Kind.QUORUM && consumed.length == 0;
    return failing || delivery.mayConsume(inbox, consumed);
  }

  /**
   * Adds the transitions of one event, and answers whether there are any. What is left of the inbox
   * is made only for an outcome that needs it: it takes memory for all the messages left, and an
   * inbox may be full of messages that a guard refuses.
   */
  private boolean expandEvent(
      int local, int inbox, Handler handler, int[] consumed, IntSequence code) {
    if (handler.once() && runner.hasFired(node, local, handler)) {
      return false;
    }
    int bundle = delivery.bundle(consumed, consumed.length);
    int event = event(cells.event(handler, bundle));
    int at = outcomesOf(local, event, handler, consumed);
    int rest = NONE;
    int count = outcomes.get(at++);
    for (int outcome = 0; outcome < count; outcome++) {
      fired[handler.index()] = true;
      int newLocal = outcomes.get(at++);
      int toSelf = outcomes.get(at++);
      int sends = outcomes.get(at++);
      int newCell = THREW;
      if (newLocal != THREW && newLocal != STAYS) {
        rest = rest == NONE ? delivery.consume(inbox, bundle) : rest;
        newCell = cell(newLocal, delivery.place(rest, toSelf));
      }
      if (newLocal == STAYS) {
        newCell = cell(local, inbox);
      }
      Expansion.addTransition(code, newCell, event, outcome, sends);
      for (int i = 0; i < sends; i++) {
        int recipient = outcomes.get(at++);
        Expansion.addBundle(code, recipient, outcomes.get(at++));
      }
    }
    return count > 0;
  }

  /** Makes room to count an event. */
  private int event(int event) {
    if (event >= taken.length) {
      taken = Arrays.copyOf(taken, event * 2);
    }
    return event;
  }

  /** Where the outcomes of a local step start in {@link #outcomes}; runs it if it is not known. */
  private int outcomesOf(int local, int event, Handler handler, int[] consumed) {
    int known = steps.get(local, event);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    firsts += forgotten ? 0 : 1;
    List<StepOutcome> results = executor.outcomes(node, local, handler, consumed);
    outcomeCheck.ifPresent(
        check -> results.forEach(result -> check.check(node, local, handler, consumed, result)));
    symmetry.ifPresent(s -> s.ran(node, local, handler, consumed, results));
    int at = results.isEmpty() ? REFUSED : outcomes.add(results.size());
    for (StepOutcome result : results) {
      if (result.thrown().isPresent()) {
        outcomes.add(THREW);
        outcomes.add(delivery.empty());
        outcomes.add(0);
      } else if (result.isUnknown()) {
        outcomes.add(STAYS);
        outcomes.add(delivery.empty());
        outcomes.add(0);
      } else {
        outcomes.add(runner.representative(node, result.local()));
        addBundles(result);
      }
    }
    // After a breach, a second call must meet it again.
    audit(local, event);
    steps.put(local, event, at);
    return at;
  }

  /**
   * Has a local step audited, if there is auxiliary content at all. If there is none, recording
   * every step would cost more than the search. When some is met later, all remembered steps so far
   * are audited at once.
   */
  private void audit(int local, int event) {
    if (isAudited()) {
      startAudit();
      audit.get().ran(local, event);
    }
  }

  private boolean isAudited() {
    return leavesOutAuxiliary() && !audit.orElseThrow().isSpared();
  }

  private void startAudit() {
    if (!auditing) {
      auditing = true;
      IntSequence known = new IntSequence();
      steps.forEachKey(
          (local, event) -> {
            known.add(local);
            known.add(event);
          });
      for (int i = 0; i < known.size(); i += 2) {
        audit.orElseThrow().ran(known.get(i), known.get(i + 1));
      }
      quorumSizes.forEachKey(
          (local, handler) -> audit.orElseThrow().sized(local, type.handlers().get(handler)));
    }
  }

  /**
   * Groups what was sent by recipient: first the bundle to the node itself, then the others. What
   * was recorded comes last, as if it were a bundle for the first part behind the nodes.
   */
  private void addBundles(StepOutcome result) {
    Bundles sent = bundles(result);
    if (result.recorded() != Recordings.NOTHING) {
      sent.recipients.add(history);
      sent.bundles.add(result.recorded());
    }
    outcomes.add(sent.toSelf);
    outcomes.add(sent.recipients.size());
    for (int i = 0; i < sent.recipients.size(); i++) {
      outcomes.add(sent.recipients.get(i));
      outcomes.add(sent.bundles.get(i));
    }
  }

  /** What a step sends to its own node, and to each of the others. */
  private static final class Bundles {
    private int toSelf;
    private final List<Integer> recipients = new ArrayList<>();
    private final List<Integer> bundles = new ArrayList<>();
  }

  private Bundles bundles(StepOutcome result) {
    Bundles bundles = new Bundles();
    bundles.toSelf = delivery.empty();
    int[] recipients = result.recipients();
    int start = 0;
    while (start < recipients.length) {
      int end = start;
      while (end < recipients.length && recipients[end] == recipients[start]) {
        end++;
      }
      int[] sent = Arrays.copyOfRange(result.messageIds(), start, end);
      int bundle = delivery.bundle(sent, sent.length);
      if (recipients[start] == node) {
        bundles.toSelf = bundle;
      } else {
        bundles.recipients.add(recipients[start]);
        bundles.bundles.add(bundle);
      }
      start = end;
    }
    return bundles;
  }

  private int size(int local, Handler handler) {
    int known = quorumSizes.get(local, handler.index());
    if (known == LongIntMap.ABSENT) {
      int size = executor.quorumSize(node, local, handler);
      symmetry.ifPresent(s -> s.sized(node, local, handler, size));
      known = size;
      if (isAudited()) {
        startAudit();
        audit.get().sized(local, handler);
      }
      quorumSizes.put(local, handler.index(), known);
    }
    return known;
  }
}
