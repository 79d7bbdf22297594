package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.all;
import static dev.parley.engine.AllModes.assertFound;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.AllModes.por;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.PartialOrder.Seed;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Messages that are consumed without effect go first; but only if it makes no difference. For each
 * condition a protocol that is checked wrongly without it.
 */
class IdleStepsTest {
  record Letter() {}

  record Alarm() {}

  /** Whom letters are for. */
  abstract static class Reader extends Node {}

  /** Is alarmed once. */
  abstract static class Alarmed extends Reader {
    boolean alarmed;

    @Receive
    void alarm(Alarm m) {
      alarmed = true;
    }
  }

  /** Writes once to all readers. */
  static final class Writer extends Node {
    @Step(once = true)
    void write() {
      sendToAll(Reader.class, new Letter());
    }
  }

  /** Writes once to all readers, and sends an alarm in the same step. */
  static final class Herald extends Node {
    @Step(once = true)
    void write() {
      sendToAll(Reader.class, new Letter());
      sendToAll(Reader.class, new Alarm());
    }
  }

  /** Takes letters and does nothing. */
  static final class Deaf extends Reader {
    @Receive
    void ignore(Letter m) {}
  }

  /** Does nothing with letters until an alarm wakes it. */
  static final class Sleeper extends Alarmed {
    boolean heard;

    @Receive
    void letter(Letter m) {
      heard = alarmed;
    }
  }

  /** Takes letters, and does nothing with them, until an alarm shuts it. */
  static final class Box extends Alarmed {
    @Receive(when = "open")
    void letter(Letter m) {}

    boolean open() {
      return !alarmed;
    }
  }

  /** Takes letters without effect, by one method before an alarm and by another after. */
  static final class Mover extends Alarmed {
    @Receive(when = "here")
    void early(Letter m) {}

    @Receive(when = "there")
    void late(Letter m) {}

    boolean here() {
      return !alarmed;
    }

    boolean there() {
      return alarmed;
    }
  }

  /** Throws single letters away, but makes something of two. */
  static final class Collector extends Reader {
    boolean complete;

    @Receive
    void discard(Letter m) {}

    @Receive(quorum = "2")
    void pair(Quorum<Letter> letters) {
      complete = true;
    }
  }

  /** Writes to all readers for ever. */
  static final class Chatterbox extends Node {
    boolean breathing;

    @Step
    void chat() {
      breathing = !breathing;
      sendToAll(Reader.class, new Letter());
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

  /** Notes when a letter came, which should make no difference, but does. */
  static final class Noter extends Alarmed {
    boolean late;
    @Auxiliary int note;

    @Receive
    void letter(Letter m) {
      note = alarmed ? 2 : 1;
    }

    @Step(once = true, when = "isAlarmed")
    void act() {
      late = note == 2;
    }

    boolean isAlarmed() {
      return alarmed;
    }
  }

  private static Model alarmed(Node reader) {
    return Models.loaded(
        new Topology().add(reader).add(new Herald()),
        terminal("nothingLeft", w -> w.pending().isEmpty()));
  }

  @Test
  void whatHasNoEffectIsConsumedAtOnce() {
    Model model =
        Models.loaded(new Topology().add(new Deaf()).add(new Switch()).add(5, i -> new Writer()));
    PartialOrder combined = PartialOrder.DEFAULT.with(Refinement.COMBINED);

    InstanceResult full = check(model, por(PLAIN));
    InstanceResult whole = check(model, PLAIN.withPartialOrder(Optional.of(combined)));

    assertThat(full.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(full.figures().states()).isEqualTo(1 + 1 + 2 * 5);
    assertThat(full.figures().terminalStates()).isEqualTo(1);
    assertThat(whole.figures().states()).isGreaterThan(full.figures().states());
  }

  @Test
  void whatMayHaveAnEffectLaterWaits() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Sleeper()).add(new Herald()),
                invariant("unheard", w -> !w.nodes(Sleeper.class).get(0).heard));

