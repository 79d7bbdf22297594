package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.Candidates;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs local steps on trial, each once, and writes down what they do.
 *
 * <p>The steps run by a runner of their own. They may belong to no reachable state, so what goes
 * wrong in them is noted as a step that may fail and is not reported; nor do they count for
 * coverage, for figures, or for the audit of auxiliary content.
 */
final class Trials {
  private final Participants participants;
  private final StepRunner runner;
  private final LocalGraph[] graphs;
  private final PairTable letters;
  private int left;

  /**
   * Trials that have not begun.
   *
   * @param runner to be used for nothing else
   * @param letters numbers the letters
   * @param most how many steps may be tried
   */
  Trials(Participants participants, StepRunner runner, PairTable letters, int most) {
    this.participants = participants;
    this.runner = runner;
    this.letters = letters;
    this.left = most;
    graphs = new LocalGraph[participants.count()];
    Arrays.setAll(graphs, node -> new LocalGraph());
  }

  /** What was written down of a node. */
  LocalGraph graph(int node) {
    return graphs[node];
  }

  LocalGraph[] graphs() {
    return graphs;
  }

  PairTable letters() {
    return letters;
  }

  StepRunner runner() {
    return runner;
  }

  /** Whether more steps would have to be tried than may be. */
  boolean exceeded() {
    return left < 0;
  }

  /** Counts something else as a trial. */
  void spend() {
    left--;
  }

  /**
   * Tries a handler in a local state.
   *
   * @param index the local state
   * @param consumable the envelopes it may consume
   * @param afterTrial hears of each set of envelopes that was tried, now or before
   */
  void tryHandler(
      int node, int index, Handler handler, int[] consumable, Consumer<int[]> afterTrial) {
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
        afterTrial.accept(set);
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
          graph.add(
              new LocalGraph.Edge(
                  index,
                  event,
                  graph.add(after),
                  sent(outcome),
                  false,
                  after == local && outcome.local() != local,
                  true));
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

  /** The handlers of a node. */
  List<Handler> handlers(int node) {
    return participants.type(node).handlers();
  }
}
