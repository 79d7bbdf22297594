/**
 * Reductions: which transitions of a state need not be explored, and which messages need not be
 * kept. {@link dev.parley.engine.internal.reduce.Reductions} is the front door.
 */
package dev.parley.engine.internal.reduce;
