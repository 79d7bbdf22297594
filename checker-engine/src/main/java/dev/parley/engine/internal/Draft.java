package dev.parley.engine.internal;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.live.LivenessCheck;
import dev.parley.engine.internal.peer.ProgramUse;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.Setting;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.Basis;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Surroundings;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A result without its verdict: what the phases of a check have come to know so far. The one place
 * where results are written.
 *
 * @param model the instance
 * @param options how it is searched
 * @param fingerprint identifies the code
 * @param decomposition what is left out of the relevant state
 * @param snapshot the figures
 * @param silenced the methods of loggers whose calls do nothing
 * @param warnings further remarks
 * @param liveness what was found out about what must happen in the end, if it was asked
 */
record Draft(
    Model model,
    SearchOptions options,
    String fingerprint,
    Decomposition decomposition,
    Snapshot snapshot,
    List<String> silenced,
    List<String> warnings,
    Optional<LivenessCheck.Outcome> liveness) {

  /** Nothing is known yet. */
  static Draft of(Model model, SearchOptions options) {
    return new Draft(
        model,
        options,
        "",
        Decomposition.NONE,
        Snapshot.NONE,
        List.of(),
        List.of(),
        Optional.empty());
  }

  Draft with(CodeReview review) {
    return new Draft(
            model,
            options,
            review.fingerprint(),
            decomposition,
            snapshot,
            review.silenced(),
            warnings,
            liveness)
        .warned(review.warnings());
  }

  Draft with(Decomposition other) {
    return new Draft(model, options, fingerprint, other, snapshot, silenced, warnings, liveness);
  }

  Draft with(Snapshot other) {
    return new Draft(
        model, options, fingerprint, decomposition, other, silenced, warnings, liveness);
  }

  Draft with(LivenessCheck.Outcome outcome) {
    return new Draft(
        model,
        options,
        fingerprint,
        decomposition,
        snapshot,
        silenced,
        warnings,
        Optional.of(outcome));
  }

  Draft warned(List<String> more) {
    return new Draft(
        model,
        options,
        fingerprint,
        decomposition,
        snapshot,
        silenced,
        Stream.concat(warnings.stream(), more.stream()).toList(),
        liveness);
  }

  InstanceResult verified() {
    return result(Verdict.VERIFIED, Optional.empty(), Optional.empty(), Optional.empty());
  }

  InstanceResult exhausted(Budget.Kind kind) {
    return result(Verdict.BUDGET_EXHAUSTED, Optional.of(kind), Optional.empty(), Optional.empty());
  }

  InstanceResult violated(Violation violation) {
    return result(Verdict.VIOLATED, Optional.empty(), Optional.of(violation), Optional.empty());
  }

  InstanceResult error(Mistake mistake) {
    return result(Verdict.ERROR, Optional.empty(), Optional.empty(), Optional.of(mistake));
  }

  InstanceResult error(ProtocolException mistake, Optional<Trace> trace) {
    String details = Optional.ofNullable(mistake.getCause()).map(Diagnosis::stack).orElse("");
    return error(new Mistake(mistake.place(), mistake.getMessage(), details, trace));
  }

  private InstanceResult result(
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      Optional<Violation> violation,
      Optional<Mistake> mistake) {
    InstanceResult result =
        new InstanceResult(
            model.description(),
            verdict,
            exhausted,
            options.describe(),
            options.exploration().budget(),
            snapshot.figures(),
            model.properties().stream()
                .map(
                    p ->
                        new PropertyResult(
                            p.name(),
                            p.description(),
                            p.kind(),
                            outcome(p, verdict, violation),
                            evaluations(p)))
                .toList(),
            snapshot.coverage(),
            decomposition,
            snapshot.reductions(),
            snapshot.profile(),
            fingerprint,
            violation,
            mistake,
            warnings);
    return result
        .with(surroundings(model.setting()))
        .with(Basis.of(silenced).with(peers()).with(LivenessReports.of(model, liveness)));
  }

  /** A result of this draft with what was asked of programs since it was written. */
  InstanceResult renewed(InstanceResult result) {
    return result.with(result.basis().with(peers()));
  }

  private List<PeerUse> peers() {
    return model.setting().peers().uses(List.copyOf(model.nodes().keySet())).stream()
        .map(
            use ->
                new PeerUse(
                    use.nodes(),
                    use.command(),
                    use.history(),
                    use.deterministic(),
                    use.known().traces(),
                    use.known().recalled(),
                    checkpoints(use),
                    effort(use.learning()),
                    effort(use.audit())))
        .toList();
  }

  private static PeerUse.Effort effort(ProgramUse.Counts counts) {
    return new PeerUse.Effort(
        counts.starts(),
        counts.resets(),
        counts.restores(),
        counts.requests(),
        counts.replayed(),
        counts.probes());
  }

  private static PeerUse.Checkpoints checkpoints(ProgramUse use) {
    return new PeerUse.Checkpoints(
        use.checkpoints().strategy(),
        use.known().places(),
        1 + use.known().decided(),
        use.checkpoints().taken());
  }

  private Surroundings surroundings(Setting setting) {
    return new Surroundings(
        setting.network().label(),
        options.exploration().network().isPresent(),
        setting.faults().limits().stream()
            .map(limit -> new Surroundings.FaultCount(limit.label(), limit.most()))
            .toList(),
        setting.faults().losesInboxes(),
        setting.layouts().size());
  }

  private PropertyResult.Status outcome(
      Property property, Verdict verdict, Optional<Violation> violation) {
    if (property.kind().isLiveness()) {
      return inTheEnd(property);
    }
    boolean goal = property.kind() == Property.Kind.REACHABLE;
    boolean explored =
        verdict == Verdict.VERIFIED
            // What happens in the end is judged only if all states are as they should be.
            || liveness.isPresent()
            || violation
                .flatMap(Violation::kind)
                .filter(Property.Kind.REACHABLE::equals)
                .isPresent();
    if (violation.isPresent() && violation.get().property().equals(property.name())) {
      return PropertyResult.Status.VIOLATED;
    }
    if (goal && snapshot.reached(property)) {
      return PropertyResult.Status.HOLDS;
    }
    if (!explored) {
      return PropertyResult.Status.UNDECIDED;
    }
    if (goal) {
      return PropertyResult.Status.VIOLATED;
    }
    return snapshot.evaluations(property) > 0
        ? PropertyResult.Status.HOLDS
        : PropertyResult.Status.NOT_JUDGED;
  }

  private long evaluations(Property property) {
    return property.kind().isLiveness()
        ? liveness.map(known -> known.evaluations().get(property.name())).orElse(0L)
        : snapshot.evaluations(property);
  }

  private PropertyResult.Status inTheEnd(Property property) {
    if (liveness.filter(known -> known.violated().contains(property.name())).isPresent()) {
      return PropertyResult.Status.VIOLATED;
    }
    if (liveness.filter(known -> known.idle().contains(property.name())).isPresent()) {
      return PropertyResult.Status.NOT_JUDGED;
    }
    return liveness.filter(known -> known.holding().contains(property.name())).isPresent()
        ? PropertyResult.Status.HOLDS
        : PropertyResult.Status.UNDECIDED;
  }
}
