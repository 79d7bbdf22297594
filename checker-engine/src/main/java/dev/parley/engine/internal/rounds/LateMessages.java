package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.rounds.Offer.Breach;
import dev.parley.engine.internal.space.ConsumableSets;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.model.Handler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tries what a search by rounds never does: messages that come too late, and messages of several
 * rounds at once. In every local state that was met, each such set of messages that may be pending
 * there must be refused, or be consumed without effect.
 *
 * <p>What may be pending in a local state of a node: what was pending in some state of the search
 * with that local state, and what the search dropped there, or in a local state from which steps of
 * the search lead there. A message that was dropped is never consumed, so it is still pending
 * whatever its node does: a step that consumes a message leads on from where it was not dropped,
 * unless it can be pending twice. Both copies are then pending at the same time, since all that
 * belongs to a round is sent before anything of that round is consumed. More may be counted as
 * pending than ever is at one time, since several ways may lead to a local state. A breach that
 * only such a combination shows counts too: only the search that is to be saved could tell.
 */
final class LateMessages {
  /** How many local steps are tried before this is given up. */
  private static final long MOST_TRIED = 600_000;

  private final StateSpace space;
  private final StepExecutor executor;
  private final Tags tags;
  private final RoundSteps steps;

  /** For each node, what is known of its local states. */
  private final List<Map<Integer, Met>> met = new ArrayList<>();

  private long tried;
  private Optional<Late> breach = Optional.empty();

  /** What is known of a local state. */
  private static final class Met {
    /** The latest round its node was in. */
    private int tag = Tags.BEGINNING;

    private final Set<Integer> pending = new TreeSet<>();
    private final Set<Integer> passed = new TreeSet<>();

    /** Where steps lead to, with the messages that all steps leading there consume. */
    private final Map<Integer, Set<Integer>> next = new HashMap<>();
  }

  /** For each node, the messages that were pending twice at a time. */
  private final List<Set<Integer>> twice = new ArrayList<>();

  LateMessages(StateSpace space, Tags tags, RoundSteps steps) {
    this.space = space;
    this.executor = space.executor();
    this.tags = tags;
    this.steps = steps;
    for (int node = 0; node < space.nodeCount(); node++) {
      met.add(new HashMap<>());
      twice.add(new HashSet<>());
    }
  }

  /** A step that should not have an effect. */
  record Late(int node, Handler handler, int[] consumed, Breach breach) {}

  private Met at(int node, int local) {
    return met.get(node).computeIfAbsent(local, fresh -> new Met());
  }

  void reached(int node, int local, int tag) {
    Met there = at(node, local);
    there.tag = tags.later(there.tag, tag);
  }

  /** A message that the search goes past, so that it is pending for ever. */
  void passed(int node, int local, int message) {
    at(node, local).passed.add(message);
  }

  /** A cell, with the steps that can be taken there. */
  void note(int node, int cell, List<Offer> offers) {
    int local = space.local(node, cell);
    Met here = at(node, local);
    int before = Tags.NONE;
    for (int message : space.pending(node, cell)) {
      here.pending.add(message);
      if (message == before) {
        twice.get(node).add(message);
      }
      before = message;
    }
    for (Offer offer : offers) {
      if (offer.breach().isEmpty() && !offer.transition().threw()) {
        int next = space.local(node, offer.transition().cell());
        Set<Integer> consumed = set(offer.transition().consumed());
        here.next.merge(next, consumed, LateMessages::common);
        reached(node, next, steps.position(offer.position()).tag());
      }
    }
  }

  private static Set<Integer> set(int[] messages) {
    Set<Integer> set = new HashSet<>();
    for (int message : messages) {
      set.add(message);
    }
    return set;
  }

  private static Set<Integer> common(Set<Integer> some, Set<Integer> others) {
    Set<Integer> common = new HashSet<>(some);
    common.retainAll(others);
    return common;
  }

  /** Whatever was passed stays pending. */
  private void spread(Map<Integer, Met> all, Set<Integer> severalTimes) {
    Deque<Integer> waiting = new ArrayDeque<>(all.keySet());
    while (!waiting.isEmpty()) {
      Met from = all.get(waiting.remove());
      from.next.forEach(
          (next, consumed) -> {
            Met to = all.get(next);
            Set<Integer> left = new HashSet<>(from.passed);
            left.removeIf(m -> consumed.contains(m) && !severalTimes.contains(m));
            if (to != null && to != from && to.passed.addAll(left)) {
              waiting.add(next);
            }
          });
    }
  }

  /** The first breach; nothing if there is none, or if there is too much to try. */
  Optional<Late> breach() {
    for (int node = 0; node < met.size(); node++) {
      spread(met.get(node), twice.get(node));
      for (Map.Entry<Integer, Met> entry : met.get(node).entrySet()) {
        Set<Integer> both = new TreeSet<>(entry.getValue().pending);
        both.addAll(entry.getValue().passed);
        int[] messages = both.stream().mapToInt(Integer::intValue).toArray();
        for (Handler handler : handlers(node)) {
          tryAll(node, entry.getKey(), entry.getValue().tag, handler, messages);
          if (breach.isPresent() || unsettled().isPresent()) {
            return breach;
          }
        }
      }
    }
    return Optional.empty();
  }

  private List<Handler> handlers(int node) {
    return space.handlers(node).stream()
        .filter(handler -> handler.kind() != Handler.Kind.STEP && !handler.isRestart())
        .toList();
  }

  private void tryAll(int node, int local, int tag, Handler handler, int[] messages) {
    boolean guardSeesNodeOnly = handler.guard().isPresent() && !handler.guardTakesArguments();
    ConsumableSets.each(
        handler,
        messages,
        space.messages(),
        () -> executor.quorumSize(node, local, handler),
        consumed -> {
          Optional<Breach> wrong = steps.reading(consumed, tag);
          if (wrong.isEmpty()) {
            return tried <= MOST_TRIED;
          }
          tried++;
          List<StepOutcome> outcomes = executor.outcomes(node, local, handler, consumed);
          boolean harmless =
              outcomes.isEmpty()
                  || (steps.isLate(consumed, tag)
                      && outcomes.stream().allMatch(o -> isWithoutEffect(node, local, o)));
          if (!harmless) {
            breach = Optional.of(new Late(node, handler, consumed, wrong.get()));
          }
          boolean refused = outcomes.isEmpty() && guardSeesNodeOnly;
          return harmless && !refused && tried <= MOST_TRIED;
        });
  }

  private boolean isWithoutEffect(int node, int local, StepOutcome outcome) {
    return outcome.thrown().isEmpty()
        && space.representative(node, outcome.local()) == local
        && outcome.recipients().length == 0;
  }

  /** Why not all was tried, as a clause. */
  Optional<String> unsettled() {
    return tried > MOST_TRIED
        ? Optional.of(
            "more than "
                + MOST_TRIED
                + " sets of messages that come too late would have to be tried")
        : Optional.empty();
  }
}
