package dev.parley.engine.internal.reduce;

import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Independence;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.reference.Models;
import dev.parley.engine.result.AppliedReduction;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reduction whose assumptions do not hold does not take place, and says why. */
class IndependenceTest {
  private static final String WHY = "this is only a test";

  record Letter() {}

  static final class Writer extends Node {
    @Step(once = true)
    void write() {
      sendToAll(Reader.class, new Letter());
    }
  }

  static final class Reader extends Node {
    boolean read;

    @Receive
    void letter(Letter m) {
      read = true;
    }
  }

  @Test
  void everythingIsUsedIfEverythingHolds() {
    assertThat(told(Independence.ALL)).hasSize(2).allMatch(AppliedReduction::applied);
  }

  @Test
  void nothingIsUsedOfWhichNothingIsKnown() {
    assertThat(told(Independence.NONE))
        .hasSize(2)
        .noneMatch(AppliedReduction::applied)
        .allMatch(r -> r.summary().contains("nothing is known of how messages are delivered"));
  }

  @ParameterizedTest
  @EnumSource
  void whatDoesNotHoldSwitchesOffWhatRestsOnIt(Assumption assumption) {
    boolean orders =
        Set.of(Assumption.EXPOSURE_IS_TOLD, Assumption.STEPS_COMMUTE, Assumption.SENDING_ONLY_ADDS)
            .contains(assumption);
    boolean dropping =
        Set.of(Assumption.FAULTS_ENABLE_NOTHING, Assumption.ALWAYS_CONSUMABLE, Assumption.DROPPABLE)
            .contains(assumption);
    // Then nothing is tried beforehand, and byte code has to do.
    boolean untried = assumption == Assumption.CHANGES_ARE_KNOWN;
    List<AppliedReduction> told = told(Independence.ALL.without(assumption, WHY));

    assertThat(told).hasSize(2);
    for (AppliedReduction reduction : told) {
      boolean off = reduction.name().equals("dead messages") ? dropping : orders;
      assertThat(reduction.applied()).as("%s", reduction).isEqualTo(!off);
      assertThat(reduction.summary().contains(WHY)).as("%s", reduction).isEqualTo(off || untried);
    }
    if (untried) {
      assertThat(told.toString()).contains("based on byte code, because " + WHY);
    }
    // What is consumed first is a part of partial-order reduction that needs more than the rest.
    boolean first =
        Set.of(Assumption.CONSUMED_IS_GONE, Assumption.ALWAYS_CONSUMABLE, Assumption.DROPPABLE)
            .contains(assumption);
    assertThat(
            told.toString()
                .contains("messages without effect are not consumed first, because " + WHY))
        .isEqualTo(first);
  }

  @Test
  void whatDoesNotHoldOfOneOfTwoDoesNotHoldOfBoth() {
    Independence one = Independence.ALL.without(Assumption.DROPPABLE, "one");
    Independence other = Independence.ALL.without(Assumption.STEPS_COMMUTE, "other");

    assertThat(one.and(other).objection(Set.of(Assumption.DROPPABLE))).contains("one");
    assertThat(one.and(other).objection(Set.of(Assumption.STEPS_COMMUTE))).contains("other");
    assertThat(one.and(other).objection(Set.of(Assumption.CHANGES_ARE_KNOWN))).isEmpty();
  }

  private static List<AppliedReduction> told(Independence independence) {
    Model model =
        Models.loaded(
            new Topology().add(2, i -> new Writer()).add(new Reader()),
            invariant("any", w -> true));
    SearchOptions options =
        SearchOptions.DEFAULT
            .withPartialOrder(Optional.of(PartialOrder.DEFAULT))
            .withDeadMessages(true);
    Participants participants = new Participants(model);
    Ports ports =
        Ports.USUAL.withDelivery(
            messages -> saying(independence, Ports.USUAL.delivery().apply(messages)));
    Lab lab = Lab.of(model, participants, options, Set.of(), ports);
    return Reductions.install(lab, new Observations(), Allowance.unlimited()).summaries();
  }

  /** The usual delivery, which says something else of itself. */
  private static Delivery saying(Independence independence, Delivery usual) {
    return (Delivery)
        Proxy.newProxyInstance(
            IndependenceTest.class.getClassLoader(),
            new Class<?>[] {Delivery.class},
            (proxy, method, arguments) ->
                method.getName().equals("independence")
                    ? independence
                    : accessible(method).invoke(usual, arguments));
  }

  private static Method accessible(Method method) {
    method.setAccessible(true);
    return method;
  }
}
