package dev.parley.engine.internal;

import dev.parley.api.Network;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.Audit.Audited;
import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.peer.PeerException;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Found;
import dev.parley.engine.internal.search.Keeper;
import dev.parley.engine.internal.search.Workforce;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;

/**
 * The check of one instance, phase by phase: the code is reviewed, the states are explored, what
 * that took for granted is audited, what was found is told with the steps that lead there, and
 * something may be measured for advice. Each phase hands a value to the next; what they know of the
 * result gathers in a {@link Draft}. All searches live on one {@link Allowance}.
 */
public final class InstanceCheck {
  private final Model model;
  private final SearchOptions options;
  private final WatchedListener listener;
  private final boolean tells;
  private final boolean reviews;
  private final Ports ports;
  private final Workforce workforce;
  private Optional<Keeper> keeper = Optional.empty();

  /** A check that has not begun. */
  public InstanceCheck(Model model, SearchOptions options, ProgressListener listener) {
    this(model, options, listener, Workforce.usual());
  }

  /** A check by so many threads. */
  public InstanceCheck(
      Model model, SearchOptions options, ProgressListener listener, Workforce workforce) {
    this(model, options, listener, true, true, Ports.of(model), workforce);
  }

  private InstanceCheck(
      Model model,
      SearchOptions options,
      ProgressListener listener,
      boolean tells,
      boolean reviews,
      Ports ports) {
    this(model, options, listener, tells, reviews, ports, Workforce.usual());
  }

  private InstanceCheck(
      Model model,
      SearchOptions options,
      ProgressListener listener,
      boolean tells,
      boolean reviews,
      Ports ports,
      Workforce workforce) {
    requireSameNetwork(model, options);
    this.workforce = workforce;
    this.model = model;
    this.options = options;
    this.listener = new WatchedListener(listener);
    this.tells = tells;
    this.reviews = reviews;
    this.ports = ports;
  }

  /** The network is part of the model; options that name another one would be a false label. */
  private static void requireSameNetwork(Model model, SearchOptions options) {
    Network loaded = model.setting().network();
    if (!options.exploration().network().orElse(loaded).equals(loaded)) {
      throw new IllegalArgumentException(
          "the options say"
              + options.exploration().network().map(SearchOptions::inPlaceOfDeclared).orElseThrow()
              + ", but the instance was loaded with the network "
              + loaded.label()
              + "; load it with ModelLoader.load(protocol, instance, network)");
    }
  }

