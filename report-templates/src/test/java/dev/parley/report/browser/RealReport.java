package dev.parley.report.browser;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.Comparison;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import dev.parley.report.HtmlComparison;
import dev.parley.report.HtmlReport;
import dev.parley.report.Trends;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports of protocols that were really checked, in {@code target}, where they can be looked at
 * afterwards. Only the past is made up: it takes more than one commit to have one.
 */
final class RealReport {
  static final int MANY = 200;

  private static final String STARTED = "2026-11-16T08:30:00Z";

  private RealReport() {}

  /** Verified, violated and long, with a comparison and a past. */
  static Path write() throws IOException {
    InstanceResult verified = check(Ballot.class, "voters(2,3)");
    ComparisonResult compared =
        Comparison.run(
            () -> ModelLoader.load(Ballot.class, "voters(2,3)"),
            SearchMode.ALL,
            new Budget(
                Optional.of(200_000L),
                Optional.of(Duration.ofSeconds(5)),
                Optional.empty(),
                Optional.empty()),
            1,
            Comparison.Listener.NONE);
    RunReport report =
        report(
                List.of(
                    verified,
                    check(Ballot.class, "forgetful(2,3)"),
                    check(Lease.class, "clients(2)"),
                    check(Relay.class, "round(5,500)"),
                    check(Relay.class, "round(5,30)")))
            .with(List.of(compared));
    Path directory = Path.of("target", "real-report").toAbsolutePath();
    HtmlReport.write(report, past(verified), directory);
    HtmlComparison.write(
        new ComparisonReport(
            report.title(),
            report.parleyVersion(),
            report.javaVersion(),
            STARTED,
            List.of(compared)),
        directory);
    return directory;
  }

  /** Two hundred instances: real results under other names. */
  static Path writeMany() throws IOException {
    InstanceResult verified = check(Ballot.class, "voters(2,3)");
    InstanceResult violated = check(Lease.class, "clients(2)");
    List<InstanceResult> instances = new ArrayList<>();
    for (int i = 1; i <= MANY; i++) {
      instances.add(renamed(i % 10 == 0 ? violated : verified, "protocol" + i % 7, i));
    }
    Path directory = Path.of("target", "many-report").toAbsolutePath();
    var clock = ManagementFactory.getThreadMXBean();
    long cpu = clock.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    HtmlReport.write(report(instances), directory);
    System.out.printf(
        "Rendering %d instances took %d ms, %d ms of them at work%n",
        MANY,
        (System.nanoTime() - start) / 1_000_000,
        (clock.getCurrentThreadCpuTime() - cpu) / 1_000_000);
    return directory;
  }

  static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, progress -> {});
  }

  private static RunReport report(List<InstanceResult> instances) {
    return new RunReport(
        "Protocols of the tests", "0.1.0", System.getProperty("java.version"), STARTED, instances);
  }

  private static Trends past(InstanceResult result) {
    long states = result.figures().states();
    List<Trends.Point> points = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      long then = states + (i < 5 ? states / 10 : 0);
      double saved = i < 6 ? 12 : 47;
      points.add(
          new Trends.Point(
              i + "c41d0de5a2b3c4d5e6f708192a3b4c5d6e7f8091",
              "2026-11-0" + (i + 1) + "T02:00:00Z",
              i == 2 || i == 3 ? Verdict.VIOLATED : Verdict.VERIFIED,
              result.search(),
              Map.of("stateful", then, "dbss", Math.round(then * (1 - saved / 100))),
              Map.of("dbss", saved),
              Optional.of(400_000L)));
    }
    Model.Description description = result.description();
    return new Trends(
        List.of(
            new Trends.Series(description.protocol(), description.instance(), "stateful", points)));
  }

  private static InstanceResult renamed(InstanceResult result, String protocol, int number) {
    Model.Description old = result.description();
    return new InstanceResult(
        new Model.Description(
            protocol,
            old.protocolClass(),
            old.about(),
            "instance" + number,
            old.tags(),
            old.expected(),
            old.expectedProperty(),
            old.budget()),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        result.properties(),
        result.coverage(),
        result.decomposition(),
        result.reductions(),
        result.profile(),
        result.fingerprint(),
        result.violation(),
        result.error(),
        result.warnings());
  }
}
