package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.Node;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** An instance field that is part of an object's content. */
final class ContentField {
  private static final ClassValue<List<ContentField>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<ContentField> computeValue(Class<?> type) {
          return read(type);
        }
      };

  private final Field field;
  private final boolean auxiliary;

  private ContentField(Field field) {
    this.field = field;
    this.auxiliary = field.isAnnotationPresent(Auxiliary.class);
    field.setAccessible(true);
  }

  /** The fields of a class, those of its superclasses first, then by name. */
  static List<ContentField> of(Class<?> type) {
    return FIELDS.get(type);
  }

  private static List<ContentField> read(Class<?> type) {
    // Node's own field is the hook of whoever runs the step, not content.
    if (type == Object.class || type == Node.class) {
      return List.of();
    }
    List<ContentField> fields = new ArrayList<>(read(type.getSuperclass()));
    Arrays.stream(type.getDeclaredFields())
        .filter(f -> !Modifier.isStatic(f.getModifiers()) && !f.isSynthetic())
        .sorted(Comparator.comparing(Field::getName))
        .map(ContentField::new)
        .forEach(fields::add);
    return List.copyOf(fields);
  }

  String name() {
    return field.getName();
  }

  /** With the class that declares it, as {@code Acceptor.log}. */
  String qualifiedName() {
    return field.getDeclaringClass().getSimpleName() + "." + field.getName();
  }

  boolean auxiliary() {
    return auxiliary;
  }

  /** Whether it keeps its content when its node restarts. */
  boolean durable() {
    return field.isAnnotationPresent(Durable.class);
  }

  boolean isFinal() {
    return Modifier.isFinal(field.getModifiers());
  }

  Object get(Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read " + field, e);
    }
  }

  void set(Object owner, Object value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot write " + field, e);
    }
  }
}