  /** A check of an instance whose byte code was reviewed in an earlier check. */
  public static InstanceCheck ofInspected(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener, true, false, Ports.of(model));
  }

  /** The same in other surroundings. */
  public static InstanceCheck ofInspected(
      Model model, SearchOptions options, ProgressListener listener, Ports ports) {
    return new InstanceCheck(model, options, listener, true, false, ports);
  }

  /** A check that ends with the first finding, without a search for how it comes about. */
  public static InstanceCheck withoutTrace(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener, false, true, Ports.of(model));
  }

  /** A search that is only measured, of an instance that was checked before. */
  public static InstanceCheck measured(
      Model model, SearchOptions options, ProgressListener listener) {
    return new InstanceCheck(model, options, listener, false, false, Ports.of(model));
  }

  /** The same check, whose search is saved now and then and goes on from where it was saved. */
  public InstanceCheck keptBy(Keeper newKeeper) {
    keeper = Optional.of(newKeeper);
    return this;
  }

  /**
   * Checks. Mistakes in the protocol are results, not exceptions, and so are failures of the engine
   * itself: a search that contradicts itself has no verdict. Only memory that runs out before the
   * verdict is known, and what the listener throws, is thrown on.
   */
  public InstanceResult run() {
    model
        .setting()
        .peers()
        .serveNearestFirst(options.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST);
    try {
      return kept(reviewed());
    } catch (RuntimeException | Error e) {
      if (listener.threw(e) || Diagnosis.isOutOfMemory(e)) {
        throw e;
      }
      return failed(e);
    } finally {
      model.setting().peers().rest();
    }
  }

  /** A result that more budget would not change needs no saved search. */
  private InstanceResult kept(InstanceResult result) {
    InstanceResult all = result;
    if (keeper.isPresent()) {
      keeper.get().over(result.verdict() != Verdict.BUDGET_EXHAUSTED);
      for (String remark : keeper.get().remarks()) {
        all = all.warned(remark);
      }
    }
    return all;
  }

  /** What failed may have left anything behind, so the result tells no more than that it did. */
  private InstanceResult failed(Throwable thrown) {
    Model.Description description = model.description();
    return Draft.of(model, options)
        .with(listener.latest().map(Snapshot::of).orElse(Snapshot.NONE))
        .error(
            Diagnosis.of(
                thrown,
                description.protocolClass(),
                description.protocol() + " / " + description.instance()));
  }

  private InstanceResult reviewed() {
    CodeReview review =
        reviews ? CodeReview.of(model, options.scrutiny().assumePure()) : CodeReview.SKIPPED;
    Draft draft = Draft.of(model, options).with(review);
    if (review.mistake().isPresent()) {
      return draft.error(review.mistake().get(), Optional.empty());
    }
    try {
      Participants participants = new Participants(model);
      AuxiliaryContent auxiliary = new AuxiliaryContent(model, options.scrutiny().inference());
      Draft described = draft.with(auxiliary.decomposition());
      Allowance allowance = new Allowance(options.exploration().budget(), listener, workforce);
      Explored explored =
          review
              .statics()
              .watching(
                  new Exploration(
                              model,
                              participants,
                              auxiliary,
                              options,
                              ports,
                              review.statics(),
                              allowance)
                          .keptBy(keeper)
                      ::explored);
      Optional<Endings> endings = review.statics().watching(() -> Endings.of(explored, allowance));
      Draft searched =
          described
              .with(explored.snapshot())
              .warned(explored.lab().runner().catchAllWarnings())
              .warned(assumed());
      Draft measured = endings.map(Endings::outcome).map(searched::with).orElse(searched);
      InstanceResult result = audited(measured, explored, endings, allowance);
      boolean searches = options.exploration().walks().isEmpty() && !byRounds();
      if (searches && Advice.wanted(result, auxiliary)) {
        listener.found(result);
        return Advice.measured(result, model, participants, auxiliary, options, ports, allowance);
      }
      return result;
    } catch (ProtocolException e) {
      return draft.error(e, Optional.empty());
    }
  }

  /** What rules executions out has to be said with every verdict. */
  private List<String> assumed() {
    return model.setting().assumesRounds()
        ? List.of("only executions were explored in which " + model.setting().rounds().clause())
        : List.of();
  }

  private boolean byRounds() {
    return options.reduction().rounds() || model.setting().assumesRounds();
  }

  private InstanceResult audited(
      Draft draft, Explored explored, Optional<Endings> endings, Allowance allowance) {
    try {
      long unaudited = auditPeers(explored, allowance);
      Audited audited = Audit.of(explored);
      InstanceResult result =
          decided(
              warned(draft, unaudited)
                  .warned(model.setting().peers().remarks(List.copyOf(model.nodes().keySet())))
                  .with(explored.auxiliary().decomposition().restingOn(audited.soundness()))
                  .warned(audited.warnings()),
              unaudited == 0 || endings.flatMap(known -> known.result(draft)).isPresent()
                  ? explored
                  : explored.exhausted(Budget.Kind.TIME),
              audited,
              endings,
              allowance);
      // On the way to a counterexample more may have been asked.
      auditPeers(explored, allowance);
      return draft.renewed(result);
    } catch (ProtocolException e) {
      return draft.error(e, Optional.empty());
    }
  }

  /**
   * Every verdict rests on what programs answered, so they answer once more before there is one.
   *
   * @return how many traces no time was left for
   */
  private long auditPeers(Explored explored, Allowance allowance) {
    if (explored.found().flatMap(Found::mistake).isPresent()) {
      return 0;
    }
    Budget left =
        new Budget(Optional.empty(), allowance.left().time(), Optional.empty(), Optional.empty());
    Allowance.Share share = allowance.share(Progress.Phase.AUDITING, left);
    Allowance.Meter meter = new Searched(explored.snapshot().figures());
    try {
      return model.setting().peers().audit(() -> share.exceeded(meter).isEmpty());
    } catch (PeerException e) {
      throw new ProtocolException(
          model.description().protocolClass(), "audit of programs: " + e.getMessage() + ".", e);
    }
  }

  private static Draft warned(Draft draft, long unaudited) {
    return unaudited == 0
        ? draft
        : draft.warned(
            List.of(
                "no time was left to see "
                    + unaudited
                    + (unaudited == 1 ? " trace" : " traces")
                    + " of external programs a second time"));
  }

  /** What a search that has ended tells of itself. */
  private record Searched(Figures figures) implements Allowance.Meter {
    @Override
    public long states() {
      return figures.states();
    }

    @Override
    public long transitions() {
      return figures.transitions();
    }

    @Override
    public long frontier() {
      return 0;
    }

    @Override
    public long depth() {
      return figures.depth();
    }

    @Override
    public long bytes() {
      return 0;
    }
  }

  private InstanceResult decided(
      Draft draft,
      Explored explored,
      Audited audited,
      Optional<Endings> endings,
      Allowance allowance) {
    if (explored.found().isPresent()) {
      return told(draft, explored, audited, allowance);
    }
    Optional<String> incomplete =
        model.setting().peers().incomplete(List.copyOf(model.nodes().keySet()));
    if (explored.exhausted().isEmpty() && incomplete.isPresent()) {
      return endings
          .flatMap(found -> found.result(draft))
          .orElseGet(() -> draft.warned(incomplete.stream().toList()).exhausted(Budget.Kind.PEERS));
    }
    if (explored.exhausted().isPresent()) {
      return draft
          .warned(GrowingFields.remarks(explored.lab().participants(), explored.lab().runner()))
          .exhausted(explored.exhausted().get());
    }
    return explored.unreached().stream()
        .findFirst()
        .map(goal -> draft.violated(unreachable(goal)))
        .or(() -> endings.flatMap(found -> found.result(draft)))
        .orElseGet(draft::verified);
  }

  private InstanceResult told(
      Draft draft, Explored explored, Audited audited, Allowance allowance) {
    Found found = explored.found().orElseThrow();
    InstanceResult verdict = Telling.verdictOnly(draft, found);
    if (!tells) {
      return verdict;
    }
    listener.found(verdict);
    Telling telling =
        new Telling(explored, audited, allowance, ShortestPath.most(allowance.spent()));
    InstanceResult told = telling.told(draft, found);
    if (!FaultSearch.applies(explored.lab(), found)) {
      return told;
    }
    listener.found(told);
    return new FaultSearch(telling, explored.lab(), allowance).explained(told);
  }

  private static Violation unreachable(Property goal) {
    return new Violation(
        goal.name(),
        Optional.of(goal.kind()),
        "all reachable states were explored and it is true in none of them",
        Optional.empty());
  }
}
