package dev.parley.engine;

import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Linearizable;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Register;
import dev.parley.api.Round;
import dev.parley.api.Rounds;
import dev.parley.api.SequentialObject;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The conditions of the search by rounds, and what its argument needs. Each test was seen to fail
 * with the condition dropped that it is named after.
 */
class RoundsTest {
  @Round(1)
  record Ask(@Phase int phase) {}

  @Round(2)
  record Answer(@Phase int phase) {}

  /** No tag, but a counter. */
  record Bare(int term) {}

  /** Sends questions of these phases to all receivers, each once and one after the other. */
  static final class Asker extends Node {
    private final List<Integer> phases;
    int asked;

    Asker(Integer... phases) {
      this.phases = List.of(phases);
    }

    @Step(when = "mayAsk")
    void ask() {
      sendToAll(Receiver.class, new Ask(phases.get(asked++)));
    }

    boolean mayAsk() {
      return asked < phases.size();
    }

    @Receive
    void answer(Answer m) {}
  }

  /** Receives questions. */
  abstract static class Receiver extends Node {
    int count;
    int latest;
  }

  /** Takes questions in the order of their phases. */
  static class Careful extends Receiver {
    @Receive(when = "isNew")
    void take(Ask m, NodeId from) {
      count++;
      latest = m.phase();
    }

    boolean isNew(Ask m, NodeId from) {
      return m.phase() > latest;
    }
  }

  /** Takes every question. */
  static final class Careless extends Receiver {
    @Receive
    void take(Ask m) {
      count++;
    }
  }

  /** Ignores late questions inside the handler. */
  static final class Ignoring extends Receiver {
    @Receive
    void take(Ask m) {
      if (m.phase() > latest) {
        count++;
        latest = m.phase();
      }
    }
  }

  /** Answers with another phase. */
  static final class Confused extends Receiver {
    @Receive(when = "isNew")
    void take(Ask m, NodeId from) {
      latest = m.phase();
      send(from, new Answer(m.phase() - 1));
    }

    boolean isNew(Ask m, NodeId from) {
      return m.phase() > latest;
    }
  }

  /** Passes questions on in their own round. */
  static final class Relay extends Receiver {
    @Receive(when = "isNew")
    void take(Ask m, NodeId from) {
      latest = m.phase();
      sendToOthers(Receiver.class, m);
    }

    boolean isNew(Ask m, NodeId from) {
      return m.phase() > latest;
    }
  }

  /** Takes any two questions at once. */
  static final class Pairing extends Receiver {
    @Receive(quorum = "2", when = "isFresh")
    void take(Quorum<Ask> both) {
      count++;
    }

    boolean isFresh(Quorum<Ask> both) {
      return count == 0;
    }
  }

  /** Throws when a late question comes. */
  static final class Brittle extends Receiver {
    @Receive
    void take(Ask m) {
      if (m.phase() < latest) {
        throw new IllegalStateException("late");
      }
      latest = m.phase();
    }
  }

  /** Sends what has no tag. */
  static final class Barer extends Receiver {
    @Receive
    void take(Ask m, NodeId from) {
      sendToOthers(Receiver.class, new Bare(m.phase()));
    }

    @Receive
    void bare(Bare m) {
      count++;
    }
  }

  static InstanceResult byRounds(Model model) {
    return InstanceCheck.ofInspected(
            model,
            SearchMode.ROUNDS.in(SearchMode.ROUNDS.nearestFirst()).options(),
            ProgressListener.NONE)
        .run();
  }

  private static InstanceResult ordinary(Model model) {
    return InstanceCheck.ofInspected(model, SearchMode.DBSS.options(), ProgressListener.NONE).run();
  }

  private static String error(InstanceResult result) {
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    return result.error().orElseThrow().message();
  }

  private static AppliedReduction rounds(InstanceResult result) {
    return result.reductions().stream()
        .filter(reduction -> reduction.name().equals("rounds"))
        .findFirst()
        .orElseThrow();
  }

