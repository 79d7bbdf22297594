package dev.parley.protocols.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PaxosTest extends PinnedResults {
  PaxosTest() {
    super(Paxos.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("paxos(2,3,2)", 27_410, 94_055, 468, 18),
        new Verified("paxos(2,4,3)", 196_297, 787_452, 1_900, 22),
        new Verified("recorded(2,3,2)", 70_094, 195_708, 4_299, 18),
        new Verified("severalLearners(1,3,2)", 232, 511, 36, 10),
        new Verified("severalLearners(1,4,3)", 1_528, 4_381, 320, 13),
        new Verified("severalLearners(2,3,2)", 100_520, 404_396, 2_268, 20),
        new Verified("promiseByRead(2,3,2)", 38_455, 125_409, 972, 18));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("promiseBroken(2,3,2)", "agreement", 14),
        new Violated("promiseBrokenRecorded(2,3,2)", "agreement", 14),
        new Violated("promisesBroken(2,3,2)", "agreement", 14),
        new Violated("acceptancesMixed(2,3,2)", "agreement", 14),
        new Violated("repliesIgnored(2,3,2)", "agreement", 14),
        new Violated("quorumTooSmall(2,2,1)", "agreement", 10));
  }

  /** SPIN counts the same states and transitions of the first; the second is the engine's word. */
  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("paxos(3,3,2)", 7_479_449, 37_238_397, 16_260, 27),
        new Verified("promiseByRead(3,3,2)", 13_719_854, 64_934_232, 49_860, 27));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(new Violated("lastRemembered(3,3,2)", "agreement", 19));
  }

  /**
   * The reference Paxos, whose size is compared from version to version. With delivery records the
   * states are the same, since these are auxiliary; without reductions there are 27,410.
   */
  @Test
  void reductionsLeaveSoManyStates() {
    SearchOptions por = SearchMode.DBSS_POR.in(Order.BREADTH_FIRST).options();
    SearchOptions reduced =
        SearchMode.REDUCED.in(Order.BREADTH_FIRST).options().withSymmetry(Symmetry.OFF);

    assertThat(check("paxos(2,3,2)", por).figures().states()).isEqualTo(2_471);
    assertThat(check("paxos(2,3,2)", por.withDeliveryRecord(true)).figures().states())
        .isEqualTo(2_471);
    // A record of the protocol's own is a change that others might see; the audit has to see it.
    assertThat(check("recorded(2,3,2)", por).figures().states()).isEqualTo(3_478);
    assertThat(check("paxos(2,3,2)", por).figures().terminalStates()).isEqualTo(468);
    assertThat(check("paxos(2,3,2)", reduced).figures().states()).isEqualTo(387);
    assertThat(check("paxos(2,3,2)", reduced.withDeliveryRecord(true)).figures().states())
        .isEqualTo(387);
    assertThat(check("paxos(3,3,2)", reduced).figures().states()).isEqualTo(6_316);
  }

  /** Acceptors are interchangeable; proposers are not, because their ballots are ordered. */
  @Test
  void symmetryLeavesSoManyStates() {
    SearchOptions stateful = SearchMode.STATEFUL.in(Order.BREADTH_FIRST).options();
    SearchOptions symmetric = stateful.withSymmetry(Symmetry.REQUIRED);
    SearchOptions reduced = SearchMode.REDUCED.in(Order.BREADTH_FIRST).options();

    InstanceResult alone = check("paxos(2,3,2)", symmetric);
    assertThat(alone.figures().states()).isEqualTo(5_037);
    assertThat(alone.figures().terminalStates()).isEqualTo(89);
    assertThat(alone.reductions().get(0).summary())
        .isEqualTo(
            "one state is explored of all that differ only in which node is which among Acceptor1,"
                + " Acceptor2, Acceptor3");
    assertThat(alone.reductions().get(0).details())
        .contains("the explored states stand for 27,410; there are 6 ways to exchange names");
    assertThat(check("paxos(2,4,3)", symmetric).figures().states()).isEqualTo(11_504);
    assertThat(check("severalLearners(2,3,2)", symmetric).figures().states()).isEqualTo(11_524);
    assertThat(check("paxos(2,3,2)", reduced).figures().states()).isEqualTo(122);
    assertThat(check("paxos(3,3,2)", reduced).figures().states()).isEqualTo(1_609);
    assertThat(check("paxos(2,5,3)", reduced).figures().states()).isEqualTo(406);
  }

  @Test
  void whatGoesBeyondMpBassetCanBeSwitchedOff() {
    SearchOptions combined =
        SearchMode.DBSS_POR
            .in(Order.BREADTH_FIRST)
            .options()
            .withPartialOrder(Optional.of(PartialOrder.DEFAULT.with(Refinement.COMBINED)));

    assertThat(check("paxos(2,3,2)", combined).figures().states()).isEqualTo(3_478);
  }

  /** Refinement tells more apart, and so leaves more out (by byte code, as in MP-Basset). */
  @Test
  void refinementLeavesFewerStates() {
    List<Long> states =
        Stream.of(Refinement.NONE, Refinement.QUORUM, Refinement.COMBINED)
            .map(PartialOrder.DEFAULT.with(Knowledge.BYTE_CODE)::with)
            .map(Optional::of)
            .map(SearchMode.DBSS_POR.in(Order.BREADTH_FIRST).options()::withPartialOrder)
            .map(options -> check("paxos(2,3,2)", options).figures().states())
            .toList();

    assertThat(states).containsExactly(13_643L, 10_326L, 8_985L);
  }

  @Tag("large")
  @Test
  void reductionsLeaveSoManyStatesOfTheLargeInstance() {
    SearchOptions por = SearchMode.DBSS_POR.in(Order.BREADTH_FIRST).options();

    assertThat(check("paxos(3,3,2)", por).figures().states()).isEqualTo(113_835);
  }

  /** The search for a shorter path packs states anew; the path found first must survive that. */
  @Tag("large")
  @Test
  void aDepthFirstSearchTellsItsStepsWhereAShorterPathIsOutOfReach() {
    InstanceResult result = check("lastRememberedRecorded(3,3,2)", SearchMode.DBSS.options());

    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps())
        .hasSizeGreaterThanOrEqualTo(19);
  }
}
