package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.infer.AuxiliaryInference.Classes;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.Decomposition;
import dev.parley.engine.result.Decomposition.Basis;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which auxiliary content is proven to make no difference. Each case is compiled by itself, since
 * all classes that a protocol leads to take part in the proof: {@code N} is a node, {@code T}, if
 * there is one, two more that send to it, {@code P} has a property.
 */
class DecompositionProofTest {
  private static final SearchOptions RELEVANT = SearchOptions.DEFAULT.withMemory(Memory.RELEVANT);

  private static final SearchOptions REDUCED = RELEVANT.withDeadMessages(true);

  private static final String IMPORTS =
      "import dev.parley.api.*; import java.util.*; import java.util.stream.*;\n";

  private static final String TAGGING =
      """
      record M(int value, @Auxiliary int tag) {}
      class T extends Node {
        @Step(once = true) void tag() { sendToAll(N.class, new M(1, choose(0, 1))); }
      }
      """;

  @TempDir Path folder;

  static Stream<Arguments> proven() {
    return Stream.of(
        of(
            "a counter that never ends",
            """
            class N extends Node {
              boolean on; @Auxiliary long turns;
              @Step void turn() { on = !on; turns++; }
            }"""),
        of(
            "a log",
            """
            class N extends Node {
              @Auxiliary final List<Object> log = new ArrayList<>();
              @Receive void hear(String m, NodeId from) { log.add(from); }
            }
            class T extends Node {
              @Step(once = true) void tell() { sendToAll(N.class, "news"); }
            }"""),
        of(
            "a component that is passed on and noted",
            TAGGING
                + """
                class N extends Node {
                  int last; boolean told; @Auxiliary int seen;
                  @Receive void tagged(M m) { last = m.value(); seen = m.tag(); }
                  @Step(once = true) void tell() { told = true; seen = seen + 1; }
                }"""),
        of(
            "a message made of what was noted",
            TAGGING
                + """
                class N extends Node {
                  @Auxiliary int seen; int passed;
                  @Receive void tagged(M m) {
                    seen = Math.max(seen, m.tag());
                    if (m.value() == 1 && passed < 2) { passed++; send(self(), new M(2, seen)); }
                  }
                }"""),
        of(
            "messages kept in a list",
            TAGGING
                + """
                class N extends Node {
                  final List<M> kept = new ArrayList<>();
                  @Receive void tagged(M m) { kept.add(m); }
                }
                class P {
                  static boolean holds(World w) {
                    return w.nodes(N.class).get(0).kept.size() < 3 && w.pending().size() < 3;
                  }
                }"""),
        of(
            "a quorum that counts",
            TAGGING
                + """
                class N extends Node {
                  int heard; @Auxiliary int last;
                  @Receive(quorum = "2") void both(Quorum<M> q) {
                    for (Delivery<M> d : q) {
                      heard += d.message().value();
                      last = Math.max(last, d.message().tag());
                    }
                  }
                }"""));
  }

