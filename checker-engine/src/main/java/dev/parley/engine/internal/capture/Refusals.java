package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.Dictionary;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.stream.BaseStream;

/** What cannot be captured, why, and what to do instead. */
final class Refusals {
  private record Reason(List<Class<?>> types, String why, String remedy) {
    boolean fits(Class<?> type) {
      return types.stream().anyMatch(t -> t.isAssignableFrom(type));
    }
  }

  private static final Reason NODE =
      new Reason(
          List.of(Node.class),
          "it is another node, whose state is its own",
          "keep its NodeId and send it messages");

  private static final List<Reason> REASONS =
      List.of(
          new Reason(
              List.of(Thread.class, ThreadLocal.class, Executor.class, Future.class),
              "it runs outside the checker's control",
              "remove the field; steps are atomic and need no threads"),
          new Reason(
              List.of(Lock.class, java.util.concurrent.Semaphore.class),
              "it is about threads",
              "remove the field; steps are atomic and need no locks"),
          new Reason(
              List.of(AutoCloseable.class, BaseStream.class, java.io.File.class),
              "it stands for something outside the JVM or can be read only once",
              "remove the field and keep the values, for example in a List"),
          new Reason(
              List.of(Iterator.class),
              "it is a position in something else",
              "keep the collection and an index"),
          new Reason(
              List.of(Random.class),
              "the checker explores every choice and cannot follow random numbers",
              "remove the field and call choose(...) where the number is needed"),
          new Reason(
              List.of(Throwable.class),
              "it holds the stack of the run it was thrown in",
              "keep its message or an enum constant"),
          new Reason(
              List.of(Date.class, Calendar.class),
              "it is mutable and out of date",
              "use java.time, for example Instant"),
          new Reason(
              List.of(IdentityHashMap.class),
              "its keys are compared by identity, which restoring does not keep",
              "use a HashMap"),
          new Reason(
              List.of(WeakHashMap.class, java.lang.ref.Reference.class),
              "its content depends on the garbage collector",
              "use a HashMap or a plain reference"),
          new Reason(List.of(Vector.class), "it is out of date", "use an ArrayList or ArrayDeque"),
          new Reason(List.of(Dictionary.class), "it is out of date", "use a HashMap"),
          new Reason(
              List.of(ClassLoader.class, java.lang.reflect.AnnotatedElement.class),
              "it belongs to the JVM",
              "remove the field or keep a Class or a name"),
          new Reason(
              List.of(Collection.class, Map.class),
              "it is a view or a collection the checker does not know",
              "keep a copy in an ArrayList, HashSet, HashMap or another common collection"));

  private static final Reason UNKNOWN =
      new Reason(
          List.of(),
          "it is a class of the JDK that is neither a collection nor a value the checker knows",
          "remove the field or keep a value made from it (a number, string, enum or record)");

  private Refusals() {}

  /** Why a class has no place in local state, or null if it has. */
  static String ofState(Class<?> type) {
    Reason reason = reason(type);
    return reason == null
        ? null
        : Types.fullName(type)
            + " cannot be part of local state: "
            + reason.why
            + ". Remedy: "
            + reason.remedy
            + ". Marking the field transient does not help: transient fields are state too";
  }

  /** Why a class has no place in a message, or null if it has. */
  static String ofValue(Class<?> type) {
    Reason reason =
        type.isArray() ? mutable("an array can be changed after it was sent") : reason(type);
    if (reason == null) {
      for (Field field : Types.instanceFields(type, Object.class)) {
        if (!Modifier.isFinal(field.getModifiers())) {
          reason = mutable("its field " + field.getName() + " can be changed after it was sent");
          break;
        }
      }
    }
    return reason == null
        ? null
        : Types.fullName(type)
            + " cannot be part of a message: "
            + reason.why
            + ". Remedy: "
            + reason.remedy;
  }

  private static Reason mutable(String why) {
    return new Reason(List.of(), why, "use a record, and a List where there are several values");
  }

  private static Reason reason(Class<?> type) {
    if (Proxy.isProxyClass(type)) {
      return new Reason(List.of(), "it is a dynamic proxy", "use an ordinary class");
    }
    Class<?> parent = jdkParentWithState(type);
    if (parent == null) {
      return NODE.fits(type) ? NODE : null;
    }
    if (parent != type
        && (Collection.class.isAssignableFrom(parent) || Map.class.isAssignableFrom(parent))) {
      return new Reason(
          List.of(),
          "it extends " + parent.getName() + ", whose private fields cannot be restored",
          "make it a plain class (or record) with a field of type " + parent.getName());
    }
    return REASONS.stream().filter(r -> r.fits(type)).findFirst().orElse(UNKNOWN);
  }

  /** The JDK class that brings state of its own into a class, or null: Object brings none. */
  private static Class<?> jdkParentWithState(Class<?> type) {
    if (type == Object.class) {
      return null;
    }
    if (Types.isJdk(type)) {
      return type;
    }
    Class<?> parent = type;
    while (parent != Object.class) {
      parent = parent.getSuperclass();
      // Reflection hides the fields of ClassLoader.
      if (parent == ClassLoader.class) {
        return parent;
      }
      if (Types.isJdk(parent) && !Types.instanceFields(parent, Object.class).isEmpty()) {
        return parent;
      }
      if (Types.isJdk(parent)) {
        return null;
      }
    }
    return null;
  }
}
