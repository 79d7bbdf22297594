package dev.parley.engine;

import java.util.Objects;
import java.util.Optional;

/**
 * How to search.
 *
 * @param order which state to expand next
 * @param memory what is remembered of visited states
 * @param selectivePush whether a depth-first search keeps only those states of its path on the
 *     stack that have more than one transition
 * @param deliveryRecord whether every node's local state includes, as auxiliary content, the
 *     messages its last step consumed
 * @param budget when to stop
 * @param runTwice whether each new local step is run a second time, on a copy laid out differently,
 *     and the outcomes compared
 * @param inference whether auxiliary fields are also looked for in the byte code
 * @param partialOrder how transitions are left out whose order makes no difference, if they are
 * @param deadMessages whether pending messages that can have no effect any more are dropped
 * @param trialRuns how many local steps may be run on trial, beforehand, to find out what the nodes
 *     can do: reductions are based on that
 */
public record SearchOptions(
    Order order,
    Memory memory,
    boolean selectivePush,
    boolean deliveryRecord,
    Budget budget,
    boolean runTwice,
    Inference inference,
    Optional<PartialOrder> partialOrder,
    boolean deadMessages,
    int trialRuns) {
  /** How many trial runs take a second at most. */
  public static final int TRIAL_RUNS = 250_000;

  /** Which state to expand next. */
  public enum Order {
    /** Nearest to the initial state first: counterexamples are shortest. */
    BREADTH_FIRST,
    /** The newest first: the frontier is one path; counterexamples are shortened afterwards. */
    DEPTH_FIRST
  }

  /** What is remembered of visited states. */
  public enum Memory {
    /** Nothing: every path is explored, a state as often as there are ways to it. */
    NONE,
    /** The full state, auxiliary content included. */
    FULL,
    /** The relevant state, without auxiliary content: selective hashing. */
    RELEVANT
  }

  /** What is done about fields that are auxiliary by their use, without being marked. */
  public enum Inference {
    /** They are not looked for. */
    OFF,
    /** They are listed, and what leaving them out would save is measured by a second search. */
    SUGGEST,
    /** They are auxiliary in this search as if they were marked, and listed. */
    ON
  }

  /** Breadth first, full states remembered, unbounded, each local step run twice, no inference. */
  public static final SearchOptions DEFAULT =
      new SearchOptions(
          Order.BREADTH_FIRST,
          Memory.FULL,
          false,
          false,
          Budget.UNBOUNDED,
          true,
          Inference.OFF,
          Optional.empty(),
          false,
          TRIAL_RUNS);

  /** Checks that the parts fit together. */
  public SearchOptions {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(memory, "memory");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(inference, "inference");
    Objects.requireNonNull(partialOrder, "partialOrder");
    if (trialRuns < 0) {
      throw new IllegalArgumentException("trialRuns is " + trialRuns + "; it must not be negative");
    }
    if (order == Order.BREADTH_FIRST && selectivePush) {
      throw new IllegalArgumentException(
          "a breadth-first search has no stack to push on; search depth first");
    }
    if (order == Order.BREADTH_FIRST && memory == Memory.NONE) {
      throw new IllegalArgumentException("a search without memory must be depth first");
    }
  }

  /** The same with another order. */
  public SearchOptions withOrder(Order newOrder) {
    return new SearchOptions(
        newOrder,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with another memory. */
  public SearchOptions withMemory(Memory newMemory) {
    return new SearchOptions(
        order,
        newMemory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with or without selective push-on-stack. */
  public SearchOptions withSelectivePush(boolean push) {
    return new SearchOptions(
        order,
        memory,
        push,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with or without a delivery record at every node. */
  public SearchOptions withDeliveryRecord(boolean record) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        record,
        budget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with another budget. */
  public SearchOptions withBudget(Budget newBudget) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        newBudget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with each new local step run twice, or once. */
  public SearchOptions withRunTwice(boolean twice) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        twice,
        inference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with another inference. */
  public SearchOptions withInference(Inference newInference) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        newInference,
        partialOrder,
        deadMessages,
        trialRuns);
  }

  /** The same with another partial-order reduction, or none. */
  public SearchOptions withPartialOrder(Optional<PartialOrder> reduction) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        reduction,
        deadMessages,
        trialRuns);
  }

  /** The same with dead messages dropped, or kept. */
  public SearchOptions withDeadMessages(boolean dropped) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        partialOrder,
        dropped,
        trialRuns);
  }

  /** The same with more or fewer trial runs. */
  public SearchOptions withTrialRuns(int runs) {
    return new SearchOptions(
        order,
        memory,
        selectivePush,
        deliveryRecord,
        budget,
        runTwice,
        inference,
        partialOrder,
        deadMessages,
        runs);
  }

  /** What these options are called wherever results are shown. */
  public String describe() {
    String name =
        switch (memory) {
          case NONE -> "stateless";
          case FULL -> selectivePush ? "stateful with selective push-on-stack" : "stateful";
          case RELEVANT ->
              selectivePush || order == Order.BREADTH_FIRST
                  ? "DBSS"
                  : "DBSS without selective push-on-stack";
        };
    return name
        + partialOrder.map(reduction -> " + " + reduction.describe()).orElse("")
        + (deadMessages ? " + dead messages" : "")
        + (order == Order.BREADTH_FIRST ? ", breadth first" : ", depth first")
        + (deliveryRecord ? ", with delivery records" : "")
        + (inference == Inference.ON ? ", with inferred auxiliary fields" : "");
  }
}
