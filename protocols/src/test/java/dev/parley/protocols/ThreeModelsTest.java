package dev.parley.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolScanner;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.protocols.paxos.Paxos;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The small instances have the same verdict in all three models of delivery (Bokor, Serafini, Suri:
 * "On Efficient Models for Model Checking Message-Passing Distributed Protocols", 2010, Corollary
 * 1), as far as their properties are about the states of nodes, in every state. What holds where
 * everything has come to rest, and what is said of pending messages, may differ. Faults are beyond
 * the corollary.
 */
class ThreeModelsTest {
  /** Small is what has so many states in M. */
  private static final long SMALL = 300;

  /** In MP and M-MP there are many more. */
  private static final long MANY = 30_000;

  private static final Set<String> SEE_MESSAGES = Set.of("tokenNotLost");

  /** One instance of a protocol. */
  private record Target(Class<?> protocol, Model.Description description) {
    String name(Network network) {
      return description.protocol() + " " + description.instance() + " " + network;
    }

    InstanceResult check(Network network, long states) {
      Budget budget =
          new Budget(Optional.of(states), Optional.empty(), Optional.empty(), Optional.empty());
      return Checker.check(
          aboutNodes(load(Optional.of(network))),
          SearchOptions.DEFAULT.withNetwork(Optional.of(network)).withBudget(budget),
          ProgressListener.NONE);
    }

    Model load(Optional<Network> network) {
      return ModelLoader.load(protocol, description.instance(), network);
    }

    private static Model aboutNodes(Model model) {
      List<Property> properties =
          model.properties().stream()
              .filter(property -> property.kind() != Property.Kind.TERMINAL)
              // In MP, what was delivered together can keep a node from every step, for ever.
              .filter(property -> !property.kind().isLiveness())
              .filter(property -> !SEE_MESSAGES.contains(property.name()))
              .toList();
      return new Model(
          model.description(), model.nodes(), model.types(), properties, model.setting());
    }
  }

  @Test
  void smallInstancesHaveTheSameVerdictInAllThreeModels() throws Exception {
    List<String> compared = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    for (Target target : untagged()) {
      Verdict first = target.check(Network.UNORDERED, SMALL).verdict();
      for (Network network : List.of(Network.M_MP, Network.MP)) {
        if (first != Verdict.BUDGET_EXHAUSTED) {
          InstanceResult result = target.check(network, MANY);
          boolean decided = result.verdict() != Verdict.BUDGET_EXHAUSTED;
          (decided ? compared : undecided).add(target.name(network));
          assertThat(result.verdict())
              .as("%s: %s", target.name(network), result.error())
              .isIn(first, Verdict.BUDGET_EXHAUSTED);
        }
      }
    }

    System.out.println("compared " + compared.size() + ", undecided " + undecided);
    assertThat(compared).hasSizeGreaterThan(50);
    assertThat(undecided).hasSizeLessThan(compared.size() / 4);
  }

  private static List<Target> untagged() throws URISyntaxException, ClassNotFoundException {
    Path classes = Path.of(Paxos.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Target> targets = new ArrayList<>();
    for (ProtocolScanner.FoundProtocol found : ProtocolScanner.scan(List.of(classes))) {
      Class<?> protocol = Class.forName(found.className());
      for (Model.Description description : ModelLoader.describe(protocol)) {
        Target target = new Target(protocol, description);
        if (description.tags().isEmpty() && isUsual(target.load(Optional.empty()))) {
          targets.add(target);
        }
      }
    }
    return targets;
  }

  /** What is assumed of rounds is assumed of model M alone. */
  private static boolean isUsual(Model model) {
    return model.setting().network() == Network.UNORDERED
        && model.setting().faults().isNone()
        && !model.setting().assumesRounds();
  }
}
