package dev.parley.engine.internal.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What comes round depends on what becomes of messages. */
class CyclesTest {
  record Letter() {}

  /** Writes again and again. */
  static final class Writer extends Node {
    @Step
    void write() {
      sendToAll(Reader.class, new Letter());
    }
  }

  /** Reads one letter. */
  static final class Reader extends Node {
    boolean hasRead;

    @Receive(when = "isWaiting")
    void letter(Letter m) {
      hasRead = true;
    }

    boolean isWaiting() {
      return !hasRead;
    }
  }

  @Test
  void whatIsSentForEverPilesUp() {
    assertThat(cycles(true, true).none()).isTrue();
  }

  @Test
  void whatIsSentForEverAndNeverArrivesComesRound() {
    assertThat(cycles(true, false).none()).isFalse();
  }

  @Test
  void whatIsSentAgainOnASetComesRound() {
    assertThat(cycles(false, true).none()).isFalse();
  }

  private static Cycles cycles(boolean consumedIsGone, boolean sentArrives) {
    Model model = Models.loaded(new Topology().add(new Writer()).add(new Reader()));
    Participants participants = new Participants(model);
    Lab lab =
        Lab.withoutProperties(model, participants, SearchOptions.DEFAULT, Set.of(), Ports.USUAL);
    LocalSteps steps =
        LocalClosure.of(participants, lab.runner(), new Means(1_000, 1L << 26), node -> false)
            .orElseThrow();
    Premises premises =
        new Premises(
            consumedIsGone, sentArrives, Optional.empty(), Optional.empty(), node -> false, false);
    return Cycles.of(steps, participants.count(), DeadPackets.kept(steps), premises);
  }
}
