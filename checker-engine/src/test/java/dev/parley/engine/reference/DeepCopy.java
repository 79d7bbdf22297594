package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Copies an object graph. What was shared in the original is shared in the copy, cycles included;
 * what cannot change (strings, enums, records and {@code List.of} collections of such) is not
 * copied but used again, which nobody can tell.
 */
final class DeepCopy {
  private static final Set<Class<?>> VALUES =
      Set.of(
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          Class.class,
          BigInteger.class,
          BigDecimal.class);

  private static final ClassValue<Constructor<?>> ALLOCATORS =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          return allocator(type);
        }
      };

  private static final ClassValue<Constructor<?>> CANONICAL_CONSTRUCTORS =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          return canonicalConstructor(type);
        }
      };

  private final Map<Object, Object> copies = new IdentityHashMap<>();

  private final Set<ContentField> constants;

  private final UnaryOperator<Object> names;

  private DeepCopy(Set<ContentField> constants) {
    this(constants, UnaryOperator.identity());
  }

  private DeepCopy(Set<ContentField> constants, UnaryOperator<Object> names) {
    this.constants = constants;
    this.names = names;
  }

  /**
   * A copy in which every name of a node is replaced, those in constant fields too, and so are the
   * records and constants that stand for nodes.
   */
  @SuppressWarnings("unchecked") // the copy of an object is of the same class
  static <T> T renamed(T original, UnaryOperator<Object> names) {
    return (T) new DeepCopy(Set.of(), names).copy(original);
  }

  @SuppressWarnings("unchecked") // the copy of an object is of the same class
  static <T> T of(T original) {
    return (T) new DeepCopy(Set.of()).copy(original);
  }

  /** A copy of a node that keeps the content of the given fields, which cannot change. */
  static Node of(Node original, Set<ContentField> constants) {
    return (Node) new DeepCopy(constants).copy(original);
  }

  /**
   * Copies some fields of a node into another. What they share stays shared, and what leads back to
   * the one node leads to the other.
   */
  static void copy(List<ContentField> fields, Node from, Node to) {
    DeepCopy copy = new DeepCopy(Set.of());
    copy.copies.put(from, to);
    fields.forEach(field -> field.set(to, copy.copy(field.get(from))));
  }

  /** The final fields of a node that hold values nothing can change: its parameters. */
  static Set<ContentField> constants(Node node) {
    Set<ContentField> constants = new HashSet<>();
    for (ContentField field : ContentField.of(node.getClass())) {
      Object value = field.get(node);
      if (field.isFinal() && of(value) == value) {
        constants.add(field);
      }
    }
    return constants;
  }

  static boolean isPlainValue(Object o) {
    return o instanceof Enum || VALUES.contains(o.getClass()) || isFunction(o);
  }

  /** A lambda or method reference that captured nothing is what its class is. */
  private static boolean isFunction(Object o) {
    return o.getClass().isHidden() && o.getClass().getDeclaredFields().length == 0;
  }

  /**
   * Whether the JDK made the collection immutable: {@code List.of}, {@code Set.copyOf} and so on.
   */
  static boolean isImmutableCollection(Object o) {
    return (o instanceof Collection || o instanceof Map)
        && o.getClass().getName().startsWith("java.util.ImmutableCollections$");
  }

  private Object copy(Object o) {
    if (o instanceof Enum || o instanceof NodeId) {
      return names.apply(o);
    }
    if (o == null || isPlainValue(o)) {
      return o;
    }
    if (o instanceof Record) {
      Object named = names.apply(o);
      return named == o ? copyRecord(o) : named;
    }
    if (o instanceof Optional<?> optional) {
      Object content = copy(optional.orElse(null));
      return content == optional.orElse(null) ? o : Optional.ofNullable(content);
    }
    if (isImmutableCollection(o)) {
      return copyImmutableCollection(o);
    }
    Object known = copies.get(o);
    if (known != null) {
      return known;
    }
    if (o.getClass().isArray()) {
      return copyArray(o);
    }
    if (o instanceof Collection<?> collection) {
      return copyCollection(collection);
    }
    if (o instanceof Map<?, ?> map) {
      return copyMap(map);
    }
    return copyPlainObject(o);
  }

  private Object copyRecord(Object o) {
    List<ContentField> fields = ContentField.of(o.getClass());
    Map<String, Object> values = new HashMap<>();
    boolean changed = false;
    for (ContentField field : fields) {
      Object before = field.get(o);
      Object after = copy(before);
      changed |= after != before;
      values.put(field.name(), after);
    }
    if (!changed) {
      return o;
    }
    Object[] arguments =
        Arrays.stream(o.getClass().getRecordComponents())
            .map(c -> values.get(c.getName()))
            .toArray(Object[]::new);
    return make(CANONICAL_CONSTRUCTORS.get(o.getClass()), arguments);
  }

  private Object copyImmutableCollection(Object o) {
    if (o instanceof Map<?, ?> map) {
      Map<Object, Object> content = new HashMap<>();
      boolean changed = false;
      for (Map.Entry<?, ?> e : map.entrySet()) {
        Object key = copy(e.getKey());
        Object value = copy(e.getValue());
        changed |= key != e.getKey() || value != e.getValue();
        content.put(key, value);
      }
      return changed ? Map.copyOf(content) : o;
    }
    Collection<?> collection = (Collection<?>) o;
    List<Object> content = new ArrayList<>(collection.size());
    boolean changed = false;
    for (Object element : collection) {
      Object after = copy(element);
      changed |= after != element;
      content.add(after);
    }
    if (!changed) {
      return o;
    }
    return o instanceof Set ? Set.copyOf(content) : List.copyOf(content);
  }

  private Object copyArray(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    copies.put(array, copy);
    for (int i = 0; i < length; i++) {
      Array.set(copy, i, copy(Array.get(array, i)));
    }
    return copy;
  }

  private Object copyCollection(Collection<?> original) {
    Collection<Object> copy = emptyLike(original);
    copies.put(original, copy);
    for (Object element : original) {
      copy.add(copy(element));
    }
    return copy;
  }

  @SuppressWarnings("unchecked") // an empty collection takes elements of whatever its pattern held
  private static Collection<Object> emptyLike(Collection<?> pattern) {
    if (pattern instanceof EnumSet<?> set) {
      EnumSet<?> empty = set.clone();
      empty.clear();
      return (Collection<Object>) (Collection<?>) empty;
    }
    Class<?> type = pattern.getClass();
    if (type == ArrayList.class) {
      return new ArrayList<>();
    } else if (type == LinkedList.class) {
      return new LinkedList<>();
    } else if (type == ArrayDeque.class) {
      return new ArrayDeque<>();
    } else if (type == HashSet.class) {
      return new HashSet<>();
    } else if (type == LinkedHashSet.class) {
      return new LinkedHashSet<>();
    } else if (pattern instanceof TreeSet<?> set) {
      return new TreeSet<>((Comparator<Object>) set.comparator());
    }
    throw unknown(type);
  }

  private Object copyMap(Map<?, ?> original) {
    Map<Object, Object> copy = emptyLike(original);
    copies.put(original, copy);
    original.forEach((key, value) -> copy.put(copy(key), copy(value)));
    return copy;
  }

  @SuppressWarnings("unchecked") // an empty map takes entries of whatever its pattern held
  private static Map<Object, Object> emptyLike(Map<?, ?> pattern) {
    if (pattern instanceof EnumMap<?, ?> map) {
      EnumMap<?, ?> empty = map.clone();
      empty.clear();
      return (Map<Object, Object>) (Map<?, ?>) empty;
    }
    Class<?> type = pattern.getClass();
    if (type == HashMap.class) {
      return new HashMap<>();
    } else if (type == LinkedHashMap.class) {
      return new LinkedHashMap<>();
    } else if (pattern instanceof TreeMap<?, ?> map) {
      return new TreeMap<>((Comparator<Object>) map.comparator());
    }
    throw unknown(type);
  }

  private Object copyPlainObject(Object o) {
    Class<?> type = o.getClass();
    if (type.isHidden() || type.getName().startsWith("java.")) {
      throw unknown(type);
    }
    Object copy = make(ALLOCATORS.get(type));
    copies.put(o, copy);
    for (ContentField field : ContentField.of(type)) {
      Object content = field.get(o);
      field.set(copy, constants.contains(field) ? content : copy(content));
    }
    return copy;
  }

  private static IllegalArgumentException unknown(Class<?> type) {
    return new IllegalArgumentException(
        "the reference checker does not know how to copy a "
            + type.getName()
            + "; teach DeepCopy and CanonicalText, or keep it out of the fixture's fields");
  }

  private static Object make(Constructor<?> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    }
  }

  private static Constructor<?> canonicalConstructor(Class<?> type) {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without canonical constructor: " + type, e);
    }
  }

  /**
   * A constructor that runs none of the class's own code. The factory behind it is the one object
   * serialisation uses; it is reached by reflection because the compiler warns of any direct use.
   */
  private static Constructor<?> allocator(Class<?> type) {
    try {
      Class<?> factoryType = Class.forName("sun.reflect.ReflectionFactory");
      Object factory = factoryType.getMethod("getReflectionFactory").invoke(null);
      return (Constructor<?>)
          factoryType
              .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
              .invoke(factory, type, Object.class.getConstructor());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make objects of " + type, e);
    }
  }
}
