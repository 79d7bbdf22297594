package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.space.Environment;
import dev.parley.engine.internal.space.Independence;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.space.StateSpace;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What a space grants to the arguments for reductions, as far as these can do with less.
 *
 * @param consumedIsGone whether what is consumed is no longer pending; if not, a step may be taken
 *     again and again, with what was sent once
 * @param sentArrives whether what is sent is pending afterwards; if not, a step that sends may be
 *     taken again and again though nobody receives what it sends
 * @param dropping why dead messages must not be dropped, as a clause, if they must not
 * @param idleFirst why messages without effect must not be consumed first, if they must not
 * @param mayRestart which nodes may restart, and so forget what they were
 * @param symmetric whether nodes may change their names from state to state
 */
record Premises(
    boolean consumedIsGone,
    boolean sentArrives,
    Optional<String> dropping,
    Optional<String> idleFirst,
    IntPredicate mayRestart,
    boolean symmetric) {

  /** What the arguments of {@link DeadPackets} rest on. */
  private static final Set<Assumption> DEAD_NEEDS =
      EnumSet.of(
          Assumption.FAULTS_ENABLE_NOTHING, Assumption.ALWAYS_CONSUMABLE, Assumption.DROPPABLE);

  /** What the argument of {@link IdlePackets} rests on, besides those of {@link StubbornSets}. */
  private static final Set<Assumption> IDLE_NEEDS =
      EnumSet.of(Assumption.CONSUMED_IS_GONE, Assumption.ALWAYS_CONSUMABLE, Assumption.DROPPABLE);

  /** What a space grants. */
  static Premises of(StateSpace space) {
    Independence independence = space.independence();
    Environment environment = space.environment();
    return new Premises(
        independence.objection(EnumSet.of(Assumption.CONSUMED_IS_GONE)).isEmpty(),
        independence.objection(EnumSet.of(Assumption.SENT_ARRIVES)).isEmpty(),
        independence.objection(DEAD_NEEDS),
        independence.objection(IDLE_NEEDS),
        environment::mayRestart,
        space.symmetry().isPresent());
  }

  /** Whether some node may restart. */
  boolean anyRestarts(int nodes) {
    for (int node = 0; node < nodes; node++) {
      if (mayRestart.test(node)) {
        return true;
      }
    }
    return false;
  }
}
