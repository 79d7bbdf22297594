package dev.parley.engine.fork;

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
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Results that leave no component at its default. */
final class Samples {
  static final Target TARGET = new Target("paxos", "demo.Paxos", "small(2,3)", List.of("nightly"));

  static final Budget BUDGET =
      new Budget(
          Optional.of(20_000_000L),
          Optional.of(Duration.ofMinutes(5)),
          Optional.empty(),
          Optional.of(100));

  static final Model.Description DESCRIPTION =
      new Model.Description(
          "paxos",
          "demo.Paxos",
          "Single-decree Paxos.",
          "small(2,3)",
          List.of("nightly"),
          Verdict.VIOLATED,
          Optional.of("agreement"),
          BUDGET);

  private static final Trace.MessageView MESSAGE =
      new Trace.MessageView(1, "Proposer1", "Acceptor1", "Read", "Read[ballot=1]");

  static final Trace TRACE =
      new Trace(
          List.of(
              new Trace.NodeView(
                  "Acceptor1", "Acceptor", List.of(new Trace.FieldView("promised", "0", false)))),
          List.of(
              new Trace.TraceStep(
                  1,
                  "Acceptor1",
                  "Acceptor.read",
                  Optional.of("Acceptor.java:42"),
                  List.of(MESSAGE),
                  new Trace.Choices(List.of("left"), List.of(0)),
                  List.of(MESSAGE),
                  List.of(new Trace.FieldChange("promised", "0", "1")),
                  new Trace.NodeView(
                      "Acceptor1", "Acceptor", List.of(new Trace.FieldView("log", "[]", true))),
                  Optional.of("java.lang.AssertionError"))));

  private Samples() {}

  static InstanceResult violated() {
    return new InstanceResult(
        DESCRIPTION,
        Verdict.VIOLATED,
        Optional.empty(),
        "breadth-first, stateful",
        BUDGET,
        new Figures(
            1, 2, 3, 4, new Figures.UserCode(5, 6, 7), 8, 9, 10, new Figures.Stack(11, 12), 13),
        List.of(
            new PropertyResult(
                "agreement",
                "At most one value is learned.",
                Property.Kind.INVARIANT,
                PropertyResult.Status.VIOLATED,
                17)),
        new Coverage(List.of("a"), List.of("b"), List.of("c"), List.of("d"), List.of("e")),
        new Decomposition(
            List.of("Acceptor.log"),
            List.of(new Decomposition.Inferred("Acceptor.count", "Nothing depends on it.")),
            Optional.of(5L),
            false,
            Optional.of(
                new Decomposition.Soundness(Decomposition.Basis.ASSUMED, "There are too many."))),
        Optional.of(
            new Violation(
                "agreement",
                Optional.of(Property.Kind.INVARIANT),
                "agreement is false",
                Optional.of(TRACE))),
        Optional.empty(),
        List.of("a warning"));
  }

  static ComparisonResult compared() {
    return new ComparisonResult(
        DESCRIPTION,
        BUDGET,
        3,
        List.of(
            new ModeResult(
                "dbss",
                "DBSS, depth first",
                Verdict.VIOLATED,
                Optional.of(Budget.Kind.TIME),
                new Figures(
                    1,
                    2,
                    3,
                    4,
                    new Figures.UserCode(5, 6, 7),
                    8,
                    9,
                    10,
                    new Figures.Stack(11, 12),
                    13),
                13,
                List.of(12L, 13L, 14L),
                List.of(new Reduction("stateful", 57.03, Optional.of(-1.5))))),
        Optional.of(new Mistake("engine", "wrong", "details", Optional.empty())));
  }

  static InstanceResult error() {
    return new InstanceResult(
        DESCRIPTION,
        Verdict.ERROR,
        Optional.of(Budget.Kind.MEMORY),
        "depth-first",
        Budget.UNBOUNDED,
        Figures.NONE,
        List.of(),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        Optional.of(new Mistake("demo.Acceptor.read", "wrong", "details", Optional.of(TRACE))),
        List.of());
  }
}
