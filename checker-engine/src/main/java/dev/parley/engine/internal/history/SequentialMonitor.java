package dev.parley.engine.internal.history;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.history.Clients.Open;
import dev.parley.engine.internal.step.Recordings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Decides whether histories are sequentially consistent.
 *
 * <p>An operation may take effect long after it ended, behind operations of other clients that
 * begin later. So nothing of a history can be forgotten but the order between clients: what is kept
 * is the sequence of operations and results of each client. Whether they can be merged into one
 * sequence that the object allows is decided once for each history, by a search over how much of
 * each sequence has taken effect. It meets each combination of positions and state of the object
 * once.
 *
 * <p>An open operation may have taken effect or not. One that its client's restart has cut off may
 * take effect at any time after the earlier operations of that client, or never. It does not come
 * before the later ones: the client cannot tell.
 *
 * <p>A history that does not fit may become one that does if more operations begin, because nothing
 * says that a value was written before it was read. Such a state is a violation all the same: no
 * system can rely on what its clients will do.
 */
final class SequentialMonitor implements Monitor {
  /** An operation with its result. */
  private record Done(int operation, int result) {}

  /**
   * An operation that never ends.
   *
   * @param client whose it was
   * @param position how many operations of the client had ended before it began
   * @param operation what it is
   */
  private record Orphaned(int client, int position, int operation) {
    private static final Comparator<Orphaned> ORDER =
        Comparator.comparingInt(Orphaned::client)
            .thenComparingInt(Orphaned::position)
            .thenComparingInt(Orphaned::operation);
  }

  /** A history: what is open, what each client has done, and what was orphaned. */
  private record History(
      Clients clients, SortedMap<Integer, List<Done>> done, List<Orphaned> orphaned) {
    List<Done> done(int client) {
      return done.getOrDefault(client, List.of());
    }

    History with(Clients other) {
      return new History(other, done, orphaned);
    }
  }

  private final Specification specification;
  private final Recordings recordings;
  private final List<History> histories = new ArrayList<>();
  private final Map<History, Integer> numbers = new HashMap<>();
  private final Map<Integer, Boolean> fits = new HashMap<>();

  SequentialMonitor(Specification specification, Recordings recordings) {
    this.specification = specification;
    this.recordings = recordings;
  }

  @Override
  public int beginning(Map<Integer, Integer> operations) {
    Clients clients = Clients.IDLE;
    for (Map.Entry<Integer, Integer> one : operations.entrySet()) {
      clients = clients.with(one.getKey(), one.getValue());
    }
    return number(new History(clients, new TreeMap<>(), List.of()));
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
    List<Orphaned> orphaned = new ArrayList<>(before.orphaned);
    before
        .clients
        .of(client)
        .ifPresent(
            open ->
                orphaned.add(new Orphaned(client, before.done(client).size(), open.operation())));
    orphaned.sort(Orphaned.ORDER);
    return number(
        new History(before.clients.with(client, operation), before.done, List.copyOf(orphaned)));
  }

  @Override
  public int ended(int history, int client, int result) {
    History before = histories.get(history);
    List<Done> sequence = new ArrayList<>(before.done(client));
    sequence.add(new Done(before.clients.of(client).orElseThrow().operation(), result));
    SortedMap<Integer, List<Done>> done = new TreeMap<>(before.done);
    done.put(client, List.copyOf(sequence));
    return number(new History(before.clients.without(client), done, before.orphaned));
  }

  @Override
  public int interrupted(int history, int client) {
    History before = histories.get(history);
    return number(before.with(before.clients.interrupted(client)));
  }

  @Override
  public boolean fits(int history) {
    return fits.computeIfAbsent(
        history,
        number -> {
          Merge merge = new Merge(histories.get(number));
          return merge.any(merge::isComplete);
        });
  }

  @Override
  public Set<Integer> fitting(int history, int client) {
    Merge merge = new Merge(histories.get(history));
    Set<Integer> results = new TreeSet<>();
    merge.any(
        position -> {
          if (merge.isComplete(position)) {
            merge.result(position, client).ifPresent(results::add);
          }
          return false;
        });
    return results;
  }

