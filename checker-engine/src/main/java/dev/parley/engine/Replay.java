package dev.parley.engine;

import dev.parley.engine.model.Model;
import dev.parley.engine.result.Trace;
import java.util.function.Consumer;

/** Takes the steps of a recorded counterexample once more. */
public final class Replay {
  private Replay() {}

  /**
   * Replays a counterexample.
   *
   * @param model the instance it was recorded from, with fresh nodes
   * @param recorded the counterexample
   * @param listener hears of each step as it was taken this time
   * @return whether the same violation showed again
   */
  public static ReplayOutcome run(Model model, Trace recorded, Consumer<Trace.TraceStep> listener) {
    throw new UnsupportedOperationException("being written");
  }
}
