package dev.parley.engine.internal.space;

import dev.parley.engine.model.Handler;
import dev.parley.engine.result.ActionKind;

/** One transition, spelled out so that it can be taken again. */
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
}
