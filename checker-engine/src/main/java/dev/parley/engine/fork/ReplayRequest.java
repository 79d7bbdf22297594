package dev.parley.engine.fork;

import dev.parley.api.Network;
import dev.parley.engine.result.Trace;
import java.util.List;
import java.util.Optional;

/**
 * A recorded counterexample to take step by step.
 *
 * @param target the instance it was recorded from
 * @param classPath the files and directories the protocol's classes are loaded from
 * @param trace the record
 * @param network the network it was recorded on; if it is not known, the declared one
 */
public record ReplayRequest(
    Target target, List<String> classPath, Trace trace, Optional<Network> network)
    implements Request {
  /** Keeps its own copy. */
  public ReplayRequest {
    classPath = List.copyOf(classPath);
  }

  /** A record that was made on the declared network. */
  public ReplayRequest(Target target, List<String> classPath, Trace trace) {
    this(target, classPath, trace, Optional.empty());
  }
}
