package dev.parley.protocols.tables;

import static dev.parley.protocols.tables.Published.said;
import static dev.parley.protocols.tables.Published.states;

import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.paxos.AcceptedAsChosen;
import dev.parley.protocols.paxos.Paxos;
import java.util.List;

/**
 * Table 1 of Bokor, Serafini, Suri: "On Efficient Models for Model Checking Message-Passing
 * Distributed Protocols", FORTE 2010.
 */
final class ModelsTable {
  private ModelsTable() {}

  static Table table() {
    return new Table(
        "Models of message passing, Table 1",
        List.of(
            "Bokor, Serafini, Suri: On Efficient Models for Model Checking Message-Passing"
                + " Distributed Protocols, 2010. Three models of delivery, searched by Murphi with"
                + " and without symmetry reduction. Parley's network is the third model, M, in"
                + " which a step takes messages, computes and sends at once; it has no symmetry"
                + " reduction yet, and no counterpart of the other models. Without symmetry these"
                + " ran out of memory in every row of the paper.",
            "Searches are breadth first."),
        List.of(
            row(
                "Paxos, m = 2, n = 3, safety",
                "Two leaders, three acceptors. Instance paxos(2,3,2).",
                Paxos.class,
                "paxos(2,3,2)",
                states(1_754_621, "15 m"),
                states(1_754_621, "13 m"),
                states(1_577_161, "3 m"),
                states(135_271, "24 s"),
                ""),
            row(
                "Paxos, m = 2, n = 3, erroneous safety",
                "What is accepted is taken for chosen; violated. Instance paxos(2,3,2) of"
                    + " paxos-accepted-as-chosen.",
                AcceptedAsChosen.class,
                "paxos(2,3,2)",
                states(468_581, "2 m"),
                states(468_444, "2 m"),
                states(476_575, "31 s"),
                states(49_290, "8 s"),
                ""),
            row(
                "Faulty Paxos, m = 2, n = 3",
                "Acceptors always accept; violated. Instance promisesBroken(2,3,2).",
                Paxos.class,
                "promisesBroken(2,3,2)",
                states(890_127, "7 m"),
                states(894_166, "6 m"),
                states(1_026_203, "1 m"),
                states(99_781, "15 s"),
                ""),
            row(
                "Paxos, m = 2, n = 4, safety",
                "Two leaders, four acceptors. Instance paxos(2,4,3).",
                Paxos.class,
                "paxos(2,4,3)",
                said("out of memory"),
                said("out of memory"),
                said("out of memory"),
                states(775_355, "4 m"),
                "")));
  }

  private static Row row(
      String title,
      String about,
      Class<?> protocol,
      String instance,
      Published mixed,
      Published twoPhases,
      Published atomic,
      Published symmetric,
      String remark) {
    return new Row(
        title,
        about,
        List.of(
            Line.papers("M-MP, symmetry", "", mixed),
            Line.papers("MP, symmetry", "", twoPhases),
            Line.both("M", "", atomic, run(protocol, instance, SearchMode.STATEFUL)),
            Line.papers("M, symmetry", "M", symmetric),
            Line.ours("M, POR", "M", run(protocol, instance, SearchMode.POR)),
            Line.ours(
                "M, DBSS + POR + dead messages", "M", run(protocol, instance, SearchMode.REDUCED))),
        remark);
  }

  private static Run run(Class<?> protocol, String instance, SearchMode mode) {
    return new Run(protocol, instance, mode.in(Order.BREADTH_FIRST).options())
        .within(Budgets.ORDINARY);
  }
}
