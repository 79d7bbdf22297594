package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.ConsumableSets;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Makes trial runs of local steps, each once, and records their outcomes: in the admitted local
 * states, with all messages that were sent, as if consuming did not remove them.
 *
 * <p>The steps run by a runner of their own. They may not happen in any reachable state. So an
 * exception or mistake is recorded as a step that may fail, and is not reported. Nor do they count
 * for coverage, for figures, or for the audit of auxiliary content.
 */
final class Trials {
  /** After how many trials it is looked how much memory they take. */
  private static final int WEIGHED_EVERY = 64;

  private final Participants participants;
  private final StepRunner runner;
  private final LocalGraph[] graphs;
  private final PairTable packets = new PairTable();

  /** For each node, the local states in which steps are tried, as they were admitted. */
  private final List<List<Integer>> admitted = new ArrayList<>();

  private final List<BitSet> isAdmitted = new ArrayList<>();

  private final IntPredicate mayRestart;

  /** For each node, all that was ever sent to it and tried, each once: nothing is used up. */
  private final List<TreeSet<Integer>> known = new ArrayList<>();

  /** For each node, what was sent to it and was not tried yet. */
  private final List<TreeSet<Integer>> arrived = new ArrayList<>();

  /** For each node, what was sent to it, whether it was tried or not. */
  private final List<BitSet> sent = new ArrayList<>();

  /** For each node, how many of its local states were tried. */
  private final int[] finished;

  private final boolean leadOn;
  private final long mostBytes;
  private int left;
  private boolean tooLarge;

  /**
   * Trials that have not begun.
   *
   * @param runner to be used for nothing else
   * @param means how many steps may be tried, and what all that is written down may take
   * @param leadOn whether steps are also tried where those lead that were tried, and with what they
   *     send
   * @param mayRestart which nodes may restart in any of their local states
   */
  Trials(
      Participants participants,
      StepRunner runner,
      Means means,
      boolean leadOn,
      IntPredicate mayRestart) {
    this.participants = participants;
    this.runner = runner;
    this.left = means.trials();
    this.mostBytes = means.bytes();
    this.leadOn = leadOn;
    this.mayRestart = mayRestart;
    graphs = new LocalGraph[participants.count()];
    finished = new int[graphs.length];
    for (int node = 0; node < graphs.length; node++) {
      graphs[node] = new LocalGraph();
      admitted.add(new ArrayList<>());
      isAdmitted.add(new BitSet());
      sent.add(new BitSet());
      arrived.add(new TreeSet<>());
      known.add(new TreeSet<>());
    }
    for (int layout = 0; layout < runner.layoutCount(); layout++) {
      begin(layout);
    }
  }

  /** An initial state of the instance, as far as nodes and messages go. */
  private void begin(int layout) {
    for (int node = 0; node < graphs.length; node++) {
      int local = runner.representative(node, runner.initialLocal(layout, node));
      admit(node, graphs[node].add(local));
    }
    for (StepRunner.Posted posted : runner.posted(layout)) {
      send(new int[] {packets.intern(posted.to(), posted.message())});
    }
  }

  /** From now on steps are tried in this local state too. */
  void admit(int node, int index) {
    if (!isAdmitted.get(node).get(index)) {
      isAdmitted.get(node).set(index);
      admitted.get(node).add(index);
    }
  }

  /** From now on these packets are consumed too; answers whether any of them was not before. */
  boolean send(int[] some) {
    boolean fresh = false;
    for (int packet : some) {
      int recipient = packets.first(packet);
      int messageId = packets.second(packet);
      if (!sent.get(recipient).get(messageId)) {
        sent.get(recipient).set(messageId);
        arrived.get(recipient).add(messageId);
        fresh = true;
      }
    }
    return fresh;
  }

  /** The local states of a node in which steps are tried. */
  List<Integer> admitted(int node) {
    return admitted.get(node);
  }

  /**
   * Tries everything in new local states, new messages in the others.
   *
   * @return whether there was anything new
   */
  boolean tryWhatIsNew(int node) {
    int[] fresh = toArray(arrived.get(node));
    List<Integer> locals = admitted.get(node);
    int before = finished[node];
    int from = fresh.length > 0 ? 0 : before;
    if (from == locals.size()) {
      return false;
    }
    known.get(node).addAll(arrived.get(node));
    arrived.get(node).clear();
    // All that was sent, not what may be taken next: what stands in its way may be gone by then.
    int[] consumable = toArray(known.get(node));
    // Local states that appear meanwhile are taken along; messages wait for the next time.
    for (int at = from; at < locals.size() && !exceeded(); at++) {
      if (at >= before && leadOn && mayRestart.test(node)) {
        tryRestarts(node, locals.get(at));
      }
      for (Handler handler : participants.type(node).handlers()) {
        // A quorum may consist of old and new messages.
        boolean freshOnly = at < before && handler.kind() != Handler.Kind.QUORUM;
        if (!handler.isRestart() && (!freshOnly || handler.kind() != Handler.Kind.STEP)) {
          tryHandler(node, locals.get(at), handler, freshOnly ? fresh : consumable);
        }
      }
    }
    finished[node] = locals.size();
    return true;
  }

  /**
   * Where restarts lead is like another initial local state. No step leads there: see {@code
   * FaultyEnvironment}.
   */
  private void tryRestarts(int node, int index) {
    int local = graphs[node].local(index);
    for (int layout = 0; layout < runner.layoutCount(); layout++) {
      left--;
      try {
        for (StepOutcome outcome : runner.restarts(node, local, layout)) {
          noteRestart(node, outcome);
        }
      } catch (ProtocolException e) {
        // If it happens in the search, too, it is reported there, and nothing follows it.
        continue;
      }
    }
  }

