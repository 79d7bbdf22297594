package dev.parley.engine.internal;

import dev.parley.api.Peer;
import dev.parley.engine.internal.reduce.Observations;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.rounds.RoundSearch;
import dev.parley.engine.internal.rounds.RoundsApply;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Explorer;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.simulate.RandomWalks;
import dev.parley.engine.internal.space.Independence;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.Symmetry;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.space.SymmetryTooDear;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.symmetry.NodeSymmetry;
import dev.parley.engine.internal.symmetry.ToldApart;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.options.Walks;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The second phase of a check: the search that decides the verdict. It is repeated if properties
 * looked at more than its reductions had reckoned with.
 *
 * <p>Reductions must not make a verdict worth less. If they skip steps, the audit of auxiliary
 * content cannot see these, and unless byte code proves the decomposition, a complete search would
 * rest on an assumption. Then all states are searched after all, and audited, as long as they are
 * not many more than the reduced search has stored. Where they are, the reduced search stands, and
 * its result says what it assumes. The bound is a count: the verdict's basis must not depend on the
 * speed of the machine.
 */
final class Exploration {
  /** How many states are searched first for a violation that is near. */
  private static final long NEAR_STATES = 5_000;

  /** How many states a search of all may store for the sake of the audit: so many, */
  private static final long AUDITED_STATES = 100_000;

  /** and so many times as many as the reduced search. */
  private static final long TIMES_THE_REDUCED = 10;

  private final Model model;
  private final Participants participants;
  private final AuxiliaryContent auxiliary;
  private final SearchOptions options;
  private final Ports ports;
  private final StaticState statics;
  private final Allowance allowance;
  private final Observations known = new Observations();

  /** Why the instance is not explored round by round, if that was asked for. */
  private Optional<AppliedReduction> roundsUnused = Optional.empty();

  /** Why symmetry is not made use of, if it was asked for. */
  private Optional<AppliedReduction> unused = Optional.empty();

  private final ToldApart apart;

  /** Saves the searches, if that was asked for. */
  private Optional<Keeper> keeper = Optional.empty();

  /** Why symmetry would take more time than it saves, if that has shown. */
  private Optional<String> dear = Optional.empty();

  Exploration(
      Model model,
      Participants participants,
      AuxiliaryContent auxiliary,
      SearchOptions options,
      Ports ports,
      StaticState statics,
      Allowance allowance) {
    this.model = model;
    this.participants = participants;
    this.auxiliary = auxiliary;
    this.options = options;
    this.ports = ports;
    this.statics = statics;
    this.allowance = allowance;
    apart = new ToldApart(model, participants);
  }

  /** The same, with searches that are saved now and then. */
  Exploration keptBy(Optional<Keeper> newKeeper) {
    keeper = newKeeper;
    return this;
  }

  /**
   * How the search ended.
   *
   * @param lab what was searched
   * @param auxiliary what was left out of its states
   * @param known what the search rests on
   * @param reductions what it left out
   * @param found what ended it before its time
   * @param exhausted which budget ended it
   * @param unreached the goals that no state has reached
   * @param snapshot its figures
   */
  record Explored(
      Lab lab,
      AuxiliaryContent auxiliary,
      Observations known,
      Reductions reductions,
      Optional<Found> found,
      Optional<Budget.Kind> exhausted,
      List<Property> unreached,
      Snapshot snapshot) {
    private boolean complete() {
      return found.isEmpty() && exhausted.isEmpty();
    }

    /** The same, ended by a budget if nothing else has ended it. */
    Explored exhausted(Budget.Kind kind) {
      return new Explored(
          lab,
          auxiliary,
          known,
          reductions,
          found,
          exhausted.or(() -> Optional.of(kind)),
          unreached,
          snapshot);
    }

    private Explored with(Snapshot other) {
      return new Explored(lab, auxiliary, known, reductions, found, exhausted, unreached, other);
    }
  }

  Explored explored() {
    keeper.ifPresent(k -> objectionToSaving().ifPresent(k::refuse));
    while (true) {
      try {
        return exploredOrGoneOn();
      } catch (Keeper.Stale stale) {
        keeper.orElseThrow().forget(stale);
      }
    }
  }

  /** Why searches of this instance are not saved, as a clause. */
  private Optional<String> objectionToSaving() {
    if (options.exploration().walks().isPresent()) {
      return Optional.of("it consists of random walks");
    }
    if (options.store().memory() == StoreOptions.Memory.NONE) {
      return Optional.of("it remembers no states");
    }
    if (options.reduction().rounds() || model.setting().assumesRounds()) {
      return Optional.of("it goes round by round");
    }
    return model.types().stream().anyMatch(type -> Peer.class.isAssignableFrom(type.type()))
        ? Optional.of("some nodes are external programs")
        : Optional.empty();
  }

