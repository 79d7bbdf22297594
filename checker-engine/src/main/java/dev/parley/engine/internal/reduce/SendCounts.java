package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How often a node can send a letter, as its possible steps show. */
final class SendCounts {
  private final List<List<Histories.Step>> steps = new ArrayList<>();
  private final int[] components;

  /** By the steps between histories. */
  SendCounts(Histories histories) {
    for (int history = 0; history < histories.size(); history++) {
      steps.add(histories.from(history));
    }
    components = components();
  }

  /** By the steps between local states. */
  SendCounts(LocalGraph graph) {
    for (int index = 0; index < graph.size(); index++) {
      steps.add(graph.from(index).stream().map(e -> new Histories.Step(e.to(), e.sent())).toList());
    }
    components = components();
  }

  private int[] components() {
    int[][] successors = new int[steps.size()][];
    for (int vertex = 0; vertex < successors.length; vertex++) {
      List<Histories.Step> from = steps.get(vertex);
      successors[vertex] = new int[from.size()];
      for (int i = 0; i < from.size(); i++) {
        successors[vertex][i] = from.get(i).to();
      }
    }
    return StrongComponents.of(successors);
  }

  /**
   * The most often that any path sends a letter; {@link LocalClosure#UNBOUNDED} if a path can come
   * round and send it again.
   */
  int most(int letter) {
    int count = IntStream.of(components).max().orElse(-1) + 1;
    int[] best = new int[count];
    List<List<Integer>> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(new ArrayList<>());
    }
    for (int vertex = 0; vertex < components.length; vertex++) {
      members.get(components[vertex]).add(vertex);
    }
    // Steps lead to lower components, so these are done first.
    for (int component = 0; component < count; component++) {
      for (int vertex : members.get(component)) {
        for (Histories.Step step : steps.get(vertex)) {
          int times = 0;
          for (int sent : step.sent()) {
            times += sent == letter ? 1 : 0;
          }
          int target = components[step.to()];
          if (target == component && times > 0) {
            return LocalClosure.UNBOUNDED;
          }
          best[component] =
              Math.max(best[component], target == component ? 0 : times + best[target]);
        }
      }
    }
    return IntStream.of(best).max().orElse(0);
  }
}
