package dev.parley.engine.fork;

import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import java.util.List;

/** What the engine's process tells while it works, in the order it happens. */
public sealed interface Event {

  /**
   * The engine's process is ready.
   *
   * @param javaVersion the version of Java it runs on
   */
  record Connected(String javaVersion) implements Event {}

  /**
   * An instance is about to be loaded.
   *
   * @param target the instance
   */
  record InstanceStarted(Target target) implements Event {}

  /**
   * What is declared of an instance was read; the code that lays it out runs next.
   *
   * @param description what was declared about it
   * @param budget the budget in force
   */
  record InstanceDeclared(Model.Description description, Budget budget) implements Event {}

  /**
   * An instance was loaded and its search begins.
   *
   * @param description what was declared about it
   * @param budget the budget in force
   * @param properties its properties, all undecided
   */
  record InstanceLoaded(
      Model.Description description, Budget budget, List<PropertyResult> properties)
      implements Event {
    /** Keeps its own copy. */
    public InstanceLoaded {
      properties = List.copyOf(properties);
    }
  }

  /**
   * The search has come this far.
   *
   * @param progress how far
   */
  record Progressed(Progress progress) implements Event {}

  /**
   * The verdict of an instance is known. The steps that lead there follow with {@link
   * InstanceFinished}; should the process not live to tell them, this is the result.
   *
   * @param result what was found, without a trace
   */
  record Found(InstanceResult result) implements Event {}

  /**
   * An instance is done.
   *
   * @param result what was found
   */
  record InstanceFinished(InstanceResult result) implements Event {}

  /**
   * A comparison runs an instance once more.
   *
   * @param mode the search mode's name
   * @param round which round, counted from 1; 0 is the pass that warms up
   */
  record ModeStarted(String mode, int round) implements Event {}

  /**
   * The comparison of an instance is done.
   *
   * @param result what each mode did
   */
  record ComparisonFinished(ComparisonResult result) implements Event {}

  /** Every instance is done. */
  record RunFinished() implements Event {}

  /**
   * A line that a protocol or the engine's Java machine printed.
   *
   * @param line the line, without its end
   */
  record Output(String line) implements Event {}

  /**
   * A replay took a step.
   *
   * @param step the step as it was taken this time
   */
  record Stepped(Trace.TraceStep step) implements Event {}

  /**
   * A replay came to its end.
   *
   * @param outcome how it ended
   */
  record ReplayFinished(ReplayOutcome outcome) implements Event {}

  /**
   * A replay could not go on.
   *
   * @param mistake why
   */
  record ReplayFailed(Mistake mistake) implements Event {}

  /**
   * The answer to {@link Request.WhereAreYou}.
   *
   * @param place the protocol's method that runs, or {@code engine}
   * @param stack the stack of the thread that runs the protocol
   */
  record Located(String place, String stack) implements Event {}
}
