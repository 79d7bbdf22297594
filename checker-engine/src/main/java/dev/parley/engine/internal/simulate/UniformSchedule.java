package dev.parley.engine.internal.simulate;

import dev.parley.engine.internal.space.Moves;
import java.util.SplittableRandom;

/** Every transition is as likely as every other. */
final class UniformSchedule implements Schedule {
  private final SplittableRandom random;

  UniformSchedule(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public int choose(Moves moves, int step) {
    return random.nextInt(moves.size());
  }
}
