package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More of everything than there are bits in a word: nodes, properties, handlers, kinds of messages,
 * messages in an inbox, copies of one message, members of a quorum. Every reduced search must come
 * to what the plain one finds.
 */
class ManyOfEverythingTest {
  /** Every seed and knowledge, in both orders, with dead messages and without, fully refined. */
  private static List<SearchOptions> modes() {
    return AllModes.all().stream()
        .filter(o -> o.reduction().partialOrder().orElseThrow().refinement() == Refinement.FULL)
        .flatMap(
            o ->
                o.reduction().deadMessages()
                    ? Stream.of(o, o.withMemory(StoreOptions.Memory.RELEVANT))
                    : Stream.of(o))
        .toList();
  }

  /**
   * A third of the modes: of each order and seed, each knowledge once and each way to drop and
   * remember once. Numbers that follow each other give all of them. The counts beyond each border,
   * as 65, 66 and 130, have different remainders by three: every mode meets every border.
   */
  private static List<SearchOptions> third(int number) {
    List<SearchOptions> all = modes();
    return IntStream.range(0, all.size())
        .filter(i -> (i + i / 3 + i / 9 + number) % 3 == 0)
        .mapToObj(all::get)
        .toList();
  }

  private static void assertSame(Supplier<Model> model, Verdict expected, int number) {
    assertSame(model, expected, third(number));
  }

  private static void assertSame(
      Supplier<Model> model, Verdict expected, List<SearchOptions> modes) {
    InstanceResult plain = check(model.get(), PLAIN);
    assertThat(plain.verdict()).as("%s", plain.error()).isEqualTo(expected);
    for (SearchOptions options : modes) {
      InstanceResult result = check(model.get(), options);
      assertThat(result.verdict())
          .as("%s: %s %s", options.describe(), result.reductions(), result.error())
          .isEqualTo(expected);
      assertThat(outcomes(result)).as(options.describe()).isEqualTo(outcomes(plain));
    }
  }

  private static List<PropertyResult.Status> outcomes(InstanceResult result) {
    return result.properties().stream().map(PropertyResult::outcome).toList();
  }

  /** Is switched once. */
  static final class Switch extends Node {
    boolean on;

    @Step(once = true)
    void flip() {
      on = true;
    }
  }

  /** Has a handler, and nothing to do. */
  static final class Bystander extends Node {
    int seen;

    @Receive
    void letter(String m) {
      seen++;
    }
  }

