package dev.parley.protocols.tables;

import static dev.parley.protocols.tables.Published.said;
import static dev.parley.protocols.tables.Published.states;

import dev.parley.api.Network;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchMode;
import dev.parley.protocols.paxos.AcceptedAsChosen;
import dev.parley.protocols.paxos.PaxosSafety;
import java.util.List;
import java.util.Optional;

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
                + " and without symmetry reduction. In M, Parley's usual network, a step takes"
                + " messages, computes and sends at once. In M-MP the delivery of a message is an"
                + " event of its own. In MP a step must also consume all that was delivered. Without"
                + " symmetry M-MP and MP ran out of memory in every row of the paper, and with"
                + " symmetry where there are four acceptors; Parley comes to the end of every"
                + " search, and to the same verdict in all models. In the paper nodes that are"
                + " interchangeable are declared, in Parley they are found: the acceptors.",
            "The paper compares M with M-MP by its figures with symmetry, 135,271 of 1,754,621"
                + " states: 1/13. Parley's are 5,037 of 332,929, 1/66, and 11,504 of"
                + " 2,455,874, 1/213, with four acceptors. As in the paper, MP and M-MP have"
                + " equally many states if the protocol is correct.",
            "Searches are breadth first. The instances have no property of terminal states: what"
                + " holds where everything has come to rest is not the same in the three models."),
        List.of(
            row(
                "Paxos, m = 2, n = 3, safety",
                "Two leaders, three acceptors. Instance paxos(2,3,2) of paxos-safety.",
                PaxosSafety.class,
                "paxos(2,3,2)",
                states(1_754_621, "15 m"),
                states(1_754_621, "13 m"),
                states(1_577_161, "3 m"),
                states(135_271, "24 s"),
                Budgets.ORDINARY,
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
                Budgets.ORDINARY,
                ""),
            row(
                "Faulty Paxos, m = 2, n = 3",
                "Acceptors always accept; violated. Instance promisesBroken(2,3,2) of"
                    + " paxos-safety.",
                PaxosSafety.class,
                "promisesBroken(2,3,2)",
                states(890_127, "7 m"),
                states(894_166, "6 m"),
                states(1_026_203, "1 m"),
                states(99_781, "15 s"),
                Budgets.ORDINARY,
                ""),
            row(
                "Paxos, m = 2, n = 4, safety",
                "Two leaders, four acceptors. Instance paxos(2,4,3) of paxos-safety.",
                PaxosSafety.class,
                "paxos(2,4,3)",
                said("out of memory"),
                said("out of memory"),
                said("out of memory"),
                states(775_355, "4 m"),
                Budgets.PATIENT,
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
      Budget budget,
      String remark) {
    Run stateful = run(protocol, instance, SearchMode.STATEFUL);
    Run orbits = stateful.with(stateful.options().withSymmetry(Symmetry.REQUIRED));
    return new Row(
        title,
        about,
        List.of(
            Line.both("M-MP", "", said("out of memory"), on(Network.M_MP, stateful, budget)),
            Line.both("M-MP, symmetry", "M-MP", mixed, on(Network.M_MP, orbits, budget)),
            Line.both("MP", "", said("out of memory"), on(Network.MP, stateful, budget)),
            Line.both("MP, symmetry", "MP", twoPhases, on(Network.MP, orbits, budget)),
            Line.both("M", "M-MP", atomic, stateful),
            Line.both("M, symmetry", "M-MP, symmetry", symmetric, orbits),
            Line.ours("M, POR", "M", run(protocol, instance, SearchMode.POR)),
            Line.ours(
                "M, DBSS + POR + dead messages", "M", run(protocol, instance, Laboratory.REDUCED)),
            Line.ours("M, all of these", "M", run(protocol, instance, SearchMode.REDUCED))),
        remark);
  }

  private static Run on(Network network, Run run, Budget budget) {
    return run.with(run.options().withNetwork(Optional.of(network))).within(budget);
  }

  private static Run run(Class<?> protocol, String instance, SearchMode mode) {
    return new Run(protocol, instance, mode.in(Order.BREADTH_FIRST).options())
        .within(Budgets.ORDINARY);
  }
}
