package dev.parley.engine.model;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a class itself declares, in an order that does not depend on the JVM. */
final class Declared {
  /** By name, then parameter types. */
  static final Comparator<Method> ORDER =
      Comparator.comparing(Method::getName)
          .thenComparing(m -> Arrays.toString(m.getParameterTypes()));

  private Declared() {}

  /** The methods of a class, without those the compiler added, by name and parameter types. */
  static List<Method> methods(Class<?> type) {
    return all(type).filter(m -> !m.isSynthetic()).sorted(ORDER).toList();
  }

  /** The bridge methods of a class: how its overrides of generic methods are found. */
  static List<Method> bridges(Class<?> type) {
    return all(type).filter(Method::isBridge).toList();
  }

  /** The superclasses and superinterfaces of a class, nearest first, each once. */
  static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> supertypes = new LinkedHashSet<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c != type) {
        supertypes.add(c);
      }
      for (Class<?> parent : c.getInterfaces()) {
        supertypes.add(parent);
        supertypes.addAll(supertypes(parent));
      }
    }
    return supertypes;
  }

  /** Where a method is, as {@code demo.Acceptor.read}. */
  static String place(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  /** Those of the given annotations that stand on the method, as {@code @Step}. */
  @SafeVarargs
  static List<String> annotations(Method method, Class<? extends Annotation>... kinds) {
    List<String> present = new ArrayList<>();
    for (Class<? extends Annotation> kind : kinds) {
      if (method.isAnnotationPresent(kind)) {
        // A container of repeated annotations goes by the name of what it holds.
        Class<?> outer = kind.getEnclosingClass();
        present.add("@" + (outer == null ? kind : outer).getSimpleName());
      }
    }
    return present;
  }

  private static Stream<Method> all(Class<?> type) {
    try {
      return Arrays.stream(type.getDeclaredMethods());
    } catch (LinkageError e) {
      throw new ProtocolException(
          type.getName(),
          "The class cannot be read because a class its methods mention cannot be loaded ("
              + e
              + "). Add what holds that class to the class path of the check.",
          e);
    }
  }
}
