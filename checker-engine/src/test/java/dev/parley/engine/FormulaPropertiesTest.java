package dev.parley.engine;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.api.EveryRun;
import dev.parley.api.Formula;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.ScrutinyOptions;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Formulas as a protocol declares them. */
class FormulaPropertiesTest {
  private static InstanceResult check(Class<?> protocol) {
    return Checker.check(
        ModelLoader.load(protocol, "lamps(2)"), SearchOptions.DEFAULT, ProgressListener.NONE);
  }

  static final class Lamp extends Node {
    boolean lit;
    int switches;

    @Step
    void turn() {
      lit = !lit;
      switches++;
      switches = 0;
    }
  }

  @Protocol
  static final class Lamps {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun("each lamp is lit again and again")
    static Formula blinking(List<NodeId> nodes) {
      return all(nodes.stream().map(id -> always(eventually(lit(id)))).toList());
    }

    @EveryRun
    static Formula both(List<NodeId> nodes) {
      return eventually(lit(nodes.get(0)).and(lit(nodes.get(1))));
    }

    private static Formula lit(NodeId id) {
      return state(id + " is lit", w -> ((Lamp) w.node(id)).lit);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reduced", "dbss", "stateful"})
  void aFormulaMaySpeakOfEachNode(String mode) {
    InstanceResult result =
        Checker.check(
            ModelLoader.load(Lamps.class, "lamps(2)"),
            SearchMode.named(mode).options(),
            ProgressListener.NONE);
    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    PropertyResult blinking = result.properties().get(0);
    assertThat(blinking.name()).isEqualTo("blinking");
    assertThat(blinking.outcome()).isEqualTo(PropertyResult.Status.HOLDS);
    assertThat(blinking.evaluations()).isPositive();
    PropertyResult both = result.properties().get(1);
    assertThat(both.kind()).isEqualTo(Property.Kind.FORMULA);
    assertThat(both.description()).isEqualTo("eventually(Lamp1 is lit and Lamp2 is lit)");
    assertThat(both.outcome()).isEqualTo(PropertyResult.Status.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(4);
  }

  @Protocol
  static final class Impure {
    static int calls;

    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun
    static Formula counting() {
      return eventually(state("called often", w -> calls++ > 3));
    }
  }

  @Protocol
  static final class ImpureByAnObject {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun
    static Formula timed() {
      return eventually(state("late", new Late()));
    }
  }

  static final class Late implements Predicate<World> {
    @Override
    public boolean test(World w) {
      return System.nanoTime() % 2 == 0;
    }
  }

  @Test
  void theStatesOfAFormulaMustBePure() {
    assertThat(check(Impure.class).error().orElseThrow().message()).contains("calls");
    assertThat(check(ImpureByAnObject.class).error().orElseThrow().message()).contains("nanoTime");
  }

  @Protocol
  static final class Unread {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Tally());
    }

    @EveryRun
    static Formula full() {
      return eventually(state("full", new Full(2)));
    }
  }

  static final class Tally extends Node {
    int count;

    @Step
    void count() {
      count = (count + 1) % 3;
    }
  }

  record Full(int count) implements Predicate<World> {
    @Override
    public boolean test(World w) {
      return w.nodes(Tally.class).stream().allMatch(t -> t.count == count);
    }
  }

  @Test
  void aFieldThatOnlyAFormulaReadsIsNotAuxiliary() {
    for (Class<?> protocol : List.of(Unread.class, Lamps.class)) {
      Model model = ModelLoader.load(protocol, "lamps(2)");
      InstanceResult inferred =
          Checker.check(
              model,
              SearchOptions.DEFAULT.withInference(ScrutinyOptions.Inference.ON),
              ProgressListener.NONE);
      assertThat(inferred.verdict()).isEqualTo(Verdict.VIOLATED);
    }
  }

  // Mistakes ------------------------------------------------------------------------------------

  private static void assertMistake(Class<?> protocol, String... parts) {
    ProtocolException mistake =
        catchThrowableOfType(ProtocolException.class, () -> ModelLoader.load(protocol, "lamps(2)"));
    assertThat(mistake.place() + ": " + mistake.getMessage()).contains(parts);
  }

  @Protocol
  static final class FormulaOfAWorld {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {}

    @EveryRun
    static Formula wrong(World w) {
      return all(List.of());
    }
  }

  @Protocol
  static final class FormulaOfStrings {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {}

    @EveryRun
    static Formula wrong(List<String> nodes) {
      return all(List.of());
    }
  }

  @Protocol
  static final class NoFormula {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun
    static Formula wrong() {
      return null;
    }
  }

  @Protocol
  static final class ThrowingFormula {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun
    static Formula wrong() {
      return state(" ", w -> true);
    }
  }

  @Protocol
  static final class EndlessFormula {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Lamp());
    }

    @EveryRun
    static Formula wrong() {
      Formula twice = state("a", w -> true);
      for (int i = 0; i < 64; i++) {
        twice = twice.and(twice);
      }
      return twice;
    }
  }

  @Protocol
  static final class FormulaElsewhere {
    @Instance(with = 2)
    static void lamps(Topology t, int lamps) {
      t.add("Lamp", lamps, i -> new Confused());
    }
  }

  static final class Confused extends Node {
    @EveryRun
    static Formula wrong() {
      return all(List.of());
    }
  }

  @Test
  void mistakesInFormulasNamePlaceAndRemedy() {
    assertMistake(FormulaOfAWorld.class, "wrong", "static Formula wrong(List<NodeId> nodes)");
    assertMistake(FormulaOfStrings.class, "wrong", "static Formula wrong(List<NodeId> nodes)");
    assertMistake(NoFormula.class, "wrong", "returned null");
    assertMistake(ThrowingFormula.class, "wrong", "needs a name", "called once");
    assertMistake(EndlessFormula.class, "wrong", "more than 2000 operators");
    assertMistake(FormulaElsewhere.class, "@EveryRun", "no effect in a node class");
  }
}
