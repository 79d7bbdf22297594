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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tries what a search by rounds never does: messages that come too late, and messages of several
 * rounds at once. In every place that was met, that is, a local state together with the round its
 * node is in, each such set of messages that may be pending there must be refused, or be consumed
 * without effect.
 *
 * <p>What may be pending in a place: what was pending in some state of the search where its node is
 * there, and what the search dropped there, or in a place from which steps of the search lead
 * there. A message that was dropped is never consumed, nor is one like it that arrives later, since
 * both are of a round that the search is past. So it is still pending whatever its node does, and a
 * step that consumes such a message leads on from where none was dropped. More may be counted as
 * pending than ever is at one time, since several ways may lead to a place. A breach that only such
 * a combination shows counts too: only the search that is to be saved could tell.
 */
final class LateMessages {
  /** How many local steps are tried before this is given up. */
  private static final long MOST_TRIED = 600_000;

  /** Roughly: its sets and maps, with some messages and steps. */
  private static final long BYTES_OF_A_PLACE = 1_000;

  private final StateSpace space;
  private final StepExecutor executor;
  private final Tags tags;
  private final RoundSteps steps;

  /** For each node, what is known of its places. */
  private final List<Map<Place, Met>> met = new ArrayList<>();

  private long tried;
  private Optional<Late> breach = Optional.empty();

  /**
   * Where a node may be.
   *
   * @param local its local state
   * @param tag the round it is in
   */
  private record Place(int local, int tag) {}

  /** What is known of a place. */
  private static final class Met {
    private final Set<Integer> pending = new TreeSet<>();
    private final Set<Integer> passed = new TreeSet<>();

    /** Where steps lead to, with the messages that all steps leading there consume. */
    private final Map<Place, Set<Integer>> next = new HashMap<>();
  }

  LateMessages(StateSpace space, Tags tags, RoundSteps steps) {
    this.space = space;
    this.executor = space.executor();
    this.tags = tags;
    this.steps = steps;
    for (int node = 0; node < space.nodeCount(); node++) {
      met.add(new LinkedHashMap<>());
    }
  }

  /** A step that should not have an effect. */
  record Late(int node, Handler handler, int[] consumed, Breach breach) {}

  private Met at(int node, Place place) {
    return met.get(node).computeIfAbsent(place, fresh -> new Met());
  }

  /** A message that the search goes past, so that it is pending for ever. */
  void passed(int node, int local, int tag, int message) {
    at(node, new Place(local, tag)).passed.add(message);
  }

  /** A cell and the round its node is in, with the steps that can be taken there. */
  void note(int node, int cell, int tag, List<Offer> offers) {
    Met here = at(node, new Place(space.local(node, cell), tag));
    for (int message : space.pending(node, cell)) {
      here.pending.add(message);
    }
    for (Offer offer : offers) {
      if (offer.breach().isEmpty() && !offer.transition().threw()) {
        int local = space.local(node, offer.transition().cell());
        Place next = new Place(local, steps.position(offer.position()).tag());
        Set<Integer> consumed = set(offer.transition().consumed());
        here.next.merge(next, consumed, LateMessages::common);
        at(node, next);
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
  private void spread(Map<Place, Met> all) {
    Deque<Place> waiting = new ArrayDeque<>(all.keySet());
    while (!waiting.isEmpty()) {
      Met from = all.get(waiting.remove());
      from.next.forEach(
          (next, consumed) -> {
            Met to = all.get(next);
            Set<Integer> left = new HashSet<>(from.passed);
            left.removeAll(consumed);
            if (to != null && to != from && to.passed.addAll(left)) {
              waiting.add(next);
            }
          });
    }
  }

  /** The first breach; nothing if there is none, or if there is too much to try. */
  Optional<Late> breach() {
    for (int node = 0; node < met.size(); node++) {
      spread(met.get(node));
      for (Map.Entry<Place, Met> entry : met.get(node).entrySet()) {
        Set<Integer> both = new TreeSet<>(entry.getValue().pending);
        both.addAll(entry.getValue().passed);
        int[] messages = both.stream().mapToInt(Integer::intValue).toArray();
        for (Handler handler : handlers(node)) {
          tryAll(node, entry.getKey().local(), entry.getKey().tag(), handler, messages);
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

  /** A rough count of what is remembered, in bytes. */
  long bytes() {
    return BYTES_OF_A_PLACE * met.stream().mapToLong(Map::size).sum();
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
