package dev.parley.engine.reference;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class WorkbenchTest {
  /** Two switches and a lamp that counts what it hears. */
  @Protocol(name = "lamp")
  static final class Lamp {
    static final class Switch extends Node {
      boolean on;
      @Auxiliary int flips;

      @Step(once = true)
      void flip() {
        on = true;
        flips++;
        sendToAll(Bulb.class, "on");
      }
    }

    static final class Bulb extends Node {
      int lit;

      @Receive
      void light(String m) {
        lit++;
      }
    }

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Switch()).add(new Bulb());
    }

    @Invariant
    static boolean onceOnly(World w) {
      return w.nodes(Bulb.class).get(0).lit < 2;
    }
  }

  /** Nodes that are asked by functions which others have sent. */
  @Protocol(name = "asked")
  static final class Asked {
    record Question(Predicate<Person> rule) {}

    static final class Person extends Node {
      Predicate<Person> rule = person -> false;
      boolean told;
      int count;

      @Step(when = "few")
      void count() {
        count++;
      }

      boolean few() {
        return count < 3;
      }

      @Step(once = true)
      void tell() {
        told = true;
      }

      @Step(once = true)
      void ask() {
        sendToAll(Person.class, new Question(person -> person.told));
      }

      @Receive
      void hear(Question m) {
        rule = m.rule();
      }
    }

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Person());
    }

    @Invariant
    static boolean notBoth(World w) {
      return !w.nodes(Person.class).stream().allMatch(person -> person.rule.test(person));
    }
  }

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  private static Supplier<Model> lamps(int bound) {
    return () ->
        Models.loaded(
            new Topology().add(2, i -> new Lamp.Switch()).add(new Lamp.Bulb()),
            invariant("few", w -> w.nodes(Lamp.Bulb.class).get(0).lit < bound),
            reachable("all", w -> w.nodes(Lamp.Switch.class).stream().allMatch(s -> s.on)));
  }

  private Workbench bench(
      BiFunction<Model, SearchOptions, InstanceResult> checker, OptionalInt depth) {
    return new Workbench(checker, lines::add, 1_000, depth);
  }

  @Test
  void combinationsOfASoundEngineAgree() {
    Workbench bench = bench(Workbench::engine, OptionalInt.empty());

    assertThat(bench.run(Lamp.class, Optional.empty(), bench.combinations(7)))
        .as("%s", lines)
        .isZero();
    assertThat(bench.run("verified", lamps(3), bench.combinations(13))).as("%s", lines).isEmpty();
    assertThat(lines).anyMatch(line -> line.startsWith("two: naive checker: VIOLATED"));
  }

  /** What a function that was kept reads is read by the property that runs it. */
  @Test
  void whatKeptFunctionsLookAtIsSeenInEveryCombination() {
    Workbench bench = new Workbench(Workbench::engine, lines::add, 10_000, OptionalInt.empty());

    assertThat(bench.run(Asked.class, Optional.empty(), bench.combinations(31)))
        .as("%s", lines)
        .isZero();
    assertThat(lines).anyMatch(line -> line.startsWith("two: naive checker: VIOLATED"));
  }

  @Test
  void searchesWithoutMemoryAgree() {
    Workbench bench = bench(Workbench::engine, OptionalInt.empty());
    List<SearchOptions> stateless =
        bench.combinations().stream().filter(o -> o.store().memory() == Memory.NONE).toList();

    assertThat(stateless).hasSize(2);
    assertThat(bench.run(Lamp.class, Optional.empty(), stateless)).as("%s", lines).isZero();
  }

  @Test
  void withinABoundOfDepthTheyAgreeToo() {
    for (int depth = 1; depth < 6; depth++) {
      Workbench bench = bench(Workbench::engine, OptionalInt.of(depth));
      List<SearchOptions> some = bench.combinations(43);
      assertThat(bench.run("violated", lamps(2), some)).as("%s", lines).isEmpty();
      assertThat(bench.run("verified", lamps(3), some)).as("%s", lines).isEmpty();
    }
  }

  /** Each plants a mistake into the searches that the predicate selects. */
  private void assertNoticed(
      Predicate<SearchOptions> where,
      int bound,
      BiFunction<Model, SearchOptions, InstanceResult> planted) {
    BiFunction<Model, SearchOptions, InstanceResult> checker =
        (model, options) ->
            where.test(options) ? planted.apply(model, options) : Workbench.engine(model, options);
    Workbench bench = bench(checker, OptionalInt.empty());
    List<SearchOptions> wrong = bench.combinations().stream().filter(where).limit(20).toList();
    List<SearchOptions> all = new ArrayList<>(wrong);
    bench.combinations(41).stream().filter(where.negate()).forEach(all::add);

    List<SearchOptions> noticed = bench.run("planted", lamps(bound), all);

    assertThat(wrong).isNotEmpty();
    assertThat(noticed).as("%s", lines).containsExactlyInAnyOrderElementsOf(wrong);
  }

  @Test
  void aWrongVerdictIsNoticed() {
    assertNoticed(
        o -> o.exploration().order() == Order.DEPTH_FIRST && o.reduction().deadMessages(),
        2,
        (model, options) ->
            Workbench.engine(
                new Model(model.description(), model.nodes(), model.types(), List.of()), options));
  }

  @Test
  void aWrongCountIsNoticed() {
    assertNoticed(
        o -> !o.reduction().any() && o.store().memory() == Memory.RELEVANT,
        3,
        (model, options) -> Workbench.engine(lessALamp(model), options));
  }

  private static Model lessALamp(Model model) {
    return Models.loaded(
        new Topology().add(new Lamp.Switch()).add(new Lamp.Bulb()),
        model.properties().toArray(Property[]::new));
  }

  @Test
  void aTraceThatIsNotShortestIsNoticed() {
    assertNoticed(
        o -> !o.reduction().any() && o.exploration().order() == Order.BREADTH_FIRST,
        1,
        (model, options) ->
            Workbench.engine(
                Models.loaded(
                    new Topology().add(2, i -> new Lamp.Switch()).add(new Lamp.Bulb()),
                    invariant("few", w -> w.nodes(Lamp.Bulb.class).get(0).lit < 2)),
                options));
  }

  /** The command of {@link Workbench}: not part of the ordinary suite. */
  @Test
  @EnabledIfSystemProperty(named = "parley.workbench", matches = ".+")
  void theNamedProtocolGivesTheSameInEveryCombination() throws Exception {
    String folders = System.getProperty("parley.workbench.classes", "");
    List<URL> urls = new ArrayList<>();
    for (String folder : folders.isEmpty() ? new String[0] : folders.split(File.pathSeparator)) {
      urls.add(Path.of(folder).toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), getClass().getClassLoader())) {
      Class<?> protocol = loader.loadClass(System.getProperty("parley.workbench"));
      Integer depth = Integer.getInteger("parley.workbench.depth");
      Workbench bench =
          new Workbench(
              Workbench::engine,
              System.out::println,
              Integer.getInteger("parley.workbench.states", 200_000),
              depth == null ? OptionalInt.empty() : OptionalInt.of(depth));
      List<SearchOptions> combinations =
          bench.combinations(Integer.getInteger("parley.workbench.every", 1));
      Optional<String> instance =
          Optional.ofNullable(System.getProperty("parley.workbench.instance"));

      assertThat(bench.run(protocol, instance, combinations))
          .as("disagreeing combinations")
          .isZero();
    }
  }
}
