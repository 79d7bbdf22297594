package dev.parley.engine.internal.capture;

import dev.parley.engine.internal.order.Order;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Whether a collection promises the order it iterates in. Such an order is content: code that
 * depends on it is deterministic, and two collections that differ in it are different.
 *
 * <p>A view promises what the collection behind it promises, so its class alone does not tell.
 */
enum IterationOrder {
  /** The order is part of the content. */
  PROMISED,
  /** The order means nothing. */
  NONE,
  /** It is that of a collection this JVM gives no access to. */
  HIDDEN;

  /** From JDK 21 on; null before. */
  private static final Class<?> SEQUENCED_COLLECTION = find("java.util.SequencedCollection");

  private static final Class<?> SEQUENCED_MAP = find("java.util.SequencedMap");

  /** What wrappers call the collection or map they wrap. */
  private static final Set<String> BACKING = Set.of("a", "c", "m", "this$0");

  private static Class<?> find(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException olderJdk) {
      return null;
    }
  }

  /** The order of a collection or map of the JDK or ours. */
  static IterationOrder of(Object container) {
    if (isDeniedBy(container.getClass())) {
      return NONE;
    }
    // What a user's own map iterates in is up to its code, which is deterministic.
    if (isPromisedBy(container.getClass()) || !Types.isJdk(container.getClass())) {
      return PROMISED;
    }
    return isWrapper(container.getClass()) ? behind(container) : byDeclaration(container);
  }

  /** Whether the class says that the order counts, whatever the object. */
  static boolean isPromisedBy(Class<?> type) {
    return List.class.isAssignableFrom(type)
        || Deque.class.isAssignableFrom(type)
        || SortedSet.class.isAssignableFrom(type)
        || SortedMap.class.isAssignableFrom(type)
        || EnumSet.class.isAssignableFrom(type)
        || type == EnumMap.class
        || type == LinkedHashSet.class
        || type == LinkedHashMap.class
        || type == FixedOrderedSet.class
        || type == FixedOrderedMap.class
        || type == CopyOnWriteArraySet.class
        || type.getName().startsWith("java.util.EnumMap$")
        || isSequenced(type);
  }

  /** Whether the class says that the order means nothing, whatever the object. */
  static boolean isDeniedBy(Class<?> type) {
    String name = type.getName();
    return Order.standsFor(type) != type
        || type == HashSet.class
        || type == HashMap.class
        || type == ConcurrentHashMap.class
        || type == FixedSet.class
        || type == FixedMap.class
        || name.startsWith("java.util.ImmutableCollections$") && !List.class.isAssignableFrom(type)
        || name.equals("java.util.Collections$EmptySet")
        || name.equals("java.util.Collections$EmptyMap")
        || name.startsWith("java.util.Collections$SingletonSet")
        || name.startsWith("java.util.Collections$SingletonMap");
  }

  /** Whether it is a sequenced collection or map, which there are from JDK 21 on. */
  static boolean isSequenced(Class<?> type) {
    return SEQUENCED_COLLECTION != null
        && (SEQUENCED_COLLECTION.isAssignableFrom(type) || SEQUENCED_MAP.isAssignableFrom(type));
  }

  /** Whether objects of the class are wrapped around the collection or map that has the order. */
  static boolean isWrapper(Class<?> type) {
    String name = type.getName();
    return name.startsWith("java.util.Collections$Unmodifiable")
        || name.startsWith("java.util.Collections$Synchronized")
        || name.startsWith("java.util.Collections$Checked")
        || name.startsWith("java.util.Collections$SetFromMap")
        || name.startsWith("java.util.AbstractMap$") && Set.class.isAssignableFrom(type);
  }

  private static IterationOrder behind(Object wrapper) {
    Field field = backing(wrapper.getClass());
    if (field.trySetAccessible()) {
      return of(JdkInternals.read(field, wrapper));
    }
    IterationOrder declared = byDeclaration(wrapper);
    return declared == NONE ? HIDDEN : declared;
  }

  /** The field of a wrapper's class that holds what it wraps. */
  static Field backing(Class<?> type) {
    for (Class<?> declaring = type; declaring != Object.class; ) {
      for (Field field : declaring.getDeclaredFields()) {
        if (BACKING.contains(field.getName())) {
          return field;
        }
      }
      declaring = declaring.getSuperclass();
    }
    throw new IllegalStateException("unknown layout of " + type.getName());
  }

  private static IterationOrder byDeclaration(Object container) {
    Collection<?> elements =
        container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
    return elements.spliterator().hasCharacteristics(Spliterator.ORDERED) ? PROMISED : NONE;
  }

  /** Whether a set or map may be taken in any order, as far as can be told. */
  static boolean isFree(Object container) {
    return (container instanceof Set<?>
            || container instanceof Map<?, ?>
            || container instanceof java.util.Queue<?>)
        && of(container) != PROMISED;
  }
}
