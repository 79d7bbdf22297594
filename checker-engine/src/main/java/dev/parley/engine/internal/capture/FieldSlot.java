package dev.parley.engine.internal.capture;

import java.lang.reflect.Field;
import java.util.Locale;

/** One field of a class, ready to be written and read without boxing. */
final class FieldSlot {
  private enum Kind {
    BOOLEAN,
    BYTE,
    SHORT,
    CHAR,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    REFERENCE
  }

  /** Whether the content is auxiliary. */
  final boolean auxiliary;

  private final Field field;
  private final Kind kind;

  /** Fields mostly hold the same class again and again: the last one's shape is remembered. */
  private Class<?> lastType;

  private Shape lastShape;

  /**
   * Makes the field accessible.
   *
   * @throws Uncapturable if its module does not allow it
   */
  FieldSlot(Field field, boolean auxiliary) {
    if (!field.trySetAccessible()) {
      throw Uncapturable.closed(field);
    }
    this.field = field;
    this.kind =
        field.getType().isPrimitive()
            ? Kind.valueOf(field.getType().getName().toUpperCase(Locale.ROOT))
            : Kind.REFERENCE;
    this.auxiliary = auxiliary;
  }

  String name() {
    return field.getName();
  }

  boolean isPrimitive() {
    return kind != Kind.REFERENCE;
  }

  /** The content, boxed. */
  Object get(Object holder) {
    return JdkInternals.read(field, holder);
  }

  void write(Writer w, Object holder) {
    try {
      ByteSink out = w.out();
      switch (kind) {
        case BOOLEAN -> out.putByte(field.getBoolean(holder) ? 1 : 0);
        case BYTE -> out.putByte(field.getByte(holder));
        case SHORT -> out.putSigned(field.getShort(holder));
        case CHAR -> out.putVarint(field.getChar(holder));
        case INT -> out.putSigned(field.getInt(holder));
        case LONG -> out.putSigned(field.getLong(holder));
        case FLOAT -> out.putFixed(Float.floatToRawIntBits(field.getFloat(holder)));
        case DOUBLE -> out.putFixed(Double.doubleToRawLongBits(field.getDouble(holder)));
        case REFERENCE -> writeReference(w, field.get(holder));
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible", e);
    }
  }

  private void writeReference(Writer w, Object value) {
    if (value == null) {
      w.out().putByte(Writer.NULL);
      return;
    }
    Class<?> type = value.getClass();
    try {
      if (type != lastType) {
        Shape shape = w.shapeOf(value);
        checkFit(shape);
        lastShape = shape;
        lastType = type;
      }
      w.write(value, lastShape);
    } catch (Uncapturable e) {
      throw e.atField(field.getName());
    }
  }

  private void checkFit(Shape shape) {
    Class<?> restored = shape.restoredType();
    if (restored != Void.class && !field.getType().isAssignableFrom(restored)) {
      throw new Uncapturable(
          "declared as "
              + field.getType().getName()
              + ", but the collections in a message are immutable values of no particular class;"
              + " declare it as List, Set or Map (SortedSet or SortedMap where sorted)");
    }
  }

  /** The content for {@code Constructor.newInstance}. */
  Object readBoxed(Reader r) {
    return switch (kind) {
      case BOOLEAN -> r.readByte() != 0;
      case BYTE -> r.readByte();
      case SHORT -> (short) r.readSigned();
      case CHAR -> (char) r.readVarint();
      case INT -> r.readSigned();
      case LONG -> r.readSignedLong();
      case FLOAT -> Float.intBitsToFloat(r.readFixed());
      case DOUBLE -> Double.longBitsToDouble(r.readFixedLong());
      case REFERENCE -> r.read();
    };
  }

  /**
   * Sets the field from the encoding. Final fields too: reflection may do so for ordinary classes,
   * and the JIT does not take their finals for constants.
   */
  void read(Reader r, Object holder) {
    try {
      switch (kind) {
        case BOOLEAN -> field.setBoolean(holder, r.readByte() != 0);
        case BYTE -> field.setByte(holder, r.readByte());
        case SHORT -> field.setShort(holder, (short) r.readSigned());
        case CHAR -> field.setChar(holder, (char) r.readVarint());
        case INT -> field.setInt(holder, r.readSigned());
        case LONG -> field.setLong(holder, r.readSignedLong());
        case FLOAT -> field.setFloat(holder, Float.intBitsToFloat(r.readFixed()));
        case DOUBLE -> field.setDouble(holder, Double.longBitsToDouble(r.readFixedLong()));
        case REFERENCE -> field.set(holder, r.read());
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible", e);
    }
  }
}
