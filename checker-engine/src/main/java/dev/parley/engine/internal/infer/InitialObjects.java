package dev.parley.engine.internal.infer;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.Setting;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.objectweb.asm.Type;

/**
 * The objects an instance starts with: which user classes they are of, and which collections have
 * one reference only. Byte code does not tell either, since whoever built the instance may have
 * passed in anything.
 */
final class InitialObjects {
  private static final Set<Class<?>> TRANSPARENT =
      Set.of(
          TreeSet.class,
          TreeMap.class,
          ArrayDeque.class,
          EnumMap.class,
          BitSet.class,
          UUID.class,
          Optional.class);

  private final Set<String> classes = new LinkedHashSet<>();
  private final Map<Object, Integer> references = new IdentityHashMap<>();
  private final Deque<Object> waiting = new ArrayDeque<>();
  private final Set<String> unseen = new TreeSet<>();
  private final Set<String> functions = new LinkedHashSet<>();
  private final Set<String> homesOfFunctions;

  InitialObjects(Model model) {
    model.setting().layouts().forEach(this::meet);
    lookAround();
    homesOfFunctions = Set.copyOf(functions);
    // The predicate of an annotated method belongs to whoever loaded the model, unless the method
    // has returned it.
    model.judged().stream()
        .filter(property -> property.method().isEmpty() || property.kind() == Property.Kind.FORMULA)
        .map(Property::predicate)
        .forEach(this::meet);
    lookAround();
  }

  private void meet(Setting.Layout layout) {
    layout.nodes().forEach(this::meet);
    layout.messages().forEach(posted -> meet(posted.message()));
    layout.operations().values().forEach(this::meet);
  }

  private void lookAround() {
    while (!waiting.isEmpty()) {
      look(waiting.remove());
    }
  }

  /** The internal names of the user classes met. */
  Set<String> classes() {
    return classes;
  }

  /**
   * The internal names of the classes that have the code of those lambdas and method references
   * that stand in nodes and messages.
   */
  Set<String> homesOfFunctions() {
    return homesOfFunctions;
  }

  /**
   * Classes whose objects may refer to others that were not met: views of collections, functions
   * made of functions. What stands behind them may be of any class.
   */
  Set<String> unseen() {
    return unseen;
  }

  /** Whether the object is an empty collection. */
  static boolean startsEmpty(Object value) {
    return value instanceof Collection<?> c && c.isEmpty()
        || value instanceof Map<?, ?> m && m.isEmpty();
  }

  /** Whether nothing but one field refers to the object. */
  boolean unshared(Object value) {
    return references.getOrDefault(value, 0) == 1;
  }

  static Object read(Field field, Object holder) {
    try {
      return field.trySetAccessible() ? field.get(holder) : null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible", e);
    }
  }

  private void meet(Object value) {
    if (value != null && references.merge(value, 1, Integer::sum) == 1) {
      waiting.add(value);
    }
  }

  private void look(Object value) {
    Class<?> type = value.getClass();
    if (value instanceof Enum<?> constant) {
      classes.add(Type.getInternalName(constant.getDeclaringClass()));
    } else if (type.isArray()) {
      lookIntoArray(value);
    } else if (Program.isOutside(Type.getInternalName(type)) || Codec.isStandIn(value)) {
      lookIntoJdk(value);
    } else {
      // A lambda's class is made at run time; its code stands in the class around it.
      String name = type.getName();
      int lambda = type.isHidden() ? name.indexOf("$$Lambda") : -1;
      String home = (lambda < 0 ? name : name.substring(0, lambda)).replace('.', '/');
      classes.add(home);
      if (lambda >= 0) {
        functions.add(home);
      }
      fields(type).forEach(field -> meetField(field, value));
    }
  }

  private void lookIntoArray(Object array) {
    if (!array.getClass().getComponentType().isPrimitive()) {
      for (int i = 0; i < Array.getLength(array); i++) {
        meet(Array.get(array, i));
      }
    }
  }

  private void lookIntoJdk(Object value) {
    if (value instanceof SortedSet<?> set) {
      meet(set.comparator());
    } else if (value instanceof SortedMap<?, ?> map) {
      meet(map.comparator());
    }
    if (value instanceof Collection<?> collection) {
      collection.forEach(this::meet);
    } else if (value instanceof Map<?, ?> map) {
      map.keySet().forEach(this::meet);
      map.values().forEach(this::meet);
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(this::meet);
    } else if (value instanceof AtomicReference<?> reference) {
      meet(reference.get());
    }
    if (!isTransparent(value)) {
      unseen.add(value.getClass().getName());
    }
  }

  /** Whether an object of the JDK refers to nothing but what was looked at above. */
  private static boolean isTransparent(Object value) {
    Class<?> type = value.getClass();
    String home = type.getPackageName();
    return HarmlessJdk.isTame(type)
        || Codec.isStandIn(value)
        || TRANSPARENT.contains(type)
        || value instanceof EnumSet<?>
        || !type.isHidden()
            && (home.equals("java.lang")
                || home.equals("java.math")
                || home.equals("java.time")
                || home.equals("java.util.concurrent.atomic")
                || home.startsWith("dev.parley.api"));
  }

  private void meetField(Field field, Object holder) {
    if (!field.getType().isPrimitive()) {
      if (field.trySetAccessible()) {
        meet(read(field, holder));
      } else {
        unseen.add(field.getDeclaringClass().getName());
      }
    }
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Node.class && c != Object.class; ) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
      c = c.getSuperclass();
    }
    return fields;
  }
}
