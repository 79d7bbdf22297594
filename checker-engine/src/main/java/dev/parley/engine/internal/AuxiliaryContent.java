package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.infer.AuxiliaryInference;
import dev.parley.engine.internal.infer.AuxiliaryInference.InferredField;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Trace.FieldView;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The auxiliary fields of an instance: those that are marked, and those the byte code shows.
 *
 * @param marked the marked ones, as {@code Acceptor.lastDelivered}
 * @param inferred the others
 * @param inference what is done about them
 */
record AuxiliaryContent(Set<String> marked, List<InferredField> inferred, Inference inference) {
  /** The auxiliary content of a model whose nodes are in their initial states. */
  static AuxiliaryContent of(Model model, Inference inference) {
    Set<String> marked = new TreeSet<>();
    for (Node node : model.nodes().values()) {
      for (FieldView field : Renderer.fields(node)) {
        if (field.auxiliary()) {
          marked.add(node.getClass().getSimpleName() + "." + field.name());
        }
      }
    }
    List<InferredField> inferred =
        inference == Inference.OFF ? List.of() : AuxiliaryInference.propose(model).fields();
    return new AuxiliaryContent(marked, inferred, inference);
  }

  /**
   * Whether it is certain, without trying, that nothing depends on auxiliary content: there is
   * none, or the byte code shows it of all of it.
   */
  boolean harmless() {
    return false;
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

  Decomposition decomposition() {
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
