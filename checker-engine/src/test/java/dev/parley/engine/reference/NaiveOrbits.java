package dev.parley.engine.reference;

import dev.parley.api.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Counts states that differ in more than names of nodes: each state is written down under all names
 * that interchangeable nodes may have, and the least of these texts is kept.
 */
final class NaiveOrbits implements NaiveChecker.Observer {
  private static final Comparator<List<String>> ORDER =
      (one, other) -> {
        for (int i = 0; i < one.size(); i++) {
          int difference = one.get(i).compareTo(other.get(i));
          if (difference != 0) {
            return difference;
          }
        }
        return 0;
      };

  private final List<NodeId> ids;
  private final Map<Integer, Object> values;
  private final List<int[]> images = new ArrayList<>();
  private final Set<List<String>> full = new HashSet<>();
  private final Set<List<String>> relevant = new HashSet<>();

  /**
   * Orbits of a group.
   *
   * @param ids all nodes
   * @param sets sets of interchangeable nodes, by their places
   * @param values the values that stand for nodes, by the places of these
   */
  NaiveOrbits(List<NodeId> ids, List<List<Integer>> sets, Map<Integer, Object> values) {
    this.ids = ids;
    this.values = values;
    int[] identity = new int[ids.size()];
    Arrays.setAll(identity, i -> i);
    images.add(identity);
    for (List<Integer> set : sets) {
      List<int[]> before = List.copyOf(images);
      images.clear();
      for (List<Integer> order : orders(set)) {
        for (int[] image : before) {
          int[] more = image.clone();
          for (int i = 0; i < set.size(); i++) {
            more[set.get(i)] = order.get(i);
          }
          images.add(more);
        }
      }
    }
  }

  private static List<List<Integer>> orders(List<Integer> set) {
    if (set.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> orders = new ArrayList<>();
    for (Integer first : set) {
      List<Integer> rest = new ArrayList<>(set);
      rest.remove(first);
      for (List<Integer> order : orders(rest)) {
        List<Integer> longer = new ArrayList<>(List.of(first));
        longer.addAll(order);
        orders.add(longer);
      }
    }
    return orders;
  }

  @Override
  public void expanded(NaiveState state, List<NaiveStep> enabled, boolean cut) {
    TreeSet<List<String>> texts = new TreeSet<>(ORDER);
    TreeSet<List<String>> relevantTexts = new TreeSet<>(ORDER);
    for (int[] image : images) {
      NaiveState renamed = renamed(state, image);
      texts.add(renamed.full());
      relevantTexts.add(renamed.relevant());
    }
    full.add(texts.first());
    relevant.add(relevantTexts.first());
  }

  /** How many states there are up to names. */
  long full() {
    return full.size();
  }

  /** The same without auxiliary content. */
  long relevant() {
    return relevant.size();
  }

  private Object renamed(Object named, int[] image) {
    if (named instanceof NodeId) {
      return ids.contains(named) ? ids.get(image[ids.indexOf(named)]) : named;
    }
    for (Map.Entry<Integer, Object> value : values.entrySet()) {
      if (value.getValue().equals(named)) {
        return values.get(image[value.getKey()]);
      }
    }
    return named;
  }

  private NaiveState renamed(NaiveState state, int[] image) {
    UnaryOperator<Object> names = named -> renamed(named, image);
    int count = image.length;
    NaiveState.Local[] locals = new NaiveState.Local[count];
    NaiveState.Inbox[] inboxes = new NaiveState.Inbox[count];
    NaiveState.Surroundings around = state.surroundings();
    NaiveState.Inbox[] buffers = new NaiveState.Inbox[around.buffers().size()];
    Set<Integer> down = new TreeSet<>();
    Set<Integer> apart = new TreeSet<>();
    for (int node = 0; node < count; node++) {
      locals[image[node]] = state.local(node).renamed(names);
      inboxes[image[node]] = state.inbox(node).renamed(names);
      if (buffers.length > 0) {
        buffers[image[node]] = state.buffer(node).renamed(names);
      }
      if (!state.isUp(node)) {
        down.add(image[node]);
      }
      if (around.apart().contains(node)) {
        apart.add(image[node]);
      }
    }
    if (apart.contains(0)) {
      Set<Integer> others = new TreeSet<>();
      for (int node = 0; node < count; node++) {
        if (!apart.contains(node)) {
          others.add(node);
        }
      }
      apart = others;
    }
    return new NaiveState(
        List.of(locals),
        List.of(inboxes),
        new NaiveState.Surroundings(
            List.of(buffers),
            down,
            apart,
            around.budgets(),
            around.layout(),
            around.history().renamed(image, names)));
  }
}
