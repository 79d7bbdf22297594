package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.Checker;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Judges;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where the engine leaves its usual paths: states too wide for a word, memos that are forgotten.
 */
class UnusualSpacesTest {
  record Token(int hops) {}

  /** Passes tokens round a ring, a few hops each. */
  static final class Member extends Node {
    final boolean starts;
    int passed;

    Member(boolean starts) {
      this.starts = starts;
    }

    @Step(once = true, when = "starts")
    void start() {
      send(next(), new Token(3));
    }

    boolean starts() {
      return starts;
    }

    @Receive
    void token(Token m) {
      passed++;
      if (m.hops() > 0) {
        send(next(), new Token(m.hops() - 1));
      }
    }

    private NodeId next() {
      List<NodeId> members = ids(Member.class);
      return members.get(self().index() % members.size());
    }
  }

  private static Topology ring(int members) {
    return new Topology().add(members, i -> new Member(i % 10 == 1));
  }

  @ParameterizedTest
  @EnumSource(ExplorationOptions.Order.class)
  void statesTooWideForAWordAreCountedRight(ExplorationOptions.Order order) {
    NaiveResult reference = NaiveChecker.check(Models.of(ring(40)));
    SearchOptions options = SearchOptions.DEFAULT.withOrder(order);
    var figures = Checker.check(Models.loaded(ring(40)), options, ProgressListener.NONE).figures();
    assertThat(List.of(figures.states(), figures.transitions(), figures.terminalStates()))
        .isEqualTo(
            List.of(reference.states(), reference.transitions(), reference.terminalStates()));
    assertThat(figures.states()).isGreaterThan(500);
  }

  /** Counts to a number by itself, so that its cells outgrow any early layout. */
  static final class Counter extends Node {
    final int limit;
    int count;

    Counter(int limit) {
      this.limit = limit;
    }

    @Step(when = "below")
    void count() {
      count++;
    }

    boolean below() {
      return count < limit;
    }
  }

  /** Counts, and is told something meanwhile. */
  static final class Told extends Node {
    int count;

    @Step(when = "below")
    void count() {
      count++;
    }

    boolean below() {
      return count < 5_000;
    }

    @Receive
    void hear(Token m) {}
  }

  /** Tells it. */
  static final class Herald extends Node {
    @Step(once = true)
    void tell() {
      sendToAll(Told.class, new Token(0));
    }
  }

  /** Each of the 5,001 local states, before the message, with it, and after it. */
  @Test
  void aMessageReachesEachOfThousandsOfCells() {
    Topology topology = new Topology().add(new Told()).add(new Herald());
    Budget enough =
        new Budget(Optional.of(20_000L), Optional.empty(), Optional.empty(), Optional.empty());
    var figures =
        Checker.check(
                Models.loaded(topology),
                SearchOptions.DEFAULT.withBudget(enough),
                ProgressListener.NONE)
            .figures();
    assertThat(List.of(figures.states(), figures.transitions(), figures.terminalStates()))
        .isEqualTo(List.of(3 * 5_001L, 3 * 5_000L + 2 * 5_001L, 1L));
  }

  @ParameterizedTest
  @EnumSource(ExplorationOptions.Order.class)
  void cellsThatOutgrowTheLayoutAreRepacked(ExplorationOptions.Order order) {
    // 20 nodes get three bits each at first; one of them needs ten, and then there is no room.
    NaiveResult reference = NaiveChecker.check(Models.of(ringAndCounter()));
    var figures =
        Checker.check(
                Models.loaded(ringAndCounter()),
                SearchOptions.DEFAULT.withOrder(order),
                ProgressListener.NONE)
            .figures();
    assertThat(List.of(figures.states(), figures.transitions()))
        .isEqualTo(List.of(reference.states(), reference.transitions()));
  }

  /** Picks a number, asks for a letter and takes note of it. */
  static final class Listener extends Node {
    final int digits;
    int picked;
    boolean heard;

    Listener(int digits) {
      this.digits = digits;
    }

    @Step(once = true)
    void pick() {
      List<Integer> all = IntStream.range(0, digits).boxed().toList();
      picked = digits * choose(all) + choose(all);
      sendToAll(Caller.class, "call me");
    }

    @Receive
    void hear(String m) {
      heard = true;
    }
  }

