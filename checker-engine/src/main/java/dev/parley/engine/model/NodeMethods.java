package dev.parley.engine.model;

import dev.parley.api.Node;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The methods a node class really has: inherited ones included, overridden ones left out, as the
 * JVM would dispatch them.
 *
 * <p>An override remembers what it overrides. A step's annotation is looked up along that line, so
 * a faulty variant may override the body of a step without repeating its annotation. The
 * alternative, that the override silently stops being a step, would make broken protocols look
 * verified.
 */
final class NodeMethods {
  private final Map<Method, List<Method>> overridden = new LinkedHashMap<>();

  NodeMethods(Class<? extends Node> type) {
    for (Class<?> ancestor : lineage(type)) {
      Declared.methods(ancestor).forEach(this::add);
    }
  }

  /** The methods, those of the class itself first. */
  Collection<Method> all() {
    return overridden.keySet();
  }

  /** The method itself and all it overrides, nearest first. */
  Stream<Method> line(Method method) {
    return Stream.concat(Stream.of(method), overridden.get(method).stream());
  }

  private void add(Method method) {
    for (Map.Entry<Method, List<Method>> present : overridden.entrySet()) {
      if (overrides(present.getKey(), method)) {
        present.getValue().add(method);
        return;
      }
    }
    overridden.put(method, new ArrayList<>());
  }

  /** The class, its ancestors below {@link Node}, then all their interfaces. */
  private static Set<Class<?>> lineage(Class<?> type) {
    Set<Class<?>> line = new LinkedHashSet<>();
    for (Class<?> c = type; c != null && c != Node.class && c != Object.class; ) {
      line.add(c);
      c = c.getSuperclass();
    }
    for (Class<?> c : List.copyOf(line)) {
      addInterfaces(c, line);
    }
    return line;
  }

  private static void addInterfaces(Class<?> type, Set<Class<?>> line) {
    for (Class<?> face : type.getInterfaces()) {
      line.add(face);
      addInterfaces(face, line);
    }
  }

  private static boolean overrides(Method lower, Method upper) {
    return lower.getName().equals(upper.getName())
        && lower.getDeclaringClass() != upper.getDeclaringClass()
        && !Modifier.isPrivate(lower.getModifiers() | upper.getModifiers())
        && !Modifier.isStatic(lower.getModifiers() | upper.getModifiers())
        && isVisible(upper, lower.getDeclaringClass())
        && (sameParameters(lower, upper) || isBridged(lower, upper));
  }

  private static boolean isVisible(Method upper, Class<?> from) {
    Class<?> home = upper.getDeclaringClass();
    return Modifier.isPublic(upper.getModifiers())
        || Modifier.isProtected(upper.getModifiers())
        || home.getPackageName().equals(from.getPackageName())
            && home.getClassLoader() == from.getClassLoader();
  }

  private static boolean sameParameters(Method a, Method b) {
    return Arrays.equals(a.getParameterTypes(), b.getParameterTypes());
  }

  /** Whether the compiler routes calls of the generic upper method to the lower one. */
  private static boolean isBridged(Method lower, Method upper) {
    return Declared.bridges(lower.getDeclaringClass()).stream()
        .anyMatch(
            bridge ->
                bridge.getName().equals(upper.getName())
                    && sameParameters(bridge, upper)
                    && accepts(bridge.getParameterTypes(), lower.getParameterTypes()));
  }

  private static boolean accepts(Class<?>[] wide, Class<?>[] narrow) {
    if (wide.length != narrow.length) {
      return false;
    }
    for (int i = 0; i < wide.length; i++) {
      if (!wide[i].isAssignableFrom(narrow[i])) {
        return false;
      }
    }
    return true;
  }
}
