package dev.parley.engine.internal.step;

import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Handlers that take whatever no other handler takes. A message without a handler is an error,
 * which such a handler keeps from showing, so each type that only it accepted is named.
 *
 * <p>A handler of a type of the JDK is one ({@code Object}, {@code Record}, {@code Comparable}),
 * and so is a handler of an interface or class beside another handler of a subtype. A sealed type
 * is none: its author wrote down what is below it.
 */
final class CatchAll {
  /** The names of message types by handler. */
  private final Map<String, Set<String>> caught = new TreeMap<>();

  /** A message of a class was sent to a node of a type that accepts it. */
  void note(NodeType receiver, Class<?> message) {
    List<Handler> accepting =
        receiver.handlers().stream()
            .filter(h -> h.kind() != Handler.Kind.STEP)
            .filter(h -> h.messageType().isAssignableFrom(message))
            .toList();
    if (accepting.stream().allMatch(h -> takesTheRest(receiver, h, message))) {
      accepting.forEach(
          h ->
              caught
                  .computeIfAbsent(h.qualifiedName(), name -> new TreeSet<>())
                  .add(message.getSimpleName()));
    }
  }

  private static boolean takesTheRest(NodeType receiver, Handler handler, Class<?> message) {
    Class<?> type = handler.messageType();
    if (type == message || type.isSealed()) {
      return false;
    }
    return type.getClassLoader() == null
        || receiver.handlers().stream()
            .filter(other -> other.kind() != Handler.Kind.STEP)
            .map(Handler::messageType)
            .anyMatch(other -> other != type && type.isAssignableFrom(other));
  }

  /** What to tell the user, handler by handler. */
  List<String> warnings() {
    return caught.entrySet().stream()
        .map(
            e ->
                e.getKey()
                    + " accepts messages of any type and is the only handler that accepts "
                    + e.getValue().stream().collect(Collectors.joining(", "))
                    + "; messages sent by mistake go unnoticed there: write a handler for each"
                    + " type that is meant to arrive")
        .toList();
  }
}
