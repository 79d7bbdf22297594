package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds all that the nodes may ever do, as if messages were never used up: an over-approximation of
 * the reachable local states and local steps that needs no global states.
 *
 * <p>It is the least fixpoint of: a node's initial local state is possible; if a local state is
 * possible, and every message of a set has been sent to the node in some possible step, then the
 * step that consumes that set there is possible, and so are the local state it leads to and the
 * messages it sends. Every step that happens in a reachable global state is among these, by
 * induction along the path that leads there: what it consumes was sent before, by a step that is
 * among these. The converse does not hold, and nothing here relies on it: more steps mean less
 * reduction, never a missed behaviour.
 *
 * <p>A node that keeps count of messages has no end of local states if messages are never used up.
 * So where local states multiply, the closure is computed again with {@link Histories} for the
 * nodes concerned: they consume a message at most as often as its sender can send it. How often
 * that is shows in the sender's own steps, as the most often that any path through them sends it;
 * if the bound turns out too low it is raised and the closure goes on.
 *
 * <p>The number of trials is bounded. If it does not suffice the closure is given up, and byte code
 * has to do.
 */
final class LocalClosure {
  /** The bound of a letter that can be sent again and again. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  /** As if messages were never used up; with some nodes that keep count; with all of them. */
  private static final int ATTEMPTS = 3;

  /**
   * What part of the trials each attempt but the last may take. The first two succeed soon or never
   * (the bundled protocols: after 6,000 trials at most); the last one takes its time.
   */
  private static final int EARLY_PART = 6;

  private final Trials trials;
  private final LocalGraph[] graphs;
  private final PairTable letters;

  /** For each node, how many of its steps were looked at for what they send. */
  private final int[] posted;

  /** For each node, the envelopes that may come to it, ascending. */
  private final List<TreeSet<Integer>> inboxes = new ArrayList<>();

  /** Those of them that have not been tried with the local states known so far. */
  private final List<TreeSet<Integer>> arrived = new ArrayList<>();

  /** For each node that keeps count of messages, its histories. */
  private final Histories[] histories;

  /** For each letter to a node with histories, how often it may be sent; absent for no bound. */
  private final Map<Integer, Integer> bounds = new HashMap<>();

  /** For each node, whether it may consume some message more often than when it was tried last. */
  private final boolean[] boundsRaised;

  /** For each node, how many of its local states, or histories, were tried. */
  private final int[] finished;

  private LocalClosure(Trials trials, BitSet counting) {
    this.trials = trials;
    this.letters = trials.letters();
    this.graphs = trials.graphs();
    int count = graphs.length;
    posted = new int[count];
    histories = new Histories[count];
    boundsRaised = new boolean[count];
    finished = new int[count];
    for (int node = 0; node < count; node++) {
      histories[node] = counting.get(node) ? new Histories() : null;
      inboxes.add(new TreeSet<>());
      arrived.add(new TreeSet<>());
    }
  }

