package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import dev.parley.api.Rounds;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.result.Violation;
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
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Explores all orders of steps naively, with the phase and round of each node beside it, and notes
 * every condition that some step breaks. From the definition: section 4.2 of the paper, and the
 * Javadoc of {@link Rounds}.
 */
final class NaiveRounds {
  private static final int BEGINNING = -1;

  /**
   * Where a node is.
   *
   * @param place its round
   * @param received whether it has received something there
   * @param heard whom
   */
  private record Ghost(int place, boolean received, Set<NodeId> heard) {}

  /**
   * A state with its ghosts.
   *
   * @param kernels for each round that somebody has left, who may be in its kernel
   */
  private record Haunted(NaiveState state, List<Ghost> ghosts, Map<Integer, Set<NodeId>> kernels) {
    List<Object> key() {
      return List.of(state.full(), ghosts, kernels);
    }
  }

  private final Model model;
  private final NaiveSteps steps;
  private final Rounds rounds;
  private final List<NodeId> ids;
  private final ToIntFunction<Object> place;
  private final int limit;

  private final Set<Object> known = new HashSet<>();
  private final Deque<Haunted> waiting = new ArrayDeque<>();
  private final Set<Integer> broken = new TreeSet<>();
  private final Set<String> violated = new TreeSet<>();
  private final Set<String> unreached;
  private boolean forbade;

