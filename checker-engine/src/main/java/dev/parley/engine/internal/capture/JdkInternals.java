package dev.parley.engine.internal.capture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The few places where public methods of the JDK do not suffice: objects without their
 * constructors, and the collection behind a view.
 */
final class JdkInternals {
  /** What to add to the JVM's command line so that views can be looked behind. */
  static final String OPEN = "--add-opens=java.base/java.util=ALL-UNNAMED";

  private static final MethodHandle SERIALIZATION_CONSTRUCTOR = serializationConstructor();

  /**
   * The JDK makes a class for each constructor it is asked for, which takes longer than most local
   * steps. The constructors are kept with the class they belong to and go when it goes.
   */
  private static final ClassValue<Constructor<?>> BARE_CONSTRUCTORS =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          return newBareConstructor(type);
        }
      };

  private JdkInternals() {}

  /**
   * A constructor that runs none of the class's own code. Its factory is the JDK's supported hook
   * for serialisation libraries; it is reached by reflection because javac warns about every
   * mention of it and the build allows no warnings.
   */
  static Constructor<?> bareConstructor(Class<?> type) {
    return BARE_CONSTRUCTORS.get(type);
  }

  private static Constructor<?> newBareConstructor(Class<?> type) {
    try {
      return (Constructor<?>)
          SERIALIZATION_CONSTRUCTOR.invoke(type, Object.class.getDeclaredConstructor());
    } catch (Throwable e) {
      throw new IllegalStateException("no way to allocate " + type.getName(), e);
    }
  }

  private static MethodHandle serializationConstructor() {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object instance =
          lookup
              .findStatic(factory, "getReflectionFactory", MethodType.methodType(factory))
              .invoke();
      return lookup
          .findVirtual(
              factory,
              "newConstructorForSerialization",
              MethodType.methodType(Constructor.class, Class.class, Constructor.class))
          .bindTo(instance);
    } catch (Throwable e) {
      throw new IllegalStateException("this JVM lacks the module jdk.unsupported", e);
    }
  }

  /**
   * A private field of a JDK class, ready to read.
   *
   * @throws Uncapturable if {@code java.util} is closed
   */
  static Field open(Class<?> declaring, String name, String remedy) {
    try {
      Field field = declaring.getDeclaredField(name);
      if (field.trySetAccessible()) {
        return field;
      }
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("unknown layout of " + declaring.getName(), e);
    }
    throw new Uncapturable(
        declaring.getName()
            + " keeps its content private and this JVM does not open java.util; "
            + remedy
            + ", or run the JVM with "
            + OPEN);
  }

  /**
   * The method of {@link Collections} that makes views of the given class, of which there are some
   * from JDK 21 on: {@code unmodifiableSequencedSet} and its like.
   */
  static UnaryOperator<Object> unmodifiableSequenced(Class<?> view) {
    String kind =
        Map.class.isAssignableFrom(view)
            ? "Map"
            : Set.class.isAssignableFrom(view) ? "Set" : "Collection";
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> type = Class.forName("java.util.Sequenced" + kind);
      MethodHandle wrap =
          lookup.findStatic(
              Collections.class, "unmodifiableSequenced" + kind, MethodType.methodType(type, type));
      return backing -> invoke(wrap, backing);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("unknown view " + view.getName(), e);
    }
  }

  private static Object invoke(MethodHandle function, Object argument) {
    try {
      return function.invoke(argument);
    } catch (Throwable e) {
      throw new IllegalStateException(function + " failed on " + argument.getClass(), e);
    }
  }

  static Object read(Field field, Object holder) {
    try {
      return field.get(holder);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible", e);
    }
  }
}
