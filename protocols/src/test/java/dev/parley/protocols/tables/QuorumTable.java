package dev.parley.protocols.tables;

import static dev.parley.protocols.tables.Published.NOTHING;
import static dev.parley.protocols.tables.Published.moreThan;
import static dev.parley.protocols.tables.Published.states;

import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.PartialOrder.Knowledge;
import dev.parley.engine.options.PartialOrder.Refinement;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.protocols.echo.EchoMulticast;
import dev.parley.protocols.echo.SingleMessageMulticast;
import dev.parley.protocols.paxos.Paxos;
import dev.parley.protocols.paxos.SingleMessagePaxos;
import dev.parley.protocols.register.RegularRegister;
import dev.parley.protocols.register.SingleMessageRegister;
import dev.parley.protocols.register.WrongRegularity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tables I and II of Bokor, Kinder, Serafini, Suri: "Efficient Model Checking of Fault-Tolerant
 * Distributed Protocols", DSN 2011.
 */
final class QuorumTable {
  private static final String SINGLE = "single message, ";
  private static final String QUORUM = "quorum, ";

  private static final String INTEGRITY =
      "By byte code nothing is left out: agreement looks at all honest receivers, and integrity at"
          + " the initiators as well, so their steps keep their order. Trial runs show which of them"
          + " can break these properties.";

  private static final String STRAIGHT =
      "The search goes nearly straight to the violation, so that there is little to leave out on the"
          + " way.";

  private static final String BYTE_CODE =
      "By byte code POR leaves out nothing of the quorum steps: as far as code tells, steps may come"
          + " round to the same state, and where that may be everything is explored. Trial runs show"
          + " that they do not.";

  private QuorumTable() {}

  static Table table() {
    return new Table(
        "Quorum steps and transition refinement (MP-Basset), Tables I and II",
        List.of(
            "Bokor, Kinder, Serafini, Suri: Efficient Model Checking of Fault-Tolerant Distributed"
                + " Protocols, 2011. The paper claims two things: steps that take a quorum of"
                + " messages at once leave a smaller state space than steps that take one message"
                + " and count, and splitting transitions, by whom a reply answers (reply-split), by"
                + " which set a quorum step consumes (quorum-split), or both (combined), lets"
                + " partial-order reduction (POR) leave out more.",
            "Only one column of the paper's figures was at hand, taken to be its numbers of states"
                + " for single messages, which it searches with dynamic POR; those for quorum"
                + " steps and for the splits were not, nor were those of the register. Searches are"
                + " depth first and remember full states.",
            "POR by byte code knows of the protocol what can be read in its code, as the paper's"
                + " static reduction does. POR by trial runs, Parley's default, runs the local"
                + " steps beforehand. The full split goes beyond the paper: steps without effect"
                + " go first."),
        List.of(
            row(
                "Paxos (2,3,1)",
                "Two proposers, three acceptors, a learner; agreement. Instance paxos(2,3,2).",
                moreThan(16_087_468, ""),
                Optional.of(new Source(SingleMessagePaxos.class, "paxos(2,3,2)")),
                new Source(Paxos.class, "paxos(2,3,2)"),
                ""),
            row(
                "Faulty Paxos (2,3,1)",
                "Learners do not compare what they are told; violated. Instance"
                    + " acceptancesMixed(2,3,2).",
                states(162, ""),
                Optional.of(new Source(SingleMessagePaxos.class, "acceptancesMixed(2,3,2)")),
                new Source(Paxos.class, "acceptancesMixed(2,3,2)"),
                ""),
            row(
                "Echo Multicast (3,0,1,1)",
                "Three honest receivers, no honest initiator, a Byzantine receiver, a Byzantine"
                    + " initiator; agreement. Instance multicast(3,0,1,1).",
                states(2_911, ""),
                Optional.of(new Source(SingleMessageMulticast.class, "multicast(3,0,1,1)")),
                new Source(EchoMulticast.class, "multicast(3,0,1,1)"),
                ""),
            row(
                "Echo Multicast (2,1,0,1)",
                "Two honest receivers, an honest and a Byzantine initiator; agreement. Instance"
                    + " multicast(2,1,0,1).",
                states(2_010, ""),
                Optional.of(new Source(SingleMessageMulticast.class, "multicast(2,1,0,1)")),
                new Source(EchoMulticast.class, "multicast(2,1,0,1)"),
                INTEGRITY),
            row(
                "Echo Multicast (2,1,2,1)",
                "More Byzantine receivers than it tolerates; violated. Instance"
                    + " tooManyByzantine(2,1,2,1).",
                states(66, ""),
                Optional.of(new Source(SingleMessageMulticast.class, "tooManyByzantine(2,1,2,1)")),
                new Source(EchoMulticast.class, "tooManyByzantine(2,1,2,1)"),
                STRAIGHT),
            row(
                "Regular storage (3,1)",
                "Three base objects, a reader, one write; regularity. Instance register(3,1,1).",
                NOTHING,
                Optional.of(new Source(SingleMessageRegister.class, "register(3,1,1)")),
                new Source(RegularRegister.class, "register(3,1,1)"),
                BYTE_CODE),
            row(
                "Regular storage (3,2)",
                "Two readers. Instance register(3,2,1).",
                NOTHING,
                Optional.of(new Source(SingleMessageRegister.class, "register(3,2,1)")),
                new Source(RegularRegister.class, "register(3,2,1)"),
                BYTE_CODE
                    + " With trial runs the splits cost some states here. That depends on the step a"
                    + " stubborn set is grown from: by the rule that takes the smallest set,"
                    + " quorum-split visits 7,224 states against 7,475 without a split."),
            row(
                "Regular storage (3,1), wrong regularity",
                "A read is to return even a concurrent write; violated. Instances"
                    + " singleMessage(3,1,1) and register(3,1,1).",
                NOTHING,
                Optional.of(new Source(WrongRegularity.class, "singleMessage(3,1,1)")),
                new Source(WrongRegularity.class, "register(3,1,1)"),
                BYTE_CODE),
            row(
                "Regular storage (3,2), wrong regularity",
                "Two readers; violated. Instance register(3,2,1).",
                NOTHING,
                Optional.empty(),
                new Source(WrongRegularity.class, "register(3,2,1)"),
                BYTE_CODE)));
  }

