package dev.parley.engine.internal.ltl;

import java.util.BitSet;
import java.util.List;

/**
 * A Büchi automaton that reads the states of a run, one transition for each. It accepts a run if it
 * can take transitions for ever such that each goal is met again and again. Its first state is the
 * one it begins in.
 *
 * @param transitions for each state, those that leave it
 * @param goals how many goals there are
 */
public record Automaton(List<List<Transition>> transitions, int goals) {
  /** Keeps its own copies. */
  public Automaton {
    transitions = transitions.stream().map(List::copyOf).toList();
  }

  /**
   * A transition, taken while the run is in one of some states.
   *
   * @param is the named states that the run must be in, by their places
   * @param isNot those it must not be in
   * @param next where it leads
   * @param misses the goals that it does not meet
   */
  public record Transition(BitSet is, BitSet isNot, int next, BitSet misses) {}

  /** How many states it has. */
  public int states() {
    return transitions.size();
  }
}
