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
          NodeId written = w.renamed(v);
          w.out().putString(written.role());
          w.out().putVarint(written.index());
        },
        r -> new NodeId(r.readString(), r.readVarint()));
  }

  /** Registers those that no other group has. */
  static void registerOthers(Map<Class<?>, Shape> shapes) {
    put(
        shapes,
        UUID.class,
        (w, v) -> {
          w.out().putFixed(v.getMostSignificantBits());
          w.out().putFixed(v.getLeastSignificantBits());
        },
        r -> new UUID(r.readFixedLong(), r.readFixedLong()));
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

  static void registerBigNumbers(Map<Class<?>, Shape> shapes) {
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
          BigInteger unscaled = readBig(r);
          return unscaled.bitLength() < Long.SIZE
              ? BigDecimal.valueOf(unscaled.longValue(), scale)
              : new BigDecimal(unscaled, scale);
        });
  }

  static void registerOptionals(Map<Class<?>, Shape> shapes) {
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

  /**
   * The types of java.time by their numbers. Their texts do not all read back: a year of five
   * digits is printed without the sign that the parser of YearMonth asks for.
   */
  static void registerTimes(Map<Class<?>, Shape> shapes) {
    put(
        shapes,
        Duration.class,
        (w, v) -> writeMoment(w, v.getSeconds(), v.getNano()),
        r -> Duration.ofSeconds(r.readSignedLong(), r.readVarint()));
    put(
        shapes,
        Instant.class,
        (w, v) -> writeMoment(w, v.getEpochSecond(), v.getNano()),
        r ->
            constant(
                Instant.ofEpochSecond(r.readSignedLong(), r.readVarint()),
                Instant.MIN,
                Instant.MAX));
    put(shapes, LocalDate.class, ValueShapes::writeDate, ValueShapes::readDate);
    put(shapes, LocalTime.class, ValueShapes::writeTime, ValueShapes::readTime);
    put(shapes, LocalDateTime.class, ValueShapes::writeDateTime, ValueShapes::readDateTime);
    put(
        shapes,
        OffsetDateTime.class,
        (w, v) -> {
          writeDateTime(w, v.toLocalDateTime());
          writeOffset(w, v.getOffset());
        },
        r ->
            constant(
                OffsetDateTime.of(readDateTime(r), readOffset(r)),
                OffsetDateTime.MIN,
                OffsetDateTime.MAX));
    put(
        shapes,
        OffsetTime.class,
        (w, v) -> {
          writeTime(w, v.toLocalTime());
          writeOffset(w, v.getOffset());
        },
        r -> constant(OffsetTime.of(readTime(r), readOffset(r)), OffsetTime.MIN, OffsetTime.MAX));
    put(
        shapes,
        ZonedDateTime.class,
        (w, v) -> {
          writeDateTime(w, v.toLocalDateTime());
          writeOffset(w, v.getOffset());
          w.write(v.getZone());
        },
        r -> {
          LocalDateTime local = readDateTime(r);
          ZoneOffset offset = readOffset(r);
          return ZonedDateTime.ofLocal(local, (ZoneId) r.read(), offset);
        });
    put(
        shapes,
        Period.class,
        (w, v) -> {
          w.out().putSigned(v.getYears());
          w.out().putSigned(v.getMonths());
          w.out().putSigned(v.getDays());
        },
        r -> Period.of(r.readSigned(), r.readSigned(), r.readSigned()));
    put(
        shapes,
        MonthDay.class,
        (w, v) -> {
          w.out().putByte(v.getMonthValue());
          w.out().putByte(v.getDayOfMonth());
        },
        r -> MonthDay.of(r.readByte(), r.readByte()));
    put(
        shapes,
        Year.class,
        (w, v) -> w.out().putSigned(v.getValue()),
        r -> Year.of(r.readSigned()));
    put(
        shapes,
        YearMonth.class,
        (w, v) -> {
          w.out().putSigned(v.getYear());
          w.out().putByte(v.getMonthValue());
        },
        r -> YearMonth.of(r.readSigned(), r.readByte()));
    put(shapes, ZoneOffset.class, ValueShapes::writeOffset, ValueShapes::readOffset);
    // Regions have a class that is not public.
    Shape region = new Simple<ZoneId>((w, v) -> w.out().putString(v.getId()), r -> zone(r));
    shapes.put(ZoneId.of("Europe/Berlin").getClass(), region);
  }

  private static void writeMoment(Writer w, long seconds, int nanos) {
    w.out().putSigned(seconds);
    w.out().putVarint(nanos);
  }

  private static void writeDate(Writer w, LocalDate date) {
    w.out().putSigned(date.toEpochDay());
  }

  private static LocalDate readDate(Reader r) {
    LocalDate date = LocalDate.ofEpochDay(r.readSignedLong());
    return constant(date, LocalDate.MIN, LocalDate.MAX, LocalDate.EPOCH);
  }

  private static void writeTime(Writer w, LocalTime time) {
    w.out().putVarlong(time.toNanoOfDay());
  }

  private static LocalTime readTime(Reader r) {
    return constant(LocalTime.ofNanoOfDay(r.readVarlong()), LocalTime.MAX);
  }

  private static void writeDateTime(Writer w, LocalDateTime time) {
    writeDate(w, time.toLocalDate());
    writeTime(w, time.toLocalTime());
  }

  private static LocalDateTime readDateTime(Reader r) {
    LocalDateTime time = LocalDateTime.of(readDate(r), readTime(r));
    return constant(time, LocalDateTime.MIN, LocalDateTime.MAX);
  }

  private static void writeOffset(Writer w, ZoneOffset offset) {
    w.out().putSigned(offset.getTotalSeconds());
  }

  private static ZoneOffset readOffset(Reader r) {
    return ZoneOffset.ofTotalSeconds(r.readSigned());
  }

  private static ZoneId zone(Reader r) {
    return ZoneId.of(r.readString());
  }

  /** The constant of the JDK that equals the value, or the value: code compares them with ==. */
  @SafeVarargs
  private static <T> T constant(T value, T... constants) {
    for (T constant : constants) {
      if (constant.equals(value)) {
        return constant;
      }
    }
    return value;
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

  /** Small numbers come from the JDK's own table, which has BigInteger.ZERO and its like. */
  private static BigInteger readBig(Reader r) {
    BigInteger value = new BigInteger(r.readBytes(r.readVarint()));
    return value.bitLength() < Long.SIZE ? BigInteger.valueOf(value.longValue()) : value;
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