  private static boolean on(World w, int index) {
    return w.nodes(Switch.class).get(index).on;
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void nodes(int count) {
    int number = count;
    for (int before : new int[] {0, count / 2, count - 3}) {
      number++;
      IntFunction<Topology> topology =
          first -> {
            Topology t = new Topology();
            for (int node = 0; node < count; node++) {
              t.add(node >= first && node < first + 3 ? new Switch() : new Bystander());
            }
            return t;
          };
      Property notBoth = invariant("notBoth", w -> !on(w, 0) || !on(w, 1));
      Property inTurn = reachable("inTurn", w -> on(w, 1) && !on(w, 2));
      Property otherTurn = reachable("otherTurn", w -> on(w, 2) && !on(w, 1));
      Property ofMany =
          invariant("ofMany", w -> w.nodes(Switch.class).stream().filter(s -> s.on).count() != 2);

      assertSame(() -> Models.loaded(topology.apply(before), notBoth), Verdict.VIOLATED, number);
      assertSame(
          () -> Models.loaded(topology.apply(before), inTurn, otherTurn), Verdict.VERIFIED, number);
      assertSame(() -> Models.loaded(topology.apply(before), ofMany), Verdict.VIOLATED, number);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void manyNodesAreReducedToo(int count) {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(count - 6, i -> new Bystander()).add(6, i -> new Switch()));

    assertThat(check(model.get(), PLAIN).figures().states()).isEqualTo(64);
    for (SearchOptions options : third(count)) {
      // To keep violations near, byte code must reckon with failures everywhere.
      if (options.reduction().partialOrder().orElseThrow().seed() != PartialOrder.Seed.NEAREST) {
        assertThat(check(model.get(), options).figures().states())
            .as(options.describe())
            .isEqualTo(7);
      }
    }
  }

  /** Passes a token on to the next. */
  static final class Passer extends Node {
    private final int next;
    boolean passed;

    Passer(int next) {
      this.next = next;
    }

    @Step(once = true, when = "isFirst")
    void start() {
      pass("");
    }

    boolean isFirst() {
      return next == 1;
    }

    @Receive
    void pass(String token) {
      passed = true;
      ids(Passer.class).stream().filter(id -> id.index() == next + 1).forEach(to -> send(to, ""));
      sendToAll(Counter.class, 1);
    }
  }

  /** Waits for everybody. */
  static final class Counter extends Node {
    private final int all;
    boolean complete;

    Counter(int all) {
      this.all = all;
    }

    @Receive(quorum = "all")
    void votes(Quorum<Integer> votes) {
      complete = true;
    }

    int all() {
      return all;
    }
  }

  /** All nodes take part, and a quorum has a member from each. */
  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void membersOfAQuorum(int count) {
    assertSame(
        () ->
            Models.loaded(
                new Topology()
                    .add(count, i -> new Passer(i))
                    .add(new Counter(count))
                    .add(new Switch()),
                invariant(
                    "switchedFirst", w -> on(w, 0) || !w.nodes(Counter.class).get(0).complete)),
        Verdict.VIOLATED,
        count);
  }

  /** Goals that are reached at once must not answer for those that need an order. */
  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void properties(int count) {
    int number = count;
    for (int needed : new int[] {0, count / 2, count - 1}) {
      number++;
      Supplier<Model> model =
          () -> {
            List<Property> properties = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              properties.add(
                  i == needed
                      ? reachable("goal" + i, w -> on(w, 2) && !on(w, 1))
                      : reachable("goal" + i, w -> !on(w, 0) || !on(w, 3)));
            }
            return Models.loaded(
                new Topology().add(4, i -> new Switch()), properties.toArray(Property[]::new));
          };

      assertSame(model, Verdict.VERIFIED, number);
    }
  }

  /** Of many invariants and goals over the same nodes, the last one is broken. */
  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void invariants(int count) {
    Supplier<Model> model =
        () -> {
          List<Property> properties = new ArrayList<>();
          for (int i = 0; i < count - 1; i++) {
            properties.add(reachable("goal" + i, w -> on(w, 0) && !on(w, 1)));
          }
          properties.add(invariant("inTurn", w -> on(w, 2) || !on(w, 3)));
          return Models.loaded(
              new Topology().add(4, i -> new Switch()), properties.toArray(Property[]::new));
        };
    PropertyResult.Status broken = PropertyResult.Status.VIOLATED;

    for (SearchOptions options : third(count)) {
      InstanceResult result = check(model.get(), options);
      assertThat(result.properties().get(count - 1).outcome())
          .as(options.describe())
          .isEqualTo(broken);
    }
  }

  record Numbered(int number) {}

  /** Sends once as many messages as asked for, all different or all alike. */
  static final class Source extends Node {
    private final int count;
    private final boolean alike;

    Source(int count, boolean alike) {
      this.count = count;
      this.alike = alike;
    }

    @Step(once = true)
    void pour() {
      for (int i = 0; i < count; i++) {
        sendToAll(Drain.class, new Numbered(alike ? 0 : i));
      }
    }
  }

  /** Takes messages in order. */
  static final class Drain extends Node {
    private final boolean alike;
    int taken;

    Drain(boolean alike) {
      this.alike = alike;
    }

    @Receive(when = "isNext")
    void take(Numbered m) {
      taken++;
    }

    boolean isNext(Numbered m) {
      return alike || m.number() == taken;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void messagesInAnInbox(int count) {
    for (boolean alike : new boolean[] {false, true}) {
      assertSame(
          () ->
              Models.loaded(
                  new Topology()
                      .add(new Source(count, alike))
                      .add(new Drain(alike))
                      .add(new Switch()),
                  invariant(
                      "switchedFirst", w -> on(w, 0) || w.nodes(Drain.class).get(0).taken < count)),
          Verdict.VIOLATED,
          count);
      assertSame(
          () ->
              Models.loaded(
                  new Topology().add(new Source(count, alike)).add(new Drain(alike)),
                  invariant("few", w -> w.nodes(Drain.class).get(0).taken <= count),
                  reachable("all", w -> w.nodes(Drain.class).get(0).taken == count)),
          Verdict.VERIFIED,
          count);
    }
  }

  /** A node with so many steps, each of which sends a message of a type of its own. */
  @ParameterizedTest
  @ValueSource(ints = {31, 32, 33, 63, 64, 65, 66, 130})
  void handlersAndKindsOfMessages(int count, @TempDir Path folder) throws Exception {
    // Byte code is read anew for each search, which takes a while where there is much of it.
    List<SearchOptions> few =
        third(count).stream()
            .filter(o -> o.exploration().order() == ExplorationOptions.Order.BREADTH_FIRST)
            .filter(
                o -> o.reduction().partialOrder().orElseThrow().seed() == PartialOrder.Seed.STARTS)
            .toList();
    for (boolean once : new boolean[] {false, true}) {
      Path classes = compiled(folder.resolve("once" + once), source(count, once));
      try (URLClassLoader loader =
          new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
        Class<?> wide = loader.loadClass("Wide");
        assertSame(() -> ModelLoader.load(wide, "broken"), Verdict.VIOLATED, few);
      }
    }
  }

  private static String source(int count, boolean once) {
    IntFunction<String> each =
        i ->
            """
              record M%1$d() {}
            """
                .formatted(i);
    IntFunction<String> steps =
        i ->
            """
                @Step(once = %2$s, when = "fresh") void step%1$d() {
                  sent = true;
                  sendToAll(Taker.class, new M%1$d());
                }
            """
                .formatted(i, once);
    IntFunction<String> receives =
        i ->
            """
                @Receive void take%1$d(M%1$d m) { taken = %1$d; }
            """
                .formatted(i);
    return """
        import dev.parley.api.*;
        @Protocol(name = "wide") public final class Wide {
        %1$s
          static final class Sender extends Node {
            boolean sent;
            boolean fresh() { return !sent; }
        %2$s
          }
          static final class Taker extends Node {
            int taken = -1;
        %3$s
          }
          static final class Switch extends Node {
            boolean on;
            @Step(once = true) void flip() { on = true; }
          }
          @Instance static void broken(Topology t) {
            t.add(new Sender()).add(new Taker()).add(new Switch());
          }
          @Invariant static boolean switchedFirst(World w) {
            return w.nodes(Switch.class).get(0).on || w.nodes(Taker.class).get(0).taken != %4$d;
          }
        }
        """
        .formatted(all(count, each), all(count, steps), all(count, receives), count - 1);
  }

  private static String all(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
  }

  private static Path compiled(Path folder, String source) throws IOException {
    Files.createDirectories(folder);
    Path file = Files.writeString(folder.resolve("Wide.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                file.toString());
    assertThat(failed).isZero();
    return folder;
  }
}
