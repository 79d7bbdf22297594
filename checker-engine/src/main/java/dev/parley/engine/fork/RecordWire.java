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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
  static final int VERSION = 1;

  private static final int PIECE = 1 << 16;
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
    writeValue(out, type, value);
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
    return type.cast(readValue(in, type));
  }

  private static void writeValue(DataOutput out, Type type, Object value) throws IOException {
    if (value == null) {
      throw new IllegalArgumentException("null cannot be written as " + type.getTypeName());
    }
    if (type instanceof ParameterizedType generic) {
      writeContainer(out, generic, value);
      return;
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      writeString(out, (String) value);
    } else if (raw == int.class || raw == Integer.class) {
      out.writeInt((Integer) value);
    } else if (raw == long.class || raw == Long.class) {
      out.writeLong((Long) value);
    } else if (raw == boolean.class || raw == Boolean.class) {
      out.writeBoolean((Boolean) value);
    } else if (raw == double.class || raw == Double.class) {
      out.writeDouble((Double) value);
    } else if (raw == float.class || raw == Float.class) {
      out.writeFloat((Float) value);
    } else if (raw == short.class || raw == Short.class) {
      out.writeShort((Short) value);
    } else if (raw == byte.class || raw == Byte.class) {
      out.writeByte((Byte) value);
    } else if (raw == char.class || raw == Character.class) {
      out.writeChar((Character) value);
    } else if (raw == Duration.class) {
      out.writeLong(((Duration) value).getSeconds());
      out.writeInt(((Duration) value).getNano());
    } else if (raw.isEnum()) {
      writeString(out, ((Enum<?>) value).name());
    } else if (raw.isRecord()) {
      SHAPES.get(raw).write(out, value);
    } else if (raw.isSealed()) {
      Class<?> choice = permitted(raw, value.getClass().getSimpleName());
      writeString(out, choice.getSimpleName());
      writeValue(out, choice, value);
    } else {
      throw unsupported(type);
    }
  }

  private static Object readValue(DataInput in, Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      return readContainer(in, generic);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      return readString(in);
    } else if (raw == int.class || raw == Integer.class) {
      return in.readInt();
    } else if (raw == long.class || raw == Long.class) {
      return in.readLong();
    } else if (raw == boolean.class || raw == Boolean.class) {
      return readBoolean(in);
    } else if (raw == double.class || raw == Double.class) {
      return in.readDouble();
    } else if (raw == float.class || raw == Float.class) {
      return in.readFloat();
    } else if (raw == short.class || raw == Short.class) {
      return in.readShort();
    } else if (raw == byte.class || raw == Byte.class) {
      return in.readByte();
    } else if (raw == char.class || raw == Character.class) {
      return in.readChar();
    } else if (raw == Duration.class) {
      return Duration.ofSeconds(in.readLong(), in.readInt());
    } else if (raw.isEnum()) {
      return constant(raw, readString(in));
    } else if (raw.isRecord()) {
      return SHAPES.get(raw).read(in);
    } else if (raw.isSealed()) {
      String name = readString(in);
      try {
        return readValue(in, permitted(raw, name));
      } catch (IllegalArgumentException unknown) {
        throw new IOException(unknown.getMessage(), unknown);
      }
    }
    throw unsupported(type);
  }

  private static void writeContainer(DataOutput out, ParameterizedType type, Object value)
      throws IOException {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) {
      Optional<?> optional = (Optional<?>) value;
      out.writeBoolean(optional.isPresent());
      if (optional.isPresent()) {
        writeValue(out, arguments[0], optional.get());
      }
    } else if (type.getRawType() == List.class) {
      List<?> list = (List<?>) value;
      out.writeInt(list.size());
      for (Object element : list) {
        writeValue(out, arguments[0], element);
      }
    } else if (type.getRawType() == Map.class) {
      Map<?, ?> map = (Map<?, ?>) value;
      out.writeInt(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        writeValue(out, arguments[0], entry.getKey());
        writeValue(out, arguments[1], entry.getValue());
      }
    } else {
      throw unsupported(type);
    }
  }

  private static Object readContainer(DataInput in, ParameterizedType type) throws IOException {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) {
      return readBoolean(in) ? Optional.of(readValue(in, arguments[0])) : Optional.empty();
    } else if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int rest = readSize(in); rest > 0; rest--) {
        list.add(readValue(in, arguments[0]));
      }
      return List.copyOf(list);
    } else if (type.getRawType() == Map.class) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int rest = readSize(in); rest > 0; rest--) {
        map.put(readValue(in, arguments[0]), readValue(in, arguments[1]));
      }
      return map;
    }
    throw unsupported(type);
  }

  /**
   * {@code writeUTF} ends at 64 KB, and encoding as UTF-8 loses unpaired surrogates, which a
   * protocol's strings may well hold: so the characters themselves are written.
   */
  private static void writeString(DataOutput out, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(text.length(), Character.BYTES));
    bytes.asCharBuffer().put(text);
    out.writeInt(text.length());
    out.write(bytes.array());
  }

  /** Reads in pieces, so that a corrupt length meets the stream's end and not the heap's. */
  private static String readString(DataInput in) throws IOException {
    int length = readSize(in);
    StringBuilder text = new StringBuilder(Math.min(length, PIECE));
    while (text.length() < length) {
      byte[] piece = new byte[Math.min(length - text.length(), PIECE) * Character.BYTES];
      in.readFully(piece);
      text.append(ByteBuffer.wrap(piece).asCharBuffer());
    }
    return text.toString();
  }

  private static boolean readBoolean(DataInput in) throws IOException {
    byte value = in.readByte();
    if (value != 0 && value != 1) {
      throw new IOException("expected a truth value and found " + value);
    }
    return value == 1;
  }

  private static int readSize(DataInput in) throws IOException {
    int size = in.readInt();
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

    void write(DataOutput out, Object value) throws IOException {
      for (Component component : components) {
        Object part = component(value, component);
        if (part == null) {
          throw new IllegalArgumentException(
              value.getClass().getSimpleName() + "." + component.name() + " is null");
        }
        writeValue(out, component.type(), part);
      }
    }

    private static Object component(Object value, Component component) {
      try {
        return component.accessor().invoke(value);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("a record's accessor only returns", e);
      }
    }

    Object read(DataInput in) throws IOException {
      Object[] parts = new Object[components.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = readValue(in, components.get(i).type());
      }
      try {
        return constructor.newInstance(parts);
      } catch (InvocationTargetException e) {
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
