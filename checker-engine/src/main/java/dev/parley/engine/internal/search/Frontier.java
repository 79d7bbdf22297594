package dev.parley.engine.internal.search;

import dev.parley.engine.internal.store.Edges;
import java.io.IOException;
import java.util.List;

/**
 * The states known and not yet expanded, in the order they are to be expanded. They are kept in
 * queues and lists of the store.
 */
interface Frontier {
  /** Puts an initial state in; to be called once for each, before anything else. */
  void begin(long initial);

  /**
   * Takes the next states and expands them, as many as are worth a batch.
   *
   * @param edges receives their transitions, states without transitions, and steps that threw
   * @return whether there was anything left
   */
  boolean next(Edges edges);

  /** Puts in the successor of a transition handed out last, which was new. */
  void push(Edges edges, int edge);

  /** How many steps the states expanded last are away from the initial one. */
  long depth();

  /** The greatest depth of any state so far. */
  long greatestDepth();

  /** How many states there were at each depth so far; nothing if they do not come by depth. */
  List<Long> statesByDepth();

  /** How many states wait. */
  long size();

  /** How many states were pushed on a stack, if there is one. */
  long pushes();

  /** The most states a stack held at a time, if there is one. */
  long peakStack();

  /** Whether states were left unexpanded because they were too deep. */
  boolean cut();

  /**
   * The states from the initial one to a state that is being expanded or was expanded last; nothing
   * if the frontier does not record paths.
   */
  List<Long> pathTo(long expanded);

  /** Whether it can be saved now: what was expanded last is dealt with. */
  boolean canBeSaved();

  /** Writes all of it. */
  void save(FrontierWriter out) throws IOException;

  /** Goes on from there; so far it has the initial states at most. */
  void restore(FrontierReader in) throws IOException;

  /** What the frontier takes in memory besides the states, which the store counts. */
  long bytes();
}
