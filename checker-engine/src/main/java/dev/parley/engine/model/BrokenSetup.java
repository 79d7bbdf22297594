package dev.parley.engine.model;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Distinguishes a broken set-up from a fault of the protocol. Classes that are missing, do not fit
 * together or cannot be initialised say nothing about the protocol, wherever they show first: a
 * step that meets one has not violated anything.
 */
public final class BrokenSetup {
  /** Chains of causes may lead back to themselves. */
  private static final int LONGEST_CHAIN = 80;

  /** Packages of the checker that protocols do not see. */
  private static final List<String> CHECKER =
      List.of(
          "dev.parley.engine.", "dev.parley.report.", "dev.parley.runner.", "dev.parley.maven.");

  private static final String INITIALISER = "<clinit>";

  private BrokenSetup() {}

  /**
   * Looks at what was thrown and at its causes.
   *
   * @param thrown what the code threw
   * @param place the class or member whose code ran
   * @return the mistake to report; nothing if the set-up has no part in it
   */
  public static Optional<ProtocolException> of(Throwable thrown, String place) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .limit(LONGEST_CHAIN)
        .flatMap(cause -> explained(cause, place).stream())
        .findFirst();
  }

  private static Optional<ProtocolException> explained(Throwable thrown, String place) {
    if (thrown instanceof UnsupportedClassVersionError) {
      return mistake(
          place,
          "A class was compiled for a newer Java than "
              + Runtime.version().feature()
              + ", which runs the engine: "
              + thrown.getMessage()
              + ". Run Maven on a newer JDK or select one with maven-toolchains-plugin.",
          thrown);
    }
    Optional<Throwable> initialiser = failedInitialiser(thrown);
    if (initialiser.isPresent()) {
      Throwable failure = initialiser.get();
      return mistake(
          UserCode.origin(failure).orElse(place),
          "A static initialiser failed with "
              + failure
              + ". Give the static fields values that can be computed without a surrounding"
              + " system.",
          failure);
    }
    Optional<String> missing = missingClass(thrown);
    if (missing.isPresent()) {
      return mistake(place, missingClassMessage(missing.get(), place), thrown);
    }
    if (thrown instanceof LinkageError) {
      return mistake(
          place,
          "The protocol's classes do not fit together: "
              + thrown
              + ". Two versions of one library on the class path are the usual cause: compare with"
              + " `mvn dependency:tree`, then build from clean.",
          thrown);
    }
    return Optional.empty();
  }

  /**
   * What a static initialiser threw. Java wraps exceptions, but lets errors pass, a failed {@code
   * assert} among them: these are recognised by the protocol's part of their stack. A class that
   * failed before is reported as if it were missing, with the first failure as the cause.
   */
  private static Optional<Throwable> failedInitialiser(Throwable thrown) {
    if (thrown instanceof ExceptionInInitializerError) {
      return Optional.of(thrown.getCause() == null ? thrown : thrown.getCause());
    }
    if (thrown instanceof NoClassDefFoundError && failedBefore(thrown)) {
      return Optional.of(thrown.getCause() == null ? thrown : thrown.getCause());
    }
    boolean passed =
        thrown instanceof Error
            && !(thrown instanceof VirtualMachineError)
            && missingClass(thrown).isEmpty()
            && Arrays.stream(thrown.getStackTrace())
                .takeWhile(frame -> !frame.getClassName().equals(Method.class.getName()))
                .anyMatch(frame -> frame.getMethodName().equals(INITIALISER));
    return passed ? Optional.of(thrown) : Optional.empty();
  }

  private static boolean failedBefore(Throwable thrown) {
    return thrown.getMessage() != null && thrown.getMessage().startsWith("Could not initialize");
  }

  private static Optional<String> missingClass(Throwable thrown) {
    if (thrown instanceof TypeNotPresentException absent) {
      return Optional.of(absent.typeName());
    }
    return thrown instanceof NoClassDefFoundError
            && thrown.getMessage() != null
            && !failedBefore(thrown)
        ? Optional.of(thrown.getMessage().replace('/', '.'))
        : Optional.empty();
  }

  private static String missingClassMessage(String missing, String user) {
    if (CHECKER.stream().anyMatch(missing::startsWith)) {
      return user
          + " uses "
          + missing
          + ", which is part of the checker and not visible to protocols. Use dev.parley.api only.";
    }
    return user
        + " needs the class "
        + missing
        + ", which is not on the module's test class path. Add the dependency that contains it to"
        + " the module's pom.xml; scopes compile, runtime, provided and test are all seen.";
  }

  private static Optional<ProtocolException> mistake(
      String place, String message, Throwable cause) {
    return Optional.of(new ProtocolException(place, message, cause));
  }
}
