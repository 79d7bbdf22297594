package dev.parley.engine.internal.step;

import dev.parley.engine.model.Handler;
import java.util.List;
import java.util.Optional;

/**
 * Runs local steps: a node, its local state, a handler and the messages it consumes go in, outcomes
 * come out, all by their numbers in the dictionary. Expansion, audit and traces ask an executor and
 * never call users' code themselves.
 *
 * <p>An executor must be a function: the same question has the same answer, whoever asks and
 * whenever. The engine relies on that, because it asks once and uses the answer for every global
 * state that contains the local step. Answers are remembered by whoever asks, as far as memory
 * allows, so an executor may be slow, but it must be able to answer the same question again.
 *
 * <p>Today's only executor is {@link StepRunner}, which runs handlers in this process. An executor
 * that asks an external program must keep all its answers, because such a program may answer
 * differently the second time. New local states and messages get their numbers from the executor:
 * it must share the {@link Contents} of the runner that lays them out for properties and traces.
 *
 * <p>One executor serves one worker. It need not be safe for use by several threads.
 */
public interface StepExecutor {
  /** Stands for the size of a quorum whose size method throws. */
  int SIZE_THREW = -1;

  /**
   * The size of the sets a quorum handler consumes in a local state; {@link #SIZE_THREW} if the
   * method for the size throws. Then there is one step, which consumes nothing and throws.
   */
  int quorumSize(int node, int local, Handler handler);

  /**
   * All outcomes of a step: none if its guard is false, one if it makes no choices, one per
   * sequence of choices else.
   *
   * @param node the node
   * @param local its local state
   * @param handler the handler
   * @param consumed the messages it consumes
   * @return the outcomes, in the order of their choices
   */
  List<StepOutcome> outcomes(int node, int local, Handler handler, int[] consumed);

  /**
   * Takes a step once, with choices that are known: for traces, where a debugger is to stop in it
   * once.
   *
   * @param node the node
   * @param local its local state
   * @param handler the handler
   * @param consumed the messages it consumes
   * @param choices which options to choose
   * @return what it did, or nothing if its guard is false
   */
  Optional<StepOutcome> execute(
      int node, int local, Handler handler, int[] consumed, int[] choices);

  /**
   * All outcomes of a restart, one per sequence of choices of its hook.
   *
   * @param node the node
   * @param local its local state when it crashed
   * @param layout which of the instance's layouts the run began with
   * @return the outcomes, in the order of their choices
   */
  List<StepOutcome> restarts(int node, int local, int layout);

  /** The values chosen in the step that {@link #execute} took last, as text. */
  List<String> lastChoices();

  /**
   * From now on outcomes tell the messages to one recipient in the order of sending. Else they are
   * ascending, so that steps which send the same in another order are the same step.
   */
  void keepSendingOrder();
}