  /**
   * The closure from the nodes' initial local states.
   *
   * @param runner runs the trials; to be used for nothing else
   * @param initialLocals its numbers of the initial local states
   * @param trials how many local steps may be tried
   * @return nothing if that does not suffice
   */
  static Optional<LocalSteps> of(
      Participants participants, StepRunner runner, int[] initialLocals, int trials) {
    BitSet counting = new BitSet();
    int count = initialLocals.length;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      int early = trials / EARLY_PART;
      int share = attempt < ATTEMPTS ? early : trials - (ATTEMPTS - 1) * early;
      LocalClosure closure =
          new LocalClosure(new Trials(participants, runner, new PairTable(), share), counting);
      if (closure.grow(initialLocals)) {
        return Optional.of(
            new LocalSteps(
                runner, closure.graphs, closure.letters, true, "trial runs of all local steps"));
      }
      // Those that multiply most are to keep count; if that is not enough, all.
      int largest = Arrays.stream(closure.graphs).mapToInt(LocalGraph::size).max().orElse(0);
      for (int node = 0; node < count; node++) {
        boolean multiplies = closure.graphs[node].size() > largest / 4;
        counting.set(node, counting.get(node) || multiplies || attempt == ATTEMPTS - 1);
      }
    }
    return Optional.empty();
  }

  // Growing ------------------------------------------------------------------------------------

  private boolean grow(int[] initialLocals) {
    for (int node = 0; node < initialLocals.length; node++) {
      int index = graphs[node].add(trials.runner().representative(node, initialLocals[node]));
      if (histories[node] != null) {
        histories[node].add(index, 0);
      }
    }
    do {
      boolean grew = true;
      while (grew && !trials.exceeded()) {
        grew = false;
        for (int node = 0; node < graphs.length && !trials.exceeded(); node++) {
          grew |= grow(node);
        }
      }
    } while (!trials.exceeded() && raiseBounds());
    return !trials.exceeded();
  }

  /** Tries what is new: everything in new local states, new messages in the others. */
  private boolean grow(int node) {
    int[] fresh = toArray(arrived.get(node));
    int from = fresh.length > 0 || boundsRaised[node] ? 0 : finished[node];
    if (from == size(node)) {
      return false;
    }
    int known = boundsRaised[node] ? 0 : finished[node];
    boundsRaised[node] = false;
    arrived.get(node).clear();
    int[] consumable = toArray(inboxes.get(node));
    // Local states that appear meanwhile are taken along; messages wait for the next round.
    for (int at = from; at < size(node) && !trials.exceeded(); at++) {
      for (Handler handler : trials.handlers(node)) {
        // A quorum may consist of old and new messages.
        boolean freshOnly = at < known && handler.kind() != Handler.Kind.QUORUM;
        int[] offered = freshOnly ? fresh : consumable;
        if (freshOnly && handler.kind() == Handler.Kind.STEP) {
          continue;
        }
        if (histories[node] == null) {
          trials.tryHandler(node, at, handler, offered, set -> {});
        } else {
          tryWithHistory(node, at, handler, offered);
        }
      }
    }
    finished[node] = size(node);
    post(node);
    return true;
  }

  /** Puts what the node's new steps send where it can be consumed. */
  private void post(int node) {
    List<LocalGraph.Edge> steps = graphs[node].edges();
    for (; posted[node] < steps.size(); posted[node]++) {
      for (int letter : steps.get(posted[node]).sent()) {
        int recipient = letters.first(letter);
        if (inboxes.get(recipient).add(letters.second(letter))) {
          arrived.get(recipient).add(letters.second(letter));
        }
      }
    }
  }

  private static int[] toArray(Collection<Integer> envelopes) {
    int[] array = new int[envelopes.size()];
    int at = 0;
    for (int envelope : envelopes) {
      array[at++] = envelope;
    }
    return array;
  }

  private int size(int node) {
    return histories[node] == null ? graphs[node].size() : histories[node].size();
  }

  /** Tries a handler with what the history leaves to be consumed. */
  private void tryWithHistory(int node, int history, Handler handler, int[] consumable) {
    Histories past = histories[node];
    LocalGraph graph = graphs[node];
    int index = past.index(history);
    int[] left =
        IntStream.of(consumable)
            .filter(
                envelope -> {
                  int letter = letters.intern(node, envelope);
                  Integer bound = bounds.computeIfAbsent(letter, l -> 1);
                  return past.consumed(history, letter) < bound;
                })
            .toArray();
    trials.tryHandler(
        node,
        index,
        handler,
        left,
        set -> {
          int event = trials.event(node, handler, set);
          if (!past.tryFirst(history, event)) {
            return;
          }
          trials.spend();
          int[] counted =
              IntStream.of(graph.letters(event))
                  .filter(letter -> bounds.get(letter) != UNBOUNDED)
                  .toArray();
          int bag = past.bagAfter(history, counted);
          for (LocalGraph.Edge edge : List.copyOf(graph.from(index))) {
            if (edge.event() == event && !edge.fails()) {
              past.add(history, new Histories.Step(past.add(edge.to(), bag), edge.sent()));
            }
          }
        });
  }

  /** Whether some letter can be sent more often than was assumed. */
  private boolean raiseBounds() {
    boolean raised = false;
    for (int node = 0; node < graphs.length; node++) {
      SendCounts counts = histories[node] == null ? null : new SendCounts(histories[node]);
      for (int letter : List.copyOf(bounds.keySet())) {
        if (trials.runner().messages().sender(letters.second(letter)) == node
            && bounds.get(letter) != UNBOUNDED) {
          if (counts == null) {
            counts = new SendCounts(graphs[node]);
          }
          int most = counts.most(letter);
          if (most > bounds.get(letter)) {
            bounds.put(letter, most);
            boundsRaised[letters.first(letter)] = true;
            raised = true;
          }
        }
      }
    }
    return raised;
  }
}
