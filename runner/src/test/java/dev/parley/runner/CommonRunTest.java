package dev.parley.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.Trends;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommonRunTest {
  @Test
  void namesThatOnlyOneModuleHasStayAsTheyAre() {
    Run lock = run("locks", "2026-01-02T00:00:00Z", named("lock", "demo.Lock"));
    Run ask = run("asks", "2026-01-01T00:00:00Z", named("ask", "demo.Ask"));
    Run common = new CommonRun(List.of(lock, ask)).of("All");
    assertThat(common.report().title()).isEqualTo("All");
    assertThat(common.report().startedAt()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(common.report().instances())
        .extracting(r -> r.description().protocol(), r -> r.description().protocolClass())
        .containsExactly(tuple("lock", "demo.Lock"), tuple("ask", "demo.Ask"));
    assertThat(common.origins()).extracting(Run.Origin::module).containsExactly("locks", "asks");
  }

  @Test
  void protocolsOfOneNameAreToldApartByTheirModules() {
    Run one = run("one", "2026-01-01T00:00:00Z", named("lock", "demo.Lock"));
    Run two = run("two", "2026-01-01T00:00:00Z", named("lock", "demo.Lock"));
    CommonRun common = new CommonRun(List.of(one, two));
    RunReport report = common.of("All").report();
    assertThat(report.instances())
        .extracting(Gate::name)
        .containsExactly("lock (one) / small", "lock (two) / small");
    InstanceResult second = report.instances().get(1);
    assertThat(report.comparison(second)).contains(report.comparisons().get(1));
    assertThat(
            common.renamed(
                two, new Trends(List.of(new Trends.Series("lock", "small", "dbss", List.of())))))
        .extracting(Trends.Series::protocol)
        .containsExactly("lock (two)");
  }

  private static InstanceResult named(String protocol, String className) {
    InstanceResult result = Results.verified();
    return RecordJson.with(
        result,
        "description",
        RecordJson.with(
            RecordJson.with(result.description(), "protocol", protocol),
            "protocolClass",
            className));
  }

  private static Run run(String module, String startedAt, InstanceResult result) {
    return Run.of(
        module,
        new RunReport(
            module,
            "1",
            "17",
            startedAt,
            List.of(result),
            List.of(RecordJson.with(Results.compared(), "description", result.description()))),
        ReportTextTest.ENVIRONMENT,
        ReportTextTest.options(Path.of("out")));
  }
}
