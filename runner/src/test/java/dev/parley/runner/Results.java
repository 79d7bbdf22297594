package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.PropertyResult.Status;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import dev.parley.engine.result.WalkFigures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One result of each kind, as the engine would hand it over. */
final class Results {
  static final Budget BUDGET =
      new Budget(
          Optional.of(20_000_000L),
          Optional.of(Duration.ofMinutes(5)),
          Optional.empty(),
          Optional.empty());

  static final Trace TRACE =
      new Trace(
          List.of(
              new Trace.NodeView(
                  "Client1", "Client", List.of(new Trace.FieldView("answer", "null", false))),
              new Trace.NodeView(
                  "Server1",
                  "Server",
                  List.of(
                      new Trace.FieldView("served", "0", false),
                      new Trace.FieldView("log", "[]", true)))),
          List.of(
              step(
                  1,
                  "Client1",
                  "Client.ask",
                  List.of(),
                  List.of("fast"),
                  List.of(new Trace.MessageView(1, "Client1", "Server1", "Ask", "Ask[n=<1>]")),
                  List.of(),
                  Optional.empty()),
              step(
                  2,
                  "Server1",
                  "Server.ask",
                  List.of(new Trace.MessageView(1, "Client1", "Server1", "Ask", "Ask[n=<1>]")),
                  List.of(),
                  List.of(),
                  List.of(new Trace.FieldChange("served", "0", "1")),
                  Optional.of("java.lang.AssertionError: served & gone"))));

  private Results() {}

  private static Trace.TraceStep step(
      int number,
      String node,
      String handler,
      List<Trace.MessageView> consumed,
      List<String> choices,
      List<Trace.MessageView> sent,
      List<Trace.FieldChange> changes,
      Optional<String> exception) {
    return new Trace.TraceStep(
        number,
        node,
        handler,
        Optional.of(handler.substring(0, handler.indexOf('.')) + ".java:" + 10 * number),
        consumed,
        new Trace.Choices(choices, choices.isEmpty() ? List.of() : List.of(0)),
        sent,
        changes,
        new Trace.NodeView(node, handler.substring(0, handler.indexOf('.')), List.of()),
        exception);
  }

  static InstanceResult verified(String instance, Verdict expected, Optional<String> property) {
    return result(
        instance,
        expected,
        property,
        Verdict.VERIFIED,
        Optional.empty(),
        List.of(property("agreement", Status.HOLDS), property("rest", Status.HOLDS)),
        Optional.empty(),
        Optional.empty());
  }

  static InstanceResult verified() {
    return verified("small", Verdict.VERIFIED, Optional.empty());
  }

  /** Verified, with a property that no state was judged by. */
  static InstanceResult restless() {
    return result(
        "restless",
        Verdict.VERIFIED,
        Optional.empty(),
        Verdict.VERIFIED,
        Optional.empty(),
        List.of(
            property("agreement", Status.HOLDS),
            new PropertyResult("rest", "", Property.Kind.TERMINAL, Status.NOT_JUDGED, 0)),
        Optional.empty(),
        Optional.empty());
  }

  static InstanceResult violated(String instance, Verdict expected, Optional<String> property) {
    return result(
        instance,
        expected,
        property,
        Verdict.VIOLATED,
        Optional.empty(),
        List.of(property("agreement", Status.VIOLATED), property("rest", Status.UNDECIDED)),
        Optional.of(
            new Violation(
                "agreement",
                Optional.of(Property.Kind.INVARIANT),
                "agreement is false after 2 steps",
                Optional.of(TRACE))),
        Optional.empty());
  }

  static InstanceResult violated() {
    return violated("wrong", Verdict.VERIFIED, Optional.empty());
  }

  static InstanceResult threw() {
    return result(
        "throws",
        Verdict.VERIFIED,
        Optional.empty(),
        Verdict.VIOLATED,
        Optional.empty(),
        List.of(property("agreement", Status.UNDECIDED)),
        Optional.of(
            new Violation(
                Violation.EXCEPTION, Optional.empty(), "Server.ask threw", Optional.of(TRACE))),
        Optional.empty());
  }

  static InstanceResult exhausted() {
    return result(
        "large(3,5)",
        Verdict.VERIFIED,
        Optional.empty(),
        Verdict.BUDGET_EXHAUSTED,
        Optional.of(Budget.Kind.STATES),
        List.of(property("agreement", Status.UNDECIDED)),
        Optional.empty(),
        Optional.empty());
  }

  /** Random walks that found nothing. */
  static InstanceResult walked(Verdict expected) {
    WalkFigures walks =
        new WalkFigures(
            8_231,
            10_000,
            10_000,
            312_004,
            Optional.empty(),
            10_000,
            Optional.empty(),
            Optional.empty(),
            List.of(new WalkFigures.Sample(10_000, 312_004, 900, 1_204, 31, 4, 1)));
    InstanceResult result =
        result(
            "huge",
            expected,
            Optional.empty(),
            Verdict.BUDGET_EXHAUSTED,
            Optional.of(Budget.Kind.WALKS),
            List.of(property("agreement", Status.UNDECIDED)),
            Optional.empty(),
            Optional.empty());
    return new InstanceResult(
        result.description(),
        result.verdict(),
        result.exhausted(),
        result.exploration(),
        new InstanceResult.Scrutiny(
            result.properties(),
            result.coverage(),
            result.decomposition(),
            result.reductions(),
            result.profile().with(walks)),
        result.fingerprint(),
        result.findings(),
        result.basis());
  }