  private static Topology asking(Receiver receiver, Integer... phases) {
    return new Topology().add("Asker", new Asker(phases)).add("Receiver", receiver);
  }

  @Test
  void aNodeThatGoesBackBreaksTheFirstCondition() {
    assertThat(error(byRounds(loaded(asking(new Careful(), 2, 1)))))
        .startsWith("condition 1 of rounds is broken")
        .contains("Asker.ask", "Asker1 sends Ask[phase=1]", "phase 1, round 1", "phase 2, round 1");
  }

  @Test
  void aMessageWithAnotherTagThanItsSenderBreaksTheSecondCondition() {
    assertThat(error(byRounds(loaded(asking(new Confused(), 3)))))
        .startsWith("condition 2 of rounds is broken")
        .contains("Confused.take", "Answer[phase=2]", "phase 2, round 2", "phase 3, round 1");
  }

  @Test
  void aMessageWithoutATagBreaksTheSecondConditionAndACounterIsSuggested() {
    assertThat(error(byRounds(loaded(asking(new Barer(), 1).add("Receiver", new Barer())))))
        .startsWith("condition 2 of rounds is broken")
        .contains("Bare[term=1], which has neither @Phase nor @Round", "it has the number term");
  }

  @Test
  void aLateMessageWithAnEffectBreaksTheThirdConditionAndItsStepsAreShown() {
    InstanceResult result = byRounds(loaded(asking(new Careless(), 1, 2)));
    assertThat(error(result))
        .startsWith("condition 3 of rounds is broken")
        .contains("Careless.take", "Ask[phase=1]", "phase 1, round 1", "phase 2, round 1");
    assertThat(result.error().orElseThrow().trace().map(Trace::steps).orElseThrow()).isNotEmpty();
  }

