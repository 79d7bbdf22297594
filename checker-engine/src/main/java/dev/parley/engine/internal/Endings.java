package dev.parley.engine.internal;

import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.internal.ltl.RunWord;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.trace.Walk;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The phase of a check that judges what happens in the end, and tells a run that breaks a property.
 * It follows a complete search that found nothing wrong.
 */
final class Endings {
  private static final String POSSIBILITIES =
      "sets of faults that break nothing are not named: a fault may also be what keeps a goal"
          + " possible, so an @AlwaysPossible may break with fewer faults and hold with more";

  private final Explored explored;
  private final Lab lab;
  private final LivenessCheck.Outcome outcome;

  private Endings(Explored explored, Lab lab, LivenessCheck.Outcome outcome) {
    this.explored = explored;
    this.lab = lab;
    this.outcome = outcome;
  }

  /**
   * Judges; nothing if nothing is to be judged, or if the search came to no good end.
   *
   * <p>Where a program may give other answers than those that were seen, the runs that were seen
   * are some of all: one that breaks a property is a finding, and nothing else can be said. Where a
   * step was left out because not all was known of it, runs end or go round where real ones go on,
   * so nothing is judged.
   */
  static Optional<Endings> of(Explored explored, Allowance allowance) {
    boolean sound =
        explored.found().isEmpty()
            && explored.exhausted().isEmpty()
            && explored.unreached().isEmpty();
    if (!sound
        || explored.lab().model().liveness().isEmpty()
        || explored.lab().model().setting().peers().haveLeftOutSteps()) {
      return Optional.empty();
    }
    Lab lab = unreduced(explored);
    LivenessCheck.Outcome outcome =
        new LivenessCheck(lab, allowance.share(Progress.Phase.SEARCHING, allowance.left()))
            .outcome();
    if (lab.model().setting().peers().haveLeftOutSteps()) {
      return Optional.empty();
    }
    if (lab != explored.lab()) {
      explored.auxiliary().audit(lab.space(), lab.judges());
    }
    return Optional.of(new Endings(explored, lab, outcome));
  }

  /** The lab of the search, if it left nothing out; its judges keep what they saw then. */
  private static Lab unreduced(Explored explored) {
    Lab lab = explored.lab();
    SearchOptions options = lab.options();
    boolean remembers = options.store().memory() != StoreOptions.Memory.NONE;
    boolean allStates = !options.reduction().any() && lab.space().symmetry().isEmpty();
    if (allStates && remembers) {
      return lab;
    }
    SearchOptions plain =
        options
            .withPartialOrder(Optional.empty())
            .withDeadMessages(false)
            .withMemory(remembers ? options.store().memory() : StoreOptions.Memory.FULL);
    return Lab.of(
        lab.model(), lab.participants(), plain, explored.auxiliary().applied(), lab.ports());
  }

  LivenessCheck.Outcome outcome() {
    return outcome;
  }

  /** The result, if some property is broken or a budget ended the check. */
  Optional<InstanceResult> result(Draft draft) {
    return outcome
        .nearest()
        .map(run -> explained(draft.violated(violation(run))))
        .or(() -> outcome.exhausted().map(draft::exhausted));
  }

  /** The result with the smallest sets of faults that break a property of runs. */
  private InstanceResult explained(InstanceResult result) {
    if (lab.model().setting().faults().isNone() || outcome.smallest().isEmpty()) {
      return result;
    }
    FaultSets sets = new FaultSets(lab.model().setting().faults().limits());
    List<BreakingFaults> breaking =
        outcome.smallest().stream()
            .map(
                set ->
                    new BreakingFaults(
                        sets.counts(set.spent()),
                        set.run().property().name(),
                        Optional.of(trace(set.run()))))
            .toList();
    boolean possibilities =
        lab.model().liveness().stream().anyMatch(p -> p.kind() == Property.Kind.POSSIBLE);
    boolean complete = !possibilities && outcome.exhausted().isEmpty() && outcome.complete();
    InstanceResult explained =
        result.with(
            breaking,
            complete
                ? sets.harmless(
                    outcome.smallest().stream().map(LivenessCheck.Breaking::spent).toList())
                : List.of());
    return complete || !possibilities ? explained : explained.warned(POSSIBILITIES);
  }

  private Trace trace(LivenessCheck.Run run) {
    Rerun rerun = rerun(run);
    return trace(run, rerun, new Watch(run, rerun));
  }

  private Rerun rerun(LivenessCheck.Run run) {
    return new Rerun(
        lab.model(), lab.participants(), false, lab.auxiliaryFields(), lab.ports(), layout(run));
  }

  private Violation violation(LivenessCheck.Run run) {
    Property property = run.property();
    Rerun rerun = rerun(run);
    Watch watch = new Watch(run, rerun);
    Trace trace = trace(run, rerun, watch);
    return new Violation(
        property.name(),
        Optional.of(property.kind()),
        failure(run, rerun.hasEnded()),
        Optional.of(trace),
        property.formula().isPresent()
            ? watch.seen()
            : rerun.seen(property, (node, field) -> true));
  }

