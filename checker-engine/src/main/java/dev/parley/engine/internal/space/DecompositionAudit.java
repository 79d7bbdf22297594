package dev.parley.engine.internal.space;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.step.Outcome;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepExecutor;
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
import java.util.Set;
import java.util.function.Supplier;

/**
 * Checks, while a search on relevant states runs, that one node's auxiliary content is auxiliary.
 *
 * <p>The search runs each local step on the representative of a relevant local state and takes its
 * outcome for all variants, the local states that differ from it in auxiliary content only. The
 * audit runs the same step on the variants as well, and demands what Definition 1 of Saissi et al.
 * demands: the same steps are enabled, they reach the same relevant local state, and they send the
 * same messages (which, in this model, is what makes the rest of the relevant global state the
 * same). A message with auxiliary content has variants too, and steps are run on these likewise.
 * Since outcomes on variants are local states too, new variants keep appearing until all that steps
 * can make of auxiliary content was seen; so a clean audit is a proof by induction over paths, not
 * a sample.
 *
 * <p>Unless there are very many: auxiliary content may be a log that never ends. After {@link
 * #LIMIT} variants of one local state or message further ones are not run, and the result says so.
 */
final class DecompositionAudit {
  private static final int LIMIT = 1_000;

  private final int node;
  private final Participants participants;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final NodeCells cells;

  /** What has been run on a representative, and which of its variants are run along. */
  private static final class Kin {
    private final List<Integer> events = new ArrayList<>();
    private final List<Integer> variants = new ArrayList<>();
  }

  /** A step that consumes a message: the local state it was run on, and the event. */
  private record Consumption(int representative, int event) {}

  private final Map<Integer, Kin> kin = new HashMap<>();
  private final Map<Integer, List<Consumption>> consumptions = new HashMap<>();
  private final Map<Integer, List<Integer>> messageVariants = new HashMap<>();
  private final Set<Long> audited = new HashSet<>();
  private int seenVariants;
  private int seenMessageVariants;
  private boolean limited;

  /** The breach that was found first: there may have been more to compare, which now never is. */
  private ProtocolException broken;

  DecompositionAudit(
      int node,
      Participants participants,
      StepRunner runner,
      StepExecutor executor,
      NodeCells cells) {
    this.node = node;
    this.participants = participants;
    this.runner = runner;
    this.executor = executor;
    this.cells = cells;
  }

  /** A step was run on a representative: runs it on the variants, and whatever comes of that. */
  void ran(int representative, int event) {
    requireUnbroken();
    if (!audited.add(((long) representative << 32) | event)) {
      return;
    }
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    relatives.events.add(event);
    for (int variant : relatives.variants) {
      compare(representative, variant, event);
    }
    for (int envelope : cells.consumed(event)) {
      Consumption consumption = new Consumption(representative, event);
      consumptions.computeIfAbsent(envelope, e -> new ArrayList<>()).add(consumption);
      for (int variant : messageVariants.getOrDefault(envelope, List.of())) {
        compareMessage(consumption, envelope, variant);
      }
    }
    welcomeVariants();
  }

  /** Runs steps on the variants that have appeared meanwhile; tells whether there were any. */
  boolean welcomeVariants() {
    requireUnbroken();
    boolean any = false;
    while (seenVariants < runner.variantCount(node)
        || seenMessageVariants < runner.messages().variantCount()) {
      any = true;
      if (seenVariants < runner.variantCount(node)) {
        welcome(runner.variant(node, seenVariants++));
      } else {
        welcomeMessage(runner.messages().variant(seenMessageVariants++));
      }
    }
    return any;
  }

  private void requireUnbroken() {
    if (broken != null) {
      throw broken;
    }
  }

  /** Whether variants were left out because there were too many. */
  boolean limited() {
    return limited;
  }

  private void welcome(int variant) {
    int representative = runner.representative(node, variant);
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    if (admit(relatives.variants, variant)) {
      for (int event : relatives.events) {
        compare(representative, variant, event);
      }
    }
  }

