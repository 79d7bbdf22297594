package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Reductions on every network, beside faults, and from several initial states: a protocol for each
 * condition of the arguments, which gets a wrong verdict without it.
 */
class ExposureTest {
  record Item(int number) {}

  private static final NodeId WALKER = new NodeId("Walker", 1);
  private static final NodeId TAKER = new NodeId("Taker", 1);

  /** Goes from place to place, and sends an item on each of its first steps. */
  static class Walker extends Node {
    final int sends;
    final int last;
    int place;

    Walker(int sends, int last) {
      this.sends = sends;
      this.last = last;
    }

    @Step(when = "mayWalk")
    void walk() {
      place++;
      if (place <= sends) {
        send(TAKER, new Item(place));
      }
    }

    boolean mayWalk() {
      return place < last;
    }
  }

  /** Takes items until it closes; remembers what was last and how many there were. */
  static final class Taker extends Node {
    final boolean mayClose;
    boolean closed;
    int taken;
    int last;

    Taker(boolean mayClose) {
      this.mayClose = mayClose;
    }

    @Receive(when = "isOpen")
    void item(Item m) {
      taken = Math.min(2, taken + 1);
      last = m.number();
    }

    boolean isOpen() {
      return !closed;
    }

    @Step(when = "canClose")
    void close() {
      closed = true;
    }

    boolean canClose() {
      return mayClose && !closed;
    }
  }

  /** Sends an item when it comes back, and is another one from then on. */
  static final class Revenant extends Node {
    final int item;
    boolean isBack;

    Revenant(int item) {
      this.item = item;
    }

    @Override
    protected void restarted() {
      isBack = true;
      if (item > 0) {
        send(TAKER, new Item(item));
      }
    }
  }

  private static Walker walker(World w) {
    return w.nodes(Walker.class).get(0);
  }

  private static Taker taker(World w) {
    return w.nodes(Taker.class).get(0);
  }

  private static Topology posted(Topology t, int... items) {
    for (int item : items) {
      t.message(WALKER, TAKER, new Item(item));
    }
    return t;
  }

  /** The engine finds it without reduction, and in every way of reducing. */
  private static void assertFound(Supplier<Topology> topology, Property property) {
    AllModes.assertFound(
        () -> Models.loaded(topology.get(), property), property.name(), AllModes.some());
  }

  /** As many terminal states as without reduction, which partial-order reduction never skips. */
  private static void assertSameEnds(Supplier<Topology> topology) {
    InstanceResult plain = AllModes.check(Models.loaded(topology.get()), AllModes.PLAIN);
    assertThat(plain.verdict()).isEqualTo(Verdict.VERIFIED);
    for (SearchOptions options : AllModes.some()) {
      if (!options.reduction().deadMessages()) {
        InstanceResult result = AllModes.check(Models.loaded(topology.get()), options);
        assertThat(result.figures().terminalStates())
            .as(options.describe())
            .isEqualTo(plain.figures().terminalStates());
      }
    }
  }

  private static void assertAgreed(Supplier<Model> model) {
    Verdict plain = AllModes.check(model.get(), AllModes.PLAIN).verdict();
    for (SearchOptions options : AllModes.some()) {
      assertThat(AllModes.check(model.get(), options).verdict())
          .as(options.describe())
          .isEqualTo(plain);
    }
  }

  private static long states(Supplier<Topology> topology, SearchOptions options) {
    InstanceResult result = AllModes.check(Models.loaded(topology.get()), options);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    return result.figures().states();
  }

  /** Fewer states than without. Byte code does not show that nothing comes round. */
  private static void assertReduced(Supplier<Topology> topology) {
    for (Knowledge knowledge : List.of(Knowledge.TRIAL_RUNS, Knowledge.OBSERVED)) {
      PartialOrder partialOrder = PartialOrder.DEFAULT.with(Seed.SMALLEST).with(knowledge);
      SearchOptions reduced = AllModes.PLAIN.withPartialOrder(Optional.of(partialOrder));
      assertThat(states(topology, reduced))
          .as("%s", knowledge)
          .isLessThan(states(topology, AllModes.PLAIN));
    }
  }

