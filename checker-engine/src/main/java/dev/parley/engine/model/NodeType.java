package dev.parley.engine.model;

import dev.parley.api.Node;
import java.util.List;

/**
 * A node class with its handlers, inherited ones included.
 *
 * @param type the class
 * @param handlers its handlers, in a fixed order (by name, then parameter types)
 */
public record NodeType(Class<? extends Node> type, List<Handler> handlers) {
  /** Keeps its own copy of the handlers. */
  public NodeType {
    handlers = List.copyOf(handlers);
  }

  /** Whether some handler's parameter accepts messages of the given class. */
  public boolean accepts(Class<?> message) {
    return handlers.stream()
        .anyMatch(h -> h.kind() != Handler.Kind.STEP && h.messageType().isAssignableFrom(message));
  }
}
