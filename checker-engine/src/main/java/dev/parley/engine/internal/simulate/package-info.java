/**
 * Random walks in place of a search.
 *
 * <p>A walk takes transitions of the same {@link dev.parley.engine.internal.space.StateSpace} that
 * a search expands, on full states and with nothing left out, and judges every state it comes to as
 * a search does. So each finding is one that a stateful search has as well: whatever a walk finds
 * is reachable, by the very path it took. That is all there is to prove. Nothing follows from what
 * walks do not find, and no number of them makes a check complete, not even if they happened to
 * meet every state: the verdict is never VERIFIED.
 *
 * <p>How a walk chooses ({@link dev.parley.engine.internal.simulate.Schedule}) decides on what it
 * is likely to find, never on whether a finding is true. Choices come from a seed and the number of
 * the walk alone, so a walk can be taken again.
 *
 * <p>What a walk finds is mostly far away. {@link dev.parley.engine.internal.simulate.Shortening}
 * leaves out transitions and takes the rest again, so what it gives is again a path that was taken.
 */
package dev.parley.engine.internal.simulate;
