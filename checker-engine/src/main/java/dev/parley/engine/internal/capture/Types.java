package dev.parley.engine.internal.capture;

import dev.parley.api.Auxiliary;
import dev.parley.api.NodeId;
import dev.parley.engine.internal.order.Order;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What capture and rendering ask about classes. */
final class Types {
  private static final Set<Class<?>> CONSTANT =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          NodeId.class);

  private Types() {}

  /** Whether the class belongs to the JDK, or stands for one that does. */
  static boolean isJdk(Class<?> type) {
    if (Order.standsFor(type) != type) {
      return true;
    }
    String module = type.getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }

  /** Whether the type, a superclass or an interface of it is marked auxiliary. */
  static boolean isAuxiliary(Class<?> type) {
    if (type == null || type.isPrimitive()) {
      return false;
    }
    if (type.isAnnotationPresent(Auxiliary.class) || isAuxiliary(type.getSuperclass())) {
      return true;
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (isAuxiliary(parent)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the field's content is auxiliary: by its own mark or by that of its type. */
  static boolean isAuxiliary(Field field) {
    return field.isAnnotationPresent(Auxiliary.class) || isAuxiliary(field.getType());
  }

  /** Whether all values of the type are immutable whatever their class: a final field is fixed. */
  static boolean isConstant(Class<?> type) {
    return type.isPrimitive() || type.isEnum() || CONSTANT.contains(type);
  }

  /** The instance fields from below {@code above} down to the type, superclasses first. */
  static List<Field> instanceFields(Class<?> type, Class<?> above) {
    List<Field> fields = new ArrayList<>();
    if (type != above && type != null) {
      fields.addAll(instanceFields(type.getSuperclass(), above));
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  /** A class's name without package, the same in every run: lambdas lose their number. */
  static String shortName(Class<?> type) {
    if (type.isArray()) {
      return shortName(type.getComponentType()) + "[]";
    }
    String simple = type.getSimpleName();
    int lambda = type.isHidden() ? simple.indexOf("$$Lambda") : -1;
    if (lambda >= 0) {
      String enclosing = simple.substring(0, lambda);
      return enclosing.substring(enclosing.lastIndexOf('$') + 1) + "::lambda";
    }
    return simple.isEmpty()
        ? type.getName().substring(type.getName().lastIndexOf('.') + 1)
        : simple;
  }

  /** A class's name with package, the same in every run. */
  static String fullName(Class<?> type) {
    return type.isHidden() || type.isArray() ? shortName(type) : type.getName();
  }
}
