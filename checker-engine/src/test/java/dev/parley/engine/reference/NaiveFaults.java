package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.api.NodeId;
import dev.parley.engine.model.Setting;
import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What may go wrong in a state. A fault spends one of every limit that covers it, and can happen
 * only if there is such a limit and each of them has some left.
 */
final class NaiveFaults {
  /** How a node comes back. */
  @FunctionalInterface
  interface Restarts {
    /** All ways, from a state in which the node is up again and the fault is paid for. */
    List<NaiveStep> of(NaiveState state, int node);
  }

  private final Setting setting;
  private final List<NodeId> ids;
  private final Restarts restarts;

  NaiveFaults(Setting setting, List<NodeId> ids, Restarts restarts) {
    this.setting = setting;
    this.ids = ids;
    this.restarts = restarts;
  }

  /** Adds all faults that can happen. */
  void add(NaiveState state, List<NaiveStep> steps) {
    for (int node = 0; node < ids.size(); node++) {
      addToMessages(state, node, steps);
      addToNode(state, node, steps);
    }
    addSplits(state, steps);
  }

  private void addToMessages(NaiveState state, int node, List<NaiveStep> steps) {
    Optional<NodeId> to = Optional.of(ids.get(node));
    for (NaiveState.Envelope one : state.inbox(node).losable()) {
      pay(state, Faults.Kind.LOSE, limit -> coversMessage(limit, node, one))
          .map(paid -> paid.withInbox(node, state.inbox(node).without(List.of(one))))
          .ifPresent(next -> steps.add(NaiveStep.outside(ActionKind.LOSE, to, List.of(one), next)));
      pay(state, Faults.Kind.DUPLICATE, limit -> coversMessage(limit, node, one))
          .map(paid -> paid.withInbox(node, state.inbox(node).withCopy(one)))
          .ifPresent(
              next -> steps.add(NaiveStep.outside(ActionKind.DUPLICATE, to, List.of(one), next)));
    }
    for (NaiveState.Envelope one : state.buffer(node).losable()) {
      pay(state, Faults.Kind.LOSE, limit -> coversMessage(limit, node, one))
          .map(paid -> paid.withBuffer(node, state.buffer(node).without(List.of(one))))
          .ifPresent(next -> steps.add(NaiveStep.outside(ActionKind.LOSE, to, List.of(one), next)));
      pay(state, Faults.Kind.DUPLICATE, limit -> coversMessage(limit, node, one))
          .map(paid -> paid.withBuffer(node, state.buffer(node).withCopy(one)))
          .ifPresent(
              next -> steps.add(NaiveStep.outside(ActionKind.DUPLICATE, to, List.of(one), next)));
    }
  }

  private void addToNode(NaiveState state, int node, List<NaiveStep> steps) {
    Set<Integer> down = new TreeSet<>(state.surroundings().down());
    if (state.isUp(node)) {
      down.add(node);
      pay(state, Faults.Kind.CRASH, limit -> coversNode(limit, state, node))
          .map(paid -> paid.with(paid.surroundings().withDown(down)))
          .map(next -> setting.faults().losesInboxes() ? withEmptyInbox(next, node) : next)
          .ifPresent(
              next ->
                  steps.add(
                      NaiveStep.outside(
                          ActionKind.CRASH, Optional.of(ids.get(node)), List.of(), next)));
    } else {
      down.remove(node);
      pay(state, Faults.Kind.RESTART, limit -> coversNode(limit, state, node))
          .map(paid -> paid.with(paid.surroundings().withDown(down)))
          .ifPresent(up -> steps.addAll(restarts.of(up, node)));
    }
  }

  private static NaiveState withEmptyInbox(NaiveState state, int node) {
    return state.withInbox(node, state.inbox(node).emptied());
  }

  private void addSplits(NaiveState state, List<NaiveStep> steps) {
    if (!state.surroundings().apart().isEmpty()) {
      pay(state, Faults.Kind.HEAL, limit -> true)
          .map(paid -> paid.with(paid.surroundings().withApart(Set.of())))
          .ifPresent(
              next ->
                  steps.add(NaiveStep.outside(ActionKind.HEAL, Optional.empty(), List.of(), next)));
      return;
    }
    if (!setting.faults().has(Faults.Kind.PARTITION)) {
      return;
    }
    for (Set<Integer> apart : splits(1)) {
      if (!apart.isEmpty()) {
        pay(state, Faults.Kind.PARTITION, limit -> coversSplit(limit, state, apart))
            .map(paid -> paid.with(paid.surroundings().withApart(apart)))
            .ifPresent(
                next ->
                    steps.add(
                        NaiveStep.outside(
                            ActionKind.PARTITION, Optional.empty(), List.of(), next)));
      }
    }
  }

  /** All sets of nodes from the given one on. The first node of all is never apart from itself. */
  private List<Set<Integer>> splits(int first) {
    if (first >= ids.size()) {
      return List.of(Set.of());
    }
    List<Set<Integer>> all = new ArrayList<>();
    for (Set<Integer> rest : splits(first + 1)) {
      all.add(rest);
      Set<Integer> larger = new TreeSet<>(rest);
      larger.add(first);
      all.add(larger);
    }
    return all;
  }

  /** The same state with the fault paid for, if it can be. */
  private Optional<NaiveState> pay(
      NaiveState state, Faults.Kind kind, Predicate<Faults.Limit> covers) {
    List<Integer> left = new ArrayList<>(state.surroundings().budgets());
    boolean covered = false;
    for (int i = 0; i < left.size(); i++) {
      Faults.Limit limit = setting.faults().limits().get(i);
      if (limit.kind() == kind && covers.test(limit)) {
        if (left.get(i) == 0) {
          return Optional.empty();
        }
        covered = true;
        left.set(i, left.get(i) - 1);
      }
    }
    return covered
        ? Optional.of(state.with(state.surroundings().withBudgets(left)))
        : Optional.empty();
  }

  private boolean coversMessage(Faults.Limit limit, int to, NaiveState.Envelope one) {
    return hasRole(limit, to) && limit.type().isInstance(one.message());
  }

  private boolean coversNode(Faults.Limit limit, NaiveState state, int node) {
    return hasRole(limit, node) && limit.type().isInstance(state.local(node).node());
  }

  private boolean coversSplit(Faults.Limit limit, NaiveState state, Set<Integer> apart) {
    boolean these = true;
    boolean others = true;
    for (int i = 0; i < ids.size(); i++) {
      if (apart.contains(i)) {
        these &= coversNode(limit, state, i);
      } else {
        others &= coversNode(limit, state, i);
      }
    }
    return these || others;
  }

  private boolean hasRole(Faults.Limit limit, int node) {
    return limit.role().isEmpty() || limit.role().equals(ids.get(node).role());
  }
}
