package dev.parley.engine.internal.lint;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** Which types need not be watched, because their objects never change. */
final class Immutability {
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Void.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Pattern.class,
          Locale.class,
          URI.class,
          Charset.class,
          Class.class);

  private Immutability() {}

  static boolean isPlain(Class<?> type) {
    return isPlain(type, new HashSet<>());
  }

  /** Whether the constants of an enum have no fields but final ones of plain values. */
  static boolean hasFixedConstants(Class<?> type) {
    return hasFixedConstants(type, new HashSet<>(Set.of(type)));
  }

  private static boolean hasFixedConstants(Class<?> type, Set<Class<?>> around) {
    // A constant with a body is of a class of its own, with fields of its own.
    return Modifier.isFinal(type.getModifiers())
        && Arrays.stream(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .allMatch(f -> Modifier.isFinal(f.getModifiers()) && isPlain(f.getType(), around));
  }

  /** A record of immutable values is immutable, also if it refers to its own type. */
  private static boolean isPlain(Class<?> type, Set<Class<?>> around) {
    if (type.isPrimitive() || VALUES.contains(type) || type.getPackageName().equals("java.time")) {
      return true;
    }
    if (type.isEnum()) {
      return !around.add(type) || hasFixedConstants(type, around);
    }
    return type.isRecord()
        && (!around.add(type)
            || Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .allMatch(component -> isPlain(component, around)));
  }
}
