package dev.parley.engine.model;

/**
 * A mistake in a protocol's code or set-up. The message says what happened, where (class, handler,
 * field, property), the likely cause and the remedy, for the protocol's author to read.
 */
public final class ProtocolException extends RuntimeException {
  private final String place;

  /**
   * A mistake at a place.
   *
   * @param place class and member, as {@code demo.Acceptor.read}
   * @param message what is wrong and what to do
   */
  public ProtocolException(String place, String message) {
    super(message);
    this.place = place;
  }

  /**
   * A mistake at a place, with what the user's code threw.
   *
   * @param place class and member
   * @param message what is wrong and what to do
   * @param cause what was thrown
   */
  public ProtocolException(String place, String message, Throwable cause) {
    super(message, cause);
    this.place = place;
  }

  /** Class and member the mistake is in. */
  public String place() {
    return place;
  }
}
