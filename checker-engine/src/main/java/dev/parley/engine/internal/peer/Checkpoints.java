package dev.parley.engine.internal.peer;

import java.util.List;
import java.util.Optional;

/**
 * Ways to save processes, and to get one back to a place without a replay. Without any, a process
 * is started again and its history is replayed.
 *
 * <p>A checkpoint is the state of a process that has really had the history of its place. A process
 * that is restored from it therefore is at that place, also if the program decides some answers by
 * itself: what it has decided is part of its state. A replay would have to be repeated until the
 * program happens to decide the same again.
 */
interface Checkpoints {
  /** Takes none. */
  Checkpoints NONE = new Checkpoints() {};

  /**
   * Saves a process at its place, if that is possible.
   *
   * @return whether the process goes on; if not, it has ended
   */
  default boolean save(PeerProcess process) {
    return true;
  }

  /** Whether a process can be brought to a place. */
  default boolean has(Place place) {
    return false;
  }

  /**
   * A process that was saved at a place, and is there again.
   *
   * @param running the processes that run; one of them may be the one
   */
  default Optional<PeerProcess> restored(Place place, List<PeerProcess> running) {
    return Optional.empty();
  }

  /** Whether checkpoints are lost with a process. */
  default boolean restsIn(PeerProcess process) {
    return false;
  }

  /** Whether a restored process is one more, besides those that run. */
  default boolean startsProcesses() {
    return false;
  }

  /** A process has ended. */
  default void ended(PeerProcess process) {}

  /** All processes have ended, and what they ran in is gone. */
  default void forget() {}

  /** How many were taken. */
  default long taken() {
    return 0;
  }

  /** Why none can be taken, if so. */
  default Optional<String> remark() {
    return Optional.empty();
  }

  /** The name of the way, for results. */
  default String name() {
    return "restart and replay";
  }
}
