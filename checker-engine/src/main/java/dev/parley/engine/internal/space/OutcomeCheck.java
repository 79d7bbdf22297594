package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.model.Handler;

/** Looks at what local steps do, the first time they do it. */
public interface OutcomeCheck {
  /** Looks at one outcome of a step; throws if there is something wrong with it. */
  void check(int node, int local, Handler handler, int[] consumed, StepOutcome outcome);
}
