package dev.parley.runner;

/** A run cannot go on; says why and what to do. Ends as an {@link Objection} of its outcome. */
final class BrokenRunException extends Exception {
  private static final long serialVersionUID = 1;

  BrokenRunException(String message) {
    super(message);
  }

  BrokenRunException(String message, Throwable cause) {
    super(message, cause);
  }
}
