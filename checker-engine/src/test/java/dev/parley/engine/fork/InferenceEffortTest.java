package dev.parley.engine.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.engine.internal.infer.AuxiliaryInference;
import dev.parley.engine.internal.infer.AuxiliaryInference.Classes;
import dev.parley.engine.internal.infer.AuxiliaryInference.Proposal;
import dev.parley.engine.internal.infer.ParsedClasses;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What it may cost to look for auxiliary fields in a module with a large library that all its
 * protocols use, and where every value flows through all of it.
 */
class InferenceEffortTest {
  private static final int CLASSES = 120;
  private static final int METHODS = 8;
  private static final int PROTOCOLS = 4;

  @TempDir static Path folder;

  private static String library(int number) {
    StringBuilder code = new StringBuilder("package lib; public class Lib" + number + " {\n");
    for (int method = 0; method < METHODS; method++) {
      code.append("public static int f" + method + "(int x, Box box) {\n int r = x;\n");
      for (int call = 1; call <= 3; call++) {
        int other = (number * 7 + method * 3 + call * 31) % CLASSES;
        code.append(" for (int i = 0; i < 3; i++) { r ^= i + box.value * " + call + "; }\n");
        code.append(" if (r == " + call + ") { r += Lib" + other + ".f");
        code.append((method + call) % METHODS + "(r + x, box); }\n");
      }
      code.append(" box.value = r; box.items.add(r);\n return r;\n}\n");
    }
    return code.append("}\n").toString();
  }

  private static String protocol(int number) {
    return "package p; import dev.parley.api.*;\n"
        + "@Protocol public final class P"
        + number
        + " {\n"
        + "  public static final class N extends Node {\n"
        + "    int a; int b; final lib.Box box = new lib.Box();\n"
        + "    @Step(once = true) void go() { a = lib.Lib"
        + number
        + ".f0(b, box); }\n"
        + "    @Step(once = true) void on() { b = lib.Lib0.f1(a, box); }\n"
        + "  }\n"
        + "  @Instance static void one(Topology t) { t.add(new N()); }\n"
        + "  @Invariant static boolean ok(World w) { return true; }\n"
        + "}\n";
  }

  @BeforeAll
  static void compile() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString(), "-cp"));
    arguments.add(ForkFixtures.origin(Node.class));
    String box = "package lib; public class Box { int value; java.util.List<Integer> items; }";
    arguments.add(Files.writeString(folder.resolve("Box.java"), box).toString());
    for (int i = 0; i < CLASSES; i++) {
      Path file = folder.resolve("Lib" + i + ".java");
      arguments.add(Files.writeString(file, library(i)).toString());
    }
    for (int i = 0; i < PROTOCOLS; i++) {
      Path file = folder.resolve("P" + i + ".java");
      arguments.add(Files.writeString(file, protocol(i)).toString());
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(result).isZero();
  }

  private interface Asking {
    Proposal of(Model model);
  }

  private static Proposal ask(ParsedClasses parsed, int protocol, Asking question)
      throws Exception {
    List<String> classPath = List.of(folder.toString(), ForkFixtures.origin(Node.class));
    try (ProtocolClassLoader loader = new ProtocolClassLoader(classPath, parsed)) {
      return question.of(ModelLoader.load(loader.loadClass("p.P" + protocol), "one"));
    }
  }

  @Test
  void aModuleSpendsALimitedEffortOnSuggestions() throws Exception {
    ParsedClasses parsed = new ParsedClasses();
    List<Long> spent = new ArrayList<>();
    for (int i = 0; i < PROTOCOLS; i++) {
      long before = parsed.followed();
      ask(parsed, i, model -> Classes.of(model).suggest(model));
      spent.add(parsed.followed() - before);
    }
    long longestMethod = 1_000;
    assertThat(spent.get(0)).isGreaterThan(150_000);
    assertThat(spent.get(PROTOCOLS - 1)).isBetween(1L, 20_000 + longestMethod);
    assertThat(parsed.followed()).isLessThan(400_000 + PROTOCOLS * (20_000 + longestMethod));
  }

  @Test
  void whatIsAppliedDoesNotDependOnOtherInstances() throws Exception {
    ParsedClasses fresh = new ParsedClasses();
    ParsedClasses used = new ParsedClasses();
    ask(used, 1, model -> Classes.of(model).suggest(model));
    long spent = used.followed();
    assertThat(ask(used, 0, AuxiliaryInference::propose).toString())
        .isEqualTo(ask(fresh, 0, AuxiliaryInference::propose).toString());
    assertThat(used.followed()).isEqualTo(spent);
  }
}
