package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.ReplayOutcome;
import org.junit.jupiter.api.Test;

class ScenarioTest {
  record Coin(boolean heads) {}

  @Protocol
  static final class Toss {
    static final class Player extends Node {
      @Step(once = true)
      void toss() {
        sendToAll(Judge.class, new Coin(choose(true, false)));
      }
    }

    static final class Judge extends Node {
      int tails;

      @Receive
      void coin(Coin coin) {
        tails += coin.heads() ? 0 : 1;
      }
    }

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Player()).add(new Judge());
    }

    @Invariant
    static boolean neverTwice(World w) {
      return w.nodes(Judge.class).get(0).tails < 2;
    }
  }

  private final Scenario scenario = Scenario.of(Toss.class.getName(), "two");

  @Test
  void stepsThatBreakAPropertySayWhich() {
    scenario.step("Player1", "Player.toss").chooses(1);
    scenario.step("Player2", "Player.toss").chooses(1);
    scenario.step("Judge1", "Judge.coin").takes("Player2", "Coin[heads=false]");
    scenario.step("Judge1", "Judge.coin").takes("Player1", "Coin[heads=false]");

    ReplayOutcome outcome = scenario.replay();

    assertThat(outcome.reproduced()).isTrue();
    assertThat(outcome.message()).isEqualTo("the last state violates neverTwice");
  }

  @Test
  void otherChoicesLeadElsewhere() {
    scenario.step("Player1", "Player.toss").chooses(0);
    scenario.step("Judge1", "Judge.coin").takes("Player1", "Coin[heads=true]");

    assertThat(scenario.replay().reproduced()).isFalse();
  }

  @Test
  void aStepThatIsNotPossibleIsNamed() {
    scenario.step("Judge1", "Judge.coin").takes("Player1", "Coin[heads=true]");

    ReplayOutcome outcome = scenario.replay();

    assertThat(outcome.reproduced()).isFalse();
    assertThat(outcome.message()).startsWith("step 1 (Judge1 Judge.coin) is not possible");
  }

  @Test
  void aClassThatIsGoneIsNamed() {
    assertThatThrownBy(() -> Scenario.of("gone.Protocol", "any"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("no such class");
  }
}
