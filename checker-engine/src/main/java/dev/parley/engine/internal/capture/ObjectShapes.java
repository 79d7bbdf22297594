package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The shapes of classes that are taken field by field, and of arrays. */
final class ObjectShapes {
  private ObjectShapes() {}

  private static FieldSlot[] slots(List<Field> fields) {
    return fields.stream()
        .map(f -> new FieldSlot(f, Types.isAuxiliary(f)))
        .toArray(FieldSlot[]::new);
  }

  private static void writeFields(Writer w, FieldSlot[] slots, Object holder) {
    for (FieldSlot slot : slots) {
      if (slot.auxiliary) {
        w.meetAuxiliary();
        if (w.relevantOnly()) {
          continue;
        }
      }
      slot.write(w, holder);
    }
  }

  private static void readFields(Reader r, FieldSlot[] slots, Object holder) {
    for (FieldSlot slot : slots) {
      slot.read(r, holder);
    }
  }

  /**
   * The fields of a node class, which is always the root. Its final fields of primitive, boxed,
   * string, enum or node name type are no part of the encoding, unless they differ among initial
   * states: they hold today what they held when the node was made. Encodings are therefore
   * comparable between states of one node only.
   */
  static final class NodeShape {
    private final FieldSlot[] slots;
    private final boolean auxiliary;

    NodeShape(
        Class<? extends Node> type,
        Set<Field> auxiliaryFields,
        Set<Field> leftOut,
        Set<Field> varying) {
      List<Field> fields = new ArrayList<>(Types.instanceFields(type, Node.class));
      fields.removeAll(leftOut);
      fields.removeIf(f -> VaryingFields.isFixed(f) && !varying.contains(f));
      slots =
          fields.stream()
              .map(f -> new FieldSlot(f, Types.isAuxiliary(f) || auxiliaryFields.contains(f)))
              .toArray(FieldSlot[]::new);
      auxiliary = Types.isAuxiliary(type);
    }

    void write(Writer w, Node node) {
      if (auxiliary) {
        w.meetAuxiliary();
        if (w.relevantOnly()) {
          return;
        }
      }
      writeFields(w, slots, node);
    }

    void fill(Reader r, Node node) {
      readFields(r, slots, node);
    }
  }

  /** A record: a value, restored through its canonical constructor. */
  static final class RecordShape extends Shape {
    private final Class<?> type;
    private final FieldSlot[] slots;
    private final Constructor<?> constructor;

