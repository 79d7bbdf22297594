package dev.parley.engine.internal;

import dev.parley.engine.internal.Exploration.Explored;
import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.trace.Walk;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The phase of a check that judges what happens in the end, and tells a run that breaks a property.
 * It follows a complete search that found nothing wrong.
 */
final class Endings {
  private final Explored explored;
  private final Lab lab;
  private final LivenessCheck.Outcome outcome;

  private Endings(Explored explored, Lab lab, LivenessCheck.Outcome outcome) {
    this.explored = explored;
    this.lab = lab;
    this.outcome = outcome;
  }

  /** Judges; nothing if nothing is to be judged, or if the search came to no good end. */
  static Optional<Endings> of(Explored explored, Allowance allowance) {
    boolean sound =
        explored.found().isEmpty()
            && explored.exhausted().isEmpty()
            && explored.unreached().isEmpty();
    if (!sound || explored.lab().model().liveness().isEmpty()) {
      return Optional.empty();
    }
    Lab lab = unreduced(explored);
    LivenessCheck.Outcome outcome =
        new LivenessCheck(lab, allowance.share(Progress.Phase.SEARCHING, allowance.left()))
            .outcome();
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
        .map(run -> draft.violated(violation(run)))
        .or(() -> outcome.exhausted().map(draft::exhausted));
  }

  private Violation violation(LivenessCheck.Run run) {
    Property property = run.property();
    Rerun rerun =
        new Rerun(
            lab.model(),
            lab.participants(),
            false,
            lab.auxiliaryFields(),
            lab.ports(),
            layout(run));
    Trace trace = trace(run, rerun);
    return new Violation(
        property.name(),
        Optional.of(property.kind()),
        failure(run),
        Optional.of(trace),
        rerun.seen(property, (node, field) -> true));
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
  private Trace trace(LivenessCheck.Run run, Rerun rerun) {
    List<Trace.NodeView> nodes = rerun.walk().nodes();
    List<Trace.MessageView> pending = rerun.walk().beginning();
    List<Trace.TraceStep> steps = new ArrayList<>();
    require(run, rerun, 0);
    for (Action action : run.prefix()) {
      steps.add(taken(action, rerun));
      require(run, rerun, steps.size());
    }
    for (Action action : run.loop()) {
      steps.add(taken(action, rerun));
      require(run, rerun, steps.size());
    }
    Trace trace =
        new Trace(
            nodes,
            pending,
            steps,
            run.loop().isEmpty() ? Optional.empty() : Optional.of(run.prefix().size() + 1));
    for (Action action : run.loop()) {
      taken(action, rerun);
      require(run, rerun, steps.size());
    }
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

  /** Where a run must not be, the property is false, or the finding is wrong. */
  private static void require(LivenessCheck.Run run, Rerun rerun, int steps) {
    if (steps >= run.stays() && rerun.holds(run.property())) {
      throw new ProtocolException(
          run.property().name(),
          "the property "
              + run.property().name()
              + " is false for one content of auxiliary fields and true for another; it must not"
              + " depend on content marked @Auxiliary");
    }
  }

  private static String failure(LivenessCheck.Run run) {
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
          default -> "never becomes true";
        };
    return property.described()
        + " "
        + never
        + ": "
        + first
        + (run.loop().isEmpty()
            ? " nothing more happens"
            : ", " + count(run.loop().size()) + " can be repeated for ever");
  }

  private static String count(int steps) {
    return steps == 1 ? "1 step" : steps + " steps";
  }
}
