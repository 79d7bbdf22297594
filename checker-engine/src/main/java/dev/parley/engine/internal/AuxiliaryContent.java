package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.infer.AuxiliaryInference.Classes;
import dev.parley.engine.internal.infer.AuxiliaryInference.InferredField;
import dev.parley.engine.internal.infer.AuxiliaryInference.Proof;
import dev.parley.engine.internal.infer.AuxiliaryInference.Proposal;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Decomposition.Basis;
import dev.parley.engine.result.Decomposition.Soundness;
import dev.parley.engine.result.Trace.FieldView;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The auxiliary content of an instance: what is marked, what the byte code shows besides, and how
 * it is known that nothing depends on it.
 *
 * <p>There are three answers. <b>Proven</b>: the byte code shows it, of all executions there may
 * be; nothing has to be run. <b>Audited</b>: every local step and property was run on all
 * combinations of auxiliary content. That is a proof too, for this instance, but only if every step
 * was there to be run: a search that leaves transitions or messages out has not seen the steps it
 * left out, and whether it may leave them out was judged on representatives. <b>Assumed</b>:
 * anything else.
 *
 * <p>Byte code is asked last: to read and follow it takes longer than most audits. A proof is made
 * only if the audit becomes expensive, is cut short, or has not seen every step.
 */
final class AuxiliaryContent {
  private final Model model;
  private final Inference inference;
  private final List<InferredField> inferred;
  private Optional<Classes> classes = Optional.empty();
  private Optional<Proof> proof = Optional.empty();
  private List<String> marksElsewhere = List.of();

  /** The auxiliary content of a model whose nodes are in their initial states. */
  AuxiliaryContent(Model model, Inference inference) {
    this.model = model;
    this.inference = inference;
    this.inferred =
        inference == Inference.OFF || model.types().isEmpty() ? List.of() : proposal().fields();
  }

  private Proposal proposal() {
    return inference == Inference.ON ? classes().propose(model) : classes().suggest(model);
  }

  private Classes classes() {
    if (classes.isEmpty()) {
      classes = Optional.of(Classes.of(model));
    }
    return classes.get();
  }

  /** Asked for only where there is auxiliary content: to read all classes takes its time. */
  private Proof proof() {
    if (proof.isEmpty()) {
      proof = Optional.of(classes().prove(model, applied()));
      marksElsewhere = proof.get().marks();
      classes = Optional.empty();
    }
    return proof.get();
  }

  /** Whether the byte code shows that nothing depends on auxiliary content. */
  boolean isProven() {
    return proof().objection().isEmpty();
  }

  /** The same, if it has been asked for already. */
  private boolean isKnownProven() {
    return proof.isPresent() && isProven();
  }

  /** The inferred fields. */
  Set<Field> fields() {
    return inferred.stream().map(InferredField::field).collect(Collectors.toUnmodifiableSet());
  }

  /** The inferred fields that are auxiliary in the search. */
  Set<Field> applied() {
    return inference == Inference.ON ? fields() : Set.of();
  }

  /** Whether it is to be measured what leaving out the inferred fields would save. */
  boolean toBeMeasured() {
    return inference == Inference.SUGGEST && !inferred.isEmpty();
  }

  /**
   * Completes the audit of a search that has ended, if there is something to audit.
   *
   * @throws dev.parley.engine.model.ProtocolException if auxiliary content makes a difference
   */
  void audit(StateSpace space, Judges judges) {
    if (space.leavesOutAuxiliary()) {
      space.auditRest();
      if (!isKnownProven()) {
        judges.requireDecomposed(this::isProven);
      }
    }
  }

  /**
   * What the search rests on.
   *
   * @param complete whether it ended within its budget
   * @return nothing if it left no auxiliary content out
   */
  Optional<Soundness> soundness(
      StateSpace space, Judges judges, List<AppliedReduction> reductions, boolean complete) {
    if (!space.leavesOutAuxiliary()) {
      return Optional.empty();
    }
    boolean reduced = reductions.stream().anyMatch(AppliedReduction::applied);
    boolean limited = space.auditLimited() || judges.auditLimited();
    if (proof.isEmpty() && complete && !reduced && !limited) {
      marksElsewhere = classes().marks(model);
      return Optional.of(new Soundness(Basis.AUDITED, UNASKED));
    }
    if (isProven()) {
      return Optional.of(new Soundness(Basis.PROVEN, ""));
    }
    String unproven = "Byte code does not prove it: " + proof().objection().orElseThrow() + ".";
    if (!complete) {
      return Optional.of(
          new Soundness(
              Basis.ASSUMED,
              "The budget ended the search, and the steps that it did not come to were not run. "
                  + unproven));
    }
    if (limited) {
      return Optional.of(
          new Soundness(
              Basis.ASSUMED,
              "There are so many variants of auxiliary content that not all combinations of them"
                  + " were run. "
                  + unproven));
    }
    return Optional.of(
        reduced
            ? new Soundness(
                Basis.ASSUMED,
                "Steps that the reductions left out were not run on other auxiliary content. "
                    + unproven)
            : new Soundness(Basis.AUDITED, unproven));
  }

  /**
   * Whether a complete search would be audited if it had not skipped steps, and so rests on an
   * assumption that a search of all states does not need.
   */
  boolean escapesAudit(Lab lab, Snapshot snapshot) {
    return lab.space().leavesOutAuxiliary()
        && snapshot.reductions().stream().anyMatch(AppliedReduction::applied)
        && !lab.space().auditLimited()
        && !lab.judges().auditLimited()
        && !isProven();
  }

  private static final String UNASKED =
      "Byte code was not asked for a proof, because the audit took little.";

  Decomposition decomposition() {
    Set<String> marked = new TreeSet<>();
    for (Node node : model.initialNodes()) {
      for (FieldView field : Renderer.fields(node)) {
        if (field.auxiliary()) {
          marked.add(node.getClass().getSimpleName() + "." + field.name());
        }
      }
    }
    marked.addAll(marksElsewhere);
    return new Decomposition(
        List.copyOf(marked),
        inferred.stream().map(AuxiliaryContent::described).toList(),
        Optional.empty(),
        inference == Inference.ON);
  }

  private static Decomposition.Inferred described(InferredField inferred) {
    Field field = inferred.field();
    return new Decomposition.Inferred(
        field.getDeclaringClass().getSimpleName() + "." + field.getName(), inferred.reason());
  }
}
