package dev.parley.engine.reference;

import dev.parley.api.Formula;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Random formulas about some named states. */
public final class RandomFormulas {
  private final SplittableRandom random;
  private final List<Formula> states = new ArrayList<>();
  private int left;

  /**
   * Formulas about states.
   *
   * @param predicates what is true in them; they are named a, b and so on
   */
  public RandomFormulas(SplittableRandom random, List<Predicate<World>> predicates) {
    this.random = random;
    predicates.forEach(
        predicate ->
            states.add(Formula.state(String.valueOf((char) ('a' + states.size())), predicate)));
  }

  /**
   * The next formula.
   *
   * @param depth how deep it is at most
   * @param later how many of its operators speak of later, at most
   */
  public Formula next(int depth, int later) {
    left = later;
    return formula(depth);
  }

  private Formula formula(int depth) {
    if (depth == 0 || random.nextInt(10) == 0) {
      return states.get(random.nextInt(states.size()));
    }
    int kind = random.nextInt(left > 0 ? 10 : 5);
    if (kind > 4) {
      left--;
    }
    return switch (kind) {
      case 0 -> Formula.not(formula(depth - 1));
      case 1 -> formula(depth - 1).and(formula(depth - 1));
      case 2 -> formula(depth - 1).or(formula(depth - 1), formula(depth - 1));
      case 3, 4 -> formula(depth - 1).implies(formula(depth - 1));
      case 5 -> Formula.always(formula(depth - 1));
      case 6, 7 -> Formula.eventually(formula(depth - 1));
      case 8 -> formula(depth - 1).until(formula(depth - 1));
      default -> formula(depth - 1).unless(formula(depth - 1));
    };
  }
}
