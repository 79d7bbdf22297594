package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The run as JUnit XML, for build servers.
 *
 * <p>Each instance has one test case per property and one for exceptions in steps. A property that
 * does not hold is a failure, unless it is declared to break; one the search did not decide, or
 * never judged, is skipped. What concerns the instance as a whole (an error, an exhausted budget,
 * an expected violation that did not show) gets a further case named {@code verdict}; it is there
 * only then, so that one finding is never counted twice. Warnings about the instance are the output
 * of its case for exceptions, which is always there.
 */
final class JunitXml {
  private static final String EXCEPTIONS = "no exceptions in steps";
  private static final String VERDICT = "verdict";

  private enum Kind {
    FAILURE,
    ERROR,
    SKIPPED
  }

  private record CaseResult(Kind kind, String message, String details) {}

  private record TestCase(
      String className,
      String name,
      long millis,
      Optional<CaseResult> outcome,
      List<String> warnings) {
    TestCase(String className, String name, long millis, Optional<CaseResult> outcome) {
      this(className, name, millis, outcome, List.of());
    }

    TestCase with(List<String> newWarnings) {
      return new TestCase(className, name, millis, outcome, newWarnings);
    }
  }

  private JunitXml() {}

  static String text(RunReport report, boolean failOnBudget) {
    List<TestCase> cases = new ArrayList<>();
    report.instances().forEach(result -> addCases(cases, result, failOnBudget));
    report.incomplete().ifPresent(why -> addMissing(cases, why));
    return text(cases, report.startedAt());
  }

  /** An error, so that nobody takes what is there for all there is; and what is missing. */
  private static void addMissing(List<TestCase> cases, RunReport.Incomplete why) {
    cases.add(
        new TestCase(
            "parley",
            "run",
            0,
            Optional.of(new CaseResult(Kind.ERROR, IncompleteText.sentence(why), ""))));
    for (String name : why.missing()) {
      cases.add(new TestCase("parley", name, 0, Optional.of(skipped("It was not checked."))));
    }
  }

