package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Finds all local steps that nodes could take if consuming a message did not remove it. This
 * over-approximates the reachable local states and local steps, and needs no global states.
 *
 * <p>It is the least fixpoint of: a node's initial local states are possible, and the messages of
 * all initial states count as sent; what a restart makes of a possible local state is possible, and
 * what it sends is sent; if a local state is possible, and every message of a set has been sent to
 * the node in some possible step, then the step that consumes that set there is possible, and so
 * are the local state it leads to and the messages it sends. Every step that happens in a reachable
 * global state is among these, by induction along the path that leads there: what it consumes was
 * sent before, by a step that is among these. The converse does not hold, and nothing here relies
 * on it: more steps mean less reduction, never a missed behaviour.
 *
 * <p>A node that counts messages has infinitely many local states if messages are never removed. So
 * the number of trials is limited; if the limit is too low, {@link ObservedSteps} is used.
 * Rejected: consuming each message at most as often as its sender can send it. That found the
 * closure of no further bundled protocol, and took six times as many trials.
 */
final class LocalClosure {
  private LocalClosure() {}

  /**
   * The closure from the nodes' initial local states, in all layouts.
   *
   * @param runner runs the trials; to be used for nothing else
   * @param means how many local steps may be tried, and what they may take in memory
   * @param mayRestart which nodes may restart
   * @return nothing if that does not suffice
   */
  static Optional<LocalSteps> of(
      Participants participants, StepRunner runner, Means means, IntPredicate mayRestart) {
    Trials trials = new Trials(participants, runner, means, true, mayRestart);
    boolean grew = true;
    while (grew && !trials.exceeded()) {
      grew = false;
      for (int node = 0; node < participants.count(); node++) {
        grew |= trials.tryWhatIsNew(node);
      }
    }
    return trials.exceeded() ? Optional.empty() : trials.known("trial runs of all local steps");
  }
}
