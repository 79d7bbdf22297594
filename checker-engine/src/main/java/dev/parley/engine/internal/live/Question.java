package dev.parley.engine.internal.live;

import dev.parley.engine.model.Property;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What breaks a property: a fair run that, from some state on, never leaves a set of states.
 *
 * @param property the property
 * @param inside the states that the run must not leave
 * @param anywhere whether the run may come to these states from others; if not, it begins there
 * @param begins the states in which it may begin to stay; only those inside count
 */
record Question(Property property, IntPredicate inside, boolean anywhere, IntPredicate begins) {

  /** What breaks a property of any kind but {@code POSSIBLE}. */
  static Question of(Property property, StateGraph graph) {
    BitSet truth = graph.truth(property);
    IntPredicate outside = number -> !truth.get(number);
    return switch (property.kind()) {
      case EVENTUALLY ->
          new Question(property, outside, false, number -> number < graph.initials());
      case RECURRING -> new Question(property, outside, true, number -> true);
      case LEADS_TO ->
          new Question(property, outside, true, graph.truth(property.trigger().orElseThrow())::get);
      case INVARIANT, TERMINAL, REACHABLE, POSSIBLE, FORMULA ->
          throw new IllegalArgumentException(property.kind() + " asks for no run");
    };
  }

  /** What breaks a formula, in a product: a fair run that meets all goals. */
  static Question of(Property property, Product product) {
    return new Question(property, place -> true, false, place -> place < product.initials());
  }

  /** Whether a run may begin to stay in a state. */
  boolean mayBegin(int number) {
    return begins.test(number) && inside.test(number);
  }

  /** All states in which a run may begin to stay. */
  IntStream beginnings(Graph graph) {
    return IntStream.range(0, anywhere ? graph.size() : graph.initials()).filter(this::mayBegin);
  }
}
