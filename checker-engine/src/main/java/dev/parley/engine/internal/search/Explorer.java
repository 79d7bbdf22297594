package dev.parley.engine.internal.search;

import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;

/** Something that went through states and has come to its end: a search, or random walks. */
public interface Explorer {
  /** The finding that ended it early. */
  Optional<Found> found();

  /** Which budget ended it. */
  Optional<Budget.Kind> exhausted();

  /** The goals no state has reached so far. */
  List<Property> unreached();

  /** How many distinct states were met. */
  long states();

  /** How many transitions were taken. */
  long transitions();

  /** How many states without transitions were met. */
  long terminalStates();

  /** The greatest depth of any state. */
  long greatestDepth();

  /** How many states were met at each distance; nothing if it does not go by distance. */
  List<Long> statesByDepth();

  /** How many states were pushed on the stack of a depth-first search. */
  long pushes();

  /** The most states that stack held at a time. */
  long peakStack();

  /** What it takes in memory. */
  long bytes();
}
