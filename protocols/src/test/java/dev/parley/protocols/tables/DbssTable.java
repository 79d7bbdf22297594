package dev.parley.protocols.tables;

import static dev.parley.protocols.tables.Published.NOTHING;
import static dev.parley.protocols.tables.Published.moreThan;
import static dev.parley.protocols.tables.Published.said;
import static dev.parley.protocols.tables.Published.states;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.paxos.Paxos;
import dev.parley.protocols.register.RegularRegister;
import dev.parley.protocols.register.WrongRegularity;
import dev.parley.protocols.zab.Zab;
import dev.parley.protocols.zab.ZabProgress;
import java.util.List;

/**
 * Table I of Saissi, Bokor, Muftuoglu, Suri, Serafini: "Efficient Verification of Distributed
 * Protocols Using Stateful Model Checking", SRDS 2013.
 */
final class DbssTable {
  private static final String NO_AUXILIARY_CONTENT =
      "DBSS has nothing to leave out: a record of what a node consumed last splits no state of this"
          + " Zab, since what was consumed shows in what it left behind, so the instance keeps none."
          + " POR was not applicable to the paper's Zab.";

  private static final String ELECTIONS_BOUNDED =
      "The instance bounds elections and transactions; the paper does not say how far its own went.";

  private DbssTable() {}

  static Table table() {
    return new Table(
        "Decomposition-based stateful search (DBSS), Table I",
        List.of(
            "Saissi, Bokor, Muftuoglu, Suri, Serafini: Efficient Verification of Distributed"
                + " Protocols Using Stateful Model Checking, 2013. The number after a protocol's"
                + " name is its number of processes. All searches are depth first, as there, and"
                + " every node but Zab's keeps a record, marked auxiliary, of what it consumed last.",
            "The paper gives reductions in time only, over stateless search for stateful search,"
                + " over stateful search for DBSS and for partial-order reduction (POR), and over"
                + " POR for both together. Its reductions in states are computed here from its"
                + " numbers of states. It gives no figures for stateless search. Everything"
                + " together, with dead messages dropped as well, is Parley's own."),
        List.of(
            row(
                "Paxos (6)",
                "Two proposers, three acceptors, a learner; agreement.",
                Paxos.class,
                "recorded(2,3,2)",
                Budgets.ORDINARY,
                new Column(
                    states(13_044_613, "22h19m", "N/A"),
                    states(5_606_047, "11h01m", "51 %"),
                    states(5_606_047, "10h22m", "54 %"),
                    states(191_081, "23m43s", "98 %"),
                    states(117_369, "14m22s", "39 %")),
                ""),
            row(
                "Faulty-Paxos (6)",
                "One acceptor accepts whatever it is sent; agreement is violated.",
                Paxos.class,
                "promiseBrokenRecorded(2,3,2)",
                Budgets.ORDINARY,
                new Column(
                    states(96_802, "10m3s", "94 %"),
                    NOTHING,
                    states(70_543, "8m20s", "17 %"),
                    states(3_050, "36s", "94 %"),
                    states(2_786, "31s", "14 %")),
                ""),
            row(
                "Faulty-Paxos2 (7)",
                "Three proposers; one acceptor remembers what it accepted last, not the highest;"
                    + " agreement is violated.",
                Paxos.class,
                "lastRememberedRecorded(3,3,2)",
                Budgets.GENEROUS,
                new Column(
                    moreThan(71_914_839, "> 192h"),
                    NOTHING,
                    moreThan(66_651_310, "> 192h"),
                    states(129_533, "21m18s", "N/A"),
                    states(124_976, "19m29s", "9 %")),
                "Where in a depth-first search the mistake lies depends on the order of steps: here"
                    + " early, in the paper's model later than 192 hours."),
            row(
                "Register (5)",
                "A writer, three base objects, a reader; regularity.",
                RegularRegister.class,
                "recorded(3,1,2)",
                Budgets.ORDINARY,
                new Column(
                    states(89_041, "7m31s", "14 %"),
                    states(59_306, "6m20s", "16 %"),
                    states(59_306, "5m39s", "25 %"),
                    states(10_896, "1m5s", "86 %"),
                    states(8_590, "53s", "18 %")),
                ""),
            row(
                "Register (5), wrong regularity",
                "A read is to return even a concurrent write that ends before it; violated.",
                WrongRegularity.class,
                "recorded(3,1,2)",
                Budgets.ORDINARY,
                new Column(
                    states(4_965, "34s", "66 %"),
                    NOTHING,
                    states(3_376, "27s", "21 %"),
                    states(1_936, "24s", "29 %"),
                    states(1_483, "20s", "17 %")),
                ""),
            row(
                "Register (6)",
                "Four base objects; regularity.",
                RegularRegister.class,
                "recorded(4,1,2)",
                Budgets.ORDINARY,
                new Column(
                    states(2_269_797, "5h22m", "90 %"),
                    states(1_475_845, "4h31m", "16 %"),
                    states(1_475_845, "4h8m", "23 %"),
                    states(96_641, "11m1s", "97 %"),
                    states(57_187, "7m26s", "33 %")),
                ""),
            row(
                "Register (6), wrong regularity",
                "Four base objects; violated.",
                WrongRegularity.class,
                "recorded(4,1,2)",
                Budgets.ORDINARY,
                new Column(
                    states(94_348, "10m49s", "85 %"),
                    NOTHING,
                    states(56_222, "8m14s", "24 %"),
                    states(4_642, "51s", "90 %"),
                    states(4_642, "48s", "6 %")),
                ""),
            row(
                "Register (7)",
                "Five base objects; regularity.",
                RegularRegister.class,
                "recorded(5,1,2)",
                Budgets.GENEROUS,
                new Column(
                    moreThan(51_465_807, "> 192h"),
                    NOTHING,
                    moreThan(35_692_316, "> 192h"),
                    states(2_986_657, "8h21m", "N/A"),
                    states(1_656_212, "6h3m", "28 %")),
                ""),
            row(
                "Zab (6)",
                "Three leaders, three followers; progress, as a property of states, is violated.",
                ZabProgress.class,
                "electionSplit(3,3)",
                Budgets.ORDINARY,
                new Column(
                    states(4_580, "54s", "86 %"),
                    NOTHING,
                    states(1_876, "26s", "38 %"),
                    said("N/A"),
                    NOTHING),
                NO_AUXILIARY_CONTENT),
            row(
                "Zab (7)",
                "Four leaders, three followers; progress is violated.",
                ZabProgress.class,
                "electionSplit(4,3)",
                Budgets.ORDINARY,
                new Column(
                    states(8_198, "2m4s", "80 %"),
                    NOTHING,
                    states(3_132, "38s", "69 %"),
                    said("N/A"),
                    NOTHING),
                NO_AUXILIARY_CONTENT),
            row(
                "Zab (6), exhaustive",
                "Agreement, order and integrity with two elections per follower; the paper calls an"
                    + " exhaustive search of its smallest Zab infeasible.",
                Zab.class,
                "zab(3,3,2)",
                Budgets.ORDINARY,
                new Column(said("infeasible"), NOTHING, said("infeasible"), said("N/A"), NOTHING),
                ELECTIONS_BOUNDED),
            only(
                List.of("stateful", "DBSS", "DBSS + POR + dead messages"),
                row(
                    "Zab (7), exhaustive",
                    "The same with four leaders, in the modes that tell something.",
                    Zab.class,
                    "zab(4,3,2)",
                    Budgets.GENEROUS,
                    new Column(
                        said("infeasible"), NOTHING, said("infeasible"), said("N/A"), NOTHING),
                    ELECTIONS_BOUNDED))));
  }

