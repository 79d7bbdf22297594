package dev.parley.engine.result;

import java.util.List;

/**
 * How it was judged what happens in the end.
 *
 * @param fairness what is taken for granted of runs that go on for ever, each a sentence
 * @param states how many states were looked at
 * @param transitions how many transitions they have
 * @param components how many strongly connected components were looked at
 */
public record Liveness(List<String> fairness, long states, long transitions, long components) {
  /** Keeps its own copy. */
  public Liveness {
    fairness = List.copyOf(fairness);
  }
}
