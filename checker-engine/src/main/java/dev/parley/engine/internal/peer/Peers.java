package dev.parley.engine.internal.peer;

import dev.parley.api.Exchange;
import dev.parley.api.Node;
import dev.parley.api.NodeContext.Answered;
import dev.parley.api.NodeId;
import dev.parley.api.Peer;
import dev.parley.api.PeerProgram;
import dev.parley.api.PeerProgram.Checkpoint;
import dev.parley.api.PeerProgram.History;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The programs behind the nodes of one instance. What is learnt of them is shared by all searches
 * of the instance and by all workers, and outlives each; processes end when a check does.
 */
public final class Peers {
  private final Map<Integer, PeerProgram> programs = new LinkedHashMap<>();
  private final Map<PeerProgram, Learner> learners = new LinkedHashMap<>();
  private final Surroundings surroundings = new Surroundings();
  private boolean nearestFirst;

  private Peers() {}

  /**
   * The programs behind some nodes.
   *
   * @throws IllegalArgumentException if a program is declared in a way that makes no sense
   */
  public static Peers of(List<? extends Node> nodes) {
    Peers peers = new Peers();
    for (int node = 0; node < nodes.size(); node++) {
      if (nodes.get(node) instanceof Peer peer) {
        PeerProgram program = PeerProgram.of(peer);
        requireSense(program);
        peers.programs.put(node, program);
      }
    }
    return peers;
  }

  private static void requireSense(PeerProgram program) {
    History.Kind kind = program.history().kind();
    if (kind == History.Kind.PER_CONNECTION && !program.listens()) {
      throw new IllegalArgumentException(
          "a program that reads its standard input has one connection; use History.TOTAL_ORDER");
    }
    boolean inPlace = !program.reset().request().isEmpty();
    if (!program.isDeterministic() && inPlace) {
      throw new IllegalArgumentException(
          "a program that may answer differently each time can be reset by a restart alone");
    }
    if (program.reset().checkpoint().isPresent() && (program.listens() || inPlace)) {
      throw new IllegalArgumentException(
          "checkpoints need a program that reads its standard input and is not reset by a request");
    }
  }

  /** Whether there are any. */
  public boolean any() {
    return !programs.isEmpty();
  }

  /** The program of each node that has one, to compare initial states by. */
  public Map<Integer, PeerProgram> programs() {
    return Map.copyOf(programs);
  }

  private Learner learner(int node) {
    return learners.computeIfAbsent(programs.get(node), this::newLearner);
  }

  private Learner newLearner(PeerProgram program) {
    Learner learner = new Learner(program, surroundings);
    learner.serveNearestFirst(nearestFirst);
    return learner;
  }

  /** Says in which order requests will come: those of nearer states first, or of farther ones. */
  public synchronized void serveNearestFirst(boolean nearest) {
    nearestFirst = nearest;
    learners.values().forEach(learner -> learner.serveNearestFirst(nearest));
  }

  /** Whether a node keeps one history for all connections. */
  public boolean isTotallyOrdered(int node) {
    return programs.get(node).history().kind() != History.Kind.PER_CONNECTION;
  }

  /**
   * What can come back from the program behind a node: one reply, or all that were seen.
   *
   * @throws BeyondKnowledge if nothing is known and nothing more will be found out
   * @throws PeerException if the program cannot be run, or is not what it is declared to be
   */
  public synchronized List<Answered> answers(
      int node, NodeId self, List<Exchange> before, Exchange asked) {
    return learner(node).answers(self, before, asked);
  }

  /** Whether a process is saved in every state that a search comes to. */
  public boolean savesEveryState() {
    return programs.values().stream()
        .flatMap(program -> program.reset().checkpoint().stream())
        .anyMatch(how -> how.when() == Checkpoint.When.ALL);
  }

  /**
   * A search has come to a state.
   *
   * @param nodes the nodes in this state
   */
  public synchronized void visit(List<Node> nodes) {
    programs.keySet().forEach(node -> visit(node, (Peer) nodes.get(node)));
  }

  private void visit(int node, Peer peer) {
    Collection<List<Exchange>> histories = PeerProgram.histories(peer).values();
    learner(node).visit(histories.stream().findFirst().orElse(List.of()));
  }

  /**
   * Sees every trace a second time.
   *
   * @param goesOn asked before each of them
   * @return how many are left, because it was not to go on
   * @throws PeerException if a program answers differently then
   */
  public synchronized long audit(BooleanSupplier goesOn) {
    return learners.values().stream().mapToLong(learner -> learner.audit(goesOn)).sum();
  }

  /** Takes a probe for the whole state without looking, as a test wants it. */
  synchronized void trustProbes() {
    programs.keySet().forEach(node -> learner(node).trustProbes());
  }

  /** Whether some step did not happen, because not all was known of what its program answers. */
  public synchronized boolean haveLeftOutSteps() {
    return learners.values().stream().anyMatch(Learner::hasLeftOutSteps);
  }

  /** What was left unexplored, as a sentence. */
  public synchronized Optional<String> incomplete(List<NodeId> ids) {
    return learners.entrySet().stream()
        .flatMap(
            entry ->
                entry.getValue().incomplete().stream()
                    .map(what -> "of " + nodes(entry.getKey(), ids) + ", " + what))
        .reduce((one, other) -> one + "; " + other);
  }

  /** What verdicts take for granted of the programs, and what went wrong with files: sentences. */
  public synchronized List<String> remarks(List<NodeId> ids) {
    Set<String> remarks = new LinkedHashSet<>();
    learners.forEach(
        (program, learner) -> {
          remarks.add(assumption(program, nodes(program, ids)));
          remarks.addAll(learner.remarks());
        });
    return new ArrayList<>(remarks);
  }

  private static String assumption(PeerProgram program, String nodes) {
    String depends =
        switch (program.history().kind()) {
          case TOTAL_ORDER -> "the requests it has had";
          case PER_CONNECTION -> "the requests on the same connection";
          case PROBED -> "the state that its probe tells";
        };
    return "that the program behind "
        + nodes
        + " depends on nothing but "
        + depends
        + " is assumed"
        + (!program.isDeterministic()
            ? ", besides what it decides by itself"
            : ", and was so twice");
  }

  private String nodes(PeerProgram program, List<NodeId> ids) {
    return programs.entrySet().stream()
        .filter(entry -> entry.getValue().equals(program))
        .map(entry -> ids.get(entry.getKey()).toString())
        .collect(Collectors.joining(", "));
  }

  /** What was asked of each program. */
  public synchronized List<ProgramUse> uses(List<NodeId> ids) {
    return learners.entrySet().stream()
        .map(entry -> entry.getValue().use(nodes(entry.getKey(), ids)))
        .toList();
  }

  /** The processes that run at the moment, their keeper first. */
  synchronized Optional<ProcessHandle> keeper() {
    return surroundings.keeper();
  }

  /** Ends all processes and keeps what was learnt. They are started again when they are needed. */
  public synchronized void rest() {
    try {
      learners.values().forEach(Learner::rest);
    } finally {
      surroundings.close();
    }
  }
}
