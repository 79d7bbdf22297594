package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Checks small models with every way of reducing there is. */
final class AllModes {
  static final SearchOptions PLAIN = SearchOptions.DEFAULT.withTrialRuns(5_000);

  private AllModes() {}

  /** Without a first look at what is near, which would find all that is small. */
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

  static void assertFound(Supplier<Model> model, String property) {
    assertThat(check(model.get(), PLAIN).violation().orElseThrow().property()).isEqualTo(property);
    for (SearchOptions options : all()) {
      InstanceResult result = check(model.get(), options);
      assertThat(result.verdict())
          .as("%s: %s", options.describe(), result.reductions())
          .isEqualTo(Verdict.VIOLATED);
      assertThat(result.violation().orElseThrow().property()).isEqualTo(property);
    }
  }

  /** Without looking for impurity in the byte code of the test each time. */
  static InstanceResult check(Model model, SearchOptions options) {
    return InstanceCheck.ofInspected(model, options, ProgressListener.NONE).run();
  }
}
