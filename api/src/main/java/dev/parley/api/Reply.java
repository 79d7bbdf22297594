package dev.parley.api;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What came back from the program behind a {@link Peer}: an answer, or what happened in its place.
 *
 * @param event what happened
 * @param content the bytes that came, each as the character with its number, so that any bytes can
 *     be kept in fields and shown in traces; of a crash, how the program ended
 */
public record Reply(Event event, String content) {
  /** Nothing was awaited and nothing came. */
  public static final Reply NONE = new Reply(Event.ANSWERED, "");

  /** What can happen after a request. */
  public enum Event {
    /** All awaited replies came. */
    ANSWERED("answered"),
    /** The program closed the connection before the reply was complete. */
    CLOSED("closed the connection before its reply was complete"),
    /** The program ended before the reply was complete. */
    CRASHED("ended before its reply was complete"),
    /** The reply was not complete in time. */
    TIMED_OUT("did not reply in time"),
    /** The reply was longer than allowed. */
    FLOODED("sent more than allowed");

    private final String text;

    Event(String text) {
      this.text = text;
    }

    /** In words that go on after the name of the program. */
    public String text() {
      return text;
    }
  }

  /** Checks that nothing is missing. */
  public Reply {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(content, "content");
  }

  /** An answer of some bytes. */
  public static Reply of(byte[] bytes) {
    return new Reply(Event.ANSWERED, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Whether all awaited replies came. */
  public boolean answered() {
    return event == Event.ANSWERED;
  }

  /**
   * The answer as text, read as UTF-8.
   *
   * @throws IllegalStateException if there is no answer; thrown from a step, it is a violation that
   *     says what the program did instead
   */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /**
   * The bytes of the answer.
   *
   * @throws IllegalStateException if there is no answer
   */
  public byte[] bytes() {
    if (!answered()) {
      throw new IllegalStateException(
          "the program "
              + event.text()
              + (content.isEmpty() ? "" : " (" + content + ")")
              + "; a step that expects this asks for event() before it reads the answer");
    }
    return content.getBytes(StandardCharsets.ISO_8859_1);
  }
}