  private void welcomeMessage(int variant) {
    int envelope = runner.messages().representative(variant);
    if (admit(messageVariants.computeIfAbsent(envelope, e -> new ArrayList<>()), variant)) {
      for (Consumption consumption : consumptions.getOrDefault(envelope, List.of())) {
        compareMessage(consumption, envelope, variant);
      }
    }
  }

  private boolean admit(List<Integer> variants, int variant) {
    limited |= variants.size() >= LIMIT;
    return variants.size() < LIMIT && variants.add(variant);
  }

  /** Runs a step on a local state and on a variant of it. */
  private void compare(int representative, int variant, int event) {
    Handler handler = cells.handler(event);
    Supplier<String> one = () -> "in the local state " + describe(representative);
    Supplier<String> other = () -> "in " + describe(variant);
    Supplier<String> difference = () -> differences(representative, variant);
    if (handler.kind() == Handler.Kind.QUORUM) {
      int size = executor.quorumSize(node, representative, handler);
      int otherSize = executor.quorumSize(node, variant, handler);
      if (size != otherSize) {
        throw breach(
            handler, "waits for " + size, one, "waits for " + otherSize, other, difference);
      }
    }
    int[] consumed = cells.consumed(event);
    requireSame(
        handler,
        executor.outcomes(node, representative, handler, consumed),
        one,
        executor.outcomes(node, variant, handler, consumed),
        other,
        difference);
  }

  /** Runs a step with a message and with a variant of it. */
  private void compareMessage(Consumption consumption, int envelope, int variant) {
    Handler handler = cells.handler(consumption.event);
    int[] consumed = cells.consumed(consumption.event);
    int[] replaced = Arrays.stream(consumed).map(e -> e == envelope ? variant : e).toArray();
    requireSame(
        handler,
        executor.outcomes(node, consumption.representative, handler, consumed),
        () -> "for the message " + message(envelope),
        executor.outcomes(node, consumption.representative, handler, replaced),
        () -> "for " + message(variant),
        () -> "content of the message");
  }

  private void requireSame(
      Handler handler,
      List<Outcome> ones,
      Supplier<String> one,
      List<Outcome> others,
      Supplier<String> other,
      Supplier<String> difference) {
    if (ones.isEmpty() != others.isEmpty()) {
      throw breach(handler, enabled(ones), one, enabled(others), other, difference);
    }
    if (ones.size() != others.size()) {
      String choices = "has " + ones.size() + " choices";
      throw breach(handler, choices, one, "has " + others.size(), other, difference);
    }
    for (int i = 0; i < ones.size(); i++) {
      if (!agree(ones.get(i), others.get(i))) {
        throw breach(handler, effect(ones.get(i)), one, effect(others.get(i)), other, difference);
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
    return "leads to " + describe(outcome.local()) + " and sends " + runner.sends(outcome);
  }

  private ProtocolException breach(
      Handler handler,
      String what,
      Supplier<String> where,
      String otherwise,
      Supplier<String> elsewhere,
      Supplier<String> difference) {
    broken =
        new ProtocolException(
            handler.method().getDeclaringClass().getName() + "." + handler.name(),
            "auxiliary content makes a difference: "
                + handler.qualifiedName()
                + " of "
                + participants.id(node)
                + " "
                + what
                + " "
                + where.get()
                + ", but "
                + otherwise
                + " "
                + elsewhere.get()
                + ". The two differ in auxiliary content only: "
                + difference.get()
                + ". Take @Auxiliary off that content, or do not let the step depend on it");
    return broken;
  }

  private String message(int envelope) {
    return Renderer.text(runner.messages().restore(envelope, Arrangement.FORWARD));
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
      if (!ones.get(i).equals(others.get(i))) {
        different.add(
            ones.get(i).name() + " is " + ones.get(i).value() + " or " + others.get(i).value());
      }
    }
    return different.isEmpty() ? "the messages consumed last" : String.join("; ", different);
  }

  private List<FieldView> fields(int local) {
    return runner.fields(node, local);
  }
}