  // What faults interfere with -------------------------------------------------------------------

  @Nested
  class Faulty {
    private Topology both(int sends, boolean mayClose, Faults faults) {
      return new Topology()
          .add("Walker", new Walker(sends, sends))
          .add("Taker", new Taker(mayClose))
          .add("Other", new Walker(0, 1))
          .faults(faults);
    }

    /** A state with one transition is explored fully, so there is always another node's. */
    private Topology taking(Faults faults) {
      Topology t =
          new Topology()
              .add("Taker", new Taker(false))
              .add("Walker", new Walker(0, 1))
              .faults(faults);
      return posted(t, 1);
    }

    @Test
    void aMessageMayBeLostBeforeItIsTaken() {
      assertFound(
          () -> taking(Faults.none().lose(1, "Taker")),
          terminal("taken", w -> taker(w).taken == 1));
    }

    @Test
    void aMessageMayBeDuplicatedBeforeItIsTaken() {
      assertFound(
          () -> taking(Faults.none().duplicate(1, "Taker")),
          invariant("once", w -> taker(w).taken < 2));
    }

    @Test
    void aNodeMayCrashBeforeItSteps() {
      assertFound(
          () -> both(1, false, Faults.none().crash(1, "Walker")),
          terminal("walked", w -> walker(w).place == 1));
    }

    @Test
    void aMessageMayBeSentBeforeASplit() {
      assertFound(
          () -> both(1, false, Faults.none().partition(1)),
          terminal("received", w -> taker(w).taken == 1));
    }

    @Test
    void aMessageMayBeSentAfterASplit() {
      assertFound(
          () ->
              new Topology()
                  .add("Walker", new Walker(2, 2))
                  .add("Taker", new Taker(false))
                  .add("Other", new Toggle())
                  .faults(Faults.none().partition(1).heal(1))
                  .network(Network.ORDERED),
          invariant("inOrder", w -> taker(w).last < 2 || taker(w).taken == 2));
    }

    @Test
    void aMessageMayBeSentAfterItsReceiverIsBack() {
      assertFound(
          () ->
              new Topology()
                  .add("Walker", new Walker(1, 1))
                  .add("Taker", new ReturningTaker())
                  .faults(Faults.none().crash(1, "Taker").restart(1, "Taker").loseInboxes()),
          invariant("none", w -> !w.nodes(ReturningTaker.class).get(0).hasBoth));
    }

    /** Before the crash it closes, and what is sent then is lost with the inbox. */
    @Test
    void aMessageMayBeSentBeforeItsReceiverCrashes() {
      assertSameEnds(
          () ->
              new Topology()
                  .add("Walker", new Walker(1, 1))
                  .add("Taker", new ReturningTaker())
                  .faults(Faults.none().crash(1, "Taker").restart(1, "Taker").loseInboxes()));
    }

    private Topology returning(Faults faults) {
      return new Topology()
          .add("Taker", new Taker(true))
          .add("Revenant", new Revenant(1))
          .add("Other", new Toggle())
          .faults(faults);
    }

    /** When the revenant is down, the taker must not close before it may be back. */
    @Test
    void aRestartMaySendWhatIsMissing() {
      assertFound(
          () -> returning(Faults.none().crash(1, "Revenant").restart(1)),
          invariant("none", w -> taker(w).taken == 0));
    }

    /** The set needs a message of each of two nodes; a restart sends one of them. */
    @Test
    void aRestartMaySendOneOfSeveralThatAreMissing() {
      assertFound(
          () ->
              new Topology()
                  .add("Taker", new QuorumTaker())
                  .add("Revenant", new Revenant(1))
                  .add("Walker", new Walker(1, 1))
                  .faults(Faults.none().crash(1, "Revenant").restart(1)),
          invariant("none", w -> w.nodes(QuorumTaker.class).get(0).taken == 0));
    }

