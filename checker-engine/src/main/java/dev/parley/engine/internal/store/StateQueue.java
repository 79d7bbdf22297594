package dev.parley.engine.internal.store;

/** States of one store, first in, first out. */
public interface StateQueue {
  /** Appends a state. */
  void add(long state);

  /** Takes the oldest state of a queue that is not empty. */
  long take();

  /** How many states wait. */
  long size();
}
