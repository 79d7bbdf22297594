package dev.parley.engine;

import static dev.parley.engine.AllModes.all;
import static dev.parley.engine.AllModes.assertAgreed;
import static dev.parley.engine.AllModes.assertFound;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Violation;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The smallest protocols in which two reductions meet: the arguments stand in the essay of the
 * package {@code reduce}, in the same order.
 */
class ReductionPairsTest {
  record Vote() {}

  record Go() {}

  record Chatter() {}

  /** Is switched once. */
  static final class Switch extends Node {
    boolean on;

    @Step(once = true)
    void flip() {
      on = true;
    }
  }

  private static Property neverOn() {
    return invariant("neverOn", w -> !w.nodes(Switch.class).get(0).on);
  }

  /**
   * As {@link AllModes#assertFound}, for state spaces that have no end unless all messages that are
   * dead are known and dropped: a search that does not come to an end says so.
   */
  private static void assertDropped(Supplier<Model> model, String property) {
    dropping()
        .forEach(
            options -> {
              InstanceResult result = checkWithoutTrace(model.get(), options);
              if (result.exhausted().isEmpty()) {
                assertThat(result.violation().map(Violation::property))
                    .as("%s: %s", options.describe(), result)
                    .contains(property);
              }
            });
  }

  /** No mode that drops dead messages says that a goal of a model cannot be reached. */
  private static void assertReached(Supplier<Model> model) {
    dropping()
        .forEach(
            options -> {
              InstanceResult result = checkWithoutTrace(model.get(), options);
              assertThat(result.properties())
                  .as("%s: %s", options.describe(), result)
                  .noneMatch(p -> p.outcome() == PropertyResult.Status.VIOLATED);
            });
  }

  /** The way is not told: without dropping there would be no end of states on the way. */
  private static InstanceResult checkWithoutTrace(Model model, SearchOptions options) {
    return InstanceCheck.withoutTrace(model, options, ProgressListener.NONE).run();
  }

  private static Stream<SearchOptions> dropping() {
    Budget some =
        new Budget(Optional.of(300L), Optional.empty(), Optional.empty(), Optional.empty());
    return all().stream()
        .filter(options -> options.reduction().deadMessages())
        .map(options -> options.withBudget(some).withTrialRuns(100));
  }

  private static Property on() {
    return reachable("on", w -> w.nodes(Switch.class).get(0).on);
  }

  record Ball() {}

  /** Plays for ever, tells a listener of every stroke, and keeps a log that nothing depends on. */
  static final class Player extends Node {
    private final boolean serves;
    boolean side;
    @Auxiliary int strokes;

    Player(boolean serves) {
      this.serves = serves;
    }

    @Step(once = true, when = "serves")
    void serve() {
      sendToOthers(Player.class, new Ball());
    }

    boolean serves() {
      return serves;
    }

    @Receive
    void ball(Ball m) {
      side = !side;
      strokes = (strokes + 1) % 3;
      sendToOthers(Player.class, new Ball());
    }
  }

  /** Asks a player for ever, one question at a time, and does not mind the answer. */
  static final class Asker extends Node {
    boolean asked;

    @Step(when = "free")
    void ask() {
      asked = true;
      sendToAll(Answerer.class, new Go());
    }

    boolean free() {
      return !asked;
    }

    @Receive
    void answer(Vote m) {
      asked = false;
    }

    @Receive
    void chatter(Chatter m) {}
  }

  /** Answers until it has enough, which it says in a message that has no effect. */
  static final class Answerer extends Node {
    boolean done;

    @Step(once = true)
    void chat() {
      sendToAll(Asker.class, new Chatter());
    }

    @Step(once = true)
    void stop() {
      done = true;
      sendToAll(Asker.class, new Chatter());
    }

    @Receive
    void question(Go m, NodeId from) {
      if (!done) {
        send(from, new Vote());
      }
    }
  }

  private static Topology match() {
    return new Topology().add("Player", new Player(true)).add("Player", new Player(false));
  }

  /** Cycles, auxiliary content, and a goal and an invariant over two nodes. */
  @Test
  void aCycleHidesNothingThatIsSoughtInTwoNodes() {
    Property together =
        reachable(
            "together", w -> w.nodes(Player.class).get(1).side && w.nodes(Switch.class).get(0).on);
    Property never =
        reachable(
            "never", w -> w.nodes(Player.class).get(0).side && !w.nodes(Player.class).get(1).side);
    assertAgreed(() -> Models.loaded(match().add(new Switch()), together, never, on()));
    assertAgreed(
        () ->
            Models.loaded(
                match().add(new Switch()),
                invariant(
                    "apart",
                    w -> !w.nodes(Player.class).get(1).side || !w.nodes(Switch.class).get(0).on)));
  }

  /** Idle messages on a cycle, which become dead, or stop it, when somebody is switched. */
  @Test
  void idleMessagesOnACycleHideNobody() {
    Supplier<Topology> talk =
        () -> new Topology().add(new Asker()).add(new Answerer()).add(new Switch());
    assertAgreed(() -> Models.loaded(talk.get(), neverOn()));
    assertAgreed(() -> Models.loaded(talk.get(), on()));
    assertAgreed(
        () ->
            Models.loaded(
                talk.get(),
                terminal("neverDone", w -> !w.nodes(Answerer.class).get(0).done),
                reachable(
                    "askedAndDone",
                    w ->
                        w.nodes(Asker.class).get(0).asked
                            && w.nodes(Answerer.class).get(0).done
                            && !w.nodes(Switch.class).get(0).on)));
  }

