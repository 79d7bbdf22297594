package dev.parley.engine.internal.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Node;
import dev.parley.api.Protocol;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.internal.lint.PurityLint.Assumption;
import dev.parley.engine.internal.lint.PurityLint.Finding;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PurityLintTest {
  private static final Pattern LINE = Pattern.compile("\\(\\w+\\.java:(\\d+)\\)$");
  private static final String MARKER = "// finds: ";

  @Test
  void findsEveryMarkedLineAndNoOther() throws Exception {
    Map<Integer, String> marked = markedLines();
    Map<Integer, List<Finding>> found = byLine(inspect(ImpureSteps.class).findings());
    assertThat(marked).hasSizeGreaterThan(50);
    assertThat(found.keySet()).isEqualTo(marked.keySet());
    found.forEach(
        (line, findings) -> {
          assertThat(findings).as("line " + line).hasSize(1);
          assertThat(findings.get(0).message()).contains(marked.get(line).split("; "));
        });
  }

  @Test
  void placesNameClassMethodAndLine() throws Exception {
    assertThat(inspect(ImpureSteps.class).findings())
        .extracting(Finding::place)
        .allMatch(place -> place.startsWith(ImpureSteps.class.getName()))
        .anyMatch(place -> place.matches(".*\\$Times\\.clocks\\(ImpureSteps\\.java:\\d+\\)"))
        .noneMatch(place -> place.contains("lambda$"));
  }

  @Test
  void messageNamesDeedWayReasonAndRemedy() throws Exception {
    Finding finding =
        inspect(ImpureSteps.class).findings().stream()
            .filter(f -> f.place().contains("Other.deepest"))
            .findFirst()
            .orElseThrow();
    assertThat(finding.message())
        .isEqualTo(
            "It calls System.nanoTime() (reached from step "
                + ImpureSteps.Ways.class.getName()
                + ".first, then Ways.helper > Ways.deeper > Other.deepest). "
                + Impurity.TIME.explanation());
  }

  static class Pulsing extends Node {
    @Step(once = true)
    void go() {
      tick();
    }

    void tick() {}
  }

  static final class TimedPulse extends Pulsing {
    @Override
    void tick() {
      System.nanoTime();
    }
  }

  @Protocol
  static final class TwoClocks {
    @Instance
    static void pure(Topology t) {
      t.add(new Pulsing());
    }

    @Instance
    static void impure(Topology t) {
      t.add(new Pulsing());
      t.add(new TimedPulse());
    }
  }

  @Test
  void aNodeClassOfAnotherInstanceIsNotThisOnesAffair() {
    assertThat(PurityLint.inspect(ModelLoader.load(TwoClocks.class, "pure")).findings()).isEmpty();
    assertThat(PurityLint.inspect(ModelLoader.load(TwoClocks.class, "impure")).findings())
        .extracting(Finding::place)
        .singleElement()
        .asString()
        .contains("TimedPulse.tick");
  }

  @Protocol
  static final class TimedProperty {
    @Instance
    static void one(Topology t) {
      t.add(new Pulsing());
    }

    @Instance
    static void two(Topology t) {
      t.add(2, i -> new Pulsing());
    }

    @Invariant
    static boolean early(World w) {
      return System.nanoTime() != 0;
    }
  }

  @Test
  void anImpurePropertyIsEveryInstancesAffair() {
    for (String instance : List.of("one", "two")) {
      assertThat(PurityLint.inspect(ModelLoader.load(TimedProperty.class, instance)).findings())
          .extracting(Finding::place)
          .singleElement()
          .asString()
          .contains("TimedProperty.early");
    }
  }

  static final class ByConstant extends Node {
    static final LongSupplier CLOCK = System::nanoTime;
    long seen;

    @Step(once = true)
    void go() {
      seen = CLOCK.getAsLong();
    }
  }

  @Protocol
  static final class ClockInAConstant {
    @Instance
    static void one(Topology t) {
      t.add(new ByConstant());
    }
  }

  @Test
  void functionsOfConstantsAreFollowed() {
    assertThat(PurityLint.inspect(ModelLoader.load(ClockInAConstant.class, "one")).findings())
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .contains("System.nanoTime()");
  }

  static final class Making extends Node {
    @Step(once = true)
    void go() {
      Pulsing made = new TimedPulse();
      made.tick();
    }
  }

  @Protocol
  static final class MakesNodes {
    @Instance
    static void one(Topology t) {
      t.add(new Making());
    }
  }

  @Test
  void aNodeThatAStepMakesIsFollowed() {
    assertThat(PurityLint.inspect(ModelLoader.load(MakesNodes.class, "one")).findings())
        .extracting(Finding::place)
        .singleElement()
        .asString()
        .contains("TimedPulse.tick");
  }

  @Test
  void findsNothingInOrdinaryCode() throws Exception {
    PurityLint.Report report = inspect(PureSteps.class);
    assertThat(report.findings()).isEmpty();
    assertThat(report.unread()).isEmpty();
  }

  @Test
  void listsWhatWasVouchedFor() throws Exception {
    assertThat(inspect(PureSteps.class).assumptions())
        .containsExactly(
            new Assumption(PureSteps.Log.class.getName(), "a log"),
            new Assumption(PureSteps.Vouching.class.getName() + ".log", "only for people"));
  }

  @Test
  void listsTheConstantsThatStepsReadAndThatMayLeadToSomethingChangeable() throws Exception {
    assertThat(inspect(PureSteps.class).sharedConstants())
        .extracting(Field::getName)
        .containsExactly("ORDER", "PLAIN", "ROUND", "START", "TABLE", "WORDS", "BUSY", "IDLE");
  }

  static class Deep extends Node {
    long seen;

    @Step
    void start() {
      a();
    }

    void a() {
      b();
    }

    void b() {
      c();
    }

    void c() {
      d();
    }

    void d() {
      e();
    }

    void e() {
      f();
    }

    void f() {
      seen = System.nanoTime();
    }
  }

  @Test
  void shortensLongChains() {
    assertThat(findings(Deep.class)).hasSize(1);
    assertThat(findings(Deep.class).get(0).message())
        .contains("Deep.start, then Deep.a > Deep.b > ... > Deep.e > Deep.f)");
  }

  static final class Twin extends Deep {}

  @Test
  void reportsASiteOnceHoweverManyStepsReachIt() {
    PurityLint.Report report =
        PurityLint.inspect(
            List.of(ModelLoader.nodeType(Deep.class), ModelLoader.nodeType(Twin.class)), List.of());
    assertThat(report.findings()).hasSize(1);
  }

  interface Clock {
    long now();
  }

  static final class WallClock implements Clock {
    @Override
    public long now() {
      return System.currentTimeMillis();
    }
  }

  static final class Ticker extends Node {
    final Clock clock;
    long seen;

    Ticker(Clock clock) {
      this.clock = clock;
    }

    @Step
    void tick() {
      seen = clock.now();
    }
  }

  @Protocol
  static final class Ticking {
    @Instance
    static void one(Topology t) {
      t.add(1, i -> new Ticker(new WallClock()));
    }

    @Invariant
    static boolean punctual(World w) {
      return w.nodes(Ticker.class).get(0).seen <= System.nanoTime();
    }
  }

  @Test
  void followsCallsIntoWhatTheInstanceMethodPassesIn() {
    assertThat(PurityLint.inspect(ModelLoader.load(Ticking.class, "one")).findings())
        .extracting(f -> f.place().replaceAll("\\(.*", ""))
        .containsExactlyInAnyOrder(
            WallClock.class.getName() + ".now", Ticking.class.getName() + ".punctual");
  }

  @Test
  void listsClassesWhoseFilesTheLoaderDoesNotGiveOut() throws Exception {
    try (URLClassLoader secretive = new Secretive()) {
      Class<? extends Node> type = secretive.loadClass(Deep.class.getName()).asSubclass(Node.class);
      PurityLint.Report report = PurityLint.inspect(List.of(ModelLoader.nodeType(type)), List.of());
      assertThat(report.findings()).isEmpty();
      assertThat(report.unread()).containsExactly(Deep.class.getName());
    }
  }

  /** Defines this test's classes itself and gives out no class files. */
  private static final class Secretive extends URLClassLoader {
    Secretive() {
      super(new URL[] {Deep.class.getProtectionDomain().getCodeSource().getLocation()});
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PurityLintTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }

    @Override
    public URL getResource(String name) {
      return null;
    }
  }

  private static List<Finding> findings(Class<? extends Node> type) {
    return PurityLint.inspect(List.of(ModelLoader.nodeType(type)), List.of()).findings();
  }

  /** Inspects all concrete node classes in a class, and its method {@code property}. */
  private static PurityLint.Report inspect(Class<?> outer) throws NoSuchMethodException {
    List<NodeType> types =
        Arrays.stream(outer.getDeclaredClasses())
            .filter(Node.class::isAssignableFrom)
            .filter(c -> !Modifier.isAbstract(c.getModifiers()))
            .sorted(Comparator.comparing(Class::getName))
            .map(c -> ModelLoader.nodeType(c.asSubclass(Node.class)))
            .toList();
    Method property = outer.getDeclaredMethod("property", World.class);
    return PurityLint.inspect(types, List.of(property));
  }

  private static Map<Integer, List<Finding>> byLine(List<Finding> findings) {
    return findings.stream()
        .collect(
            Collectors.groupingBy(
                f -> {
                  Matcher line = LINE.matcher(f.place());
                  assertThat(line.find()).as(f.place()).isTrue();
                  return Integer.parseInt(line.group(1));
                },
                TreeMap::new,
                Collectors.toList()));
  }

  private static Map<Integer, String> markedLines() throws IOException {
    Path source =
        Path.of(
            System.getProperty("basedir", ""),
            "src/test/java",
            ImpureSteps.class.getName().replace('.', '/') + ".java");
    List<String> lines = Files.readAllLines(source);
    Map<Integer, String> marked = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      int marker = lines.get(i).indexOf(MARKER);
      if (marker >= 0) {
        marked.put(i + 1, lines.get(i).substring(marker + MARKER.length()));
      }
    }
    return marked;
  }
}
