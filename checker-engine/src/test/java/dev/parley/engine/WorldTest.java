package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.TraceStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Networks, faults, timers and initial states, each on a protocol small enough to count by hand.
 */
class WorldTest {
  private static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, p -> {});
  }

  private static List<Long> counts(Class<?> protocol, String instance) {
    InstanceResult result = check(protocol, instance);
    assertThat(result.error()).isEmpty();
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    return List.of(result.figures().states(), result.figures().transitions());
  }

  record Item(int number) {}

  static final class Source extends Node {
    @Step(once = true)
    void send() {
      send(new NodeId("Sink", 1), new Item(2));
      send(new NodeId("Sink", 1), new Item(1));
    }
  }

  static final class Sink extends Node {
    int last;

    @Receive
    void item(Item m) {
      last = m.number();
    }
  }

  @Protocol
  static final class Pair {
    private static Topology pair(Topology t) {
      return t.add(new Source()).add(new Sink());
    }

    @Instance
    static void ordered(Topology t) {
      pair(t).network(Network.ORDERED);
    }

    @Instance
    static void persistent(Topology t) {
      pair(t).network(Network.PERSISTENT);
    }

    @Instance
    static void mp(Topology t) {
      pair(t).network(Network.MP);
    }

    @Instance
    static void relaxed(Topology t) {
      pair(t).network(Network.M_MP);
    }

    @Instance
    static void lossy(Topology t) {
      pair(t).network(Network.ORDERED).faults(Faults.none().lose(1));
    }

    @Instance
    static void duplicating(Topology t) {
      pair(t).network(Network.ORDERED).faults(Faults.none().duplicate(1));
    }

    @Instance
    static void divided(Topology t) {
      pair(t).network(Network.ORDERED).faults(Faults.none().partition(1).heal(1));
    }

    @Instance
    static void started(Topology t) {
      pair(t).message(new NodeId("Source", 1), new NodeId("Sink", 1), new Item(t.choose(3, 4)));
    }
  }

  @Test
  void anOrderedNetworkHasOneWayForASender() {
    // Nothing sent; both pending; the first taken; both taken.
    assertThat(counts(Pair.class, "ordered")).isEqualTo(List.of(4L, 3L));
  }

  @Test
  void aPersistentNetworkKeepsWhatWasSent() {
    // Nothing sent; sent and last = 0, 1 or 2, from each of which both can be received.
    assertThat(counts(Pair.class, "persistent")).isEqualTo(List.of(4L, 1L + 3 * 2));
  }

  @Test
  void deliveryIsAnEventOfItsOwn() {
    // After the send each item waits, is delivered or was taken; last is decided by the order in
    // which two were taken: 2 * 2 + 2 * 2 + 2 states, and the initial one.
    // Transitions: the send; from (w,w) 2, from (w,d) and (d,w) 2 each, from (d,d) 2; with one
    // taken and the other waiting 1, or delivered 1, for each item.
    assertThat(counts(Pair.class, "relaxed")).isEqualTo(List.of(11L, 1L + 2 + 4 + 2 + 4));
    // In MP an item must be taken before the other is delivered, or neither is.
    assertThat(counts(Pair.class, "mp")).isEqualTo(List.of(11L, 1L + 2 + 4 + 4));
  }

  @Test
  void aLossTakesAMessageFromAnyPlaceOfItsQueue() {
    // Queues [2,1]; [1]; []; with the loss spent: [1] or [2] before anything was taken, [] after
    // either, and with last = 2 also [].
    // Not sent: 1 state. [2,1],0  [1],2  [],1 without loss. Lost: [1],0  [2],0  [],1  [],2.
    // [],1 with one item lost differs from [],1 without by what is left of the budget.
    assertThat(counts(Pair.class, "lossy")).isEqualTo(List.of(8L, 3L + 2 + 1 + 2));
  }

  @Test
  void aCopyStandsNextToItsOriginal() {
    InstanceResult result = check(Pair.class, "duplicating");
    // Without: 4 states. Copies: [2,2,1] [2,1,1] with last 0; then [2,1]2 [1,1]2 [1]2 [1]1 []1.
    assertThat(result.figures().states()).isEqualTo(4 + 2 + 5);
  }

  @Test
  void whatIsSentAcrossAPartitionIsLost() {
    // Whole, split, healed: before the send, after it with the queue [2,1], [1], [].
    // Sent while split: nothing pending, split or healed.
    assertThat(counts(Pair.class, "divided").get(0)).isEqualTo(3 * 4 + 2);
  }

  @Test
  void anInstanceMayHaveSeveralInitialStatesAndMessages() {
    // Each initial state: the message pending or taken, beside the source's three messages.
    InstanceResult result = check(Pair.class, "started");
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.profile().statesByDepth().get(0)).isEqualTo(2);
  }

  /** Counts what it has seen durably, and what it has seen since it started. */
  static final class Counter extends Node {
    @Durable int total;
    int recent;
    boolean recovered;

    @Step(when = "few")
    void count() {
      total++;
      recent++;
    }

    boolean few() {
      return total < 2;
    }

    @Override
    protected void restarted() {
      recovered = true;
    }
  }

  @Protocol
  static final class Counting {
    @Instance(expect = Verdict.VIOLATED)
    static void restarts(Topology t) {
      t.add(new Counter()).faults(Faults.none().crash(2).restart(2));
    }

    @Instance
    static void crashes(Topology t) {
      t.add(new Counter()).faults(Faults.none().crash(2));
    }

    @Invariant
    static boolean nothingForgotten(World w) {
      return w.nodes(Counter.class).stream().allMatch(c -> c.recent == c.total);
    }

    @Terminal
    static boolean isDone(World w) {
      return w.nodes(Counter.class).stream().allMatch(c -> c.total == 2 || !w.isUp(c));
    }
  }

  @Test
  void aCrashStopsANodeAndKeepsItsState() {
    // total = 0, 1, 2, up with both crashes left or down with one left.
    assertThat(counts(Counting.class, "crashes")).isEqualTo(List.of(6L, 2L + 3));
  }

  @Test
  void aRestartForgetsWhatIsNotDurable() {
    InstanceResult result = check(Counting.class, "restarts");
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    List<TraceStep> steps = result.violation().orElseThrow().trace().orElseThrow().steps();
    assertThat(steps)
        .extracting(TraceStep::handler)
        .containsExactly("Counter.count", "crash", "restart");
    assertThat(steps.get(2).changes())
        .extracting(change -> change.field() + " " + change.before() + " " + change.after())
        .contains("recent 1 0", "recovered false true")
        .noneMatch(change -> change.startsWith("total"));
  }

  /** Waits for a timer, and for another that it sets then. */
  static final class Waiting extends Node {
    final Timer first = Timer.running();
    final Timer second = new Timer();
    int fired;

    @OnTimer("first")
    void one() {
      fired++;
      second.set();
    }

    @OnTimer("second")
    void two() {
      fired++;
    }
  }

  @Protocol
  static final class Timers {
    @Instance
    static void two(Topology t) {
      t.add(new Waiting());
    }

    @Invariant
    static boolean oneAfterTheOther(World w) {
      return w.nodes(Waiting.class).stream()
          .allMatch(n -> n.first.isSet() == (n.fired == 0) && n.second.isSet() == (n.fired == 1));
    }
  }

  record Ballot() {}

  static final class Voter extends Node {
    @Step(once = true)
    void vote() {
      send(new NodeId("Teller", 1), new Ballot());
    }
  }

  /** Begins in one of several ways, and knows for ever in which. */
  static final class Chooser extends Node {
    @Durable int chosen;
    int held;

    Chooser(int chosen) {
      this.chosen = chosen;
      held = chosen;
    }

    @Step(once = true)
    void letGo() {
      held = 0;
    }
  }

  @Protocol
  static final class Choosing {
    @Instance
    static void oneOfTwo(Topology t) {
      t.add(new Chooser(t.choose(1, 2))).faults(Faults.none().crash(1).restart(1));
    }

    @Invariant
    static boolean heldIsChosen(World w) {
      return w.nodes(Chooser.class).stream().allMatch(n -> n.held == 0 || n.held == n.chosen);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aRestartGoesBackToTheInitialStateTheRunBeganWith(SearchMode mode) {
    Model model = ModelLoader.load(Choosing.class, "oneOfTwo");
    InstanceResult result = Checker.check(model, mode.options(), p -> {});
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  /** Nothing but a final field tells its initial states apart. */
  static final class Teller extends Node {
    final int needed;
    int taken;
    boolean closed;

    Teller(int needed) {
      this.needed = needed;
    }

    @Receive(quorum = "needed", when = "isOpen")
    void ballots(Quorum<Ballot> ballots) {
      taken = ballots.size();
    }

    int needed() {
      return needed;
    }

    boolean isOpen() {
      return !closed;
    }

    @Step(once = true)
    void close() {
      closed = true;
    }
  }

  @Protocol
  static final class Elections {
    @Instance
    static void oneOrTwo(Topology t) {
      t.add(new Voter()).add(new Voter()).add(new Teller(t.choose(1, 2)));
    }

    @Instance
    static void crashing(Topology t) {
      oneOrTwo(t);
      t.faults(Faults.none().crash(1, "Teller").restart(1));
    }

    @Reachable
    static boolean oneIsEnough(World w) {
      return w.nodes(Teller.class).stream().anyMatch(n -> n.taken == 1 && n.closed);
    }

    @Reachable
    static boolean twoAreNeeded(World w) {
      return w.nodes(Teller.class).stream().anyMatch(n -> n.taken == 2);
    }

    @Invariant
    static boolean takenIsNeeded(World w) {
      return w.nodes(Teller.class).stream().allMatch(n -> n.taken == 0 || n.taken == n.needed);
    }
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aFinalFieldMayDifferAmongInitialStates(SearchMode mode) {
    for (String instance : List.of("oneOrTwo", "crashing")) {
      Model model = ModelLoader.load(Elections.class, instance);
      InstanceResult result = Checker.check(model, mode.options(), p -> {});
      assertThat(result.verdict()).as(instance).isEqualTo(Verdict.VERIFIED);
    }
  }

  private static List<SearchMode> modes() {
    return SearchMode.ALL;
  }

  @ParameterizedTest
  @MethodSource("modes")
  void aTimerFiresOnceForEachTimeItIsSet(SearchMode mode) {
    Model model = ModelLoader.load(Timers.class, "two");
    InstanceResult result = Checker.check(model, mode.options(), p -> {});
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    if (mode != SearchMode.STATELESS) {
      assertThat(result.figures().states()).isEqualTo(3);
    }
  }

  @Protocol
  static final class Mistaken {
    @Instance
    static void noSuchRole(Topology t) {
      t.add(new Source()).add(new Sink()).faults(Faults.none().crash(1, "Server"));
    }

    @Instance
    static void negative(Topology t) {
      t.add(new Source()).add(new Sink()).faults(Faults.none().lose(-1));
    }

    @Instance
    static void restartOnly(Topology t) {
      t.add(new Source()).add(new Sink()).faults(Faults.none().restart(1));
    }

    @Instance
    static void lostForEver(Topology t) {
      t.add(new Source()).add(new Sink()).network(Network.PERSISTENT).faults(Faults.none().lose(1));
    }

    @Instance
    static void unknownSender(Topology t) {
      t.add(new Source())
          .add(new Sink())
          .message(new NodeId("Nobody", 1), new NodeId("Sink", 1), new Item(1));
    }
  }

  /** Asks for a quorum of a size that cannot be told. */
  static final class Unsure extends Node {
    @Receive(quorum = "size")
    void items(Quorum<Item> items) {}

    int size() {
      throw new IllegalStateException("unsure");
    }
  }

  @Test
  void aQuorumSizeThatThrowsIsFoundOnEveryNetwork() {
    for (Network network : Network.values()) {
      NodeId unsure = new NodeId("Unsure", 1);
      Topology topology =
          new Topology().add(new Unsure()).network(network).message(unsure, unsure, new Item(1));
      InstanceResult result =
          Checker.check(Models.loaded(topology), SearchOptions.DEFAULT, p -> {});
      assertThat(result.violation()).as("%s", network).isPresent();
      assertThat(result.violation().get().property()).isEqualTo("exception");
    }
  }

  /** Comes back in one of three ways, of which the last two fail, each in its own. */
  static final class Undecided extends Node {
    int way;

    @Step(once = true)
    void step() {}

    @Override
    protected void restarted() {
      way = choose(1, 2, 3);
      if (way > 1) {
        throw new IllegalStateException("way " + way);
      }
    }
  }

  @Test
  void aRestartThatThrowsAfterAChoiceIsReplayed() {
    Topology topology =
        new Topology().add(new Undecided()).faults(Faults.none().crash(1).restart(1));
    Model model = Models.loaded(topology);
    InstanceResult result = Checker.check(model, SearchOptions.DEFAULT, p -> {});
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    TraceStep last = trace.steps().get(trace.steps().size() - 1);
    assertThat(last.handler()).isEqualTo("restart");
    assertThat(last.choices()).containsExactly("option 2");
    assertThat(last.choiceIndexes()).containsExactly(1);
    ReplayOutcome outcome = Replay.run(model, trace, step -> {});
    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.toString()).contains("way 2");
  }

  record Nobodys() {}

  @Protocol
  static final class Large {
    private static Topology many(Topology t) {
      return t.add(70, i -> new Sink()).add("Leader", 2, i -> new Sink());
    }

    @Instance
    static void allSplit(Topology t) {
      many(t).faults(Faults.none().partition(1));
    }

    @Instance
    static void leadersSplit(Topology t) {
      many(t).faults(Faults.none().partition(1, "Leader").heal(1));
    }

    @Instance
    static void alone(Topology t) {
      t.add(new Sink()).faults(Faults.none().partition(1));
    }

    @Instance
    static void healOnly(Topology t) {
      t.add(2, i -> new Sink()).faults(Faults.none().heal(1));
    }

    @Instance
    static void inboxesOnly(Topology t) {
      t.add(2, i -> new Sink()).faults(Faults.none().lose(1).loseInboxes());
    }

    @Instance
    static void absurd(Topology t) {
      t.add(2, i -> new Sink()).faults(Faults.none().crash(Integer.MAX_VALUE));
    }

    @Instance
    static void neverReceived(Topology t) {
      t.add(2, i -> new Sink()).faults(Faults.none().lose(1, Nobodys.class));
    }

    @Instance
    static void twice(Topology t) {
      t.add(2, i -> new Sink()).faults(Faults.none().lose(1).lose(2));
    }
  }

  /** The leaders are split off together or one of them; whole, split or healed. */
  @Test
  void ofManyNodesThoseOfARoleMayBeSplitOff() {
    assertThat(counts(Large.class, "leadersSplit")).isEqualTo(List.of(1L + 3 + 1, 3L + 3));
  }

  static final class Misled extends Node {
    @Durable static int shared;

    @Step
    void step() {}
  }

  static final class Uncapturable extends Node {
    @Durable Thread thread = new Thread();

    @Step(once = true)
    void step() {}
  }

  @Protocol
  static final class Durables {
    @Instance
    static void shared(Topology t) {
      t.add(new Misled()).faults(Faults.none().crash(1).restart(1));
    }

    @Instance
    static void thread(Topology t) {
      t.add(new Uncapturable()).faults(Faults.none().crash(1).restart(1));
    }
  }

  @Test
  void whatCannotBeDurableIsAMistakeThatNamesTheField() {
    assertMistake(Durables.class, "shared", "Misled.shared", "remove the annotation");
    InstanceResult result = check(Durables.class, "thread");
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("thread");
  }

  @Test
  void faultsThatCannotHappenAreMistakesThatNameTheRemedy() {
    assertMistake(Large.class, "allSplit", "covers 72 nodes", "limit it to a role");
    assertMistake(Large.class, "alone", "only one node", "remove partition()");
    assertMistake(Large.class, "healOnly", "add partition(1)");
    assertMistake(Large.class, "inboxesOnly", "add crash(1)");
    assertMistake(Large.class, "absurd", "from 1 to 1000");
    assertMistake(Large.class, "neverReceived", "lose Nobodys", "they receive Item");
    assertMistake(Large.class, "twice", "given twice");
  }

  @Test
  void aBudgetForAMessageIsNotOneForARoleOfTheSameName() {
    Faults faults = Faults.none().lose(1, Item.class).lose(2, "Item");
    assertThat(faults.limits()).extracting(Faults.Limit::most).containsExactly(1, 2);
  }

  @Test
  void budgetsThatMakeNoSenseAreMistakesThatNameTheRemedy() {
    assertMistake("noSuchRole", "crash Server", "roles are Source, Sink");
    assertMistake("negative", "from 1 to");
    assertMistake("restartOnly", "never crash", "add crash(1)");
    assertMistake("lostForEver", "persistent", "remove that budget");
    assertMistake("unknownSender", "Nobody1", "Sink1");
  }

  /** Nobody wrote what does not fit together, so the remedy is another one. */
  @Test
  void aNetworkForAnExperimentThatABudgetDoesNotFitIsNamed() {
    assertThatThrownBy(() -> ModelLoader.load(Pair.class, "lossy", Optional.of(Network.PERSISTENT)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContainingAll("declares the network ordered", "leave this instance out");
  }

  private static void assertMistake(String instance, String... parts) {
    assertMistake(Mistaken.class, instance, parts);
  }

  private static void assertMistake(Class<?> protocol, String instance, String... parts) {
    assertThatThrownBy(() -> ModelLoader.load(protocol, instance))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContainingAll(parts);
  }
}
