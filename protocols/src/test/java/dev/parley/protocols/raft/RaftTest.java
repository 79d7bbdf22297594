package dev.parley.protocols.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.FaultSentences;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Trace;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine's naive checker counts the same for the untagged correct instances. */
class RaftTest extends PinnedResults {
  RaftTest() {
    super(Raft.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("raft(3,1,1)", 2_543, 38_634, 0, 14),
        new Verified("raft(3,2,1)", 272_706, 5_948_322, 0, 22),
        new Verified("restart(3,1,1,1)", 17_283, 239_938, 0, 16),
        new Verified("restart(3,1,1,2)", 55_465, 714_503, 3, 18),
        new Verified("figure8(3,3,1)", 55_827, 1_209_432, 0, 24));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("voteForgotten(3,1,1,1)", "electionSafety", 8),
        new Violated("earlierTermCommitted(3,4,1)", "leaderCompleteness", 13),
        new Violated("anyLogElected(3,2,1)", "leaderCompleteness", 9),
        new Violated("placeUnchecked(3,3,1)", "logMatching", 5));
  }

  @Override
  protected List<Verified> large() {
    return List.of(
        new Verified("raft(3,1,2)", 267_923, 6_042_258, 0, 21),
        new Verified("restart(3,2,1,1)", 2_207_919, 44_314_503, 0, 24),
        new Verified("figure8(3,4,1)", 7_347_600, 216_468_788, 0, 37));
  }

  @Override
  protected List<Violated> largeViolated() {
    return List.of(new Violated("logLost(3,2,1,1)", "leaderCompleteness", 11));
  }

  @Test
  void aForgottenVoteTakesOneCrashAndOneRestartToElectTwoLeadersOfATerm() {
    InstanceResult result = check("voteForgotten(3,1,1,1)", SearchOptions.DEFAULT);

    assertThat(FaultSentences.of(result))
        .containsExactly(
            "Smallest breaking faults: one crash and one restart.", "Holds with up to one crash.");
    Trace trace = result.breakingFaults().get(0).trace().orElseThrow();
    List<Trace.NodeView> elected =
        trace.steps().stream()
            .filter(step -> step.changes().stream().anyMatch(c -> c.after().equals("LEADER")))
            .map(Trace.TraceStep::after)
            .toList();
    assertThat(elected).extracting(Trace.NodeView::node).hasSize(2).doesNotHaveDuplicates();
    assertThat(elected).extracting(leader -> value(leader, "term")).containsOnly("1");
  }

  @Tag("large")
  @Test
  void aLostLogTakesOneCrashAndOneRestartToLoseWhatWasCommitted() {
    assertThat(FaultSentences.of(check("logLost(3,2,1,1)", SearchOptions.DEFAULT)))
        .contains("Smallest breaking faults: one crash and one restart.");
  }

  @Test
  void noFaultIsNeededToLoseWhatWasCommittedTooEarly() {
    InstanceResult result = check("earlierTermCommitted(3,4,1)", SearchOptions.DEFAULT);

    assertThat(result.violation()).isPresent();
    assertThat(FaultSentences.of(result)).isEmpty();
  }

  private static String value(Trace.NodeView node, String field) {
    Optional<Trace.FieldView> view =
        node.fields().stream().filter(f -> f.name().equals(field)).findFirst();
    return view.orElseThrow().value();
  }
}
