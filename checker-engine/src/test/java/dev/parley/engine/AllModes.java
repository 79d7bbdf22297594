package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks small models with every way of reducing there is. */
final class AllModes {
  static final SearchOptions PLAIN = SearchOptions.DEFAULT.withTrialRuns(5_000);

  private AllModes() {}

  /** Without the near search, which would find every violation of a small protocol. */
  static SearchOptions por(SearchOptions options) {
    return options.withPartialOrder(Optional.of(PartialOrder.DEFAULT.with(Seed.STARTS)));
  }

  /** Every refinement, seed and knowledge, in both orders, with dead messages and without. */
  static List<SearchOptions> all() {
    List<SearchOptions> modes = new ArrayList<>();
    for (ExplorationOptions.Order order : ExplorationOptions.Order.values()) {
      for (Refinement refinement : Refinement.values()) {
        for (Seed seed : Seed.values()) {
          for (PartialOrder.Knowledge knowledge : PartialOrder.Knowledge.values()) {
            SearchOptions options =
                PLAIN
                    .withOrder(order)
                    .withPartialOrder(Optional.of(new PartialOrder(refinement, seed, knowledge)));
            Stream.of(true, false).map(options::withDeadMessages).forEach(modes::add);
          }
        }
      }
    }
    return modes;
  }

  /** Every kind of knowledge from several seeds, with dead messages and without. */
  static List<SearchOptions> some() {
    return all().stream()
        .filter(o -> o.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST)
        .filter(o -> o.reduction().partialOrder().orElseThrow().refinement() == Refinement.FULL)
        .filter(o -> o.reduction().partialOrder().orElseThrow().seed() != Seed.NEAREST)
        .toList();
  }

  static void assertFound(Supplier<Model> model, String property) {
    assertFound(model, property, all());
  }

  static void assertFound(Supplier<Model> model, String property, List<SearchOptions> modes) {
    assertThat(check(model.get(), PLAIN).violation().orElseThrow().property()).isEqualTo(property);
    for (SearchOptions options : modes) {
      InstanceResult result = check(model.get(), options);
      assertThat(result.verdict())
          .as("%s: %s", options.describe(), result.reductions())
          .isEqualTo(Verdict.VIOLATED);
      assertThat(result.violation().orElseThrow().property()).isEqualTo(property);
    }
  }

  /** Every mode, with full and with relevant states, says what the search of all states says. */
  static void assertAgreed(Supplier<Model> model) {
    for (StoreOptions.Memory memory :
        List.of(StoreOptions.Memory.FULL, StoreOptions.Memory.RELEVANT)) {
      InstanceResult plain = check(model.get(), PLAIN.withMemory(memory));
      for (SearchOptions options : all()) {
        InstanceResult result = check(model.get(), options.withMemory(memory));
        String as = options.withMemory(memory).describe() + ": " + result.reductions();
        assertThat(result.verdict()).as(as).isEqualTo(plain.verdict());
        assertThat(broken(result)).as(as).isEqualTo(broken(plain));
      }
    }
  }

  /** What is wrong: the property, or of several goals all that were not reached. */
  private static List<String> broken(InstanceResult result) {
    boolean goals =
        result
            .violation()
            .flatMap(Violation::kind)
            .filter(Property.Kind.REACHABLE::equals)
            .isPresent();
    return goals
        ? result.properties().stream()
            .filter(p -> p.outcome() == PropertyResult.Status.VIOLATED)
            .map(PropertyResult::name)
            .toList()
        : result.violation().map(Violation::property).stream().toList();
  }

  /** Without looking for impurity in the byte code of the test each time. */
  static InstanceResult check(Model model, SearchOptions options) {
    return InstanceCheck.ofInspected(model, options, ProgressListener.NONE).run();
  }
}
