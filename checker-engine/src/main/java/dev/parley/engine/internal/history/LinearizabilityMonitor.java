package dev.parley.engine.internal.history;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.history.Clients.Open;
import dev.parley.engine.internal.step.Recordings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Decides whether histories are linearizable, begin by begin and end by end.
 *
 * <p><b>What is kept.</b> An operation <i>takes effect</i> at one moment between its begin and its
 * end. A <b>possibility</b> is what the object may be like by now: its state, and which of the open
 * operations have taken effect, with the results they will have. From a possibility another one
 * <i>follows</i> if one more open operation takes effect. Let P(h) be the set of all possibilities
 * after a history h: all that a choice of moments leads to, such that each operation that ended did
 * so with its result. Then h is linearizable exactly if P(h) is not empty, by the definition. A
 * begin adds an operation that has not taken effect, and then what follows. An end keeps the
 * possibilities in which that operation has taken effect with that result. So P(h e) depends on
 * P(h) and the event e alone: two histories with the same P and the same open operations have the
 * same future, and count as one state.
 *
 * <p><b>How it is kept.</b> What follows need not be kept, since it can be found again. P(h) is
 * closed under following, and following is a partial order, because each time fewer operations are
 * left to take effect. So P(h) is determined by its minimal elements, and these are what is kept.
 * They are found without making all of P(h): from a possibility in which the ended operation has
 * not taken effect, operations take effect until it has, and no further (just-in-time
 * linearization, as Lowe calls it in "Testing for linearizability"). Any possibility that survives
 * follows from one found in this way: let the ended operation take effect first in the order in
 * which operations took effect; those before it are the ones that were needed, those after it
 * follow.
 *
 * <p><b>Restarts.</b> An operation whose client has restarted and begun another one never ends. It
 * may take effect later, or never; so a possibility keeps the operations of this kind that have not
 * taken effect. Which client's they were makes no difference any more.
 *
 * <p><b>What was rejected.</b> The history itself as a part of the state: it tells apart what no
 * property can see. {@link WholeHistory} does that where counts are compared with other checkers.
 * Searching for an order anew in each state, as a property over nodes would have to.
 */
final class LinearizabilityMonitor implements Monitor {
  /**
   * What the object may be like.
   *
   * @param state its state
   * @param effects the results of the open operations that have taken effect, by client
   * @param orphaned the operations that never end and have not taken effect, ascending
   */
  private record Possibility(
      int state, SortedMap<Integer, Integer> effects, List<Integer> orphaned) {
    Possibility withEffect(int newState, int client, int result) {
      SortedMap<Integer, Integer> now = new TreeMap<>(effects);
      now.put(client, result);
      return new Possibility(newState, now, orphaned);
    }

    Possibility withoutEffect(int client) {
      SortedMap<Integer, Integer> now = new TreeMap<>(effects);
      now.remove(client);
      return new Possibility(state, now, orphaned);
    }

    Possibility withOrphaned(int operation) {
      List<Integer> now = new ArrayList<>(orphaned);
      now.add(operation);
      return new Possibility(state, effects, now.stream().sorted().toList());
    }

    Possibility withOrphanedEffect(int newState, int operation) {
      List<Integer> now = new ArrayList<>(orphaned);
      now.remove(Integer.valueOf(operation));
      return new Possibility(newState, effects, now);
    }

    Possibility renamed(int[] image) {
      SortedMap<Integer, Integer> now = new TreeMap<>();
      effects.forEach((client, result) -> now.put(image[client], result));
      return new Possibility(state, now, orphaned);
    }
  }

  /** A history: its open operations, and the minimal possibilities; none if it does not fit. */
  private record History(Clients clients, Set<Possibility> possibilities) {}

  private final Specification specification;
  private final Recordings recordings;
  private final List<History> histories = new ArrayList<>();
  private final Map<History, Integer> numbers = new HashMap<>();

  LinearizabilityMonitor(Specification specification, Recordings recordings) {
    this.specification = specification;
    this.recordings = recordings;
  }

  @Override
  public int beginning(Map<Integer, Integer> operations) {
    Clients clients = Clients.IDLE;
    for (Map.Entry<Integer, Integer> one : operations.entrySet()) {
      clients = clients.with(one.getKey(), one.getValue());
    }
    return number(
        clients, Set.of(new Possibility(specification.initial(), new TreeMap<>(), List.of())));
  }

  @Override
  public Optional<Integer> operation(int history, int client) {
    return histories.get(history).clients.of(client).map(Open::operation);
  }

  @Override
  public boolean isInterrupted(int history, int client) {
    return histories.get(history).clients.of(client).map(Open::interrupted).orElse(false);
  }

  @Override
  public boolean mentionsNodes() {
    return specification.mentionsNodes();
  }

