package dev.parley.engine.internal.capture;

import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** The shapes of small mutable objects of the JDK. */
final class HolderShapes {
  private HolderShapes() {}

  /** A mutable object made of three functions. */
  private static final class Holder<T> extends Shape.Identity {
    private final Supplier<T> empty;
    private final BiConsumer<Writer, T> writing;
    private final BiConsumer<Reader, T> filling;

    Holder(Supplier<T> empty, BiConsumer<Writer, T> writing, BiConsumer<Reader, T> filling) {
      super(false);
      this.empty = empty;
      this.writing = writing;
      this.filling = filling;
    }

    @Override
    @SuppressWarnings("unchecked")
    void writeContent(Writer w, Object value) {
      writing.accept(w, (T) value);
    }

    @Override
    Object allocate(Reader r) {
      return empty.get();
    }

    @Override
    @SuppressWarnings("unchecked")
    void fill(Reader r, Object value) {
      filling.accept(r, (T) value);
    }
  }

  /** Registers all of them under their classes. */
  static void register(Map<Class<?>, Shape> shapes) {
    shapes.put(
        AtomicInteger.class,
        new Holder<>(
            AtomicInteger::new,
            (w, v) -> w.out().putSigned(v.get()),
            (r, v) -> v.set(r.readSigned())));
    shapes.put(
        AtomicLong.class,
        new Holder<>(
            AtomicLong::new,
            (w, v) -> w.out().putSigned(v.get()),
            (r, v) -> v.set(r.readSignedLong())));
    shapes.put(
        AtomicBoolean.class,
        new Holder<>(
            AtomicBoolean::new,
            (w, v) -> w.out().putByte(v.get() ? 1 : 0),
            (r, v) -> v.set(r.readByte() != 0)));
    shapes.put(
        AtomicReference.class,
        new Holder<AtomicReference<Object>>(
            AtomicReference::new, (w, v) -> w.write(v.get()), (r, v) -> v.set(r.read())));
    shapes.put(
        StringBuilder.class,
        new Holder<>(
            StringBuilder::new,
            (w, v) -> w.out().putString(v.toString()),
            (r, v) -> v.append(r.readString())));
    shapes.put(
        BitSet.class, new Holder<>(BitSet::new, HolderShapes::writeBits, HolderShapes::readBits));
  }

  private static void writeBits(Writer w, BitSet bits) {
    long[] words = bits.toLongArray();
    w.out().putVarint(words.length);
    for (long word : words) {
      w.out().putVarlong(word);
    }
  }

  private static void readBits(Reader r, BitSet bits) {
    long[] words = new long[r.readVarint()];
    for (int i = 0; i < words.length; i++) {
      words[i] = r.readVarlong();
    }
    bits.or(BitSet.valueOf(words));
  }
}
