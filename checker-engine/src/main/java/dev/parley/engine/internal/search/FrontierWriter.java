package dev.parley.engine.internal.search;

import dev.parley.engine.internal.saved.States;
import dev.parley.engine.internal.store.StateView;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Takes down a frontier: numbers, and states by their parts. */
final class FrontierWriter {
  private final DataOutputStream out;
  private final States states;
  private final StateView view;
  private final int[] parts;

  FrontierWriter(DataOutputStream out, States states, StateView view, int[] parts) {
    this.out = out;
    this.states = states;
    this.view = view;
    this.parts = parts;
  }

  void number(long number) throws IOException {
    out.writeLong(number);
  }

  void state(long state) {
    try {
      view.open(state, parts);
      states.write(parts, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends a sequence of states. */
  void endOfStates() throws IOException {
    states.flush(out);
  }
}
