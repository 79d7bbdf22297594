package dev.parley.engine.internal.capture;

import dev.parley.api.NodeId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The shapes of the JDK's immutable values, of node names and of enums. */
final class ValueShapes {
  private ValueShapes() {}

  /** A value made of a writing and a reading function. */
  private static final class Simple<T> extends Shape {
    private final BiConsumer<Writer, T> writing;
    private final Function<Reader, T> reading;

    Simple(BiConsumer<Writer, T> writing, Function<Reader, T> reading) {
      super(false);
      this.writing = writing;
      this.reading = reading;
    }

    @Override
    @SuppressWarnings("unchecked")
    void write(Writer w, Object value) {
      w.head(this);
      writing.accept(w, (T) value);
    }

    @Override
    Object read(Reader r) {
      return reading.apply(r);
    }
  }

  /** An enum's constants, by ordinal; those with bodies of their own too. */
  static final class EnumShape extends Shape {
    private final Object[] constants;

    EnumShape(Class<?> type) {
      super(Types.isAuxiliary(type));
      constants = type.getEnumConstants();
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.out().putVarint(((Enum<?>) value).ordinal());
    }

    @Override
    Object read(Reader r) {
      return constants[r.readVarint()];
    }
  }

  /** Registers those that nearly every protocol has. */
  static void registerUsual(Map<Class<?>, Shape> shapes) {
    numbers(shapes);
    put(shapes, String.class, (w, v) -> w.out().putString(v), Reader::readString);
    put(
        shapes,
        NodeId.class,
        (w, v) -> {
          w.out().putString(v.role());
          w.out().putVarint(v.index());
        },
        r -> new NodeId(r.readString(), r.readVarint()));
  }

  /** Registers all others. */
  static void registerRare(Map<Class<?>, Shape> shapes) {
    bigNumbers(shapes);
    put(
        shapes,
        UUID.class,
        (w, v) -> {
          w.out().putFixed(v.getMostSignificantBits());
          w.out().putFixed(v.getLeastSignificantBits());
        },
        r -> new UUID(r.readFixedLong(), r.readFixedLong()));
    optionals(shapes);
    times(shapes);
    put(shapes, Map.entry(0, 0).getClass(), ValueShapes::writeEntry, r -> entry(r));
    put(
        shapes,
        AbstractMap.SimpleImmutableEntry.class,
        ValueShapes::writeEntry,
        r -> new AbstractMap.SimpleImmutableEntry<>(r.read(), r.read()));
  }

  private static void numbers(Map<Class<?>, Shape> shapes) {
    put(shapes, Boolean.class, (w, v) -> w.out().putByte(v ? 1 : 0), r -> r.readByte() != 0);
    put(shapes, Byte.class, (w, v) -> w.out().putByte(v), Reader::readByte);
    put(shapes, Short.class, (w, v) -> w.out().putSigned(v), r -> (short) r.readSigned());
    put(shapes, Character.class, (w, v) -> w.out().putVarint(v), r -> (char) r.readVarint());
    put(shapes, Integer.class, (w, v) -> w.out().putSigned(v), Reader::readSigned);
    put(shapes, Long.class, (w, v) -> w.out().putSigned(v), Reader::readSignedLong);
    put(
        shapes,
        Float.class,
        (w, v) -> w.out().putFixed(Float.floatToRawIntBits(v)),
        r -> Float.intBitsToFloat(r.readFixed()));
    put(
        shapes,
        Double.class,
        (w, v) -> w.out().putFixed(Double.doubleToRawLongBits(v)),
        r -> Double.longBitsToDouble(r.readFixedLong()));
  }

  private static void bigNumbers(Map<Class<?>, Shape> shapes) {
    put(shapes, BigInteger.class, ValueShapes::writeBig, ValueShapes::readBig);
    put(
        shapes,
        BigDecimal.class,
        (w, v) -> {
          w.out().putSigned(v.scale());
          writeBig(w, v.unscaledValue());
        },
        r -> {
          int scale = r.readSigned();
          return new BigDecimal(readBig(r), scale);
        });
  }

  private static void optionals(Map<Class<?>, Shape> shapes) {
    shapes.put(
        Optional.class,
        new Simple<Optional<?>>(
            (w, v) -> w.write(v.isPresent() ? v.get() : null), r -> Optional.ofNullable(r.read())));
    put(
        shapes,
        OptionalInt.class,
        (w, v) -> w.write(v.isPresent() ? v.getAsInt() : null),
        r -> r.read() instanceof Integer v ? OptionalInt.of(v) : OptionalInt.empty());
    put(
        shapes,
        OptionalLong.class,
        (w, v) -> w.write(v.isPresent() ? v.getAsLong() : null),
        r -> r.read() instanceof Long v ? OptionalLong.of(v) : OptionalLong.empty());
    put(
        shapes,
        OptionalDouble.class,
        (w, v) -> w.write(v.isPresent() ? v.getAsDouble() : null),
        r -> r.read() instanceof Double v ? OptionalDouble.of(v) : OptionalDouble.empty());
  }

  /** The types of java.time print all they hold and read it back. */
  private static void times(Map<Class<?>, Shape> shapes) {
    text(shapes, Duration.class, Duration::parse);
    text(shapes, Instant.class, Instant::parse);
    text(shapes, LocalDate.class, LocalDate::parse);
    text(shapes, LocalDateTime.class, LocalDateTime::parse);
    text(shapes, LocalTime.class, LocalTime::parse);
    text(shapes, MonthDay.class, MonthDay::parse);
    text(shapes, OffsetDateTime.class, OffsetDateTime::parse);
    text(shapes, OffsetTime.class, OffsetTime::parse);
    text(shapes, Period.class, Period::parse);
    put(
        shapes,
        Year.class,
        (w, v) -> w.out().putSigned(v.getValue()),
        r -> Year.of(r.readSigned()));
    text(shapes, YearMonth.class, YearMonth::parse);
    text(shapes, ZonedDateTime.class, ZonedDateTime::parse);
    text(shapes, ZoneOffset.class, ZoneOffset::of);
    // Regions have a class that is not public.
    Shape region = new Simple<ZoneId>((w, v) -> w.out().putString(v.getId()), r -> zone(r));
    shapes.put(ZoneId.of("Europe/Berlin").getClass(), region);
  }

  private static ZoneId zone(Reader r) {
    return ZoneId.of(r.readString());
  }

  private static <T> void text(
      Map<Class<?>, Shape> shapes, Class<T> type, Function<String, T> parsing) {
    put(
        shapes,
        type,
        (w, v) -> w.out().putString(v.toString()),
        r -> parsing.apply(r.readString()));
  }

  private static <T> void put(
      Map<Class<?>, Shape> shapes,
      Class<T> type,
      BiConsumer<Writer, T> writing,
      Function<Reader, T> reading) {
    shapes.put(type, new Simple<>(writing, reading));
  }

  private static void writeBig(Writer w, BigInteger value) {
    byte[] bytes = value.toByteArray();
    w.out().putVarint(bytes.length);
    w.out().putBytes(bytes, 0, bytes.length);
  }

  private static BigInteger readBig(Reader r) {
    return new BigInteger(r.readBytes(r.readVarint()));
  }

  private static void writeEntry(Writer w, Map.Entry<?, ?> entry) {
    w.write(entry.getKey());
    w.write(entry.getValue());
  }

  @SuppressWarnings("unchecked")
  private static <T> T entry(Reader r) {
    return (T) Map.entry(r.read(), r.read());
  }
}
