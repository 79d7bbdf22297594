package dev.parley.engine.internal.space;

import dev.parley.engine.internal.history.Monitor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What follows the recorded operations for one property.
 *
 * @param part the part of a state that holds the history
 * @param monitor knows what the values of that part mean
 * @param ends how many different ends of operations there were, each in its history
 */
public record Recorder(int part, Monitor monitor, AtomicLong ends) {
  /** For a part of the state, when no operation has ended yet. */
  Recorder(int part, Monitor monitor) {
    this(part, monitor, new AtomicLong());
  }

  /** Whether the history of a state is as the property demands. */
  public boolean fits(int[] state) {
    return monitor.fits(state[part]);
  }
}
