package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static dev.parley.engine.reference.Models.reachable;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Pending;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a check says about small protocols, right and wrong. */
class CheckerTest {
  record Ping(int number) {}

  record Pong(int number) {}

  record Unheard() {}

  static final class Client extends Node {
    final int rounds;
    int sent;
    int answered;

    Client(int rounds) {
      this.rounds = rounds;
    }

    @Step(when = "hasMore")
    void ask() {
      sent++;
      sendToAll(Server.class, new Ping(sent));
    }

    boolean hasMore() {
      return sent < rounds;
    }

    @Receive
    void pong(Pong m) {
      answered++;
    }
  }

  static final class Server extends Node {
    @Receive
    void ping(Ping m, NodeId from) {
      send(from, new Pong(m.number()));
    }

    @Receive
    void unheard(Unheard m) {}
  }

  private static Topology pingPong(int rounds) {
    return new Topology().add(new Client(rounds)).add(new Server());
  }

  private static InstanceResult check(Topology topology, Property... properties) {
    return check(SearchOptions.DEFAULT, topology, properties);
  }

  private static InstanceResult check(
      SearchOptions options, Topology topology, Property... properties) {
    return Checker.check(loaded(topology, properties), options, ProgressListener.NONE);
  }

  /** Within bounds: some of these topologies count for ever if the mistake is overlooked. */
  private static Mistake mistake(Topology topology, Property... properties) {
    InstanceResult result = check(within(states(10_000)), topology, properties);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    return result.error().orElseThrow();
  }

  private static Violation violation(InstanceResult result) {
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    return result.violation().orElseThrow();
  }

