package dev.parley.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * The choices made while an instance is laid out: first those of a script, then always the first
 * option. Scripts follow each other like the numbers of an odometer, so every combination comes up
 * once.
 */
final class LayoutChoices implements IntUnaryOperator {
  private final List<Integer> script;
  private final List<Integer> made = new ArrayList<>();
  private final List<Integer> optionCounts = new ArrayList<>();

  LayoutChoices(List<Integer> script) {
    this.script = script;
  }

  @Override
  public int applyAsInt(int options) {
    int at = made.size();
    int chosen = at < script.size() ? script.get(at) : 0;
    if (chosen >= options) {
      throw new IllegalStateException(
          "the instance was offered other choices than when it was laid out before; it must depend"
              + " on its parameters and choices alone");
    }
    made.add(chosen);
    optionCounts.add(options);
    return chosen;
  }

  /** The choices of the next layout, after one with these; nothing after the last. */
  Optional<LayoutChoices> next() {
    for (int last = made.size() - 1; last >= 0; last--) {
      if (made.get(last) + 1 < optionCounts.get(last)) {
        List<Integer> following = new ArrayList<>(made.subList(0, last));
        following.add(made.get(last) + 1);
        return Optional.of(new LayoutChoices(following));
      }
    }
    return Optional.empty();
  }
}
