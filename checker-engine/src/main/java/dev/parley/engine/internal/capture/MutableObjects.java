package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collector;

/**
 * All objects that can change and that some roots lead to, with what they held when this object was
 * made.
 *
 * <p>Nothing is skipped on the way: fields of enum constants, what a lambda captured, elements of
 * records. An object whose fields are all final holds the same for ever; only what it leads to is
 * kept. Parts are compared by identity, so it suffices to ask each kept object once more: if all
 * hold the very same parts, no new object can have come in. Constants that really are constant
 * leave nothing to keep, and then a comparison costs nothing.
 */
public final class MutableObjects {
  private static final Set<String> IMMUTABLE_PACKAGES =
      Set.of(
          "java.time",
          "java.lang.reflect",
          "java.lang.invoke",
          "java.lang.constant",
          "java.util.regex",
          "java.util.function",
          "java.nio.charset",
          "java.math",
          "java.text",
          "java.net");

  /** An object, the way that leads to it, and its parts; the parts of arrays are copies. */
  private record Kept(Object object, String path, Object[] parts) {}

  private final List<Kept> kept = new ArrayList<>();
  private final Map<Object, String> paths = new IdentityHashMap<>();

  /** Collections that an unmodifiable view shows: only who has them by another way changes them. */
  private final Map<Object, String> behindViews = new IdentityHashMap<>();

  private final List<String> opaque = new ArrayList<>();
  private long size;

  /**
   * Notes what the given objects lead to.
   *
   * @param roots the objects by name
   */
  public MutableObjects(Map<String, Object> roots) {
    roots.forEach(this::walk);
  }

  /** Roughly how much there is to compare. */
  public long size() {
    return size;
  }

  /** The paths to objects of the JDK whose content cannot be seen, so that none can be kept. */
  public List<String> opaque() {
    return List.copyOf(opaque);
  }

  /** The path to an object that does not hold what it held; empty if all do. */
  public Optional<String> changed() {
    for (Kept before : kept) {
      if (!same(before.parts, parts(before.object))) {
        return Optional.of(before.path);
      }
    }
    return Optional.empty();
  }

  /**
   * Looks for an object that can change and that both these roots and another object lead to. If
   * both see it through unmodifiable views only, neither can change it, and it does not count.
   *
   * @param name what to call the other object
   * @param other the object, as a rule a node
   * @return the two paths to it and its class; empty if there is none
   */
  public Optional<Shared> shared(String name, Object other) {
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    MutableObjects others = new MutableObjects(Map.of(name, other));
    for (Kept own : others.kept) {
      String path = paths.getOrDefault(own.object, behindViews.get(own.object));
      if (path != null && canBeChangedThrough(own.object)) {
        return Optional.of(new Shared(path, own.path, own.object));
      }
    }
    for (Map.Entry<Object, String> shown : others.behindViews.entrySet()) {
      String path = paths.get(shown.getKey());
      if (path != null && canBeChangedThrough(shown.getKey())) {
        return Optional.of(new Shared(path, shown.getValue(), shown.getKey()));
      }
    }
    return Optional.empty();
  }

  /**
   * Two ways to one object.
   *
   * @param path from the roots
   * @param otherPath from the other object
   * @param object what both lead to
   */
  public record Shared(String path, String otherPath, Object object) {
    /** The name of the object's class. */
    public String type() {
      return object.getClass().getTypeName();
    }

    /** A field of the user's class that is not final; empty for classes of the JDK. */
    public Optional<String> changeableField() {
      return Types.isJdk(object.getClass()) || object.getClass().isArray()
          ? Optional.empty()
          : fields(object.getClass()).stream()
              .filter(f -> !Modifier.isFinal(f.getModifiers()))
              .map(Field::getName)
              .findFirst();
    }
  }

  /** All enum constants that an object leads to. */
  public static Set<Enum<?>> enumsIn(Object root) {
    Set<Enum<?>> found = new LinkedHashSet<>();
    new MutableObjects(Map.of("", root))
        .paths
        .keySet()
        .forEach(
            object -> {
              if (object instanceof Enum<?> constant) {
                found.add(constant);
              }
            });
    return found;
  }

