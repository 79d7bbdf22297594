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
 *
 * <p>This serves the requests of a level in the order of the tree: states of a level are met in the
 * order of those of the level before. Rejected: collecting a level's unknown requests first, to
 * sort them. A request needs a process at its place, and no order gives it one but those that were
 * kept. So a level with r requests from p places takes at least r - min(p, pool) starts, and with
 * this rule it takes as many (at most one more for a whole search, in all that was measured with a
 * pool of 4 and more).
 */
final class Pool {
  private final PeerProgram program;
  private final Checkpoints checkpoints;
  private final Surroundings surroundings;
  private final Place root;
  private final Effort effort;

  /** The one used last comes last. */
  private final List<PeerProcess> processes = new ArrayList<>();

  private boolean keepsOldest;

  Pool(
      PeerProgram program,
      Checkpoints checkpoints,
      Surroundings surroundings,
      Place root,
      Effort effort) {
    this.program = program;
    this.checkpoints = checkpoints;
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
      Optional<PeerProcess> restored = checkpoints.has(at) ? restored(at) : Optional.empty();
      if (restored.isPresent()) {
        return used(restored.get());
      }
    }
    return used(fresh());
  }

  private Optional<PeerProcess> restored(Place place) {
    if (checkpoints.startsProcesses() && processes.size() >= program.reset().pool()) {
      discard(spare());
    }
    effort.wasRestored();
    return checkpoints.restored(place, List.copyOf(processes));
  }

  private PeerProcess spare() {
    return processes.get(keepsOldest ? processes.size() - 1 : 0);
  }

  /** Takes a checkpoint of a process, which may end by that. */
  void save(PeerProcess process) {
    if (!checkpoints.save(process)) {
      discard(process);
    }
  }

  /** A process has answered otherwise than it was meant to; what it has saved is of use still. */
  void strayed(PeerProcess process) {
    if (!process.isSpent() && checkpoints.restsIn(process)) {
      process.moveTo(Place.nowhere());
    } else {
      discard(process);
    }
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
    PeerProcess spare = spare();
    if (!program.reset().request().isEmpty() && forgets(spare)) {
      return spare;
    }
    discard(spare);
    return started();
  }

  private PeerProcess started() {
    effort.started();
    PeerProcess process = surroundings.start(program, root, checkpoints.startsProcesses());
    if (checkpoints == Checkpoints.NONE || checkpoints.has(root)) {
      return process;
    }
    try {
      if (checkpoints.save(process)) {
        return process;
      }
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
    process.close();
    return checkpoints.has(root) ? restored(root).orElseGet(this::started) : started();
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
    checkpoints.ended(process);
    process.close();
  }

  /** Ends all processes. */
  void close() {
    List.copyOf(processes).forEach(this::discard);
    checkpoints.forget();
  }
}
