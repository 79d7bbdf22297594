package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.Candidates;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * Runs local steps on trial, each once, and writes down what they do: in the local states that are
 * admitted, with all messages that were sent, as if these were never used up.
 *
 * <p>The steps run by a runner of their own. They may belong to no reachable state, so what goes
 * wrong in them is noted as a step that may fail and is not reported; nor do they count for
 * coverage, for figures, or for the audit of auxiliary content.
 */
final class Trials {
  private final Participants participants;
  private final StepRunner runner;
  private final LocalGraph[] graphs;
  private final PairTable letters = new PairTable();

  /** For each node, the local states in which steps are tried, as they were admitted. */
  private final List<List<Integer>> admitted = new ArrayList<>();

  private final List<BitSet> isAdmitted = new ArrayList<>();

  /** For each node, the envelopes that are consumed on trial, ascending. */
  private final List<TreeSet<Integer>> inboxes = new ArrayList<>();

  /** Those of them that have not been tried with the local states that were. */
  private final List<TreeSet<Integer>> arrived = new ArrayList<>();

  /** For each node, how many of its local states were tried. */
  private final int[] finished;

  private final boolean leadOn;
  private int left;

  /**
   * Trials that have not begun.
   *
   * @param runner to be used for nothing else
   * @param most how many steps may be tried
   * @param leadOn whether steps are also tried where those lead that were tried, and with what they
   *     send
   */
  Trials(Participants participants, StepRunner runner, int most, boolean leadOn) {
    this.participants = participants;
    this.runner = runner;
    this.left = most;
    this.leadOn = leadOn;
    graphs = new LocalGraph[participants.count()];
    finished = new int[graphs.length];
    for (int node = 0; node < graphs.length; node++) {
      graphs[node] = new LocalGraph();
      admitted.add(new ArrayList<>());
      isAdmitted.add(new BitSet());
      inboxes.add(new TreeSet<>());
      arrived.add(new TreeSet<>());
    }
  }

  /** From now on steps are tried in this local state too. */
  void admit(int node, int index) {
    if (!isAdmitted.get(node).get(index)) {
      isAdmitted.get(node).set(index);
      admitted.get(node).add(index);
    }
  }

  /** From now on these letters are consumed too. */
  void send(int[] sent) {
    for (int letter : sent) {
      int recipient = letters.first(letter);
      if (inboxes.get(recipient).add(letters.second(letter))) {
        arrived.get(recipient).add(letters.second(letter));
      }
    }
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
    int known = finished[node];
    int from = fresh.length > 0 ? 0 : known;
    if (from == locals.size()) {
      return false;
    }
    int[] consumable = toArray(inboxes.get(node));
    arrived.get(node).clear();
    // Local states that appear meanwhile are taken along; messages wait for the next time.
    for (int at = from; at < locals.size() && !exceeded(); at++) {
      for (Handler handler : participants.type(node).handlers()) {
        // A quorum may consist of old and new messages.
        boolean freshOnly = at < known && handler.kind() != Handler.Kind.QUORUM;
        if (!freshOnly || handler.kind() != Handler.Kind.STEP) {
          tryHandler(node, locals.get(at), handler, freshOnly ? fresh : consumable);
        }
      }
    }
    finished[node] = locals.size();
    return true;
  }

  private static int[] toArray(TreeSet<Integer> envelopes) {
    return envelopes.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * All that was found out, where there are no other steps.
   *
   * @param origin where the knowledge comes from, as a phrase in the plural
   */
  LocalSteps known(String origin) {
    return known(graphs, true, origin);
  }

  /** A part of what was found out: see {@link LocalSteps}. */
  LocalSteps known(LocalGraph[] part, boolean all, String origin) {
    return new LocalSteps(runner, part, letters, all, origin);
  }

  /** What was written down of a node. */
  LocalGraph graph(int node) {
    return graphs[node];
  }

  StepRunner runner() {
    return runner;
  }

  /** Whether more steps would have to be tried than may be. */
  boolean exceeded() {
    return left < 0;
  }

  private void tryHandler(int node, int index, Handler handler, int[] consumable) {
    int local = graphs[node].local(index);
    if (handler.once() && runner.hasFired(node, local, handler)) {
      return;
    }
    List<int[]> sets;
    try {
      sets =
          Candidates.of(
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
    for (int envelope : consumable) {
      if (handler.messageType().isAssignableFrom(runner.messages().type(envelope))) {
        int event = event(node, handler, new int[] {envelope});
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
    left--;
    int local = graph.local(index);
    try {
      for (Outcome outcome : runner.outcomes(node, local, handler, set)) {
        if (outcome.thrown().isPresent()) {
          noteFailure(node, index, event);
        } else {
          int after = runner.representative(node, outcome.local());
          boolean auxiliaryOnly = after == local && outcome.local() != local;
          int to = graph.add(after);
          int[] sent = sent(outcome);
          graph.add(new LocalGraph.Edge(index, event, to, sent, false, auxiliaryOnly, true));
          if (leadOn) {
            admit(node, to);
            send(sent);
          }
        }
      }
    } catch (ProtocolException e) {
      noteFailure(node, index, event);
    }
  }

  /** The event of a handler that consumes some envelopes. */
  int event(int node, Handler handler, int[] set) {
    int[] consumed = new int[set.length];
    for (int i = 0; i < set.length; i++) {
      consumed[i] = letters.intern(node, set[i]);
    }
    Arrays.sort(consumed);
    return graphs[node].event(handler.index(), consumed);
  }

  private void noteFailure(int node, int index, int event) {
    graphs[node].add(new LocalGraph.Edge(index, event, index, new int[0], true, false, true));
  }

  private int[] sent(Outcome outcome) {
    int[] sent = new int[outcome.recipients().length];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = letters.intern(outcome.recipients()[i], outcome.envelopes()[i]);
    }
    return sent;
  }
}
