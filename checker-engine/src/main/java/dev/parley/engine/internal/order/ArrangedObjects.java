package dev.parley.engine.internal.order;

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
    Class<?> type = object.getClass();
    if (BY_IDENTITY.get(type)) {
      int hash = (object instanceof Enum<?> e ? e.name() : type.getName()).hashCode();
      return Order.isReversed() ? ~hash : hash;
    }
    if (type.getModule().getName() != null || Order.standsFor(type) != type) {
      return ofJdk(object);
    }
    return object.hashCode();
  }

  /** The JDK's containers are hashed as they promise to be. */
  private static int ofJdk(Object object) {
    if (object instanceof List<?> list) {
      int hash = 1;
      for (Object element : list) {
        hash = 31 * hash + hashCodeOrZero(element);
      }
      return hash;
    }
    if (object instanceof Set<?> set) {
      int hash = 0;
      for (Object element : set) {
        hash += hashCodeOrZero(element);
      }
      return hash;
    }
    if (object instanceof Map<?, ?> map) {
      int hash = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        hash += ofEntry(entry);
      }
      return hash;
    }
    if (object instanceof Map.Entry<?, ?> entry) {
      return ofEntry(entry);
    }
    if (object instanceof Optional<?> optional) {
      return hashCodeOrZero(optional.orElse(null));
    }
    return object.hashCode();
  }

  private static int ofEntry(Map.Entry<?, ?> entry) {
    return hashCodeOrZero(entry.getKey()) ^ hashCodeOrZero(entry.getValue());
  }

  /** As {@link Objects#hashCode}. */
  public static int hashCodeOrZero(Object object) {
    return object == null ? 0 : hashCode(object);
  }

  /** As {@link Objects#hash} and {@link java.util.Arrays#hashCode(Object[])}. */
  public static int hash(Object... values) {
    if (values == null) {
      return 0;
    }
    int hash = 1;
    for (Object value : values) {
      hash = 31 * hash + hashCodeOrZero(value);
    }
    return hash;
  }
}