  private static String text(List<TestCase> cases, String startedAt) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite");
    attribute(xml, "name", "parley");
    attribute(xml, "timestamp", startedAt);
    attribute(xml, "time", seconds(cases.stream().mapToLong(TestCase::millis).sum()));
    attribute(xml, "tests", Integer.toString(cases.size()));
    attribute(xml, "failures", count(cases, Kind.FAILURE));
    attribute(xml, "errors", count(cases, Kind.ERROR));
    attribute(xml, "skipped", count(cases, Kind.SKIPPED));
    xml.append(">\n");
    cases.forEach(testCase -> append(xml, testCase));
    return xml.append("</testsuite>\n").toString();
  }

  private static void addCases(List<TestCase> cases, InstanceResult result, boolean failOnBudget) {
    for (PropertyResult property : result.properties()) {
      cases.add(testCase(result, property.name(), 0, outcome(result, property)));
    }
    cases.add(
        testCase(result, EXCEPTIONS, result.figures().millis(), exceptionOutcome(result))
            .with(result.warnings()));
    verdictOutcome(result, failOnBudget)
        .ifPresent(outcome -> cases.add(testCase(result, VERDICT, 0, Optional.of(outcome))));
  }

  private static TestCase testCase(
      InstanceResult result, String name, long millis, Optional<CaseResult> outcome) {
    return new TestCase(
        result.description().protocolClass(),
        result.description().instance() + ": " + name,
        millis,
        outcome);
  }

  private static Optional<CaseResult> outcome(InstanceResult result, PropertyResult property) {
    return switch (property.outcome()) {
      case HOLDS -> Optional.empty();
      case UNDECIDED -> Optional.of(skipped("The search ended before this was decided."));
      case NOT_JUDGED -> Optional.of(skipped(NotJudged.sentence(property)));
      case VIOLATED ->
          result.asExpected()
              ? Optional.empty()
              : result
                  .violation()
                  .filter(v -> v.property().equals(property.name()))
                  .map(v -> failure(result, v))
                  .or(() -> Optional.of(alsoViolated(property)));
    };
  }

  private static Optional<CaseResult> exceptionOutcome(InstanceResult result) {
    Optional<Violation> exception =
        result.violation().filter(v -> v.property().equals(Violation.EXCEPTION));
    if (exception.isPresent()) {
      return exception.filter(v -> !result.asExpected()).map(v -> failure(result, v));
    }
    return result.verdict() == Verdict.VERIFIED
        ? Optional.empty()
        : Optional.of(skipped("The search ended before all steps were explored."));
  }

  /** A result carries one counterexample; further properties may be known not to hold. */
  private static CaseResult alsoViolated(PropertyResult property) {
    return new CaseResult(Kind.FAILURE, property.name() + " does not hold", "");
  }

  private static CaseResult failure(InstanceResult result, Violation violation) {
    return new CaseResult(
        Kind.FAILURE,
        violation.message(),
        FaultText.sentences(result).stream().map(s -> s + "\n").collect(Collectors.joining())
            + violation
                .trace()
                .map(trace -> String.join("\n", StepText.lines(trace.steps())))
                .orElse("No state of " + Gate.name(result) + " satisfies it."));
  }

  private static Optional<CaseResult> verdictOutcome(InstanceResult result, boolean failOnBudget) {
    if (result.asExpected()) {
      return Optional.empty();
    }
    String message = Gate.describe(result);
    return switch (result.verdict()) {
      case ERROR ->
          Optional.of(
              new CaseResult(Kind.ERROR, message, result.error().map(Mistake::details).orElse("")));
      case BUDGET_EXHAUSTED ->
          Optional.of(
              new CaseResult(
                  Gate.tolerates(result, failOnBudget) ? Kind.SKIPPED : Kind.FAILURE, message, ""));
      case VERIFIED -> Optional.of(new CaseResult(Kind.FAILURE, message, ""));
      // The violated property's own case says it.
      case VIOLATED -> Optional.empty();
    };
  }

  private static CaseResult skipped(String message) {
    return new CaseResult(Kind.SKIPPED, message, "");
  }

  private static String count(List<TestCase> cases, Kind kind) {
    return Long.toString(
        cases.stream().filter(c -> c.outcome().filter(o -> o.kind() == kind).isPresent()).count());
  }

  private static void append(StringBuilder xml, TestCase testCase) {
    xml.append("  <testcase");
    attribute(xml, "classname", testCase.className());
    attribute(xml, "name", testCase.name());
    attribute(xml, "time", seconds(testCase.millis()));
    if (testCase.outcome().isEmpty() && testCase.warnings().isEmpty()) {
      xml.append("/>\n");
      return;
    }
    xml.append(">\n");
    testCase.outcome().ifPresent(outcome -> append(xml, outcome));
    if (!testCase.warnings().isEmpty()) {
      xml.append("    <system-out>");
      testCase.warnings().forEach(w -> xml.append(escape("WARNING: " + w)).append('\n'));
      xml.append("</system-out>\n");
    }
    xml.append("  </testcase>\n");
  }

  private static void append(StringBuilder xml, CaseResult outcome) {
    String element = outcome.kind().name().toLowerCase(Locale.ROOT);
    xml.append("    <").append(element);
    attribute(xml, "message", outcome.message());
    if (outcome.kind() != Kind.SKIPPED) {
      attribute(xml, "type", outcome.kind() == Kind.ERROR ? "parley.error" : "parley.violation");
    }
    if (outcome.details().isEmpty()) {
      xml.append("/>\n");
    } else {
      xml.append('>').append(escape(outcome.details()));
      xml.append("</").append(element).append(">\n");
    }
  }

  private static void attribute(StringBuilder xml, String name, String value) {
    xml.append(' ').append(name).append("=\"");
    xml.append(escape(value).replace("\n", "&#10;").replace("\t", "&#9;")).append('"');
  }

  /** Characters XML cannot hold at all, escaped or not, become the replacement character. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(allowed(c) ? c : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int c) {
    return c == '\n'
        || c == '\t'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }
}
