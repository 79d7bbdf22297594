package dev.parley.protocols.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.echo.EchoMulticast;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TablesTest {
  @Test
  void everyRunIsOfAnInstanceThatExists() {
    assertThat(lines().flatMap(line -> line.run().stream()))
        .isNotEmpty()
        .allSatisfy(
            run ->
                assertThat(ModelLoader.describe(run.protocol()))
                    .extracting(Model.Description::instance)
                    .contains(run.instance()));
  }

  @Test
  void everyReductionIsOverAnotherLineOfItsRow() {
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(row.lines())
                    .filteredOn(line -> !line.over().isEmpty())
                    .allSatisfy(line -> assertThat(row.baseline(line)).isPresent()));
  }

  @Test
  void noTwoLinesOfARowAreTheSameSearch() {
    assertThat(rows())
        .allSatisfy(
            row -> {
              List<Run> runs = row.lines().stream().flatMap(line -> line.run().stream()).toList();
              assertThat(runs).extracting(Run::key).doesNotHaveDuplicates();
              assertThat(row.lines()).extracting(Line::search).doesNotHaveDuplicates();
            });
  }

  @Test
  void whatIsMeasuredIsWhatTheEngineFinds() {
    Run run = new Run(EchoMulticast.class, "multicast(2,1,0,1)", SearchMode.STATEFUL.options());

    Measured measured = Laboratory.measure(run.within(Budgets.ORDINARY));

    assertThat(measured.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(measured.credible()).isTrue();
    assertThat(measured.states()).isEqualTo(225);
    assertThat(measured.wholeMillis()).isGreaterThanOrEqualTo(measured.millis());
  }

  private static Stream<Row> rows() {
    return Tables.all().stream().flatMap(table -> table.rows().stream());
  }

  private static Stream<Line> lines() {
    return rows().flatMap(row -> row.lines().stream());
  }
}
