package dev.parley.engine.internal;

import dev.parley.engine.model.BrokenSetup;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.Mistake;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Says what something thrown while loading or checking an instance means for its author. */
public final class Diagnosis {
  /**
   * The name of the class loader that protocols are loaded with; stack frames carry it, which tells
   * the protocol's code from the engine's.
   */
  public static final String PROTOCOL_LOADER = "protocol";

  /** A stack overflow's trace has a thousand lines that all say the same. */
  private static final int MOST_LINES = 80;

  /** The place of what is not in the protocol's code. */
  public static final String ENGINE = "engine";

  private Diagnosis() {}

  /**
   * Says what is wrong.
   *
   * @param thrown what was thrown
   * @param type the protocol class's name
   * @param target the protocol and instance, for people
   * @return the mistake to report
   */
  public static Mistake of(Throwable thrown, String type, String target) {
    if (thrown instanceof ProtocolException mistake) {
      return of(mistake);
    }
    if (thrown instanceof ClassNotFoundException && type.equals(thrown.getMessage())) {
      return mistake(
          type,
          "The class "
              + type
              + " is not on the module's test class path. Was it compiled? Run the goal after"
              + " test-compile, as `mvn verify` does.",
          "");
    }
    Optional<ProtocolException> broken = BrokenSetup.of(thrown, type);
    if (broken.isPresent()) {
      return of(broken.get());
    }
    if (thrown instanceof StackOverflowError) {
      return mistake(
          place(thrown.getStackTrace()),
          "The stack ran out while "
              + target
              + " was checked: endless recursion, or an object graph nested very deeply. If the"
              + " depth is meant, raise the stack: <jvmArguments>-Xss64m</jvmArguments>.",
          stack(thrown));
    }
    String place = place(thrown.getStackTrace());
    return mistake(
        place,
        place.equals(ENGINE)
            ? "The engine failed with "
                + thrown
                + " while checking "
                + target
                + ". This is a bug in Parley: please report it with the details below."
            : thrown + " was thrown outside a step while " + target + " was loaded or checked.",
        stack(thrown));
  }

  private static Mistake of(ProtocolException mistake) {
    return mistake(
        mistake.place(),
        mistake.getMessage(),
        Optional.ofNullable(mistake.getCause()).map(Diagnosis::stack).orElse(""));
  }

  /** Whether memory ran out, even if someone on the way wrapped the error. */
  public static boolean isOutOfMemory(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .limit(MOST_LINES)
        .anyMatch(OutOfMemoryError.class::isInstance);
  }

  /** The innermost frame that belongs to the protocol, as class and method; else the engine. */
  public static String place(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> PROTOCOL_LOADER.equals(frame.getClassLoaderName()))
        .findFirst()
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .orElse(ENGINE);
  }

  /** The stack, without the engine's own frames that called the protocol's. */
  static String stack(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return upToProtocol(text.toString().lines());
  }

  /** Where a thread is, as the stack of an exception would show it. */
  public static String stack(StackTraceElement[] frames) {
    return upToProtocol(Arrays.stream(frames).map(frame -> "\tat " + frame));
  }

  private static String upToProtocol(Stream<String> stack) {
    List<String> lines = stack.limit(MOST_LINES).toList();
    int end = lines.size();
    while (end > 0 && !lines.get(end - 1).contains("\tat " + PROTOCOL_LOADER + "//")) {
      end--;
    }
    return String.join("\n", end == 0 ? lines : lines.subList(0, end));
  }

  private static Mistake mistake(String place, String message, String details) {
    return new Mistake(place, message, details, Optional.empty());
  }
}
