package dev.parley.engine.internal.space;

import dev.parley.engine.model.Handler;

/**
 * A transition of one node, spelled out, without regard to the other nodes: for whoever chooses
 * among transitions by what they consume and send.
 *
 * @param node the node that steps
 * @param event what happens: see {@link StateSpace#action}
 * @param outcome which outcome of the event
 * @param handler the handler that runs
 * @param consumed the messages it consumes
 * @param cell the node's new cell; {@link #THREW} if the step threw
 * @param toSelf the messages it sends to its own node; they are in the new cell already
 * @param recipients the other nodes it sends to
 * @param bundles what it sends to them, parallel to {@code recipients}
 */
public record LocalTransition(
    int node,
    int event,
    int outcome,
    Handler handler,
    int[] consumed,
    int cell,
    int[] toSelf,
    int[] recipients,
    int[] bundles) {
  /** Stands for the new cell of a step that threw. */
  public static final int THREW = Expansion.THREW;

  /** Whether the step threw, and so leads nowhere. */
  public boolean threw() {
    return cell == THREW;
  }
}
