package dev.parley.engine.internal;

import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.ProtocolException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of the static final fields that steps read, before the search and after. Byte code
 * tells that such a field is never assigned, not that the map it holds never changes.
 */
final class StaticState {
  private record Remembered(Field field, String content) {}

  private final List<Remembered> remembered = new ArrayList<>();

  StaticState(Iterable<Field> fields) {
    fields.forEach(field -> remembered.add(new Remembered(field, content(field))));
  }

  void requireUnchanged() {
    for (Remembered before : remembered) {
      String now = content(before.field);
      if (!now.equals(before.content)) {
        throw new ProtocolException(
            before.field.getDeclaringClass().getName() + "." + before.field.getName(),
            "steps changed a static field from "
                + before.content
                + " to "
                + now
                + "; static state is shared by all states of the search and makes its result"
                + " worthless: keep it in a field of a node");
      }
    }
  }

  private static String content(Field field) {
    try {
      field.setAccessible(true);
      return Renderer.text(field.get(null));
    } catch (IllegalAccessException | RuntimeException e) {
      return "content that cannot be read";
    }
  }
}
