package dev.parley.engine.internal.live;

import dev.parley.api.Formula;
import dev.parley.engine.internal.ltl.Automaton;
import dev.parley.engine.internal.ltl.Translation;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What breaks a formula: a run that the automaton of its opposite accepts.
 *
 * @param graph the states of the instance
 * @param automaton accepts the runs of which the formula is not true
 * @param truths for each named state, by its place in the automaton, where the graph is in it
 */
record FormulaQuestion(StateGraph graph, Automaton automaton, List<BitSet> truths) {

  /**
   * Asks for a formula.
   *
   * @throws ProtocolException if the formula is too large, or gives one name to two things
   */
  static FormulaQuestion of(Property property, StateGraph graph) {
    Map<String, Integer> places = new LinkedHashMap<>();
    List<BitSet> truths = new ArrayList<>();
    for (Property.NamedState state : property.states()) {
      BitSet truth = graph.truth(state.property());
      Integer known = places.putIfAbsent(state.name(), truths.size());
      if (known == null) {
        truths.add(truth);
      } else if (!truths.get(known).equals(truth)) {
        throw new ProtocolException(
            property.name(),
            "the formula of "
                + property.name()
                + " gives the name '"
                + state.name()
                + "' to two predicates that differ in some state; give them names of their own");
      }
    }
    return new FormulaQuestion(graph, automaton(property, places), truths);
  }

  private static Automaton automaton(Property property, Map<String, Integer> places) {
    Formula formula = property.formula().orElseThrow();
    return Translation.ofOpposite(formula, places::get)
        .orElseThrow(
            () ->
                new ProtocolException(
                    property.name(),
                    "the formula of "
                        + property.name()
                        + " is too complex: what it would have to remember of a run takes more"
                        + " states than can be searched. Write several shorter ones; what is"
                        + " joined by 'and' can be a method each"));
  }

  /** Whether there would be more places than can be numbered. */
  boolean isTooLarge() {
    return Product.isTooLarge(graph, automaton);
  }

  /** What a search for components takes in memory, besides the states. */
  long bytes() {
    return (long) Integer.BYTES * graph.size() * automaton.states();
  }

  Product product() {
    return new Product(graph, automaton, truths);
  }
}
