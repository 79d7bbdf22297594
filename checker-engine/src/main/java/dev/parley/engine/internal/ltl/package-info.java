/**
 * Formulas about runs: as an automaton that accepts the runs of which a formula is true ({@code
 * Translation}), and judged on one run at a time ({@code RunWord}). Knows nothing of states but
 * which of the named ones they are.
 */
package dev.parley.engine.internal.ltl;
