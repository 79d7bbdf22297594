package dev.parley.engine.internal.capture;

import dev.parley.engine.model.ProtocolException;
import java.lang.reflect.Field;

/**
 * Something in the graph cannot be captured. The path to it is put together while this travels up
 * the walk, so that a capture that succeeds pays nothing for it.
 */
final class Uncapturable extends RuntimeException {
  private final StringBuilder path = new StringBuilder();

  Uncapturable(String message) {
    super(message, null, false, false);
  }

  Uncapturable(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  /** A field that its module does not let anyone read. */
  static Uncapturable closed(Field field) {
    return new Uncapturable(
        field.getDeclaringClass().getName()
            + " is in a module that does not open its package; open the package "
            + field.getDeclaringClass().getPackageName()
            + " in module-info.java");
  }

  /** Adds the next step of the path, seen from the inside out. */
  Uncapturable at(String segment) {
    path.insert(0, segment);
    return this;
  }

  Uncapturable atField(String name) {
    return at("." + name);
  }

  Uncapturable atIndex(int index) {
    return at("[" + index + "]");
  }

  Uncapturable atKey(Object key) {
    return at("[" + Renderer.text(key) + "]");
  }

  /** The elements of a set have no index; their type is all there is to name them by. */
  Uncapturable atElement(Object element) {
    return at("[" + (element == null ? "null" : Types.shortName(element.getClass())) + "]");
  }

  /** The mistake in a node's state: its place is the path. */
  ProtocolException inNode(Class<?> root) {
    return new ProtocolException(root.getName() + path, getMessage(), getCause());
  }

  /** The mistake in a message: its place is the code that sends it, the path is in the text. */
  ProtocolException inValue(Object value, String place) {
    String where = value == null ? "" : Types.shortName(value.getClass()) + path + ": ";
    return new ProtocolException(place, where + getMessage(), getCause());
  }
}
