package dev.parley.engine.internal.lint;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Comparator;
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

  /** A record of immutable values is immutable, also if it refers to its own type. */
  private static boolean isPlain(Class<?> type, Set<Class<?>> around) {
    if (type.isPrimitive() || type.isEnum() || VALUES.contains(type) || isOpaque(type)) {
      return true;
    }
    return type.isRecord()
        && (!around.add(type)
            || Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .allMatch(component -> isPlain(component, around)));
  }

  /** Types without content to compare: functions, and the values of java.time. */
  private static boolean isOpaque(Class<?> type) {
    String home = type.getPackageName();
    return home.equals("java.util.function")
        || home.startsWith("java.time")
        || type == Comparator.class;
  }
}
