package dev.parley.runner;

import dev.parley.engine.result.WalkFigures;

/** Random walks in words. */
final class WalkText {
  private WalkText() {}

  /** How many there were, as {@code 10,000 random walks (312,004 steps, walkSeed=8231)}. */
  static String of(WalkFigures walks) {
    boolean cut = walks.ended().isPresent() && walks.walks() < walks.asked();
    return Quantity.count(walks.walks())
        + (cut ? " of " + Quantity.count(walks.asked()) : "")
        + (walks.asked() == 1 ? " random walk (" : " random walks (")
        + Quantity.count(walks.steps())
        + (walks.steps() == 1 ? " step" : " steps")
        + ", walkSeed="
        + walks.seed()
        + ")";
  }
}
