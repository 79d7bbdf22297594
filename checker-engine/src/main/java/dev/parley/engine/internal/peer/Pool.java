package dev.parley.engine.internal.peer;

import dev.parley.api.PeerProgram;
import dev.parley.api.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The processes of one program that are kept for when their traces go on. A process goes forward
 * only, so it is of use for the place where it is and for places behind it. For any other place
 * another one is started and the history is replayed.
 *
 * <p>If there are as many processes as may be, one makes room. A depth-first search goes on where
 * it was last, so the process that was used longest ago goes. A breadth-first search goes on where
 * it was first: it takes the states of a level in the order in which it met them, and comes to the
 * place of the oldest process next. So the youngest goes. The first traces of each level are then
 * continued without a start, as many as there are processes; with the other rule, none would be.
 */
final class Pool {
  private final PeerProgram program;
  private final Surroundings surroundings;
  private final Place root;
  private final Effort effort;

  /** The one used last comes last. */
  private final List<PeerProcess> processes = new ArrayList<>();

  private boolean keepsOldest;

  Pool(PeerProgram program, Surroundings surroundings, Place root, Effort effort) {
    this.program = program;
    this.surroundings = surroundings;
    this.root = root;
    this.effort = effort;
  }

  /**
   * A process that has got as close to a place as any: the place itself, or one on the way there.
   */
  PeerProcess nearest(Place place) {
    for (Place at = place; at != null; at = at.parent()) {
      Place wanted = at;
      Optional<PeerProcess> found =
          processes.stream().filter(process -> process.place() == wanted).findFirst();
      if (found.isPresent()) {
        return used(found.get());
      }
    }
    return used(fresh());
  }

  private PeerProcess used(PeerProcess process) {
    processes.remove(process);
    processes.add(process);
    return process;
  }

  private PeerProcess fresh() {
    if (processes.size() < program.reset().pool()) {
      return started();
    }
    PeerProcess spare = processes.get(keepsOldest ? processes.size() - 1 : 0);
    if (!program.reset().request().isEmpty() && forgets(spare)) {
      return spare;
    }
    discard(spare);
    return started();
  }

  private PeerProcess started() {
    effort.started();
    return surroundings.start(program, root);
  }

  private boolean forgets(PeerProcess process) {
    process.forgetConnections();
    effort.wasReset();
    Reply reply = process.perform(new Ask(0, program.reset().request(), 1));
    process.forgetConnections();
    process.moveTo(root);
    return reply.answered();
  }

  /** From now on the youngest makes room, not the oldest. */
  void keepOldest(boolean keeps) {
    keepsOldest = keeps;
  }

  /** Ends a process. */
  void discard(PeerProcess process) {
    processes.remove(process);
    process.close();
  }

  /** Ends all processes. */
  void close() {
    List.copyOf(processes).forEach(this::discard);
  }
}
