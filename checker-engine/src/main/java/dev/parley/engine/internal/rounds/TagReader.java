package dev.parley.engine.internal.rounds;

import dev.parley.api.Auxiliary;
import dev.parley.api.Phase;
import dev.parley.api.Round;
import dev.parley.engine.model.ProtocolException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the tags of messages of one class, by the marks on its fields and on the class itself. */
final class TagReader {
  private final Class<?> type;
  private final List<Field> phases = new ArrayList<>();
  private Optional<Field> round = Optional.empty();
  private final Optional<Round> ofType;

  private TagReader(Class<?> type) {
    this.type = type;
    this.ofType = Optional.ofNullable(type.getAnnotation(Round.class));
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        read(field);
      }
    }
    phases.sort(Comparator.comparingInt(TagReader::place));
    for (int i = 1; i < phases.size(); i++) {
      if (place(phases.get(i)) == place(phases.get(i - 1))) {
        throw mistake(
            phases.get(i),
            "and another field both tell part "
                + place(phases.get(i))
                + " of the phase; number them, as in @Phase(1) and @Phase(2)");
      }
    }
  }

  /** A reader for messages of a class; nothing if they have no tag. */
  static Optional<TagReader> of(Class<?> type) {
    TagReader reader = new TagReader(type);
    boolean tagged =
        reader.ofType.isPresent() || reader.round.isPresent() || !reader.phases.isEmpty();
    return tagged ? Optional.of(reader) : Optional.empty();
  }

  private void read(Field field) {
    boolean phase = field.isAnnotationPresent(Phase.class);
    boolean isRound = field.isAnnotationPresent(Round.class);
    if (!phase && !isRound) {
      return;
    }
    if (phase && isRound) {
      throw mistake(field, "is marked @Phase and @Round; it can tell one of them only");
    }
    if (Modifier.isStatic(field.getModifiers())) {
      throw mistake(field, "is static, so it tells nothing of a single message; mark a component");
    }
    if (!isOrdered(field.getType())) {
      throw mistake(
          field,
          "is a "
              + field.getType().getSimpleName()
              + "; a phase or round is a whole number, a char or an enum constant. Add such a"
              + " component and mark that");
    }
    if (field.isAnnotationPresent(Auxiliary.class)
        || field.getType().isAnnotationPresent(Auxiliary.class)) {
      throw mistake(field, "is auxiliary, and a tag is not; take @Auxiliary off");
    }
    if (phase) {
      phases.add(field);
    } else if (ofType.isPresent() || round.isPresent()) {
      throw mistake(field, "is not the only @Round of its class; keep one of them");
    } else {
      round = Optional.of(field);
    }
    field.setAccessible(true);
  }

  private static boolean isOrdered(Class<?> type) {
    return List.of(
                int.class,
                long.class,
                short.class,
                byte.class,
                char.class,
                Integer.class,
                Long.class,
                Short.class,
                Byte.class,
                Character.class)
            .contains(type)
        || type.isEnum();
  }

  private static int place(Field field) {
    return field.getAnnotation(Phase.class).value();
  }

  /** The tag of a message. */
  Tag tag(Object message) {
    List<Long> phase = phases.stream().map(field -> value(field, message)).toList();
    long at =
        round
            .map(field -> value(field, message))
            .orElseGet(() -> (long) ofType.map(Round::value).orElse(0));
    return new Tag(phase, at);
  }

  private long value(Field field, Object message) {
    Object value;
    try {
      value = field.get(message);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read " + field, e);
    }
    if (value instanceof Enum<?> constant) {
      return constant.ordinal();
    }
    if (value instanceof Character character) {
      return character;
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw mistake(field, "is null in a message; every message needs its phase and its round");
  }

  private ProtocolException mistake(Field field, String what) {
    return new ProtocolException(
        type.getName() + "." + field.getName(),
        "The field " + type.getSimpleName() + "." + field.getName() + " " + what + ".");
  }
}
