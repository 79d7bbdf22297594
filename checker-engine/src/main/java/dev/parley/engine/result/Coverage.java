package dev.parley.engine.result;

import java.util.List;

/**
 * What a search exercised, so that a green result can be believed.
 *
 * @param handlersFired handlers that ran, as {@code Acceptor.read}, sorted
 * @param handlersNeverFired handlers no reachable state enabled, sorted
 * @param messagesSent types of messages that were sent, sorted
 * @param messagesNeverSent types some handler waits for and nobody sent, sorted
 * @param propertiesNeverExercised terminal properties no state was judged by
 */
public record Coverage(
    List<String> handlersFired,
    List<String> handlersNeverFired,
    List<String> messagesSent,
    List<String> messagesNeverSent,
    List<String> propertiesNeverExercised) {
  /** Nothing was exercised. */
  public static final Coverage NONE =
      new Coverage(List.of(), List.of(), List.of(), List.of(), List.of());

  /** Keeps its own copies. */
  public Coverage {
    handlersFired = List.copyOf(handlersFired);
    handlersNeverFired = List.copyOf(handlersNeverFired);
    messagesSent = List.copyOf(messagesSent);
    messagesNeverSent = List.copyOf(messagesNeverSent);
    propertiesNeverExercised = List.copyOf(propertiesNeverExercised);
  }
}
