package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.api.Step;

/** Counts something that nobody reads. On its own, since the code around a node is read with it. */
final class UnreadNode extends Node {
  int seen;
  int left = 3;

  @Step(when = "more")
  void step() {
    seen++;
    left--;
  }

  boolean more() {
    return left > 0;
  }
}