  @Test
  void aLateMessageThatIsIgnoredBreaksNothing() {
    InstanceResult result = byRounds(loaded(asking(new Ignoring(), 1, 2, 3)));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(result).applied()).isTrue();
    assertThat(rounds(result).summary()).contains("any message may be lost");
  }

  /** Passes a question on as an answer, and looks the same before and after. */
  static final class Blank extends Receiver {
    @Receive(when = "isFirst")
    void take(Ask m, NodeId from) {
      sendToOthers(Receiver.class, new Answer(m.phase()));
    }

    boolean isFirst(Ask m, NodeId from) {
      return m.phase() == 1 && count == 0;
    }

    @Receive
    void answer(Answer m) {
      count = 1;
    }
  }

  @Test
  void whatMayBePendingInALocalStateDependsOnTheRound() {
    Topology two = asking(new Blank(), 1).add("Receiver", new Blank());
    InstanceResult result = byRounds(loaded(two));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(result).applied()).isTrue();
  }

  /** Answers every question, and never changes. */
  static final class Echoing extends Receiver {
    @Receive
    void take(Ask m, NodeId from) {
      send(from, new Answer(m.phase()));
    }
  }

  @Test
  void aLateMessageIsTriedInEachRoundThatANodeIsIn() {
    assertThat(error(byRounds(loaded(asking(new Echoing(), 1, 2)))))
        .startsWith("condition 3 of rounds is broken")
        .contains("Echoing.take", "Ask[phase=1]");
  }

  /** Takes two questions whose phases make ten. */
  static final class Adding extends Receiver {
    @Receive(quorum = "2", when = "makeTen")
    void take(Quorum<Ask> both) {
      count++;
    }

    boolean makeTen(Quorum<Ask> both) {
      return both.messages().mapToInt(Ask::phase).sum() == 10;
    }
  }

  /** Asks in phase 9, and then changes its mind for ever. */
  static final class Restless extends Node {
    boolean asked;
    boolean mind;

    @Step(once = true)
    void ask() {
      asked = true;
      sendToAll(Receiver.class, new Ask(9));
    }

    @Step(when = "hasAsked")
    void change() {
      mind = !mind;
    }

    boolean hasAsked() {
      return asked;
    }
  }

  @Test
  void aLateMessageIsTriedWithWhatNoStepEverGoesPast() {
    Topology four =
        asking(new Adding(), 1).add("Asker", new Asker(5)).add("Restless", new Restless());
    assertThat(error(byRounds(loaded(four))))
        .startsWith("condition 4 of rounds is broken")
        .contains("Adding.take", "phase 1, round 1", "phase 9, round 1");
  }

  /** Thinks about what it has received. */
  static final class Pondering extends Receiver {
    boolean pondered;

    @Receive(when = "isNew")
    void take(Ask m, NodeId from) {
      latest = m.phase();
    }

    boolean isNew(Ask m, NodeId from) {
      return m.phase() > latest;
    }

    @Step(when = "mayPonder")
    void ponder() {
      pondered = true;
    }

    boolean mayPonder() {
      return latest > 0 && !pondered;
    }
  }

  @Test
  void aStepWithoutMessagesComesAfterWhatItsNodeHasReceived() {
    Property pondered =
        Models.invariant(
            "pondered",
            w -> w.nodes(Pondering.class).stream().noneMatch(p -> p.pondered && p.latest == 1));
    InstanceResult result = byRounds(loaded(asking(new Pondering(), 1, 2), pondered));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void aLateMessageThatMakesAStepThrowIsAViolation() {
    InstanceResult result = byRounds(loaded(asking(new Brittle(), 1, 2)));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void messagesOfTwoRoundsAtOnceBreakTheFourthCondition() {
    Topology two = asking(new Pairing(), 1).add("Asker", new Asker(2));
    assertThat(error(byRounds(loaded(two))))
        .startsWith("condition 4 of rounds is broken")
        .contains("Pairing.take", "phase 1, round 1", "phase 2, round 1");
  }

  @Test
  void aMessagePassedOnInItsOwnRoundBreaksTheFifthCondition() {
    Topology two = asking(new Relay(), 1).add("Receiver", new Relay());
    assertThat(error(byRounds(loaded(two))))
        .startsWith("condition 5 of rounds is broken")
        .contains("Relay.take", "Receiver1 sends Ask[phase=1]");
  }

  @Test
  void allCombinationsOfLocalStatesAreMetThoughOrdersAreNot() {
    Property together =
        Models.reachable(
            "together",
            w ->
                w.nodes(Receiver.class).get(0).count == 0
                    && w.nodes(Receiver.class).get(1).count == 1
                    && w.nodes(Receiver.class).get(1).latest == 9);
    Topology two = asking(new Careful(), 1, 5, 9).add("Receiver", new Careful());
    InstanceResult result = byRounds(loaded(two, together));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(result).applied()).isTrue();
  }

  @Test
  void aStateWhereSomebodyCouldStillActIsNotTheEnd() {
    Property taken =
        Models.terminal(
            "taken", w -> w.nodes(Receiver.class).stream().allMatch(r -> r.latest == 3));
    Topology two = asking(new Careful(), 1, 3).add("Receiver", new Careful());
    InstanceResult result = byRounds(loaded(two, taken));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(result).applied()).isTrue();
  }

  @Test
  void anEndIsFoundWhereNobodyCanActAnyMore() {
    Property all =
        Models.terminal("all", w -> w.nodes(Receiver.class).stream().allMatch(r -> r.count == 2));
    Topology two = asking(new Ignoring(), 1, 3).add("Receiver", new Careful());
    InstanceResult result = byRounds(loaded(two, all));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace()).isPresent();
  }

  @Test
  void anEndThatALateMessageWouldChangeIsABreachAndNoViolation() {
    Property all =
        Models.terminal("all", w -> w.nodes(Receiver.class).stream().allMatch(r -> r.count == 2));
    InstanceResult result = byRounds(loaded(asking(new Careless(), 1, 2), all));
    assertThat(error(result))
        .startsWith("condition 3 of rounds is broken")
        .contains("Careless.take", "Ask[phase=1]", "phase 1, round 1", "phase 2, round 1");
    assertThat(result.error().orElseThrow().trace().map(Trace::steps).orElseThrow()).isNotEmpty();
  }

  @Test
  void aPropertyOfPendingMessagesIsLeftToTheOrdinarySearch() {
    Property few = Models.invariant("few", w -> w.pending().size() < 3);
    Topology two = asking(new Careful(), 1, 3).add("Receiver", new Careful());
    InstanceResult result = byRounds(loaded(two, few));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(rounds(result).applied()).isFalse();
    assertThat(rounds(result).summary()).contains("few", "looks at pending messages");
  }

  @Test
  void aPropertyOfPendingMessagesIsRefusedUnderAnAssumption() {
    Property consumed =
        Models.reachable(
            "consumed",
            w ->
                w.pending().isEmpty()
                    && w.nodes(Asker.class).get(0).asked == 2
                    && w.nodes(Receiver.class).get(0).count == 1);
    Topology free = asking(new Ignoring(), 1, 2);
    assertThat(byRounds(loaded(free, consumed)).verdict()).isEqualTo(Verdict.VERIFIED);
    for (boolean byRounds : List.of(false, true)) {
      Model model = loaded(asking(new Ignoring(), 1, 2).rounds(Rounds.allBut(1)), consumed);
      assertThat(error(byRounds ? byRounds(model) : ordinary(model)))
          .contains("takes something for granted", "consumed looks at pending messages");
    }
  }

  @Test
  void whatComesInTheEndIsLeftToTheOrdinarySearch() {
    Property ends = Property.of("ends", Property.Kind.EVENTUALLY, w -> true);
    InstanceResult result = byRounds(loaded(asking(new Careful(), 1), ends));
    assertThat(rounds(result).summary()).contains("ends", "what comes after");
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void faultsOtherNetworksAndMissingTagsAreLeftToTheOrdinarySearch() {
    assertThat(rounds(byRounds(loaded(asking(new Careful(), 1).faults(Faults.none().crash(1))))))
        .extracting(AppliedReduction::summary)
        .asString()
        .contains("budgets of faults");
    assertThat(
            rounds(byRounds(loaded(asking(new Careful(), 1).network(Network.ORDERED)))).applied())
        .isFalse();
    Topology untagged = new Topology().add(new Bared()).add(new Bared());
    assertThat(rounds(byRounds(loaded(untagged))).summary())
        .contains("no message type has @Phase or @Round", "Bare (it has the number term)");
  }

  /** Knows no tags at all. */
  static final class Bared extends Node {
    @Step(once = true)
    void start() {
      sendToOthers(Bared.class, new Bare(1));
    }

    @Receive
    void bare(Bare m) {}
  }

  record Vote(int weight, long term, int size) {}

  record Won(int weight, long term) {}

  /** Keeps a counter, and numbers that are none. */
  static final class Elector extends Node {
    private long term;
    private int weight;

    @Step(once = true)
    void start() {
      sendToOthers(Elector.class, new Vote(1, term + 1, 2));
    }

    @Receive(when = "isLater")
    void vote(Vote m, NodeId from) {
      term = m.term();
      weight += m.weight();
    }

    @Receive(when = "isOf")
    void won(Won m, NodeId from) {
      weight = m.weight();
    }

    boolean isOf(Won m, NodeId from) {
      return m.term() == term && m.weight() != weight;
    }

    boolean isLater(Vote m, NodeId from) {
      long seen = m.term();
      return seen - 1 >= term && m.weight() != weight && m.size() > 1;
    }
  }

  @Test
  void aNumberThatNodesTreatAsACounterIsSuggested() {
    Topology two = new Topology().add(new Elector()).add(new Elector());
    assertThat(rounds(byRounds(loaded(two))).summary())
        .contains(
            "Vote (nodes compare its term with Elector.term, as they would compare phases)",
            "Won (nodes compare its term with Elector.term, as they would compare phases)");
  }

  /** Passes a token to the next one, a phase later. */
  static final class Link extends Node {
    boolean had;

    @Step(once = true, when = "isFirst")
    void start() {
      had = true;
      send(new NodeId("Link", 2), new Ask(1));
    }

    boolean isFirst() {
      return self().index() == 1;
    }

    @Receive
    void take(Ask m) {
      had = true;
      if (m.phase() < ids(Link.class).size() - 1) {
        send(new NodeId("Link", m.phase() + 2), new Ask(m.phase() + 1));
      }
    }
  }

  @Test
  void moreThan64NodesAndRoundsAreNoMatter() {
    for (Rounds assumed : List.of(Rounds.none(), Rounds.reliable())) {
      Property last = Models.reachable("last", w -> w.nodes(Link.class).get(129).had);
      InstanceResult result =
          byRounds(loaded(new Topology().rounds(assumed).add(130, i -> new Link()), last));
      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
      assertThat(rounds(result).applied()).isTrue();
      assertThat(rounds(result).summary()).endsWith(assumed.clause());
    }
  }

  /** Tells its number, and takes the greatest it hears; gives up waiting at any time. */
  static final class Voter extends Node {
    private final int number;
    private boolean told;
    int heard;
    int decided;

    Voter(int number) {
      this.number = number;
    }

    @Step(when = "isSilent")
    void tell() {
      told = true;
      heard = number;
      sendToOthers(Voter.class, new Told(1, number));
    }

    boolean isSilent() {
      return !told;
    }

    @Receive(when = "isWaiting")
    void hear(Told m, NodeId from) {
      heard = Math.max(heard, m.number());
    }

    boolean isWaiting(Told m, NodeId from) {
      return told && decided == 0;
    }

    @Step(when = "mayDecide")
    void decide() {
      decided = heard;
      sendToOthers(Voter.class, new Over(1, decided));
    }

    boolean mayDecide() {
      return told && decided == 0;
    }

    @Receive(when = "isLess")
    void over(Over m, NodeId from) {}

    boolean isLess(Over m, NodeId from) {
      return false;
    }
  }

  @Round(1)
  record Told(@Phase int phase, int number) {}

  @Round(2)
  record Over(@Phase int phase, int number) {}

  private static Model voting(Rounds assumed, int voters) {
    return loaded(
        new Topology().rounds(assumed).add(voters, Voter::new),
        Models.invariant(
            "agreement",
            w ->
                w.nodes(Voter.class).stream()
                        .map(v -> v.decided)
                        .filter(d -> d > 0)
                        .distinct()
                        .count()
                    < 2));
  }

  @Test
  void whatIsAssumedOfRoundsDecidesInBothSearches() {
    for (Rounds assumed : List.of(Rounds.none(), Rounds.allBut(1), Rounds.kernel())) {
      assertThat(byRounds(voting(assumed, 3)).verdict())
          .as("%s", assumed)
          .isEqualTo(Verdict.VIOLATED);
      assertThat(ordinary(voting(assumed, 3)).verdict())
          .as("%s", assumed)
          .isEqualTo(Verdict.VIOLATED);
    }
    InstanceResult all = byRounds(voting(Rounds.allBut(0), 3));
    assertThat(all.verdict()).as("%s", all).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(all).summary()).contains("each node hears all nodes of its role but 0");
    assertThat(ordinary(voting(Rounds.allBut(0), 3)).verdict()).isEqualTo(Verdict.VERIFIED);
    for (Model enough : List.of(voting(Rounds.reliable(), 3), voting(Rounds.kernel(), 2))) {
      assertThat(byRounds(enough).verdict()).isEqualTo(Verdict.VERIFIED);
      assertThat(ordinary(enough).verdict()).isEqualTo(Verdict.VERIFIED);
    }
  }

  @Test
  void whereNothingCanHappenUnderAnAssumptionIsLeftToTheSearchOfAllOrders() {
    Property all =
        Models.terminal("all", w -> w.nodes(Receiver.class).stream().allMatch(r -> r.count == 1));
    InstanceResult result =
        byRounds(loaded(asking(new Careful(), 1).rounds(Rounds.allBut(1)), all));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(rounds(result).applied()).isFalse();
    assertThat(rounds(result).summary()).contains("all is not decided", "is assumed to do");
  }

  @Test
  void aRunBeginsInItsOwnInitialState() {
    NodeId receiver = new NodeId("Receiver", 1);
    NodeId asker = new NodeId("Asker", 1);
    Property early = Models.invariant("early", w -> w.nodes(Receiver.class).get(0).latest < 8);
    InstanceResult result =
        byRounds(
            loaded(
                List.of(
                    asking(new Careful(), 5).message(asker, receiver, new Ask(2)),
                    asking(new Careful(), 5).message(asker, receiver, new Ask(8))),
                early));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    assertThat(trace.pending()).hasSize(1).allMatch(m -> m.text().equals("Ask[phase=8]"));
    assertThat(trace.steps()).hasSize(1);
    assertThat(result.violation().orElseThrow().survey().orElseThrow().rounds()).hasSize(1);
  }

  /** Opens a phase after the other for ever. */
  static final class Endless extends Node {
    int phase;

    @Step(when = "isEarly")
    void open() {
      phase++;
      sendToOthers(Endless.class, new Ask(phase));
    }

    boolean isEarly() {
      return phase < 40;
    }

    @Receive(when = "isNew")
    void take(Ask m, NodeId from) {
      phase = m.phase();
    }

    boolean isNew(Ask m, NodeId from) {
      return m.phase() > phase;
    }
  }

  @Test
  void aBudgetEndsTheSearchAndProvesNothing() {
    InstanceResult result =
        InstanceCheck.ofInspected(
                loaded(new Topology().add(2, i -> new Endless())),
                SearchMode.ROUNDS
                    .in(SearchMode.ROUNDS.nearestFirst())
                    .options()
                    .withBudget(Budget.UNBOUNDED.withStates(100)),
                ProgressListener.NONE)
            .run();
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
  }

  /** Reads what was never written. */
  static final class Dreamer extends Node {
    @Step(once = true)
    void read() {
      invoked(Register.read());
      returned(7);
    }
  }

  @Protocol
  static final class Recorded {
    @Instance(with = {0})
    @Instance(with = {1})
    static void dreamer(Topology t, int assumed) {
      t.rounds(assumed == 0 ? Rounds.none() : Rounds.kernel())
          .add("Asker", new Asker(1))
          .add("Receiver", new Careful())
          .add(new Dreamer());
    }

    @Linearizable
    static SequentialObject register() {
      return new Register(0);
    }
  }

  @Test
  void recordedOperationsAreLeftToTheOrdinarySearchAndRefusedUnderAnAssumption() {
    InstanceResult free = byRounds(ModelLoader.load(Recorded.class, "dreamer(0)"));
    assertThat(free.verdict()).as("%s", free).isEqualTo(Verdict.VIOLATED);
    assertThat(rounds(free).summary()).contains("clients record operations");
    for (boolean byRounds : List.of(false, true)) {
      Model model = ModelLoader.load(Recorded.class, "dreamer(1)");
      assertThat(error(byRounds ? byRounds(model) : ordinary(model)))
          .contains("dreamer(1) takes something for granted", "clients record operations");
    }
  }

  @Test
  void aMistakenTagIsNamed() {
    record Wrong(@Phase String phase) {}
    final class Sender extends Node {
      @Step(once = true)
      void start() {
        sendToAll(Receiver.class, new Ask(1));
      }
    }
    final class Strange extends Node {
      @Receive
      void wrong(Wrong m) {}
    }
    assertThat(error(byRounds(loaded(new Topology().add(new Sender()).add(new Strange())))))
        .contains("Wrong.phase is a String", "whole number");
  }
}
