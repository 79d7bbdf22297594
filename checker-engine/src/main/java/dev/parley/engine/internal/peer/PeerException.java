package dev.parley.engine.internal.peer;

/** A program cannot be run, or does not keep what was declared of it; the message says which. */
public final class PeerException extends RuntimeException {
  PeerException(String message) {
    super(message);
  }

  PeerException(String message, Throwable cause) {
    super(message, cause);
  }
}
