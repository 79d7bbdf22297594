package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Auxiliary;
import dev.parley.api.Faults;
import dev.parley.api.FifoQueue;
import dev.parley.api.Instance;
import dev.parley.api.Linearizable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Register;
import dev.parley.api.SequentialObject;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.ReductionOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users see of properties of recorded operations, mistakes first. */
class LinearizabilityTest {
  private static InstanceResult check(Class<?> protocol, String instance) {
    return check(protocol, instance, SearchOptions.DEFAULT);
  }

  private static InstanceResult check(Class<?> protocol, String instance, SearchOptions options) {
    return Checker.check(ModelLoader.load(protocol, instance), options, ProgressListener.NONE);
  }

  private static Mistake mistake(Class<?> protocol, String instance) {
    InstanceResult result = check(protocol, instance);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    return result.error().orElseThrow();
  }

  // Mistakes -----------------------------------------------------------------------------------

  /** A client that makes a mistake in recording. */
  static final class Confused extends Node {
    final int mistake;

    Confused(int mistake) {
      this.mistake = mistake;
    }

    @Step(once = true, when = "mayBegin")
    void begin() {
      switch (mistake) {
        case 0 -> returned();
        case 1 -> {
          invoked(Register.write(1));
          invoked(Register.read());
        }
        case 2 -> invoked(null);
        case 3 -> invoked("no operation of a register");
        case 4 -> invoked(new Labelled(1, "text"));
        case 5 -> {
          invoked(Register.read());
          returned(new StringBuilder("mutable"));
        }
        default -> {}
      }
      if (mistake == 3) {
        returned();
      }
    }

    boolean mayBegin() {
      if (mistake == 6) {
        invoked(Register.read());
      }
      return true;
    }
  }

  record Labelled(int value, @Auxiliary String label) {}

