package dev.parley.engine.internal.peer;

import dev.parley.api.Exchange;
import dev.parley.api.NodeContext.Answered;
import dev.parley.api.NodeId;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint;
import dev.parley.api.PeerProgram.History;
import dev.parley.api.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What is known of one program, and how more is found out.
 *
 * <p>The engine takes a step to be a function of the local state and the consumed messages. The
 * local state of a peer is its history, so its step is a function if the reply is a function of
 * history and request. Three things see to that:
 *
 * <ul>
 *   <li>A reply is learnt once and kept for ever ({@link Place}), so the engine gets the same
 *       answer whenever it asks again.
 *   <li>A process that is asked is at the place of the history: it has had exactly these requests,
 *       and has given exactly these replies. A replay that gives others is discarded. So every
 *       history in the tree was one run of the real program, and no mixture of two.
 *   <li>Whether the real program is such a function is what the audit looks at: before a verdict,
 *       each trace runs a second time, on a fresh process that knows nothing else ({@link Audit}).
 * </ul>
 *
 * <p>By the kind of history, a place stands for more or less:
 *
 * <ul>
 *   <li>In total order it stands for all that was sent to the process. A deterministic program that
 *       depends on nothing but its input is then a function of it: there is nothing to assume.
 *   <li>Per connection it stands for what was sent on one connection, as if there were no other.
 *   <li>Probed, it stands for all histories after which the probe has the same reply; the first of
 *       them is replayed for all.
 * </ul>
 *
 * <p>Of a program that may answer differently each time, a request is sent several times, each time
 * from the same history, and all replies that were seen are the outcomes of the step. They are then
 * fixed: a reply that turns up later, while a history is replayed, is counted and not explored.
 */
final class Learner {
  /** How many runs may miss a history before it counts as out of reach. */
  private static final int MISSES = 40;

  private final PeerProgram program;
  private final Surroundings surroundings;
  private final Place root = Place.root();
  private final Checkpoints checkpoints;
  private final Pool pool;
  private final Effort effort = new Effort();
  private final Effort auditEffort = new Effort();
  private final Set<List<Object>> sampled = new HashSet<>();
  private final Map<String, Place> byDigest = new HashMap<>();
  private final Optional<AnswerFile> file;
  private final List<String> remarks = new ArrayList<>();
  private Optional<String> incomplete = Optional.empty();
  private long recalled;
  private boolean leavesOut;
  private boolean auditsMerges = true;
  private Optional<PeerException> failure = Optional.empty();

  Learner(PeerProgram program, Surroundings surroundings) {
    this.program = program;
    this.surroundings = surroundings;
    checkpoints = checkpoints(program, surroundings);
    pool = new Pool(program, checkpoints, surroundings, root, effort);
    file = program.memory().directory().map(directory -> AnswerFile.of(directory, program));
    file.ifPresent(this::recall);
    if (!program.isDeterministic()) {
      incomplete =
          Optional.of(
              "the program may answer differently each time; of each request, "
                  + samples()
                  + (samples() == 1 ? " run was" : " runs were")
                  + " seen, and there may be other answers");
    }
  }

  private static Checkpoints checkpoints(PeerProgram program, Surroundings surroundings) {
    Optional<Checkpoint> how = program.reset().checkpoint();
    if (how.isEmpty()) {
      return Checkpoints.NONE;
    }
    if (how.get().isRequested()) {
      return new RequestedCheckpoints(how.get());
    }
    return new CriuCheckpoints(program, surroundings);
  }

  private boolean saves(Checkpoint.When when) {
    return program.reset().checkpoint().filter(how -> how.when() == when).isPresent();
  }

  private void recall(AnswerFile kept) {
    kept.remark().ifPresent(remarks::add);
    kept.recall(root);
    for (Place place : root.all()) {
      recalled += place.isRoot() ? 0 : 1;
      place.asked().forEach(ask -> sampled.add(List.of(place, ask)));
      if (!place.isLeaf()) {
        // Of all places with one digest, only the one that stands for them was gone on from.
        place.digest().ifPresent(digest -> byDigest.put(digest, place));
      }
    }
    root.all()
        .forEach(place -> place.digest().ifPresent(digest -> byDigest.putIfAbsent(digest, place)));
  }

