package dev.parley.engine.internal.ltl;

import dev.parley.api.Formula;
import java.util.BitSet;
import java.util.function.BiPredicate;

/**
 * A run as a formula sees it: which named states it is in, at each of finitely many moments, the
 * last of which are repeated for ever. Judges formulas by their definition.
 */
public final class RunWord {
  private final int moments;
  private final int loop;
  private final BiPredicate<String, Integer> truth;

  /**
   * A run.
   *
   * @param moments how many moments it has
   * @param loop the moment that follows the last one
   * @param truth whether the run is in a named state at a moment
   */
  public RunWord(int moments, int loop, BiPredicate<String, Integer> truth) {
    if (loop < 0 || loop >= moments) {
      throw new IllegalArgumentException("a run of " + moments + " moments cannot go to " + loop);
    }
    this.moments = moments;
    this.loop = loop;
    this.truth = truth;
  }

  /** Whether a formula is true of the run. */
  public boolean satisfies(Formula formula) {
    return when(formula).get(0);
  }

  /** The moments at which a formula is true of what follows. */
  private BitSet when(Formula formula) {
    return switch (formula.operator()) {
      case STATE -> in(formula.name());
      case NOT -> opposite(when(formula.parts().get(0)));
      case ALL -> opposite(any(formula, true));
      case ANY -> any(formula, false);
      case IMPLIES -> {
        BitSet when = opposite(when(formula.parts().get(0)));
        when.or(when(formula.parts().get(1)));
        yield when;
      }
      case ALWAYS -> opposite(until(all(), opposite(when(formula.parts().get(0)))));
      case EVENTUALLY -> until(all(), when(formula.parts().get(0)));
      case UNTIL -> until(when(formula.parts().get(0)), when(formula.parts().get(1)));
      case UNLESS -> {
        BitSet hold = when(formula.parts().get(0));
        BitSet when = opposite(until(all(), opposite(hold)));
        when.or(until(hold, when(formula.parts().get(1))));
        yield when;
      }
    };
  }

  private BitSet in(String state) {
    BitSet when = new BitSet();
    for (int moment = 0; moment < moments; moment++) {
      when.set(moment, truth.test(state, moment));
    }
    return when;
  }

  /** When one of the parts is true; or false, if so asked. */
  private BitSet any(Formula formula, boolean opposite) {
    BitSet when = new BitSet();
    formula.parts().forEach(part -> when.or(opposite ? opposite(when(part)) : when(part)));
    return when;
  }

  private BitSet all() {
    BitSet all = new BitSet();
    all.set(0, moments);
    return all;
  }

  private BitSet opposite(BitSet when) {
    BitSet opposite = all();
    opposite.andNot(when);
    return opposite;
  }

  /** The least set that has the goal, and each moment at which the first holds before one of it. */
  private BitSet until(BitSet hold, BitSet goal) {
    BitSet when = (BitSet) goal.clone();
    // The second time round knows what the loop's first moment leads to.
    for (int round = 0; round < 2; round++) {
      for (int moment = moments - 1; moment >= 0; moment--) {
        int next = moment == moments - 1 ? loop : moment + 1;
        if (hold.get(moment) && when.get(next)) {
          when.set(moment);
        }
      }
    }
    return when;
  }
}
