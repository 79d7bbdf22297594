package dev.parley.runner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.PropertyResult;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The findings of a run as SARIF 2.1.0, for code hosts that show them beside the code: each
 * property is a rule, each instance that is not as declared a result at the handler that took the
 * last step, and its counterexample the flow that leads there.
 */
final class Sarif {
  static final String FILE = "parley.sarif";
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
  private static final String BASE = "SRCROOT";

  private static final String FINGERPRINT = "parleyFinding/v1";
  private static final String ERROR = "parley/error";
  private static final String BUDGET = "parley/budget";
  private static final String TOO_GOOD = "parley/declared-violation-missing";

  /** As {@code Acceptor.java:42}, alone or at the end of a place. */
  private static final Pattern SOURCE =
      Pattern.compile("(?:^|\\()([^():/\\\\]+\\.\\w+)(?::(\\d+))?\\)?$");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Run run;
  private final Map<String, SourceTree> sources;
  private final Map<String, Integer> ruleIndexes = new LinkedHashMap<>();
  private final ArrayNode rules = NODES.arrayNode();
  private final ArrayNode results = NODES.arrayNode();

  /** The sources of the module whose result is being added. */
  private SourceTree here = SourceTree.NONE;

  private Sarif(Run run, Map<String, SourceTree> sources) {
    this.run = run;
    this.sources = sources;
  }

  static String text(Run run, Map<String, SourceTree> sources) {
    return RecordJson.text(new Sarif(run, sources).log());
  }

  private ObjectNode log() {
    run.report().instances().forEach(this::addRules);
    for (int i = 0; i < run.origins().size(); i++) {
      InstanceResult result = run.report().instances().get(i);
      here = sources.getOrDefault(run.origins().get(i).module(), SourceTree.NONE);
      if (!result.asExpected()) {
        addResult(result);
      }
      NotJudged.of(result).forEach(property -> addNotJudged(result, property));
    }
    ObjectNode log = NODES.objectNode();
    log.put("$schema", SCHEMA);
    log.put("version", "2.1.0");
    ObjectNode only = log.putArray("runs").addObject();
    ObjectNode driver = only.putObject("tool").putObject("driver");
    driver.put("name", "Parley");
    driver.put("version", run.report().parleyVersion());
    driver.set("rules", rules);
    only.putObject("originalUriBaseIds")
        .putObject(BASE)
        .putObject("description")
        .put("text", "The top directory of the source tree.");
    only.put("columnKind", "utf16CodeUnits");
    only.set("results", results);
    run.report()
        .incomplete()
        .ifPresent(
            why -> {
              ObjectNode invocation = only.putArray("invocations").addObject();
              invocation.put("executionSuccessful", false);
              ObjectNode notification =
                  invocation.putArray("toolExecutionNotifications").addObject();
              notification.put("level", "error");
              notification.putObject("message").put("text", IncompleteText.sentence(why));
            });
    return log;
  }

  private void addRules(InstanceResult result) {
    for (PropertyResult property : result.properties()) {
      rule(
          ruleId(result, property.name()),
          property.name(),
          property.description().isBlank()
              ? property.name() + " holds in " + result.description().protocol()
              : property.description());
    }
  }

  private int rule(String id, String name, String description) {
    Integer known = ruleIndexes.get(id);
    if (known != null) {
      return known;
    }
    ObjectNode rule = rules.addObject();
    rule.put("id", id);
    rule.put("name", name);
    rule.putObject("shortDescription").put("text", description);
    ruleIndexes.put(id, ruleIndexes.size());
    return ruleIndexes.size() - 1;
  }

  private void addResult(InstanceResult result) {
    ObjectNode node = results.addObject();
    String id = ruleId(result);
    node.put("ruleId", id);
    node.put("ruleIndex", ruleIndex(result, id));
    boolean tolerated = Gate.tolerates(result, run.failOnBudget());
    node.put("level", tolerated ? "warning" : "error");
    node.putObject("message").put("text", message(result));
    Optional<Trace> trace =
        result
            .violation()
            .flatMap(Violation::trace)
            .or(() -> result.error().flatMap(Mistake::trace));
    node.putArray("locations").add(location(result, trace));
    trace.filter(t -> !t.steps().isEmpty()).ifPresent(t -> addFlow(node, result, t));
    // Stable while the finding is the same, whatever lines it moves to.
    node.putObject("partialFingerprints").put(FINGERPRINT, fingerprint(result, id));
  }