  /** What a sender may do later counts, not what it may do in its present local state. */
  @Nested
  class Knowledge {
    /** Comes to 7 only if the message comes before its step. */
    static final class Late extends Node {
      int x;

      @Step(once = true)
      void go() {
        x = x == 5 ? 7 : 1;
      }

      @Receive
      void go(Go m) {
        if (x == 0) {
          x = 5;
        }
      }
    }

    /**
     * In a class of its own: byte code is read from here on, and whatever the test itself mentions,
     * the engine above all, would be too much to be certain of anything.
     */
    static final class Claims {
      static final Predicate<World> NOT_7 = w -> w.nodes(Late.class).get(0).x != 7;

      private Claims() {}
    }

    private static Property not7() {
      return invariant("not7", Claims.NOT_7);
    }

    static final class Voter extends Node {
      @Step(once = true)
      void vote() {
        sendToAll(Lowering.class, new Vote());
        sendToAll(Lowered.class, new Vote());
        sendToAll(Guarded.class, new Vote());
      }
    }

    /** Needs two votes, or one after a step of its own. */
    static final class Lowering extends Node {
      boolean low;

      @Step(once = true)
      void lower() {
        low = true;
      }

      @Receive(quorum = "size")
      void votes(Quorum<Vote> votes) {
        sendToAll(Late.class, new Go());
      }

      int size() {
        return low ? 1 : 2;
      }
    }

    /** The same, lowered by a message, and counted in an object that it holds. */
    static final class Lowered extends Node {
      final int[] needed = {3};

      @Receive
      void lower(Chatter m) {
        needed[0]--;
      }

      @Receive(quorum = "size", orMore = true)
      void votes(Quorum<Vote> votes) {
        sendToAll(Late.class, new Go());
      }

      int size() {
        return needed[0];
      }
    }

    static final class Chatterer extends Node {
      @Step(once = true)
      void chat() {
        sendToAll(Lowered.class, new Chatter());
      }
    }

    /** Takes no votes before a step of its own. */
    static final class Guarded extends Node {
      boolean open;

      @Step(once = true)
      void open() {
        open = true;
      }

      @Receive(quorum = "2", when = "isOpen")
      void votes(Quorum<Vote> votes) {
        sendToAll(Late.class, new Go());
      }

      boolean isOpen() {
        return open;
      }
    }

    @Test
    void aQuorumThatMayBecomeSmallerIsNotForgotten() {
      assertFound(
          () ->
              Models.loaded(
                  new Topology().add(new Late()).add(new Lowering()).add(new Voter()), not7()),
          "not7");
    }

    @Test
    void aQuorumThatOthersMakeSmallerIsNotForgotten() {
      assertFound(
          () ->
              Models.loaded(
                  new Topology()
                      .add(new Late())
                      .add(new Lowered())
                      .add(2, i -> new Voter())
                      .add(new Chatterer()),
                  not7()),
          "not7");
    }

    @Test
    void aGuardThatOpensLaterIsNotForgotten() {
      assertFound(
          () ->
              Models.loaded(
                  new Topology().add(new Late()).add(new Guarded()).add(2, i -> new Voter()),
                  not7()),
          "not7");
    }
  }

  /** What is dropped need not be consumed for the state to come round. */
  @Nested
  class DeadMessagesAndCycles {
    /** Sends for ever to somebody. */
    static final class Chatterer extends Node {
      private final Class<? extends Node> to;

      Chatterer(Class<? extends Node> to) {
        this.to = to;
      }

      @Step
      void chat() {
        sendToAll(to, new Chatter());
      }
    }

    /** Never takes what it is sent. */
    static final class Deaf extends Node {
      @Receive(when = "never")
      void chatter(Chatter m) {}

      boolean never() {
        return false;
      }
    }

    /** Takes what it is sent, and does nothing with it. */
    static final class Bored extends Node {
      @Receive
      void chatter(Chatter m) {}
    }

    /** Hears the first message only. */
    static final class Content extends Node {
      boolean heard;

      @Receive(when = "attentive")
      void chatter(Chatter m) {
        heard = true;
      }

      boolean attentive() {
        return !heard;
      }
    }

    /** Sends to itself, for ever, what it never takes. */
    static final class Absorbed extends Node {
      boolean odd;

      @Step
      void mumble() {
        odd = !odd;
        send(self(), new Chatter());
      }

      @Receive(when = "never")
      void chatter(Chatter m) {}

      boolean never() {
        return false;
      }
    }

    private static void assertNoticed(Supplier<Topology> others) {
      assertDropped(() -> Models.loaded(others.get().add(new Switch()), neverOn()), "neverOn");
      assertReached(() -> Models.loaded(others.get().add(new Switch()), on()));
    }

    @Test
    void whatNobodyTakesIsSentForEver() {
      assertNoticed(() -> new Topology().add(new Chatterer(Deaf.class)).add(new Deaf()));
    }

    @Test
    void whatIsTakenWithoutEffectIsSentForEver() {
      assertNoticed(() -> new Topology().add(new Chatterer(Bored.class)).add(new Bored()));
    }

    @Test
    void whatIsOfUseOnceIsSentForEver() {
      assertNoticed(() -> new Topology().add(new Chatterer(Content.class)).add(new Content()));
    }

    @Test
    void whatIsSentToOneselfForEverIsDropped() {
      assertNoticed(() -> new Topology().add(new Absorbed()));
    }
  }
}
