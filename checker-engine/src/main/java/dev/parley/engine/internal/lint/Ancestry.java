package dev.parley.engine.internal.lint;

import dev.parley.engine.internal.lint.ClassCode.MethodCode;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * Who inherits from whom. User classes are known by their class files, so that none is loaded; JDK
 * classes, which are loaded anyway or harmless to load, by reflection.
 */
final class Ancestry {
  private final ClassFiles files;
  private final Map<String, Line> lines = new HashMap<>();
  private final Map<String, Optional<Class<?>>> jdkClasses = new HashMap<>();
  private final Map<String, Set<String>> jdkMethods = new HashMap<>();
  private final Set<String> unread = new TreeSet<>();

  Ancestry(ClassFiles files) {
    this.files = files;
  }

  /** A class with all its ancestors: user classes in the order of lookup, and the rest by name. */
  private record Line(List<ClassCode> users, Set<String> outside) {}

  /**
   * Where a call leads.
   *
   * @param home the user class that has the method, if one has
   * @param method that method
   * @param outside the classes not of the user that may have it otherwise
   * @param read the user classes looked at
   */
  record Target(
      Optional<ClassCode> home,
      Optional<MethodCode> method,
      Set<String> outside,
      List<ClassCode> read) {}

  /** Classes whose files could not be read. */
  Set<String> unread() {
    return unread;
  }

  /** Finds the method that a call on the given class reaches. */
  Target find(String owner, String method, ClassLoader loader) {
    Line line = line(owner, loader);
    for (ClassCode code : line.users) {
      MethodCode body = code.methods().get(method);
      if (body != null) {
        return new Target(Optional.of(code), Optional.of(body), Set.of(), line.users);
      }
    }
    return new Target(Optional.empty(), Optional.empty(), line.outside, line.users);
  }

  /** Finds the class that declares a static field. */
  Optional<ClassCode> fieldHome(String owner, String field, ClassLoader loader) {
    return line(owner, loader).users.stream()
        .filter(code -> code.staticFields().containsKey(field))
        .findFirst();
  }

  /** Whether the first class is the second or inherits from it. */
  boolean isBelow(String type, String ancestor, ClassLoader loader) {
    if (ancestor.equals("java/lang/Object")) {
      return true;
    }
    Line line = line(type, loader);
    if (line.users.stream().anyMatch(code -> code.name().equals(ancestor))
        || line.outside.contains(ancestor)) {
      return true;
    }
    return ClassFiles.isJdk(ancestor)
        && jdk(ancestor)
            .map(
                upper ->
                    line.outside.stream()
                        .flatMap(name -> jdk(name).stream())
                        .anyMatch(upper::isAssignableFrom))
            .orElse(false);
  }

  /** The methods of a user class that override some of the JDK, which may call them. */
  List<Target> callbacks(String type, ClassLoader loader) {
    Line line = line(type, loader);
    Set<String> known = new HashSet<>();
    line.outside.forEach(name -> known.addAll(jdkMethods(name)));
    Map<String, Target> callbacks = new LinkedHashMap<>();
    for (ClassCode code : line.users) {
      code.methods()
          .forEach(
              (key, body) -> {
                if (known.contains(key) && !body.isStatic() && !body.isPrivate()) {
                  callbacks.putIfAbsent(
                      key, new Target(Optional.of(code), Optional.of(body), Set.of(), line.users));
                }
              });
    }
    return List.copyOf(callbacks.values());
  }

  /** Superclasses come before interfaces: a class's method wins over a default one. */
  private Line line(String type, ClassLoader loader) {
    Line known = lines.get(type);
    if (known == null) {
      List<ClassCode> users = new ArrayList<>();
      Set<String> outside = new LinkedHashSet<>();
      String next = type;
      while (next != null) {
        Optional<ClassCode> code = user(next, loader, outside);
        code.ifPresent(users::add);
        next = code.map(ClassCode::parent).orElse(null);
      }
      for (ClassCode code : List.copyOf(users)) {
        addInterfaces(code, users, outside);
      }
      known = new Line(List.copyOf(users), outside);
      lines.put(type, known);
    }
    return known;
  }

  private void addInterfaces(ClassCode code, List<ClassCode> users, Set<String> outside) {
    for (String face : code.interfaces()) {
      user(face, code.loader(), outside)
          .filter(i -> users.stream().noneMatch(u -> u.name().equals(i.name())))
          .ifPresent(
              i -> {
                users.add(i);
                addInterfaces(i, users, outside);
              });
    }
  }

  private Optional<ClassCode> user(String type, ClassLoader loader, Set<String> outside) {
    if (ImpureJdk.isOutside(type) || type.startsWith("dev/parley/api/")) {
      outside.add(type);
      return Optional.empty();
    }
    Optional<ClassCode> code = files.read(type, loader);
    if (code.isEmpty()) {
      unread.add(type.replace('/', '.'));
    }
    return code;
  }

  private Optional<Class<?>> jdk(String name) {
    return jdkClasses.computeIfAbsent(
        name,
        n -> {
          try {
            return Optional.of(
                Class.forName(n.replace('/', '.'), false, ClassLoader.getPlatformClassLoader()));
          } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
          }
        });
  }

  private Set<String> jdkMethods(String name) {
    Set<String> known = jdkMethods.get(name);
    if (known == null) {
      known = new HashSet<>();
      for (Method method : jdk(name).map(Class::getMethods).orElse(new Method[0])) {
        known.add(method.getName() + Type.getMethodDescriptor(method));
      }
      jdkMethods.put(name, known);
    }
    return known;
  }
}
