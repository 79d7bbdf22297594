package dev.parley.engine.internal.space;

import dev.parley.engine.model.Handler;

/**
 * One transition, spelled out so that it can be taken again.
 *
 * @param node the node that steps
 * @param handler its handler
 * @param consumed the envelopes it consumes
 * @param choices which options it chooses
 */
public record Move(int node, Handler handler, int[] consumed, int[] choices) {}
