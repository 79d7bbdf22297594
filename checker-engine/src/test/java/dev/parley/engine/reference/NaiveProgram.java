package dev.parley.engine.reference;

import dev.parley.api.Exchange;
import dev.parley.api.NodeContext.Answered;
import dev.parley.api.NodeId;
import java.util.List;

/** What the program behind a node would answer, worked out without a program. */
interface NaiveProgram {
  /** What comes back after a history, and the history from then on. */
  Answered answer(NodeId self, List<Exchange> before, Exchange asked);
}