  static InstanceResult error() {
    return result(
        "broken",
        Verdict.VERIFIED,
        Optional.empty(),
        Verdict.ERROR,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.of(
            new Mistake(
                "demo.Server.ask",
                "It reads the clock. Let the checker choose instead.",
                "at demo.Server.ask(Server.java:20)",
                Optional.empty())));
  }

  /** The paper's figures for Paxos (6), after a stateless search that was given up. */
  static ComparisonResult compared() {
    return new ComparisonResult(
        verified().description(),
        BUDGET,
        3,
        List.of(
            mode("stateless", Verdict.BUDGET_EXHAUSTED, 20_000_000, 691_200_000),
            mode("stateful", Verdict.VERIFIED, 13_044_613, 80_340_000),
            mode(
                "dbss",
                Verdict.VERIFIED,
                5_606_047,
                37_320_000,
                new Reduction(
                    "stateful",
                    Reduction.percent(13_044_613, 5_606_047),
                    Optional.of(Reduction.percent(80_340_000, 37_320_000))))),
        Optional.empty());
  }

  /** A violated instance small enough for all modes. */
  static ComparisonResult comparedViolated() {
    return new ComparisonResult(
        violated().description(),
        BUDGET,
        3,
        List.of(
            mode("stateless", Verdict.VIOLATED, 9_000, 0),
            mode(
                "stateful",
                Verdict.VIOLATED,
                900,
                0,
                new Reduction("stateless", 90.0, Optional.empty())),
            mode(
                "dbss",
                Verdict.VIOLATED,
                450,
                0,
                new Reduction("stateless", 95.0, Optional.empty()),
                new Reduction("stateful", 50.0, Optional.empty()))),
        Optional.empty());
  }

  static ComparisonResult disagreeing() {
    return new ComparisonResult(
        error().description(),
        BUDGET,
        1,
        List.of(
            mode("stateful", Verdict.VIOLATED, 96_802, 603_000),
            mode("dbss", Verdict.VERIFIED, 70_543, 500_000)),
        Optional.of(
            new Mistake(
                "engine", "The search modes disagree | about <it>.", "", Optional.empty())));
  }

  private static ModeResult mode(
      String name, Verdict verdict, long states, long millis, Reduction... reductions) {
    return new ModeResult(
        name,
        name + ", depth first",
        verdict,
        verdict == Verdict.BUDGET_EXHAUSTED ? Optional.of(Budget.Kind.STATES) : Optional.empty(),
        new Figures(
            states,
            4 * states,
            24,
            9,
            new Figures.UserCode(381, 96, 412),
            148,
            64,
            18 * states,
            new Figures.Stack(states, 24),
            millis),
        millis,
        List.of(millis, millis + 10, millis - 10),
        List.of(reductions));
  }

  static List<InstanceResult> all() {
    return List.of(
        verified(),
        violated("variant", Verdict.VIOLATED, Optional.of("agreement")),
        violated(),
        threw(),
        verified("tooGood", Verdict.VIOLATED, Optional.of("agreement")),
        exhausted(),
        error());
  }

  private static PropertyResult property(String name, Status outcome) {
    return new PropertyResult(name, "What " + name + " says", Property.Kind.INVARIANT, outcome, 9);
  }

  private static InstanceResult result(
      String instance,
      Verdict expected,
      Optional<String> expectedProperty,
      Verdict verdict,
      Optional<Budget.Kind> exhausted,
      List<PropertyResult> properties,
      Optional<Violation> violation,
      Optional<Mistake> error) {
    return new InstanceResult(
        new Model.Description(
            "ask",
            "demo.AskProtocol",
            "A \"question\" & an answer.",
            instance,
            List.of("quick"),
            expected,
            expectedProperty,
            Budget.UNBOUNDED),
        verdict,
        exhausted,
        "breadth-first, stateful",
        BUDGET,
        new Figures(
            27_410,
            94_055,
            22,
            3,
            new Figures.UserCode(100, 20, 30),
            40,
            50,
            493_380,
            Figures.Stack.NONE,
            1_250),
        properties,
        new Coverage(
            List.of("Client.ask"), List.of("Server.stop"), List.of("Ask"), List.of(), List.of()),
        new Decomposition(
            List.of("Server.log"),
            List.of(
                new Decomposition.Inferred(
                    "Client.asked", "It is written in Client.ask:12 and nothing depends on it.")),
            Optional.of(9_137L),
            false),
        violation,
        error,
        List.of());
  }
}
