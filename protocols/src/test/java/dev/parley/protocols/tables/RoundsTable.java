package dev.parley.protocols.tables;

import static dev.parley.protocols.tables.Published.NOTHING;
import static dev.parley.protocols.tables.Published.said;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.commit.TwoPhaseCommit;
import dev.parley.protocols.rounds.BenOr;
import dev.parley.protocols.rounds.RaftMembership;
import dev.parley.protocols.rounds.SimplePaxos;
import dev.parley.protocols.rounds.UniformVoting;
import dev.parley.protocols.rounds.ViewChange;
import dev.parley.protocols.zab.ZabPhases;
import java.util.ArrayList;
import java.util.List;

/**
 * Table 1 of Drăgoi and Inzaghi Pronesti: "A Sequentialization Procedure for Fault-Tolerant
 * Protocols", 2022.
 */
final class RoundsTable {
  /** Too large for a search without partial-order reduction, by orders of magnitude. */
  private static final List<String> LARGE =
      List.of(
          "ballots(3,4)",
          "ballots(3,6)",
          "ballots(3,8)",
          "ballots(5,2)",
          "ballots(5,4)",
          "benOr(3,1,4)",
          "byTimeout(3,4)",
          "byTimeout(3,6)",
          "byTimeout(3,8)",
          "byTimeout(5,2)",
          "byTimeout(5,4)",
          "majority(3,4)",
          "turns(3,3)");

  /** With faults, or not in rounds. */
  private static final List<String> NOT_BY_ROUNDS =
      List.of(
          "decisionLost(2)",
          "primaryGuessedTooFewLogs(3,1)",
          "viewChange(3,1)",
          "viewChange(3,2)",
          "viewChange(3,3)");

  private RoundsTable() {}

