package dev.parley.engine.internal.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ProgressListener;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which fields of nodes properties read, by whatever way they come to them. */
class FieldReadsTest {
  /** Each is read by the property of that name only. */
  private static final List<String> ALL =
      List.of(
          "direct",
          "byMethod",
          "byInterface",
          "byOverride",
          "byLambda",
          "byReference",
          "byConstant",
          "byInner",
          "inherited",
          "items");

  /** What a node may be asked for by somebody who does not know its class. */
  interface Counting {
    int count();
  }

  static class Base extends Node {
    int inherited;

    int hook() {
      return 0;
    }
  }

  static final class Worker extends Base implements Counting, Comparable<Worker> {
    int direct;
    int byMethod;
    int byInterface;
    int byOverride;
    int byLambda;
    int byReference;
    int byConstant;
    int byComparison;
    int byInner;
    int never;
    List<Integer> items = new ArrayList<>();
    Set<Integer> fixed = Set.of(1, 2);

    @Step(once = true)
    void work() {
      direct++;
      byMethod++;
      byInterface++;
      byOverride++;
      byLambda++;
      byReference++;
      byConstant++;
      byComparison++;
      byInner++;
      inherited++;
      never++;
      items.add(never);
    }

    int method() {
      return deeper();
    }

    private int deeper() {
      return byMethod;
    }

    int reference() {
      return byReference;
    }

    @Override
    public int count() {
      return byInterface;
    }

    @Override
    int hook() {
      return byOverride;
    }

    @Override
    public int compareTo(Worker other) {
      return Integer.compare(byComparison, other.byComparison);
    }

    /** Sees the node it belongs to. */
    final class Inner {
      int look() {
        return byInner;
      }
    }
  }

  /** Functions made when the class is loaded. */
  static final class Functions {
    static final Predicate<Worker> CONSTANT = worker -> worker.byConstant < 9;

    private Functions() {}
  }

  @Protocol(name = "reads")
  static final class Reads {
    private Reads() {}

    @Instance
    static void one(Topology t) {
      t.add(new Worker());
    }

    private static Worker worker(World w) {
      return w.nodes(Worker.class).get(0);
    }

    @Invariant
    static boolean direct(World w) {
      return worker(w).direct < 9;
    }

    @Invariant
    static boolean byMethod(World w) {
      return worker(w).method() < 9;
    }

    @Invariant
    static boolean byInterface(World w) {
      return ((Counting) worker(w)).count() < 9;
    }

    @Invariant
    static boolean byOverride(World w) {
      return w.nodes(Base.class).get(0).hook() < 9;
    }

    @Invariant
    static boolean byLambda(World w) {
      return w.nodes(Worker.class).stream().allMatch(worker -> worker.byLambda < 9);
    }

    @Invariant
    static boolean byReference(World w) {
      return w.nodes(Worker.class).stream().mapToInt(Worker::reference).sum() < 9;
    }

    @Invariant
    static boolean byConstant(World w) {
      return w.nodes(Worker.class).stream().allMatch(Functions.CONSTANT);
    }

    @Invariant
    static boolean byComparison(World w) {
      return w.nodes(Worker.class).stream().max(Comparator.naturalOrder()).isPresent();
    }

    @Invariant
    static boolean byInner(World w) {
      return worker(w).new Inner().look() < 9;
    }

    @Invariant
    static boolean inherited(World w) {
      return worker(w).inherited < 9;
    }

    @Invariant
    static boolean items(World w) {
      return worker(w).items.stream().allMatch(item -> item < 9);
    }
  }

  static Stream<String> properties() {
    return Stream.concat(ALL.stream(), Stream.of("byComparison"));
  }

  /** The comparison is there for all who hand nodes to the JDK: nobody can tell who does. */
  @ParameterizedTest
  @MethodSource("properties")
  void whatAPropertyReadsIsFound(String name) {
    Model model = ModelLoader.load(Reads.class, "one");
    Property property =
        model.properties().stream().filter(p -> p.name().equals(name)).findAny().orElseThrow();

    Set<String> unread = names(FieldReads.of(model).unread(property));

    assertThat(unread)
        .containsAll(ALL.stream().filter(field -> !field.equals(name)).toList())
        .contains("never")
        .doesNotContain(name, "byComparison");
  }

  /** The engine puts collections of its own in the place of immutable ones. */
  @Test
  void nodesThatWereRestoredHideNothing() {
    Model model = ModelLoader.load(Reads.class, "one");
    Checker.check(model, SearchOptions.DEFAULT, ProgressListener.NONE);

    for (Property property : model.properties()) {
      assertThat(names(FieldReads.of(model).unread(property))).contains("never", "fixed");
    }
  }

  @Test
  void ofAPropertyMadeInCodeNothingIsKnown() {
    Model model = ModelLoader.load(Reads.class, "one");
    Property property = Property.of("any", Property.Kind.INVARIANT, w -> true);

    assertThat(FieldReads.of(model).unread(property)).isEmpty();
  }

  private static Set<String> names(Set<Field> fields) {
    return fields.stream().map(Field::getName).collect(Collectors.toSet());
  }
}
