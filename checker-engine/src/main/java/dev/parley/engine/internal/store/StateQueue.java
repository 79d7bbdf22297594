package dev.parley.engine.internal.store;

import java.util.function.LongConsumer;

/** States of one store, first in, first out. */
public interface StateQueue {
  /** Appends a state. */
  void add(long state);

  /** Takes the oldest state of a queue that is not empty. */
  long take();

  /** Hands out all states, the oldest first, and keeps them. */
  void forEach(LongConsumer consumer);

  /** How many states wait. */
  long size();
}
