package dev.parley.junit;

/** A test's error: something is wrong that prevents a check, in the protocol or around it. */
final class ProtocolError extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProtocolError(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