  private Explored exploredOrGoneOn() {
    if (!model.liveness().isEmpty()) {
      requireNoAssumption(
          "properties of what happens in the end are not judged under it; remove those");
    }
    Explored asAsked = asAsked();
    return asAsked.complete() && auxiliary.escapesAudit(asAsked.lab(), asAsked.snapshot())
        ? ofAllStates(asAsked).orElse(asAsked)
        : asAsked;
  }

  /** A search without reductions, for the audit; nothing if it takes too many states. */
  private Optional<Explored> ofAllStates(Explored reduced) {
    Lab lab = lab(unreduced().withRounds(false));
    long most = AUDITED_STATES + TIMES_THE_REDUCED * reduced.snapshot().figures().states();
    Budget left = allowance.left();
    Explored all =
        search(
            lab,
            Reductions.install(lab, known, allowance),
            left.withStates(Math.min(most, left.states().orElse(most))),
            false);
    return all.exhausted().isPresent()
        ? Optional.empty()
        : Optional.of(
            all.with(
                all.snapshot().with(Reductions.unused(reduced.snapshot().reductions(), UNSEEN))));
  }

  private static final String UNSEEN =
      "the steps it skips would not be audited, and byte code does not prove that auxiliary content"
          + " makes no difference";

  private Lab lab(SearchOptions how) {
    Lab lab = Lab.of(model, participants, how, auxiliary.applied(), ports);
    lab.runner().watch(statics::afterExecution);
    if (how.reduction().seeksSymmetry()) {
      seekSymmetry(lab);
    }
    boolean leavesOut = how.reduction().any() || lab.space().symmetry().isPresent();
    lab.space().auditUnless(auxiliary::isProven, leavesOut);
    return lab;
  }

  private Explored asAsked() {
    Optional<Explored> ended = Optional.empty();
    while (ended.isEmpty()) {
      try {
        ended = attempt();
      } catch (SymmetryBreach breach) {
        requireUnasked(breach.place(), breach.getMessage());
        apart.add(breach);
      } catch (SymmetryTooDear tooDear) {
        dear = Optional.of(tooDear.getMessage());
      }
    }
    return ended.get();
  }

  /** Searches; nothing if the search has to be repeated. */
  private Optional<Explored> attempt() {
    if (options.reduction().rounds() && roundsUnused.isEmpty()) {
      requireUnasked(model.description().protocolClass(), BY_ROUNDS);
      return byRounds();
    }
    if (model.setting().assumesRounds()) {
      stepAside(BY_ROUNDS);
    }
    Lab lab = lab(model.setting().assumesRounds() ? unreduced() : options.withRounds(false));
    Reductions reductions = Reductions.install(lab, known, allowance);
    Explored explored = search(lab, reductions);
    return Optional.of(explored).filter(e -> reductions.assumptionsHold());
  }

  /** Searches round by round; nothing if that does not decide about this instance. */
  private Optional<Explored> byRounds() {
    Lab lab = lab(unreduced());
    Optional<String> objection = RoundsApply.objection(lab);
    if (objection.isPresent()) {
      roundsUnused = Optional.of(notByRounds(objection.get()));
      return Optional.empty();
    }
    Reductions none = Reductions.install(lab, known, allowance);
    RoundSearch search =
        new RoundSearch(
            lab,
            RoundSearch.Schedule.BY_ROUNDS,
            allowance.share(Progress.Phase.SEARCHING, allowance.left()));
    search.run();
    Optional<String> doubt = RoundsApply.objection(lab, search);
    if (doubt.isPresent()) {
      roundsUnused = Optional.of(notByRounds(doubt.get()));
      return Optional.empty();
    }
    if (search.mayBeUnfounded()) {
      Optional<Explored> certain = inAllOrders(search);
      if (certain.isPresent()) {
        return certain;
      }
    }
    Explored explored = explored(lab, none, search);
    List<AppliedReduction> all = new ArrayList<>(explored.snapshot().reductions());
    all.add(
        0,
        new AppliedReduction(
            InstanceResult.ROUNDS,
            true,
            "the instance was explored round by round, where " + model.setting().rounds().clause(),
            List.of(
                "The five conditions were checked on every step",
                "All properties are decided by the local states of nodes, which stay what they are"
                    + " in every other order",
                "Partial-order reduction, dead messages and symmetry are not used with it")));
    return Optional.of(explored.with(explored.snapshot().with(all)));
  }

  /**
   * Searches in all orders, and checks the conditions on each step that really is taken; nothing if
   * that takes too many states.
   */
  private Optional<Explored> inAllOrders(RoundSearch byRounds) {
    Lab lab = lab(unreduced());
    Budget left = allowance.left();
    long most = AUDITED_STATES + TIMES_THE_REDUCED * byRounds.states();
    RoundSearch search =
        new RoundSearch(
            lab,
            RoundSearch.Schedule.ALL_ORDERS,
            allowance.share(
                Progress.Phase.SEARCHING,
                left.withStates(Math.min(most, left.states().orElse(most)))));
    search.run();
    if (search.exhausted().isPresent()) {
      return Optional.empty();
    }
    Explored explored = explored(lab, Reductions.install(lab, known, allowance), search);
    List<AppliedReduction> all = new ArrayList<>(explored.snapshot().reductions());
    all.add(
        new AppliedReduction(
            InstanceResult.ROUNDS,
            false,
            "not used, because a message that comes too late might have an effect; all orders were"
                + " searched, and the conditions checked on each step",
            byRounds.found().flatMap(Found::mistake).map(Throwable::getMessage).stream().toList()));
    return Optional.of(explored.with(explored.snapshot().with(all)));
  }