  PeerProgram program() {
    return program;
  }

  Place root() {
    return root;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  Effort auditEffort() {
    return auditEffort;
  }

  private int samples() {
    return program.samples();
  }

  private History.Kind kind() {
    return program.history().kind();
  }

  /** Says in which order requests come: those of nearer states first, or of farther ones. */
  void serveNearestFirst(boolean nearest) {
    pool.keepOldest(nearest);
  }

  /** Leaves unsaid that the probe may tell too little, as a test wants it. */
  void trustProbes() {
    auditsMerges = false;
  }

  /** All that can come back. */
  List<Answered> answers(NodeId self, List<Exchange> before, Exchange asked) {
    if (failure.isPresent()) {
      throw failure.get();
    }
    if (asked.replies() == Exchange.HANG_UP && kind() == History.Kind.PER_CONNECTION) {
      return List.of(new Answered(Reply.NONE, List.of()));
    }
    Numbers numbers = new Numbers();
    Place place = kind() == History.Kind.PROBED ? probed(before) : place(before, numbers);
    Ask ask = numbers.ask(asked);
    List<Place> places = known(place, ask);
    return places.stream().map(next -> answered(self, before, asked, next)).toList();
  }

  private Answered answered(NodeId self, List<Exchange> before, Exchange asked, Place next) {
    if (kind() == History.Kind.PROBED) {
      Reply digest = new Reply(Reply.Event.ANSWERED, next.digest().orElseThrow());
      return new Answered(
          next.reply(), List.of(new Exchange(self, program.history().probe(), 1, digest)));
    }
    List<Exchange> history = new ArrayList<>(before);
    history.add(asked.with(next.reply()));
    return new Answered(next.reply(), history);
  }

  /** Numbers connections as the program sees them. */
  private final class Numbers {
    private final Map<NodeId, Integer> numbers = new HashMap<>();

    Ask ask(Exchange exchange) {
      boolean one = !program.listens() || kind() != History.Kind.TOTAL_ORDER;
      int known = numbers.size();
      int number = one ? 0 : numbers.computeIfAbsent(exchange.connection(), c -> known);
      return new Ask(number, exchange.sent(), exchange.replies());
    }
  }

  private Place place(List<Exchange> before, Numbers numbers) {
    Place place = root;
    for (Exchange exchange : before) {
      place =
          place.after(numbers.ask(exchange)).stream()
              .filter(next -> next.reply().equals(exchange.reply()))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a history that never happened"));
    }
    return place;
  }

  private Place probed(List<Exchange> before) {
    return before.isEmpty() ? root : byDigest.get(before.get(0).reply().content());
  }

  private List<Place> known(Place place, Ask ask) {
    if (!sampled.contains(List.of(place, ask))) {
      requireWithinBounds(place);
      requireLinear(place, ask);
      try {
        if (program.isDeterministic()) {
          learn(place, ask);
        } else {
          sample(place, ask);
        }
      } catch (PeerException e) {
        failure = Optional.of(e);
        throw e;
      }
      sampled.add(List.of(place, ask));
    }
    if (place.after(ask).isEmpty()) {
      leavesOut = true;
      throw new BeyondKnowledge("the program could not be brought back to a history");
    }
    return place.after(ask);
  }

  private void requireWithinBounds(Place place) {
    int most = program.limits().history();
    if (place.depth() >= most) {
      String bound = "histories of more than " + most + " exchanges were not explored";
      incomplete = Optional.of(incomplete.map(known -> known + "; " + bound).orElse(bound));
      leavesOut = true;
      throw new BeyondKnowledge(bound);
    }
  }

  private void requireLinear(Place place, Ask ask) {
    if (program.memory().linear() && !place.isLeaf() && place.after(ask).isEmpty()) {
      throw new PeerException(
          "the nodes send '"
              + Shown.text(ask)
              + "' where they also send '"
              + Shown.text(place.asked().get(0))
              + "', so there is more than one trace; take linear() off the program");
    }
  }

  private void learn(Place place, Ask ask) {
    PeerProcess process = pool.nearest(place);
    try {
      for (Place next : place.path().subList(process.place().depth(), place.depth())) {
        replay(process, next);
      }
      effort.asked();
      Reply reply = process.perform(ask);
      Place next = place.learn(ask, reply);
      process.moveTo(next);
      lookAt(next, process);
    } catch (RuntimeException e) {
      pool.discard(process);
      throw e;
    }
    settle(process, saves(Checkpoint.When.IO_ONLY));
  }

  /** Has the program tell its state, where that is how states are told apart. */
  private void lookAt(Place place, PeerProcess process) {
    if (kind() == History.Kind.PROBED) {
      effort.probed();
      String digest = probe(process);
      if (place.digest().filter(known -> !known.equals(digest)).isPresent()) {
        throw new PeerException(
            "after "
                + Shown.history(place)
                + " and the same replies, the program tells another state than before, so it has"
                + " decided something that no reply shows; do not probe it");
      }
      tellState(place, digest);
    }
  }

  private void replay(PeerProcess process, Place next) {
    effort.replayed();
    Reply reply = process.perform(next.ask());
    if (!reply.equals(next.reply())) {
      throw differs(next, reply, "when its history was replayed");
    }
    process.moveTo(next);
  }

  /** The states of two histories are one if the program says the same of them. */
  private void tellState(Place place, String digest) {
    place.tell(digest);
    byDigest.putIfAbsent(digest, place);
  }

  String probe(PeerProcess process) {
    Reply reply = process.perform(new Ask(0, program.history().probe(), 1));
    if (!reply.answered()) {
      throw new PeerException(
          "instead of telling its state, the program "
              + reply.event().text()
              + "; a program that can end or hang needs its history in total order");
    }
    return reply.content();
  }

  /** Keeps a process for when its trace goes on, saves it, or ends it. */
  private void settle(PeerProcess process, boolean saves) {
    if (process.isSpent() || process.place().reply().event() != Reply.Event.ANSWERED) {
      pool.discard(process);
    } else if (saves) {
      pool.save(process);
    }
  }

  private void sample(Place place, Ask ask) {
    int misses = 0;
    for (int seen = 0; seen < samples() && misses < MISSES; ) {
      Optional<PeerProcess> there = arrived(place);
      if (there.isEmpty()) {
        misses++;
        continue;
      }
      seen++;
      PeerProcess process = there.get();
      effort.asked();
      int known = place.after(ask).size();
      Place next = place.learn(ask, process.perform(ask));
      process.moveTo(next);
      lookAt(next, process);
      boolean isNew = place.after(ask).size() > known;
      settle(process, isNew && (saves(Checkpoint.When.IO_ONLY) || cannotTell()));
    }
    if (saves(Checkpoint.When.ND_ONLY) && place.after(ask).size() > 1) {
      place.after(ask).forEach(this::hold);
    }
  }

  /** Of a request that is sent once, it cannot be told who has decided on the reply. */
  private boolean cannotTell() {
    return saves(Checkpoint.When.ND_ONLY) && samples() == 1;
  }

  /** Saves a process at a place that the program has decided on, if it decides so again. */
  private void hold(Place decided) {
    if (!decided.reply().answered() || checkpoints.has(decided)) {
      return;
    }
    for (int misses = 0; misses < MISSES; misses++) {
      Optional<PeerProcess> there = arrived(decided);
      if (there.isPresent()) {
        pool.save(there.get());
        return;
      }
    }
  }

  /** A process at a place, if the program has decided as it did on the way there. */
  private Optional<PeerProcess> arrived(Place place) {
    PeerProcess process = pool.nearest(place);
    for (Place next : place.path().subList(process.place().depth(), place.depth())) {
      effort.replayed();
      Reply reply = process.perform(next.ask());
      if (!reply.equals(next.reply())) {
        pool.strayed(process);
        return Optional.empty();
      }
      process.moveTo(next);
    }
    return Optional.of(process);
  }

  /** The search has come to a state in which the program has had a history. */
  void visit(List<Exchange> before) {
    if (saves(Checkpoint.When.ALL)) {
      Place place = kind() == History.Kind.PROBED ? probed(before) : place(before, new Numbers());
      if (place.isRoot() || place.reply().answered()) {
        for (int misses = 0; misses < MISSES; misses++) {
          Optional<PeerProcess> there = arrived(place);
          if (there.isPresent()) {
            pool.save(there.get());
            return;
          }
        }
      }
    }
  }

  /**
   * Sees every trace a second time.
   *
   * @param goesOn asked before each of them
   * @return how many are left
   */
  long audit(BooleanSupplier goesOn) {
    long left = program.isDeterministic() && failure.isEmpty() ? seeAgain(goesOn) : 0;
    keep();
    return left;
  }

  private long seeAgain(BooleanSupplier goesOn) {
    Audit audit = new Audit(this);
    try {
      return audit.traces(goesOn);
    } catch (PeerException e) {
      failure = Optional.of(e);
      throw e;
    }
  }

  /** Whether the audit goes on from histories that the probe does not tell apart. */
  boolean auditsMerges() {
    return auditsMerges && kind() == History.Kind.PROBED;
  }

  /** The place that stands for a state the program told. */
  Place representative(String digest) {
    return byDigest.get(digest);
  }

  /** The program has answered differently to the same requests. */
  PeerException differs(Place place, Reply reply, String when) {
    PeerException difference =
        new PeerException(
            "the program answers differently to the same requests: to "
                + Shown.history(place)
                + " it answered "
                + Shown.text(place.reply())
                + " first, and "
                + Shown.text(reply)
                + " "
                + when
                + ". "
                + (kind() == History.Kind.PER_CONNECTION
                    ? "If connections influence each other, use History.TOTAL_ORDER. "
                    : "")
                + "If it is meant to answer differently each time, declare it nonDeterministic(n)");
    failure = Optional.of(difference);
    return difference;
  }

  /** Whether a step did not happen, because not all was known of it. */
  boolean hasLeftOutSteps() {
    return leavesOut;
  }

  /** What was left unexplored, as a clause. */
  Optional<String> incomplete() {
    return incomplete;
  }

  /** What there is to say of the file that answers are kept in. */
  List<String> remarks() {
    List<String> all = new ArrayList<>(remarks);
    checkpoints.remark().ifPresent(all::add);
    return all;
  }

  private ProgramUse.Saved saved() {
    return new ProgramUse.Saved(
        program
            .reset()
            .checkpoint()
            .map(
                how ->
                    how.when().name().toLowerCase(Locale.ROOT).replace('_', '-')
                        + " "
                        + checkpoints.name())
            .orElse(checkpoints.name()),
        checkpoints.taken());
  }

  ProgramUse use(String nodes) {
    List<Place> all = root.all();
    long decided =
        all.stream()
            .filter(place -> !place.isRoot() && place.parent().after(place.ask()).size() > 1)
            .count();
    return new ProgramUse(
        nodes,
        String.join(" ", program.command()),
        kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        program.isDeterministic(),
        new ProgramUse.Known(
            root.isLeaf() ? 0 : all.stream().filter(Place::isLeaf).count(),
            recalled,
            all.size(),
            decided),
        saved(),
        effort.soFar(),
        auditEffort.soFar());
  }

  /** Ends all processes, and keeps what was learnt. */
  void rest() {
    pool.close();
    keep();
  }

  private void keep() {
    if (failure.isEmpty()) {
      file.ifPresent(kept -> kept.keep(root, !program.isDeterministic()).ifPresent(remarks::add));
    }
  }
}
