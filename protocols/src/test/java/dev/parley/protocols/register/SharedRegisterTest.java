package dev.parley.protocols.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Timeline;
import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * 93 and 544 are the unique states that Stateright counts for its examples of these names; the
 * engine's naive checker counts the same, transitions too.
 */
class SharedRegisterTest extends PinnedResults {
  SharedRegisterTest() {
    super(SharedRegister.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("singleCopy(2,1)", 93, 120, 12, 8),
        new Verified("abd(2,2)", 544, 874, 16, 24));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(new Violated("singleCopy(2,2)", "register", 4));
  }

  @Test
  void theTimelineNamesTheReadThatDoesNotFit() {
    InstanceResult result = check("singleCopy(2,2)", SearchOptions.DEFAULT);
    Timeline timeline = result.violation().orElseThrow().timeline().orElseThrow();

    assertThat(timeline.operations())
        .extracting(Timeline.Operation::described)
        .containsExactly("Write[value='A']", "Write[value='B']", "Read[] = '-'");
    assertThat(timeline.sentence())
        .isEqualTo("Client1's Read[] returned '-'; what fits is 'A' or 'B'.");
  }
}
