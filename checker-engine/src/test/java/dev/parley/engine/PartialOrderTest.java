package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.all;
import static dev.parley.engine.AllModes.assertFound;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.AllModes.por;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The smallest protocols that tell a sound reduction from an unsound one, a condition each, and
 * what reductions say of themselves.
 */
class PartialOrderTest {
  record Letter() {}

  /** Takes one of two ways, once. */
  static final class Fork extends Node {
    String way = "";

    @Step(when = "open")
    void left() {
      way = "left";
    }

    @Step(when = "open")
    void right() {
      way = "right";
    }

    boolean open() {
      return way.isEmpty();
    }
  }

  /** Writes once to everybody who reads. */
  static final class Writer extends Node {
    boolean wrote;

    @Step(once = true)
    void write() {
      wrote = true;
      sendToAll(Reader.class, new Letter());
    }
  }

  /** Remembers in which order letters came. */
  static final class Reader extends Node {
    final List<NodeId> from = new ArrayList<>();

    @Receive
    void letter(Letter m, NodeId sender) {
      from.add(sender);
    }
  }

  /** Is switched once. */
  static final class Switch extends Node {
    boolean on;

    @Step(once = true)
    void flip() {
      on = true;
    }
  }

  /** Never comes to rest. */
  static final class Blinker extends Node {
    boolean lit;

    @Step
    void blink() {
      lit = !lit;
    }
  }

  /** Hands a letter round for ever. */
  static final class Juggler extends Node {
    private final boolean starts;
    int caught;

    Juggler(boolean starts) {
      this.starts = starts;
    }

    @Step(once = true, when = "starts")
    void begin() {
      sendToOthers(Juggler.class, new Letter());
    }

    boolean starts() {
      return starts;
    }

    @Receive
    void pass(Letter m) {
      caught = 1 - caught;
      sendToOthers(Juggler.class, new Letter());
    }
  }

  /** Throws if the second writer's letter comes first. */
  static final class Touchy extends Node {
    boolean calm;

    @Receive
    void letter(Letter m, NodeId sender) {
      if (sender.index() == 2 && !calm) {
        throw new IllegalStateException("not you");
      }
      calm = true;
    }
  }

  /** Writes once to somebody touchy. */
  static final class Caller extends Node {
    @Step(once = true)
    void call() {
      sendToAll(Touchy.class, new Letter());
    }
  }

  /** Takes the first two of three letters and needs no more. */
  static final class Pair extends Node {
    boolean complete;

    @Receive(quorum = "2", when = "waiting")
    void pair(Quorum<Letter> letters) {
      complete = true;
    }

    boolean waiting() {
      return !complete;
    }
  }

  /** Writes once to a pair. */
  static final class Partner extends Node {
    @Step(once = true)
    void join() {
      sendToAll(Pair.class, new Letter());
    }
  }

