package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.infer.Program.Body;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one pass over the methods learnt, to be used by the next: which arguments and results depend
 * on candidate fields, and what the fields can hold. Passes are repeated until they learn the same
 * twice; then the facts justify each other.
 *
 * @param arguments what methods are called with, where an argument depends on a candidate
 * @param results what methods give, where that depends on a candidate
 * @param contents what each candidate field can hold
 */
record Facts(
    Map<Body, List<Flow>> arguments, Map<Body, Flow> results, Map<Integer, Flow> contents) {
  static Facts startingFrom(Map<Integer, Flow> contents) {
    return new Facts(new HashMap<>(), new HashMap<>(), new HashMap<>(contents));
  }

  /** What a call can give, if that depends on a candidate. */
  Optional<Flow> result(List<Body> reachable) {
    return reachable.stream().filter(results::containsKey).map(results::get).reduce(Flow::join);
  }

  void passed(Body to, List<Flow> values) {
    List<Flow> seen = values.stream().map(Flow::outsideItsMethod).toList();
    arguments.merge(to, seen, Facts::join);
  }

  void returned(Body from, Flow value) {
    if (value.fields() != 0) {
      results.merge(from, value.outsideItsMethod(), Flow::join);
    }
  }

  void stored(int field, Flow value) {
    contents.merge(field, value.outsideItsMethod(), Flow::join);
  }

  private static List<Flow> join(List<Flow> one, List<Flow> other) {
    List<Flow> joined = new java.util.ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      joined.add(one.get(i).join(other.get(i)));
    }
    return joined;
  }
}
