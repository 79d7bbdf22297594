package dev.parley.engine.internal.capture;

/**
 * How the objects of one class are written and read. A shape without identity, as this is, stands
 * for values: it matters what they hold, never which of two equal ones it is.
 */
abstract class Shape {
  /** Whether the class is auxiliary as a whole. */
  final boolean auxiliary;

  /** What encodings call this shape; given by the catalogue. */
  int id;

  Shape(boolean auxiliary) {
    this.auxiliary = auxiliary;
  }

  /** Appends head and content. */
  abstract void write(Writer w, Object value);

  /** Reads the content; the head was read to get here. */
  abstract Object read(Reader r);

  /** What {@link #read} returns, where that may not fit where the original stood. */
  Class<?> restoredType() {
    return Void.class;
  }

  /**
   * A shape for objects with identity: the first time one is met its content is written, from then
   * on its number. Allocation and filling are apart, so that a cycle finds the object it leads back
   * to.
   */
  abstract static class Identity extends Shape {
    Identity(boolean auxiliary) {
      super(auxiliary);
    }

    /** Appends what {@link #allocate} needs. */
    void writeHeader(Writer w, Object value) {}

    /** Appends the rest. */
    abstract void writeContent(Writer w, Object value);

    /** An empty object. */
    abstract Object allocate(Reader r);

    /** Gives it its content. */
    abstract void fill(Reader r, Object value);

    @Override
    final void write(Writer w, Object value) {
      if (w.wroteReference(value)) {
        return;
      }
      boolean deferred = w.enter(value);
      if (deferred) {
        w.out().putByte(Writer.DEFERRED);
      }
      w.head(this);
      writeHeader(w, value);
      if (deferred) {
        w.defer(this, value);
      } else {
        writeContent(w, value);
      }
      w.leave();
    }

    @Override
    final Object read(Reader r) {
      Object value = readEmpty(r);
      fill(r, value);
      return value;
    }

    final Object readEmpty(Reader r) {
      int number = r.reserve();
      Object value = allocate(r);
      r.register(number, value);
      return value;
    }
  }

  /** A shape for what cannot be captured. */
  static final class Refused extends Identity {
    private final String message;

    Refused(String message) {
      super(false);
      this.message = message;
    }

    @Override
    void writeHeader(Writer w, Object value) {
      throw new Uncapturable(message);
    }

    @Override
    void writeContent(Writer w, Object value) {
      throw new Uncapturable(message);
    }

    @Override
    Object allocate(Reader r) {
      throw new IllegalStateException(message);
    }

    @Override
    void fill(Reader r, Object value) {
      throw new IllegalStateException(message);
    }
  }
}
