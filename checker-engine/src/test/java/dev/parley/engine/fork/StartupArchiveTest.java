package dev.parley.engine.fork;

import static dev.parley.engine.fork.ForkFixtures.PATIENCE;
import static dev.parley.engine.fork.ForkFixtures.origin;
import static dev.parley.engine.fork.ForkFixtures.request;
import static dev.parley.engine.fork.ForkFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Verdict;
import dev.parley.engine.fork.fixture.Greeting;
import dev.parley.engine.result.InstanceResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;

/** Every test runs the engine in real processes, from jars as users have them. */
class StartupArchiveTest {
  @TempDir private Path directory;
  private Path archives;
  private List<String> engine;
  private final List<Event> events = new ArrayList<>();

  @BeforeEach
  void packEngine() throws IOException {
    archives = directory.resolve("archives");
    engine =
        List.of(
            jar("engine.jar", EngineMain.class),
            jar("api.jar", Node.class),
            origin(ClassReader.class),
            origin(ClassNode.class),
            origin(Analyzer.class));
  }

  /** Where a class comes from, as a jar: classes of the build may still lie in a directory. */
  private String jar(String name, Class<?> type) throws IOException {
    Path from = Path.of(origin(type));
    if (Files.isRegularFile(from)) {
      return from.toString();
    }
    Path jar = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(from)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(from.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, out);
      }
    }
    return jar.toString();
  }

  private EngineLaunch launch(String... jvmArguments) {
    return new EngineLaunch(
            ForkFixtures.java(),
            directory,
            Optional.of("64m"),
            List.of(jvmArguments),
            OptionalInt.empty(),
            PATIENCE,
            engine)
        .withArchives(archives);
  }

  private void check(EngineLaunch launch) throws Exception {
    events.clear();
    List<InstanceResult> results =
        new EngineProcess(launch)
            .check(
                request(target(Greeting.class, "oneGuest"), target(Greeting.class, "twoGuests")),
                events::add);
    assertThat(results)
        .extracting(InstanceResult::verdict)
        .containsExactly(Verdict.VERIFIED, Verdict.VIOLATED);
    assertThat(events).noneMatch(Event.Output.class::isInstance);
  }

  private List<Path> files(String ending) throws IOException {
    if (!Files.exists(archives)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(archives)) {
      return all.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  private Path archive() throws Exception {
    check(launch());
    check(launch());
    assertThat(files(".jsa")).hasSize(1);
    return files(".jsa").get(0);
  }

  /** Which classes a process has from the archive, and which not. */
  private List<String> loaded() throws Exception {
    StartupArchive archive = StartupArchive.of(launch()).orElseThrow();
    assertThat(archive.exists()).isTrue();
    Path log = directory.resolve("loaded");
    List<String> further = new ArrayList<>(archive.use());
    further.add("-Xlog:class+load:file=" + log);
    try (EngineFork fork = EngineFork.start(launch(), further)) {
      fork.send(request(target(Greeting.class, "oneGuest")));
      while (!fork.gone()) {
        fork.next(java.time.Duration.ofSeconds(1));
      }
      assertThat(fork.awaitEnd()).isTrue();
    }
    return Files.readAllLines(log);
  }

  private static List<String> mapped(List<String> loaded, String name) {
    return loaded.stream()
        .filter(line -> line.contains(name) && line.contains("shared objects file (top)"))
        .toList();
  }

  @Test
  void fromTheThirdProcessOnTheEngineIsMappedAndNoProtocol() throws Exception {
    check(launch());
    assertThat(files(".jsa")).isEmpty();
    archive();
    List<String> loaded = loaded();
    assertThat(mapped(loaded, " dev.parley.engine.")).hasSizeGreaterThan(300);
    assertThat(mapped(loaded, Greeting.class.getName())).isEmpty();
    assertThat(loaded).anyMatch(line -> line.contains(Greeting.class.getName()));
    assertThat(files("")).hasSize(1);
  }

  @Test
  void archivesThatAreDamagedCutOffOrEmptyFailNothing() throws Exception {
    Path archive = archive();
    byte[] whole = Files.readAllBytes(archive);
    List<byte[]> bad = new ArrayList<>();
    for (double share : new double[] {0, 0.3, 0.99}) {
      byte[] damaged = whole.clone();
      for (int i = (int) (share * whole.length), n = 0; n < 64 && i < whole.length; i++, n++) {
        damaged[i] ^= 0x55;
      }
      bad.add(damaged);
      bad.add(java.util.Arrays.copyOf(whole, (int) (share * whole.length)));
    }
    for (byte[] content : bad) {
      Files.deleteIfExists(archive);
      Files.write(archive, content);
      check(launch());
    }
  }

  @Test
  void anArchiveOfOtherJarsIsNotUsed() throws Exception {
    Path archive = archive();
    Path jar = Path.of(engine.get(0));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
    assertThat(StartupArchive.of(launch()).orElseThrow().file()).isNotEqualTo(archive);
    // Even under the right name.
    Files.move(archive, StartupArchive.of(launch()).orElseThrow().file());
    check(launch());
    assertThat(mapped(loaded(), " dev.parley.engine.internal.search.Search ")).isEmpty();
  }

  @Test
  void aDirectoryThatCannotBeWrittenFailsNothing() throws Exception {
    Files.writeString(archives, "not a directory");
    check(launch());
    check(launch());
    assertThat(Files.readString(archives)).isEqualTo("not a directory");
  }

  @Test
  void whatCouldNotBeMadeIsNotTriedAgain() throws Exception {
    check(launch());
    StartupArchive archive = StartupArchive.of(launch()).orElseThrow();
    assertThat(archive.missed()).isTrue();
    archive.made(false);
    assertThat(archive.missed()).isFalse();
    assertThat(files(".jsa")).isEmpty();
  }

  @Test
  void aProcessThatDoesNotStartWithItsArchiveStartsWithout() throws Exception {
    Path archive = archive();
    // The archive's arguments are refused by this one.
    Path java = directory.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.copy(
        ForkFixtures.java().toRealPath().getParent().resolveSibling("release"),
        directory.resolve("jdk/release"));
    Files.writeString(
        java,
        "#!/bin/sh\ngrep -q SharedArchiveFile \"${1#@}\" && exit 3\nexec "
            + ForkFixtures.java()
            + " \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    EngineLaunch picky =
        new EngineLaunch(
                java,
                directory,
                Optional.of("64m"),
                List.of(),
                OptionalInt.empty(),
                PATIENCE,
                engine)
            .withArchives(archives);
    Path own = StartupArchive.of(picky).orElseThrow().file();
    Files.copy(archive, own);
    check(picky);
    assertThat(own).doesNotExist();
    assertThat(StartupArchive.of(picky).orElseThrow().missed()).isFalse();
  }

  @Test
  void thereIsNoneForDirectoriesAgentsAndArchivesOfUsers() {
    assertThat(StartupArchive.of(launch())).isPresent();
    for (String argument :
        List.of("-Xshare:off", "-XX:SharedArchiveFile=own.jsa", "-javaagent:agent.jar")) {
      assertThat(StartupArchive.of(launch(argument))).isEmpty();
    }
    engine = List.of(origin(EngineMain.class));
    assertThat(StartupArchive.of(launch())).isEmpty();
  }

  @Test
  void archivesThatWereNotUsedForLongAreRemoved() throws Exception {
    Files.createDirectories(archives);
    List<Path> old = new ArrayList<>();
    for (int i = 0; i < StartupArchive.KEPT; i++) {
      Path file = archives.resolve("engine-" + i + ".jsa");
      Files.createFile(file);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L + i));
      old.add(file);
    }
    StartupArchive archive = StartupArchive.of(launch()).orElseThrow();
    String making = archive.make().get(0);
    Files.createFile(Path.of(making.substring(making.indexOf('=') + 1)));
    archive.made(true);
    assertThat(archive.exists()).isTrue();
    assertThat(old.get(0)).doesNotExist();
    assertThat(old.get(1)).exists();
    assertThat(files(".jsa")).hasSize(StartupArchive.KEPT);
  }
}