  /** The paper's figures, in its order. */
  private record Column(
      Published stateful,
      Published withoutPush,
      Published dbss,
      Published por,
      Published dbssPor) {}

  private static Row row(
      String title,
      String about,
      Class<?> protocol,
      String instance,
      Budget budget,
      Column paper,
      String remark) {
    Run stateless = run(protocol, instance, SearchMode.STATELESS, Budgets.PATHS);
    return new Row(
        title,
        about + " Instance " + instance + ".",
        List.of(
            Line.ours("stateless", "", stateless),
            Line.both(
                "stateful",
                "stateless",
                paper.stateful,
                run(protocol, instance, SearchMode.STATEFUL, budget)),
            Line.both(
                "DBSS without selective push",
                "stateful",
                paper.withoutPush,
                run(protocol, instance, SearchMode.DBSS_WITHOUT_PUSH, budget)),
            Line.both(
                "DBSS", "stateful", paper.dbss, run(protocol, instance, SearchMode.DBSS, budget)),
            Line.both(
                "POR", "stateful", paper.por, run(protocol, instance, SearchMode.POR, budget)),
            Line.both(
                "DBSS + POR",
                "POR",
                paper.dbssPor,
                run(protocol, instance, SearchMode.DBSS_POR, budget)),
            Line.ours(
                "DBSS + POR + dead messages",
                "stateful",
                run(protocol, instance, Laboratory.REDUCED, budget))),
        remark);
  }

  /** Leaves out searches that would take minutes to find what another one has found. */
  private static Row only(List<String> searches, Row row) {
    return new Row(
        row.title(),
        row.about(),
        row.lines().stream()
            .filter(line -> searches.contains(line.search()))
            .map(line -> searches.contains(line.over()) ? line : line.overNothing())
            .toList(),
        row.remark());
  }

  private static Run run(Class<?> protocol, String instance, SearchMode mode, Budget budget) {
    return new Run(protocol, instance, mode.options()).within(budget);
  }
}
