package dev.parley.engine.internal.space;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Trace.FieldView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Checks, during a search on relevant states, that nothing depends on one node's auxiliary content.
 *
 * <p>The search runs each local step on <i>representatives</i>, of the node's local state and of
 * every message consumed, and uses the outcome for all their <i>variants</i>, which differ in
 * auxiliary content only. The audit runs the same step on the variants as well, and demands what
 * Definition 1 of Saissi et al. demands: the same steps are enabled, they reach the same relevant
 * local state, and they send the same messages (which, in this model, is what makes the rest of the
 * relevant global state the same).
 *
 * <p><b>All combinations.</b> Two contents may matter only together: a quorum of which all messages
 * are stamped alike, a stamp compared with the one noted last. So a step is run on every variant of
 * the local state combined with every variant of each message it consumes. The claim that follows
 * is: <i>in every reachable full state, each local state and each pending message is a
 * representative or an admitted variant, and the search has visited the state of their
 * representatives.</i> By induction over paths: the initial state has representatives only. A step
 * taken from a full state consumes some of its messages in one of its local states; the search
 * visited the representatives, so it ran the step on them, so the audit ran it on exactly this
 * combination and found the same outcome up to auxiliary content; and whatever new content the
 * audit's run made was admitted in turn. Contents appear at any time, so each combination is run
 * when the last of its parts is admitted ({@link #welcomeVariants}), or when the step itself is
 * first run ({@link #ran}), whichever comes later; the space repeats this until nothing new
 * appears.
 *
 * <p><b>Sizes.</b> A quorum that is too small is no step, so nothing is run. A variant of the local
 * state may wait for fewer messages and have a step. So what a handler waits for is compared on all
 * variants of a local state in which it was asked for ({@link #sized}), whether or not there was
 * enough to consume. It depends on the local state alone.
 *
 * <p><b>Over-approximation.</b> A combination may never occur in one run: the two contents may
 * exclude each other. A breach that only such a combination shows is an error too. Only the search
 * on full states, which the decomposition is to save, could tell it from a real one. And the
 * annotation is not meant for content on which a step may depend.
 *
 * <p><b>Bounds.</b> Auxiliary content may be a log that grows for ever. After {@link #LIMIT}
 * variants of one local state or message, further ones are not run. If a step has more combinations
 * than {@link #COMBINATIONS}, or all steps together more than {@link #TOTAL}, only one part is
 * varied at a time. Then the induction does not hold, and {@link #limited} says so.
 *
 * <p><b>Proof.</b> Byte code may show that nothing depends on auxiliary content, and then nothing
 * has to be run. But reading it takes a tenth of a second, which is more than most audits take. So
 * the proof is asked for only when an audit is no longer {@link #CHEAP cheap}; if there is one, the
 * rest of the audit is spared.
 */
final class DecompositionAudit {
  private static final int LIMIT = 1_000;

  /** How many combinations are run before a proof is asked for. */
  private static final long CHEAP = 1_000;

  private static final long COMBINATIONS = 20_000;
  private static final long TOTAL = 200_000;

  private final int node;
  private final Participants participants;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final NodeCells cells;

  /** What has been run on a representative, and which of its variants are run along. */
  private static final class Kin {
    private final List<Integer> events = new ArrayList<>();
    private final Set<Handler> sized = new LinkedHashSet<>();
    private final List<Integer> variants = new ArrayList<>();
  }

  /** A local step: the representative it was run on, and the event. */
  private record LocalStep(int representative, int event) {}

  private final Map<Integer, Kin> kin = new HashMap<>();
  private final Map<Integer, List<LocalStep>> consumptions = new HashMap<>();
  private final Map<Integer, List<Integer>> messageVariants = new HashMap<>();
  private final Set<LocalStep> audited = new HashSet<>();
  private int seenVariants;
  private int seenMessageVariants;
  private long combinations;
  private boolean limited;
  private BooleanSupplier proof = () -> false;
  private boolean proofWanted;

  /** The breach that was found first. After it nothing more is compared. */
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

  /**
   * A step was run on a representative. Runs it on the variants, and then on variants that appear
   * by that.
   */
  void ran(int representative, int event) {
    requireUnbroken();
    LocalStep step = new LocalStep(representative, event);
    if (!audited.add(step)) {
      return;
    }
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    relatives.events.add(event);
    for (int messageId : cells.consumed(event)) {
      consumptions.computeIfAbsent(messageId, e -> new ArrayList<>()).add(step);
    }
    compareAll(step, partsOf(step));
    welcomeVariants();
  }

  /** The size of a quorum was asked for: it must be the same on the variants. */
  void sized(int representative, Handler handler) {
    requireUnbroken();
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    if (relatives.sized.add(handler)) {
      relatives.variants.forEach(variant -> requireSameSize(handler, representative, variant));
      welcomeVariants();
    }
  }

  /** Runs steps on the variants that have appeared meanwhile; returns whether there were any. */
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

  /**
   * From now on a proof may spare the audit.
   *
   * @param proven whether there is one; asked when it is needed
   * @param atOnce whether it is needed however cheap the audit is
   */
  void unless(BooleanSupplier proven, boolean atOnce) {
    proof = proven;
    proofWanted |= atOnce;
  }

  /** A proof is needed, since something was not audited. */
  void wantProof() {
    proofWanted = true;
  }

  /** Whether nothing has to be run any more. */
  boolean isSpared() {
    return (proofWanted || limited) && proof.getAsBoolean();
  }

  private void requireUnbroken() {
    if (broken != null) {
      throw broken;
    }
  }

  /** Whether there were too many variants or combinations to run all. */
  boolean limited() {
    return limited;
  }

  /** What it keeps takes in memory, as far as it grows: an estimate. */
  long bytes() {
    return 100L * audited.size() + 100L * kin.size() + 24L * (seenVariants + seenMessageVariants);
  }

  private void welcome(int variant) {
    int representative = runner.representative(node, variant);
    Kin relatives = kin.computeIfAbsent(representative, local -> new Kin());
    if (admit(relatives.variants, variant)) {
      relatives.sized.forEach(handler -> requireSameSize(handler, representative, variant));
      for (int event : relatives.events) {
        LocalStep step = new LocalStep(representative, event);
        List<List<Integer>> parts = partsOf(step);
        parts.set(0, List.of(variant));
        compareAll(step, parts);
      }
    }
  }

  private void welcomeMessage(int variant) {
    int messageId = runner.messages().representative(variant);
    if (admit(messageVariants.computeIfAbsent(messageId, e -> new ArrayList<>()), variant)) {
      for (LocalStep step : consumptions.getOrDefault(messageId, List.of())) {
        List<List<Integer>> parts = partsOf(step);
        int[] consumed = cells.consumed(step.event);
        for (int i = 0; i < consumed.length; i++) {
          if (consumed[i] == messageId) {
            parts.set(i + 1, List.of(variant));
          }
        }
        compareAll(step, parts);
      }
    }
  }

  private boolean admit(List<Integer> variants, int variant) {
    limited |= variants.size() >= LIMIT;
    return variants.size() < LIMIT && variants.add(variant);
  }

  // Combinations -------------------------------------------------------------------------------

  /** All that the parts of a step may be: first its local state, then each message it consumes. */
  private List<List<Integer>> partsOf(LocalStep step) {
    List<List<Integer>> parts = new ArrayList<>();
    parts.add(
        with(
            step.representative,
            kin.containsKey(step.representative)
                ? kin.get(step.representative).variants
                : List.of()));
    for (int messageId : cells.consumed(step.event)) {
      parts.add(with(messageId, messageVariants.getOrDefault(messageId, List.of())));
    }
    return parts;
  }

  private static List<Integer> with(int representative, List<Integer> variants) {
    List<Integer> all = new ArrayList<>();
    all.add(representative);
    all.addAll(variants);
    return all;
  }

  private void compareAll(LocalStep step, List<List<Integer>> parts) {
    int[] base = baseOf(step);
    boolean varies = false;
    double count = 1;
    for (int i = 0; i < base.length; i++) {
      varies |= parts.get(i).size() > 1 || parts.get(i).get(0) != base[i];
      count *= parts.get(i).size();
    }
    proofWanted |= varies && combinations + count > CHEAP;
    if (!varies || isSpared()) {
      return;
    }
    Expected expected = new Expected(step, base);
    if (count > COMBINATIONS || combinations + count > TOTAL) {
      limited = true;
      for (int i = 0; i < base.length; i++) {
        for (int one : parts.get(i)) {
          int[] varied = base.clone();
          varied[i] = one;
          expected.compare(varied);
        }
      }
      return;
    }
    combinations += (long) count;
    combine(parts, base.clone(), 0, expected);
  }

  private void combine(List<List<Integer>> parts, int[] chosen, int at, Expected expected) {
    if (at == chosen.length) {
      expected.compare(chosen.clone());
      return;
    }
    for (int one : parts.get(at)) {
      chosen[at] = one;
      combine(parts, chosen, at + 1, expected);
    }
  }

  private int[] baseOf(LocalStep step) {
    int[] consumed = cells.consumed(step.event);
    int[] base = new int[consumed.length + 1];
    base[0] = step.representative;
    System.arraycopy(consumed, 0, base, 1, consumed.length);
    return base;
  }

  /** What a step does on representatives; whatever stands for these must do the same. */
  private final class Expected {
    private final Handler handler;
    private final int[] base;
    private final List<StepOutcome> outcomes;

    Expected(LocalStep step, int[] base) {
      this.handler = cells.handler(step.event);
      this.base = base;
      this.outcomes = outcomes(base);
    }

    private List<StepOutcome> outcomes(int[] parts) {
      return executor.outcomes(node, parts[0], handler, Arrays.copyOfRange(parts, 1, parts.length));
    }

    void compare(int[] varied) {
      if (Arrays.equals(varied, base)) {
        return;
      }
      requireSame(handler, outcomes, outcomes(varied), new Difference(base, varied));
    }
  }

  /** Two combinations that are the same but for auxiliary content, for people to read. */
  private final class Difference {
    private final int[] base;
    private final int[] varied;
    private final boolean local;
    private final boolean messages;

    Difference(int[] base, int[] varied) {
      this.base = base;
      this.varied = varied;
      this.local = base[0] != varied[0];
      this.messages = !Arrays.equals(base, 1, base.length, varied, 1, varied.length);
    }

    String one() {
      return place(base, "in the local state ", base.length > 2 ? "for the messages " : FOR_ONE);
    }

    String other() {
      return place(varied, "in ", "for ");
    }

    private static final String FOR_ONE = "for the message ";

    private String place(int[] parts, String in, String with) {
      List<String> words = new ArrayList<>();
      if (local) {
        words.add(in + describe(parts[0]));
      }
      if (messages) {
        List<String> texts = new ArrayList<>();
        Arrays.stream(parts, 1, parts.length).forEach(messageId -> texts.add(message(messageId)));
        words.add(with + (texts.size() == 1 ? texts.get(0) : texts));
      }
      return String.join(" ", words);
    }

    String what() {
      List<String> words = new ArrayList<>();
      if (local) {
        words.add(differences(base[0], varied[0]));
      }
      if (messages) {
        words.add("content of the message" + (base.length > 2 ? "s" : ""));
      }
      int count = 0;
      for (int i = 0; i < base.length; i++) {
        count += base[i] == varied[i] ? 0 : 1;
      }
      return String.join("; ", words)
          + (count > 1
              ? ". Each occurs; steps must not depend on them even together, although this"
                  + " combination need not occur in one run"
              : "");
    }
  }

  private void requireSameSize(Handler handler, int representative, int variant) {
    int size = executor.quorumSize(node, representative, handler);
    int other = executor.quorumSize(node, variant, handler);
    if (size != other) {
      Difference difference = new Difference(new int[] {representative}, new int[] {variant});
      throw breach(handler, waits(size), waits(other), difference);
    }
  }

  private static String waits(int size) {
    return size == StepExecutor.SIZE_THREW
        ? "throws when it is asked how many messages it waits for"
        : "waits for " + size;
  }

  private void requireSame(
      Handler handler, List<StepOutcome> ones, List<StepOutcome> others, Difference difference) {
    if (ones.isEmpty() != others.isEmpty()) {
      throw breach(handler, enabled(ones), enabled(others), difference);
    }
    if (ones.size() != others.size()) {
      throw breach(handler, "has " + ones.size() + " choices", "has " + others.size(), difference);
    }
    for (int i = 0; i < ones.size(); i++) {
      if (!agree(ones.get(i), others.get(i))) {
        throw breach(handler, effect(ones.get(i)), effect(others.get(i)), difference);
      }
    }
  }

  private boolean agree(StepOutcome one, StepOutcome other) {
    return Arrays.equals(one.choices(), other.choices())
        && one.thrown().map(Object::getClass).equals(other.thrown().map(Object::getClass))
        && Arrays.equals(one.recipients(), other.recipients())
        && Arrays.equals(one.messageIds(), other.messageIds())
        && one.recorded() == other.recorded()
        && (one.thrown().isPresent()
            || runner.representative(node, one.local())
                == runner.representative(node, other.local()));
  }

  private static String enabled(List<StepOutcome> outcomes) {
    return outcomes.isEmpty() ? "is not enabled" : "is enabled";
  }

  private String effect(StepOutcome outcome) {
    if (outcome.thrown().isPresent()) {
      return "throws " + outcome.thrown().get();
    }
    return "leads to "
        + describe(outcome.local())
        + " and sends "
        + runner.sends(outcome)
        + (outcome.recorded() == Recordings.NOTHING
            ? ""
            : " and records " + runner.recorded(outcome));
  }

  private ProtocolException breach(
      Handler handler, String what, String otherwise, Difference difference) {
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
                + difference.one()
                + ", but "
                + otherwise
                + " "
                + difference.other()
                + ". The two differ in auxiliary content only: "
                + difference.what()
                + ". Take @Auxiliary off that content, or do not let the step depend on it");
    return broken;
  }

  private String message(int messageId) {
    return Renderer.text(runner.messages().restore(messageId, Arrangement.FORWARD));
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
