package dev.parley.engine.internal.lint;

import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The calls of logging libraries that do nothing in a check.
 *
 * <p>Nearly all code logs, and what it logs is no part of a protocol. The protocol's class loader
 * removes these calls from the byte code it loads ({@code fork.Rewriter}), and {@link PurityLint}
 * lists them instead of objecting. Both ask this class, so that no call is trusted that would run.
 * Arguments are still worked out, and still looked into: {@code log.info(clock.millis())} reads a
 * clock.
 *
 * <p><b>Why it is right.</b> A call is silent only if nothing that follows can tell: it returns
 * nothing, or a logger (of which again only silent calls are possible; it is {@code null}), or
 * whether something is logged at all. That is {@code false}, as in a program whose logging is
 * switched off, so the check is one of the program with its logging switched off. Calls that return
 * anything else, a name, a level, what was put into a context, are impure as ever, and so is a
 * logger that is made with {@code new}. A method reference ({@code log::info}) is impure too: Java
 * itself compares its receiver with null first, and there is none. Loaders other than the
 * protocol's own run these calls as they are.
 */
public final class Loggers {
  private static final Set<String> TYPES =
      Set.of(
          "java/util/logging/Logger",
          "java/lang/System$Logger",
          "org/slf4j/Logger",
          "org/slf4j/LoggerFactory",
          "org/slf4j/ILoggerFactory",
          "org/slf4j/MDC",
          "org/slf4j/MDC$MDCCloseable",
          "org/slf4j/spi/LoggingEventBuilder",
          "org/apache/logging/log4j/Logger",
          "org/apache/logging/log4j/LogBuilder",
          "org/apache/logging/log4j/LogManager",
          "org/apache/logging/log4j/ThreadContext",
          "org/apache/log4j/Category",
          "org/apache/log4j/LogManager",
          "org/apache/log4j/Logger",
          "org/apache/commons/logging/Log",
          "org/apache/commons/logging/LogFactory",
          "org/jboss/logging/BasicLogger",
          "org/jboss/logging/Logger",
          "ch/qos/logback/classic/Logger");

  private Loggers() {}

  /**
   * Whether a call does nothing in a check.
   *
   * @param owner the internal name of the class that the call names
   * @param name the method
   * @param descriptor its types
   */
  public static boolean isSilent(String owner, String name, String descriptor) {
    if (name.equals("<init>")) {
      return false;
    }
    Type returned = Type.getReturnType(descriptor);
    boolean makesLogger =
        returned.getSort() == Type.OBJECT && TYPES.contains(returned.getInternalName());
    if (owner.equals("java/lang/System")) {
      return name.equals("getLogger") && makesLogger;
    }
    return TYPES.contains(owner)
        && (returned.getSort() == Type.VOID
            || makesLogger
            || returned.getSort() == Type.BOOLEAN && asksForLevel(name));
  }

  /** Whether fields of a type hold loggers. */
  static boolean isLogger(Class<?> type) {
    return TYPES.contains(Type.getInternalName(type));
  }

  private static boolean asksForLevel(String name) {
    return name.equals("isLoggable")
        || name.startsWith("is") && name.endsWith("Enabled")
        || name.equals("isEnabledFor");
  }
}
