package dev.parley.engine.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Fairness;
import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.reference.RandomProtocols;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsTest {
  private static StateGraph graph(long seed) {
    Model model = RandomProtocols.model(seed);
    Lab lab =
        Lab.withoutProperties(
            model, new Participants(model), SearchOptions.DEFAULT, Set.of(), Ports.of(model));
    lab.space().passOverFailures();
    StateGraph graph = new StateGraph(lab, List.of(), Allowance.unlimited().share());
    assertThat(graph.explore()).isEmpty();
    return graph;
  }

  private static List<Set<Integer>> components(StateGraph graph, int keptLimit) {
    List<Set<Integer>> all = new ArrayList<>();
    Components components = new Components(graph, number -> true, new int[graph.size()], keptLimit);
    for (int initial = 0; initial < graph.initials(); initial++) {
      components.from(
          initial,
          component -> {
            Set<Integer> members = new TreeSet<>();
            for (int i = 0; i < component.size(); i++) {
              members.add(component.state(i));
              assertThat(component.contains(component.state(i))).isTrue();
            }
            all.add(members);
            return true;
          });
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2, 4, 13, 25, 31, 37, 49})
  void statesAreInOneComponentIfAndOnlyIfTheyReachEachOther(long seed) {
    StateGraph graph = graph(seed);
    List<Set<Integer>> components = components(graph, 1 << 20);
    int[] componentOf = new int[graph.size()];
    for (int i = 0; i < components.size(); i++) {
      for (int state : components.get(i)) {
        componentOf[state] = i;
      }
    }
    for (int state = 0; state < graph.size(); state += 7) {
      BitSet reached = reached(graph, state);
      for (int other = 0; other < graph.size(); other += 5) {
        boolean mutual = reached.get(other) && reached(graph, other).get(state);
        assertThat(componentOf[state] == componentOf[other]).isEqualTo(mutual);
      }
    }
  }

  private static BitSet reached(StateGraph graph, int from) {
    BitSet reached = new BitSet();
    IntSequence open = new IntSequence();
    open.add(from);
    reached.set(from);
    for (int i = 0; i < open.size(); i++) {
      IntSequence successors = new IntSequence();
      graph.successors(open.get(i), successors);
      for (int j = 0; j < successors.size(); j++) {
        if (!reached.get(successors.get(j))) {
          reached.set(successors.get(j));
          open.add(successors.get(j));
        }
      }
    }
    return reached;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2, 4, 13, 25, 31, 37, 49})
  void successorsThatWereForgottenAreWorkedOutAgain(long seed) {
    StateGraph graph = graph(seed);
    assertThat(components(graph, 3)).isEqualTo(components(graph, 1 << 20));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2, 4, 13, 25, 31, 37, 49})
  void whatIsPossibleIsWhatCanBeReached(long seed) {
    StateGraph graph = graph(seed);
    BitSet wanted = new BitSet();
    for (int state = 0; state < graph.size(); state += 11) {
      wanted.set(state);
    }
    BitSet possible = new Possibility(graph, wanted).states(() -> true);
    for (int state = 0; state < graph.size(); state++) {
      assertThat(possible.get(state)).isEqualTo(reached(graph, state).intersects(wanted));
    }
  }

  static final class Wheel extends Node {
    int at;

    @Step
    void turn() {
      at = (at + 1) % 3;
    }
  }

  /** Has something to do again and again, and never does it among the states that are searched. */
  static final class Debtor extends Node {
    boolean able;
    boolean done;

    @Step
    void change() {
      able = !able;
    }

    @Step(when = "able", fairness = Fairness.STRONG)
    void act() {
      done = true;
    }

    boolean able() {
      return able;
    }
  }

  static final class Stage extends Node {
    @Step(once = true)
    void advance() {}
  }

  /**
   * A search that was ended within a component is not complete, even if there is enough memory again
   * by the next time somebody asks.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aSearchForFairRunsThatWasEndedDoesNotGoOn(int end) {
    Property done =
        new Property(
            "done",
            "",
            Property.Kind.EVENTUALLY,
            world -> world.nodes(Debtor.class).get(0).done,
            Optional.empty());
    Model model =
        Models.loaded(
            new Topology().add("Wheel", 8, i -> new Wheel()).add(new Debtor()).add(new Stage()),
            done);
    Participants participants = new Participants(model);
    Lab lab = Lab.of(model, participants, SearchOptions.DEFAULT, Set.of(), Ports.of(model));
    StateGraph graph = new StateGraph(lab, List.of(done), Allowance.unlimited().share());
    graph.explore();
    int[] asked = {0};
    FairComponents components =
        new FairComponents(graph, graph.obligations(), participants.count());
    components.within(
        IntStream.of(0), place -> !graph.truth(done).get(place), () -> ++asked[0] != end);
    assertThat(asked[0]).isEqualTo(end);
  }
}
