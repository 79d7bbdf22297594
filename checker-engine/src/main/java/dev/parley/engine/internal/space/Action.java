package dev.parley.engine.internal.space;

import dev.parley.engine.model.Handler;
import dev.parley.engine.result.ActionKind;

/**
 * One transition, spelled out so that it can be taken again.
 *
 * <p>There is one record for each place that transitions come from: a node's handler, the delivery,
 * the environment. The {@link ActionKind} says what happens, and the record names the node or
 * message it happens to. So traces, replay and coverage can speak of a kind of action before there
 * is a network or a fault that has it.
 */
public sealed interface Action {
  /** Stands for the node of an action that no single node takes part in. */
  int NOBODY = -1;

  /** What happens. */
  ActionKind kind();

  /** The node whose local state or inbox changes, or {@link #NOBODY}. */
  int node();

  /**
   * A node runs one of its handlers.
   *
   * @param node the node that steps
   * @param handler its handler
   * @param consumed the messages it consumes
   * @param choices which options it chooses
   */
  record Step(int node, Handler handler, int[] consumed, int[] choices) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.STEP;
    }
  }

  /**
   * The network does something by itself to one inbox: see {@link Delivery#ownActions}.
   *
   * @param kind what it does
   * @param node whose inbox it is
   * @param message the message it does it to
   */
  record OfDelivery(ActionKind kind, int node, int message) implements Action {}

  /**
   * The environment does something: see {@link Environment#actions}. In one state no two of its
   * actions are equal.
   *
   * @param kind what it does
   * @param node the node that it happens to, or {@link #NOBODY}
   * @param message the message pending for that node that it happens to, or {@link
   *     Environment#NO_MESSAGE}
   * @param subject what else tells this action from others of its kind, such as the two sides of a
   *     partition; empty if nothing does
   */
  record OfEnvironment(ActionKind kind, int node, int message, String subject) implements Action {
    /** The same with another message. */
    public OfEnvironment withMessage(int other) {
      return new OfEnvironment(kind, node, other, subject);
    }
  }
}
