package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong inside the engine is a result, and never a verdict. */
class EngineFailureTest {
  static final class Worker extends Node {
    int done;

    @Step(once = true)
    private void work() {
      done = 1;
    }
  }

  /** A model no loader makes: its handler cannot be called, which the engine does not expect. */
  private static Model contradictory() throws NoSuchMethodException {
    Model sound = Models.loaded(new Topology().add(new Worker()), invariant("idle", w -> true));
    Handler handler = sound.types().get(0).handlers().get(0);
    Handler closed =
        new Handler(
            handler.index(),
            handler.kind(),
            Worker.class.getDeclaredMethod("work"),
            handler.messageType(),
            handler.takesSender(),
            handler.trigger(),
            handler.size(),
            handler.guard(),
            handler.fairness());
    return new Model(
        sound.description(),
        sound.nodes(),
        List.of(new NodeType(Worker.class, List.of(closed))),
        sound.properties());
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbss", "stateful", "stateless", "por", "reduced"})
  void anInconsistencyOfTheEngineIsAnErrorToReport(String mode) throws Exception {
    InstanceResult result =
        Checker.check(contradictory(), SearchMode.named(mode).options(), ProgressListener.NONE);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    Mistake mistake = result.error().orElseThrow();
    assertThat(mistake.place()).isEqualTo("engine");
    assertThat(mistake.message()).contains("This is a bug in Parley: please report it");
    assertThat(mistake.details()).contains("the loader makes every handler accessible");
    assertThat(result.properties())
        .extracting(PropertyResult::outcome)
        .containsExactly(PropertyResult.Status.UNDECIDED);
  }

  static final class Endless extends Node {
    long count;

    @Step
    void count() {
      count++;
    }
  }

  @Test
  void whatAListenerThrowsIsItsOwnersToDealWith() {
    IllegalStateException own = new IllegalStateException("the parent is gone");
    assertThatThrownBy(
            () ->
                Checker.check(
                    Models.loaded(new Topology().add(new Endless())),
                    SearchOptions.DEFAULT,
                    progress -> {
                      throw own;
                    }))
        .isSameAs(own);
  }

  /** Cannot be made again: so what happens while it is shown is no value of a property. */
  record Fragile(int made) {
    private static int count;

    Fragile {
      if (made > 0 && ++count > 1) {
        throw new UnsupportedOperationException("only once");
      }
    }
  }

  static final class Holder extends Node {
    Fragile fragile = new Fragile(1);

    @Receive
    void hear(String m) {}
  }

  @Test
  void whatGoesWrongWhileAPropertyLooksCannotBeSwallowedByIt() {
    InstanceResult result =
        Checker.check(
            Models.loaded(
                new Topology().add(new Holder()),
                invariant(
                    "swallows",
                    w -> {
                      try {
                        return w.nodes(Holder.class).get(0) != null;
                      } catch (RuntimeException e) {
                        return true;
                      }
                    })),
            SearchOptions.DEFAULT.withBudget(Budget.UNBOUNDED),
            ProgressListener.NONE);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().map(Mistake::message)).get().asString().contains("only once");
  }
}
