package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.sends.SendRelation;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Progress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The reductions of one search: which of the requested ones apply, what they rest on, and whether
 * their assumptions about properties held.
 */
public final class Reductions {
  /** What the argument of {@link StubbornSets} rests on; those of the others: {@link Premises}. */
  private static final Set<Assumption> PARTIAL_ORDER_NEEDS =
      EnumSet.of(
          Assumption.EXPOSURE_IS_TOLD, Assumption.STEPS_COMMUTE, Assumption.SENDING_ONLY_ADDS);

  /** How many states are explored only to see what properties look at. */
  private static final long WATCHED_STATES = 1_000;

  private final Model model;
  private final Participants participants;
  private final SearchOptions options;
  private final Observations seen;
  private final Messages messages;
  private final Premises premises;
  private SendRelation relation;
  private final Optional<Translation> translation;
  private final PropertyKnowledge properties;

  /** Why it is not known what the nodes can do, as a clause. */
  private final String obstacle;

  private final List<AppliedReduction> fixed = new ArrayList<>();
  private Optional<StubbornSets> stubbornSets = Optional.empty();

  /** For the near search, if there is one. */
  private Optional<StubbornSets> nearSets = Optional.empty();

  private boolean looksNear;

  private final List<String> partialOrderDetails = new ArrayList<>();
  private String partialOrderBasis = "";

  private Reductions(
      Model model,
      Participants participants,
      SearchOptions options,
      Observations seen,
      Messages messages,
      Judges judges,
      String obstacle,
      Optional<Translation> translation,
      Premises premises) {
    this.premises = premises;
    this.messages = messages;
    this.obstacle = obstacle;
    this.model = model;
    this.participants = participants;
    this.options = options;
    this.seen = seen;
    this.translation = translation;
    this.properties =
        new PropertyKnowledge(model, participants, translation, judges, seen, premises);
  }

  /**
   * Prepares the reductions that the options ask for and puts them into the state space.
   *
   * @param lab the search's own, nothing of whose space was expanded yet
   * @param seen what properties were seen to look at in earlier searches; more is added
   * @param allowance what the check may spend
   */
  public static Reductions install(Lab lab, Observations seen, Allowance allowance) {
    StateSpace space = lab.space();
    List<AppliedReduction> denied = new ArrayList<>();
    SearchOptions allowed = allowed(lab.options(), space, denied);
    Preparation.Result prepared = prepared(lab, allowed, seen, allowance);
    SearchOptions left =
        prepared.pointless() ? without(allowed, prepared.obstacle(), denied) : allowed;
    Reductions reductions =
        new Reductions(
            lab.model(),
            lab.participants(),
            left,
            seen,
            space.messages(),
            lab.judges(),
            prepared.obstacle(),
            prepared.steps().map(steps -> new Translation(steps, space, lab.runner())),
            Premises.of(space));
    reductions.fixed.addAll(denied);
    if (left.reduction().any()) {
      reductions.prepare(lab, allowance);
    }
    return reductions;
  }

  /** Trial runs try steps and restarts of nodes, and would miss what else changes them. */
  private static Preparation.Result prepared(
      Lab lab, SearchOptions allowed, Observations seen, Allowance allowance) {
    if (!allowed.reduction().any()
        || knowledge(lab.options()) == PartialOrder.Knowledge.BYTE_CODE) {
      return Preparation.Result.givenUp("trial runs are switched off");
    }
    return lab.space()
        .independence()
        .objection(EnumSet.of(Assumption.CHANGES_ARE_KNOWN))
        .map(Preparation.Result::givenUp)
        .orElseGet(() -> seen.prepared(() -> Preparation.run(lab, allowed, allowance)));
  }

  private void prepare(Lab lab, Allowance allowance) {
    StateSpace space = lab.space();
    properties.look(options.reduction().trialRuns());
    Optional<DeadPackets> dead = dropDead(space);
    if (translation.isEmpty()) {
      // Each local step is looked at when it is first taken, so before any is.
      options.reduction().partialOrder().ifPresent(p -> space.check(this::requireForeseen));
      watchSome(lab, allowance);
    }
    reduceOrders(lab.runner(), space, dead);
  }

  /** The options without the reductions whose assumptions do not hold; these get a summary. */
  private static SearchOptions allowed(
      SearchOptions options, StateSpace space, List<AppliedReduction> denied) {
    SearchOptions allowed = options;
    Optional<String> orders = space.independence().objection(PARTIAL_ORDER_NEEDS);
    if (options.reduction().partialOrder().isPresent() && orders.isPresent()) {
      denied.add(notUsed(PARTIAL_ORDER, orders.get()));
      allowed = allowed.withPartialOrder(Optional.empty());
    }
    Optional<String> dropping = Premises.of(space).dropping();
    if (options.reduction().deadMessages() && dropping.isPresent()) {
      denied.add(notUsed(DEAD_MESSAGES, dropping.get()));
      allowed = allowed.withDeadMessages(false);
    }
    return allowed;
  }