  /**
   * How far a merge has come.
   *
   * @param taken how many of each client's operations have taken effect, by place in the history
   * @param open the results of the open operations that have, by client
   * @param gone the orphaned operations that have, by place in the history
   * @param state the object's state
   */
  private record Position(
      List<Integer> taken, SortedMap<Integer, Integer> open, Set<Integer> gone, int state) {}

  /** Looks for a sequence of all that a history holds. */
  private final class Merge {
    private final History history;
    private final List<Integer> clients;

    Merge(History history) {
      this.history = history;
      this.clients = List.copyOf(history.done.keySet());
    }

    boolean any(Predicate<Position> wanted) {
      Position first =
          new Position(
              clients.stream().map(client -> 0).toList(),
              new TreeMap<>(),
              Set.of(),
              specification.initial());
      Set<Position> met = new HashSet<>(Set.of(first));
      Deque<Position> open = new ArrayDeque<>(met);
      while (!open.isEmpty()) {
        Position position = open.removeLast();
        if (wanted.test(position)) {
          return true;
        }
        following(position).stream().filter(met::add).forEach(open::add);
      }
      return false;
    }

    boolean isComplete(Position position) {
      for (int i = 0; i < clients.size(); i++) {
        if (position.taken.get(i) < history.done(clients.get(i)).size()) {
          return false;
        }
      }
      return true;
    }

    Optional<Integer> result(Position position, int client) {
      return Optional.ofNullable(position.open.get(client));
    }

    private int taken(Position position, int client) {
      int place = clients.indexOf(client);
      return place < 0 ? 0 : position.taken.get(place);
    }

    private List<Position> following(Position position) {
      List<Position> following = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        takeNext(position, i, following);
      }
      for (Open open : history.clients.open()) {
        boolean due =
            taken(position, open.client()) == history.done(open.client()).size()
                && !position.open.containsKey(open.client());
        if (due) {
          SortedMap<Integer, Integer> now = new TreeMap<>(position.open);
          now.put(open.client(), specification.result(position.state, open.operation()));
          following.add(
              new Position(
                  position.taken,
                  now,
                  position.gone,
                  specification.after(position.state, open.operation())));
        }
      }
      for (int i = 0; i < history.orphaned.size(); i++) {
        Orphaned one = history.orphaned.get(i);
        if (!position.gone.contains(i) && taken(position, one.client) >= one.position) {
          Set<Integer> now = new TreeSet<>(position.gone);
          now.add(i);
          following.add(
              new Position(
                  position.taken,
                  position.open,
                  now,
                  specification.after(position.state, one.operation)));
        }
      }
      return following;
    }

    private void takeNext(Position position, int place, List<Position> following) {
      List<Done> sequence = history.done(clients.get(place));
      int next = position.taken.get(place);
      if (next < sequence.size()) {
        Done one = sequence.get(next);
        if (specification.result(position.state, one.operation) == one.result) {
          Integer[] now = position.taken.toArray(Integer[]::new);
          now[place]++;
          following.add(
              new Position(
                  Arrays.asList(now),
                  position.open,
                  position.gone,
                  specification.after(position.state, one.operation)));
        }
      }
    }
  }

  private int number(History history) {
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
    return one.done.values().stream()
        .map(sequence -> sequence.stream().map(this::text).collect(Collectors.joining(", ")))
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private String text(Done one) {
    return Renderer.text(recordings.restore(one.operation, Arrangement.FORWARD))
        + (one.result == Recordings.NO_VALUE
            ? ""
            : " = " + Renderer.text(recordings.restore(one.result, Arrangement.FORWARD)));
  }

  @Override
  public int renamed(int history, int[] image) {
    History one = histories.get(history);
    SortedMap<Integer, List<Done>> done = new TreeMap<>();
    one.done.forEach((client, sequence) -> done.put(image[client], sequence));
    return number(
        new History(
            one.clients.renamed(image),
            done,
            one.orphaned.stream()
                .map(a -> new Orphaned(image[a.client], a.position, a.operation))
                .sorted(Orphaned.ORDER)
                .toList()));
  }

  @Override
  public long mark(int history, int client) {
    History one = histories.get(history);
    long mark = one.done(client).hashCode();
    return 31 * mark
        + one.clients
            .of(client)
            .map(o -> 2L * o.operation() + (o.interrupted() ? 3 : 2))
            .orElse(0L);
  }
}
