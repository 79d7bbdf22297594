package dev.parley.engine.internal.reduce;

import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.reference.RandomProtocols;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Reduced searches show all local steps that there are, although they leave states out. */
class ObservedStepsTest {
  private static final long SEEDS = Long.getLong("parley.differential.seeds", 400);

  record Finished() {}

  record Ring() {}

  /** At home until it leaves; hears the bell only there. */
  static final class House extends Node {
    boolean left;
    boolean rang;

    @Step(when = "atHome")
    void leave() {
      left = true;
    }

    @Receive(when = "atHome")
    void ring(Ring m) {
      rang = true;
    }

    boolean atHome() {
      return !left;
    }
  }

  /** Takes its time. */
  static final class Clock extends Node {
    int ticks;

    @Step(when = "runs")
    void tick() {
      ticks++;
      if (ticks == 3) {
        sendToAll(Caller.class, new Finished());
      }
    }

    boolean runs() {
      return ticks < 3;
    }
  }

  /** Rings when all clocks have run down. */
  static final class Caller extends Node {
    @Receive(quorum = "all")
    void call(Quorum<Finished> clocks) {
      sendToAll(House.class, new Ring());
    }

    int all() {
      return ids(Clock.class).size();
    }
  }

  /**
   * Whoever does not reckon with the bell, which is not heard of before the clocks have run down,
   * lets the house be left first, and then it is never heard.
   */
  @Test
  void aStepThatIsAlwaysOvertakenIsFound() {
    Supplier<Model> house =
        () ->
            Models.loaded(
                new Topology().add(new House()).add(5, i -> new Clock()).add(new Caller()),
                invariant("nobody heard the bell", w -> !w.nodes(House.class).get(0).rang));
    for (boolean dead : List.of(true, false)) {
      SearchOptions options =
          SearchOptions.DEFAULT
              .withPartialOrder(
                  Optional.of(PartialOrder.DEFAULT.with(Seed.STARTS).with(Knowledge.OBSERVED)))
              .withDeadMessages(dead);
      InstanceResult result =
          InstanceCheck.ofInspected(house.get(), options, ProgressListener.NONE).run();
      assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
      assertThat(result.reductions().get(0).summary()).contains("searches for all local steps");
    }
    assertAllShown(house.get());
  }

  @Test
  void allStepsOfRandomProtocolsAreShown() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertAllShown(RandomProtocols.model(seed));
    }
  }

  @Test
  void whatWouldTakeTooManyTrialsIsGivenUp() {
    Model model = Models.loaded(new Topology().add(new House()).add(5, i -> new Clock()));
    Fixture fixture = new Fixture(model);
    assertThat(fixture.learn(5)).isEmpty();
    assertThat(fixture.learn(50)).isPresent();
  }

  /** Nodes, a runner and the initial local states. */
  private static final class Fixture {
    private final Participants participants;
    private final StepRunner runner;
    private final StateSpace space;
    private final Lab lab;

    Fixture(Model model) {
      participants = new Participants(model);
      SearchOptions options =
          SearchOptions.DEFAULT.withMemory(StoreOptions.Memory.RELEVANT).withRunTwice(false);
      lab =
          Lab.withoutProperties(model, participants, options, Set.of(), Ports.USUAL)
              .withNewSpace(SearchOptions.DEFAULT);
      runner = lab.runner();
      space = lab.space();
    }

    Optional<LocalSteps> learn(int trials) {
      return new ObservedSteps(lab, new Means(trials, 1L << 26), Allowance.unlimited()).learn();
    }
  }

  /** Every step with an effect of the full state space must be among those that were learnt. */
  private static void assertAllShown(Model model) {
    Fixture fixture = new Fixture(model);
    LocalSteps learnt = fixture.learn(100_000).orElseThrow();
    List<String> missing = new ArrayList<>();
    fixture.space.check(
        (node, local, handler, consumed, outcome) -> {
          if (handler.kind() == Handler.Kind.QUORUM && consumed.length == 0) {
            return; // The quorum size threw: known as a step that fails with any message.
          }
          boolean effect =
              consumed.length != 1
                  || outcome.recipients().length > 0
                  || outcome.thrown().isPresent()
                  || fixture.runner.representative(node, outcome.local()) != local;
          LocalGraph graph = learnt.graph(node);
          int[] letters =
              Arrays.stream(consumed).map(e -> learnt.packet(node, e)).sorted().toArray();
          boolean known =
              graph.index(local) >= 0
                  && graph.from(graph.index(local)).stream()
                      .filter(edge -> graph.handler(edge.event()) == handler.index())
                      .anyMatch(edge -> Arrays.equals(graph.packets(edge.event()), letters));
          if (effect && !known) {
            missing.add(fixture.participants.id(node) + "." + handler.name());
          }
        });
    fixture.lab.search(SearchOptions.DEFAULT, false, Allowance.unlimited().share()).run();
    assertThat(missing).isEmpty();
  }
}