  private void walk(String name, Object root) {
    Deque<Object> waiting = new ArrayDeque<>();
    meet(root, name, waiting);
    while (!waiting.isEmpty()) {
      Object object = waiting.remove();
      String path = paths.get(object);
      Object[] parts = parts(object);
      if (parts == null) {
        opaque.add(path + " (" + object.getClass().getName() + ")");
        continue;
      }
      if (!isFixed(object)) {
        kept.add(new Kept(object, path, parts));
        size += 1 + parts.length;
      }
      lookBehind(object, path, waiting);
      List<String> names = names(object);
      for (int i = 0; i < parts.length; i++) {
        String step = i < names.size() ? "." + names.get(i) : elementName(object, i);
        meet(parts[i], path + step, waiting);
      }
    }
  }

  /** A wrapper's elements are its parts; the collection or array that it wraps is met here. */
  private void lookBehind(Object wrapper, String path, Deque<Object> waiting) {
    Object wrapped = wrapped(wrapper);
    if (wrapped == null) {
      return;
    }
    if (!isUnmodifiable(wrapper)) {
      meet(wrapped, path, waiting);
      return;
    }
    for (; wrapped != null; wrapped = wrapped(wrapped)) {
      behindViews.putIfAbsent(wrapped, path + " (behind the view)");
    }
  }

  private static Object wrapped(Object wrapper) {
    Class<?> type = wrapper.getClass();
    if (!IterationOrder.isWrapper(type) && !isListOfArray(type)) {
      return null;
    }
    Field field = IterationOrder.backing(type);
    return field.trySetAccessible() ? JdkInternals.read(field, wrapper) : null;
  }

  private static boolean isListOfArray(Class<?> type) {
    return type.getName().equals("java.util.Arrays$ArrayList");
  }

  private static boolean isUnmodifiable(Object object) {
    return object.getClass().getName().startsWith("java.util.Collections$Unmodifiable");
  }

  private void meet(Object object, String path, Deque<Object> waiting) {
    if (object != null && !isLeaf(object) && paths.putIfAbsent(object, path) == null) {
      waiting.add(object);
    }
  }

  private static String elementName(Object object, int index) {
    boolean listed = object instanceof List<?> || object instanceof Object[];
    return listed ? "[" + index + "]" : "{...}";
  }