  static Stream<Arguments> unproven() {
    return Stream.of(
        no(
            "a branch on a component",
            "M.tag may matter, because a branch depends on it (N.tagged",
            TAGGING
                + """
                class N extends Node {
                  boolean bad; @Auxiliary int seen;
                  @Receive void tagged(M m) { bad |= seen == 1 && m.tag() == 1; seen = m.tag(); }
                }"""),
        no(
            "a quorum looked at by a stream",
            "a lambda or method reference returns what depends on it",
            TAGGING
                + """
                class N extends Node {
                  boolean bad;
                  @Receive(quorum = "2") void both(Quorum<M> q) {
                    bad |= q.messages().allMatch(m -> m.tag() == 1);
                  }
                }"""),
        no(
            "a relevant set",
            "may be given to Set.add(), which may compare, hash or print it",
            TAGGING
                + """
                class N extends Node {
                  final Set<M> kept = new HashSet<>();
                  @Receive void tagged(M m) { kept.add(m); }
                }"""),
        no(
            "a set of records around it",
            "may be given to HashSet.add()",
            TAGGING
                + """
                class N extends Node {
                  record Around(M m) {}
                  final HashSet<Around> kept = new HashSet<>();
                  @Receive void tagged(M m) { kept.add(new Around(m)); }
                }"""),
        no(
            "a map by message",
            "may be given to Map.put()",
            TAGGING
                + """
                class N extends Node {
                  final Map<M, Integer> kept = new HashMap<>();
                  @Receive void tagged(M m) { kept.put(m, 1); }
                }"""),
        no(
            "a map entry that is removed by its value",
            "may be given to Map.remove()",
            TAGGING
                + """
                class N extends Node {
                  final Map<Integer, M> kept = new HashMap<>();
                  @Receive void tagged(M m) { kept.remove(1, m); kept.put(1, m); }
                }"""),
        no(
            "a list searched for it",
            "may be given to List.contains()",
            TAGGING
                + """
                class N extends Node {
                  final List<M> kept = new ArrayList<>(); int twice;
                  @Receive void tagged(M m) { twice = kept.contains(m) ? 1 : twice; kept.add(m); }
                }"""),
        no(
            "messages compared",
            "may matter, because",
            TAGGING
                + """
                class N extends Node {
                  M last = null; boolean again;
                  @Receive void tagged(M m) { again |= m.equals(last); last = m; }
                }"""),
        no(
            "objects compared by the JDK",
            "may be given to Objects.equals()",
            TAGGING
                + """
                class N extends Node {
                  M last = null; boolean again;
                  @Receive void tagged(M m) { again |= Objects.equals(m, last); last = m; }
                }"""),
        no(
            "a text made of a message",
            "may be given to a text",
            TAGGING
                + """
                class N extends Node {
                  String text = "";
                  @Receive void tagged(M m) { text = "got " + m; }
                }"""),
        no(
            "a text made by a method reference",
            "may be given to String::valueOf",
            TAGGING
                + """
                class N extends Node {
                  List<String> texts = List.of();
                  @Receive void tagged(M m) { texts = Stream.of(m).map(String::valueOf).toList(); }
                }"""),
        no(
            "distinct elements of a stream",
            "may be given to Stream.distinct()",
            TAGGING
                + """
                class N extends Node {
                  final List<M> kept = new ArrayList<>(); long count;
                  @Receive void tagged(M m) { kept.add(m); count = kept.stream().distinct().count(); }
                }"""),
        no(
            "sorting by it",
            "a lambda or method reference returns what depends on it",
            TAGGING
                + """
                class N extends Node {
                  final List<M> kept = new ArrayList<>();
                  @Receive void tagged(M m) { kept.add(m); kept.sort(Comparator.comparing(M::tag)); }
                }"""),
        no(
            "choosing among messages",
            "may be given to Node.choose()",
            TAGGING
                + """
                class N extends Node {
                  final List<M> kept = new ArrayList<>(); int picked;
                  @Receive void tagged(M m) { kept.add(m); picked = choose(kept).value(); }
                }"""),
        no(
            "choosing among as many as a list has",
            "may matter, because",
            """
            class N extends Node {
              @Auxiliary final List<Integer> log = new ArrayList<>(); int picked;
              @Step(once = true) void note() { log.add(1); }
              @Step(once = true) void pick() {
                picked = choose(IntStream.rangeClosed(0, log.size()).boxed().toList());
              }
            }"""),
        no(
            "the length of a list in a loop",
            "a branch depends on it",
            """
            class N extends Node {
              @Auxiliary final List<Integer> log = new ArrayList<>(); int sent;
              @Step(once = true) void note() { log.add(1); }
              @Step(once = true) void tell() { for (int i = 0; i < log.size(); i++) { sent++; } }
            }"""),
        no(
            "a constructor that copies it to a relevant component",
            "it is sent in a message",
            """
            record C(int value, @Auxiliary int tag) { C(int tag) { this(tag, tag); } }
            class N extends Node {
              @Auxiliary int seen;
              @Step(once = true) void look() { seen = choose(0, 1); }
              @Step(once = true) void tell() { send(self(), new C(seen)); }
              @Receive void hear(C c) {}
            }"""),
        no(
            "a constructor that sets a relevant component from it",
            "it is sent in a message",
            """
            record C(int value, @Auxiliary int tag) { C { value = tag; } }
            class N extends Node {
              @Auxiliary int seen;
              @Step(once = true) void look() { seen = choose(0, 1); }
              @Step(once = true) void tell() { send(self(), new C(1, seen)); }
              @Receive void hear(C c) {}
            }"""),
        no(
            "a helper",
            "a branch depends on it",
            """
            class N extends Node {
              @Auxiliary int seen; boolean bad;
              @Step(once = true) void look() { seen = choose(0, 1); }
              @Step(once = true) void judge() { bad = Help.late(seen); }
            }
            class Help { static boolean late(int n) { return n > 0; } }"""),
        no(
            "an exception",
            "a branch depends on it",
            """
            class N extends Node {
              @Auxiliary int seen;
              @Step(once = true) void look() { seen = choose(0, 1); }
              @Step(once = true) void judge() { if (seen > 4) { throw new IllegalStateException(); } }
            }"""),
        no(
            "a list that is also relevant",
            "N.view may matter, because",
            """
            class N extends Node {
              final List<Integer> items = new ArrayList<>();
              @Auxiliary List<Integer> view = new ArrayList<>();
              @Step(once = true) void share() { view = items; }
              @Step(once = true) void fill() { view.add(1); }
            }"""),
        no(
            "a property that reads it",
            "may matter, because",
            """
            class N extends Node {
              @Auxiliary int seen;
              @Step(once = true) void look() { seen = choose(0, 1); }
            }
            class P {
              static boolean holds(World w) { return w.nodes(N.class).get(0).seen < 9; }
            }"""),
        no(
            "a marked object within a node",
            "may matter, because",
            """
            class Box { int sum; @Auxiliary int seen; }
            class N extends Node {
              final Box box = new Box();
              @Step(once = true) void look() { box.seen = choose(0, 1); }
              @Step(once = true) void judge() { box.sum = box.seen > 4 ? 1 : 0; }
            }"""),
        no(
            "a type that is marked as a whole",
            "the type Stamp is marked as a whole",
            """
            @Auxiliary record Stamp(int at) {}
            class N extends Node {
              Stamp last = new Stamp(0);
              @Step(once = true) void look() { last = new Stamp(choose(0, 1)); }
            }"""),
        no(
            "a record the instance starts with",
            "the instance starts with a M",
            """
            record M(int value, @Auxiliary int tag) {}
            class N extends Node {
              final Set<M> kept = new HashSet<>(Set.of(new M(1, 2))); int turns;
              @Step(once = true) void turn() { turns++; }
            }"""));
  }

