package dev.parley.engine.internal.capture;

import dev.parley.api.Durable;
import dev.parley.api.Node;
import java.lang.reflect.Field;
import java.util.List;

/** The fields of a node class that do not survive a crash: those not marked {@link Durable}. */
public final class VolatileFields {
  private final List<Field> fields;

  /** The fields of a class whose nodes can be captured, so that all of them are accessible. */
  public VolatileFields(Class<? extends Node> type) {
    fields =
        Types.instanceFields(type, Node.class).stream()
            .filter(field -> !field.isAnnotationPresent(Durable.class))
            .toList();
    fields.forEach(field -> field.setAccessible(true));
  }

  /** Their content in a node. */
  public Object[] read(Node node) {
    return fields.stream().map(field -> JdkInternals.read(field, node)).toArray();
  }

  /** Sets their content; objects in it are not copied. */
  public void write(Node node, Object[] content) {
    try {
      for (int i = 0; i < content.length; i++) {
        fields.get(i).set(node, content[i]);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the fields of a captured node were made accessible", e);
    }
  }
}
