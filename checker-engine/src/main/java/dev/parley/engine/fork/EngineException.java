package dev.parley.engine.fork;

/** The engine's process cannot be started or does not answer; no instance is to blame. */
public final class EngineException extends Exception {
  EngineException(String message) {
    super(message);
  }

  EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