  private record Source(Class<?> protocol, String instance) {
    Run with(SearchOptions options) {
      return new Run(protocol, instance, options).within(Budgets.ORDINARY);
    }
  }

  private static Row row(
      String title,
      String about,
      Published singleMessage,
      Optional<Source> single,
      Source quorum,
      String remark) {
    List<Line> lines = new ArrayList<>();
    single.ifPresent(
        s -> {
          lines.add(Line.ours(SINGLE + "no POR", "", s.with(SearchMode.STATEFUL.options())));
          lines.add(
              Line.both(
                  SINGLE + "POR, byte code",
                  SINGLE + "no POR",
                  singleMessage,
                  s.with(split(Refinement.NONE, Knowledge.BYTE_CODE))));
        });
    lines.add(
        Line.ours(
            QUORUM + "no POR",
            single.isPresent() ? SINGLE + "no POR" : "",
            quorum.with(SearchMode.STATEFUL.options())));
    for (Knowledge knowledge : List.of(Knowledge.BYTE_CODE, Knowledge.TRIAL_RUNS)) {
      for (Refinement refinement : refinements(knowledge)) {
        lines.add(
            Line.ours(
                name(refinement, knowledge),
                refinement == Refinement.NONE
                    ? QUORUM + "no POR"
                    : name(Refinement.NONE, knowledge),
                quorum.with(split(refinement, knowledge))));
      }
    }
    return new Row(title, about, lines, remark);
  }

  /** Byte code does not show which steps have no effect. */
  private static List<Refinement> refinements(Knowledge knowledge) {
    return Arrays.stream(Refinement.values())
        .filter(r -> r != Refinement.FULL || knowledge == Knowledge.TRIAL_RUNS)
        .toList();
  }

  private static SearchOptions split(Refinement refinement, Knowledge knowledge) {
    return SearchMode.POR
        .options()
        .withPartialOrder(Optional.of(PartialOrder.DEFAULT.with(refinement).with(knowledge)));
  }

  private static String name(Refinement refinement, Knowledge knowledge) {
    String split =
        switch (refinement) {
          case NONE -> "POR";
          case REPLY -> "reply-split";
          case QUORUM -> "quorum-split";
          case COMBINED -> "combined-split";
          case FULL -> "full split";
        };
    return QUORUM + split + (knowledge == Knowledge.BYTE_CODE ? ", byte code" : ", trial runs");
  }
}
