package dev.parley.engine.fork;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes records to a stream and reads them back.
 *
 * <p>What is written is driven by the declared types of the record components alone: strings,
 * primitives and their boxes, enums, durations, lists, maps, optionals, further records, and sealed
 * interfaces of records, which are told apart by their simple names. No type name on the wire ever
 * selects a class that the declared types do not already allow.
 *
 * <p>Java serialisation was rejected: it instantiates whatever class the stream names, would make
 * {@code Optional} and every result record implement {@code Serializable} for this one use, and
 * meets a difference between the two ends with a half-read object. Here each value starts with the
 * format's {@link #VERSION} and a fingerprint of the root type's whole shape, so that two ends
 * built from different sources refuse each other at the first value.
 *
 * <p>Null is not a value: a record that holds one cannot be written, and the error names the
 * component.
 */
final class RecordWire {
  /** Raised when the encoding of some type changes; changed records show in the fingerprint. */
  static final int VERSION = 2;

  private static final int PIECE = 1 << 16;

  /** The forms of a text: a byte a character, two bytes a character, the number of one before. */
  private static final byte NARROW = 0;

  private static final byte WIDE = 1;
  private static final byte KNOWN = 2;

  /** Texts from this length on are written once. */
  private static final int SHARED_LENGTH = 32;