  private static Arguments of(String name, String source) {
    return Arguments.of(name, source);
  }

  private static Arguments no(String name, String reason, String source) {
    return Arguments.of(name, reason, source);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("proven")
  void contentThatNothingDependsOnIsProvenWhereReductionsAskForIt(String name, String source)
      throws Exception {
    InstanceResult result = check(source, REDUCED);
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    Decomposition.Soundness soundness = result.decomposition().soundness().orElseThrow();
    assertThat(soundness).isEqualTo(new Decomposition.Soundness(Basis.PROVEN, ""));
    assertThat(result.warnings()).noneMatch(warning -> warning.contains("assumed"));
    assertThat(check(source, REDUCED.withInference(Inference.ON)).decomposition().soundness())
        .contains(soundness);
    Model model = model(source);
    assertThat(Classes.of(model).prove(model, Set.of()).objection()).isEmpty();
  }

  @Test
  void anAuditThatTakesLittleNeedsNoProof() throws Exception {
    InstanceResult result = check((String) proven().toList().get(3).get()[1], RELEVANT);
    assertThat(result.decomposition().soundness())
        .contains(
            new Decomposition.Soundness(
                Basis.AUDITED,
                "Byte code was not asked for a proof, because the audit took little."));
  }

  @Test
  void anAuditThatTakesMuchIsSparedByAProof() throws Exception {
    InstanceResult result = check((String) proven().toList().get(0).get()[1], RELEVANT);
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.decomposition().soundness())
        .contains(new Decomposition.Soundness(Basis.PROVEN, ""));
    // A thousand combinations, each run twice beside its representative, also twice. The audit
    // alone would go on to a thousand variants of each of the two local states.
    assertThat(result.figures().userCodeRuns()).isBetween(4_000L, 4_100L);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unproven")
  void contentThatSomethingMayDependOnIsNotProven(String name, String reason, String source)
      throws Exception {
    InstanceResult result = check(source, RELEVANT);
    if (result.error().isPresent()) {
      // The audit found what the proof had feared.
      assertThat(result.error().get().message()).contains("auxiliary content");
      return;
    }
    assertThat(result.decomposition().soundness().orElseThrow().basis()).isEqualTo(Basis.AUDITED);
    Model model = model(source);
    assertThat(Classes.of(model).prove(model, Set.of()).objection().orElseThrow()).contains(reason);
  }

  @Test
  void aSearchThatItsBudgetEndedHasNotRunEveryStep() throws Exception {
    Object[] unproven = unproven().toList().get(0).get();
    Budget few = new Budget(Optional.of(1L), Optional.empty(), Optional.empty(), Optional.empty());
    InstanceResult result = check((String) unproven[2], RELEVANT.withBudget(few));
    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    Decomposition.Soundness soundness = result.decomposition().soundness().orElseThrow();
    assertThat(soundness.basis()).isEqualTo(Basis.ASSUMED);
    assertThat(soundness.reason()).startsWith("The budget ended the search");
  }

  @Test
  void whatIsMarkedInMessagesIsListed() throws Exception {
    InstanceResult result = check((String) proven().toList().get(2).get()[1], RELEVANT);
    assertThat(result.decomposition().declared()).containsExactly("M.tag", "N.seen");
  }

  @Test
  void aSearchOnFullStatesRestsOnNothing() throws Exception {
    InstanceResult result =
        check((String) proven().toList().get(1).get()[1], RELEVANT.withMemory(Memory.FULL));
    assertThat(result.decomposition().soundness()).isEmpty();
  }

  /** The reduced search never takes the steps of a node that no property can tell from idle. */
  @Test
  void auxiliaryContentIsOnlyAssumedWhereReductionsLeaveOutStepsUnlessItIsProven()
      throws Exception {
    String source =
        """
        class N extends Node {
          @Auxiliary int n; int go;
          @Step(once = true) void pick() { n = choose(0, 1); go = 1; }
          @Step(once = true, when = "picked") void tell() {
            if (n == 1) { sendToAll(T.class, "bad"); }
          }
          boolean picked() { return go == 1; }
        }
        class T extends Node {
          boolean bad;
          @Receive void hear(String m) { bad = true; }
        }
        class P {
          static boolean holds(World w) { return w.nodes(T.class).stream().noneMatch(t -> t.bad); }
        }""";
    assertThat(check(source, RELEVANT.withMemory(Memory.FULL)).verdict())
        .isEqualTo(Verdict.VIOLATED);
    assertThat(check(source, RELEVANT).verdict()).isEqualTo(Verdict.ERROR);
    for (SearchOptions options : AllModes.all()) {
      InstanceResult result = check(source, options.withMemory(Memory.RELEVANT));
      boolean caught = result.verdict() == Verdict.ERROR || result.verdict() == Verdict.VIOLATED;
      assertThat(caught || result.decomposition().isAssumed())
          .as("%s: %s", options.describe(), result)
          .isTrue();
      assertThat(caught || result.warnings().stream().anyMatch(w -> w.contains("assumed, not")))
          .isTrue();
    }
  }

  @Test
  void aProofHoldsForReducedSearchesToo() throws Exception {
    for (SearchOptions options : AllModes.all()) {
      InstanceResult result =
          check((String) proven().toList().get(3).get()[1], options.withMemory(Memory.RELEVANT));
      assertThat(result.decomposition().soundness().orElseThrow().basis())
          .isEqualTo(options.reduction().any() ? Basis.PROVEN : Basis.AUDITED);
    }
  }

  // Compiling ----------------------------------------------------------------------------------

  private InstanceResult check(String source, SearchOptions options) throws Exception {
    return InstanceCheck.ofInspected(model(source), options, ProgressListener.NONE).run();
  }

  private Model model(String source) throws Exception {
    Path classes = folder.resolve("c" + Integer.toHexString(source.hashCode()));
    if (!Files.exists(classes)) {
      compile(source, classes);
    }
    // Not closed: the check reads class files through it.
    URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, Node.class.getClassLoader());
    Topology topology = new Topology().add(node(loader, "N"));
    if (Files.exists(classes.resolve("T.class"))) {
      topology.add(2, i -> node(loader, "T"));
    }
    List<Property> properties = new ArrayList<>();
    if (Files.exists(classes.resolve("P.class"))) {
      Method holds = loader.loadClass("P").getDeclaredMethod("holds", World.class);
      holds.setAccessible(true);
      properties.add(
          new Property(
              "holds", "", Property.Kind.INVARIANT, w -> invoke(holds, w), Optional.of(holds)));
    }
    return new Model(
        new Model.Description(
            "proof", "N", "", "n", List.of(), Verdict.VERIFIED, Optional.empty(), Budget.UNBOUNDED),
        topology.nodes(),
        topology.nodes().values().stream().map(n -> ModelLoader.nodeType(n.getClass())).toList(),
        properties);
  }

  private static void compile(String source, Path classes) throws IOException {
    Files.createDirectories(classes);
    Path file = classes.resolve("Source.java");
    Files.writeString(file, IMPORTS + source);
    int problems =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + "",
                "-d",
                classes.toString(),
                file.toString());
    assertThat(problems).as(source).isZero();
  }

  private static Node node(ClassLoader loader, String name) {
    try {
      var constructor = loader.loadClass(name).getDeclaredConstructor();
      constructor.setAccessible(true);
      return (Node) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean invoke(Method method, World world) {
    try {
      return (boolean) method.invoke(null, world);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