  private static SearchOptions without(
      SearchOptions options, String because, List<AppliedReduction> denied) {
    options.reduction().partialOrder().ifPresent(p -> denied.add(notUsed(PARTIAL_ORDER, because)));
    if (options.reduction().deadMessages()) {
      denied.add(notUsed(DEAD_MESSAGES, because));
    }
    return options.withPartialOrder(Optional.empty()).withDeadMessages(false);
  }

  private static AppliedReduction notUsed(String name, String because) {
    return new AppliedReduction(name, false, "not used, because " + because, List.of());
  }

  /** What becomes of reductions whose search did not count in the end. */
  public static List<AppliedReduction> unused(List<AppliedReduction> all, String because) {
    return all.stream().map(r -> r.applied() ? notUsed(r.name(), because) : r).toList();
  }

  /**
   * Watches the properties while some states are explored without reduction: without trial runs
   * that is the only way to learn what they look at before it matters.
   */
  private void watchSome(Lab lab, Allowance allowance) {
    if (options.store().memory() != StoreOptions.Memory.NONE) {
      SearchOptions plain = SearchOptions.DEFAULT.withMemory(options.store().memory());
      Budget some = Budget.UNBOUNDED.withStates(WATCHED_STATES);
      lab.search(plain, false, allowance.share(Progress.Phase.PREPARING, some)).run();
      lab.space().resetCounts();
      seen.note(model.safety(), lab.judges());
    }
  }

  private static PartialOrder.Knowledge knowledge(SearchOptions options) {
    return options
        .reduction()
        .partialOrder()
        .map(PartialOrder::knowledge)
        .orElse(PartialOrder.Knowledge.TRIAL_RUNS);
  }

  // Dead messages ------------------------------------------------------------------------------

  private Optional<DeadPackets> dropDead(StateSpace space) {
    if (!options.reduction().deadMessages()) {
      return translation.map(t -> DeadPackets.kept(t.steps()));
    }
    List<String> lookers = properties.pendingLookers(model.safety());
    if (!lookers.isEmpty()) {
      fixed.add(
          notUsed(DEAD_MESSAGES, join(lookers) + " at pending messages, and would miss them"));
      return translation.map(t -> DeadPackets.kept(t.steps()));
    }
    if (translation.isEmpty()) {
      if (premises.consumedIsGone()) {
        dropIdle(space);
      } else {
        fixed.add(
            notUsed(
                DEAD_MESSAGES,
                "byte code does not show which messages are never consumed: " + obstacle));
      }
      return Optional.empty();
    }
    Translation known = translation.get();
    DeadPackets dead = DeadPackets.of(known.steps(), participants.count(), true, premises);
    space.drop(known.dropping(dead));
    fixed.add(
        new AppliedReduction(
            DEAD_MESSAGES,
            true,
            "pending messages that can have no effect any more are dropped, as "
                + basis(known.steps())
                + " show",
            List.of()));
    return Optional.of(dead);
  }

  /** Without trial runs: messages that all their handlers take without doing anything. */
  private void dropIdle(StateSpace space) {
    space.drop(
        (node, local, messageId) ->
            participants.type(node).handlers().stream()
                .filter(h -> h.kind() != Handler.Kind.STEP)
                .filter(h -> h.messageType().isAssignableFrom(space.messages().type(messageId)))
                .allMatch(h -> isIdle(participants.type(node), h)));
    fixed.add(
        new AppliedReduction(
            DEAD_MESSAGES,
            true,
            "only messages whose handlers do nothing are dropped, as byte code shows, because "
                + obstacle,
            List.of()));
  }

  private boolean isIdle(NodeType type, Handler handler) {
    return handler.kind() == Handler.Kind.SINGLE
        && handler.guard().isEmpty()
        && relation().effectFree(type, handler);
  }

  private SendRelation relation() {
    if (relation == null) {
      relation = SendRelation.of(model);
    }
    return relation;
  }

  private static String join(List<String> names) {
    return (names.size() == 1 ? "the property " : "the properties ")
        + String.join(", ", names)
        + (names.size() == 1 ? " looks" : " look");
  }

  private static String basis(LocalSteps steps) {
    return String.format(
        Locale.ROOT,
        "%s (%,d steps between %,d local states)",
        steps.origin(),
        steps.steps(),
        steps.localStates());
  }

  // Partial order ------------------------------------------------------------------------------

