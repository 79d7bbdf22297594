package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.TraceStep;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayTest {
  @Protocol
  static final class Stairs {
    /** Climbs two stairs, then makes the mistake it was built for. */
    static class Climber extends Node {
      int stair;

      @Step(when = "below")
      void climb() {
        stair++;
      }

      boolean below() {
        return stair < 2;
      }

      boolean above() {
        return stair == 2;
      }
    }

    static final class Shouting extends Climber {
      @Step(when = "above")
      void shout() {
        send(self(), "nobody takes strings");
      }
    }

    static final class Choosing extends Climber {
      /** These strings share one hash code, so that a set shows the one first that came first. */
      Set<String> ways = new HashSet<>(List.of("AaAa", "BBBB"));

      String way = "none";

      @Step(when = "above")
      void choose() {
        way = ways.iterator().next();
      }
    }

    @Instance
    static void shouting(Topology t) {
      t.add(new Shouting());
    }

    @Instance
    static void choosing(Topology t) {
      t.add(new Choosing());
    }
  }

  @Protocol
  static final class LowStairs {
    @Instance
    static void shouting(Topology t) {
      t.add(new Stairs.Shouting());
    }

    @Invariant
    static boolean low(World w) {
      return w.nodes(Stairs.Climber.class).stream().allMatch(c -> c.stair < 2);
    }
  }

  private final List<TraceStep> taken = new ArrayList<>();

  @Test
  void aMistakeIsReproducedWhereTheRecordedStepsLead() {
    Mistake mistake = mistake("shouting");
    ReplayOutcome outcome = replay("shouting", mistake.trace().orElseThrow());
    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.message()).isEqualTo(mistake.place() + ": " + mistake.message());
    assertThat(taken).hasSize(2).isEqualTo(mistake.trace().orElseThrow().steps());
  }

  @Test
  void aStepThatDiffersFromRunToRunIsReproducedAndToldWithTheFieldsThatDiffer() {
    Mistake mistake = mistake("choosing");
    assertThat(mistake.message()).containsPattern("it left way = \\w+ on one, way = \\w+ on the");
    ReplayOutcome outcome = replay("choosing", mistake.trace().orElseThrow());
    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.message()).isEqualTo(mistake.place() + ": " + mistake.message());
    assertThat(taken).hasSize(2);
  }

  @Test
  void aViolationIsReproducedEvenIfAStepFromThereIsAMistake() {
    Violation violation =
        check(ModelLoader.load(LowStairs.class, "shouting")).violation().orElseThrow();
    ReplayOutcome outcome =
        Replay.run(
            ModelLoader.load(LowStairs.class, "shouting"),
            violation.trace().orElseThrow(),
            taken::add);
    assertThat(outcome).isEqualTo(new ReplayOutcome(true, "the last state violates low"));
  }

  @Test
  void aPathThatEndsBeforeTheMistakeDoesNotReproduceIt() {
    Trace whole = mistake("shouting").trace().orElseThrow();
    Trace shorter = new Trace(whole.initial(), whole.steps().subList(0, 1));
    assertThat(replay("shouting", shorter).reproduced()).isFalse();
  }

  private static Mistake mistake(String instance) {
    return check(ModelLoader.load(Stairs.class, instance)).error().orElseThrow();
  }

  private static InstanceResult check(Model model) {
    return Checker.check(model, SearchOptions.DEFAULT, progress -> {});
  }

  private ReplayOutcome replay(String instance, Trace trace) {
    return Replay.run(ModelLoader.load(Stairs.class, instance), trace, taken::add);
  }
}
