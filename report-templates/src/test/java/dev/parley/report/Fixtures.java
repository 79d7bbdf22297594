package dev.parley.report;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.Basis;
import dev.parley.engine.result.ComparisonReport;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Coverage;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Figures;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Liveness;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Profile;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.PropertyResult.Status;
import dev.parley.engine.result.Reduction;
import dev.parley.engine.result.RunReport;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.SymmetryFigures;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results as the engine could have made them, one for each thing a report has to show. */
final class Fixtures {
  private static final Budget BUDGET =
      new Budget(
          Optional.of(20_000_000L),
          Optional.of(Duration.ofMinutes(5)),
          Optional.of(2L << 30),
          Optional.empty());

  private static final Coverage COVERED =
      new Coverage(
          List.of("Acceptor.read", "Acceptor.write", "Learner.accepts", "Proposer.replies"),
          List.of(),
          List.of("Accept", "Read", "ReadReply", "Write"),
          List.of(),
          List.of());

  private Fixtures() {}

  static RunReport report(InstanceResult... instances) {
    return new RunReport(
        "Consensus protocols", "0.1.0", "17.0.12", "2026-11-16T08:30:00Z", List.of(instances));
  }

  static RunReport everything() {
    return report(
        verified(), violated(), exhausted(), error(), exception(), unreached(), partlyCovered());
  }

