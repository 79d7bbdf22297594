package dev.parley.engine.reference;

import dev.parley.api.Formula;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;

/**
 * A formula on a run that comes back to one of its earlier moments, by the words of its definition:
 * some later moment is looked for, and all before it are looked at.
 */
public final class NaiveFormula {
  private final int moments;
  private final int loop;
  private final BiPredicate<String, Integer> truth;

  /** A run: how many moments it has, and which of them follows the last. */
  public NaiveFormula(int moments, int loop, BiPredicate<String, Integer> truth) {
    this.moments = moments;
    this.loop = loop;
    this.truth = truth;
  }

  /** Whether a formula is true of the run from a moment on. */
  public boolean isTrue(Formula formula, int moment) {
    return switch (formula.operator()) {
      case STATE -> truth.test(formula.name(), at(moment));
      case NOT -> !isTrue(formula.parts().get(0), moment);
      case ALL -> formula.parts().stream().allMatch(part -> isTrue(part, moment));
      case ANY -> formula.parts().stream().anyMatch(part -> isTrue(part, moment));
      case IMPLIES ->
          !isTrue(formula.parts().get(0), moment) || isTrue(formula.parts().get(1), moment);
      case ALWAYS -> end(moment, later -> !isTrue(formula.parts().get(0), later)) < 0;
      case EVENTUALLY -> end(moment, later -> isTrue(formula.parts().get(0), later)) >= 0;
      case UNTIL -> holdsTo(formula, moment);
      case UNLESS ->
          holdsTo(formula, moment)
              || end(moment, later -> !isTrue(formula.parts().get(0), later)) < 0;
    };
  }

  private boolean holdsTo(Formula formula, int moment) {
    int goal = end(moment, later -> isTrue(formula.parts().get(1), later));
    for (int later = moment; later < goal; later++) {
      if (!isTrue(formula.parts().get(0), later)) {
        return false;
      }
    }
    return goal >= 0;
  }

  /** The first moment from one on at which something is so; -1 if there is none. */
  private int end(int moment, IntPredicate so) {
    int first = at(moment);
    for (int later = first; later < first + 2 * moments; later++) {
      if (so.test(at(later))) {
        return moment + later - first;
      }
    }
    return -1;
  }

  private int at(int moment) {
    return moment < moments ? moment : loop + (moment - loop) % (moments - loop);
  }
}
