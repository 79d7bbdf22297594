package dev.parley.protocols.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Timeline;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine's naive checker, which keeps every event and tries all orders, counts the same. */
class ChainReplicationTest extends PinnedResults {
  ChainReplicationTest() {
    super(ChainReplication.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("chain(2,2)", 326, 544, 8, 14), new Verified("chain(2,3)", 594, 982, 16, 16));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("answeredByTheFirst(1,2)", "map", 6),
        new Violated("askedAnywhere(2,2)", "map", 8));
  }

  @Test
  void anotherClientThatLooksLaterSeesAnEarlierState() {
    InstanceResult result = check("askedAnywhere(2,2)", SearchOptions.DEFAULT);
    Timeline timeline = result.violation().orElseThrow().timeline().orElseThrow();

    assertThat(timeline.operations()).extracting(Timeline.Operation::client).hasSize(3);
    assertThat(timeline.fitting()).containsExactly("1");
  }
}