  static Table table() {
    return new Table(
        "Time to a bug in protocols in rounds (sequentialisation), Table 1",
        List.of(
            "Drăgoi, Inzaghi Pronesti: A Sequentialization Procedure for Fault-Tolerant Protocols,"
                + " 2022. The seconds the P tester takes to find a bug, in the asynchronous"
                + " protocol and in its sequential form. Parley searches the asynchronous protocol in"
                + " all orders, and the same protocol by rounds; both breadth first, so the"
                + " counterexample is among the shortest. Instances without the mistake are"
                + " verified as well, which a tester cannot do.",
            "Reduced is DBSS with POR and dead messages dropped, in all orders. By rounds is DBSS"
                + " in mode rounds."),
        List.of(
            row(
                "Paxos",
                "A replica passes a log off as one of a ballot that it only joined. Three"
                    + " replicas. The paper's two rows, with and without message drops, are one"
                    + " here: a message that arrives after its round is as good as dropped.",
                SimplePaxos.class,
                said("> 1 h"),
                said("0.53 s"),
                List.of("joinedForAccepted(3,2)", "joinedForAccepted(3,4)"),
                List.of(
                    "ballots(3,2)",
                    "ballots(3,3)",
                    "ballots(3,4)",
                    "ballots(3,6)",
                    "ballots(3,8)")),
            row(
                "Ben-Or",
                "The estimate is not replaced by what was decided.",
                BenOr.class,
                said("15.04 s"),
                said("30.97 s; 9.12 s under-approximated"),
                List.of("estimateKept(3,1,3)"),
                List.of("benOr(3,1,2)", "benOr(3,1,3)", "benOr(3,1,4)")),
            row(
                "Raft, membership changes",
                "A leader changes the membership before anything of its term is committed.",
                RaftMembership.class,
                said("> 1 h"),
                said("158.44 s"),
                List.of("beforeCommit(4,3)"),
                List.of("afterCommit(4,2)", "afterCommit(4,3)")),
            row(
                "ViewChange",
                "The primary is guessed, and too few logs are asked for. Replicas that follow others"
                    + " into a view send in a round in which they have received something, so by"
                    + " rounds each waits until it suspects the primary itself.",
                ViewChange.class,
                said("22.02 s"),
                said("0.21 s"),
                List.of("byTimeoutPrimaryGuessedTooFewLogs(3,1)"),
                List.of(
                    "byTimeout(3,1)",
                    "byTimeout(3,2)",
                    "byTimeout(3,3)",
                    "byTimeout(3,4)",
                    "byTimeout(3,6)",
                    "byTimeout(3,8)")),
            row(
                "ViewChange, with replicas that follow others",
                "As published; not by rounds.",
                ViewChange.class,
                NOTHING,
                NOTHING,
                List.of("primaryGuessedTooFewLogs(3,1)"),
                List.of("viewChange(3,1)", "viewChange(3,2)", "viewChange(3,3)")),
            row(
                "Ben-Or, weaker network",
                "Processes go on without n - f messages.",
                BenOr.class,
                said("> 1 h"),
                said("0.19 s"),
                List.of("notEnoughMessages(3,1,2)"),
                List.of()),
            row(
                "UniformVoting, weaker network",
                "There is no kernel that everyone hears.",
                UniformVoting.class,
                said("18.22 s"),
                said("33.74 s"),
                List.of("noKernel(3,1)"),
                List.of("kernel(3,2)", "majority(3,2)", "majority(3,4)")),
            row(
                "Two-phase commit, weaker network",
                "In no row of the paper's table, though among its protocols: decisions can be"
                    + " lost.",
                TwoPhaseCommit.class,
                NOTHING,
                NOTHING,
                List.of("decisionLost(2)"),
                List.of()),
            row(
                "Two-phase commit",
                "The coordinator commits as soon as most participants have voted yes.",
                TwoPhaseCommit.class,
                NOTHING,
                NOTHING,
                List.of("majorityCommits(3)"),
                List.of("timeout(3)", "patient(5)")),
            row(
                "Zab's phases",
                "Leaders take turns; discovery, synchronisation and broadcast are rounds. The second"
                    + " leader leaves out synchronisation, or takes any history.",
                ZabPhases.class,
                NOTHING,
                NOTHING,
                List.of("synchronisationSkipped(2,3)", "anyHistoryTaken(2,3)"),
                List.of("turns(2,3)", "turns(3,3)")),
            row(
                "Five processes, four phases: Paxos",
                "Larger than anything in the paper.",
                SimplePaxos.class,
                NOTHING,
                NOTHING,
                List.of(),
                List.of("ballots(5,2)", "ballots(5,4)")),
            row(
                "Five processes, four phases: ViewChange",
                "Larger than anything in the paper.",
                ViewChange.class,
                NOTHING,
                NOTHING,
                List.of(),
                List.of("byTimeout(5,2)", "byTimeout(5,4)"))));
  }

  private static Row row(
      String title,
      String about,
      Class<?> protocol,
      Published asynchronous,
      Published sequential,
      List<String> broken,
      List<String> fixed) {
    List<Line> lines = new ArrayList<>();
    if (!asynchronous.equals(NOTHING)) {
      lines.add(Line.papers("P, asynchronous", "", asynchronous));
      lines.add(Line.papers("P, sequential", "", sequential));
    }
    broken.forEach(instance -> lines.addAll(pair(protocol, instance)));
    fixed.forEach(instance -> lines.addAll(pair(protocol, instance)));
    return new Row(title, about, lines, "");
  }

  private static List<Line> pair(Class<?> protocol, String instance) {
    String plain = instance + ", DBSS";
    String reduced = instance + ", reduced";
    boolean large = LARGE.contains(instance);
    List<Line> lines = new ArrayList<>();
    if (!large) {
      lines.add(Line.ours(plain, "", run(protocol, instance, SearchMode.DBSS)));
    }
    lines.add(Line.ours(reduced, large ? "" : plain, run(protocol, instance, Laboratory.REDUCED)));
    if (!NOT_BY_ROUNDS.contains(instance)) {
      lines.add(
          Line.ours(
              instance + ", by rounds",
              large ? reduced : plain,
              run(protocol, instance, SearchMode.ROUNDS)));
    }
    return lines;
  }

  private static Run run(Class<?> protocol, String instance, SearchMode mode) {
    return new Run(protocol, instance, mode.in(Order.BREADTH_FIRST).options())
        .within(Budgets.ORDINARY);
  }
}