    @Test
    void aRestartMayBringAboutWhatAPropertySeeks() {
      assertFound(
          () ->
              new Topology()
                  .add("Walker", new Walker(0, 2))
                  .add("Revenant", new Revenant(0))
                  .faults(Faults.none().crash(1, "Revenant").restart(1)),
          invariant("apart", w -> walker(w).place != 1 || !w.nodes(Revenant.class).get(0).isBack));
    }

    @Test
    void whoIsUpIsNoMatterOfLocalStates() {
      assertFound(
          () ->
              new Topology()
                  .add("Walker", new Walker(0, 2))
                  .add("Walker", new Walker(0, 2))
                  .add("Revenant", new Revenant(0))
                  .faults(Faults.none().crash(1, "Revenant")),
          invariant(
              "apart",
              w ->
                  w.isUp(w.nodes(Revenant.class).get(0))
                      || w.nodes(Walker.class).stream().anyMatch(n -> n.place != 1)));
    }

    /** Steps of a node that faults cannot reach are left out, and faults beside them. */
    @Test
    void nodesThatFaultsCannotReachAreReduced() {
      assertReduced(
          () ->
              new Topology()
                  .add("Walker", new Walker(0, 3))
                  .add("Walker", new Walker(0, 3))
                  .add("Revenant", new Revenant(0))
                  .faults(Faults.none().crash(1, "Revenant").restart(1)));
    }

    @Test
    void everyoneIsReducedOnceFaultsAreUsedUp() {
      assertReduced(
          () ->
              new Topology()
                  .add("Walker", new Walker(0, 3))
                  .add("Walker", new Walker(0, 3))
                  .faults(Faults.none().crash(1).restart(1)));
    }

    /** An idle message is pending for a node that is down, or that may crash. */
    @Test
    void aNodeThatIsDownTakesNothingFirst() {
      assertSameEnds(
          () ->
              posted(
                  new Topology()
                      .add("Taker", new Indifferent())
                      .add("Walker", new Walker(0, 2))
                      .faults(Faults.none().crash(1, "Taker")),
                  1,
                  2));
    }
  }

  /** Never has nothing to do, so that no state has one transition only. */
  static final class Toggle extends Node {
    boolean isOn;

    @Step
    void toggle() {
      isOn = !isOn;
    }
  }

  /** Remembers what it has got since it came back. */
  static final class ReturningTaker extends Node {
    boolean isBack;
    boolean hasBoth;

    @Receive
    void item(Item m) {
      hasBoth = isBack;
    }

    @Override
    protected void restarted() {
      isBack = true;
    }
  }

  static final class QuorumTaker extends Node {
    boolean closed;
    int taken;

    @Receive(quorum = "2", when = "isOpen")
    void items(Quorum<Item> items) {
      taken = items.size();
    }

    boolean isOpen() {
      return !closed;
    }

    @Step(once = true)
    void close() {
      closed = true;
    }
  }

  /** Takes items without doing anything. */
  static final class Indifferent extends Node {
    @Receive
    void item(Item m) {}
  }

  // Dead messages --------------------------------------------------------------------------------

  @Nested
  class Dead {
    /** Takes an item only after it came back. */
    static final class Late extends Node {
      boolean isBack;
      boolean taken;

      @Receive(when = "isReady")
      void item(Item m) {
        taken = true;
      }

      boolean isReady() {
        return isBack;
      }

      @Override
      protected void restarted() {
        isBack = true;
      }
    }

    @Test
    void whatIsDeadMayComeToLifeAfterARestart() {
      assertFound(
          () ->
              posted(
                  new Topology()
                      .add("Walker", new Walker(0, 1))
                      .add("Taker", new Late())
                      .faults(Faults.none().crash(1, "Taker").restart(1)),
                  1),
          invariant("none", w -> !w.nodes(Late.class).get(0).taken));
    }

    /** It takes the same message for ever. */
    @Test
    void nothingEndsOnAPersistentNetworkWhileSomethingCanBeTaken() {
      assertAgreed(
          () ->
              Models.loaded(
                  posted(
                          new Topology()
                              .add("Walker", new Walker(0, 1))
                              .add("Taker", new Indifferent()),
                          1)
                      .network(Network.PERSISTENT),
                  terminal("never", w -> false)));
    }