  /** Not a finding, and yet nothing that may pass for proven. */
  private void addNotJudged(InstanceResult result, PropertyResult property) {
    ObjectNode node = results.addObject();
    String id = ruleId(result, property.name());
    node.put("ruleId", id);
    node.put("ruleIndex", ruleIndexes.get(id));
    node.put("level", "note");
    node.putObject("message").put("text", Gate.name(result) + ": " + NotJudged.sentence(property));
    node.putArray("locations").add(location(result, Optional.empty()));
    node.putObject("partialFingerprints").put(FINGERPRINT, fingerprint(result, id) + "#notJudged");
  }

  private static String fingerprint(InstanceResult result, String ruleId) {
    return ruleId
        + "#"
        + result.description().protocolClass()
        + "#"
        + result.description().instance();
  }

  private int ruleIndex(InstanceResult result, String id) {
    return switch (id) {
      case ERROR -> rule(id, "error", "A protocol can be checked.");
      case BUDGET -> rule(id, "budget", "A search ends within its budget.");
      case TOO_GOOD -> rule(id, "declaredViolationMissing", "A broken variant is found broken.");
      default ->
          rule(
              id,
              Violation.EXCEPTION,
              "No step of " + result.description().protocol() + " throws an exception.");
    };
  }

  private static String ruleId(InstanceResult result) {
    return switch (result.verdict()) {
      case ERROR -> ERROR;
      case BUDGET_EXHAUSTED -> BUDGET;
      case VERIFIED -> TOO_GOOD;
      case VIOLATED ->
          ruleId(result, result.violation().map(Violation::property).orElse("property"));
    };
  }

  private static String ruleId(InstanceResult result, String property) {
    return result.description().protocol() + "/" + property;
  }

  private static String message(InstanceResult result) {
    return Gate.describe(result)
        + result.violation().map(violation -> ": " + violation.message()).orElse("")
        + "."
        + FaultText.sentences(result).stream().map(s -> " " + s).collect(Collectors.joining());
  }

  /**
   * Where the last step stands; else the place of the mistake; else the protocol. What happens to
   * messages and nodes without a step, a loss say, stands nowhere in the code.
   */
  private ObjectNode location(InstanceResult result, Optional<Trace> trace) {
    Optional<Trace.TraceStep> last =
        trace.stream()
            .flatMap(t -> t.steps().stream())
            .filter(step -> step.source().isPresent())
            .reduce((earlier, later) -> later);
    ObjectNode location = NODES.objectNode();
    String protocolClass = result.description().protocolClass();
    Optional<ObjectNode> physical =
        last.flatMap(Trace.TraceStep::source)
            .flatMap(source -> physical(protocolClass, source))
            .or(() -> result.error().flatMap(e -> physical(protocolClass, e.place())))
            .or(() -> result.error().flatMap(e -> classFile(className(e.place()))))
            .or(() -> classFile(protocolClass));
    physical.ifPresent(p -> location.set("physicalLocation", p));
    ObjectNode logical = location.putArray("logicalLocations").addObject();
    logical.put(
        "fullyQualifiedName",
        last.map(Trace.TraceStep::handler)
            .or(() -> result.error().map(Mistake::place))
            .orElse(protocolClass));
    logical.put("kind", last.isPresent() ? "function" : "type");
    return location;
  }

  private Optional<ObjectNode> classFile(String className) {
    return physical(className, simpleName(className) + ".java");
  }

  private Optional<ObjectNode> physical(String protocolClass, String place) {
    Matcher source = SOURCE.matcher(place);
    if (!source.find()) {
      return Optional.empty();
    }
    // A place begins with a class and its member, which tells the package better.
    String near =
        place.contains("(") ? className(place.substring(0, place.indexOf('('))) : protocolClass;
    return here.uri(near, source.group(1))
        .map(
            uri -> {
              ObjectNode physical = NODES.objectNode();
              physical.putObject("artifactLocation").put("uri", uri).put("uriBaseId", BASE);
              int line = source.group(2) == null ? 1 : Integer.parseInt(source.group(2));
              physical.putObject("region").put("startLine", Math.max(1, line));
              return physical;
            });
  }

  private static String className(String member) {
    return member.substring(0, Math.max(0, member.lastIndexOf('.')));
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1).replaceAll("\\$.*", "");
  }

  private void addFlow(ObjectNode node, InstanceResult result, Trace trace) {
    ArrayNode locations =
        node.putArray("codeFlows")
            .addObject()
            .putArray("threadFlows")
            .addObject()
            .putArray("locations");
    for (Trace.TraceStep step : trace.steps()) {
      ObjectNode entry = locations.addObject();
      ObjectNode location = entry.putObject("location");
      step.source()
          .flatMap(source -> physical(result.description().protocolClass(), source))
          .ifPresent(p -> location.set("physicalLocation", p));
      location
          .putObject("message")
          .put("text", String.join("\n", StepText.lines(List.of(step))).strip());
      entry.put("executionOrder", step.number());
    }
  }
}