  private int layout(LivenessCheck.Run run) {
    List<int[]> initials = lab.space().initials();
    for (int layout = 0; layout < initials.size(); layout++) {
      if (Arrays.equals(initials.get(layout), run.start())) {
        return layout;
      }
    }
    throw new IllegalStateException("a run begins in no initial state");
  }

  /**
   * Takes the run once more on full states, its loop twice: it must be possible to go round, and
   * the property must be false all the way round.
   */
  private Trace trace(LivenessCheck.Run run, Rerun rerun, Watch watch) {
    List<Trace.NodeView> nodes = rerun.walk().nodes();
    List<Trace.MessageView> pending = rerun.walk().beginning();
    List<Trace.TraceStep> steps = new ArrayList<>();
    watch.look(0);
    for (Action action : run.prefix()) {
      steps.add(taken(action, rerun));
      watch.look(steps.size());
    }
    for (Action action : run.loop()) {
      steps.add(taken(action, rerun));
      watch.look(steps.size());
    }
    Trace trace =
        new Trace(
            nodes,
            pending,
            steps,
            run.loop().isEmpty() ? Optional.empty() : Optional.of(run.prefix().size() + 1));
    for (Action action : run.loop()) {
      taken(action, rerun);
      watch.look(steps.size());
    }
    watch.close();
    return trace;
  }

  private Trace.TraceStep taken(Action action, Rerun rerun) {
    Walk walk = rerun.walk();
    return walk.take(walk.translated(action, lab.runner().messages()))
        .orElseThrow(
            () ->
                new ProtocolException(
                    lab.model().description().protocolClass(),
                    "a run was found that full states do not have: "
                        + action
                        + " cannot be taken. Auxiliary content makes a difference: take @Auxiliary"
                        + " off the content that this step depends on, or search with"
                        + " -Dparley.mode=stateful"));
  }

  /** Sees to it that the property is false of the run on full states, or the finding is wrong. */
  private static final class Watch {
    private static final int MOST_CHANGES = 12;

    private final LivenessCheck.Run run;
    private final Property property;
    private final Rerun rerun;
    private final Map<String, List<Boolean>> truths = new LinkedHashMap<>();
    private int moments;

    Watch(LivenessCheck.Run run, Rerun rerun) {
      this.run = run;
      this.property = run.property();
      this.rerun = rerun;
    }

    /** Looks at the state after so many steps. */
    void look(int steps) {
      if (property.formula().isEmpty() && steps >= run.stays() && rerun.holds(property)) {
        throw dependent();
      }
      for (Property.NamedState state : property.states()) {
        truths
            .computeIfAbsent(state.name(), name -> new ArrayList<>())
            .add(rerun.holds(state.property()));
      }
      moments++;
    }

    /** A formula is true or false of the run as a whole; its loop was taken twice. */
    void close() {
      int last = run.loop().isEmpty() ? moments : moments - 1;
      int back = run.loop().isEmpty() ? last - 1 : last - run.loop().size();
      boolean holds =
          property
              .formula()
              .filter(
                  formula ->
                      new RunWord(last, back, (state, moment) -> truth(state, moment))
                          .satisfies(formula))
              .isPresent();
      if (holds) {
        throw dependent();
      }
    }

    /** When the run was in which named state. */
    List<Violation.Seen> seen() {
      return truths.keySet().stream().map(state -> new Violation.Seen(state, when(state))).toList();
    }

    private String when(String state) {
      List<String> parts = new ArrayList<>();
      int steps = run.prefix().size() + run.loop().size();
      for (int step = 0; step <= steps; step++) {
        boolean now = truth(state, step);
        if (step == 0) {
          parts.add(now + " at first");
        } else if (now != truth(state, step - 1)) {
          parts.add(now + " after step " + step);
        }
      }
      return parts.size() > MOST_CHANGES
          ? String.join(", ", parts.subList(0, MOST_CHANGES)) + " and so on"
          : String.join(", ", parts);
    }

    private boolean truth(String state, int moment) {
      List<Boolean> all = truths.get(state);
      // Several predicates of one name were found to mean the same.
      return all.get(moment * (all.size() / moments));
    }

    private ProtocolException dependent() {
      return new ProtocolException(
          property.name(),
          "the property "
              + property.name()
              + " is false for one content of auxiliary fields and true for another; it must not"
              + " depend on content marked @Auxiliary");
    }
  }

  private static String failure(LivenessCheck.Run run, boolean ended) {
    Property property = run.property();
    int prefix = run.prefix().size();
    String first = prefix == 0 ? "from the beginning" : "after " + count(prefix);
    if (property.kind() == Property.Kind.POSSIBLE) {
      return property.described() + " is out of reach " + first;
    }
    String never =
        switch (property.kind()) {
          case LEADS_TO ->
              "is never true after " + property.trigger().orElseThrow().name() + " was";
          case RECURRING -> "is true at most for some time";
          case FORMULA -> "is not true of a fair run";
          default -> "never becomes true";
        };
    return property.described()
        + " "
        + never
        + ": "
        + first
        + (run.loop().isEmpty()
            ? ended ? " nothing more happens" : " nothing more needs to happen"
            : ", " + count(run.loop().size()) + " can be repeated for ever");
  }

  private static String count(int steps) {
    return steps == 1 ? "1 step" : steps + " steps";
  }
}