    /** Drops items that it will never take, so that they do not multiply states. */
    @Test
    void whatNobodyWillTakeIsDroppedBesideFaultsAndOnAPersistentNetwork() {
      Supplier<Topology> faulty =
          () ->
              new Topology()
                  .add("Walker", new Walker(3, 3))
                  .add("Taker", new Taker(true))
                  .faults(Faults.none().lose(1));
      Supplier<Topology> persistent =
          () ->
              new Topology()
                  .add("Chooser", new Chooser())
                  .add("Taker", new Deaf())
                  .network(Network.PERSISTENT);
      SearchOptions dropping = AllModes.PLAIN.withDeadMessages(true);
      assertThat(states(faulty, dropping)).isLessThan(states(faulty, AllModes.PLAIN));
      assertThat(states(persistent, dropping)).isLessThan(states(persistent, AllModes.PLAIN));
    }

    /** What it refuses stands before what it wants. */
    @Test
    void aMessageThatNobodyTakesHoldsUpItsQueue() {
      assertAgreed(
          () ->
              Models.loaded(
                  posted(
                          new Topology().add("Walker", new Walker(0, 1)).add("Taker", new Choosy()),
                          1,
                          2)
                      .network(Network.ORDERED),
                  invariant("none", w -> !w.nodes(Choosy.class).get(0).taken)));
    }

    /** A node in MP that has been given more than any handler takes is stuck. */
    @Test
    void whatIsDeadKeepsANodeFromTakingWhatElseWasDelivered() {
      assertAgreed(
          () ->
              Models.loaded(
                  posted(
                          new Topology().add("Walker", new Walker(0, 1)).add("Taker", new Choosy()),
                          1,
                          2)
                      .network(Network.MP),
                  terminal("taken", w -> w.nodes(Choosy.class).get(0).taken)));
    }
  }

  /** Sends any of three items. */
  static final class Chooser extends Node {
    @Step(once = true)
    void start() {
      send(TAKER, new Item(choose(1, 2, 3)));
    }
  }

  /** Takes no items. */
  static final class Deaf extends Node {
    @Receive(when = "never")
    void item(Item m) {}

    boolean never() {
      return false;
    }
  }

  /** Takes the second item only. */
  static final class Choosy extends Node {
    boolean taken;

    @Receive(when = "isWanted")
    void item(Item m) {
      taken = true;
    }

    boolean isWanted(Item m) {
      return m.number() == 2;
    }
  }

  // Other networks -------------------------------------------------------------------------------

  @Nested
  class Networks {
    /** Sends an item when it takes the second of two. */
    static final class Relay extends Node {
      @Receive
      void item(Item m) {
        if (m.number() == 2) {
          send(TAKER, m);
        }
      }
    }

    @Test
    void whatStandsBehindOthersIsNotMissing() {
      NodeId relay = new NodeId("Relay", 1);
      assertFound(
          () ->
              new Topology()
                  .add("Taker", new Taker(true))
                  .add("Relay", new Relay())
                  .add("Walker", new Walker(0, 1))
                  .network(Network.ORDERED)
                  .message(WALKER, relay, new Item(1))
                  .message(WALKER, relay, new Item(2)),
          invariant("none", w -> taker(w).taken == 0));
    }

    @Test
    void queuesAreReduced() {
      assertReduced(() -> three(Network.ORDERED));
    }

    @Test
    void setsAreReduced() {
      PartialOrder smallest = PartialOrder.DEFAULT.with(Seed.SMALLEST);
      Supplier<Topology> topology =
          () ->
              new Topology()
                  .add("Starter", 3, i -> new Starter())
                  .add("Taker", new Indifferent())
                  .network(Network.PERSISTENT);
      assertThat(states(topology, AllModes.PLAIN.withPartialOrder(Optional.of(smallest))))
          .isLessThan(states(topology, AllModes.PLAIN));
    }