  @Override
  public int begun(int history, int client, int operation) {
    History before = histories.get(history);
    Set<Possibility> possibilities = before.possibilities;
    if (before.clients.of(client).isPresent()) {
      int earlier = before.clients.of(client).get().operation();
      possibilities =
          minimal(
              before.clients.without(client),
              possibilities.stream()
                  .map(
                      one ->
                          one.effects.containsKey(client)
                              ? one.withoutEffect(client)
                              : one.withOrphaned(earlier))
                  .collect(Collectors.toSet()));
    }
    return number(before.clients.with(client, operation), possibilities);
  }

  @Override
  public int ended(int history, int client, int result) {
    History before = histories.get(history);
    Set<Possibility> after = new HashSet<>();
    untilEffect(
        before,
        client,
        one -> {
          if (one.effects.get(client) == result) {
            after.add(one.withoutEffect(client));
          }
        });
    Clients left = before.clients.without(client);
    return number(left, minimal(left, after));
  }

  @Override
  public int interrupted(int history, int client) {
    History before = histories.get(history);
    return number(before.clients.interrupted(client), before.possibilities);
  }

  @Override
  public boolean fits(int history) {
    return !histories.get(history).possibilities.isEmpty();
  }

  @Override
  public Set<Integer> fitting(int history, int client) {
    Set<Integer> results = new TreeSet<>();
    untilEffect(histories.get(history), client, one -> results.add(one.effects.get(client)));
    return results;
  }

  /** Hands out the possibilities in which a client's operation has just taken effect, or had. */
  private void untilEffect(History before, int client, Consumer<Possibility> found) {
    Set<Possibility> met = new LinkedHashSet<>(before.possibilities);
    Deque<Possibility> open = new ArrayDeque<>(met);
    while (!open.isEmpty()) {
      Possibility one = open.remove();
      if (one.effects.containsKey(client)) {
        found.accept(one);
      } else {
        for (Possibility next : following(before.clients, one)) {
          if (met.add(next)) {
            open.add(next);
          }
        }
      }
    }
  }

  /** The possibilities in which one more operation has taken effect. */
  private List<Possibility> following(Clients clients, Possibility one) {
    List<Possibility> following = new ArrayList<>();
    for (Open open : clients.open()) {
      if (!one.effects.containsKey(open.client())) {
        int operation = open.operation();
        following.add(
            one.withEffect(
                specification.after(one.state, operation),
                open.client(),
                specification.result(one.state, operation)));
      }
    }
    one.orphaned.stream()
        .distinct()
        .forEach(
            operation ->
                following.add(
                    one.withOrphanedEffect(specification.after(one.state, operation), operation)));
    return following;
  }

  /** Those that do not follow from another one, by however many effects. */
  private Set<Possibility> minimal(Clients clients, Set<Possibility> some) {
    Set<Possibility> minimal = new HashSet<>(some);
    if (some.size() < 2) {
      return minimal;
    }
    Set<Possibility> met = new HashSet<>();
    Deque<Possibility> open = new ArrayDeque<>();
    for (Possibility one : some) {
      following(clients, one).stream().filter(met::add).forEach(open::add);
    }
    while (!open.isEmpty()) {
      following(clients, open.remove()).stream().filter(met::add).forEach(open::add);
    }
    minimal.removeAll(met);
    return minimal;
  }

  private int number(Clients clients, Set<Possibility> possibilities) {
    History history = new History(clients, Set.copyOf(possibilities));
    Integer known = numbers.putIfAbsent(history, histories.size());
    if (known != null) {
      return known;
    }
    histories.add(history);
    return histories.size() - 1;
  }

  @Override
  public int count() {
    return histories.size();
  }

  @Override
  public String text(int history) {
    History one = histories.get(history);
    if (one.possibilities.isEmpty()) {
      return "no order of the operations fits";
    }
    return one.possibilities.stream()
        .map(this::text)
        .sorted()
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private String text(Possibility one) {
    String effects =
        one.effects.values().stream()
            .map(result -> Renderer.text(recordings.restore(result, Arrangement.FORWARD)))
            .sorted()
            .collect(Collectors.joining(", "));
    return specification.text(one.state)
        + (effects.isEmpty() ? "" : " with the results " + effects + " to come");
  }

  @Override
  public int renamed(int history, int[] image) {
    History one = histories.get(history);
    return number(
        one.clients.renamed(image),
        one.possibilities.stream().map(p -> p.renamed(image)).collect(Collectors.toSet()));
  }

  /** The client's operation, and in how many possibilities it has taken effect. */
  @Override
  public long mark(int history, int client) {
    History one = histories.get(history);
    return one.clients
        .of(client)
        .map(
            open -> {
              long effects =
                  one.possibilities.stream().filter(p -> p.effects.containsKey(client)).count();
              return (1L + open.operation()) << 32 | effects << 1 | (open.interrupted() ? 1 : 0);
            })
        .orElse(0L);
  }
}