  private NaiveRounds(Model model, ToIntFunction<Object> place, int limit) {
    this.model = model;
    this.steps = new NaiveSteps(model);
    this.rounds = model.setting().rounds();
    this.ids = model.ids();
    this.place = place;
    this.limit = limit;
    this.unreached =
        model.properties().stream()
            .filter(p -> p.kind() == Property.Kind.REACHABLE)
            .map(Property::name)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * What there is.
   *
   * @param states how many states, ghosts and all
   * @param broken the numbers of conditions that are broken
   * @param violated the properties that are
   * @param forbade whether the assumption ruled out some step
   */
  record Result(int states, Set<Integer> broken, Set<String> violated, boolean forbade) {}

  /**
   * Explores.
   *
   * @param place the round of a message, as a number; -1 if it has none
   * @param limit the most states
   * @return nothing if there are more
   */
  static Optional<Result> of(Model model, ToIntFunction<Object> place, int limit) {
    return new NaiveRounds(model, place, limit).explored();
  }

  private Optional<Result> explored() {
    for (NaiveState initial : steps.initials()) {
      add(
          new Haunted(
              initial,
              ids.stream().map(id -> new Ghost(BEGINNING, false, Set.of())).toList(),
              Map.of()));
    }
    while (!waiting.isEmpty()) {
      if (known.size() > limit) {
        return Optional.empty();
      }
      expand(waiting.remove());
    }
    violated.addAll(unreached);
    return Optional.of(new Result(known.size(), broken, violated, forbade));
  }

  private void add(Haunted haunted) {
    if (known.add(haunted.key())) {
      waiting.add(haunted);
    }
  }

  private void expand(Haunted from) {
    boolean terminal = true;
    for (NaiveStep step : steps.from(from.state())) {
      terminal &= !take(from, step);
    }
    NaiveWorld world = new NaiveWorld(ids, from.state());
    violated.addAll(NaiveChecker.broken(model.properties(), world, terminal));
    model.properties().stream()
        .filter(p -> p.kind() == Property.Kind.REACHABLE && p.predicate().test(world))
        .forEach(p -> unreached.remove(p.name()));
  }

  /** Takes a step; false if it is none, being only the end of late messages, or ruled out. */
  private boolean take(Haunted from, NaiveStep step) {
    int node = ids.indexOf(step.node());
    Ghost ghost = from.ghosts().get(node);
    List<Integer> read = step.consumed().stream().map(m -> place.applyAsInt(m.message())).toList();
    boolean late = !read.isEmpty() && read.stream().allMatch(p -> p >= 0 && p < ghost.place());
    boolean threw = step.next().isEmpty();
    if (late && !threw && isWithoutEffect(from.state(), step, node)) {
      return false;
    }
    List<List<Integer>> sent = threw ? List.of() : sent(from.state(), step, node);
    List<Integer> sentPlaces = sent.stream().flatMap(List::stream).sorted().toList();
    Optional<Integer> breach = threw ? Optional.empty() : breach(ghost, read, sentPlaces);
    if (breach.isPresent()) {
      broken.add(breach.get());
      return true;
    }
    int at = late || read.isEmpty() || threw && mixed(read) ? ghost.place() : read.get(0);
    Map<Integer, Set<NodeId>> kernels = new HashMap<>(from.kernels());
    Ghost after = after(step, ghost, at, read, sentPlaces, node, kernels);
    if (after == null || misses(from, step, node, after, sent)) {
      forbade = true;
      return false;
    }
    if (threw) {
      violated.add(Violation.EXCEPTION);
      return true;
    }
    List<Ghost> ghosts = new ArrayList<>(from.ghosts());
    ghosts.set(node, after);
    add(new Haunted(step.next().get(), List.copyOf(ghosts), Map.copyOf(kernels)));
    return true;
  }

  private static boolean mixed(List<Integer> read) {
    return read.stream().distinct().count() > 1;
  }

  private boolean isWithoutEffect(NaiveState before, NaiveStep step, int node) {
    NaiveState next = step.next().orElseThrow();
    return sent(before, step, node).stream().allMatch(List::isEmpty)
        && next.relevant().get(node).equals(before.relevant().get(node));
  }

  /** For each receiver, the rounds of what was sent to it: what its inbox has more than before. */
  private List<List<Integer>> sent(NaiveState before, NaiveStep step, int node) {
    List<List<Integer>> sent = new ArrayList<>();
    for (int to = 0; to < ids.size(); to++) {
      NaiveState.Inbox inbox = before.inbox(to);
      List<String> left =
          new ArrayList<>(
              (to == node ? inbox.after(step.consumed()) : inbox)
                  .messages().stream().map(NaiveState.Envelope::text).toList());
      List<Integer> here = new ArrayList<>();
      for (NaiveState.Envelope m : step.next().orElseThrow().inbox(to).messages()) {
        if (!left.remove(m.text())) {
          here.add(place.applyAsInt(m.message()));
        }
      }
      sent.add(here);
    }
    return sent;
  }

  private static Optional<Integer> breach(Ghost ghost, List<Integer> read, List<Integer> sent) {
    if (read.contains(BEGINNING)) {
      return Optional.of(2);
    }
    if (read.stream().anyMatch(p -> p < ghost.place())) {
      return Optional.of(3);
    }
    if (mixed(read)) {
      return Optional.of(4);
    }
    int now = read.isEmpty() ? ghost.place() : read.get(0);
    if (sent.contains(BEGINNING)) {
      return Optional.of(2);
    }
    if (sent.stream().anyMatch(p -> p < ghost.place())) {
      return Optional.of(1);
    }
    if (sent.stream().anyMatch(p -> p < now)) {
      return Optional.of(2);
    }
    boolean received = !read.isEmpty() || ghost.received();
    return received && sent.contains(now) ? Optional.of(5) : Optional.empty();
  }

  /** Where the node is after a step; null if it may not leave a round yet. */
  private Ghost after(
      NaiveStep step,
      Ghost ghost,
      int at,
      List<Integer> read,
      List<Integer> sent,
      int node,
      Map<Integer, Set<NodeId>> kernels) {
    boolean keeps = rounds.kind() == Rounds.Kind.ALL_BUT || rounds.kind() == Rounds.Kind.KERNEL;
    int now = ghost.place();
    boolean received = ghost.received();
    Set<NodeId> heard = new TreeSet<>(ghost.heard());
    List<Integer> stations = new ArrayList<>(List.of(at));
    stations.addAll(sent);
    for (int i = 0; i < stations.size(); i++) {
      if (stations.get(i) > now) {
        if (now >= 0 && !mayLeave(now, heard, node, kernels)) {
          return null;
        }
        now = stations.get(i);
        received = false;
        heard = new TreeSet<>();
      }
      if (i == 0 && !read.isEmpty()) {
        received = true;
        if (keeps) {
          step.consumed().stream().map(NaiveState.Envelope::from).forEach(heard::add);
        }
      }
    }
    return new Ghost(now, received, heard);
  }

  private boolean mayLeave(
      int round, Set<NodeId> heard, int node, Map<Integer, Set<NodeId>> kernels) {
    Set<NodeId> all = new TreeSet<>(heard);
    all.add(ids.get(node));
    if (rounds.kind() == Rounds.Kind.ALL_BUT) {
      return ids.size() - all.size() <= rounds.missing();
    }
    if (rounds.kind() == Rounds.Kind.KERNEL) {
      Set<NodeId> kernel = new TreeSet<>(kernels.getOrDefault(round, new TreeSet<>(ids)));
      kernel.removeIf(k -> !all.contains(k) || k.equals(ids.get(node)) && all.size() < ids.size());
      kernels.put(round, kernel);
      return !kernel.isEmpty();
    }
    return true;
  }

  /** On a reliable network: whether some message is for ever too late afterwards. */
  private boolean misses(
      Haunted from, NaiveStep step, int node, Ghost after, List<List<Integer>> sent) {
    if (rounds.kind() != Rounds.Kind.RELIABLE) {
      return false;
    }
    NaiveState.Inbox rest =
        step.next()
            .map(next -> next.inbox(node))
            .orElseGet(() -> from.state().inbox(node).after(step.consumed()));
    if (isLate(
        rest.messages().stream().map(m -> place.applyAsInt(m.message())).toList(), after.place())) {
      return true;
    }
    for (int to = 0; to < sent.size(); to++) {
      if (to != node && isLate(sent.get(to), from.ghosts().get(to).place())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLate(List<Integer> places, int place) {
    return places.stream().anyMatch(p -> p >= 0 && p < place);
  }
}