  private static AppliedReduction notByRounds(String because) {
    return new AppliedReduction(
        InstanceResult.ROUNDS, false, "not used, because " + because, List.of());
  }

  /** The options without anything that would be combined with rounds. */
  private SearchOptions unreduced() {
    return options
        .withPartialOrder(Optional.empty())
        .withDeadMessages(false)
        .withSymmetry(ReductionOptions.Symmetry.OFF)
        .withRounds(options.reduction().rounds() && roundsUnused.isEmpty());
  }

  private static final String BY_ROUNDS =
      "the instance is explored round by round, which tells nodes apart";

  private void seekSymmetry(Lab lab) {
    unused = Optional.empty();
    dear.or(() -> NodeSymmetry.install(lab, apart)).ifPresent(this::stepAside);
  }

  /** Goes on without symmetry, if it was asked for. */
  private void stepAside(String why) {
    requireUnasked(model.description().protocolClass(), why);
    if (options.reduction().seeksSymmetry()) {
      unused =
          Optional.of(
              new AppliedReduction(
                  NodeSymmetry.NAME, false, "not used, because " + why, List.of()));
    }
  }

  private void requireUnasked(String place, String why) {
    if (options.reduction().symmetry() == ReductionOptions.Symmetry.REQUIRED) {
      throw new ProtocolException(
          place, "symmetry is required, but there is none: " + why + ". Search with symmetry=auto");
    }
  }

  private Explored search(Lab lab, Reductions reductions) {
    if (reductions.selectNear(lab.space())) {
      Budget left = allowance.left();
      long allowed = Math.min(NEAR_STATES, left.states().orElse(NEAR_STATES));
      long states = keeper.map(k -> k.near(allowed)).orElse(allowed);
      Explored near = search(lab, reductions, left.withStates(states), true);
      if (near.found().isPresent()) {
        return near;
      }
      lab.space().resetCounts();
      reductions.select(lab.space());
    }
    return search(lab, reductions, allowance.left(), false);
  }

  private Explored search(Lab lab, Reductions reductions, Budget bounds, boolean recordPaths) {
    Allowance.Share share = allowance.share(Progress.Phase.SEARCHING, bounds);
    Optional<Walks> walks = lab.options().exploration().walks();
    if (walks.isPresent()) {
      requireNoAssumption("random walks do not keep to it; choose another mode");
      RandomWalks taken = new RandomWalks(lab, walks.get(), allowance, share);
      taken.run();
      Explored explored = explored(lab, reductions, taken);
      return explored.with(explored.snapshot().with(taken.walkFigures()));
    }
    if (model.setting().assumesRounds()) {
      lab.space()
          .independence()
          .objection(Set.of(Independence.Assumption.values()))
          .ifPresent(this::requireNoAssumption);
      RoundSearch search = new RoundSearch(lab, RoundSearch.Schedule.ALL_ORDERS, share);
      search.run();
      refusePending(lab);
      return explored(lab, reductions, search);
    }
    Search search = lab.search(lab.options(), recordPaths, share);
    if (!recordPaths && objectionToSaving().isEmpty()) {
      keeper.ifPresent(search::keepBy);
    }
    search.run();
    return explored(lab, reductions, search);
  }

  /** A search under an assumption never consumes a late message that has no effect. */
  private void refusePending(Lab lab) {
    model.judged().stream()
        .filter(lab.judges()::looksAtPending)
        .findFirst()
        .ifPresent(
            property ->
                requireNoAssumption(
                    property.name()
                        + " looks at pending messages, which are not followed once they come too"
                        + " late; let it judge the local states of nodes"));
  }

  private void requireNoAssumption(String because) {
    if (model.setting().assumesRounds()) {
      throw new ProtocolException(
          model.description().protocolClass(),
          "The instance "
              + model.description().instance()
              + " takes something for granted of each round, and "
              + because
              + ", or remove rounds() from the topology.");
    }
  }

  private Explored explored(Lab lab, Reductions reductions, Explorer search) {
    return new Explored(
        lab,
        auxiliary,
        known,
        reductions,
        search.found(),
        search.exhausted(),
        search.unreached(),
        Snapshot.of(lab, search, summaries(lab, reductions), allowance.spent()));
  }

  private List<AppliedReduction> summaries(Lab lab, Reductions reductions) {
    List<AppliedReduction> all = new ArrayList<>(reductions.summaries());
    lab.space().symmetry().map(Symmetry::summary).ifPresent(all::add);
    unused.ifPresent(all::add);
    roundsUnused.ifPresent(all::add);
    return all;
  }
}
