/**
 * Liveness: what must happen in the end, in every fair run.
 *
 * <p>{@link dev.parley.engine.internal.live.LivenessCheck} is the front door. It explores all
 * states once more, by numbers ({@code StateGraph}), and looks for runs that never do what a
 * property asks: cycles that are fair ({@code Components}, {@code FairComponents}), or states in
 * which nothing more happens. {@code Lassos} finds a short one to show.
 */
package dev.parley.engine.internal.live;
