package dev.parley.engine.internal.store;

/** States of one store, in a growing array that can be cut back: a record, or a stack. */
public interface StateList {
  /** Appends a state. */
  void add(long state);

  /** One state. */
  long get(int index);

  /** How many states there are. */
  int size();

  /** Drops all states from the given place on. */
  void cut(int size);
}
