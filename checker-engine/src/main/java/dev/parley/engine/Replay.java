package dev.parley.engine;

import dev.parley.engine.internal.TraceReplay;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import java.util.function.Consumer;

/** Takes a recorded path again, step by step, with the code as it is now. */
public final class Replay {
  private Replay() {}

  /**
   * Replays a path.
   *
   * @param model the instance it was recorded for
   * @param recorded the path
   * @param listener hears of each step after it was taken
   * @return how it ended; a step that is no longer possible ends it
   */
  public static ReplayOutcome run(Model model, Trace recorded, Consumer<Trace.TraceStep> listener) {
    return TraceReplay.run(model, recorded, listener);
  }
}