    RecordShape(Class<?> type) {
      super(Types.isAuxiliary(type));
      this.type = type;
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        constructor = type.getDeclaredConstructor(types);
        constructor.trySetAccessible();
        // Fields, not accessors: an accessor is the author's code and may return a copy.
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : components) {
          fields.add(type.getDeclaredField(component.getName()));
        }
        slots = slots(fields);
      } catch (NoSuchMethodException | NoSuchFieldException e) {
        throw new IllegalStateException("not a record: " + type.getName(), e);
      }
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.seal();
      writeFields(w, slots, value);
      w.unseal();
    }

    @Override
    Object read(Reader r) {
      Object[] arguments = new Object[slots.length];
      r.enterRecord();
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = slots[i].readBoxed(r);
      }
      r.leaveRecord();
      try {
        Object made = constructor.newInstance(arguments);
        r.made(type, slots, arguments, made);
        return made;
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof OutOfMemoryError full) {
          throw full;
        }
        throw new Uncapturable(
            "the constructor of record "
                + type.getName()
                + " refused the values of a record that exists ("
                + e.getCause()
                + "); it must accept every value it has once stored",
            e.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("canonical constructor of " + type.getName(), e);
      }
    }
  }

  /**
   * A plain object, field by field and allocated without its constructor.
   *
   * <p>Constants of the class (static final fields that hold an immutable object: a sentinel, a
   * hand-made enum) are kept by reference instead, because code compares them with {@code ==}.
   */
  static final class PlainShape extends Shape.Identity {
    private final FieldSlot[] slots;
    private final Constructor<?> constructor;
    private final boolean constantLike;

    /** Pairs of object and number; mostly empty. */
    private final List<Object> constants = new ArrayList<>(0);

    PlainShape(Class<?> type) {
      super(Types.isAuxiliary(type));
      List<Field> fields = Types.instanceFields(type, Object.class);
      slots = slots(fields);
      constructor = JdkInternals.bareConstructor(type);
      constantLike =
          allFinal(fields) && fields.stream().allMatch(f -> Types.isConstant(f.getType()));
    }

    static boolean allFinal(List<Field> fields) {
      return fields.stream().allMatch(f -> Modifier.isFinal(f.getModifiers()));
    }

    /** Whether all content is fixed for ever, so that a static final field makes it a constant. */
    boolean constantLike() {
      return constantLike;
    }

    void addConstant(Object constant, int number) {
      constants.add(constant);
      constants.add(number);
    }

    /** The number the object has as a constant, or -1. */
    int constantNumber(Object value) {
      for (int i = 0; i < constants.size(); i += 2) {
        if (constants.get(i) == value) {
          return (Integer) constants.get(i + 1);
        }
      }
      return -1;
    }

    @Override
    void writeContent(Writer w, Object value) {
      writeFields(w, slots, value);
    }

    @Override
    Object allocate(Reader r) {
      try {
        return constructor.newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("allocating " + constructor.getDeclaringClass(), e);
      }
    }

    @Override
    void fill(Reader r, Object value) {
      readFields(r, slots, value);
    }
  }

  /** A plain object of final fields in a message: a value like a record. */
  static final class PlainValueShape extends Shape {
    private final PlainShape fields;

    PlainValueShape(PlainShape fields) {
      super(fields.auxiliary);
      this.fields = fields;
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      fields.writeContent(w, value);
    }

    @Override
    Object read(Reader r) {
      Object value = fields.allocate(r);
      fields.fill(r, value);
      return value;
    }
  }

  /** Looks for constants before it looks at fields. */
  static final class ConstantsFirst extends Shape {
    private final PlainShape plain;
    private final Shape otherwise;

    ConstantsFirst(PlainShape plain, Shape otherwise) {
      super(plain.auxiliary);
      this.plain = plain;
      this.otherwise = otherwise;
    }

    /** The same constants, with another shape for what is none. */
    ConstantsFirst otherwise(Shape other) {
      return new ConstantsFirst(plain, other);
    }

    PlainShape plain() {
      return plain;
    }

    @Override
    void write(Writer w, Object value) {
      int number = plain.constantNumber(value);
      if (number >= 0) {
        w.out().putByte(Writer.CONSTANT);
        w.out().putVarint(number);
      } else {
        otherwise.write(w, value);
      }
    }

    @Override
    Object read(Reader r) {
      throw new IllegalStateException("has no encoding of its own");
    }
  }

  /** An array of references. */
  static final class ArrayShape extends Shape.Identity {
    private final Class<?> component;

    ArrayShape(Class<?> type) {
      super(Types.isAuxiliary(type.getComponentType()));
      component = type.getComponentType();
    }

    @Override
    void writeHeader(Writer w, Object value) {
      w.out().putVarint(Array.getLength(value));
    }

    @Override
    void writeContent(Writer w, Object value) {
      Object[] array = (Object[]) value;
      for (int i = 0; i < array.length; i++) {
        try {
          w.write(array[i]);
        } catch (Uncapturable e) {
          throw e.atIndex(i);
        }
      }
    }

    @Override
    Object allocate(Reader r) {
      return Array.newInstance(component, r.readVarint());
    }

    @Override
    void fill(Reader r, Object value) {
      Object[] array = (Object[]) value;
      for (int i = 0; i < array.length; i++) {
        array[i] = r.read();
      }
    }
  }

  /** An array of primitives. */
  static final class PrimitiveArrayShape extends Shape.Identity {
    private final Class<?> component;

    PrimitiveArrayShape(Class<?> type) {
      super(false);
      component = type.getComponentType();
    }

    @Override
    void writeHeader(Writer w, Object value) {
      w.out().putVarint(Array.getLength(value));
    }

    @Override
    void writeContent(Writer w, Object value) {
      ByteSink out = w.out();
      if (value instanceof int[] ints) {
        for (int i : ints) {
          out.putSigned(i);
        }
      } else if (value instanceof long[] longs) {
        for (long l : longs) {
          out.putSigned(l);
        }
      } else if (value instanceof byte[] bytes) {
        out.putBytes(bytes, 0, bytes.length);
      } else if (value instanceof boolean[] booleans) {
        for (boolean b : booleans) {
          out.putByte(b ? 1 : 0);
        }
      } else if (value instanceof char[] chars) {
        for (char c : chars) {
          out.putVarint(c);
        }
      } else if (value instanceof short[] shorts) {
        for (short s : shorts) {
          out.putSigned(s);
        }
      } else if (value instanceof double[] doubles) {
        for (double d : doubles) {
          out.putFixed(Double.doubleToRawLongBits(d));
        }
      } else if (value instanceof float[] floats) {
        for (float f : floats) {
          out.putFixed(Float.floatToRawIntBits(f));
        }
      }
    }

    @Override
    Object allocate(Reader r) {
      return Array.newInstance(component, r.readVarint());
    }

    @Override
    void fill(Reader r, Object value) {
      int length = Array.getLength(value);
      for (int i = 0; i < length; i++) {
        if (value instanceof int[] ints) {
          ints[i] = r.readSigned();
        } else if (value instanceof long[] longs) {
          longs[i] = r.readSignedLong();
        } else if (value instanceof byte[] bytes) {
          bytes[i] = r.readByte();
        } else if (value instanceof boolean[] booleans) {
          booleans[i] = r.readByte() != 0;
        } else if (value instanceof char[] chars) {
          chars[i] = (char) r.readVarint();
        } else if (value instanceof short[] shorts) {
          shorts[i] = (short) r.readSigned();
        } else if (value instanceof double[] doubles) {
          doubles[i] = Double.longBitsToDouble(r.readFixedLong());
        } else if (value instanceof float[] floats) {
          floats[i] = Float.intBitsToFloat(r.readFixed());
        }
      }
    }
  }

  /**
   * An object that is what its class is: a lambda that captured nothing, a comparator of the JDK.
   * There is nothing to copy, so the object itself is kept. What such an object wraps must be of
   * the same kind ({@code Comparator.comparing(Ballot::round).reversed()}); two of one class are
   * the same if they wrap the same.
   */
  static final class FunctionShape extends Shape {
    private final List<Object> known = new ArrayList<>();

    FunctionShape(Class<?> type) {
      super(Types.isAuxiliary(type));
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.out().putVarint(number(value));
    }

    private int number(Object value) {
      for (int i = 0; i < known.size(); i++) {
        if (same(known.get(i), value)) {
          return i;
        }
      }
      checkStateless(value);
      known.add(value);
      return known.size() - 1;
    }

    private static boolean same(Object a, Object b) {
      if (a == b) {
        return true;
      }
      if (a == null || b == null || a.getClass() != b.getClass() || !isFunction(a.getClass())) {
        return false;
      }
      for (Field field : Types.instanceFields(a.getClass(), Object.class)) {
        field.trySetAccessible();
        if (!same(JdkInternals.read(field, a), JdkInternals.read(field, b))) {
          return false;
        }
      }
      return true;
    }

    private static void checkStateless(Object function) {
      for (Field field : Types.instanceFields(function.getClass(), Object.class)) {
        Object captured =
            field.trySetAccessible() && !field.getType().isPrimitive()
                ? JdkInternals.read(field, function)
                : field;
        if (captured instanceof Enum<?> || captured instanceof Class<?>) {
          continue;
        }
        if (captured == null || !isFunction(captured.getClass())) {
          throw new Uncapturable(
              Types.fullName(function.getClass())
                  + " is a lambda or function object that holds something of its own, which cannot"
                  + " be compared or restored; use a lambda that captures nothing, or an enum or"
                  + " record that implements the interface. Marking the field transient does not"
                  + " help");
        }
        checkStateless(captured);
      }
    }

    /** Whether the class is a lambda or a comparator of the JDK. */
    static boolean isFunction(Class<?> type) {
      return type.isHidden()
          || Types.isJdk(type) && java.util.Comparator.class.isAssignableFrom(type);
    }

    @Override
    Object read(Reader r) {
      return known.get(r.readVarint());
    }
  }

  /** Class objects, by name first so that sets of them have an order that lasts. */
  static final class ClassShape extends Shape {
    private final List<Class<?>> known = new ArrayList<>();

    ClassShape() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      int number = known.indexOf(value);
      if (number < 0) {
        number = known.size();
        known.add((Class<?>) value);
      }
      w.head(this);
      w.out().putString(((Class<?>) value).getName());
      w.out().putVarint(number);
    }

    @Override
    Object read(Reader r) {
      r.readString();
      return known.get(r.readVarint());
    }
  }
}
