package dev.parley.engine.internal.lint;

import java.util.Optional;
import java.util.Set;

/**
 * Which parts of the JDK (and of the common logging libraries, as far as {@link Loggers} does not
 * remove their calls) are impure. The rest is trusted.
 *
 * <p>A false alarm stops a correct check. A gap is caught in most cases, because each step runs
 * twice and the outcomes are compared. So this list leaves out what is pure in ordinary use:
 * in-memory streams and writers, seeded shuffles, atomic variables and most concurrent collections
 * used as plain data, locks taken by {@code synchronized}. {@code hashCode()} counts only where it
 * is certain to be the identity hash, in {@code super.hashCode()} that reaches {@code Object}: a
 * call through a variable of type {@code Object} nearly always lands in a class with its own.
 */
final class ImpureJdk {
  private static final Set<String> LOGGERS =
      Set.of(
          "org/slf4j/",
          "org/apache/logging/log4j/",
          "org/apache/log4j/",
          "org/apache/commons/logging/",
          "org/jboss/logging/",
          "ch/qos/logback/",
          "java/util/logging/",
          "java/lang/System$Logger");
  private static final Set<String> RANDOM =
      Set.of(
          "java/util/Random",
          "java/util/SplittableRandom",
          "java/util/concurrent/ThreadLocalRandom",
          "java/security/SecureRandom");
  private static final Set<String> THREAD_CLASSES =
      Set.of(
          "java/lang/Thread",
          "java/lang/ThreadGroup",
          "java/lang/ThreadLocal",
          "java/lang/InheritableThreadLocal",
          "java/util/Timer",
          "java/util/TimerTask",
          "java/util/concurrent/AbstractExecutorService",
          "java/util/concurrent/CompletableFuture",
          "java/util/concurrent/CompletionService",
          "java/util/concurrent/CompletionStage",
          "java/util/concurrent/CountDownLatch",
          "java/util/concurrent/CyclicBarrier",
          "java/util/concurrent/Exchanger",
          "java/util/concurrent/Future",
          "java/util/concurrent/FutureTask",
          "java/util/concurrent/Phaser",
          "java/util/concurrent/Semaphore",
          "java/util/concurrent/SubmissionPublisher",
          "java/util/concurrent/ThreadFactory",
          "java/util/concurrent/ThreadPoolExecutor");
  private static final Set<String> BY_IDENTITY =
      Set.of(
          "java/util/Hashtable",
          "java/util/IdentityHashMap",
          "java/util/Properties",
          "java/util/WeakHashMap");
  private static final Set<String> CONCURRENT_COLLECTORS =
      Set.of("toConcurrentMap", "groupingByConcurrent");
  private static final Set<String> FILE_CLASSES =
      Set.of(
          "java/io/Console",
          "java/io/File",
          "java/io/FileDescriptor",
          "java/io/FileInputStream",
          "java/io/FileOutputStream",
          "java/io/FileReader",
          "java/io/FileWriter",
          "java/io/PrintStream",
          "java/io/RandomAccessFile",
          "java/lang/Process",
          "java/lang/ProcessBuilder",
          "java/lang/ProcessHandle");
  private static final Set<String> PURE_NET =
      Set.of("java/net/URI", "java/net/URLEncoder", "java/net/URLDecoder");
  private static final Set<String> CLOCK_SOURCES =
      Set.of("tickMillis", "tickSeconds", "tickMinutes");
  private static final Set<String> SYSTEM_IO =
      Set.of("console", "getLogger", "setOut", "setErr", "setIn");
  private static final Set<String> SYSTEM_ENVIRONMENT =
      Set.of(
          "getenv",
          "getProperty",
          "getProperties",
          "setProperty",
          "setProperties",
          "clearProperty",
          "identityHashCode",
          "exit",
          "gc",
          "load",
          "loadLibrary");

  private ImpureJdk() {}

  /** Whether a class is left to the table below and never entered. */
  static boolean isOutside(String owner) {
    return ClassFiles.isJdk(owner) || startsWithAny(owner, LOGGERS);
  }

  /** What is wrong with calling a method, if anything. */
  static Optional<Impurity> call(ClassCode.Site.Kind kind, String owner, String name, String desc) {
    if (isTime(owner, name, desc)) {
      return Optional.of(Impurity.TIME);
    }
    if (isRandom(owner, name, desc)) {
      return Optional.of(Impurity.RANDOMNESS);
    }
    if (isThreads(owner, name, desc)) {
      return Optional.of(Impurity.THREADS);
    }
    if (isIo(owner, name, desc)) {
      return Optional.of(Impurity.IO);
    }
    if (isOrder(owner, name, desc)) {
      return Optional.of(Impurity.ORDER);
    }
    return isEnvironment(kind, owner, name) ? Optional.of(Impurity.ENVIRONMENT) : Optional.empty();
  }