  private static boolean same(Object[] before, Object[] now) {
    if (before.length != now.length) {
      return false;
    }
    for (int i = 0; i < before.length; i++) {
      Object a = before[i];
      Object b = now[i];
      if (a != b && (a == null || b == null || !isLeaf(a) || !equalLeaves(a, b))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalLeaves(Object a, Object b) {
    return a.getClass() == b.getClass()
        && (a instanceof PrimitiveArray array ? array.sameAs((PrimitiveArray) b) : a.equals(b));
  }

  /** A copy of an array of primitives. */
  private record PrimitiveArray(Object copy) {
    static PrimitiveArray of(Object array) {
      int length = Array.getLength(array);
      Object copy = Array.newInstance(array.getClass().getComponentType(), length);
      System.arraycopy(array, 0, copy, 0, length);
      return new PrimitiveArray(copy);
    }

    boolean sameAs(PrimitiveArray other) {
      return Arrays.deepEquals(new Object[] {copy}, new Object[] {other.copy});
    }
  }

  /** What never changes and leads nowhere. */
  private static boolean isLeaf(Object object) {
    Class<?> type = object.getClass();
    return object instanceof String
        || object instanceof PrimitiveArray
        || object instanceof Class<?>
        || object instanceof ClassLoader
        || type == Object.class
        || Types.isConstant(type) && !type.isEnum()
        || Types.isJdk(type) && !type.isHidden() && isImmutableJdk(type);
  }

  private static boolean isImmutableJdk(Class<?> type) {
    String home = type.getPackageName();
    return type == java.util.UUID.class
        || type == java.util.Locale.class
        || Throwable.class.isAssignableFrom(type)
        || Enum.class.isAssignableFrom(type)
        || IMMUTABLE_PACKAGES.contains(home)
        || home.startsWith("java.time.");
  }

  /** Whether the object itself holds the same for ever. */
  private static boolean isFixed(Object object) {
    Class<?> type = object.getClass();
    if (Types.isJdk(type)) {
      return type.isHidden()
          || object instanceof Optional<?>
          || type.getName().startsWith("java.util.ImmutableCollections$")
          || isFunction(object);
    }
    return !type.isArray()
        && !(object instanceof Collection<?>)
        && !(object instanceof Map<?, ?>)
        && fields(type).stream().allMatch(f -> Modifier.isFinal(f.getModifiers()));
  }

  /** Views let nobody change what is behind them. */
  private static boolean canBeChangedThrough(Object object) {
    String name = object.getClass().getName();
    boolean emptyArray = object.getClass().isArray() && Array.getLength(object) == 0;
    return !emptyArray
        && !(object instanceof Node)
        && !(object instanceof Enum<?>)
        && !Catalogue.isStandIn(object.getClass())
        && !isUnmodifiable(object)
        && !name.equals("java.util.Collections$CopiesList")
        && !name.startsWith("java.util.Collections$Empty")
        && !name.startsWith("java.util.Collections$Singleton");
  }

  private static boolean isFunction(Object object) {
    return object instanceof Comparator<?> || object instanceof Collector<?, ?, ?>;
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = Types.instanceFields(type, Object.class);
    fields.removeIf(f -> f.getDeclaringClass() == Node.class || !f.trySetAccessible());
    return fields;
  }

  /** The names of the first parts. */
  private static List<String> names(Object object) {
    Class<?> type = object.getClass();
    return Types.isJdk(type) || type.isArray()
        ? List.of()
        : fields(type).stream().map(Field::getName).toList();
  }

  /** What the object holds; null if that cannot be seen. */
  private static Object[] parts(Object object) {
    Class<?> type = object.getClass();
    if (object instanceof Object[] array) {
      return array.clone();
    }
    if (type.isArray()) {
      return new Object[] {PrimitiveArray.of(object)};
    }
    if (!Types.isJdk(type)) {
      List<Object> parts = ofFields(object, fields(type));
      parts.addAll(Arrays.asList(ofContainer(object)));
      return parts.toArray();
    }
    if (object instanceof Collection<?> || object instanceof Map<?, ?>) {
      return ofContainer(object).clone();
    }
    return ofJdk(object);
  }

  private static List<Object> ofFields(Object object, List<Field> fields) {
    List<Object> parts = new ArrayList<>();
    fields.forEach(field -> parts.add(JdkInternals.read(field, object)));
    return parts;
  }

  private static Object[] ofContainer(Object object) {
    if (object instanceof Collection<?> collection) {
      return collection.toArray();
    }
    List<Object> parts = new ArrayList<>();
    if (object instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        parts.add(entry.getKey());
        parts.add(entry.getValue());
      }
    }
    return parts.toArray();
  }

  private static Object[] ofJdk(Object object) {
    if (object instanceof Optional<?> optional) {
      return optional.stream().toArray();
    }
    if (object instanceof AtomicReference<?> reference) {
      return new Object[] {reference.get()};
    }
    if (object instanceof Reference<?> reference) {
      return new Object[] {reference.get()};
    }
    if (object instanceof Map.Entry<?, ?> entry) {
      return new Object[] {entry.getKey(), entry.getValue()};
    }
    if (object instanceof AtomicReferenceArray<?> array) {
      Object[] parts = new Object[array.length()];
      Arrays.setAll(parts, array::get);
      return parts;
    }
    if (object instanceof BitSet bits) {
      return new Object[] {PrimitiveArray.of(bits.toLongArray())};
    }
    if (object instanceof Number
        || object instanceof CharSequence
        || object instanceof AtomicBoolean
        || object instanceof AtomicIntegerArray
        || object instanceof AtomicLongArray
        || object instanceof StringJoiner) {
      return new Object[] {object.toString()};
    }
    List<Field> all = Types.instanceFields(object.getClass(), Object.class);
    boolean open = all.stream().allMatch(Field::trySetAccessible);
    return open ? ofFields(object, all).toArray() : isFunction(object) ? new Object[0] : null;
  }
}
