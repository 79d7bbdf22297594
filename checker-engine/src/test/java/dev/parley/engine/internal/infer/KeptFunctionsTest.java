package dev.parley.engine.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties that run functions which were made long before and kept. */
class KeptFunctionsTest {
  /** A function of an interface that the JDK does not know. */
  @FunctionalInterface
  interface Rule {
    boolean holds(Keeper keeper);
  }

  /** A function, sent. */
  record Told(Rule rule) {}

  /** A function in a constant, which captured something. */
  enum Kind {
    PLAIN(9);

    final Predicate<Keeper> test;

    Kind(int bound) {
      test = keeper -> keeper.inEnum < bound;
    }
  }

  interface Constants {
    Predicate<Keeper> OF_INTERFACE = keeper -> keeper.inInterface < 9;
  }

  static class Above implements Constants {
    static final Predicate<Keeper> INHERITED = keeper -> keeper.inherited < 9;
  }

  static final class Keeper extends Node {
    /** That of the class that mentions constants is not the one that makes them. */
    static final List<Integer> OTHER = new ArrayList<>(List.of(1)).stream().toList();

    final Rule given;
    final Predicate<Keeper> own = keeper -> keeper.inOwn < 9;
    final Kind kind;
    Rule told = keeper -> true;
    int inGiven;
    int inOwn;
    int inEnum;
    int inMessage;
    int inPosted;
    int inInterface;
    int inherited;
    int never;

    Keeper(Rule given, Kind kind) {
      this.given = given;
      this.kind = kind;
    }

    @Step(once = true)
    void tell() {
      int local = never;
      sendToAll(Keeper.class, Teller.told());
      Predicate<Integer> notKept = i -> i < never + local;
      notKept.test(1);
    }

    @Receive
    void hear(Told m) {
      told = m.rule();
    }
  }

  /** Called by a step. */
  static final class Teller {
    private Teller() {}

    static Told told() {
      return new Told(keeper -> keeper.inMessage < 9);
    }
  }

  /** What is posted is known by its objects. */
  static final class Posts {
    static final Rule POSTED = keeper -> keeper.inPosted < 9;

    private Posts() {}
  }

  /** Gives functions to nodes. */
  static final class Giver {
    private Giver() {}

    static Rule rule() {
      return keeper -> keeper.inGiven < 9;
    }
  }

  @Protocol(name = "kept")
  static final class Kept extends Above {
    static final List<Integer> ANOTHER = new ArrayList<>(List.of(1)).stream().toList();

    private Kept() {}

    @Instance
    static void one(Topology t) {
      t.add(new Keeper(Giver.rule(), Kind.PLAIN));
      t.message(new NodeId("Keeper", 1), new NodeId("Keeper", 1), new Told(Posts.POSTED));
    }

    private static Keeper keeper(World w) {
      return w.nodes(Keeper.class).get(0);
    }

    @Invariant
    static boolean inGiven(World w) {
      return keeper(w).given.holds(keeper(w));
    }

    @Invariant
    static boolean inOwn(World w) {
      return keeper(w).own.test(keeper(w));
    }

    @Invariant
    static boolean inEnum(World w) {
      return keeper(w).kind.test.test(keeper(w));
    }

    @Invariant
    static boolean inMessage(World w) {
      return keeper(w).told.holds(keeper(w));
    }

    @Invariant
    static boolean inPosted(World w) {
      return keeper(w).told.holds(keeper(w));
    }

    @Invariant
    static boolean inInterface(World w) {
      return !ANOTHER.isEmpty() && OF_INTERFACE.test(keeper(w));
    }

    @Invariant
    static boolean inherited(World w) {
      return !ANOTHER.isEmpty() && INHERITED.test(keeper(w));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"inGiven", "inOwn", "inEnum", "inMessage", "inPosted", "inInterface", "inherited"})
  void whatAKeptFunctionReadsIsReadByWhoeverRunsIt(String name) {
    Model model = ModelLoader.load(Kept.class, "one");
    Property property =
        model.properties().stream().filter(p -> p.name().equals(name)).findAny().orElseThrow();

    assertThat(names(FieldReads.of(model).unread(property))).contains("never").doesNotContain(name);
  }

  /** Functions of an interface, or in constants of a class above, stay with those who name them. */
  @Test
  void whatOtherPropertiesReadByNameIsNotReadByAll() {
    Model model = ModelLoader.load(Kept.class, "one");
    Property property =
        model.properties().stream().filter(p -> p.name().equals("inOwn")).findAny().orElseThrow();

    assertThat(names(FieldReads.of(model).unread(property)))
        .contains("inInterface", "inherited", "never");
  }

  /** Nobody can tell which methods its step calls. */
  static final class Mirror extends Node {
    Predicate<Mirror> told = mirror -> true;
    int inMessage;

    /** Sent. */
    record Say(Predicate<Mirror> rule) {}

    /** Called by its name. */
    static final class Maker {
      private Maker() {}

      static Say make() {
        return new Say(mirror -> mirror.inMessage < 9);
      }
    }

    @Step(once = true)
    void tell() throws ReflectiveOperationException {
      sendToAll(Mirror.class, Maker.class.getDeclaredMethod("make").invoke(null));
    }

    @Receive
    void hear(Say m) {
      told = m.rule();
    }
  }

  @Protocol(name = "mirrors")
  static final class Mirrors {
    private Mirrors() {}

    @Instance
    static void one(Topology t) {
      t.add(new Mirror());
    }

    @Invariant
    static boolean told(World w) {
      return w.nodes(Mirror.class).stream().allMatch(mirror -> mirror.told.test(mirror));
    }
  }

  @Test
  void whoeverCallsMethodsByTheirNamesMayHaveMadeAnyFunction() {
    Model model = ModelLoader.load(Mirrors.class, "one");

    assertThat(names(FieldReads.of(model).unread(model.properties().get(0))))
        .doesNotContain("inMessage");
  }

  private static Set<String> names(Set<Field> fields) {
    return fields.stream().map(Field::getName).collect(Collectors.toSet());
  }

  static final class Switch extends Node {
    Question rule = s -> false;
    boolean on;
    int count;

    /** What is sent to others to be asked. */
    @FunctionalInterface
    interface Question {
      boolean holds(Switch s);
    }

    record Say(Question test) {}

    @Step(when = "more")
    void count() {
      count++;
    }

    boolean more() {
      return count < 40;
    }

    @Step(once = true)
    void turn() {
      on = true;
    }

    @Step(once = true)
    void say() {
      sendToAll(Switch.class, new Say(s -> s.on));
    }

    @Receive
    void hear(Say m) {
      rule = m.test();
    }
  }

  @Protocol(name = "switches")
  static final class Switches {
    private Switches() {}

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Switch());
    }

    @Invariant
    static boolean notBoth(World w) {
      return !w.nodes(Switch.class).stream().allMatch(s -> s.rule.holds(s));
    }
  }

  /** Otherwise neither reductions nor judges would tell apart a switch that is on. */
  @ParameterizedTest
  @EnumSource(Order.class)
  void aBreachThatOnlyAKeptFunctionCanSeeIsFound(Order order) {
    for (SearchMode mode : List.of(SearchMode.STATEFUL, SearchMode.POR, SearchMode.REDUCED)) {
      InstanceResult result =
          Checker.check(
              ModelLoader.load(Switches.class, "two"),
              mode.in(order).options(),
              ProgressListener.NONE);

      assertThat(result.verdict()).as(mode.name()).isEqualTo(Verdict.VIOLATED);
    }
  }
}
