package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import java.lang.reflect.Field;
import java.util.List;

/**
 * The fields of a node class as traces show them: in the order of their declaration, those of
 * superclasses first, without what the compiler added.
 */
public final class NodeFields {
  private final List<Field> fields;

  /** The fields of a class whose nodes can be captured, so that all of them are accessible. */
  public NodeFields(Class<? extends Node> type) {
    fields =
        Types.instanceFields(type, Node.class).stream()
            .filter(field -> !field.isSynthetic())
            .toList();
    fields.forEach(field -> field.setAccessible(true));
  }

  /** The fields. */
  public List<Field> all() {
    return fields;
  }

  /** The content of one of them; the objects in it are not copied. */
  public Object read(Node node, int field) {
    return JdkInternals.read(fields.get(field), node);
  }

  /** Sets the content of one of them; the objects in it are not copied. */
  public void write(Node node, int field, Object content) {
    try {
      fields.get(field).set(node, content);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the fields of a captured node were made accessible", e);
    }
  }
}
