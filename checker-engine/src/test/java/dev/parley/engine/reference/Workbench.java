package dev.parley.engine.reference;

import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Takes a protocol through every combination of order, stack, memory, refinement, seed, knowledge,
 * dead messages and repeated runs, holds each against the naive checker, and says who disagrees.
 * This is how to attack a change of the engine: write a small protocol that the change might get
 * wrong, and put it on the bench.
 *
 * <pre>
 * mvn -q -pl checker-engine -am test -Dtest=WorkbenchTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dparley.workbench=example.Lock
 * </pre>
 *
 * <p>The class is looked for on the test class path of this module. Further properties:
 *
 * <ul>
 *   <li>{@code parley.workbench.classes}: folders with classes, separated as in a class path; from
 *       here the bundled protocols are in {@code ../protocols/target/classes}
 *   <li>{@code parley.workbench.instance}: one instance instead of all untagged ones
 *   <li>{@code parley.workbench.depth}: a bound of depth for all searches
 *   <li>{@code parley.workbench.every}: every so many-th combination only, for larger instances
 *   <li>{@code parley.workbench.states}: how many states the naive checker may explore
 * </ul>
 *
 * <p>What agreement means stands in {@link Agreement}. The byte code is not inspected for impurity:
 * a protocol may be put on the bench that {@code check} would refuse.
 */
final class Workbench {
  private static final int TRIAL_RUNS = 20_000;

  /** Without memory there may be no end. */
  private static final Duration STATELESS = Duration.ofSeconds(2);

  private final BiFunction<Model, SearchOptions, InstanceResult> checker;
  private final Consumer<String> out;
  private final int states;
  private final OptionalInt depth;

  /**
   * A bench.
   *
   * @param checker the engine
   * @param out takes lines of text
   * @param states how many states the naive checker may explore
   * @param depth a bound of depth
   */
  Workbench(
      BiFunction<Model, SearchOptions, InstanceResult> checker,
      Consumer<String> out,
      int states,
      OptionalInt depth) {
    this.checker = checker;
    this.out = out;
    this.states = states;
    this.depth = depth;
  }

  /** The engine itself. */
  static InstanceResult engine(Model model, SearchOptions options) {
    return InstanceCheck.ofInspected(model, options, ProgressListener.NONE).run();
  }

  /**
   * Puts instances of a protocol on the bench.
   *
   * @param protocol the class
   * @param only the instance; if none is named, all without tags
   * @param combinations how to search
   * @return how many searches disagree
   */
  int run(Class<?> protocol, Optional<String> only, List<SearchOptions> combinations) {
    int disagreeing = 0;
    for (Model.Description description : ModelLoader.describe(protocol)) {
      String name = description.instance();
      if (only.map(name::equals).orElse(description.tags().isEmpty())) {
        disagreeing += run(name, () -> ModelLoader.load(protocol, name), combinations).size();
      }
    }
    return disagreeing;
  }

  /** Puts one instance on the bench and gives the combinations that disagree. */
  List<SearchOptions> run(String name, Supplier<Model> model, List<SearchOptions> combinations) {
    Agreement agreement = Agreement.of(model, states, depth);
    out.accept("%s: naive checker: %s".formatted(name, agreement.bounded()));
    agreement.breach().ifPresent(breach -> out.accept(name + ": " + breach));
    if (!agreement.isKnown()) {
      throw new IllegalArgumentException(
          "%s has more than %d states; choose a smaller instance or raise the limit"
              .formatted(name, states));
    }
    List<SearchOptions> disagreeing = Collections.synchronizedList(new ArrayList<>());
    combinations.parallelStream()
        .forEach(
            options -> {
              List<String> lines = contradictions(agreement, model, options);
              if (!lines.isEmpty()) {
                disagreeing.add(options);
                out.accept("%s: %s: %s".formatted(name, text(options), String.join("; ", lines)));
              }
            });
    out.accept(
        "%s: %d combinations, %d disagree"
            .formatted(name, combinations.size(), disagreeing.size()));
    return List.copyOf(disagreeing);
  }

  private List<String> contradictions(
      Agreement agreement, Supplier<Model> model, SearchOptions options) {
    try {
      return agreement.contradictions(model, options, checker.apply(model.get(), options));
    } catch (RuntimeException thrown) {
      return List.of("threw " + thrown);
    }
  }

  static String text(SearchOptions options) {
    return options.describe() + (options.scrutiny().runTwice() ? "" : ", each step run once");
  }

  /** Every so many-th combination. */
  List<SearchOptions> combinations(int every) {
    List<SearchOptions> all = combinations();
    return IntStream.range(0, all.size()).filter(i -> i % every == 0).mapToObj(all::get).toList();
  }

  /** Every combination. */
  List<SearchOptions> combinations() {
    List<SearchOptions> all = new ArrayList<>();
    for (SearchOptions walk : walks()) {
      for (Optional<PartialOrder> partialOrder : partialOrders()) {
        for (boolean dropped : new boolean[] {false, true}) {
          for (boolean twice : new boolean[] {true, false}) {
            all.add(
                walk.withPartialOrder(partialOrder)
                    .withDeadMessages(dropped)
                    .withRunTwice(twice)
                    .withTrialRuns(TRIAL_RUNS));
          }
        }
      }
    }
    SearchOptions stateless =
        SearchOptions.DEFAULT
            .withOrder(Order.DEPTH_FIRST)
            .withMemory(Memory.NONE)
            .withTrialRuns(TRIAL_RUNS)
            .withBudget(budget(Optional.of(STATELESS)));
    all.add(stateless);
    all.add(stateless.withPartialOrder(Optional.of(PartialOrder.DEFAULT)));
    return all;
  }

  /** Orders, stacks and memories. */
  private List<SearchOptions> walks() {
    List<SearchOptions> walks = new ArrayList<>();
    for (Memory memory : new Memory[] {Memory.FULL, Memory.RELEVANT}) {
      SearchOptions options =
          SearchOptions.DEFAULT.withMemory(memory).withBudget(budget(Optional.empty()));
      SearchOptions depthFirst = options.withOrder(Order.DEPTH_FIRST);
      walks.addAll(List.of(options, depthFirst, depthFirst.withSelectivePush(true)));
    }
    return walks;
  }

  private Budget budget(Optional<Duration> time) {
    return new Budget(
        Optional.empty(),
        time,
        Optional.empty(),
        depth.isPresent() ? Optional.of(depth.getAsInt()) : Optional.empty());
  }

  private static List<Optional<PartialOrder>> partialOrders() {
    List<Optional<PartialOrder>> all = new ArrayList<>(List.of(Optional.empty()));
    for (Refinement refinement : Refinement.values()) {
      for (Seed seed : Seed.values()) {
        for (Knowledge knowledge : Knowledge.values()) {
          all.add(Optional.of(new PartialOrder(refinement, seed, knowledge)));
        }
      }
    }
    return all;
  }
}
