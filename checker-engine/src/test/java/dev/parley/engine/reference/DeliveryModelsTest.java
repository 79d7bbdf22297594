package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The three models of delivery come to the same verdict on random protocols, one property at a
 * time, if the property is about the states of nodes in every state (Bokor, Serafini, Suri: "On
 * Efficient Models for Model Checking Message-Passing Distributed Protocols", 2010, Corollary 1).
 * What holds where everything has come to rest is not of that kind: in MP a node can be stuck with
 * more messages than a handler takes. {@code -Dparley.models.seeds=N} sets how many protocols,
 * {@code -Dparley.models.first=K} where to start.
 */
class DeliveryModelsTest {
  private static final long FIRST = Long.getLong("parley.models.first", 0);
  private static final long SEEDS = Long.getLong("parley.models.seeds", 26);

  private static final List<Network> MODELS = List.of(Network.UNORDERED, Network.M_MP, Network.MP);

  /** A search that meets this bound decides nothing. */
  private static final SearchOptions OPTIONS =
      SearchOptions.DEFAULT
          .withRunTwice(false)
          .withBudget(
              new Budget(
                  Optional.of(60_000L), Optional.empty(), Optional.empty(), Optional.empty()));

  private final List<String> disagreements = Collections.synchronizedList(new ArrayList<>());
  private final LongAdder verified = new LongAdder();
  private final LongAdder violated = new LongAdder();
  private final LongAdder undecided = new LongAdder();
  private final LongAdder larger = new LongAdder();

  /** An instance on a network, with one property. */
  private interface Instance {
    Model on(Network network, Property property);
  }

  record Vote(int from) {}

  /** Sends itself a vote, and cannot tell how many it needs. */
  static final class Undecided extends Node {
    @Step(once = true)
    void vote() {
      send(self(), new Vote(1));
    }

    @Receive(quorum = "needed")
    void count(Quorum<Vote> votes) {}

    int needed() {
      throw new IllegalStateException("nobody knows");
    }
  }

  @ParameterizedTest
  @EnumSource(Network.class)
  void aQuorumSizeThatThrowsIsAViolationOnEveryNetwork(Network network) {
    Supplier<Topology> topology = () -> new Topology().network(network).add(new Undecided());

    InstanceResult result =
        InstanceCheck.ofInspected(Models.loaded(topology.get()), OPTIONS, ProgressListener.NONE)
            .run();

    assertThat(NaiveChecker.check(Models.of(topology.get())).violations())
        .containsOnlyKeys(Violation.EXCEPTION);
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().property()).isEqualTo(Violation.EXCEPTION);
  }

  @Test
  void allThreeComeToTheSameVerdictAboutLocalStates() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(seed -> (seed % 2 == 0 ? worldly(seed / 2) : scripted(seed)).run());

    System.out.println(
        "verified %s, violated %s, undecided %s, more states in M-MP %s"
            .formatted(verified, violated, undecided, larger));
    assertThat(disagreements).as(String.join("\n\n", disagreements)).isEmpty();
    assertThat(verified.sum()).as("verified").isGreaterThan(SEEDS / 4);
    assertThat(violated.sum()).as("violated").isGreaterThan(SEEDS / 4);
    assertThat(larger.sum()).as("more states in M-MP").isGreaterThan(SEEDS / 2);
    assertThat(undecided.sum()).as("undecided").isLessThan(SEEDS / 4 + 1);
  }

  private Runnable worldly(long seed) {
    WorldlyProtocol drawn = WorldlyProtocols.of(seed);
    WorldlyProtocol protocol =
        new WorldlyProtocol(
            drawn.seed(),
            drawn.network(),
            Faults.none(),
            drawn.members(),
            drawn.layouts(),
            drawn.claims());
    Function<Network, Model> model =
        network -> protocol.model(ModelLoader::nodeType, network, List.of());
    Stream<Property> properties =
        protocol.claims().stream()
            .filter(claim -> !claim.shape().seesMessages())
            .map(WorldlyClaim::property);
    return () -> compare("worldly " + seed, model, properties, protocol);
  }

  private Runnable scripted(long seed) {
    RandomProtocol protocol = RandomProtocols.sample(seed).protocol();
    Function<Network, Model> model =
        network -> {
          Model unordered = protocol.modelWithoutProperties(ModelLoader::nodeType);
          return unordered.with(unordered.setting().with(network));
        };
    Stream<Property> properties =
        protocol.claims().stream()
            .filter(claim -> claim.shape().compareTo(Claim.Shape.PENDING_AT_MOST) < 0)
            .limit(4)
            .map(Claim::property);
    return () -> compare("scripted " + seed, model, properties, protocol.dump());
  }

  private void compare(
      String name, Function<Network, Model> model, Stream<Property> properties, Object text) {
    properties
        .filter(property -> property.kind() != Property.Kind.TERMINAL)
        .forEach(property -> compare(name, (n, p) -> with(model.apply(n), p), property, text));
  }

  private static Model with(Model model, Property property) {
    return new Model(
        model.description(), model.nodes(), model.types(), List.of(property), model.setting());
  }

  private void compare(String name, Instance instance, Property property, Object text) {
    Map<Network, Verdict> verdicts = new EnumMap<>(Network.class);
    Map<Network, Long> states = new EnumMap<>(Network.class);
    for (Network network : MODELS) {
      InstanceResult result =
          InstanceCheck.ofInspected(instance.on(network, property), OPTIONS, ProgressListener.NONE)
              .run();
      verdicts.put(network, result.verdict());
      states.put(network, result.figures().states());
    }
    if (verdicts.containsValue(Verdict.BUDGET_EXHAUSTED)) {
      undecided.increment();
    } else if (verdicts.values().stream().distinct().count() > 1
        || verdicts.containsValue(Verdict.ERROR)) {
      disagreements.add("%s, %s: %s%n%s".formatted(name, property, verdicts, text));
    } else {
      (verdicts.containsValue(Verdict.VERIFIED) ? verified : violated).increment();
      larger.add(states.get(Network.M_MP) > states.get(Network.UNORDERED) ? 1 : 0);
    }
  }
}
