package dev.parley.engine.internal.order;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Hash codes that do not differ from JVM to JVM. Where the JDK would use an identity hash code, for
 * enum constants, arrays and objects whose class has none of its own, this gives a number made of
 * names, and another one on the second run of a step. So code that depends on such a number is
 * found, whatever the JVM.
 *
 * <p>It is another one only for code that asks for it. A hash table must find on the second run
 * what it was given before, in a constant for example. So the number changes only while code that
 * is no {@code hashCode()} itself calls one. Methods of that name, those of records among them,
 * call {@code partHashCode} and its like.
 */
public final class ArrangedObjects {
  private static final ClassValue<Boolean> BY_IDENTITY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            Class<?> home = type.getMethod("hashCode").getDeclaringClass();
            return home == Object.class || home == Enum.class;
          } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
          }
        }
      };

  private ArrangedObjects() {}

  /** As {@link Object#getClass}, but for objects that stand for others. */
  public static Class<?> getClass(Object object) {
    return Order.standsFor(object.getClass());
  }

  /** As {@link Object#hashCode}. */
  public static int hashCode(Object object) {
    return Order.asked(() -> partHashCode(object));
  }

  /** As {@link Objects#hashCode}. */
  public static int hashCodeOrZero(Object object) {
    return object == null ? 0 : hashCode(object);
  }

  /** As {@link Objects#hash} and {@link java.util.Arrays#hashCode(Object[])}. */
  public static int hash(Object... values) {
    return Order.asked(() -> partHash(values));
  }

  /** As {@link java.util.Arrays#deepHashCode}. */
  public static int deepHash(Object[] values) {
    return Order.asked(() -> partDeepHash(values));
  }

  /**
   * Whether the JDK's hash tables place the object by an identity hash code. Those of users'
   * classes are rewritten, so they do not, whatever they are made of.
   */
  static boolean isPlacedByIdentity(Object object) {
    if (object instanceof Collection<?> collection) {
      return collection.stream().anyMatch(ArrangedObjects::isPlacedByIdentity);
    }
    if (object instanceof Map<?, ?> map) {
      return isPlacedByIdentity(map.entrySet());
    }
    if (object instanceof Map.Entry<?, ?> entry) {
      return isPlacedByIdentity(entry.getKey()) || isPlacedByIdentity(entry.getValue());
    }
    if (object instanceof Optional<?> optional) {
      return isPlacedByIdentity(optional.orElse(null));
    }
    return object != null && BY_IDENTITY.get(object.getClass());
  }

  /** As {@link Object#hashCode}, for a part of what is hashed. */
  public static int partHashCode(Object object) {
    if (object instanceof String || object instanceof Integer) {
      return object.hashCode();
    }
    Class<?> type = object.getClass();
    if (BY_IDENTITY.get(type)) {
      int hash = (object instanceof Enum<?> e ? e.name() : name(type)).hashCode();
      return Order.isAskedAgain() ? ~hash : hash;
    }
    if (type.getModule().getName() != null || Order.standsFor(type) != type) {
      return ofJdk(object);
    }
    return object.hashCode();
  }

  /** The classes of lambdas and proxies have names that the JVM makes up. */
  private static String name(Class<?> type) {
    if (Proxy.isProxyClass(type)) {
      return Proxy.class.getName();
    }
    String name = type.getName();
    int end = type.isHidden() ? name.indexOf("$$") : -1;
    return end < 0 ? name : name.substring(0, end);
  }

  /** The JDK's containers are hashed as they promise to be. */
  private static int ofJdk(Object object) {
    if (object instanceof List<?> list) {
      int hash = 1;
      for (Object element : list) {
        hash = 31 * hash + partHashCodeOrZero(element);
      }
      return hash;
    }
    if (object instanceof Set<?> set) {
      int hash = 0;
      for (Object element : Order.elements(set)) {
        hash += partHashCodeOrZero(element);
      }
      return hash;
    }
    if (object instanceof Map<?, ?> map) {
      int hash = 0;
      for (Map.Entry<?, ?> entry : Order.entries(map)) {
        hash += ofEntry(entry);
      }
      return hash;
    }
    if (object instanceof Map.Entry<?, ?> entry) {
      return ofEntry(entry);
    }
    if (object instanceof Optional<?> optional) {
      return partHashCodeOrZero(optional.orElse(null));
    }
    return object.hashCode();
  }

  private static int ofEntry(Map.Entry<?, ?> entry) {
    return partHashCodeOrZero(entry.getKey()) ^ partHashCodeOrZero(entry.getValue());
  }

  /** As {@link Objects#hashCode}, for a part of what is hashed. */
  public static int partHashCodeOrZero(Object object) {
    return object == null ? 0 : partHashCode(object);
  }

  /** As {@link #hash}, for parts of what is hashed. */
  public static int partHash(Object... values) {
    if (values == null) {
      return 0;
    }
    int hash = 1;
    for (Object value : values) {
      hash = 31 * hash + partHashCodeOrZero(value);
    }
    return hash;
  }

  /** As {@link #deepHash}, for parts of what is hashed. */
  public static int partDeepHash(Object[] values) {
    if (values == null) {
      return 0;
    }
    int hash = 1;
    for (Object value : values) {
      hash = 31 * hash + ofElement(value);
    }
    return hash;
  }

  private static int ofElement(Object element) {
    if (element instanceof Object[] array) {
      return partDeepHash(array);
    }
    boolean primitives = element != null && element.getClass().isArray();
    // The JDK knows the nine kinds of arrays; an array of one array is hashed as 31 and its hash.
    return primitives
        ? Arrays.deepHashCode(new Object[] {element}) - 31
        : partHashCodeOrZero(element);
  }
}
