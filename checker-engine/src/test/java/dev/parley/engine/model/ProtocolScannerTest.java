package dev.parley.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtocolScannerTest {
  @TempDir Path classes;

  private static final ProtocolScanner.FoundMethod BARE =
      new ProtocolScanner.FoundMethod("bare", "dev.parley.api.Topology");
  private static final ProtocolScanner.FoundMethod HIDDEN =
      new ProtocolScanner.FoundMethod("hidden", "dev.parley.api.Topology");
  private static final ProtocolScanner.FoundMethod SIZED =
      new ProtocolScanner.FoundMethod("sized", "dev.parley.api.Topology, int, int");

  static final class Quiet extends Node {}

  @Protocol(
      name = "zab",
      tags = {"broadcast", "slow"})
  static final class Several {
    @Instance(with = {2, 3})
    @Instance(
        with = {3, -1},
        tags = {"nightly", "slow"},
        expect = Verdict.VIOLATED)
    static void sized(Topology t, int a, int b) {
      t.add(new Quiet());
    }

    @Instance(name = "given name")
    static void hidden(Topology t) {
      t.add(new Quiet());
    }

    @Instance
    static void bare(Topology t) {
      t.add(new Quiet());
    }
  }

  @Protocol
  static final class Default$Named {
    @Instance
    static void one(Topology t) {
      t.add(new Quiet());
    }
  }

  @Protocol
  static final class Explosive {
    static final int FUSE = Integer.parseInt("lit");

    @Instance
    static void one(Topology t) {
      t.add(FUSE, i -> new Quiet());
    }
  }

  @Protocol(name = "zab")
  static final class Impostor {
    @Instance
    static void one(Topology t) {}
  }

  @Protocol(tags = "empty")
  static final class Empty {}

  static class Parent {
    @Instance
    static void one(Topology t) {
      t.add(new Quiet());
    }
  }

  @Protocol
  static final class Heir extends Parent {}

  static final class ForgottenMark {
    @Invariant
    static boolean holds(World w) {
      return true;
    }
  }

  @Test
  void nothingThatLooksLikeAProtocolIsPassedOverInSilence() throws IOException {
    copy(Empty.class, Heir.class, Parent.class, ForgottenMark.class, Quiet.class);
    List<ProtocolScanner.FoundProtocol> found = ProtocolScanner.scan(List.of(classes));
    assertThat(found)
        .extracting(ProtocolScanner.FoundProtocol::className)
        .containsExactlyInAnyOrder(
            Empty.class.getName(),
            Heir.class.getName(),
            Parent.class.getName(),
            ForgottenMark.class.getName());
    assertThat(found)
        .flatExtracting(ProtocolScanner.FoundProtocol::instances)
        .extracting(ProtocolScanner.FoundInstance::name)
        .containsOnly(ProtocolScanner.NO_INSTANCE);
    for (Class<?> type : List.of(Empty.class, Heir.class, Parent.class, ForgottenMark.class)) {
      assertThatThrownBy(() -> ModelLoader.load(type, ProtocolScanner.NO_INSTANCE))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining(
              type == Heir.class
                  ? "not inherited"
                  : type == Empty.class ? "no instances" : "no effect");
    }
  }

  @Test
  void findsProtocolsByNameWithTheirInstances() throws IOException {
    copy(Several.class, Default$Named.class, Quiet.class);
    List<ProtocolScanner.FoundProtocol> found = ProtocolScanner.scan(List.of(classes));
    assertThat(found).hasSize(2);
    assertThat(found.get(0).name()).isEqualTo("Default$Named");
    assertThat(found.get(1))
        .isEqualTo(
            new ProtocolScanner.FoundProtocol(
                Several.class.getName(),
                "zab",
                List.of("broadcast", "slow"),
                List.of(
                    instance("bare", Verdict.VERIFIED, BARE, "broadcast", "slow"),
                    instance("given name", Verdict.VERIFIED, HIDDEN, "broadcast", "slow"),
                    instance("sized(2,3)", Verdict.VERIFIED, SIZED, "broadcast", "slow"),
                    instance(
                        "sized(3,-1)", Verdict.VIOLATED, SIZED, "broadcast", "slow", "nightly"))));
  }

  @Test
  void agreesWithTheModelLoader() throws IOException {
    List<Class<?>> protocols =
        List.of(Several.class, Default$Named.class, ModelLoaderTest.Asking.class);
    copy(protocols.toArray(Class<?>[]::new));
    for (ProtocolScanner.FoundProtocol found : ProtocolScanner.scan(List.of(classes))) {
      Class<?> type =
          protocols.stream()
              .filter(p -> p.getName().equals(found.className()))
              .findFirst()
              .orElseThrow();
      List<Model.Description> described = ModelLoader.describe(type);
      assertThat(described).extracting(Model.Description::protocol).containsOnly(found.name());
      assertThat(found.instances())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("method")
          .isEqualTo(
              described.stream()
                  .map(d -> new ProtocolScanner.FoundInstance(d.instance(), d.tags(), d.expected()))
                  .toList());
    }
  }

  @Test
  void initialisesNoClass() throws IOException {
    copy(Explosive.class);
    assertThat(ProtocolScanner.scan(List.of(classes)))
        .extracting(ProtocolScanner.FoundProtocol::name)
        .containsExactly("Explosive");
  }

  @Test
  void looksIntoJarsAndLeavesOtherReleasesVersionsAlone(@TempDir Path elsewhere)
      throws IOException {
    Path jar = elsewhere.resolve("protocols.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry(path(Several.class)));
      zip.write(bytes(Several.class));
      zip.putNextEntry(new ZipEntry("META-INF/versions/99/" + path(Several.class)));
      zip.write(new byte[] {1, 2, 3});
      zip.putNextEntry(new ZipEntry("module-info.class"));
      zip.write(new byte[] {1, 2, 3});
    }
    assertThat(ProtocolScanner.scan(List.of(jar)))
        .extracting(ProtocolScanner.FoundProtocol::name)
        .containsExactly("zab");
  }

  @Test
  void placeThatDoesNotExistHoldsNothing() {
    assertThat(ProtocolScanner.scan(List.of(classes.resolve("missing")))).isEmpty();
  }

  @Test
  void classFoundTwiceCountsOnce() throws IOException {
    copy(Several.class);
    assertThat(ProtocolScanner.scan(List.of(classes, classes))).hasSize(1);
  }

  @Test
  void refusesTwoProtocolsOfOneNameAndNamesBoth() throws IOException {
    copy(Several.class, Impostor.class);
    ProtocolException mistake = mistake();
    assertThat(mistake.place() + mistake.getMessage())
        .contains(Several.class.getName(), Impostor.class.getName(), "'zab'", "@Protocol(name");
  }

  @Test
  void namesAFileThatIsNoClassFile() throws IOException {
    Path file = write("Garbage.class", "this is no class".getBytes(StandardCharsets.US_ASCII));
    assertThat(mistake().place()).isEqualTo(file.toString());
    assertThat(mistake()).hasMessageContaining("not a readable class file");
  }

  @Test
  void namesAFileThatWasCutShort() throws IOException {
    byte[] whole = bytes(Several.class);
    Path file = write("Cut.class", Arrays.copyOf(whole, whole.length / 2));
    assertThat(mistake().place()).isEqualTo(file.toString());
    assertThat(mistake()).hasMessageContaining("not a readable class file");
  }

  @Test
  void namesAFileOfAVersionTooNew() throws IOException {
    byte[] future = bytes(Several.class);
    future[6] = 0;
    future[7] = 99;
    Path file = write("Future.class", future);
    assertThat(mistake().place()).isEqualTo(file.toString());
    assertThat(mistake())
        .hasMessageContaining("version 99 (Java 55)")
        .hasMessageContaining("newer");
  }

  @Test
  void readsClassFilesUpToJava28() throws IOException {
    byte[] recent = bytes(Several.class);
    recent[6] = 0;
    recent[7] = 72;
    write("Recent.class", recent);
    assertThat(ProtocolScanner.scan(List.of(classes))).hasSize(1);
  }

  @Test
  void namesAJarThatIsNone() throws IOException {
    Path jar = write("broken.jar", new byte[] {1, 2, 3});
    ProtocolException mistake =
        catchThrowableOfType(ProtocolException.class, () -> ProtocolScanner.scan(List.of(jar)));
    assertThat(mistake.place()).isEqualTo(jar.toString());
    assertThat(mistake).hasMessageContaining("cannot be read");
  }

  private ProtocolException mistake() {
    return catchThrowableOfType(
        ProtocolException.class, () -> ProtocolScanner.scan(List.of(classes)));
  }

  private static ProtocolScanner.FoundInstance instance(
      String name, Verdict expected, ProtocolScanner.FoundMethod method, String... tags) {
    return new ProtocolScanner.FoundInstance(name, List.of(tags), expected, Optional.of(method));
  }

  private void copy(Class<?>... types) throws IOException {
    for (Class<?> type : types) {
      write(path(type), bytes(type));
    }
  }

  private Path write(String path, byte[] bytes) throws IOException {
    Path file = classes.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in = type.getClassLoader().getResourceAsStream(path(type))) {
      return in.readAllBytes();
    }
  }
}