  static ComparisonReport comparison(ComparisonResult... results) {
    return new ComparisonReport(
        "Consensus protocols", "0.1.0", "17.0.12", "2026-11-16T08:30:00Z", List.of(results));
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
                "dbss-without-push",
                Verdict.VERIFIED,
                5_606_047,
                39_660_000,
                new Reduction("stateful", 57.02, Optional.of(50.63))),
            mode(
                "dbss",
                Verdict.VERIFIED,
                5_606_047,
                37_320_000,
                new Reduction("stateful", 57.02, Optional.of(53.55)))),
        Optional.empty());
  }

  /** What modes do to the instance that is verified. */
  static ComparisonResult comparedSmall() {
    return new ComparisonResult(
        verified().description(),
        BUDGET,
        3,
        List.of(
            mode("stateful", Verdict.VERIFIED, 27_410, 1_250),
            mode(
                "dbss",
                Verdict.VERIFIED,
                11_786,
                610,
                new Reduction("stateful", 57.0, Optional.of(51.2)))),
        Optional.empty());
  }

  /** Two modes that cannot both be right. */
  static ComparisonResult disagreeing() {
    return new ComparisonResult(
        violated().description(),
        BUDGET,
        1,
        List.of(
            mode("stateful", Verdict.VIOLATED, 96_802, 603_000),
            mode("dbss", Verdict.VERIFIED, 70_543, 500_000)),
        Optional.of(
            new Mistake(
                "engine",
                "The search modes disagree about paxos / <acceptsEverything>.",
                "details",
                Optional.empty())));
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
        List.of(millis),
        List.of(reductions));
  }

  static InstanceResult verified() {
    return detailed(plainlyVerified(), profile(24));
  }

  private static InstanceResult plainlyVerified() {
    return new InstanceResult(
        description("paxos", "p2a3l1", Verdict.VERIFIED, BUDGET, "consensus"),
        Verdict.VERIFIED,
        Optional.empty(),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            27_410,
            94_055,
            19,
            1_204,
            new Figures.UserCode(381, 96, 412),
            148,
            64,
            493_380,
            Figures.Stack.NONE,
            1_250),
        List.of(
            property("agreement", Property.Kind.INVARIANT, Status.HOLDS, 412),
            property("somethingIsLearned", Property.Kind.REACHABLE, Status.HOLDS, 37)),
        COVERED,
        new Decomposition(
            List.of("Acceptor.lastDelivered", "Learner.lastDelivered"),
            List.of(
                new Decomposition.Inferred(
                    "Proposer.rounds",
                    "It is written in Proposer.start:41 and read only to update itself.")),
            Optional.of(9_137L),
            false,
            Optional.of(
                new Decomposition.Soundness(
                    Decomposition.Basis.AUDITED,
                    "Byte code does not prove it: Learner.lastDelivered may matter, because a"
                        + " branch depends on it (Learner.learn:12)."))),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** The same, found by another search. */
  static InstanceResult searched(InstanceResult result, String search) {
    return new InstanceResult(
        result.description(),
        result.verdict(),
        result.exhausted(),
        search,
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

  /** The same with all that an engine can tell. */
  private static InstanceResult detailed(InstanceResult result, Profile profile) {
    return new InstanceResult(
        result.description(),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        result.properties(),
        result.coverage(),
        result.decomposition(),
        List.of(
            new AppliedReduction(
                "partial-order reduction",
                true,
                "Sends of every handler are known from its byte code.",
                List.of("Proposer.replies: the receivers are taken for all nodes.")),
            new AppliedReduction(
                "dead messages",
                false,
                "The property agreement looks at pending messages.",
                List.of()),
            new AppliedReduction(
                "symmetry",
                true,
                "one state is explored of all that differ only in which node is which among"
                    + " Acceptor1, Acceptor2, Acceptor3",
                List.of("there are 6 ways to exchange names"),
                Optional.of(symmetry()))),
        profile,
        "3f9a0c1d2e4b5a67",
        result.violation(),
        result.error(),
        result.warnings());
  }

  private static SymmetryFigures symmetry() {
    return new SymmetryFigures(
        List.of(
            new SymmetryFigures.ExchangedNodes(
                List.of("Acceptor1", "Acceptor2", "Acceptor3"), false)),
        6,
        27_410,
        149_388,
        true,
        1_204,
        96,
        true,
        new SymmetryFigures.Forms(94_055, 31, 0));
  }

  private static Profile profile(int depth) {
    List<Long> states = new ArrayList<>();
    for (int i = 0; i <= depth; i++) {
      double distance = (i - 0.6 * depth) / (0.22 * depth);
      states.add(1 + Math.round(1_600 * Math.exp(-distance * distance)));
    }
    return new Profile(
        states,
        List.of(
            new Profile.StepCount("Acceptor.read", 21_430),
            new Profile.StepCount("Acceptor.write", 17_102),
            new Profile.StepCount("Learner.accepts", 4_904),
            new Profile.StepCount("Proposer.replies", 8_212),
            new Profile.StepCount("Proposer.start", 12)),
        Optional.empty());
  }

  /** Six recorded runs of the instance that is verified now, which was broken for a while. */
  static Trends trends() {
    List<Trends.Point> points = new ArrayList<>();
    long[] states = {25_120, 25_120, 31_480, 31_480, 26_730, 26_730};
    for (int i = 0; i < states.length; i++) {
      points.add(
          new Trends.Point(
              String.format("%d%s", i + 1, "a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"),
              "2026-11-1" + i + "T02:00:00Z",
              i == 2 || i == 3 ? Verdict.VIOLATED : Verdict.VERIFIED,
              verified().search(),
              i == 3
                  ? Map.of("stateful", states[i])
                  : Map.of("stateful", states[i], "dbss", states[i] * (i < 4 ? 43 : 62) / 100),
              i == 3 ? Map.of() : Map.of("dbss", i < 4 ? 57.0 : 38.0),
              Optional.of(410_000L + 1_000 * i)));
    }
    return new Trends(
        List.of(
            new Trends.Series("paxos", "p2a3l1", "stateful", points),
            new Trends.Series("zab", "n5", "stateful", points.subList(0, 1))));
  }

  static InstanceResult partlyCovered() {
    return new InstanceResult(
        description("lock", "oneClient", Verdict.VERIFIED, Budget.UNBOUNDED),
        Verdict.VERIFIED,
        Optional.empty(),
        "stateful, depth first",
        Budget.UNBOUNDED,
        new Figures(
            12, 17, 6, 0, new Figures.UserCode(9, 4, 12), 5, 3, 1_024, Figures.Stack.NONE, 0),
        List.of(
            property("mutualExclusion", Property.Kind.INVARIANT, Status.HOLDS, 12),
            property("allReleased", Property.Kind.TERMINAL, Status.NOT_JUDGED, 0)),
        new Coverage(
            List.of("Client.acquire", "Server.request"),
            List.of("Client.denied"),
            List.of("Grant", "Request"),
            List.of("Deny"),
            List.of("allReleased")),
        new Decomposition(
            List.of(),
            List.of(
                new Decomposition.Inferred(
                    "Client.log", "It is written in Client.acquire:18 and nothing depends on it.")),
            Optional.empty(),
            true),
        Optional.empty(),
        Optional.empty(),
        List.of("Clock.now is assumed to be pure: it is fixed in tests"));
  }

  static InstanceResult violated() {
    return new InstanceResult(
        new Model.Description(
            "paxos",
            "demo.paxos.Paxos",
            "Single-decree Paxos with quorum steps.",
            "acceptsEverything",
            List.of("consensus", "nightly"),
            Verdict.VIOLATED,
            Optional.of("agreement"),
            BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            18_322,
            61_007,
            13,
            210,
            new Figures.UserCode(402, 101, 388),
            152,
            71,
            329_796,
            Figures.Stack.NONE,
            840),
        List.of(
            property("agreement", Property.Kind.INVARIANT, Status.VIOLATED, 388),
            property("somethingIsLearned", Property.Kind.REACHABLE, Status.HOLDS, 14)),
        COVERED,
        new Decomposition(
            List.of(),
            List.of(
                new Decomposition.Inferred(
                    "Proposer.rounds",
                    "It is written in Proposer.start:41 and read only to update itself.")),
            Optional.empty(),
            false),
        Optional.of(
            new Violation(
                "agreement",
                Optional.of(Property.Kind.INVARIANT),
                "learner learned both 1 and 2.",
                Optional.of(paxosTrace()),
                List.of(new Violation.Seen("learner", "learned = {1, 2}")),
                Optional.of(survey()))),
        Optional.empty(),
        List.of());
  }

  /** A run whose last steps are repeated for ever; without a loop, nothing more happens. */
  static InstanceResult endless(Property.Kind kind, Optional<Integer> loop) {
    InstanceResult result = violated();
    Trace once = paxosTrace();
    Trace run = new Trace(once.initial(), once.pending(), once.steps(), loop);
    return new InstanceResult(
            result.description(),
            Verdict.VIOLATED,
            Optional.empty(),
            result.search(),
            BUDGET,
            result.figures(),
            List.of(property("answered", kind, Status.VIOLATED, 388)),
            COVERED,
            result.decomposition(),
            Optional.of(
                new Violation(
                    "answered",
                    Optional.of(kind),
                    "answered never becomes true: it is a long story",
                    Optional.of(run),
                    List.of())),
            Optional.empty(),
            List.of())
        .with(
            Basis.NONE.with(
                Optional.of(new Liveness(List.of("No fault needs to happen."), 40, 90, 7))));
  }

  /** What there is to see along {@link #paxosTrace}. */
  static Survey survey() {
    List<Survey.Moment> moments = new ArrayList<>();
    moments.add(
        new Survey.Moment(
            List.of(),
            List.of(),
            List.of(
                new Survey.Alternative(
                    "proposer-1", "Proposer.start", List.of(), 1, "sends Read to acceptor-1"),
                new Survey.Alternative("proposer-2", "Proposer.start", List.of(), 2, "")),
            0));
    List<Trace.TraceStep> steps = paxosTrace().steps();
    for (Trace.TraceStep step : steps) {
      boolean last = step.number() == steps.size();
      List<Integer> consumed = step.consumed().stream().map(Trace.MessageView::number).toList();
      List<Integer> sent = step.sent().stream().map(Trace.MessageView::number).toList();
      moments.add(
          new Survey.Moment(
              sent,
              consumed,
              last
                  ? List.of()
                  : List.of(
                      new Survey.Alternative("acceptor-3", "Acceptor.read", List.of(3, 6), 2, "")),
              last ? 0 : 1));
    }
    int end = steps.size();
    return new Survey(
        List.of(new Survey.Read("learner", "learned", "{1, 2}", end, true)),
        moments,
        List.of(
            new Survey.PropertyValues(
                "agreement", List.of(new Survey.Span(0, "true"), new Survey.Span(end, "false"))),
            new Survey.PropertyValues(
                "somethingIsLearned",
                List.of(new Survey.Span(0, "false"), new Survey.Span(end - 1, "true")))),
        List.of("Proposer.start"));
  }

  /** A verified instance of this name. */
  static InstanceResult named(String protocol, String instance) {
    InstanceResult result = verified();
    return new InstanceResult(
        description(protocol, instance, Verdict.VERIFIED, BUDGET),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        result.properties(),
        result.coverage(),
        result.decomposition(),
        result.violation(),
        result.error(),
        result.warnings());
  }

  /** A violation on whose way everything happens that can, some of it aside. */
  static InstanceResult stormy() {
    Trace trace =
        new TraceBuilder()
            .node("Client1", "Client", "tries", "0", "~log", "[]")
            .node("Server1", "Server", "granted", "[]", "~log", "[]")
            .node("Server2", "Server", "granted", "[Client9]", "~log", "[]")
            .node("Monitor1", "Monitor", "beats", "0")
            .step("Client1", "Client.ask")
            .set("tries", "1")
            .send("Server1", "Request", "Request[Client1]")
            .send("Server2", "Request", "Request[Client1]")
            .done()
            .step("Monitor1", "Monitor.beat")
            .set("beats", "1")
            .done()
            .step("Server1", "lose")
            .consume(1)
            .done()
            .step("Server2", "duplicate")
            .consume(2)
            .send("Server2", "Request", "Request[Client1]")
            .done()
            .step("Server1", "crash")
            .done()
            .step("Server1", "restart")
            .done()
            .step("environment", "partition")
            .choose("Client1, Server2 | Server1, Monitor1")
            .done()
            .step("Server2", "Server.request")
            .consume(2)
            .set("granted", "[Client9, Client1]")
            .set("log", "[granted]")
            .done()
            .step("Monitor1", "Monitor.beat")
            .set("beats", "2")
            .done()
            .step("environment", "heal")
            .done()
            .step("Client1", "Client.retry")
            .set("tries", "2")
            .done()
            .step("Server2", "Server.request")
            .consume(3)
            .set("granted", "[Client9, Client1, Client1]")
            .done()
            .build();
    Survey survey =
        new Survey(
            List.of(new Survey.Read("Server2", "granted", "[Client9, Client1, Client1]", 12, true)),
            List.of(),
            List.of(),
            List.of("Client.retry"));
    return new InstanceResult(
        description("storm", "servers(2)", Verdict.VERIFIED, BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, depth first",
        BUDGET,
        new Figures(
            70, 90, 12, 0, new Figures.UserCode(11, 3, 7), 6, 4, 1_000, Figures.Stack.NONE, 12),
        List.of(property("once", Property.Kind.INVARIANT, Status.VIOLATED, 7)),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.of(
            new Violation(
                "once",
                Optional.of(Property.Kind.INVARIANT),
                "once fails after 12 steps",
                Optional.of(trace),
                List.of(new Violation.Seen("Server2", "granted = [Client9, Client1, Client1]")),
                Optional.of(survey))),
        Optional.empty(),
        List.of());
  }

  static InstanceResult exception() {
    Trace trace =
        new TraceBuilder()
            .node("client", "Client", "granted", "false")
            .node("server", "Server", "holder", "null", "queue", "[]")
            .step("client", "Client.acquire")
            .source("Client.java:18")
            .choose("impatient")
            .send("server", "Request", "Request[client]")
            .send("client", "Timeout", "Timeout[1]")
            .done()
            .step("server", "Server.request")
            .source("Server.java:31")
            .consume(1)
            .set("holder", "client")
            .send("client", "Grant", "Grant[]")
            .done()
            .step("client", "Client.timeout")
            .source("Client.java:40")
            .consume(2)
            .fail("java.lang.AssertionError: timed out while granted")
            .done()
            .build();
    return new InstanceResult(
        description("lock", "impatientClient", Verdict.VERIFIED, BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, depth first",
        BUDGET,
        new Figures(
            7, 9, 4, 0, new Figures.UserCode(11, 3, 7), 6, 4, 1_000, Figures.Stack.NONE, 12),
        List.of(property("mutualExclusion", Property.Kind.INVARIANT, Status.UNDECIDED, 7)),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.of(
            new Violation(
                Violation.EXCEPTION,
                Optional.empty(),
                "Client.timeout threw java.lang.AssertionError: timed out while granted.",
                Optional.of(trace))),
        Optional.empty(),
        List.of());
  }

  /** A history of operations of which one does not fit. */
  static InstanceResult notLinearizable() {
    Trace trace =
        new TraceBuilder()
            .node("Client1", "Client", "awaited", "2")
            .node("Client2", "Client", "awaited", "3")
            .node("Server1", "Server", "value", "'-'")
            .step("Client1", "Client.done")
            .set("awaited", "4")
            .done()
            .step("Server1", "Server.put")
            .set("value", "'B'")
            .done()
            .step("environment", "restart")
            .done()
            .step("Client1", "Client.got")
            .set("awaited", "0")
            .done()
            .build();
    Timeline timeline =
        new Timeline(
            "linearizable",
            List.of(
                new Timeline.Operation(
                    "Client1", "Write['<A>']", 0, Optional.of(1), Optional.empty(), false),
                new Timeline.Operation(
                    "Client2", "Write['B']", 0, Optional.empty(), Optional.empty(), false),
                new Timeline.Operation(
                    "Client3", "Write['C']", 0, Optional.empty(), Optional.empty(), true),
                new Timeline.Operation(
                    "Client1", "Read[]", 1, Optional.of(4), Optional.of("'-'"), false),
                new Timeline.Operation(
                    "Client3", "Read[]", 4, Optional.of(4), Optional.of("'B'"), false)),
            Optional.of(3),
            List.of("'<A>'", "'B'"));
    return new InstanceResult(
        description("register", "singleCopy(2,2)", Verdict.VERIFIED, BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            18, 20, 4, 0, new Figures.UserCode(11, 3, 7), 6, 4, 1_000, Figures.Stack.NONE, 12),
        List.of(property("register", Property.Kind.INVARIANT, Status.VIOLATED, 7)),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.of(
            new Violation(
                    "register",
                    Optional.of(Property.Kind.INVARIANT),
                    "register fails after 4 steps",
                    Optional.of(trace),
                    List.of(new Violation.Seen("history of register", "no order fits")))
                .with(timeline)),
        Optional.empty(),
        List.of());
  }

  static InstanceResult unreached() {
    return new InstanceResult(
        description("paxos", "silentLearner", Verdict.VERIFIED, BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            2_101,
            6_000,
            15,
            88,
            new Figures.UserCode(210, 44, 190),
            90,
            40,
            40_000,
            Figures.Stack.NONE,
            160),
        List.of(property("somethingIsLearned", Property.Kind.REACHABLE, Status.VIOLATED, 190)),
        COVERED,
        Decomposition.NONE,
        Optional.of(
            new Violation(
                "somethingIsLearned",
                Optional.of(Property.Kind.REACHABLE),
                "No reachable state satisfies it.",
                Optional.empty())),
        Optional.empty(),
        List.of());
  }

  static InstanceResult exhausted() {
    return new InstanceResult(
        description("zab", "n5", Verdict.VERIFIED, BUDGET, "nightly"),
        Verdict.BUDGET_EXHAUSTED,
        Optional.of(Budget.Kind.STATES),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            20_000_000,
            113_408_221,
            31,
            0,
            new Figures.UserCode(90_412, 11_870, 52_333),
            30_811,
            9_240,
            382_000_000L,
            Figures.Stack.NONE,
            96_400),
        List.of(property("prefixAgreement", Property.Kind.INVARIANT, Status.UNDECIDED, 52_333)),
        new Coverage(
            List.of("Follower.propose", "Leader.ack"),
            List.of("Follower.recover"),
            List.of("Ack", "Propose"),
            List.of(),
            List.of()),
        Decomposition.NONE,
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  static InstanceResult error() {
    return new InstanceResult(
        description("register", "sharedClock", Verdict.VERIFIED, BUDGET),
        Verdict.ERROR,
        Optional.empty(),
        "stateful, breadth first",
        BUDGET,
        new Figures(
            41, 63, 4, 0, new Figures.UserCode(55, 12, 20), 18, 9, 4_096, Figures.Stack.NONE, 35),
        List.of(property("atomicity", Property.Kind.INVARIANT, Status.UNDECIDED, 20)),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.empty(),
        Optional.of(
            new Mistake(
                "demo.register.Replica.write",
                "Two runs of the same step differ: field stamp.\n"
                    + "The step probably reads a clock. Keep time in a field instead.",
                "first run:  stamp = 1731745800123\nsecond run: stamp = 1731745800124",
                Optional.of(
                    new TraceBuilder()
                        .node("writer", "Writer", "done", "false")
                        .node("replica", "Replica", "stamp", "0")
                        .step("writer", "Writer.start")
                        .set("done", "true")
                        .send("replica", "Write", "Write[value=7]")
                        .done()
                        .step("replica", "Replica.write")
                        .consume(1)
                        .set("stamp", "1731745800123")
                        .done()
                        .build()))),
        List.of("Assertions are off for demo.register."));
  }

  /** Names and values that would take over the page if they were not escaped. */
  static InstanceResult hostile() {
    String evil = "<script>alert('x')</script>";
    Trace trace =
        new TraceBuilder()
            .node(evil, evil, evil, "</script><!--<script>")
            .step(evil, evil)
            .source(evil)
            .send(evil, evil, evil)
            .set(evil, "]]></script>&amp;\u2028")
            .fail(evil)
            .done()
            .build();
    return new InstanceResult(
        new Model.Description(
            evil,
            evil,
            evil,
            "\"><img src=x onerror=alert(1)>",
            List.of(evil),
            Verdict.VIOLATED,
            Optional.of(evil),
            BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        evil,
        BUDGET,
        Figures.NONE,
        List.of(new PropertyResult(evil, evil, Property.Kind.INVARIANT, Status.VIOLATED, 1)),
        new Coverage(List.of(evil), List.of(evil), List.of(evil), List.of(evil), List.of()),
        Decomposition.NONE,
        Optional.of(
            new Violation(evil, Optional.of(Property.Kind.INVARIANT), evil, Optional.of(trace))),
        Optional.of(new Mistake(evil, evil, evil, Optional.empty())),
        List.of(evil));
  }

  /** A token that goes round and round, with a probe that nobody answers now and then. */
  static InstanceResult longTrace(int steps) {
    int nodes = 5;
    TraceBuilder builder = new TraceBuilder();
    for (int i = 0; i < nodes; i++) {
      builder.node("ring-" + i, "Peer", "passed", "0", "log", "[]");
    }
    int token = 0;
    int sent = 0;
    for (int i = 0; i < steps; i++) {
      TraceBuilder.Step step =
          builder.step("ring-" + i % nodes, i == 0 ? "Peer.start" : "Peer.token");
      if (token > 0) {
        step.consume(token);
      }
      step.set("passed", String.valueOf(i / nodes + 1))
          .source("Peer.java:27")
          .send("ring-" + (i + 1) % nodes, "Token", "Token[hop=" + i + "]");
      token = ++sent;
      if (i % 7 == 3) {
        step.send("ring-" + (i + 3) % nodes, "Probe", "Probe[]");
        sent++;
      }
      step.done();
    }
    return new InstanceResult(
        description("ring", "long", Verdict.VERIFIED, BUDGET),
        Verdict.VIOLATED,
        Optional.empty(),
        "stateful, depth first",
        BUDGET,
        new Figures(
            steps + 1,
            steps,
            steps,
            0,
            new Figures.UserCode(steps, 0, steps),
            steps,
            steps,
            90_000,
            Figures.Stack.NONE,
            61),
        List.of(property("bounded", Property.Kind.INVARIANT, Status.VIOLATED, steps)),
        Coverage.NONE,
        Decomposition.NONE,
        Optional.of(
            new Violation(
                "bounded",
                Optional.of(Property.Kind.INVARIANT),
                "ring-4 passed the token too often.",
                Optional.of(builder.build()))),
        Optional.empty(),
        List.of());
  }

  static InstanceResult renamed(InstanceResult result, String protocol, String instance) {
    return new InstanceResult(
        description(protocol, instance, result.description().expected(), result.budget()),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        result.properties(),
        result.coverage(),
        Decomposition.NONE,
        result.violation(),
        result.error(),
        result.warnings());
  }

  static InstanceResult judged(InstanceResult result, List<PropertyResult> properties) {
    return new InstanceResult(
        result.description(),
        result.verdict(),
        result.exhausted(),
        result.search(),
        result.budget(),
        result.figures(),
        properties,
        result.coverage(),
        Decomposition.NONE,
        result.violation(),
        result.error(),
        result.warnings());
  }

  /** Two proposers, three acceptors that accept any write, one learner: it learns two values. */
  static Trace paxosTrace() {
    TraceBuilder builder =
        new TraceBuilder()
            .node("proposer-1", "Proposer", "ballot", "1", "phase", "IDLE")
            .node("proposer-2", "Proposer", "ballot", "2", "phase", "IDLE");
    for (int i = 1; i <= 3; i++) {
      builder.node("acceptor-" + i, "Acceptor", "promised", "0", "accepted", "null", "~last", "[]");
    }
    builder.node("learner", "Learner", "learned", "{}");
    start(builder, 1); // sends 1 to 3
    start(builder, 2); // sends 4 to 6
    read(builder, 1, 1, 1); // sends 7
    read(builder, 2, 2, 1); // sends 8
    propose(builder, 1, 7, 8); // sends 9 to 11
    read(builder, 2, 5, 2); // sends 12
    read(builder, 3, 6, 2); // sends 13
    propose(builder, 2, 12, 13); // sends 14 to 16
    accept(builder, 1, 9, 1); // sends 17
    accept(builder, 2, 10, 1); // sends 18
    learn(builder, "{1}", 17, 18);
    accept(builder, 2, 15, 2); // sends 19
    accept(builder, 3, 16, 2); // sends 20
    learn(builder, "{1, 2}", 19, 20);
    return builder.build();
  }

  private static void start(TraceBuilder builder, int proposer) {
    var step =
        builder
            .step("proposer-" + proposer, "Proposer.start")
            .source("Proposer.java:21")
            .set("phase", "READING");
    for (int i = 1; i <= 3; i++) {
      step.send("acceptor-" + i, "Read", "Read[ballot=" + proposer + "]");
    }
    step.done();
  }

  private static void read(TraceBuilder builder, int acceptor, int message, int ballot) {
    builder
        .step("acceptor-" + acceptor, "Acceptor.read")
        .source("Acceptor.java:17")
        .consume(message)
        .set("promised", String.valueOf(ballot))
        .set("last", "[Read[ballot=" + ballot + "]]")
        .send("proposer-" + ballot, "ReadReply", "ReadReply[ballot=" + ballot + ", accepted=null]")
        .done();
  }

  private static void propose(TraceBuilder builder, int proposer, int... replies) {
    var step =
        builder
            .step("proposer-" + proposer, "Proposer.replies")
            .source("Proposer.java:30")
            .consume(replies)
            .set("phase", "DONE");
    for (int i = 1; i <= 3; i++) {
      step.send("acceptor-" + i, "Write", "Write[ballot=" + proposer + ", value=" + proposer + "]");
    }
    step.done();
  }

  private static void accept(TraceBuilder builder, int acceptor, int message, int ballot) {
    builder
        .step("acceptor-" + acceptor, "Acceptor.write")
        .source("Acceptor.java:26")
        .consume(message)
        .set("promised", String.valueOf(ballot))
        .set("accepted", "(" + ballot + ", " + ballot + ")")
        .send("learner", "Accept", "Accept[ballot=" + ballot + ", value=" + ballot + "]")
        .done();
  }

  private static void learn(TraceBuilder builder, String learned, int... accepts) {
    builder
        .step("learner", "Learner.accepts")
        .source("Learner.java:12")
        .consume(accepts)
        .set("learned", learned)
        .done();
  }

  private static Model.Description description(
      String protocol, String instance, Verdict expected, Budget budget, String... tags) {
    return new Model.Description(
        protocol,
        "demo." + protocol,
        "",
        instance,
        List.of(tags),
        expected,
        Optional.empty(),
        budget);
  }

  private static PropertyResult property(
      String name, Property.Kind kind, Status outcome, long evaluations) {
    String description =
        name.equals("agreement") ? "No two different values are ever learned." : "";
    return new PropertyResult(name, description, kind, outcome, evaluations);
  }
}
