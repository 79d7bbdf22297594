package dev.parley.engine.fork;

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
final class Diagnosis {
  /** A stack overflow's trace has a thousand lines that all say the same. */
  private static final int MOST_LINES = 80;

  private static final String ENGINE = "engine";

  private Diagnosis() {}

  static Mistake of(Throwable thrown, Target target) {
    String type = target.protocolClass();
    if (thrown instanceof ProtocolException mistake) {
      return mistake(
          mistake.place(),
          mistake.getMessage(),
          Optional.ofNullable(mistake.getCause()).map(Diagnosis::stack).orElse(""));
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
    if (thrown instanceof UnsupportedClassVersionError) {
      return mistake(
          type,
          "A class was compiled for a newer Java than "
              + Runtime.version().feature()
              + ", which runs the engine: "
              + thrown.getMessage()
              + ". Run Maven on a newer JDK or select one with maven-toolchains-plugin.",
          stack(thrown));
    }
    if (thrown instanceof ExceptionInInitializerError) {
      Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
      return mistake(
          place(cause.getStackTrace()),
          "A static initialiser failed with "
              + cause
              + ". Give the static fields values that can be computed without a surrounding"
              + " system.",
          stack(cause));
    }
    Optional<String> missing = missingClass(thrown);
    if (missing.isPresent()) {
      return mistake(type, missingClassMessage(missing.get(), target), stack(thrown));
    }
    if (thrown instanceof LinkageError) {
      return mistake(
          type,
          "The protocol's classes do not fit together: "
              + thrown
              + ". Two versions of one library on the class path are the usual cause: compare with"
              + " `mvn dependency:tree`, then build from clean.",
          stack(thrown));
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

  /** Whether memory ran out, even if someone on the way wrapped the error. */
  static boolean isOutOfMemory(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .limit(MOST_LINES)
        .anyMatch(OutOfMemoryError.class::isInstance);
  }

  /** The innermost frame that belongs to the protocol, as class and method; else the engine. */
  static String place(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> ProtocolClassLoader.NAME.equals(frame.getClassLoaderName()))
        .findFirst()
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .orElse(ENGINE);
  }

  private static Optional<String> missingClass(Throwable thrown) {
    if (thrown instanceof TypeNotPresentException absent) {
      return Optional.of(absent.typeName());
    }
    boolean missing =
        thrown instanceof ClassNotFoundException || thrown instanceof NoClassDefFoundError;
    // A class whose initialiser failed before is reported this way too, and is not missing.
    return missing && thrown.getMessage() != null && !thrown.getMessage().startsWith("Could not")
        ? Optional.of(thrown.getMessage().replace('/', '.'))
        : Optional.empty();
  }

  private static String missingClassMessage(String missing, Target target) {
    if (missing.startsWith("dev.parley.engine.") || missing.startsWith("dev.parley.maven.")) {
      return target.protocolClass()
          + " uses "
          + missing
          + ", which is part of the checker and not visible to protocols. Use dev.parley.api only.";
    }
    return target.protocolClass()
        + " needs the class "
        + missing
        + ", which is not on the module's test class path. Add the dependency that contains it to"
        + " the module's pom.xml; scopes compile, runtime, provided and test are all seen.";
  }

  /** The stack, without the engine's own frames that called the protocol's. */
  private static String stack(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return upToProtocol(text.toString().lines());
  }

  /** Where a thread is, as the stack of an exception would show it. */
  static String stack(StackTraceElement[] frames) {
    return upToProtocol(Arrays.stream(frames).map(frame -> "\tat " + frame));
  }

  private static String upToProtocol(Stream<String> stack) {
    List<String> lines = stack.limit(MOST_LINES).toList();
    int end = lines.size();
    while (end > 0 && !lines.get(end - 1).contains("\tat " + ProtocolClassLoader.NAME + "//")) {
      end--;
    }
    return String.join("\n", end == 0 ? lines : lines.subList(0, end));
  }

  private static Mistake mistake(String place, String message, String details) {
    return new Mistake(place, message, details, Optional.empty());
  }
}
