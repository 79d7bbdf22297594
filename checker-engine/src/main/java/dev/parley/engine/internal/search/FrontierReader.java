package dev.parley.engine.internal.search;

import dev.parley.engine.internal.saved.States;
import dev.parley.engine.internal.store.StateView;
import java.io.DataInputStream;
import java.io.IOException;

/** Hands out what a {@link FrontierWriter} took down. */
final class FrontierReader {
  private final DataInputStream in;
  private final States states;
  private final StateView view;
  private final int[] parts;

  FrontierReader(DataInputStream in, States states, StateView view, int[] parts) {
    this.in = in;
    this.states = states;
    this.view = view;
    this.parts = parts;
  }

  long number() throws IOException {
    return in.readLong();
  }

  long state() throws IOException {
    states.read(parts, in);
    return view.refer(parts);
  }

  /** Ends a sequence of states. */
  void endOfStates() {
    states.restart();
  }
}
