package dev.parley.engine.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Peer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each case compiles classes of its own, changes one of them, and asks whether that shows. */
class ReachableCodeTest {
  @TempDir Path folder;

  /** Ways to reach the class H from the class P. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "class P { int f() { return new H().g(); } }",
        "class P extends H {}",
        "class P { H field; }",
        "class P { java.util.List<H> generic; }",
        "class P { H[][] array; }",
        "class P { void f(H h) {} }",
        "class P { <T extends H> void f(T t) {} }",
        "class P { Class<?> c() { return H.class; } }",
        "class P { Object o = \"H\"; }",
        "class P { java.util.function.Supplier<Object> s = () -> new H(); }",
        "class P { java.util.function.Supplier<Object> s = H::new; }",
        "class P { static class N { Object o = new H(); } }",
        "class P { Object f(Object o) { return o instanceof H h ? h : null; } }",
        "class P { void f() throws Exception { try { f(); } catch (RuntimeException e) { new Q(); } } }"
            + " class Q { H h; }",
        "@interface A { Class<?> value(); } @A(H.class) class P {}",
        "@interface A { Class<?>[] value(); } class P { @A({P.class, H.class}) int field; }",
        "record P(H h) {}",
        "interface I { default Object g() { return new H(); } } class P implements I {}",
        "enum P { ONE { Object g() { return new H(); } }; Object g() { return null; } }",
      })
  void whateverNamesAClassReachesIt(String source) throws IOException {
    CodeIdentity before = identity(source, "class H { int g() { return 1; } }", "class R {}");
    CodeIdentity same = identity(source, "class H { int g() { return 1; } }", "class R {}");
    CodeIdentity other =
        identity(source, "class H { int g() { return 1; } }", "class R { int x; }");
    CodeIdentity changed = identity(source, "class H { int g() { return 2; } }", "class R {}");

    assertThat(same).isEqualTo(before);
    assertThat(other).as("what is not reached does not matter").isEqualTo(before);
    assertThat(changed.digest()).isNotEqualTo(before.digest());
    assertThat(before.influence()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          long f() { return System.nanoTime(); }                       | java.lang.System.nanoTime
          java.util.function.LongSupplier f = System::nanoTime;        | java.lang.System.nanoTime
          Object f = System.getenv("HOME");                            | java.lang.System.getenv
          Object f = Integer.getInteger("n");                          | java.lang.Integer.getInteger
          Object f() throws Exception { return Class.forName("P"); }   | java.lang.Class.forName
          Object f = P.class.getResourceAsStream("x");                 | java.lang.Class.getResourceAsStream
          Object f = java.util.ServiceLoader.load(Runnable.class);     | java.util.ServiceLoader.load
          Object f = java.nio.file.Path.of("x");                       | java.nio.file.Path.of
          Object f = new java.io.File("x");                            | java.io.File.<init>
          Object f = new java.util.Random(1);                          | java.util.Random.<init>
          Object f = java.util.ResourceBundle.getBundle("x");          | java.util.ResourceBundle.getBundle
          Object f = System.in;                                        | java.lang.System.in
          """)
  void codeThatLooksElsewhereIsNamed(String member, String call) throws IOException {
    CodeIdentity identity = identity("class P { H h; }", "class H { " + member + " }");
    assertThat(identity.influence()).contains("H uses " + call);
    assertThat(identity("class P {}", "class H { " + member + " }").influence()).isEmpty();
  }

  @Test
  void aProgramOutsideIsNotCertain() throws IOException {
    Path api = Path.of(Peer.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    Path classes =
        compileAgainst(api, "abstract class N extends dev.parley.api.Peer {}", "class P { N n; }");
    assertThat(identity(List.of(classes)).influence())
        .contains("N uses dev.parley.api.Peer, a program of its own");
    Path without =
        compileAgainst(api, "abstract class N extends dev.parley.api.Node {}", "class P { N n; }");
    assertThat(identity(List.of(without)).influence()).isEmpty();
  }

  @Test
  void ordinaryCodeLooksNowhereElse() throws IOException {
    CodeIdentity identity =
        identity(
            """
            class P {
              final java.util.Map<String, Integer> counts = new java.util.TreeMap<>();
              static final System.Logger LOG = System.getLogger("P");
              int f(Object o, String s) {
                assert s != null;
                LOG.log(System.Logger.Level.INFO, s);
                counts.merge(s + o.hashCode(), 1, Integer::sum);
                return counts.values().stream().mapToInt(i -> i).sum() + String.format("%d", 1).length();
              }
            }""");
    assertThat(identity.influence()).isEmpty();
  }

  @Test
  void anotherJarOnTheClassPathCountsEvenIfNothingInItIsReached() throws IOException {
    Path classes = compile("class P {}");
    Path jar = jar("lib.jar", "data.txt", "one");
    CodeIdentity before = identity(List.of(classes, jar));
    assertThat(identity(List.of(classes, jar("again.jar", "data.txt", "one")))).isEqualTo(before);
    assertThat(identity(List.of(classes, jar("lib.jar", "data.txt", "two")))).isNotEqualTo(before);
    assertThat(identity(List.of(classes, jar("lib.jar", "other.txt", "one")))).isNotEqualTo(before);
    assertThat(identity(List.of(classes))).isNotEqualTo(before);
    assertThat(identity(List.of(jar("lib.jar", "data.txt", "one"), classes))).isNotEqualTo(before);
  }

  @Test
  void codeInJarsIsFollowedForWhatItLooksAt() throws IOException {
    Path library = compile("public class H { Object f = System.getenv(); }", "class K {}");
    Path jar = folder.resolve("library.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("META-INF/versions/17/H.class"));
      zip.write(Files.readAllBytes(library.resolve("H.class")));
      zip.closeEntry();
    }
    Path reaching = compileAgainst(library, "class P { H h; }");
    Files.deleteIfExists(reaching.resolve("H.class"));
    assertThat(identity(List.of(reaching, jar)).influence())
        .contains("H uses java.lang.System.getenv");
  }

  @Test
  void textThatIsNoNameOfAFileIsNoClass() throws IOException {
    assertThat(
            identity(
                    "class P { String all = f(\"\\0\") + \"a:b?*\" + \"/\" + \"../P\"; String f(String s) { return s; } }")
                .influence())
        .isEmpty();
  }

  @Test
  void theFirstOfTwoClassesOfOneNameCounts() throws IOException {
    Path one = compile("class P { int f() { return 1; } }");
    Path two = compile("class P { int f() { return 2; } }");
    Path three = compile("class P { int f() { return 3; } }");
    assertThat(identity(List.of(one, two))).isEqualTo(identity(List.of(one, three)));
    assertThat(identity(List.of(two, one))).isNotEqualTo(identity(List.of(one, two)));
  }

  @Test
  void aClassFileThatCannotBeReadIsNotCertain() throws IOException {
    Path classes = compile("class P { H h; }", "class H {}");
    Files.write(classes.resolve("H.class"), new byte[] {1, 2, 3});
    assertThat(identity(List.of(classes)).influence())
        .contains("H has a class file that cannot be read");
  }

  @Test
  void partsOfADigestDoNotRunTogether() {
    assertThat(new Digest().add("ab").add("c").hex())
        .isNotEqualTo(new Digest().add("a").add("bc").hex());
  }

  private CodeIdentity identity(String... sources) throws IOException {
    return identity(List.of(compile(sources)));
  }

  private static CodeIdentity identity(List<Path> classPath) throws IOException {
    try (ReachableCode code = new ReachableCode(classPath.stream().map(Path::toString).toList())) {
      return code.of("P");
    }
  }

  private Path compile(String... sources) throws IOException {
    return compileAgainst(folder, sources);
  }

  private Path compileAgainst(Path classPath, String... sources) throws IOException {
    Path source = Files.createTempDirectory(folder, "src");
    Path classes = Files.createTempDirectory(folder, "classes");
    List<String> arguments =
        new ArrayList<>(
            List.of("-proc:none", "-d", classes.toString(), "-cp", classPath.toString()));
    for (String text : sources) {
      boolean isPublic = text.startsWith("public class ");
      Path file =
          isPublic
              ? source.resolve(text.split(" ")[2] + ".java")
              : source.resolve("S" + arguments.size() + ".java");
      arguments.add(Files.writeString(file, text).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(code).isZero();
    try (Stream<Path> files = Files.list(classes)) {
      assertThat(files).isNotEmpty();
    }
    return classes;
  }

  private Path jar(String name, String entry, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out)) {
      ZipEntry made = new ZipEntry(entry);
      made.setTime(name.hashCode() & 0xFFFFFFFFL);
      zip.putNextEntry(made);
      zip.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return jar;
  }
}
