package dev.parley.engine.internal.space;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Trace.FieldView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Checks, while a search on relevant states runs, that one node's auxiliary content is auxiliary.
 *
 * <p>The search runs each local step on the representative of a relevant local state and takes its
 * outcome for all variants, the local states that differ from it in auxiliary content only. The
 * audit runs the same step on the variants as well, and demands what Definition 1 of Saissi et al.
 * demands: the same steps are enabled, they reach the same relevant local state, and they send the
 * same messages (which, in this model, is what makes the rest of the relevant global state the
 * same). Since outcomes on variants are local states too, new variants keep appearing until all
 * that steps can make of auxiliary content was seen; so a clean audit is a proof by induction over
 * paths, not a sample.
 *
 * <p>Unless there are very many: auxiliary content may be a log that never ends. After {@link
 * #LIMIT} variants of one relevant local state further ones are not run, and the result says so.
 */
final class DecompositionAudit {
  private static final int LIMIT = 128;

  private final int node;
  private final Participants participants;
  private final StepRunner runner;
  private final IntFunction<Handler> handlerOf;
  private final IntFunction<int[]> consumedBy;

  /** What has been run on a representative, and which of its variants are run along. */
  private static final class Kin {
    private final List<Integer> events = new ArrayList<>();
    private final List<Integer> variants = new ArrayList<>();
  }

  private final Map<Integer, Kin> kin = new HashMap<>();
  private final Set<Long> audited = new HashSet<>();
  private int seenVariants;
  private boolean limited;

  DecompositionAudit(
      int node,
      Participants participants,
      StepRunner runner,
      IntFunction<Handler> handlerOf,
      IntFunction<int[]> consumedBy) {
    this.node = node;
    this.participants = participants;
    this.runner = runner;
    this.handlerOf = handlerOf;
    this.consumedBy = consumedBy;
  }

  /** A step was run on a representative: runs it on the variants, and whatever comes of that. */
  void ran(int representative, int event) {
    if (!audited.add(((long) representative << 32) | event)) {
      return;
    }
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    relatives.events.add(event);
    // By index: comparing may add variants to the list, which then have seen this event already.
    int count = relatives.variants.size();
    for (int i = 0; i < count; i++) {
      compare(representative, relatives.variants.get(i), event);
    }
    welcomeVariants();
  }

  /** Whether variants were left out because there were too many. */
  boolean limited() {
    return limited;
  }

  private void welcomeVariants() {
    while (seenVariants < runner.variantCount(node)) {
      int variant = runner.variant(node, seenVariants++);
      int representative = runner.representative(node, variant);
      Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
      if (relatives.variants.size() >= LIMIT) {
        limited = true;
        continue;
      }
      relatives.variants.add(variant);
      for (int event : relatives.events) {
        compare(representative, variant, event);
      }
    }
  }

  private void compare(int representative, int variant, int event) {
    Handler handler = handlerOf.apply(event);
    if (handler.kind() == Handler.Kind.QUORUM) {
      int one = runner.quorumSize(node, representative, handler);
      int other = runner.quorumSize(node, variant, handler);
      if (one != other) {
        throw breach(representative, variant, handler, "waits for " + one, "waits for " + other);
      }
    }
    int[] consumed = consumedBy.apply(event);
    List<Outcome> ones = runner.outcomes(node, representative, handler, consumed);
    List<Outcome> others = runner.outcomes(node, variant, handler, consumed);
    if (ones.isEmpty() != others.isEmpty()) {
      throw breach(representative, variant, handler, enabled(ones), enabled(others));
    }
    if (ones.size() != others.size()) {
      throw breach(
          representative,
          variant,
          handler,
          "has " + ones.size() + " choices",
          "has " + others.size());
    }
    for (int i = 0; i < ones.size(); i++) {
      if (!agree(ones.get(i), others.get(i))) {
        throw breach(representative, variant, handler, effect(ones.get(i)), effect(others.get(i)));
      }
    }
  }

  private boolean agree(Outcome one, Outcome other) {
    return Arrays.equals(one.choices(), other.choices())
        && one.thrown().map(Object::getClass).equals(other.thrown().map(Object::getClass))
        && Arrays.equals(one.recipients(), other.recipients())
        && Arrays.equals(one.envelopes(), other.envelopes())
        && (one.thrown().isPresent()
            || runner.representative(node, one.local())
                == runner.representative(node, other.local()));
  }

  private static String enabled(List<Outcome> outcomes) {
    return outcomes.isEmpty() ? "is not enabled" : "is enabled";
  }

  private String effect(Outcome outcome) {
    if (outcome.thrown().isPresent()) {
      return "throws " + outcome.thrown().get();
    }
    List<String> sends = new ArrayList<>();
    for (int i = 0; i < outcome.recipients().length; i++) {
      Object message = runner.messages().restore(outcome.envelopes()[i], Arrangement.FORWARD);
      sends.add(Renderer.text(message) + " to " + participants.id(outcome.recipients()[i]));
    }
    return "leads to " + describe(outcome.local()) + " and sends " + sends;
  }

  private ProtocolException breach(
      int representative, int variant, Handler handler, String one, String other) {
    return new ProtocolException(
        handler.method().getDeclaringClass().getName() + "." + handler.name(),
        "auxiliary content makes a difference: "
            + handler.qualifiedName()
            + " of "
            + participants.id(node)
            + " "
            + one
            + " in the local state "
            + describe(representative)
            + ", but "
            + other
            + " in "
            + describe(variant)
            + ". The two differ in auxiliary content only: "
            + differences(representative, variant)
            + ". Take @Auxiliary off that content, or do not let the step depend on it");
  }

  private String describe(int local) {
    StringBuilder text = new StringBuilder("{");
    for (FieldView field : fields(local)) {
      text.append(text.length() > 1 ? ", " : "").append(field.name()).append('=');
      text.append(field.value());
    }
    return text.append('}').toString();
  }

  private String differences(int one, int other) {
    List<FieldView> ones = fields(one);
    List<FieldView> others = fields(other);
    List<String> different = new ArrayList<>();
    for (int i = 0; i < ones.size(); i++) {
      if (!Objects.equals(ones.get(i), others.get(i))) {
        different.add(
            ones.get(i).name() + " is " + ones.get(i).value() + " or " + others.get(i).value());
      }
    }
    return different.isEmpty() ? "the messages consumed last" : String.join("; ", different);
  }

  private List<FieldView> fields(int local) {
    return Renderer.fields(runner.restore(node, local, Arrangement.FORWARD));
  }
}