  /**
   * From now on steps are tried where a restart leads, and with what it sends.
   *
   * @return whether any of that is new
   */
  boolean noteRestart(int node, StepOutcome outcome) {
    if (outcome.thrown().isPresent()) {
      return false;
    }
    int index = graphs[node].add(runner.representative(node, outcome.local()));
    boolean fresh = !isAdmitted.get(node).get(index);
    admit(node, index);
    return send(sends(outcome)) || fresh;
  }

  private static int[] toArray(TreeSet<Integer> messageIds) {
    return messageIds.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The complete set of local steps; nothing if there is no room for it.
   *
   * @param origin where the knowledge comes from, as a phrase in the plural
   */
  Optional<LocalSteps> known(String origin) {
    return known(graphs, true, origin);
  }

  /** A part of what was found out: see {@link LocalSteps}. Nothing if there is no room for it. */
  Optional<LocalSteps> known(LocalGraph[] part, boolean all, String origin) {
    return hasRoom(part)
        ? Optional.of(new LocalSteps(runner, part, packets, all, origin))
        : Optional.empty();
  }

  /** What was written down of a node. */
  LocalGraph graph(int node) {
    return graphs[node];
  }

  StepRunner runner() {
    return runner;
  }

  /** Whether more steps would have to be tried than may be, or written down. */
  boolean exceeded() {
    return left < 0 || tooLarge;
  }

  /** Whether what was written down takes more memory than it may. */
  boolean tooLarge() {
    return tooLarge;
  }

  private void weigh() {
    tooLarge = tooLarge || bytes() > mostBytes;
  }

  private long bytes() {
    return runner.bytes()
        + packets.bytes()
        + Arrays.stream(graphs).mapToLong(LocalGraph::bytes).sum();
  }

  /** Whether there is room for the sets that are kept of a part of it. */
  private boolean hasRoom(LocalGraph[] part) {
    long settled =
        Arrays.stream(part).mapToLong(g -> g.bytes() + g.settledBytes(packets.size())).sum();
    tooLarge = tooLarge || bytes() + settled > mostBytes;
    return !tooLarge;
  }

  private void tryHandler(int node, int index, Handler handler, int[] consumable) {
    int local = graphs[node].local(index);
    if (handler.once() && runner.hasFired(node, local, handler)) {
      return;
    }
    List<int[]> sets;
    try {
      sets =
          ConsumableSets.of(
              handler,
              consumable,
              runner.messages(),
              () -> runner.quorumSize(node, local, handler),
              left);
    } catch (ProtocolException e) {
      sets = List.of(new int[0]);
    }
    if (sets.size() > left) {
      left = -1;
      return;
    }
    for (int[] set : sets) {
      if (handler.kind() == Handler.Kind.QUORUM && set.length == 0) {
        noteFailingSize(node, index, handler, consumable);
      } else {
        tryStep(node, index, handler, set);
      }
    }
  }

  /** The quorum size fails as soon as there is any message to be counted. */
  private void noteFailingSize(int node, int index, Handler handler, int[] consumable) {
    for (int messageId : consumable) {
      if (handler.messageType().isAssignableFrom(runner.messages().type(messageId))) {
        int event = event(node, handler, new int[] {messageId});
        if (graphs[node].tryFirst(index, event)) {
          noteFailure(node, index, event);
        }
      }
    }
  }

  /** Tries one step, unless it was tried before. */
  void tryStep(int node, int index, Handler handler, int[] set) {
    LocalGraph graph = graphs[node];
    int event = event(node, handler, set);
    if (!graph.tryFirst(index, event)) {
      return;
    }
    if (--left % WEIGHED_EVERY == 0) {
      weigh();
    }
    int local = graph.local(index);
    try {
      for (StepOutcome outcome : runner.outcomes(node, local, handler, set)) {
        if (outcome.thrown().isPresent()) {
          noteFailure(node, index, event);
        } else {
          int after = runner.representative(node, outcome.local());
          boolean auxiliaryOnly = after == local && outcome.local() != local;
          int to = graph.add(after);
          int[] sends = sends(outcome);
          boolean records = outcome.recorded() != Recordings.NOTHING;
          graph.add(
              new LocalGraph.Edge(index, event, to, sends, false, auxiliaryOnly, records, true));
          if (leadOn) {
            admit(node, to);
            send(sends);
          }
        }
      }
    } catch (ProtocolException e) {
      noteFailure(node, index, event);
    }
  }

  /** The event of a handler that consumes some messages. */
  int event(int node, Handler handler, int[] set) {
    int[] consumed = new int[set.length];
    for (int i = 0; i < set.length; i++) {
      consumed[i] = packets.intern(node, set[i]);
    }
    Arrays.sort(consumed);
    return graphs[node].event(handler.index(), consumed);
  }

  private void noteFailure(int node, int index, int event) {
    graphs[node].add(
        new LocalGraph.Edge(index, event, index, new int[0], true, false, false, true));
  }

  private int[] sends(StepOutcome outcome) {
    int[] sends = new int[outcome.recipients().length];
    for (int i = 0; i < sends.length; i++) {
      sends[i] = packets.intern(outcome.recipients()[i], outcome.messageIds()[i]);
    }
    return sends;
  }
}
