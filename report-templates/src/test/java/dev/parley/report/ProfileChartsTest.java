package dev.parley.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.result.Profile;
import dev.parley.report.DepthProfile.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProfileChartsTest {
  @Test
  void eachDistanceHasAColumnAsHighAsItsStates() {
    DepthProfile.View chart = DepthProfile.of(depths(1, 4, 10, 0)).orElseThrow();

    assertThat(chart.columns()).extracting(Column::depth).containsExactly("0", "1", "2", "3");
    assertThat(chart.columns())
        .extracting(Column::height)
        .containsExactly(chart.height() / 10, chart.height() * 4 / 10, chart.height(), 0);
    assertThat(chart.summary()).contains("most, 10, are 2 steps away");
  }

  @Test
  void whatIsMoreThanNothingCanBeSeen() {
    DepthProfile.View chart = DepthProfile.of(depths(1, 1_000_000)).orElseThrow();

    assertThat(chart.columns().get(0).height()).isEqualTo(1);
  }

  @Test
  void manyDistancesShareColumnsAndLoseNoState() {
    DepthProfile.View chart =
        DepthProfile.of(depths(LongStream.range(0, 501).map(i -> 3).toArray())).orElseThrow();

    assertThat(chart.columns()).hasSizeLessThanOrEqualTo(80);
    assertThat(chart.columns().get(1).depth()).isEqualTo("7–13");
    assertThat(chart.columns().stream().mapToLong(c -> Long.parseLong(c.states())).sum())
        .isEqualTo(3 * 501);
    assertThat(chart.columns()).filteredOn(Column::labelled).hasSizeLessThanOrEqualTo(11);
  }

  @Test
  void aSearchThatDoesNotGoByDistanceHasNoDepthChart() {
    assertThat(DepthProfile.of(Profile.NONE)).isEmpty();
  }

  @Test
  void handlersAreListedByHowOftenTheyWereTaken() {
    List<StepMix.Row> rows =
        StepMix.of(
            new Profile(
                List.of(),
                List.of(
                    new Profile.StepCount("A.rare", 1),
                    new Profile.StepCount("B.often", 3_000),
                    new Profile.StepCount("C.never", 0)),
                Optional.empty()));

    assertThat(rows)
        .containsExactly(
            new StepMix.Row("B.often", "3,000", "100.0 %", 100),
            new StepMix.Row("A.rare", "1", "<0.1 %", 0),
            new StepMix.Row("C.never", "0", "0.0 %", 0));
  }

  private static Profile depths(long... states) {
    return new Profile(LongStream.of(states).boxed().toList(), List.of(), Optional.empty());
  }
}
