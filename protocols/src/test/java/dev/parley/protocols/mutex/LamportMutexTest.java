package dev.parley.protocols.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocols.PinnedResults;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LamportMutexTest extends PinnedResults {
  LamportMutexTest() {
    super(LamportMutex.class);
  }

  @Override
  protected List<Verified> verified() {
    return List.of(
        new Verified("mutex(2,1)", 62, 84, 3, 12),
        new Verified("mutex(2,2)", 392, 583, 8, 24),
        new Verified("mutex(3,1)", 20_000, 55_331, 29, 27));
  }

  @Override
  protected List<Violated> violated() {
    return List.of(
        new Violated("notAcknowledged(2,1)", "mutualExclusion", 4),
        new Violated("overtaking(2,1)", "mutualExclusion", 8),
        new Violated("overtaking(3,1)", "mutualExclusion", 12));
  }

  @ParameterizedTest
  @CsvSource({"2,1", "2,2", "3,1"})
  void aSearchOfItsOwnCountsTheSame(int processes, int entries) {
    FifoMutex.Counts counts = FifoMutex.count(processes, entries);

    Verified pinned =
        verified().stream()
            .filter(v -> v.instance().equals("mutex(%d,%d)".formatted(processes, entries)))
            .findFirst()
            .orElseThrow();
    assertThat(counts)
        .isEqualTo(
            new FifoMutex.Counts(
                pinned.states(), pinned.transitions(), pinned.terminalStates(), true));
  }
}
