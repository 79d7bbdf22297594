package dev.parley.engine.options;

import dev.parley.api.Network;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.StoreOptions.Memory;
import java.util.Objects;
import java.util.Optional;

/**
 * How to search, by concern.
 *
 * @param exploration in which order states are explored, and how far
 * @param store what a stored state consists of
 * @param reduction what the search may leave out
 * @param scrutiny how closely users' code is looked at
 */
public record SearchOptions(
    ExplorationOptions exploration,
    StoreOptions store,
    ReductionOptions reduction,
    ScrutinyOptions scrutiny) {
  /** Breadth first, full states remembered, unbounded, each local step run twice, no inference. */
  public static final SearchOptions DEFAULT =
      new SearchOptions(
          ExplorationOptions.DEFAULT,
          StoreOptions.DEFAULT,
          ReductionOptions.NONE,
          ScrutinyOptions.DEFAULT);

  /** Checks that the concerns fit together. */
  public SearchOptions {
    Objects.requireNonNull(exploration, "exploration");
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(reduction, "reduction");
    Objects.requireNonNull(scrutiny, "scrutiny");
    if (exploration.nearestFirst() && store.memory() == Memory.NONE) {
      throw new IllegalArgumentException("a search without memory must be depth first");
    }
    if (exploration.walks().isPresent()
        && (reduction.any()
            || reduction.rounds()
            || reduction.seeksSymmetry()
            || store.memory() != Memory.FULL)) {
      throw new IllegalArgumentException(
          "random walks are taken on full states and skip nothing; leave reductions out");
    }
  }

  /** The same, explored otherwise. */
  public SearchOptions with(ExplorationOptions other) {
    return new SearchOptions(other, store, reduction, scrutiny);
  }

  /** The same, stored otherwise. */
  public SearchOptions with(StoreOptions other) {
    return new SearchOptions(exploration, other, reduction, scrutiny);
  }

  /** The same, reduced otherwise. */
  public SearchOptions with(ReductionOptions other) {
    return new SearchOptions(exploration, store, other, scrutiny);
  }

  /** The same, looked at otherwise. */
  public SearchOptions with(ScrutinyOptions other) {
    return new SearchOptions(exploration, store, reduction, other);
  }

  /** The same with another order. */
  public SearchOptions withOrder(Order order) {
    return with(
        new ExplorationOptions(
            order,
            exploration.selectivePush(),
            exploration.budget(),
            exploration.network(),
            exploration.walks()));
  }

  /** The same with or without selective push-on-stack. */
  public SearchOptions withSelectivePush(boolean push) {
    return with(
        new ExplorationOptions(
            exploration.order(),
            push,
            exploration.budget(),
            exploration.network(),
            exploration.walks()));
  }

  /** The same with another budget. */
  public SearchOptions withBudget(Budget budget) {
    return with(
        new ExplorationOptions(
            exploration.order(),
            exploration.selectivePush(),
            budget,
            exploration.network(),
            exploration.walks()));
  }

  /** The same on another network than the declared one, or on that. */
  public SearchOptions withNetwork(Optional<Network> network) {
    return with(
        new ExplorationOptions(
            exploration.order(),
            exploration.selectivePush(),
            exploration.budget(),
            network,
            exploration.walks()));
  }

  /** The same by random walks, or as a search. */
  public SearchOptions withWalks(Optional<Walks> walks) {
    return with(
        new ExplorationOptions(
            exploration.order(),
            exploration.selectivePush(),
            exploration.budget(),
            exploration.network(),
            walks));
  }

  /** The same with another memory. */
  public SearchOptions withMemory(Memory memory) {
    return with(new StoreOptions(memory, store.deliveryRecord()));
  }

  /** The same with or without a delivery record at every node. */
  public SearchOptions withDeliveryRecord(boolean record) {
    return with(new StoreOptions(store.memory(), record));
  }

  /** The same with another partial-order reduction, or none. */
  public SearchOptions withPartialOrder(Optional<PartialOrder> partialOrder) {
    return with(
        new ReductionOptions(
            partialOrder,
            reduction.deadMessages(),
            reduction.symmetry(),
            reduction.trialRuns(),
            reduction.rounds()));
  }

  /** The same with dead messages dropped, or kept. */
  public SearchOptions withDeadMessages(boolean dropped) {
    return with(
        new ReductionOptions(
            reduction.partialOrder(),
            dropped,
            reduction.symmetry(),
            reduction.trialRuns(),
            reduction.rounds()));
  }

  /** The same with or without use of interchangeable nodes. */
  public SearchOptions withSymmetry(ReductionOptions.Symmetry symmetry) {
    return with(
        new ReductionOptions(
            reduction.partialOrder(),
            reduction.deadMessages(),
            symmetry,
            reduction.trialRuns(),
            reduction.rounds()));
  }

  /** The same with more or fewer trial runs. */
  public SearchOptions withTrialRuns(int runs) {
    return with(
        new ReductionOptions(
            reduction.partialOrder(),
            reduction.deadMessages(),
            reduction.symmetry(),
            runs,
            reduction.rounds()));
  }

  /** The same round by round, where that applies, or not. */
  public SearchOptions withRounds(boolean byRounds) {
    return with(
        new ReductionOptions(
            reduction.partialOrder(),
            reduction.deadMessages(),
            reduction.symmetry(),
            reduction.trialRuns(),
            byRounds));
  }

  /** The same with each new local step run twice, or once. */
  public SearchOptions withRunTwice(boolean twice) {
    return with(new ScrutinyOptions(twice, scrutiny.inference(), scrutiny.assumePure()));
  }

  /** The same with another inference. */
  public SearchOptions withInference(Inference inference) {
    return with(new ScrutinyOptions(scrutiny.runTwice(), inference, scrutiny.assumePure()));
  }

  /** The same with other code that is pure according to the configuration. */
  public SearchOptions withAssumePure(PurePatterns patterns) {
    return with(new ScrutinyOptions(scrutiny.runTwice(), scrutiny.inference(), patterns));
  }

  /** What the name of a search says if a network takes the place of the declared one. */
  public static String inPlaceOfDeclared(Network network) {
    return ", network " + network.label() + " in place of the declared one";
  }

  /** What these options are called wherever results are shown. */
  public String describe() {
    return exploration.walks().map(this::describe).orElseGet(this::describeSearch);
  }

  private String describe(Walks walks) {
    return walks.describe()
        + (store.deliveryRecord() ? ", with delivery records" : "")
        + exploration.network().map(SearchOptions::inPlaceOfDeclared).orElse("");
  }

  private String describeSearch() {
    boolean nearestFirst = exploration.nearestFirst();
    boolean push = exploration.selectivePush();
    String name =
        switch (store.memory()) {
          case NONE -> "stateless";
          case FULL -> push ? "stateful with selective push-on-stack" : "stateful";
          case RELEVANT -> push || nearestFirst ? "DBSS" : "DBSS without selective push-on-stack";
        };
    return name
        + (reduction.rounds() ? " by rounds" : "")
        + reduction.partialOrder().map(por -> " + " + por.describe()).orElse("")
        + (reduction.deadMessages() ? " + dead messages" : "")
        + (reduction.seeksSymmetry() ? " + symmetry" : "")
        + (nearestFirst ? ", breadth first" : ", depth first")
        + (store.deliveryRecord() ? ", with delivery records" : "")
        + (scrutiny.inference() == Inference.ON ? ", with inferred auxiliary fields" : "")
        + exploration.network().map(SearchOptions::inPlaceOfDeclared).orElse("");
  }
}