  @Protocol
  static final class Mistakes {
    @Instance(with = {0})
    @Instance(with = {1})
    @Instance(with = {2})
    @Instance(with = {3})
    @Instance(with = {4})
    @Instance(with = {5})
    @Instance(with = {6})
    static void mistake(Topology t, int number) {
      t.add(new Confused(number));
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void whatCannotBeRecordedIsAMistakeThatSaysWhoAndWhat() {
    assertThat(mistake(Mistakes.class, "mistake(0)").message())
        .contains("Confused1 ends an operation with returned(), but has begun none");
    assertThat(mistake(Mistakes.class, "mistake(1)").message())
        .contains("Confused1 begins Read[] while Write[value=1] has no result yet")
        .contains("one operation at a time");
    assertThat(mistake(Mistakes.class, "mistake(2)").message()).contains("Confused1 begins null");
    assertThat(mistake(Mistakes.class, "mistake(3)").message())
        .contains("the specification of register threw")
        .contains("a register has no operation no operation of a register");
    assertThat(mistake(Mistakes.class, "mistake(4)").message()).contains("@Auxiliary");
    assertThat(mistake(Mistakes.class, "mistake(5)").message()).contains("StringBuilder");
    assertThat(mistake(Mistakes.class, "mistake(6)").message())
        .contains("invoked() was called in a guard");
  }

  @Test
  void aMistakeInRecordingComesWithTheStepsThatLeadThere() {
    assertThat(mistake(Mistakes.class, "mistake(0)").trace()).isPresent();
  }

  /** A client that reads. */
  static final class Reader extends Node {
    @Step(once = true)
    void read() {
      invoked(Register.read());
      returned(0);
    }
  }

  /** Depends on something besides its content. */
  static final class Counting implements SequentialObject {
    private static int calls;

    @Override
    public Object apply(Object operation) {
      return calls++;
    }
  }

  /** Depends on the order of a set. */
  static final class Unordered implements SequentialObject {
    private final Set<String> names = new HashSet<>(List.of("one", "two", "three"));

    @Override
    public Object apply(Object operation) {
      return names.iterator().next();
    }
  }

  @Protocol
  static final class BadSpecifications {
    @Instance
    static void reader(Topology t) {
      t.add(new Reader());
    }

    @Linearizable
    static SequentialObject counting() {
      return new Counting();
    }
  }

  @Protocol
  static final class UnorderedSpecification {
    @Instance
    static void reader(Topology t) {
      t.add(new Reader());
    }

    @Linearizable
    static SequentialObject unordered() {
      return new Unordered();
    }
  }

  @Protocol
  static final class NoSpecification {
    @Instance
    static void reader(Topology t) {
      t.add(new Reader());
    }

    @SequentiallyConsistent
    static SequentialObject nothing() {
      return null;
    }
  }

  @Protocol
  static final class WrongForm {
    @Instance
    static void reader(Topology t) {
      t.add(new Reader());
    }

    @Linearizable
    static boolean holds() {
      return true;
    }
  }

  @Test
  void aSpecificationThatIsNoFunctionIsAMistake() {
    assertThat(mistake(BadSpecifications.class, "reader").message()).contains("static");
    assertThat(mistake(UnorderedSpecification.class, "reader").message())
        .contains("does not do the same on two runs of Read[]");
    assertThat(mistake(NoSpecification.class, "reader").message()).contains("is null");
    assertThatThrownBy(() -> ModelLoader.load(WrongForm.class, "reader"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("static SequentialObject holds()");
  }

  // What holds and what does not ------------------------------------------------------------------

  /** A client that begins and is never answered. */
  static final class Waiting extends Node {
    @Step(once = true)
    void begin() {
      invoked(Register.read());
    }
  }

  @Protocol
  static final class NothingEnds {
    @Instance
    static void waiting(Topology t) {
      t.add(2, i -> new Waiting());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void aPropertyOfOperationsThatNeverEndIsNotJudged() {
    InstanceResult result = check(NothingEnds.class, "waiting");

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.properties().get(0).outcome()).isEqualTo(PropertyResult.Status.NOT_JUDGED);
  }

  record Put(int value) {}

  record Done() {}

  record Get() {}

  record Value(int value) {}

  /** Writes and then reads. */
  static final class Client extends Node {
    private int written;

    @Step(once = true)
    void write() {
      written = choose(1, 2);
      invoked(Register.write(written));
      send(ids(Store.class).get(0), new Put(written));
    }

    @Receive
    void done(Done m) {
      returned();
      invoked(Register.read());
      List<NodeId> all = ids(Store.class);
      send(all.get(all.size() - 1), new Get());
    }

    @Receive
    void value(Value m) {
      returned(m.value());
    }
  }

  /** Keeps a value, and tells the others of it. */
  static final class Store extends Node {
    private int value;

    @Receive
    void put(Put m, NodeId from) {
      value = m.value();
      sendToOthers(Store.class, m);
      if (ids(Client.class).contains(from)) {
        send(from, new Done());
      }
    }

    @Receive
    void get(Get m, NodeId from) {
      send(from, new Value(value));
    }
  }

  @Protocol
  static final class Replicated {
    @Instance(with = {1, 1})
    @Instance(with = {2, 1})
    @Instance(with = {1, 2})
    static void stores(Topology t, int clients, int stores) {
      t.add(clients, i -> new Client()).add(stores, i -> new Store());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void theOperationThatDoesNotFitIsNamedWithWhatWouldFit() {
    InstanceResult result = check(Replicated.class, "stores(1,2)");
    Timeline timeline =
        result.violation().flatMap(Violation::timeline).orElseThrow(AssertionError::new);

    assertThat(timeline.sentence()).isEqualTo("Client1's Read[] returned 0; what fits is 1.");
    assertThat(timeline.operations())
        .extracting(Timeline.Operation::described)
        .containsExactly("Write[value=1]", "Read[] = 0");
    assertThat(timeline.operations().get(0).ended())
        .isEqualTo(Optional.of(timeline.operations().get(1).began()));
    assertThat(timeline.misfit()).contains(1);
  }

  @Test
  void aHistoryIsFollowedInEveryMode() {
    for (SearchMode mode : SearchMode.ALL) {
      SearchOptions options = mode.options();
      assertThat(check(Replicated.class, "stores(2,1)", options).verdict())
          .as(mode.name())
          .isIn(Verdict.VERIFIED, Verdict.BUDGET_EXHAUSTED);
      InstanceResult broken = check(Replicated.class, "stores(1,2)", options);
      assertThat(broken.verdict()).as(mode.name()).isEqualTo(Verdict.VIOLATED);
      assertThat(broken.violation().flatMap(Violation::timeline)).as(mode.name()).isPresent();
    }
    assertThat(check(Replicated.class, "stores(1,2)", SearchMode.SIMULATE.options()).verdict())
        .isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aCounterexampleIsReplayed() {
    Trace trace =
        check(Replicated.class, "stores(1,2)").violation().orElseThrow().trace().orElseThrow();
    ReplayOutcome outcome =
        Replay.run(ModelLoader.load(Replicated.class, "stores(1,2)"), trace, step -> {});

    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.message()).contains("violates register");
  }

  @Test
  void interchangeableClientsCountOnce() {
    InstanceResult all = check(Replicated.class, "stores(2,1)");
    InstanceResult some =
        check(
            Replicated.class,
            "stores(2,1)",
            SearchOptions.DEFAULT.withSymmetry(ReductionOptions.Symmetry.REQUIRED));

    assertThat(some.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(some.figures().states()).isLessThan(all.figures().states());
  }

  /** Records the name of a node: its own, or always the same. */
  static final class Naming extends Node {
    private final boolean own;

    Naming(boolean own) {
      this.own = own;
    }

    @Step(once = true)
    void write() {
      invoked(Register.write(own ? self() : new NodeId("Naming", 1)));
      returned();
    }
  }

  @Protocol
  static final class Named {
    @Instance(with = {0})
    @Instance(with = {1})
    static void two(Topology t, int own) {
      t.add(2, i -> new Naming(own == 1));
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void whatMentionsNodesIsNotRenamed() {
    for (String instance : List.of("two(0)", "two(1)")) {
      InstanceResult result =
          check(
              Named.class,
              instance,
              SearchOptions.DEFAULT.withSymmetry(ReductionOptions.Symmetry.AUTO));

      assertThat(result.verdict()).as("%s", result.error()).isEqualTo(Verdict.VERIFIED);
      assertThat(result.reductions())
          .filteredOn(r -> r.name().equals("symmetry"))
          .extracting(AppliedReduction::applied)
          .containsExactly(false);
    }
  }

  @Test
  void partialOrderReductionStepsAsideAloud() {
    InstanceResult result = check(Replicated.class, "stores(2,1)", SearchMode.REDUCED.options());

    assertThat(result.reductions())
        .filteredOn(r -> r.name().equals("partial-order reduction"))
        .extracting(AppliedReduction::summary)
        .containsExactly(
            "not used, because clients record operations, and the order in which they do makes a"
                + " difference");
  }

  /** Consumes a message and does no more than to record. */
  static final class Silent extends Node {
    @Step(once = true)
    void begin() {
      invoked(Register.read());
      send(self(), new Value(1));
    }

    @Receive
    void value(Value m) {
      returned(m.value());
    }
  }

  @Protocol
  static final class OnlyRecording {
    @Instance
    static void one(Topology t) {
      t.add(new Silent());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void aMessageThatIsOnlyRecordedIsNotDead() {
    assertThat(
            check(OnlyRecording.class, "one", SearchOptions.DEFAULT.withDeadMessages(true))
                .verdict())
        .isEqualTo(Verdict.VIOLATED);
  }

  /** Whether a field is looked at by what is recorded only. */
  static final class Remembering extends Node {
    private int hidden;

    @Step(once = true)
    void choose() {
      hidden = choose(0, 1);
    }

    @Step(once = true)
    void read() {
      invoked(Register.read());
      returned(hidden);
    }
  }

  @Protocol
  static final class Inferred {
    @Instance
    static void one(Topology t) {
      t.add(new Remembering());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void aFieldThatIsRecordedIsNotAuxiliary() {
    InstanceResult result = check(Inferred.class, "one", SearchMode.REDUCED.options());

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.decomposition().toString()).doesNotContain("hidden");
  }

  @Protocol
  static final class Restarting {
    @Instance
    static void waiting(Topology t) {
      t.add(2, i -> new Waiting()).faults(Faults.none().crash(1).restart(1));
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void aClientThatRestartsMayBeginAnew() {
    assertThat(check(Restarting.class, "waiting").verdict()).isEqualTo(Verdict.VERIFIED);
  }

  /** Returns what is auxiliary. */
  static final class Telling extends Node {
    @Auxiliary private int told;

    @Step(once = true)
    void choose() {
      told = choose(0, 1);
    }

    @Step(once = true)
    void read() {
      invoked(Register.read());
      returned(told);
    }
  }

  @Protocol
  static final class TellsAuxiliary {
    @Instance
    static void one(Topology t) {
      t.add(new Telling());
    }

    @SequentiallyConsistent
    static SequentialObject anything() {
      return new Anything();
    }
  }

  /** Has all results that a read may have, one after the other. */
  static final class Anything implements SequentialObject {
    @Override
    public Object apply(Object operation) {
      return 0;
    }
  }

  @Test
  void whatIsRecordedMustNotDependOnAuxiliaryContent() {
    InstanceResult result = check(TellsAuxiliary.class, "one", SearchMode.DBSS.options());

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("and records");
  }

  /** Returns what comes first in a set. */
  static final class Guessing extends Node {
    private final Set<String> names = new HashSet<>(List.of("one", "two", "three"));

    @Step(once = true)
    void read() {
      invoked(Register.read());
      returned(names.iterator().next());
    }
  }

  @Protocol
  static final class Guesses {
    @Instance
    static void one(Topology t) {
      t.add(new Guessing());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void whatIsRecordedMustBeTheSameOnTwoRuns() {
    assertThat(mistake(Guesses.class, "one").message()).contains("it recorded");
  }

  /** Two clients of a queue of which each has its own. */
  static final class OwnQueue extends Node {
    private int taken;

    @Step(once = true)
    void enqueue() {
      invoked(FifoQueue.enqueue(self().index()));
      returned();
    }

    @Step(when = "mayTake")
    void take() {
      taken++;
      invoked(FifoQueue.dequeue());
      returned(taken == 1 ? self().index() : null);
    }

    boolean mayTake() {
      return taken < 1;
    }
  }

  @Protocol
  static final class OwnQueues {
    @Instance
    static void two(Topology t) {
      t.add(2, i -> new OwnQueue());
    }

    @SequentiallyConsistent
    static SequentialObject queue() {
      return new FifoQueue();
    }
  }

  @Test
  void aValueThatNobodyPutInYetIsNotSequentiallyConsistent() {
    InstanceResult result = check(OwnQueues.class, "two");

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().flatMap(Violation::timeline).orElseThrow().sentence())
        .isEqualTo("OwnQueue1's Dequeue[] returned 1; what fits is no result.");
  }
}
