package dev.parley.engine.fork;

import dev.parley.api.Node;
import dev.parley.engine.code.Digest;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;

/**
 * How to start the engine's process.
 *
 * @param java the {@code java} executable
 * @param directory the process's working directory
 * @param heap the heap's greatest size, as {@code -Xmx} takes it; half of the machine's (or
 *     container's) memory if absent
 * @param jvmArguments further arguments for the Java machine
 * @param debugPort where the process waits for a debugger before it does anything, if it shall
 * @param patience when to give up on the process
 * @param engine the files the engine itself is loaded from; wherever this process has it from if
 *     there are none
 * @param archives where the engine's classes may be kept as an archive, so that the next process
 *     starts faster
 */
public record EngineLaunch(
    Path java,
    Path directory,
    Optional<String> heap,
    List<String> jvmArguments,
    OptionalInt debugPort,
    Patience patience,
    List<String> engine,
    Optional<Path> archives) {

  /** How to start the engine that this process has. */
  public EngineLaunch(
      Path java,
      Path directory,
      Optional<String> heap,
      List<String> jvmArguments,
      OptionalInt debugPort,
      Patience patience) {
    this(java, directory, heap, jvmArguments, debugPort, patience, List.of());
  }

  /** How to start an engine from files. */
  public EngineLaunch(
      Path java,
      Path directory,
      Optional<String> heap,
      List<String> jvmArguments,
      OptionalInt debugPort,
      Patience patience,
      List<String> engine) {
    this(java, directory, heap, jvmArguments, debugPort, patience, engine, Optional.empty());
  }

  /** The same with archives where those of this user are usually kept. */
  public EngineLaunch withArchives() {
    return withArchives(StartupArchive.usualDirectory());
  }

  /** The same with archives in a directory. */
  EngineLaunch withArchives(Path directory) {
    return new EngineLaunch(
        java,
        this.directory,
        heap,
        jvmArguments,
        debugPort,
        patience,
        engine,
        Optional.of(directory));
  }

  /**
   * How long to wait for a process that says nothing.
   *
   * @param connect from its start until it connects
   * @param grace beyond an instance's time budget, which the search itself keeps unless a handler
   *     does not return; if absent, as long as the budget within bounds
   * @param silence since the last sign of an instance, with or without a time budget
   */
  public record Patience(Duration connect, Optional<Duration> grace, Duration silence) {
    /** Generous, for loaded build machines. */
    public static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(60), Optional.empty(), Duration.ofMinutes(5));

    /** What a busy machine may need to come to the end of a batch of states. */
    private static final Duration LEAST_GRACE = Duration.ofSeconds(10);

    private static final Duration MOST_GRACE = Duration.ofSeconds(60);

    /** The same with another grace. */
    public Patience withGrace(Optional<Duration> other) {
      return new Patience(connect, other, silence);
    }

    /** How long to wait beyond a time budget: whoever allowed seconds does not expect minutes. */
    Duration graceAfter(Duration budget) {
      return grace.orElse(
          budget.compareTo(LEAST_GRACE) < 0
              ? LEAST_GRACE
              : budget.compareTo(MOST_GRACE) > 0 ? MOST_GRACE : budget);
    }
  }

  /** Keeps its own copies. */
  public EngineLaunch {
    jvmArguments = List.copyOf(jvmArguments);
    engine = List.copyOf(engine);
  }

  /** Whether someone may be looking at the process in a debugger: then it may take its time. */
  boolean debugged() {
    return debugPort.isPresent() || jvmArguments.stream().anyMatch(a -> a.contains("jdwp"));
  }

  /** The arguments for {@code java}, up to the main class. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(heap.map(h -> "-Xmx" + h).orElse("-XX:MaxRAMPercentage=50"));
    // The search stores a lot and drops little: throughput counts, pauses do not.
    if (jvmArguments.stream().noneMatch(a -> a.matches("-XX:\\+Use\\w+GC"))) {
      arguments.add("-XX:+UseParallelGC");
    }
    // The search is a few small loops that get hot at once; the rest of a check is not worth
    // compiling. Later compilation saves a third of the processor time of small checks and a tenth
    // of large ones.
    if (jvmArguments.stream().noneMatch(a -> a.startsWith("-XX:CompileThresholdScaling"))) {
      arguments.add("-XX:CompileThresholdScaling=5");
    }
    // Canonical capture reads the backing collection of Collections.unmodifiable* views.
    arguments.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    // An exception in a step is shown to its author: it must keep its stack in compiled code too.
    arguments.add("-XX:-OmitStackTraceInFastThrow");
    arguments.add("-Dfile.encoding=UTF-8");
    arguments.add("-Djava.awt.headless=true");
    debugPort.ifPresent(
        port ->
            arguments.add(
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=localhost:" + port));
    arguments.addAll(jvmArguments);
    arguments.add("-cp");
    arguments.add(String.join(System.getProperty("path.separator"), classPathEntries()));
    return arguments;
  }

  /** The files the engine is loaded from. */
  List<String> classPathEntries() {
    return engine.isEmpty() ? classPath() : engine;
  }

  /** The engine, the API and ASM, wherever this process has them from. */
  private static List<String> classPath() {
    return Stream.of(
            EngineLaunch.class, Node.class, ClassReader.class, ClassNode.class, Analyzer.class)
        .map(EngineLaunch::origin)
        .distinct()
        .toList();
  }

  /**
   * Identifies the engine that would be started: its code and its libraries.
   *
   * @throws java.io.UncheckedIOException if they cannot be read
   */
  public static String engineDigest() {
    Digest digest = new Digest();
    classPath().forEach(place -> digest.add(new Digest().addFiles(Path.of(place)).hex()));
    return digest.hex();
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("class paths consist of files", e);
    }
  }
}