  @Test
  void aVerifiedResultTellsWhatWasNotExercised() {
    Property never = terminal("cannotBeAsked", w -> true);
    InstanceResult result =
        check(
            new Topology().add(new Client(1)).add(new Server()).add(new Restless()),
            invariant("ordered", w -> w.nodes(Client.class).get(0).answered <= 1),
            never);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.coverage().handlersNeverFired()).containsExactly("Server.unheard");
    assertThat(result.coverage().handlersFired())
        .containsExactly("Client.ask", "Client.pong", "Restless.turn", "Server.ping");
    assertThat(result.coverage().messagesSent()).containsExactly("Ping", "Pong");
    assertThat(result.coverage().messagesNeverSent()).containsExactly("Unheard");
    assertThat(result.coverage().propertiesNeverExercised()).containsExactly("cannotBeAsked");
    assertThat(result.properties())
        .extracting(PropertyResult::outcome)
        .containsExactly(PropertyResult.Status.HOLDS, PropertyResult.Status.NOT_JUDGED);
  }

  /** Never at rest, so that no state is terminal. */
  static final class Restless extends Node {
    boolean flag;

    @Step
    void turn() {
      flag = !flag;
    }
  }

  @Test
  void eachPropertyHasItsOwnOutcome() {
    InstanceResult result =
        check(
            pingPong(1),
            invariant("holds", w -> w.nodes(Client.class).get(0).answered < 2),
            reachable("happens", w -> w.nodes(Client.class).get(0).answered == 1),
            reachable("never", w -> w.nodes(Client.class).get(0).answered == 2));
    assertThat(violation(result).property()).isEqualTo("never");
    assertThat(violation(result).trace()).isEmpty();
    assertThat(result.properties())
        .extracting(PropertyResult::name, PropertyResult::outcome)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("holds", PropertyResult.Status.HOLDS),
            org.assertj.core.groups.Tuple.tuple("happens", PropertyResult.Status.HOLDS),
            org.assertj.core.groups.Tuple.tuple("never", PropertyResult.Status.VIOLATED));
  }

  @Test
  void aCounterexampleNamesStepsMessagesAndChanges() {
    Violation violation =
        violation(
            check(
                pingPong(1),
                invariant("nothingIsAnswered", w -> w.nodes(Client.class).get(0).answered == 0)));
    List<Trace.TraceStep> steps = violation.trace().orElseThrow().steps();
    assertThat(steps)
        .extracting(Trace.TraceStep::handler)
        .containsExactly("Client.ask", "Server.ping", "Client.pong");
    assertThat(steps.get(1).consumed()).extracting(Trace.MessageView::number).containsExactly(1);
    assertThat(steps.get(0).sent()).extracting(Trace.MessageView::number).containsExactly(1);
    assertThat(steps.get(2).changes()).containsExactly(new Trace.FieldChange("answered", "0", "1"));
    assertThat(steps.get(2).source()).hasValueSatisfying(s -> assertThat(s).contains(".java:"));
    assertThat(violation.message()).isEqualTo("nothingIsAnswered fails after 3 steps");
  }

  @Test
  void aPropertyThatFailsAtOnceHasAnEmptyTrace() {
    Violation violation = violation(check(pingPong(1), invariant("false", w -> false)));
    assertThat(violation.trace().orElseThrow().steps()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aCounterexampleIsShortInEveryOrder(Order order) {
    InstanceResult result =
        check(
            SearchOptions.DEFAULT.withOrder(order),
            pingPong(6),
            invariant("atMostOneSent", w -> w.nodes(Client.class).get(0).sent < 2));
    assertThat(violation(result).trace().orElseThrow().steps()).hasSize(2);
  }

  @Test
  void aStateAtRestIsPreferredToADeeperViolation() {
    // The quiet node is at rest after one step; the loud one fails an invariant after two.
    InstanceResult result =
        check(
            new Topology().add(new EitherWay()),
            invariant("shallow", w -> w.nodes(EitherWay.class).get(0).way != 2),
            terminal("decided", w -> w.nodes(EitherWay.class).get(0).way != 3));
    assertThat(violation(result).property()).isEqualTo("decided");
    assertThat(violation(result).trace().orElseThrow().steps()).hasSize(1);
  }

  static final class EitherWay extends Node {
    int way;

    @Step(when = "undecided")
    void go() {
      way = way == 1 ? 2 : choose(1, 3);
    }

    boolean undecided() {
      return way < 2;
    }
  }

  static final class Throwing extends Node {
    int step;

    @Step(when = "early")
    void work() {
      step++;
      if (step == 2) {
        throw new IllegalStateException("no more");
      }
    }

    boolean early() {
      return step < 5;
    }
  }

  static final class Asserting extends Node {
    @Step
    void work() {
      assert ids(Asserting.class).isEmpty() : "there is at least me";
    }
  }

  static final class ThrowingGuard extends Node {
    @Step(when = "broken")
    void work() {}

    boolean broken() {
      throw new IllegalArgumentException("guard");
    }
  }

  @Test
  void anExceptionInAStepIsAViolationWithATrace() {
    Violation violation = violation(check(new Topology().add(new Throwing())));
    assertThat(violation.property()).isEqualTo("exception");
    assertThat(violation.message())
        .isEqualTo("a step threw java.lang.IllegalStateException: no more after 2 steps");
    Trace.TraceStep last = violation.trace().orElseThrow().steps().get(1);
    assertThat(last.exception().orElseThrow()).contains("no more").contains("Throwing.work");
  }

  @Test
  void aFailedAssertionAndAThrowingGuardAreViolationsToo() {
    assertThat(violation(check(new Topology().add(new Asserting()))).message())
        .contains("AssertionError: there is at least me");
    assertThat(violation(check(new Topology().add(new ThrowingGuard()))).message())
        .contains("IllegalArgumentException: guard");
  }

  static final class Stray extends Node {
    @Step(once = true)
    void first() {
      send(self(), "hello");
    }

    @Receive
    void hear(String m) {
      send(ids(Stray.class).get(0), new Unheard());
    }
  }

  static final class Lost extends Node {
    @Step
    void work() {
      send(new NodeId("Nobody", 7), "hello");
    }
  }

  static final class Swallowing extends Node {
    @Step
    void work() {
      try {
        send(new NodeId("Nobody", 7), "hello");
      } catch (RuntimeException e) {
        sendToAll(Server.class, new Unheard());
      }
    }
  }

  @Test
  void aMessageNobodyHandlesIsAnErrorWithTheStepsThatLedThere() {
    Mistake mistake = mistake(new Topology().add(new Stray()));
    assertThat(mistake.place()).endsWith("Stray.hear");
    assertThat(mistake.message())
        .contains("has no handler for it; add a @Receive method that takes it");
    assertThat(mistake.trace().orElseThrow().steps()).hasSize(1);
  }

  @Test
  void aMessageToNobodyIsAnErrorEvenIfTheStepSwallowsIt() {
    assertThat(mistake(new Topology().add(new Lost())).message())
        .contains("Nobody7, but this instance has no such node; it has [Lost1]");
    assertThat(mistake(new Topology().add(new Swallowing())).message())
        .contains("this instance has no such node");
  }

  record Log(List<Integer> entries) {}

  static final class Mutating extends Node {
    @Step
    void work() {
      List<Integer> entries = new ArrayList<>(List.of(1));
      send(self(), new Log(entries));
      entries.add(2);
    }

    @Receive
    void log(Log m) {}
  }

  @Test
  void aMessageChangedAfterSendingIsAnError() {
    assertThat(mistake(new Topology().add(new Mutating())).message())
        .contains("was changed after it was sent; send a copy");
  }

  static final class Threaded extends Node {
    final List<Object> things = new ArrayList<>(List.of(1, new Thread("t")));

    @Step
    void work() {}
  }

  @Test
  void aFieldThatCannotBeCapturedIsNamedWithItsPath() {
    assertThat(mistake(new Topology().add(new Threaded())).place()).endsWith("Threaded.things[1]");
  }

  static final class OrderDependent extends Node {
    final Set<Integer> values = new HashSet<>(List.of(1, 2));
    int first;

    @Step(once = true)
    void work() {
      first = values.iterator().next();
    }
  }

  static final class ChangingGuard extends Node {
    int asked;

    @Step(when = "count")
    void work() {}

    boolean count() {
      return ++asked > 0;
    }
  }

  static final class SendingGuard extends Node {
    @Step(when = "shout")
    void work() {}

    boolean shout() {
      send(self(), "hello");
      return true;
    }

    @Receive
    void hear(String m) {}
  }

  static final class NothingToChoose extends Node {
    @Step
    void work() {
      choose(List.of());
    }
  }

  static final class Caching extends Node {
    static final Map<String, Integer> CACHE = new HashMap<>();

    @Step(once = true)
    void work() {
      CACHE.put("runs", 1);
    }
  }

  @Test
  void stepsThatAreNotPureAreErrorsThatSayWhy() {
    assertThat(mistake(new Topology().add(new OrderDependent())).message())
        .contains("is not the same on two runs")
        .contains("order of a HashSet");
    assertThat(mistake(new Topology().add(new ChangingGuard())).message())
        .contains("changes its node; a guard may only look");
    assertThat(mistake(new Topology().add(new SendingGuard())).message())
        .contains("send() was called in a guard");
    assertThat(mistake(new Topology().add(new NothingToChoose())).message())
        .contains("choose() was given no options");
  }

  @Test
  void staticStateThatStepsChangeIsAnError() {
    Caching.CACHE.clear();
    Mistake mistake = mistake(new Topology().add(new Caching()));
    assertThat(mistake.place()).endsWith("Caching.CACHE");
    assertThat(mistake.message()).contains("steps changed a static field");
  }

  /** Knows its peers, in no order. */
  static final class Registry extends Node {
    final Set<NodeId> peers = new HashSet<>();
  }

  @Test
  void aPropertyThatLooksInTheOrderOfAHashSetIsToldToKeepToOne() {
    Registry registry = new Registry();
    Topology topology = new Topology().add(3, i -> new Counting()).add(registry);
    for (int i = 1; i <= 3; i++) {
      registry.peers.add(new NodeId("Counting", i));
    }

    Mistake mistake =
        mistake(
            topology,
            invariant(
                "known",
                w ->
                    w.nodes(Registry.class).get(0).peers.stream()
                        .allMatch(peer -> ((Counting) w.node(peer)).count >= 0)));

    assertThat(mistake.message())
        .startsWith(
            "the property known looks at the world in another order on a second evaluation of one"
                + " state: at Registry1, Counting")
        .endsWith(
            "Iterate in a fixed order: over w.nodes(...), a list or a sorted copy, not over a"
                + " HashMap or HashSet");
  }

  static final class Poster extends Node {
    @Step(once = true)
    void post() {
      for (int i = 0; i < 3; i++) {
        sendToAll(Box.class, new Ping(i));
      }
    }
  }

  /** Never takes anything out. */
  static final class Box extends Node {
    @Receive(when = "never")
    void ping(Ping m) {}

    boolean never() {
      return false;
    }
  }

  private static Topology posting() {
    return new Topology().add(new Poster()).add(new Box()).add(new Box());
  }

  private static int number(Pending pending) {
    return ((Ping) pending.message()).number();
  }

  @Test
  void aPropertyThatDependsOnTheOrderOfPendingMessagesIsAnError() {
    Property all = invariant("all", w -> w.pending().isEmpty() || number(w.pending().get(0)) == 0);
    Property last =
        invariant("last", w -> w.pending().isEmpty() || number(w.pending().get(5)) == 2);
    Property nodes =
        invariant(
            "nodes",
            w -> w.pending().isEmpty() || w.pending().get(0).to().equals(new NodeId("Box", 1)));
    Property one =
        invariant(
            "one",
            w ->
                w.pending(new NodeId("Box", 1)).stream()
                    .findFirst()
                    .map(first -> number(first) == 0)
                    .orElse(true));
    // The one that has as many before it as behind it.
    Property middle =
        invariant(
            "middle",
            w -> {
              List<Pending> three = w.pending(new NodeId("Box", 1));
              return three.isEmpty() || number(three.get(1)) == 1;
            });
    for (Property property : List.of(all, last, nodes, one, middle)) {
      assertThat(mistake(posting(), property).message())
          .contains("the property " + property.name() + " is not the same on two evaluations")
          .contains("pending messages");
    }
  }

  @Test
  void theStepsBeforeAPropertysMistakeLeadToTheStateInWhichItShows() {
    Property order = invariant("o", w -> w.pending().isEmpty() || number(w.pending().get(0)) == 0);
    Property end =
        terminal(
            "t",
            w -> {
              throw new IllegalStateException("unfit");
            });
    for (SearchMode mode : SearchMode.ALL) {
      InstanceResult result = check(mode.options(), posting(), order);
      assertThat(stepsBefore(result)).as("%s %s", mode, result).isEqualTo(1);
      result = check(mode.options(), pingPong(1), end);
      assertThat(stepsBefore(result)).as("%s %s", mode, result).isEqualTo(3);
    }
  }

  private static int stepsBefore(InstanceResult result) {
    return result.error().orElseThrow().trace().orElseThrow().steps().size();
  }

  @Test
  void aPropertyMayFollowPendingMessagesToTheirNodes() {
    InstanceResult result =
        check(
            posting(),
            invariant(
                "known", w -> w.pending().stream().allMatch(p -> w.node(p.to()) instanceof Box)));
    assertThat(result.verdict()).as("%s", result.error()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void propertiesMayOnlyLook() {
    assertThat(
            mistake(
                    pingPong(1),
                    invariant("meddles", w -> w.nodes(Client.class).get(0).sent++ >= 0))
                .message())
        .contains("changes Client1; a property may only look");
  }

  private static SearchOptions within(Budget budget) {
    return SearchOptions.DEFAULT.withBudget(budget);
  }

  private static Budget states(long states) {
    return new Budget(Optional.of(states), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static Budget depth(int depth) {
    return new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(depth));
  }

  /** Has no end. */
  static final class Counting extends Node {
    long count;

    @Step
    void count() {
      count++;
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void anExhaustedBudgetIsNeverCalledVerified(Order order) {
    Topology endless = new Topology().add(new Counting());
    InstanceResult states = check(within(states(1000)).withOrder(order), endless);
    assertThat(states.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(states.exhausted()).contains(Budget.Kind.STATES);
    assertThat(states.figures().states()).isGreaterThan(1000).isLessThan(2000);

    InstanceResult time =
        check(
            within(
                    new Budget(
                        Optional.empty(),
                        Optional.of(Duration.ofNanos(1)),
                        Optional.empty(),
                        Optional.empty()))
                .withOrder(order),
            new Topology().add(new Counting()));
    assertThat(time.exhausted()).contains(Budget.Kind.TIME);

    InstanceResult memory =
        check(
            within(
                    new Budget(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(1L << 20),
                        Optional.empty()))
                .withOrder(order),
            new Topology().add(new Counting()));
    assertThat(memory.exhausted()).contains(Budget.Kind.MEMORY);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aDepthBudgetCutsOnlyWhatLiesBeyondIt(Order order) {
    Property goal = reachable("done", w -> w.nodes(Client.class).get(0).answered == 2);
    InstanceResult whole = check(within(depth(6)).withOrder(order), pingPong(2), goal);
    assertThat(whole.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(whole.figures().depth()).isEqualTo(6);
    InstanceResult cut = check(within(depth(5)).withOrder(order), pingPong(2), goal);
    assertThat(cut.exhausted()).contains(Budget.Kind.DEPTH);
    assertThat(cut.properties())
        .extracting(PropertyResult::outcome)
        .containsExactly(PropertyResult.Status.UNDECIDED);
  }

  @Test
  void twoRunsCountTheSame() {
    assertThat(timeless(check(pingPong(5)).figures()))
        .isEqualTo(timeless(check(pingPong(5)).figures()));
  }

  private static Figures timeless(Figures f) {
    return new Figures(
        f.states(),
        f.transitions(),
        f.depth(),
        f.terminalStates(),
        new Figures.UserCode(f.handlerRuns(), f.guardRuns(), f.propertyRuns()),
        f.localStates(),
        f.messages(),
        f.storeBytes(),
        new Figures.Stack(f.stackPushes(), f.peakStack()),
        0);
  }

  @Test
  void aSearchWithoutMemoryVisitsAStateOncePerPath() {
    SearchOptions stateless =
        SearchOptions.DEFAULT.withOrder(Order.DEPTH_FIRST).withMemory(StoreOptions.Memory.NONE);
    // Two independent steps: four states, but the last is reached on two paths.
    Topology two = new Topology().add(2, i -> new Quiet());
    InstanceResult result = check(stateless, two);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(5);
    assertThat(check(new Topology().add(2, i -> new Quiet())).figures().states()).isEqualTo(4);
  }

  static final class Quiet extends Node {
    @Step(once = true)
    void once() {}
  }

  /** The result would be labelled with a network that was not searched. */
  @Test
  void aNetworkThatTheInstanceWasNotLoadedWithIsRefused() {
    Model model = loaded(new Topology().add(2, i -> new Quiet()));
    SearchOptions ordered = SearchOptions.DEFAULT.withNetwork(Optional.of(Network.ORDERED));
    SearchOptions same = SearchOptions.DEFAULT.withNetwork(Optional.of(Network.UNORDERED));

    assertThat(Checker.check(model, same, ProgressListener.NONE).verdict())
        .isEqualTo(Verdict.VERIFIED);
    assertThatThrownBy(() -> Checker.check(model, ordered, ProgressListener.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the instance was loaded with the network unordered")
        .hasMessageContaining("network ordered in place of the declared one");
  }

  @Test
  void aTraceReplaysToTheSameViolationUntilTheCodeChanges() {
    Property property =
        invariant("nothingIsAnswered", w -> w.nodes(Client.class).get(0).answered == 0);
    Trace trace = violation(check(pingPong(1), property)).trace().orElseThrow();
    List<Trace.TraceStep> replayed = new ArrayList<>();
    ReplayOutcome outcome = Replay.run(loaded(pingPong(1), property), trace, replayed::add);
    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.message()).isEqualTo("the last state violates nothingIsAnswered");
    assertThat(replayed).isEqualTo(trace.steps());

    Model changed = loaded(pingPong(0), property);
    ReplayOutcome other = Replay.run(changed, trace, step -> {});
    assertThat(other.reproduced()).isFalse();
    assertThat(other.message()).contains("step 1 (Client1 Client.ask) is not possible any more");
  }
}
