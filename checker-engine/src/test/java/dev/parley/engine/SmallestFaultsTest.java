package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.FaultSet;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which faults it takes to break a protocol. */
class SmallestFaultsTest {
  record Item(int number) {}

  static final class Source extends Node {
    int sent;

    @Step(when = "isUnsent")
    void emit() {
      sent++;
      send(new NodeId("Sink", 1), new Item(sent));
    }

    boolean isUnsent() {
      return sent < 2;
    }
  }

  /** Gets two items. Cannot restart when it has seen just one. */
  static final class Sink extends Node {
    @Durable int seen;

    @Receive
    void item(Item m) {
      seen++;
    }

    @Override
    protected void restarted() {
      if (seen == 1) {
        throw new IllegalStateException("restarted halfway");
      }
    }
  }

  @Protocol
  static final class Fragile {
    private static void pair(Topology t, Faults faults) {
      t.add(new Source()).add(new Sink()).faults(faults);
    }

    private static Faults all() {
      return Faults.none().lose(2).duplicate(1).crash(1).restart(1).partition(1);
    }

    @Instance(expect = Verdict.VIOLATED)
    static void anything(Topology t) {
      pair(t, all());
    }

    @Instance(expect = Verdict.VIOLATED)
    static void ordered(Topology t) {
      pair(t.network(Network.ORDERED), all());
    }

    @Instance(expect = Verdict.VIOLATED)
    static void delivered(Topology t) {
      pair(t.network(Network.MP), all());
    }

    @Instance(expect = Verdict.VIOLATED)
    static void covered(Topology t) {
      pair(t, Faults.none().lose(3).lose(2, Item.class).duplicate(2).crash(1, "Sink").restart(2));
    }

    @Instance(expect = Verdict.VIOLATED)
    static void brokenFromTheStart(Topology t) {
      pair(t, Faults.none().lose(1));
      t.message(new NodeId("Source", 1), new NodeId("Sink", 1), new Item(t.choose(3, 4)));
    }

    @Invariant
    static boolean isNeverThree(World w) {
      return w.nodes(Sink.class).get(0).seen < 3;
    }

    @Terminal
    static boolean hasSeenOne(World w) {
      Sink sink = w.nodes(Sink.class).get(0);
      Source source = w.nodes(Source.class).get(0);
      return sink.seen > 0 || !w.isUp(sink) || !w.isUp(source);
    }
  }

  static final class Walker extends Node {
    private final List<Integer> ways;
    int place;

    /** So many ways that the first goes further before the last is looked at. */
    Walker(int first, int last) {
      List<Integer> all = new ArrayList<>(List.of(first));
      IntStream.range(10, 1000).forEach(all::add);
      all.add(last);
      ways = List.copyOf(all);
    }

    @Step(when = "isAtStart")
    void leave() {
      place = choose(ways);
    }

    boolean isAtStart() {
      return place == 0;
    }

    @Step(when = "isOnTheWay")
    void arrive() {
      place = 3;
    }

    boolean isOnTheWay() {
      return place == 1;
    }
  }

  /** Wrong in several ways, some in states that are nearer than others, but looked at later. */
  @Protocol
  static final class Ways {
    @Instance(expect = Verdict.VIOLATED)
    static void two(Topology t) {
      t.add(new Walker(1, 2)).faults(Faults.none().crash(1));
    }

    @Instance(expect = Verdict.VIOLATED)
    static void one(Topology t) {
      t.add(new Walker(1, 10)).faults(Faults.none().crash(1));
    }

    @Invariant
    static boolean neverArrives(World w) {
      return w.nodes(Walker.class).get(0).place != 3;
    }

    @Terminal
    static boolean isNotStuck(World w) {
      return w.nodes(Walker.class).get(0).place != 2;
    }

    @Terminal
    static boolean hasLeft(World w) {
      return w.nodes(Walker.class).get(0).place != 0;
    }
  }

  record Key() {}

  /** Sends what may be lost, and what may not. */
  static final class Sender extends Node {
    @Step(once = true)
    void send() {
      sendToAll(Keeper.class, new Item(1));
      sendToAll(Keeper.class, new Key());
    }
  }

  static final class Keeper extends Node {
    boolean hasKey;

    @Receive
    void item(Item m) {}

    @Receive
    void key(Key m) {
      hasKey = true;
    }
  }

  /** Some faults spend from a wide budget and from a narrow one. */
  @Protocol
  static final class Covered {
    private static void pair(Topology t, Faults faults) {
      t.add(new Sender()).add("A", new Keeper()).faults(faults);
    }

    @Instance(expect = Verdict.VIOLATED)
    static void key(Topology t) {
      pair(t, Faults.none().lose(2).lose(1, Key.class));
    }

    @Instance(expect = Verdict.VIOLATED)
    static void item(Topology t) {
      pair(t, Faults.none().lose(2).lose(1, Item.class));
    }

    @Instance(expect = Verdict.VIOLATED)
    static void keyOfARole(Topology t) {
      pair(t, Faults.none().lose(1, "A").lose(1, Key.class).crash(1));
    }