  private void reduceOrders(StepRunner runner, StateSpace space, Optional<DeadPackets> dead) {
    if (options.reduction().partialOrder().isEmpty()) {
      return;
    }
    PartialOrder partialOrder = options.reduction().partialOrder().get();
    List<Property> watched =
        model.safety().stream().filter(p -> p.kind() != Property.Kind.TERMINAL).toList();
    List<String> lookers = properties.pendingLookers(watched);
    if (!lookers.isEmpty()) {
      fixed.add(
          notUsed(
              PARTIAL_ORDER,
              join(lookers)
                  + " at pending messages in every state, so that each step may make a"
                  + " difference"));
      return;
    }
    boolean acyclic;
    Needs needs;
    if (translation.isPresent()) {
      StepNeeds byTrials =
          new StepNeeds(
              participants,
              translation.get(),
              partialOrder,
              dead.orElseThrow(),
              idleFirst(partialOrder),
              premises);
      partialOrderBasis = basis(translation.get().steps());
      acyclic = byTrials.acyclic();
      needs = byTrials;
    } else {
      ByteCodeNeeds byCode =
          new ByteCodeNeeds(
              participants, runner, space, relation(), seen.reads(model), partialOrder, premises);
      boolean wanted = partialOrder.knowledge() == PartialOrder.Knowledge.BYTE_CODE;
      partialOrderBasis = "byte code" + (wanted ? "" : ", because " + obstacle);
      partialOrderDetails.addAll(byCode.notes());
      acyclic = byCode.acyclic();
      needs = byCode;
    }
    if (!acyclic) {
      partialOrderDetails.add(
          "steps may come round to the same state; where one may close such a cycle, all steps are"
              + " explored");
    }
    Visibility visibility = properties.visibility(partialOrderDetails);
    boolean breadthFirst = options.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST;
    if (partialOrder.seed() == PartialOrder.Seed.NEAR_FIRST && breadthFirst) {
      nearSets = Optional.of(sets(needs, visibility, PartialOrder.Seed.NEAREST));
      stubbornSets = nearSets.map(near -> near.followedBy(PartialOrder.Seed.STARTS));
    } else {
      stubbornSets = Optional.of(sets(needs, visibility, partialOrder.seed()));
    }
    select(space);
  }

  private StubbornSets sets(Needs needs, Visibility visibility, PartialOrder.Seed seed) {
    return new StubbornSets(needs, visibility, properties.nearby(seed), seed, participants.count());
  }

  /**
   * Steps without effect may go first unless the record of deliveries, which tells their order, is
   * part of the state.
   */
  private boolean idleFirst(PartialOrder partialOrder) {
    if (partialOrder.splitsIdle() && premises.idleFirst().isPresent()) {
      partialOrderDetails.add(
          "messages without effect are not consumed first, because " + premises.idleFirst().get());
      return false;
    }
    boolean told =
        options.store().deliveryRecord()
            && options.store().memory() != StoreOptions.Memory.RELEVANT;
    return partialOrder.splitsIdle() && !told;
  }

  /** A send that byte code did not show would make the reduction miss what it enables. */
  private void requireForeseen(
      int node, int local, Handler handler, int[] consumed, StepOutcome outcome) {
    if (handler.isRestart()) {
      return; // Nothing is left out that a restart may enable.
    }
    for (int i = 0; i < outcome.recipients().length; i++) {
      int recipient = outcome.recipients()[i];
      Class<?> message = messages.type(outcome.messageIds()[i]);
      boolean answers =
          IntStream.of(consumed).anyMatch(messageId -> messages.sender(messageId) == recipient);
      NodeType type = participants.type(node);
      Class<?> to = participants.type(recipient).type();
      if (!relation().allows(type, handler, to, recipient == node, answers, message)) {
        throw new ProtocolException(
            handler.method().getDeclaringClass().getName() + "." + handler.name(),
            handler.qualifiedName()
                + " sends "
                + message.getSimpleName()
                + " to "
                + participants.id(recipient)
                + ", which its byte code does not show; partial-order reduction would be wrong."
                + " Search without it, and report this as a bug of Parley");
      }
    }
  }

  // Afterwards ---------------------------------------------------------------------------------

  /**
   * Whether the properties looked only at what the reductions assume. If not, the search must be
   * repeated; what they looked at is recorded for it.
   */
  public boolean assumptionsHold() {
    boolean dropping = fixed.stream().anyMatch(r -> r.applied() && r.name().equals(DEAD_MESSAGES));
    return properties.asAssumed(stubbornSets.map(StubbornSets::leftOut).orElse(false), dropping);
  }

  /**
   * Has the space explore sets that keep violations near.
   *
   * @return whether these differ from the sets of the main search
   */
  public boolean selectNear(StateSpace space) {
    nearSets.ifPresent(space::select);
    looksNear = nearSets.isPresent();
    return looksNear;
  }

  /** Has the space explore a part of the transitions again, after it was told to explore all. */
  public void select(StateSpace space) {
    looksNear = false;
    stubbornSets.ifPresent(space::select);
  }

  /** A summary of each requested reduction. */
  public List<AppliedReduction> summaries() {
    List<AppliedReduction> all = new ArrayList<>();
    List<String> details = new ArrayList<>(partialOrderDetails);
    if (looksNear) {
      details.add("the near search found it, with sets that keep violations near");
    }
    (looksNear ? nearSets : stubbornSets)
        .ifPresent(
            sets ->
                all.add(
                    new AppliedReduction(
                        PARTIAL_ORDER,
                        !sets.gaveUp(),
                        sets.summary() + ", based on " + partialOrderBasis,
                        details)));
    all.addAll(fixed);
    return all;
  }

  private static final String PARTIAL_ORDER = "partial-order reduction";
  private static final String DEAD_MESSAGES = "dead messages";
}
