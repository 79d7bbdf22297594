/**
 * Judges what clients record of operations: whether it is linearizable, or sequentially consistent.
 *
 * <p>A history is a sequence of begins and ends of operations. It is part of the global state, in a
 * form that says no more than a property can ever see of it: a number, given by a {@link
 * dev.parley.engine.internal.history.Monitor}. Whatever is recorded leads from one number to the
 * next, so the check is a look at a memo.
 */
package dev.parley.engine.internal.history;
