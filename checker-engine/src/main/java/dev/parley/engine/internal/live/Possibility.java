package dev.parley.engine.internal.live;

import dev.parley.engine.internal.live.Components.Component;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/**
 * From which states some wanted state can be reached. Components are handed out after all that can
 * be reached from them. So when one is, it is known whether any of its states is wanted or leads to
 * a state from which a wanted one can be reached, and this holds for all its states alike.
 */
final class Possibility {
  private final StateGraph graph;
  private final BitSet possible;

  Possibility(StateGraph graph, BitSet wanted) {
    this.graph = graph;
    this.possible = (BitSet) wanted.clone();
  }

  /**
   * The states from which it is possible.
   *
   * @param goesOn asked now and then; if it is false, the result is of no use
   */
  BitSet states(BooleanSupplier goesOn) {
    graph.uses((long) Integer.BYTES * graph.size());
    Components components = new Components(graph, number -> true, new int[graph.size()]);
    Components.Taker taker =
        new Components.Taker() {
          private long count;

          @Override
          public boolean take(Component component) {
            spread(component);
            return ++count % 1024 != 0 || goesOn.getAsBoolean();
          }

          @Override
          public boolean goesOn() {
            graph.uses((long) Integer.BYTES * graph.size() + components.bytes());
            return goesOn.getAsBoolean();
          }

          @Override
          public void leaves(int from, int to) {
            if (possible.get(to)) {
              possible.set(from);
            }
          }
        };
    for (int initial = 0; initial < graph.initials(); initial++) {
      if (!components.from(initial, taker)) {
        return possible;
      }
    }
    return possible;
  }

  private void spread(Component component) {
    boolean any = false;
    for (int i = 0; i < component.size() && !any; i++) {
      any = possible.get(component.state(i));
    }
    for (int i = 0; any && i < component.size(); i++) {
      possible.set(component.state(i));
    }
  }
}