    private Topology three(Network network) {
      return new Topology()
          .add("Walker", new Walker(2, 2))
          .add("Walker", new Walker(0, 2))
          .add("Taker", new Taker(false))
          .network(network);
    }

    /** Turns round with each item it takes. */
    static final class Turning extends Node {
      boolean turned;

      @Receive
      void item(Item m) {
        turned = !turned;
      }
    }

    /** Nobody sends what is taken again and again. */
    private Model besides(Node node) {
      return Models.loaded(
          posted(new Topology().add("Taker", node).add("Walker", new Stepper()), 1)
              .network(Network.PERSISTENT),
          invariant("walks", w -> !w.nodes(Stepper.class).get(0).hasStepped));
    }

    @Test
    void whatIsTakenAgainAndAgainMayComeRound() {
      AllModes.assertFound(() -> besides(new Turning()), "walks", AllModes.some());
    }

    @Test
    void whatChangesNothingMayGoOnForEver() {
      AllModes.assertFound(() -> besides(new Indifferent()), "walks", AllModes.some());
    }
  }

  /** Steps once, and sends nothing. */
  static final class Stepper extends Node {
    boolean hasStepped;

    @Step(once = true)
    void step() {
      hasStepped = true;
    }
  }

  /** Sends something once. */
  static final class Starter extends Node {
    @Step(once = true)
    void start() {
      send(TAKER, new Item(0));
    }
  }

  // Initial states -------------------------------------------------------------------------------

  @Nested
  class Beginnings {
    private Model layouts(Property property, Topology... all) {
      return Models.loaded(List.of(all), property);
    }

    private Topology walkers(int first, int second) {
      return new Topology()
          .add("Walker", new Walker(0, first))
          .add("Walker", new Walker(0, second));
    }

    /** In the first initial state it cannot break. */
    @Test
    void whatAPropertySeeksMayBeThereInOneInitialStateOnly() {
      AllModes.assertFound(
          () ->
              layouts(
                  invariant(
                      "apart", w -> w.nodes(Walker.class).stream().anyMatch(n -> n.place != 1)),
                  walkers(0, 2),
                  walkers(2, 2)),
          "apart",
          AllModes.some());
    }

    /** Before the revenant is back nothing can break. */
    static final class Later extends Node {
      boolean isBack;
      int place;

      @Step(when = "mayWalk")
      void walk() {
        place++;
      }

      boolean mayWalk() {
        return isBack && place < 2;
      }

      @Override
      protected void restarted() {
        isBack = true;
      }
    }

    @Test
    void whatAPropertySeeksMayBeThereAfterARestartOnly() {
      assertFound(
          () ->
              new Topology()
                  .add("Walker", new Walker(0, 2))
                  .add("Later", new Later())
                  .faults(Faults.none().crash(1, "Later").restart(1)),
          invariant("apart", w -> walker(w).place != 1 || w.nodes(Later.class).get(0).place != 1));
    }

    /** What the taker does depends on a message that only the second initial state has. */
    @Test
    void messagesOfEveryInitialStateCount() {
      AllModes.assertFound(
          () ->
              layouts(
                  invariant("none", w -> taker(w).taken == 0 || walker(w).place != 1),
                  posted(walkerAndTaker()),
                  posted(walkerAndTaker(), 1)),
          "none",
          AllModes.some());
    }

    private Topology walkerAndTaker() {
      return new Topology().add("Walker", new Walker(0, 2)).add("Taker", new Taker(true));
    }

    @Test
    void severalInitialStatesAreReduced() {
      Supplier<Model> model =
          () -> Models.loaded(Arrays.asList(posted(walkers(2, 3), new int[0]), walkers(3, 2)));
      InstanceResult plain = AllModes.check(model.get(), AllModes.PLAIN);
      InstanceResult reduced = AllModes.check(model.get(), AllModes.por(AllModes.PLAIN));
      assertThat(reduced.figures().states()).isLessThan(plain.figures().states());
      assertThat(reduced.figures().terminalStates()).isEqualTo(plain.figures().terminalStates());
    }
  }
}