    @Instance
    static void neither(Topology t) {
      pair(t, Faults.none().duplicate(2).duplicate(1, Key.class).lose(1, Item.class));
    }

    @Terminal
    static boolean hasKey(World w) {
      Keeper keeper = w.nodes(Keeper.class).get(0);
      return keeper.hasKey || !w.isUp(keeper) || !w.isUp(w.nodes(Sender.class).get(0));
    }
  }

  private static InstanceResult check(String instance, SearchOptions options) {
    return Checker.check(ModelLoader.load(Fragile.class, instance), options, p -> {});
  }

  private static List<SearchMode> modes() {
    return SearchMode.ALL;
  }

  @ParameterizedTest
  @MethodSource("modes")
  void theSmallestSetsAreNamedInEveryMode(SearchMode mode) {
    InstanceResult result = check("anything", mode.options());
    assertThat(result.breakingFaults())
        .extracting(set -> EveryCombination.counted(set.faults()) + " " + set.property())
        .containsExactly(
            "{duplicate=1} isNeverThree",
            "{partition=1} hasSeenOne",
            "{lose=2} hasSeenOne",
            "{crash=1, restart=1} exception");
    assertThat(result.harmlessFaults())
        .extracting(set -> EveryCombination.counted(set.faults()))
        .containsExactly(Map.of("lose", 1, "crash", 1));
  }

  /** What each combination gives on its own decides what the smallest ones are. */
  @ParameterizedTest
  @CsvSource({"anything", "ordered", "delivered", "covered", "brokenFromTheStart"})
  void theyAreThoseOfCheckingEveryCombination(String instance) {
    Model model = ModelLoader.load(Fragile.class, instance);
    InstanceResult result = Checker.check(model, SearchOptions.DEFAULT, p -> {});
    EveryCombination every = EveryCombination.of(model, SearchOptions.DEFAULT);
    assertThat(EveryCombination.described(result)).isEqualTo(every.smallest());
    assertThat(
            result.harmlessFaults().stream().map(FaultSet::faults).map(EveryCombination::counted))
        .allMatch(every::holds);
  }

  @ParameterizedTest
  @CsvSource({"two, isNotStuck, 1", "one, neverArrives, 2"})
  void theCounterexampleOfASetIsAShortestOneAndNoneIsShownOfAGreaterSet(
      String instance, String property, int steps) {
    InstanceResult result =
        Checker.check(ModelLoader.load(Ways.class, instance), SearchOptions.DEFAULT, p -> {});
    assertThat(result.breakingFaults()).hasSize(1);
    assertThat(result.breakingFaults().get(0).faults()).isEmpty();
    assertThat(result.breakingFaults().get(0).property()).isEqualTo(property);
    assertThat(result.breakingFaults().get(0).trace().orElseThrow().steps()).hasSize(steps);
  }

  @Test
  void somethingThatBreaksByItselfTakesNoFaults() {
    InstanceResult result = check("brokenFromTheStart", SearchOptions.DEFAULT);
    assertThat(result.breakingFaults()).hasSize(1);
    assertThat(result.breakingFaults().get(0).faults()).isEmpty();
    assertThat(result.harmlessFaults()).isEmpty();
  }

  /** A loss of a key is no loss besides another one, and two losses may not be of any messages. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key | one loss of Key | up to two losses (none of Key)",
        "item | one loss (none of Item) | no fault",
        "keyOfARole | one loss of A and one loss of Key | up to no losses of A, one loss of Key and"
            + " one crash; up to one loss of A, no losses of Key and one crash",
      })
  void whatSpendsFromSeveralBudgetsIsToldOnce(String instance, String breaking, String harmless) {
    InstanceResult result =
        Checker.check(ModelLoader.load(Covered.class, instance), SearchOptions.DEFAULT, p -> {});
    assertThat(result.breakingFaults()).extracting(BreakingFaults::text).containsExactly(breaking);
    assertThat(result.harmlessFaults())
        .extracting(FaultSet::text)
        .containsExactly(harmless.split("; "));
  }

  @Test
  void allThatMayGoWrongIsToldOnce() {
    InstanceResult result =
        Checker.check(ModelLoader.load(Covered.class, "neither"), SearchOptions.DEFAULT, p -> {});
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.surroundings().most())
        .isEqualTo("up to two duplicates (at most one of Key) and one loss of Item");
  }

  @Test
  void aSearchThatEndsEarlySaysThatThereMayBeMore() {
    InstanceResult whole = check("anything", SearchOptions.DEFAULT);
    InstanceResult result =
        check(
            "anything",
            SearchOptions.DEFAULT.withBudget(
                new Budget(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(5))));
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.breakingFaults()).hasSizeLessThan(whole.breakingFaults().size());
    assertThat(result.harmlessFaults()).isEmpty();
    assertThat(result.warnings())
        .anyMatch(warning -> warning.contains("not all combinations of faults were explored"));
  }
}
