package dev.parley.engine.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Calls static methods of a protocol class, and names the user's line if they throw. */
final class UserCode {
  private UserCode() {}

  /**
   * Calls a static method.
   *
   * @param method the method, accessible
   * @param blame turns what the method threw into the mistake to report
   * @param arguments its arguments
   * @return what it returned
   */
  static Object call(
      Method method, Function<Throwable, ProtocolException> blame, Object... arguments) {
    try {
      return method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      throw blamed(method, e.getCause(), blame);
    } catch (LinkageError e) {
      throw blamed(method, e, blame);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " was made accessible", e);
    }
  }

  /** The nearest line of the user's own code in a stack trace, if the trace has one. */
  static Optional<String> origin(Throwable thrown) {
    Throwable source =
        thrown instanceof ExceptionInInitializerError && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return Arrays.stream(source.getStackTrace())
        .filter(frame -> isUsers(frame.getClassName()))
        .findFirst()
        .map(
            frame ->
                frame.getClassName()
                    + "."
                    + frame.getMethodName()
                    + (frame.getFileName() == null
                        ? ""
                        : "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")"));
  }

  /** The engine handles memory that runs out, and mistakes have a good description already. */
  private static RuntimeException blamed(
      Method method, Throwable thrown, Function<Throwable, ProtocolException> blame) {
    if (thrown instanceof OutOfMemoryError error) {
      throw error;
    }
    if (thrown instanceof ProtocolException mistake) {
      return mistake;
    }
    return BrokenSetup.of(thrown, Declared.place(method)).orElseGet(() -> blame.apply(thrown));
  }

  private static boolean isUsers(String className) {
    return !className.matches("(java|javax|jdk|sun|com\\.sun|dev\\.parley\\.api)\\..*");
  }
}