    assertFound(model, "unheard");
  }

  @Test
  void whatMayBeLeftOverIsNotConsumedInAnyCase() {
    assertFound(() -> alarmed(new Box()), "nothingLeft");
  }

  @Test
  void whatCountsTogetherWithOthersWaits() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Collector()).add(2, i -> new Writer()),
                invariant("incomplete", w -> !w.nodes(Collector.class).get(0).complete));

    assertFound(model, "incomplete");
  }

  @Test
  void whoTakesItLaterIsSeenToDoSo() {
    for (Refinement refinement : Refinement.values()) {
      PartialOrder partialOrder = PartialOrder.DEFAULT.with(refinement);
      InstanceResult result =
          check(alarmed(new Mover()), PLAIN.withPartialOrder(Optional.of(partialOrder)));

      assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
      assertThat(result.coverage().handlersNeverFired()).as("%s", refinement).isEmpty();
    }
  }

  /**
   * The letters are never more than one if they are consumed at once: then there is a cycle, on
   * which the switch would be ignored for ever. If not, there is no end of them.
   */
  @Test
  void aCycleOfStepsWithoutEffectIgnoresNobody() {
    for (SearchOptions options : all()) {
      Model model =
          Models.loaded(
              new Topology().add(new Chatterbox()).add(new Deaf()).add(new Switch()),
              invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on));
      Budget few =
          new Budget(Optional.of(1_000L), Optional.empty(), Optional.empty(), Optional.empty());

      InstanceResult result = check(model, options.withDeadMessages(false).withBudget(few));

      assertThat(result.verdict()).as(options.describe()).isNotEqualTo(Verdict.VERIFIED);
    }
  }

  @Test
  void auxiliaryContentIsAnEffect() {
    for (SearchOptions options : all()) {
      Model model = Models.loaded(new Topology().add(new Noter()).add(new Herald()));

      InstanceResult result = check(model, options.withMemory(Memory.RELEVANT));

      assertThat(result.verdict()).as(options.describe()).isEqualTo(Verdict.ERROR);
      assertThat(result.error().orElseThrow().message()).contains("auxiliary");
    }
  }

  /** Writes a letter, and then does something else. */
  static final class Busy extends Node {
    boolean wrote;
    boolean done;

    @Step(once = true)
    void write() {
      wrote = true;
      sendToAll(Reader.class, new Letter());
    }

    @Step(once = true, when = "hasWritten")
    void finish() {
      done = true;
    }

    boolean hasWritten() {
      return wrote;
    }
  }

  @Test
  void aViolationThatIsToStayNearComesFirst() {
    Supplier<Model> model =
        () ->
            Models.loaded(
                new Topology().add(new Busy()).add(new Deaf()),
                invariant("busy", w -> !w.nodes(Busy.class).get(0).done));
    PartialOrder nearest = PartialOrder.DEFAULT.with(Seed.NEAREST);

    assertThat(check(model.get(), PLAIN).figures().depth()).isEqualTo(2);
    assertThat(check(model.get(), por(PLAIN)).figures().depth()).isEqualTo(3);
    assertThat(check(model.get(), PLAIN.withPartialOrder(Optional.of(nearest))).figures().depth())
        .isEqualTo(2);
  }

  /** Does nothing with letters, whether it sleeps or not. */
  static final class Dozer extends Alarmed {
    @Receive
    void letter(Letter m) {}
  }

  @Test
  void theOrderOfDeliveriesCountsWhereItIsRecordedInFullStates() {
    SearchOptions recording = PLAIN.withDeliveryRecord(true);

    InstanceResult without = check(alarmed(new Dozer()), recording);
    InstanceResult with = check(alarmed(new Dozer()), por(recording));

    assertThat(without.figures().terminalStates()).isEqualTo(2);
    assertThat(with.figures().terminalStates()).isEqualTo(2);
  }
}
