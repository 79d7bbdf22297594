package dev.parley.engine.internal.rounds;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Names the components of messages that could tell a phase. */
final class Suggestions {
  private Suggestions() {}

  /** A clause in brackets; empty if there is nothing to suggest. */
  static String of(Class<?> message) {
    List<String> numbers =
        Arrays.stream(message.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == int.class || field.getType() == long.class)
            .map(Field::getName)
            .toList();
    return numbers.isEmpty()
        ? ""
        : " (it has the "
            + (numbers.size() == 1 ? "number " : "numbers ")
            + numbers.stream().collect(Collectors.joining(", "))
            + ")";
  }
}
