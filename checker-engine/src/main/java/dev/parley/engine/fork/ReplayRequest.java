package dev.parley.engine.fork;

import dev.parley.engine.result.Trace;
import java.util.List;

/**
 * A recorded counterexample to take step by step.
 *
 * @param target the instance it was recorded from
 * @param classPath the files and directories the protocol's classes are loaded from
 * @param trace the record
 */
public record ReplayRequest(Target target, List<String> classPath, Trace trace) implements Request {
  /** Keeps its own copy. */
  public ReplayRequest {
    classPath = List.copyOf(classPath);
  }
}
