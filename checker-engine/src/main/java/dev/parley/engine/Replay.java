package dev.parley.engine;

import dev.parley.engine.internal.TraceReplay;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.Trace;
import java.util.function.Consumer;

/** Takes a recorded path again, step by step, with the code as it is now. */
public final class Replay {
  private Replay() {}

  /**
   * How a replay ended.
   *
   * @param reproduced whether the last state violates a property or shows a mistake in the
   *     protocol, or the last step throws
   * @param message a sentence that says what happened, or where and why the replay had to stop
   */
  public record ReplayOutcome(boolean reproduced, String message) {}

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
