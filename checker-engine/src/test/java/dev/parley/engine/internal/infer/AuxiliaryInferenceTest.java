package dev.parley.engine.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.Checker;
import dev.parley.engine.internal.infer.AuxiliaryInference.InferredField;
import dev.parley.engine.internal.infer.AuxiliaryInference.Proposal;
import dev.parley.engine.internal.infer.AuxiliaryInference.Rejected;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AuxiliaryInferenceTest {
  private static final Path SOURCES =
      Path.of("src/test/java/dev/parley/engine/internal/infer/RejectedNodes.java");

  static Stream<Arguments> inferred() {
    return Stream.of(
        accept(InferredNodes.Counter::new, "count"),
        accept(InferredNodes.LastMessage::new, "last"),
        accept(InferredNodes.Log::new, "log"),
        accept(InferredNodes.Cleared::new, "log"),
        accept(InferredNodes.CopiedLog::new, "log"),
        accept(InferredNodes.AppendedLog::new, "log"),
        accept(InferredNodes.Mutual::new, "one", "other"),
        accept(InferredNodes.Boxed::new, "count"),
        accept(InferredNodes.Text::new, "trail"),
        accept(InferredNodes.Senders::new, "seen"),
        accept(InferredNodes.LastBySender::new, "last"),
        accept(InferredNodes.FeedsMarked::new, "total"),
        accept(InferredNodes.Statistics::new, "stats"),
        accept(InferredNodes.Arithmetic::new, "peak", "sum", "mean"),
        accept(InferredNodes.ThroughHelpers::new, "count"),
        accept(InferredNodes.Pairs::new, "heard"),
        accept(InferredNodes.Heir::new, "inherited"),
        accept(InferredNodes.Alias::new, "view"));
  }

  private static Arguments accept(Supplier<Node> node, String... fields) {
    return Arguments.of(node.get().getClass().getSimpleName(), node, List.of(fields));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inferred")
  void fieldsThatNothingDependsOnAreInferred(
      String name, Supplier<Node> node, List<String> fields) {
    Proposal proposal = propose(node.get());
    assertThat(proposal.fields())
        .extracting(inferred -> inferred.field().getName())
        .as("%s", proposal.considered())
        .isEqualTo(fields);
    assertThat(proposal.fields())
        .extracting(InferredField::reason)
        .allMatch(reason -> reason.matches("It is written in \\S+:\\d+ and [^.]+.*\\."));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inferred")
  void leavingInferredFieldsOutSavesStatesAndChangesNoVerdict(
      String name, Supplier<Node> node, List<String> fields) {
    InstanceResult stateful = check(node.get(), Memory.FULL, Inference.OFF);
    InstanceResult applied = check(node.get(), Memory.RELEVANT, Inference.ON);
    assertThat(applied.error()).isEmpty();
    assertThat(applied.verdict()).isEqualTo(stateful.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(applied.figures().states()).isLessThan(stateful.figures().states());
  }

  static Stream<Arguments> rejected() {
    return Stream.of(
        reject(RejectedNodes.Branching::new, "count", "a branch depends on it"),
        reject(RejectedNodes.Switching::new, "count", "a branch depends on it"),
        reject(RejectedNodes.Guarded::new, "count", "the guard Guarded.ready returns"),
        reject(RejectedNodes.QuorumSized::new, "count", "the quorum size QuorumSized.size returns"),
        reject(RejectedNodes.Sending::new, "count", "it is sent in a message"),
        reject(RejectedNodes.Choosing::new, "count", "it is used as an array, its size, index or"),
        reject(RejectedNodes.Storing::new, "count", "the relevant field Storing.phase is set"),
        reject(RejectedNodes.StoringInArray::new, "count", "it is used as an array"),
        reject(RejectedNodes.Indexing::new, "count", "it is used as an array"),
        reject(RejectedNodes.ArrayOfCounts::new, "count", "it is used as an array"),
        reject(RejectedNodes.AddingToRelevant::new, "count", "an object that relevant state may"),
        reject(RejectedNodes.Dividing::new, "count", "something is divided by it"),
        reject(RejectedNodes.MaybeNull::new, "count", "it may be null"),
        reject(RejectedNodes.Unboxing::new, "count", "it may be null"),
        reject(RejectedNodes.Casting::new, "count", "it is cast to Word"),
        reject(RejectedNodes.Capturing::new, "count", "a lambda captures it"),
        reject(RejectedNodes.GivenOut::new, "count", "a lambda or method reference returns"),
        reject(RejectedNodes.UnknownCall::new, "count", "it is used as an array"),
        reject(RejectedNodes.Printed::new, "count", "Printed.toString returns what depends on it"),
        reject(RejectedNodes.Throwing::new, "count", "new IllegalStateException()"),
        reject(RejectedNodes.Asserting::new, "count", "a branch depends on it"),
        reject(RejectedNodes.Aliasing::new, "log", "may be shared"),
        reject(RejectedNodes.SharedWhenMade::new, "log", "may be shared"),
        reject(RejectedNodes.HandedOnBeforeFilled::new, "count", "that others may refer to"),
        reject(
            () -> new RejectedNodes.PassedIn(new ArrayList<>(), new ArrayList<>()),
            "log",
            "may be shared"),
        reject(AuxiliaryInferenceTest::setFromOutside, "log", "does not start as an empty"),
        reject(RejectedNodes.OfUnknownKind::new, "log", "a collection that is not the JDK's own"),
        reject(RejectedNodes.LookedAt::new, "log", "may be shared"),
        reject(RejectedNodes.ComparedByUser::new, "log", "elements are compared with it by code"),
        reject(RejectedNodes.Validated::new, "count", "a branch depends on it"),
        reject(RejectedNodes.Locked::new, "count", "it is locked"),
        reject(RejectedNodes.Iterated::new, "log", "it is passed to List.iterator()"),
        reject(RejectedNodes.FeedsRejected::new, "count", "FeedsRejected.total is set from it"),
        reject(RejectedNodes.ThroughInterface::new, "count", "other classes may have that method"),
        reject(RejectedNodes.Overriding::new, "count", "a branch depends on it"));
  }

  private static Arguments reject(Supplier<Node> node, String field, String reason) {
    return Arguments.of(node.get().getClass().getSimpleName(), node, field, reason);
  }

  private static Node setFromOutside() {
    RejectedNodes.SetFromOutside node = new RejectedNodes.SetFromOutside();
    node.log = node.queue;
    return node;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rejected")
  void fieldsThatSomethingMayDependOnAreNot(
      String name, Supplier<Node> node, String field, String reason) {
    Proposal proposal = propose(node.get());
    assertThat(proposal.fields()).extracting(f -> f.field().getName()).doesNotContain(field);
    Rejected rejected = rejected(proposal, field);
    assertThat(rejected.reason()).contains(reason).endsWith(".");
    assertThat(lineAt(rejected.place())).as(rejected.place()).contains("// breaks");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rejected")
  void inferenceNeverBreaksTheDecompositionOfSuchNodes(
      String name, Supplier<Node> node, String field, String reason) {
    InstanceResult stateful = check(node.get(), Memory.FULL, Inference.OFF);
    InstanceResult applied = check(node.get(), Memory.RELEVANT, Inference.ON);
    assertThat(applied.error()).isEqualTo(stateful.error());
    assertThat(applied.verdict()).isEqualTo(stateful.verdict());
  }

  @Test
  void whatAPropertyReadsIsRelevant() {
    for (Node node :
        List.of(
            new RejectedNodes.JudgedByField(),
            new RejectedNodes.JudgedByAccessor(),
            new RejectedNodes.JudgedByReference())) {
      Proposal proposal = propose(node, property(node.getClass()));
      assertThat(proposal.fields()).isEmpty();
      Rejected rejected = rejected(proposal, "count");
      assertThat(rejected.place()).startsWith(node.getClass().getSimpleName() + ".few:");
      assertThat(lineAt(rejected.place())).as(rejected.place()).contains("// breaks");
    }
  }

  @Test
  void aPropertyMadeInCodeIsReadToo() {
    Property few = Property.of("few", Property.Kind.INVARIANT, new RejectedNodes.Few(4));
    Proposal proposal = propose(new RejectedNodes.JudgedByObject(), few);
    assertThat(proposal.fields()).isEmpty();
    assertThat(rejected(proposal, "count").place()).startsWith("Few.test:");
  }

  @Test
  void reflectionSpoilsEverything() {
    Proposal proposal = propose(new ReflectiveNode());
    assertThat(proposal.fields()).isEmpty();
    assertThat(rejected(proposal, "count").reason()).contains("ReflectiveNode uses reflection");
  }

  @Test
  void objectsThatHideOthersSpoilEverythingToo() {
    Property few = Property.of("few", Property.Kind.INVARIANT, new RejectedNodes.Few(4));
    Property notFew = Property.of("notFew", Property.Kind.REACHABLE, few.predicate().negate());
    Proposal proposal = propose(new RejectedNodes.JudgedByObject(), notFew);
    assertThat(proposal.fields()).isEmpty();
    assertThat(rejected(proposal, "count").reason())
        .contains("the instance starts with a java.util.function.Predicate");
  }

  @Test
  void reasonsTellWhatAFieldIsReadFor() {
    assertThat(reasons(new InferredNodes.LastMessage()))
        .singleElement()
        .asString()
        .matches("It is written in LastMessage.note:\\d+ and nothing depends on it\\.");
    assertThat(reasons(new InferredNodes.Counter()))
        .singleElement()
        .asString()
        .endsWith(" and read only to update itself.");
    assertThat(reasons(new InferredNodes.Mutual()))
        .first()
        .asString()
        .endsWith(" and read only to update Mutual.other.");
  }

  @Test
  void fieldsThatStepsDoNotWriteAreNotMentioned() {
    Proposal proposal = propose(new InferredNodes.Alias());
    assertThat(proposal.fields()).extracting(f -> f.field().getName()).doesNotContain("size");
    assertThat(proposal.considered())
        .extracting(r -> r.field().getName())
        .containsExactlyInAnyOrder("queue", "phase");
  }

  @Test
  void aSuggestionTellsWhatItWouldSave() {
    InstanceResult suggested =
        check(new InferredNodes.Counter(), Memory.RELEVANT, Inference.SUGGEST);
    InstanceResult applied = check(new InferredNodes.Counter(), Memory.RELEVANT, Inference.ON);
    InstanceResult off = check(new InferredNodes.Counter(), Memory.RELEVANT, Inference.OFF);
    assertThat(suggested.figures().states()).isEqualTo(off.figures().states());
    assertThat(suggested.decomposition().applied()).isFalse();
    assertThat(suggested.decomposition().inferred())
        .extracting(i -> i.field())
        .containsExactly("Counter.count");
    assertThat(suggested.decomposition().statesWithInferred()).contains(applied.figures().states());
    assertThat(applied.decomposition().applied()).isTrue();
    assertThat(applied.decomposition().statesWithInferred()).isEmpty();
    assertThat(off.decomposition().inferred()).isEmpty();
  }

  @Test
  void aSuggestionIsMeasuredWithinTheMeansOfTheSearch() {
    long needed =
        check(new InferredNodes.Counter(), Memory.RELEVANT, Inference.ON).figures().states();
    InstanceResult enough = checkBounded(new InferredNodes.Counter(), needed);
    assertThat(enough.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(enough.decomposition().statesWithInferred()).contains(needed);
    InstanceResult tooFew = checkBounded(new InferredNodes.Counter(), 5);
    assertThat(tooFew.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(tooFew.decomposition().statesWithInferred()).isEmpty();
  }

  @Test
  void markedFieldsAreListedWithoutInference() {
    InstanceResult result = check(new InferredNodes.FeedsMarked(), Memory.FULL, Inference.OFF);
    assertThat(result.decomposition().declared()).containsExactly("FeedsMarked.shown");
  }

  private static List<String> reasons(Node node) {
    return propose(node).fields().stream().map(InferredField::reason).toList();
  }

  private static Rejected rejected(Proposal proposal, String field) {
    return proposal.considered().stream()
        .filter(r -> r.field().getName().equals(field))
        .findFirst()
        .orElseThrow(() -> new AssertionError(field + " is not among " + proposal));
  }

  private static String lineAt(String place) {
    try {
      int line = Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
      return Files.readAllLines(SOURCES).get(line - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Property property(Class<?> home) {
    try {
      return new Property(
          "few",
          "",
          Property.Kind.INVARIANT,
          world -> true,
          Optional.of(home.getDeclaredMethod("few", World.class)));
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Proposal propose(Node node, Property... properties) {
    return AuxiliaryInference.propose(model(node, properties));
  }

  private static InstanceResult check(Node node, Memory memory, Inference inference) {
    return Checker.check(
        model(node),
        SearchOptions.DEFAULT.withMemory(memory).withInference(inference),
        ProgressListener.NONE);
  }

  private static InstanceResult checkBounded(Node node, long states) {
    Budget budget =
        new Budget(Optional.of(states), Optional.empty(), Optional.empty(), Optional.empty());
    return Checker.check(
        model(node),
        SearchOptions.DEFAULT.withInference(Inference.SUGGEST).withBudget(budget),
        ProgressListener.NONE);
  }

  private static Model model(Node node, Property... properties) {
    Topology topology = new Topology().add(node).add(2, InferredNodes.Talker::new);
    return new Model(
        new Model.Description(
            "inference",
            InferredNodes.class.getName(),
            "",
            node.getClass().getSimpleName(),
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED),
        topology.nodes(),
        topology.nodes().values().stream().map(n -> ModelLoader.nodeType(n.getClass())).toList(),
        List.of(properties));
  }
}
