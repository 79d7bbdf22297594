package dev.parley.report;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Trace.MessageView;
import dev.parley.engine.result.Trace.TraceStep;
import dev.parley.engine.result.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A counterexample as the source of a JUnit test that takes its steps: something to keep beside the
 * protocol, to debug into, and to turn round once the protocol is mended.
 *
 * <p>The steps are statements, not one chain of calls, and long traces are spread over several
 * methods: compilers descend into chains recursively, and a method has at most 64 KiB.
 */
final class ReproducingTest {
  private static final int STEPS_PER_METHOD = 400;

  private final InstanceResult result;
  private final Trace trace;
  private final String className;
  private final StringBuilder source = new StringBuilder();

  private ReproducingTest(InstanceResult result, Trace trace, String className) {
    this.result = result;
    this.trace = trace;
    this.className = className;
  }

  /** The path to a violation or mistake, if there is one. */
  static Optional<Trace> trace(InstanceResult result) {
    return result
        .violation()
        .flatMap(Violation::trace)
        .or(() -> result.error().flatMap(Mistake::trace));
  }

  /** What the test class is called, but for {@code Test} at the end: {@code LeaseClients2}. */
  static String name(InstanceResult result) {
    var description = result.description();
    return JavaText.name(FileNames.of(description.protocol(), description.instance()), true);
  }

  /**
   * The source.
   *
   * @param result the instance
   * @param trace the steps
   * @param className the name of the test class
   */
  static String of(InstanceResult result, Trace trace, String className) {
    return new ReproducingTest(result, trace, className).write();
  }

  private String write() {
    var description = result.description();
    int dot = description.protocolClass().lastIndexOf('.');
    if (dot > 0) {
      line(0, "package " + description.protocolClass().substring(0, dot) + ";");
      line(0, "");
    }
    line(0, "import static org.junit.jupiter.api.Assertions.assertTrue;");
    line(0, "");
    if (result.surroundings().networkReplaced()) {
      line(0, "import dev.parley.api.Network;");
    }
    line(0, "import dev.parley.engine.result.ReplayOutcome;");
    line(0, "import dev.parley.engine.Scenario;");
    line(0, "import org.junit.jupiter.api.Test;");
    line(0, "");
    line(0, "/**");
    String checked = description.protocol() + " / " + description.instance();
    line(0, " * " + comment(checked + ": " + finding()) + ".");
    line(0, " *");
    line(
        0,
        " * <p>Needs dev.parley:parley-checker-engine and JUnit as test dependencies. Once the"
            + " protocol is");
    line(
        0,
        " * mended, these steps are not possible any more or do no harm: then turn the assertions"
            + " round, and");
    line(0, " * the test keeps the mistake from coming back.");
    line(0, " */");
    line(0, "class " + className + " {");
    line(1, "@Test");
    line(1, "void " + methodName() + "() {");
    line(
        2,
        "Scenario scenario = Scenario.of("
            + JavaText.literal(description.protocolClass())
            + ", "
            + JavaText.literal(description.instance())
            + network()
            + ");");
    beginning();
    List<TraceStep> steps = trace.steps();
    if (steps.size() <= STEPS_PER_METHOD) {
      steps.forEach(this::step);
    } else {
      for (int from = 0; from < steps.size(); from += STEPS_PER_METHOD) {
        line(2, methodOf(from, steps.size()) + "(scenario);");
      }
    }
    line(0, "");
    line(2, "ReplayOutcome outcome = scenario.replay();");
    line(0, "");
    line(2, "assertTrue(outcome.reproduced(), outcome.message());");
    property()
        .ifPresent(
            name ->
                line(
                    2,
                    "assertTrue(outcome.message().contains("
                        + JavaText.literal(name)
                        + "), outcome.message());"));
    line(1, "}");
    if (steps.size() > STEPS_PER_METHOD) {
      for (int from = 0; from < steps.size(); from += STEPS_PER_METHOD) {
        line(0, "");
        line(1, "private static void " + methodOf(from, steps.size()) + "(Scenario scenario) {");
        steps.subList(from, Math.min(from + STEPS_PER_METHOD, steps.size())).forEach(this::step);
        line(1, "}");
      }
    }
    line(0, "}");
    return source.toString();
  }

  /** The network, if it is not the declared one. */
  private String network() {
    return result.surroundings().networkReplaced()
        ? ", Network." + result.surroundings().network().toUpperCase(Locale.ROOT).replace('-', '_')
        : "";
  }

  /** Where the steps begin, if that is not clear. */
  private void beginning() {
    if (result.surroundings().initialStates() == 1) {
      return;
    }
    for (Trace.NodeView node : trace.initial()) {
      for (Trace.FieldView field : node.fields()) {
        line(
            2,
            "scenario.begins("
                + JavaText.literal(node.node())
                + ", "
                + JavaText.literal(field.name())
                + ", "
                + JavaText.literal(field.value())
                + ");");
      }
    }
    for (MessageView message : trace.pending()) {
      line(
          2,
          "scenario.pending("
              + JavaText.literal(message.from())
              + ", "
              + JavaText.literal(message.to())
              + ", "
              + JavaText.literal(message.text())
              + ");");
    }
  }

  private void step(TraceStep step) {
    if (trace.loop().filter(first -> first == step.number()).isPresent()) {
      line(2, "scenario.repeats();");
    }
    step.source().ifPresent(place -> line(2, "// " + step.number() + ". " + comment(place)));
    String taken =
        "scenario.step("
            + JavaText.literal(step.node())
            + ", "
            + JavaText.literal(step.handler())
            + ")";
    for (MessageView message : step.consumed()) {
      taken +=
          ".takes("
              + JavaText.literal(message.from())
              + ", "
              + JavaText.literal(message.text())
              + ")";
    }
    if (!step.choiceIndexes().isEmpty()) {
      taken +=
          step.choiceIndexes().stream()
              .map(String::valueOf)
              .collect(Collectors.joining(", ", ".chooses(", ")"));
    }
    line(2, taken + ";");
  }

  private Optional<String> property() {
    return result
        .violation()
        .map(Violation::property)
        .filter(name -> !name.equals(Violation.EXCEPTION));
  }

  private String finding() {
    return property()
        .map(name -> name + " does not hold after these steps")
        .orElseGet(
            () ->
                result.violation().isPresent()
                    ? "the last of these steps fails"
                    : "these steps lead to a mistake in the protocol");
  }

  private String methodName() {
    return property()
        .map(name -> JavaText.name(name, false) + "IsViolated")
        .orElse(result.violation().isPresent() ? "theLastStepFails" : "theMistakeShows");
  }

  private static String methodOf(int from, int steps) {
    return "steps" + (from + 1) + "To" + Math.min(from + STEPS_PER_METHOD, steps);
  }

  private static String comment(String text) {
    return JavaText.comment(text);
  }

  private void line(int depth, String text) {
    source.append("  ".repeat(depth)).append(text).append('\n');
  }
}