  private static final int MAGIC = 0x50_41_52_00;

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private static final ClassValue<Integer> FINGERPRINTS =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          StringBuilder text = new StringBuilder();
          describe(type, text, new HashSet<>());
          return text.toString().hashCode();
        }
      };

  private RecordWire() {}

  /**
   * Writes a value.
   *
   * @param out where to
   * @param type the type the reader will ask for: a record or a sealed interface of records
   * @param value the value
   * @throws IllegalArgumentException if the value holds null or its type holds something else than
   *     the types above
   */
  static <T> void write(DataOutput out, Class<T> type, T value) throws IOException {
    out.writeInt(MAGIC | VERSION);
    out.writeInt(FINGERPRINTS.get(type));
    writeValue(new Sink(out), type, value);
  }

  /**
   * Reads a value.
   *
   * @param in where from
   * @param type the type it was written as
   * @return the value
   * @throws IOException if the stream does not hold such a value
   */
  static <T> T read(DataInput in, Class<T> type) throws IOException {
    int header = in.readInt();
    if (header != (MAGIC | VERSION)) {
      throw new IOException(
          String.format(
              "expected wire format %08x and found %08x: the two ends run different versions of"
                  + " Parley, or something else wrote to the stream",
              MAGIC | VERSION, header));
    }
    if (in.readInt() != FINGERPRINTS.get(type)) {
      throw new IOException(
          type.getSimpleName()
              + " has another shape at the other end: the two ends run different versions of"
              + " Parley; check that no dependency of the plugin overrides parley-checker-engine");
    }
    return type.cast(readValue(new Source(in), type));
  }

  private static void writeValue(Sink sink, Type type, Object value) throws IOException {
    if (value == null) {
      throw new IllegalArgumentException("null cannot be written as " + type.getTypeName());
    }
    if (type instanceof ParameterizedType generic) {
      writeContainer(sink, generic, value);
      return;
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      writeString(sink, (String) value);
    } else if (raw == int.class || raw == Integer.class) {
      sink.out.writeInt((Integer) value);
    } else if (raw == long.class || raw == Long.class) {
      sink.out.writeLong((Long) value);
    } else if (raw == boolean.class || raw == Boolean.class) {
      sink.out.writeBoolean((Boolean) value);
    } else if (raw == double.class || raw == Double.class) {
      sink.out.writeDouble((Double) value);
    } else if (raw == float.class || raw == Float.class) {
      sink.out.writeFloat((Float) value);
    } else if (raw == short.class || raw == Short.class) {
      sink.out.writeShort((Short) value);
    } else if (raw == byte.class || raw == Byte.class) {
      sink.out.writeByte((Byte) value);
    } else if (raw == char.class || raw == Character.class) {
      sink.out.writeChar((Character) value);
    } else if (raw == Duration.class) {
      sink.out.writeLong(((Duration) value).getSeconds());
      sink.out.writeInt(((Duration) value).getNano());
    } else if (raw.isEnum()) {
      writeString(sink, ((Enum<?>) value).name());
    } else if (raw.isRecord()) {
      SHAPES.get(raw).write(sink, value);
    } else if (raw.isSealed()) {
      Class<?> choice = permitted(raw, value.getClass().getSimpleName());
      writeString(sink, choice.getSimpleName());
      writeValue(sink, choice, value);
    } else {
      throw unsupported(type);
    }
  }

  private static Object readValue(Source source, Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      return readContainer(source, generic);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      return readString(source);
    } else if (raw == int.class || raw == Integer.class) {
      return source.in.readInt();
    } else if (raw == long.class || raw == Long.class) {
      return source.in.readLong();
    } else if (raw == boolean.class || raw == Boolean.class) {
      return readBoolean(source);
    } else if (raw == double.class || raw == Double.class) {
      return source.in.readDouble();
    } else if (raw == float.class || raw == Float.class) {
      return source.in.readFloat();
    } else if (raw == short.class || raw == Short.class) {
      return source.in.readShort();
    } else if (raw == byte.class || raw == Byte.class) {
      return source.in.readByte();
    } else if (raw == char.class || raw == Character.class) {
      return source.in.readChar();
    } else if (raw == Duration.class) {
      return Duration.ofSeconds(source.in.readLong(), source.in.readInt());
    } else if (raw.isEnum()) {
      return constant(raw, readString(source));
    } else if (raw.isRecord()) {
      return SHAPES.get(raw).read(source);
    } else if (raw.isSealed()) {
      String name = readString(source);
      try {
        return readValue(source, permitted(raw, name));
      } catch (IllegalArgumentException unknown) {
        throw new IOException(unknown.getMessage(), unknown);
      }
    }
    throw unsupported(type);
  }

  private static void writeContainer(Sink sink, ParameterizedType type, Object value)
      throws IOException {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) {
      Optional<?> optional = (Optional<?>) value;
      sink.out.writeBoolean(optional.isPresent());
      if (optional.isPresent()) {
        writeValue(sink, arguments[0], optional.get());
      }
    } else if (type.getRawType() == List.class) {
      List<?> list = (List<?>) value;
      sink.out.writeInt(list.size());
      for (Object element : list) {
        writeValue(sink, arguments[0], element);
      }
    } else if (type.getRawType() == Map.class) {
      Map<?, ?> map = (Map<?, ?>) value;
      sink.out.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        writeValue(sink, arguments[0], entry.getKey());
        writeValue(sink, arguments[1], entry.getValue());
      }
    } else {
      throw unsupported(type);
    }
  }

  private static Object readContainer(Source source, ParameterizedType type) throws IOException {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) {
      return readBoolean(source) ? Optional.of(readValue(source, arguments[0])) : Optional.empty();
    } else if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int rest = readSize(source); rest > 0; rest--) {
        list.add(readValue(source, arguments[0]));
      }
      return List.copyOf(list);
    } else if (type.getRawType() == Map.class) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int rest = readSize(source); rest > 0; rest--) {
        map.put(readValue(source, arguments[0]), readValue(source, arguments[1]));
      }
      return map;
    }
    throw unsupported(type);
  }

  /**
   * {@code writeUTF} ends at 64 KB, and encoding as UTF-8 loses unpaired surrogates, which a
   * protocol's strings may well hold: so the characters themselves are written, in a byte each if
   * they fit. A trace tells a large field again with every step: a long text is written once, and
   * then by its number, so that neither end needs room for its copies.
   */
  private static void writeString(Sink sink, String text) throws IOException {
    if (text.length() >= SHARED_LENGTH) {
      Integer known = sink.texts.putIfAbsent(text, sink.texts.size());
      if (known != null) {
        sink.out.writeByte(KNOWN);
        sink.out.writeInt(known);
        return;
      }
    }
    boolean narrow = text.chars().allMatch(c -> c <= 0xFF);
    sink.out.writeByte(narrow ? NARROW : WIDE);
    sink.out.writeInt(text.length());
    for (int at = 0; at < text.length(); at += PIECE) {
      String piece = text.substring(at, Math.min(text.length(), at + PIECE));
      if (narrow) {
        sink.out.write(piece.getBytes(StandardCharsets.ISO_8859_1));
      } else {
        ByteBuffer bytes = ByteBuffer.allocate(piece.length() * Character.BYTES);
        bytes.asCharBuffer().put(piece);
        sink.out.write(bytes.array());
      }
    }
  }

  private static String readString(Source source) throws IOException {
    byte form = source.in.readByte();
    if (form == KNOWN) {
      int number = readSize(source);
      if (number >= source.texts.size()) {
        throw new IOException("expected the number of a text and found " + number);
      }
      return source.texts.get(number);
    }
    if (form != NARROW && form != WIDE) {
      throw new IOException("expected the form of a text and found " + form);
    }
    String text = readCharacters(source, form == NARROW);
    if (text.length() >= SHARED_LENGTH) {
      source.texts.add(text);
    }
    return text;
  }

  /** Reads in pieces, so that a corrupt length meets the stream's end and not the heap's. */
  private static String readCharacters(Source source, boolean narrow) throws IOException {
    int length = readSize(source);
    StringBuilder text = new StringBuilder(Math.min(length, PIECE));
    while (text.length() < length) {
      int most = Math.min(length - text.length(), PIECE);
      byte[] piece = new byte[narrow ? most : most * Character.BYTES];
      source.in.readFully(piece);
      text.append(
          narrow
              ? new String(piece, StandardCharsets.ISO_8859_1)
              : ByteBuffer.wrap(piece).asCharBuffer());
    }
    return text.toString();
  }

  private static boolean readBoolean(Source source) throws IOException {
    byte value = source.in.readByte();
    if (value != 0 && value != 1) {
      throw new IOException("expected a truth value and found " + value);
    }
    return value == 1;
  }

  private static int readSize(Source source) throws IOException {
    int size = source.in.readInt();
    if (size < 0) {
      throw new IOException("expected a size and found " + size);
    }
    return size;
  }

  private static Object constant(Class<?> type, String name) throws IOException {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IOException(type.getSimpleName() + " has no constant " + name);
  }

  private static Class<?> permitted(Class<?> sealed, String simpleName) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .filter(c -> c.getSimpleName().equals(simpleName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    simpleName + " is not one of the kinds of " + sealed.getSimpleName()));
  }

  private static IllegalArgumentException unsupported(Type type) {
    return new IllegalArgumentException(
        type.getTypeName()
            + " cannot cross the process boundary; use strings, numbers, enums, durations, lists,"
            + " maps, optionals, records and sealed interfaces of records");
  }

  /** Spells a type out with everything it holds; equal text means equal encoding. */
  private static void describe(Type type, StringBuilder text, Set<Class<?>> seen) {
    if (type instanceof ParameterizedType generic) {
      text.append(generic.getRawType().getTypeName()).append('<');
      for (Type argument : generic.getActualTypeArguments()) {
        describe(argument, text, seen);
        text.append(',');
      }
      text.append('>');
      return;
    }
    if (!(type instanceof Class<?> raw)) {
      throw unsupported(type);
    }
    text.append(raw.getName());
    if (!seen.add(raw)) {
      return;
    }
    if (raw.isRecord()) {
      for (RecordComponent component : raw.getRecordComponents()) {
        text.append(' ').append(component.getName()).append(':');
        describe(component.getGenericType(), text, seen);
      }
    } else if (raw.isEnum()) {
      text.append(Arrays.toString(raw.getEnumConstants()));
    } else if (raw.isSealed()) {
      for (Class<?> choice : raw.getPermittedSubclasses()) {
        text.append('|');
        describe(choice, text, seen);
      }
    }
  }

  /** Where a value is written to, with the long texts that were written already. */
  private static final class Sink {
    private final DataOutput out;
    private final Map<String, Integer> texts = new HashMap<>();

    Sink(DataOutput out) {
      this.out = out;
    }
  }

  /** Where a value is read from, with the long texts that were read already. */
  private static final class Source {
    private final DataInput in;
    private final List<String> texts = new ArrayList<>();

    Source(DataInput in) {
      this.in = in;
    }
  }

  /** How to take one record type apart and put it together. */
  private record Shape(List<Component> components, Constructor<?> constructor) {
    private record Component(String name, Type type, Method accessor) {}

    static Shape of(Class<?> type) {
      List<Component> components = new ArrayList<>();
      for (RecordComponent component : type.getRecordComponents()) {
        component.getAccessor().setAccessible(true);
        components.add(
            new Component(
                component.getName(), component.getGenericType(), component.getAccessor()));
      }
      Class<?>[] parameters =
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getType)
              .toArray(Class<?>[]::new);
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(parameters);
        constructor.setAccessible(true);
        return new Shape(components, constructor);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("a record has its canonical constructor", e);
      }
    }

    void write(Sink sink, Object value) throws IOException {
      for (Component component : components) {
        Object part = component(value, component);
        if (part == null) {
          throw new IllegalArgumentException(
              value.getClass().getSimpleName() + "." + component.name() + " is null");
        }
        writeValue(sink, component.type(), part);
      }
    }

    private static Object component(Object value, Component component) {
      try {
        return component.accessor().invoke(value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("a record's accessor only returns", e);
      }
    }

    Object read(Source source) throws IOException {
      Object[] parts = new Object[components.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = readValue(source, components.get(i).type());
      }
      try {
        return constructor.newInstance(parts);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IOException(
            constructor.getDeclaringClass().getSimpleName()
                + " refuses what was read: "
                + e.getCause().getMessage()
                + " (components: "
                + components.stream().map(Component::name).collect(Collectors.joining(", "))
                + ")",
            e.getCause());
      } catch (InstantiationException | IllegalAccessException e) {
        throw new IllegalStateException("a record can be instantiated", e);
      }
    }
  }
}