  @Test
  void aNodesStepsStayTogether() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Fork()).add(2, i -> new Switch()),
                invariant("leftOnly", w -> !w.nodes(Fork.class).get(0).way.equals("right")));

    assertFound(model, "leftOnly");
  }

  @Test
  void whatEnablesAStepIsTakenAlong() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Reader()).add(2, i -> new Writer()),
                invariant(
                    "firstWriterFirst",
                    w ->
                        w.nodes(Reader.class).get(0).from.stream()
                            .limit(1)
                            .allMatch(from -> from.index() == 1)));

    assertFound(model, "firstWriterFirst");
  }

  @Test
  void whatAPropertySeeksIsNotPassedBy() {
    for (boolean firstFirst : new boolean[] {true, false}) {
      Supplier<Model> model =
          () ->
              Models.loaded(
                  new Topology().add(2, i -> new Switch()),
                  invariant(
                      "inTurn",
                      w ->
                          w.nodes(Switch.class).get(firstFirst ? 0 : 1).on
                              || !w.nodes(Switch.class).get(firstFirst ? 1 : 0).on));

      assertFound(model, "inTurn");
    }
  }

  @Test
  void morePropertiesThanThereAreBitsAreAllSeen() {
    List<Property> properties = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      properties.add(
          reachable(
              "goal" + i,
              w -> w.nodes(Switch.class).get(0).on && !w.nodes(Switch.class).get(1).on));
    }
    properties.add(
        invariant(
            "inTurn", w -> w.nodes(Switch.class).get(2).on || !w.nodes(Switch.class).get(3).on));
    Model model =
        Models.loaded(
            new Topology().add(4, i -> new Switch()), properties.toArray(Property[]::new));

    assertThat(check(model, por(PLAIN)).verdict()).isEqualTo(Verdict.VIOLATED);
  }

  @Test
  void whoDecidesAPropertyAloneHoldsNobodyUp() {
    for (int i = 0; i < 6; i++) {
      int first = i;
      Predicate<World> someOn =
          w -> w.nodes(Switch.class).subList(first, 6).stream().anyMatch(s -> s.on);

      assertFound(() -> switches(6, invariant("off", someOn.negate())), "off");
      assertThat(check(switches(6, reachable("on", someOn)), por(PLAIN)).figures().states())
          .isEqualTo(7);
    }
  }

  @Test
  void whoMustMoveAnywayIsTakenAlone() {
    Property both =
        reachable("both", w -> w.nodes(Switch.class).get(0).on && w.nodes(Switch.class).get(3).on);

    InstanceResult result = check(switches(6, both), por(PLAIN));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(7);
  }

  @Test
  void anyNumberThatMustMoveIsFound() {
    for (int i : new int[] {1, 3}) {
      int most = i;
      assertFound(
          () ->
              switches(
                  5,
                  invariant(
                      "few",
                      w -> w.nodes(Switch.class).stream().filter(s -> s.on).count() != most)),
          "few");
    }
  }

  /** Ten can be on in many orders; but that is no matter, since two will do as well. */
  @Test
  void aGoalIsAskedForUntilItIsReached() {
    Property twoOrTen =
        reachable(
            "twoOrTen",
            w ->
                List.of(2L, 10L)
                    .contains(w.nodes(Switch.class).stream().filter(s -> s.on).count()));

    InstanceResult result = check(switches(12, twoOrTen), por(PLAIN));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    // 4,083 states have at most ten on. It is looked every thousand states whether all is reached.
    assertThat(result.figures().states()).isLessThan(3_000);
  }

  @Test
  void aViolationIsAsNearAsWithoutReduction() {
    // The switches have nothing to do with it, and should not be in the way.
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology()
                    .add(3, i -> new Switch())
                    .add(2, i -> new Writer())
                    .add(new Reader()),
                invariant("unread", w -> w.nodes(Reader.class).get(0).from.isEmpty()));
    PartialOrder nearest = PartialOrder.DEFAULT.with(Seed.NEAREST);

    InstanceResult without = check(model.get(), PLAIN);
    InstanceResult first = check(model.get(), por(PLAIN));
    InstanceResult with = check(model.get(), PLAIN.withPartialOrder(Optional.of(nearest)));

    assertThat(first.figures().depth()).isGreaterThan(2);
    assertThat(without.figures().depth()).isEqualTo(2);
    assertThat(with.figures().depth()).isEqualTo(2);
    assertThat(with.figures().states()).isLessThan(without.figures().states());
    InstanceResult byDefault =
        check(model.get(), PLAIN.withPartialOrder(Optional.of(PartialOrder.DEFAULT)));
    assertThat(byDefault.figures().states()).isEqualTo(with.figures().states());
    assertThat(byDefault.reductions().get(0).details())
        .contains("the near search found it, with sets that keep violations near");
  }

  @Test
  void aFirstLookThatFindsNothingIsNotCounted() {
    Supplier<Model> model =
        () -> switches(6, invariant("any", w -> !w.nodes(Switch.class).isEmpty()));

    InstanceResult without = check(model.get(), por(PLAIN));
    InstanceResult with =
        check(model.get(), PLAIN.withPartialOrder(Optional.of(PartialOrder.DEFAULT)));

    assertThat(with.figures().states()).isEqualTo(without.figures().states());
    assertThat(with.figures().transitions()).isEqualTo(without.figures().transitions());
    assertThat(with.profile()).isEqualTo(without.profile());
    assertThat(with.reductions()).isEqualTo(without.reductions());
  }

  private static Model switches(int count, Property property) {
    return Models.loaded(new Topology().add(count, i -> new Switch()), property);
  }

  /** The same as a protocol class, whose properties are called by reflection. */
  @Protocol(name = "switches")
  static final class Switches {
    private Switches() {}

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Switch());
    }

    @Invariant
    static boolean inTurn(World w) {
      return w.nodes(Switch.class).get(1).on || !w.nodes(Switch.class).get(0).on;
    }

    @Reachable
    static boolean secondAlone(World w) {
      return w.nodes(Switch.class).get(1).on && !w.nodes(Switch.class).get(0).on;
    }
  }

  @Test
  void propertiesOfProtocolClassesAreSeenThrough() {
    assertFound(() -> ModelLoader.load(Switches.class, "two"), "inTurn");
  }

  /** Takes one of two ways at first; only at the end of one there is something to be seen. */
  static final class Chooser extends Node {
    private final String bad;
    String way = "";
    int steps;

    Chooser(String bad) {
      this.bad = bad;
    }

    @Step(when = "undecided")
    void one() {
      way = "one";
    }

    @Step(when = "undecided")
    void other() {
      way = "other";
    }

    boolean undecided() {
      return way.isEmpty();
    }

    @Step(when = "under")
    void walk() {
      steps++;
    }

    boolean under() {
      return !way.isEmpty() && steps < 2;
    }

    boolean atBadEnd() {
      return way.equals(bad) && steps == 2;
    }
  }

  /** Two ways look alike until their end: what lies ahead tells them apart, and nothing else. */
  @Test
  void whatLiesAheadOfANodeMakesADifference() {
    for (String bad : List.of("one", "other")) {
      Supplier<Model> model =
          () ->
              Models.loaded(
                  new Topology().add(new Switch()).add(new Chooser(bad)),
                  invariant(
                      "switchedInTime",
                      w ->
                          w.nodes(Switch.class).get(0).on
                              || !w.nodes(Chooser.class).get(0).atBadEnd()));

      assertFound(model, "switchedInTime");
    }
  }

  /** Is switched once, and has a rank. */
  static final class Ranked extends Node {
    private final int rank;
    boolean on;

    Ranked(int rank) {
      this.rank = rank;
    }

    @Step(once = true)
    void flip() {
      on = true;
    }
  }

  /** Has a property that throws in one combination of local states. */
  @Protocol(name = "ranks")
  static final class Ranks {
    private Ranks() {}

    @Instance
    static void rising(Topology t) {
      t.add(2, i -> new Ranked(i));
    }

    @Instance
    static void falling(Topology t) {
      t.add(2, i -> new Ranked(3 - i));
    }

    @Invariant
    static boolean inTurn(World w) {
      List<Ranked> on = w.nodes(Ranked.class).stream().filter(r -> r.on).toList();
      if (on.size() == 1 && on.get(0).rank == 2) {
        throw new IllegalStateException("out of turn");
      }
      return true;
    }
  }

  @Test
  void aPropertyThatThrowsSomewhereIsEvaluatedThere() {
    for (SearchOptions options : all()) {
      for (String instance : List.of("rising", "falling")) {
        InstanceResult result = check(ModelLoader.load(Ranks.class, instance), options);

        assertThat(result.verdict()).as(options.describe()).isEqualTo(Verdict.ERROR);
      }
    }
  }

  @Test
  void nothingIsIgnoredForEver() {
    // Blinking is all that a search would ever see if it were content with a cycle of it.
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Blinker()).add(new Switch()).add("Late", new Blinker()),
                invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on));
    Supplier<Model> jugglers =
        () ->
            Models.loaded(
                new Topology()
                    .add("Juggler", new Juggler(true))
                    .add("Juggler", new Juggler(false))
                    .add(new Switch()),
                invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on));

    assertFound(model, "neverOn");
    assertFound(jugglers, "neverOn");
  }

  /** Goes on for ever, and is always in the same local state. */
  static final class Idler extends Node {
    @Step
    void nothing() {}
  }

  record Ack() {}

  /** Hands out two letters at once, and two more when both have come back. */
  static final class Doubler extends Node {
    @Step(once = true)
    void begin() {
      sendToAll(Returning.class, new Letter());
    }

    @Receive(quorum = "2")
    void again(Quorum<Ack> both) {
      sendToAll(Returning.class, new Letter());
    }
  }

  static final class Returning extends Node {
    @Receive
    void letter(Letter m, NodeId from) {
      send(from, new Ack());
    }
  }

  @Test
  void aStepThatLeadsNowhereIgnoresNobody() {
    assertFound(
        () ->
            Models.loaded(
                new Topology().add(new Idler()).add(new Switch()).add("Late", new Idler()),
                invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on)),
        "neverOn");
  }

  @Test
  void aCycleOfStepsThatSendTwoAtOnceIgnoresNobody() {
    assertFound(
        () ->
            Models.loaded(
                new Topology().add(new Doubler()).add(2, i -> new Returning()).add(new Switch()),
                invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on)),
        "neverOn");
  }

  /**
   * Goals that were reached ask for nothing more; whoever comes 64 places after them still does.
   */
  @Test
  void aReachedGoalSettlesNoOtherProperty() {
    for (int goals : new int[] {1, 31, 32, 63, 64, 65, 128}) {
      List<Property> properties = new ArrayList<>();
      for (int i = 0; i < goals; i++) {
        properties.add(
            reachable(
                "goal" + i,
                w -> w.nodes(Switch.class).get(0).on || !w.nodes(Switch.class).get(1).on));
      }
      for (boolean firstFirst : new boolean[] {true, false}) {
        List<Property> all = new ArrayList<>(properties);
        all.add(
            invariant(
                "inTurn",
                w ->
                    w.nodes(Switch.class).get(firstFirst ? 2 : 3).on
                        || !w.nodes(Switch.class).get(firstFirst ? 3 : 2).on));
        Model model =
            Models.loaded(new Topology().add(4, i -> new Switch()), all.toArray(Property[]::new));

        InstanceResult result =
            check(
                model,
                PLAIN.withPartialOrder(
                    Optional.of(
                        PartialOrder.DEFAULT
                            .with(Seed.STARTS)
                            .with(PartialOrder.Knowledge.BYTE_CODE))));

        assertThat(result.verdict())
            .as("%d goals: %s", goals, result.reductions())
            .isEqualTo(Verdict.VIOLATED);
      }
    }
  }

  @Test
  void aStepThatThrowsIsFound() {
    Supplier<Model> model =
        () -> Models.loaded(new Topology().add(2, i -> new Caller()).add(new Touchy()));

    assertFound(model, "exception");
  }

  @Test
  void terminalStatesAndGoalsAreFound() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Reader()).add(3, i -> new Writer()),
                terminal(
                    "lastWriterNotFirst",
                    w -> w.nodes(Reader.class).get(0).from.get(0).index() != 3));
    Property goal =
        reachable(
            "onlyTheLast",
            w ->
                w.nodes(Writer.class).get(2).wrote
                    && !w.nodes(Writer.class).get(0).wrote
                    && !w.nodes(Writer.class).get(1).wrote);

    assertFound(model, "lastWriterNotFirst");
    for (SearchOptions options : all()) {
      Model reaching = Models.loaded(new Topology().add(3, i -> new Writer()), goal);
      InstanceResult result = check(reaching, options);
      assertThat(result.properties())
          .as(options.describe())
          .allMatch(p -> p.outcome() == PropertyResult.Status.HOLDS);
    }
  }

  @Test
  void independentStepsAreTakenInOneOrderOnly() {
    Model model =
        Models.loaded(
            new Topology().add(10, i -> new Switch()),
            terminal("allOn", w -> w.nodes(Switch.class).stream().allMatch(s -> s.on)));

    InstanceResult result = check(model, por(PLAIN));

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(11);
    assertThat(result.figures().terminalStates()).isEqualTo(1);
  }

  @Test
  void aCounterexampleIsAsShortAsWithoutReduction() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Reader()).add(4, i -> new Writer()),
                invariant(
                    "notTheLast",
                    w ->
                        w.nodes(Reader.class).get(0).from.stream()
                            .noneMatch(from -> from.index() == 4)));

    InstanceResult result = check(model.get(), por(PLAIN));

    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(2);
  }

  @Test
  void aPropertyOfPendingMessagesSwitchesReductionsOffAndSaysSo() {
    Model model =
        Models.loaded(
            new Topology().add(new Reader()).add(2, i -> new Writer()),
            invariant("fewPending", w -> w.pending().size() < 3));

    InstanceResult result = check(model, por(PLAIN).withDeadMessages(true));

    assertThat(result.reductions()).hasSize(2).noneMatch(AppliedReduction::applied);
    assertThat(result.reductions())
        .allMatch(r -> r.summary().contains("the property fewPending looks at pending messages"));
  }

  @Test
  void aTerminalPropertyOfPendingMessagesKeepsThemAndOrdersAreReducedStill() {
    Model model =
        Models.loaded(
            new Topology().add(new Pair()).add(3, i -> new Partner()),
            terminal("oneLeft", w -> w.pending().size() == 1));

    InstanceResult result = check(model, por(PLAIN).withDeadMessages(true));

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.reductions())
        .extracting(AppliedReduction::name, AppliedReduction::applied)
        .containsExactlyInAnyOrder(
            tuple("partial-order reduction", true), tuple("dead messages", false));
  }

  @Test
  void messagesThatNobodyNeedsAnyMoreAreDropped() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Pair()).add(3, i -> new Partner()),
                terminal("complete", w -> w.nodes(Pair.class).get(0).complete));

    InstanceResult all = check(model.get(), PLAIN);
    InstanceResult dropped = check(model.get(), PLAIN.withDeadMessages(true));

    assertThat(all.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(dropped.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(all.figures().terminalStates()).isEqualTo(3);
    assertThat(dropped.figures().terminalStates()).isEqualTo(1);
    assertThat(dropped.figures().states()).isLessThan(all.figures().states());
    assertThat(dropped.coverage().handlersNeverFired()).isEmpty();
  }

  record Question() {}

  record Answer() {}

  /** Answers, and is none the wiser for it. */
  static final class Oracle extends Node {
    @Receive
    void question(Question m, NodeId from) {
      send(from, new Answer());
    }
  }

  /** Asks once. */
  static final class Pilgrim extends Node {
    boolean wise;

    @Step(once = true)
    void ask() {
      sendToAll(Oracle.class, new Question());
    }

    @Receive
    void answer(Answer m) {
      wise = true;
    }
  }

  @Test
  void aMessageThatIsAnsweredIsNotDead() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Oracle()).add(new Pilgrim()),
                invariant("neverWise", w -> !w.nodes(Pilgrim.class).get(0).wise));

    assertFound(model, "neverWise");
  }

  /** Keeps the first node's letter, or throws both away. */
  static final class Desk extends Node {
    boolean kept;

    @Receive(when = "fromFirst")
    void keep(Letter m, NodeId from) {
      kept = true;
    }

    boolean fromFirst(Letter m, NodeId from) {
      return from.index() == 1;
    }

    @Receive(quorum = "2")
    void discard(Quorum<Letter> letters) {}
  }

  /** Writes once to the desk. */
  static final class Clerk extends Node {
    @Step(once = true)
    void file() {
      sendToAll(Desk.class, new Letter());
    }
  }

  @Test
  void aMessageThatTakesAnotherAwayIsNotDead() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Desk()).add(2, i -> new Clerk()),
                terminal("kept", w -> w.nodes(Desk.class).get(0).kept));

    assertFound(model, "kept");
  }

  @Test
  void aPropertyThatLooksAtMoreThanWasReckonedWithIsHandled() {
    // It looks at a switch only if all before it are on, so the last ones are looked at late, and
    // without trial runs nobody knows before. Taken in their order the switches never break it.
    Model model =
        Models.loaded(
            new Topology().add(12, i -> new Switch()),
            invariant(
                "lastInTurn",
                w -> {
                  List<Switch> switches = w.nodes(Switch.class);
                  boolean allBefore = switches.subList(0, 10).stream().allMatch(s -> s.on);
                  return !allBefore || switches.get(10).on || !switches.get(11).on;
                }));

    InstanceResult result =
        check(
            model,
            PLAIN.withPartialOrder(
                Optional.of(PartialOrder.DEFAULT.with(PartialOrder.Knowledge.BYTE_CODE))));

    assertThat(result.verdict()).as("%s", result.reductions()).isEqualTo(Verdict.VIOLATED);
  }
}
