package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram.History;
import dev.parley.api.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Runs what was learnt of a program a second time, each trace on a process of its own that has seen
 * nothing else and will see nothing else. This is what running a step twice is to nodes written in
 * Java: it shows programs that depend on more than their history.
 *
 * <p>It comes when the search has ended, not when a request is first sent. A program that tells the
 * time in seconds answers the same twice within the same second.
 *
 * <p>Where connections are taken not to influence each other, each trace has company: the same
 * trace and another one run before it on the same process, on connections that are closed then.
 * Where a probe is taken to tell the whole state, a history that it does not tell from an earlier
 * one is continued by some requests whose replies are known from the earlier one.
 */
final class Audit {
  /** How many requests a merged history is continued by. */
  private static final int FURTHER = 3;

  private final Learner learner;
  private final Set<List<Object>> tried = new HashSet<>();
  private Optional<Place> company = Optional.empty();

  Audit(Learner learner) {
    this.learner = learner;
  }

  /**
   * Sees all traces a second time that were not seen so yet.
   *
   * @param goesOn asked before each of them
   * @return how many are left
   */
  long traces(BooleanSupplier goesOn) {
    long left = 0;
    List<Place> leaves = learner.root().all().stream().filter(Place::isLeaf).toList();
    company = leaves.stream().filter(leaf -> !leaf.isRoot()).findFirst();
    for (Place leaf : leaves) {
      if (leaf.isAudited()) {
        continue;
      }
      if (left == 0 && goesOn.getAsBoolean()) {
        trace(leaf);
        leaf.confirm();
        company = Optional.of(leaf);
      } else {
        left += leaf.isRoot() ? 0 : 1;
      }
    }
    return left;
  }

  private void trace(Place leaf) {
    if (leaf.isRoot()) {
      return;
    }
    try (PeerProcess process = fresh()) {
      boolean alone = true;
      if (learner.program().history().kind() == History.Kind.PER_CONNECTION
          && learner.program().listens()) {
        alone = false;
        accompany(process, leaf);
        company.ifPresent(other -> accompany(process, other));
      }
      String when =
          alone ? "on a fresh process" : "on a process that had another connection before";
      for (Place place : leaf.path()) {
        require(place, performed(process, place.ask()), when);
      }
      if (learner.auditsMerges() && !isRepresentative(leaf)) {
        goOn(process, leaf);
      }
    }
  }

  private boolean isRepresentative(Place place) {
    return learner.representative(place.digest().orElseThrow()) == place;
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

  /**
   * Goes on from a history that the probe does not tell from an earlier one, as far as it is known
   * what follows the earlier one, with what was not tried in this way before.
   */
  private void goOn(PeerProcess process, Place from) {
    Place place = learner.representative(from.digest().orElseThrow());
    List<Ask> asked = new ArrayList<>();
    for (int i = 0; i < FURTHER && !place.isLeaf(); i++) {
      Place here = place;
      Ask ask =
          here.asked().stream()
              .filter(a -> tried.add(List.of(here, a)))
              .findFirst()
              .orElse(here.asked().get(0));
      asked.add(ask);
      Place expected = here.after(ask).get(0);
      Reply reply = performed(process, ask);
      learner.auditEffort().probed();
      if (!reply.equals(expected.reply())
          || !learner.probe(process).equals(expected.digest().orElseThrow())) {
        throw tellsTooLittle(from, asked, reply, expected);
      }
      place = learner.representative(expected.digest().orElseThrow());
    }
  }

  private PeerException tellsTooLittle(Place from, List<Ask> asked, Reply reply, Place expected) {
    return new PeerException(
        "the probe does not tell the whole state: after "
            + Shown.history(from)
            + " the program says the same of its state as after "
            + Shown.history(learner.representative(from.digest().orElseThrow()))
            + ", but "
            + asked.stream().map(Shown::text).collect(Collectors.joining(", "))
            + " then leads to "
            + Shown.text(reply)
            + " or another state, not to "
            + Shown.text(expected.reply())
            + "; use a probe that tells more, or History.TOTAL_ORDER");
  }

  private PeerProcess fresh() {
    learner.auditEffort().started();
    return learner.surroundings().start(learner.program(), learner.root(), false);
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
