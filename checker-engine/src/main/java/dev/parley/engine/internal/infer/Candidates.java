package dev.parley.engine.internal.infer;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The fields of node classes that may turn out to be auxiliary, by number: a set of them fits a
 * long. A protocol with more fields than bits is not known; the last ones would stay relevant.
 */
final class Candidates {
  static final int NONE = -1;

  private final List<Field> fields = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Set<String> marked = new HashSet<>();

  Candidates(Model model) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (NodeType type : model.types()) {
      for (Class<?> c = type.type(); c != Node.class; c = c.getSuperclass()) {
        types.add(c);
      }
    }
    types.forEach(this::add);
  }

  private void add(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      String key = key(Type.getInternalName(type), field.getName());
      if (Codec.isMarkedAuxiliary(field)) {
        marked.add(key);
      } else if (mayChange(field) && fields.size() < Long.SIZE - 1) {
        numbers.put(key, fields.size());
        fields.add(field);
      }
    }
  }

  private static boolean mayChange(Field field) {
    boolean fixed = Modifier.isFinal(field.getModifiers()) && field.getType().isPrimitive();
    return !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !fixed;
  }

  int count() {
    return fields.size();
  }

  Field field(int number) {
    return fields.get(number);
  }

  /** The number of a field, or {@link #NONE}. */
  int number(String home, String name) {
    return numbers.getOrDefault(key(home, name), NONE);
  }

  /** Whether the field is marked auxiliary. */
  boolean isMarked(String home, String name) {
    return marked.contains(key(home, name));
  }

  /** As {@code Acceptor.log}. */
  String name(int number) {
    Field field = fields.get(number);
    return field.getDeclaringClass().getSimpleName() + "." + field.getName();
  }

  private static String key(String home, String name) {
    return home + "." + name;
  }
}
