package dev.parley.junit;

/**
 * A test's failure: the protocol was checked, and what was found is not what it declares. It has no
 * stack of its own, since no code of a test was running: its message says where to look.
 */
final class ProtocolFailure extends AssertionError {
  private static final long serialVersionUID = 1;

  ProtocolFailure(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