  /**
   * Collections whose order the protocol's class loader does not arrange. The set views that a
   * ConcurrentHashMap gives to be added to are among them; it arranges or refuses all others.
   */
  private static boolean isOrder(String owner, String name, String desc) {
    return switch (owner) {
      case "java/util/concurrent/ConcurrentHashMap" ->
          name.equals("newKeySet")
              || name.equals("keySet") && desc.startsWith("(Ljava/lang/Object;)");
      case "java/util/stream/Collectors" -> CONCURRENT_COLLECTORS.contains(name);
      default -> name.equals("<init>") && BY_IDENTITY.contains(owner);
    };
  }

  /** What is wrong with reading a static field, if anything. */
  static Optional<Impurity> read(String owner, String name) {
    boolean stream = name.equals("out") || name.equals("err") || name.equals("in");
    return owner.equals("java/lang/System") && stream ? Optional.of(Impurity.IO) : Optional.empty();
  }

  private static boolean isTime(String owner, String name, String desc) {
    boolean fresh = name.equals("<init>") && desc.equals("()V");
    return switch (owner) {
      case "java/lang/System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
      case "java/time/Clock", "java/time/InstantSource" ->
          name.startsWith("system") || CLOCK_SOURCES.contains(name);
      case "java/util/Date", "java/util/GregorianCalendar" -> fresh;
      case "java/util/Calendar" -> name.equals("getInstance");
      // A clock handed in by the user may be fixed, so now(Clock) is judged by where it comes from.
      default ->
          owner.startsWith("java/time/")
              && (name.equals("now") || name.equals("dateNow"))
              && !desc.startsWith("(Ljava/time/Clock;)");
    };
  }

  private static boolean isRandom(String owner, String name, String desc) {
    return RANDOM.contains(owner)
        || owner.startsWith("java/util/random/")
        || name.equals("random")
            && (owner.equals("java/lang/Math") || owner.endsWith("/StrictMath"))
        || owner.equals("java/util/UUID") && name.equals("randomUUID")
        || owner.equals("java/util/Collections")
            && name.equals("shuffle")
            && desc.equals("(Ljava/util/List;)V");
  }

  private static boolean isThreads(String owner, String name, String desc) {
    if (THREAD_CLASSES.contains(owner)
        || owner.startsWith("java/lang/Thread$")
        || owner.startsWith("java/util/concurrent/Executor")
        || owner.startsWith("java/util/concurrent/Scheduled")
        || owner.startsWith("java/util/concurrent/ForkJoin")
        || owner.startsWith("java/util/concurrent/Recursive")
        || owner.startsWith("java/util/concurrent/locks/")) {
      return true;
    }
    return switch (name) {
      case "wait" -> desc.equals("()V") || desc.equals("(J)V") || desc.equals("(JI)V");
      case "notify", "notifyAll" -> desc.equals("()V");
      case "parallelStream" -> desc.startsWith("()");
      case "parallel" -> owner.startsWith("java/util/stream/");
      case "sleep", "timedJoin", "timedWait" -> owner.equals("java/util/concurrent/TimeUnit");
      default -> owner.equals("java/util/Arrays") && name.startsWith("parallel");
    };
  }

  private static boolean isIo(String owner, String name, String desc) {
    if (FILE_CLASSES.contains(owner)
        || owner.startsWith("java/nio/file/")
        || owner.startsWith("java/nio/channels/")
        || owner.startsWith("javax/net/")
        || owner.startsWith("java/net/")
            && !PURE_NET.contains(owner)
            && !owner.endsWith("Exception")
        || startsWithAny(owner, LOGGERS)) {
      return true;
    }
    return switch (owner) {
      case "java/lang/System" -> SYSTEM_IO.contains(name);
      case "java/lang/Runtime" -> name.equals("exec");
      case "java/util/Scanner", "java/util/Formatter", "java/io/PrintWriter" ->
          name.equals("<init>") && opensFile(owner, desc);
      default -> name.equals("printStackTrace") && desc.equals("()V");
    };
  }

  /** A scanner of a string reads that string; the others take a string for a file's name. */
  private static boolean opensFile(String owner, String desc) {
    return desc.startsWith("(Ljava/io/File;")
        || desc.startsWith("(Ljava/nio/file/Path;")
        || desc.startsWith("(Ljava/lang/String;") && !owner.equals("java/util/Scanner");
  }

  private static boolean isEnvironment(ClassCode.Site.Kind kind, String owner, String name) {
    return switch (owner) {
      case "java/lang/System" -> SYSTEM_ENVIRONMENT.contains(name);
      case "java/lang/Object" -> kind == ClassCode.Site.Kind.CALL && name.equals("hashCode");
      case "java/lang/Runtime" -> !name.equals("exec") && !name.equals("version");
      case "java/lang/Integer" -> name.equals("getInteger");
      case "java/lang/Long" -> name.equals("getLong");
      case "java/lang/Boolean" -> name.equals("getBoolean");
      case "java/util/Locale", "java/util/TimeZone" -> name.equals("getDefault");
      case "java/time/ZoneId" -> name.equals("systemDefault");
      default -> false;
    };
  }

  private static boolean startsWithAny(String owner, Set<String> prefixes) {
    for (String prefix : prefixes) {
      if (owner.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