  /** Answers. */
  static final class Caller extends Node {
    @Receive
    void call(String m, NodeId from) {
      send(from, "hello");
    }
  }

  /** The letter comes in any of thousands of cells; there is no other way to where it leads. */
  @ParameterizedTest
  @EnumSource(ExplorationOptions.Order.class)
  void aLetterFindsEachOfThousandsOfCells(ExplorationOptions.Order order) {
    int digits = 68;
    int numbers = digits * digits; // Somewhat more than 4,096.
    var figures =
        Checker.check(
                Models.loaded(new Topology().add(new Listener(digits)).add(new Caller())),
                SearchOptions.DEFAULT.withOrder(order).withRunTwice(false),
                ProgressListener.NONE)
            .figures();
    // Each number asked, answered and heard.
    assertThat(List.of(figures.states(), figures.transitions(), figures.terminalStates()))
        .isEqualTo(List.of(1L + 3 * numbers, 3L * numbers, (long) numbers));
  }

  private static Topology ringAndCounter() {
    return new Topology().add(19, i -> new Member(i == 1)).add(new Counter(600));
  }

  @Test
  void forgettingMemosChangesNothing() {
    for (long seed = 0; seed < 40; seed++) {
      RandomProtocols.Sample sample = RandomProtocols.sample(seed);
      if (sample.reference().usage().throwing() == 0) {
        for (int memoLimit : new int[] {0, 40, 400}) {
          assertThat(count(sample, Memory.FULL, memoLimit))
              .as("seed %d", seed)
              .isEqualTo(sample.reference().states());
          assertThat(count(sample, Memory.RELEVANT, memoLimit))
              .as("seed %d", seed)
              .isEqualTo(sample.reference().relevant().size());
        }
      }
    }
  }

  private static long count(RandomProtocols.Sample sample, Memory memory, int memoLimit) {
    Model model = sample.protocol().modelWithoutProperties(ModelLoader::nodeType);
    SearchOptions options = SearchOptions.DEFAULT.withMemory(memory);
    Participants participants = new Participants(model);
    StepRunner runner = new StepRunner(model, participants, options, Set.of());
    StateSpace space = new StateSpace(participants, runner, options, Ports.USUAL, memoLimit);
    Judges judges = new Judges(List.of(), participants, space, runner, true, property -> Set.of());
    Allowance.Share share = Allowance.unlimited().share();
    Search search = new Search(space, judges, options, false, share);
    search.run();
    assertThat(search.found()).isEmpty();
    return search.states();
  }

  record Vote(int number) {}

  /** Votes twice. */
  static final class Voter extends Node {
    @Step(once = true)
    void vote() {
      sendToAll(Teller.class, new Vote(1));
      sendToAll(Teller.class, new Vote(2));
    }
  }

  /** Counts votes of three different voters. */
  static final class Teller extends Node {
    final List<String> counted = new ArrayList<>();

    @Receive(quorum = "3")
    void three(Quorum<Vote> votes) {
      counted.add("three" + votes.senders().map(NodeId::index).sorted().toList());
    }

    @Receive(quorum = "2", orMore = true, when = "none")
    void two(Quorum<Vote> votes) {
      counted.add("two" + votes.senders().map(NodeId::index).sorted().toList());
    }

    boolean none() {
      return counted.isEmpty();
    }
  }

  /** Each set holds one message of a sender at most, and each such set is tried. */
  @Test
  void quorumsOfThreeSendersWithTwoMessagesEachAreCountedRight() {
    NaiveResult reference =
        NaiveChecker.check(Models.of(new Topology().add(3, i -> new Voter()).add(new Teller())));
    var figures =
        Checker.check(
                Models.loaded(new Topology().add(3, i -> new Voter()).add(new Teller())),
                SearchOptions.DEFAULT,
                ProgressListener.NONE)
            .figures();
    assertThat(List.of(figures.states(), figures.transitions(), figures.terminalStates()))
        .isEqualTo(
            List.of(reference.states(), reference.transitions(), reference.terminalStates()));
  }

  @Test
  void anInstanceOfOneNodeIsFine() {
    var figures =
        Checker.check(
                Models.loaded(new Topology().add(new Counter(7))),
                SearchOptions.DEFAULT,
                ProgressListener.NONE)
            .figures();
    assertThat(List.of(figures.states(), figures.transitions())).isEqualTo(List.of(8L, 7L));
  }
}
