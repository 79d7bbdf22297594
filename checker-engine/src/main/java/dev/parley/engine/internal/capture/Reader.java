package dev.parley.engine.internal.capture;

import dev.parley.engine.internal.capture.Codec.Arrangement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One walk over an encoding that builds the graph again; the counterpart of {@link Writer}.
 *
 * <p>Elements of hashed and sorted collections that involve objects with identity go in at the very
 * end ({@link #insert}), when those objects are complete and hash code and comparison give what
 * they gave before. Inner collections come before the outer ones that hold them. Inside a record
 * there is no waiting, for its constructor may copy; such collections are filled at once and again
 * at the end, as their elements may refer to objects that were not complete by then.
 */
final class Reader {
  private final Catalogue catalogue;
  private final List<Runnable> deferred = new ArrayList<>();
  private final List<Runnable> insertions = new ArrayList<>();
  private Object[] objects = new Object[16];
  private int count;
  private byte[] bytes;
  private int position;
  private int end;
  private boolean reversed;
  private int records;
  private long identities;
  private Diagnosis diagnosis;

  Reader(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  void begin(byte[] source, int offset, int length, Arrangement arrangement) {
    clear();
    bytes = source;
    position = offset;
    end = offset + length;
    reversed = arrangement == Arrangement.REVERSED;
    records = 0;
  }

  /** Has everything watched that is restored from now on; by nobody if null. */
  void watch(Diagnosis by) {
    diagnosis = by;
  }

  /** A record was made by its constructor. */
  void made(Class<?> type, FieldSlot[] slots, Object[] arguments, Object record) {
    if (diagnosis != null) {
      diagnosis.compare(type, slots, arguments, record);
    }
  }

  void root(Object root) {
    register(reserve(), root);
  }

  /** Reads what was put off, completes the collections, and checks that nothing is left over. */
  void finish() {
    for (int i = 0; i < deferred.size(); i++) {
      deferred.get(i).run();
    }
    insertions.forEach(Reader::run);
    if (position != end) {
      throw new IllegalStateException(
          "encoding of " + (end - position) + " bytes more than its content");
    }
    clear();
  }

  private void clear() {
    Arrays.fill(objects, 0, count, null);
    count = 0;
    deferred.clear();
    insertions.clear();
    bytes = null;
  }

  /** Whether unordered collections are to be arranged unlike they usually are. */
  boolean reversed() {
    return reversed;
  }

  /** Whether a HashSet or HashMap arranges itself, and is to be filled in canonical order. */
  boolean arranged() {
    return catalogue.isRewritten();
  }

  /** Reads any reference. */
  Object read() {
    int head = readVarint();
    return switch (head) {
      case Writer.NULL -> null;
      case Writer.REFERENCE -> reference(readVarint());
      case Writer.CONSTANT -> catalogue.constant(readVarint());
      case Writer.DEFERRED -> {
        Shape.Identity shape = (Shape.Identity) catalogue.byId(readVarint() - Writer.FIRST_SHAPE);
        Object value = shape.readEmpty(this);
        deferred.add(() -> shape.fill(this, value));
        yield value;
      }
      default -> catalogue.byId(head - Writer.FIRST_SHAPE).read(this);
    };
  }

  private Object reference(int number) {
    identities++;
    if (objects[number] == null) {
      throw new Uncapturable(
          "a comparator refers to the very collection it orders; take the reference out of it");
    }
    return objects[number];
  }

  int reserve() {
    identities++;
    if (count == objects.length) {
      objects = Arrays.copyOf(objects, count * 2);
    }
    return count++;
  }

  void register(int number, Object value) {
    objects[number] = value;
  }

  void enterRecord() {
    records++;
  }

  void leaveRecord() {
    records--;
  }

  Object[] readElements() {
    return readMany(readVarint());
  }

  /** Keys and values in turn. */
  Object[] readEntries() {
    return readMany(readVarint() * 2);
  }

  private Object[] readMany(int size) {
    Object[] elements = new Object[size];
    for (int i = 0; i < size; i++) {
      elements[i] = read();
    }
    return elements;
  }

  /** How many objects with identity were met so far, to be handed to {@link #insert}. */
  long mark() {
    return identities;
  }

  /** Runs an insertion as soon as the elements read since the mark can bear it. */
  void insert(long mark, Runnable insertion) {
    if (identities != mark) {
      insertions.add(insertion);
    }
    if (identities == mark || records > 0) {
      run(insertion);
    }
  }

  private static void run(Runnable insertion) {
    try {
      insertion.run();
    } catch (Uncapturable e) {
      throw e;
    } catch (Throwable e) {
      throw Membership.thrown(e);
    }
  }

  byte readByte() {
    return bytes[position++];
  }

  int readVarint() {
    int value = bytes[position++];
    if (value >= 0) {
      return value;
    }
    value &= 0x7f;
    for (int shift = 7; ; shift += 7) {
      int group = bytes[position++];
      value |= (group & 0x7f) << shift;
      if (group >= 0) {
        return value;
      }
    }
  }

  long readVarlong() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int group = bytes[position++];
      value |= (group & 0x7fL) << shift;
      if (group >= 0) {
        return value;
      }
    }
  }

  int readSigned() {
    int value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  long readSignedLong() {
    long value = readVarlong();
    return (value >>> 1) ^ -(value & 1);
  }

  int readFixed() {
    return readByte() << 24
        | (readByte() & 0xff) << 16
        | (readByte() & 0xff) << 8
        | (readByte() & 0xff);
  }

  long readFixedLong() {
    return (long) readFixed() << 32 | (readFixed() & 0xffffffffL);
  }

  byte[] readBytes(int length) {
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  String readString() {
    int head = readVarint();
    int length = head >>> 1;
    if ((head & 1) == 0) {
      position += length;
      return new String(bytes, position - length, length, StandardCharsets.ISO_8859_1);
    }
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = (char) readVarint();
    }
    return new String(chars);
  }
}
