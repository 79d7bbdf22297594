package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram.History;
import dev.parley.api.Reply;
import java.util.List;
import java.util.Optional;

/**
 * Runs what was learnt of a program a second time, each trace on a process of its own that has seen
 * nothing else and will see nothing else. This is what running a step twice is to nodes written in
 * Java: it shows programs that depend on more than their history.
 *
 * <p>It comes when the search has ended, not when a request is first sent. A program that tells the
 * time in seconds answers the same twice within the same second.
 *
 * <p>Where connections are taken not to influence each other, each trace has company: another one
 * runs before it on the same process, on a connection that is closed then. Where a probe is taken
 * to tell the whole state, histories that it does not tell apart are continued in the same way.
 */
final class Audit {
  private final Learner learner;
  private Optional<Place> company = Optional.empty();

  Audit(Learner learner) {
    this.learner = learner;
  }

  /** Sees all traces a second time that were not seen so yet. */
  void traces() {
    List<Place> leaves = learner.root().all().stream().filter(Place::isLeaf).toList();
    company = leaves.stream().filter(leaf -> !leaf.isRoot()).findFirst();
    for (Place leaf : leaves) {
      if (!leaf.isAudited()) {
        trace(leaf);
        leaf.confirm();
        company = Optional.of(leaf);
      }
    }
  }

  private void trace(Place leaf) {
    if (leaf.isRoot()) {
      return;
    }
    try (PeerProcess process = fresh()) {
      boolean alone = true;
      if (learner.program().history().kind() == History.Kind.PER_CONNECTION
          && learner.program().listens()) {
        alone = company.isEmpty();
        company.ifPresent(other -> accompany(process, other));
      }
      String when = alone ? "on a fresh process" : "on a process that had another connection before";
      for (Place place : leaf.path()) {
        require(place, performed(process, place.ask()), when);
      }
    }
  }

  /** A trace that ends the program would leave nothing to look at. */
  private void accompany(PeerProcess process, Place other) {
    for (Place place : other.path()) {
      if (place.reply().event() != Reply.Event.ANSWERED) {
        break;
      }
      performed(process, place.ask());
    }
    process.forgetConnections();
  }

  /** Goes on from a history that the probe does not tell from an earlier one. */
  void merged(Place place) {
    Place representative = learner.representative(place.digest().orElseThrow());
    for (Ask ask : representative.asked()) {
      try (PeerProcess process = fresh()) {
        for (Place next : place.path()) {
          require(next, performed(process, next.ask()), "on a fresh process");
        }
        Place expected = representative.after(ask).get(0);
        Reply reply = performed(process, ask);
        boolean same =
            reply.equals(expected.reply())
                && learner.probe(process).equals(expected.digest().orElseThrow());
        if (!same) {
          throw new PeerException(
              "the probe does not tell the whole state: after "
                  + Shown.history(place)
                  + " the program says the same of its state as after "
                  + Shown.history(representative)
                  + ", but "
                  + Shown.text(ask)
                  + " then leads to "
                  + Shown.text(reply)
                  + " or another state, not to "
                  + Shown.text(expected.reply())
                  + "; use a probe that tells more, or History.TOTAL_ORDER");
        }
      }
    }
  }

  private PeerProcess fresh() {
    learner.auditEffort().started();
    return learner.surroundings().start(learner.program(), learner.root());
  }

  private Reply performed(PeerProcess process, Ask ask) {
    learner.auditEffort().asked();
    return process.perform(ask);
  }

  private void require(Place place, Reply reply, String when) {
    if (!reply.equals(place.reply())) {
      throw learner.differs(place, reply, when);
    }
  }
}
