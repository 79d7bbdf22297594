package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.api.Verdict;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.Inlined;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.RunReport;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSON schema of {@code parley.json}, derived from the records it is written from: their
 * components are the keys, their Javadoc the descriptions.
 */
final class ResultsSchema {
  private static final List<Path> SOURCES =
      List.of(Path.of("src/main/java"), Path.of("../checker-engine/src/main/java"));

  private static final Pattern PARAMETER =
      Pattern.compile("@param (\\w+) (.*?)(?=\\s*(?:@param|\\*/))", Pattern.DOTALL);

  private final ObjectNode definitions = JsonNodeFactory.instance.objectNode();

  static String text() throws IOException {
    return RecordJson.text(new ResultsSchema().schema());
  }

  private ObjectNode schema() throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("$id", "urn:dev.parley:results:" + JsonReport.SCHEMA);
    root.put("title", "parley.json");
    root.put(
        "description",
        "The results of parley:check or, with options null, of several modules put together. Keys"
            + " may be added under the same schema number; readers ignore those they do not know.");
    ObjectNode keys = object(root);
    key(root, keys, "schema", JsonNodeFactory.instance.objectNode().put("const", 1), "");
    key(root, keys, "title", type("string"), "what was checked: the Maven project's name");
    key(root, keys, "startedAt", type("string").put("format", "date-time"), "when the run began");
    ObjectNode environment = record(Environment.class);
    key(
        environment,
        (ObjectNode) environment.get("properties"),
        "engineJava",
        type("string"),
        "the version of Java the engine ran on");
    key(root, keys, "environment", environment, "where the run took place");
    ObjectNode options = JsonNodeFactory.instance.objectNode();
    options.putArray("anyOf").add(options()).add(type("null"));
    key(root, keys, "options", options, "what the run was configured with");
    key(root, keys, "instances", array(instance()), "the results, in the order of the checks");
    ObjectNode comparison = record(ComparisonResult.class);
    key(
        comparison,
        (ObjectNode) comparison.get("properties"),
        "verdict",
        value(Verdict.class),
        "what the modes agree upon");
    key(root, keys, "comparisons", array(comparison), "comparisons of search modes");
    ObjectNode incomplete = JsonNodeFactory.instance.objectNode();
    incomplete.putArray("anyOf").add(record(RunReport.Incomplete.class)).add(type("null"));
    key(root, keys, "incomplete", incomplete, "why instances are missing, if some are");
    root.set("$defs", definitions);
    return root;
  }

  private ObjectNode options() throws IOException {
    ObjectNode options = record(CheckOptions.class);
    ObjectNode run = record(RunOptions.class);
    ObjectNode keys = (ObjectNode) options.get("properties");
    keys.remove("run");
    keys.setAll((ObjectNode) run.get("properties"));
    ArrayNode required = (ArrayNode) run.get("required");
    options.get("required").forEach(name -> addUnless(required, name, "run"));
    options.set("required", required);
    return options;
  }

  private static void addUnless(ArrayNode names, JsonNode name, String excluded) {
    if (!name.textValue().equals(excluded)) {
      names.add(name);
    }
  }

  private ObjectNode instance() throws IOException {
    ObjectNode instance = record(InstanceResult.class);
    ObjectNode keys = (ObjectNode) instance.get("properties");
    ObjectNode origin = record(Run.Origin.class);
    keys.setAll((ObjectNode) origin.get("properties"));
    ((ArrayNode) instance.get("required")).addAll((ArrayNode) origin.get("required"));
    key(instance, keys, "asExpected", type("boolean"), "whether the verdict is the declared one");
    ObjectNode figures = (ObjectNode) definitions.get("Figures");
    ObjectNode more = (ObjectNode) figures.get("properties");
    // Of results only; the figures of a mode do not have them.
    more.set("userCodeRuns", type("integer"));
    more.set("statesPerSecond", type("integer"));
    more.set("bytesPerState", type("number"));
    return instance;
  }

  private ObjectNode record(Class<?> type) throws IOException {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    addComponents(type, schema, object(schema));
    return schema;
  }

  private void addComponents(Class<?> type, ObjectNode schema, ObjectNode keys) throws IOException {
    Map<String, String> descriptions = descriptions(type);
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inlined.class)) {
        addComponents(component.getType(), schema, keys);
      } else {
        key(
            schema,
            keys,
            component.getName(),
            value(component.getGenericType()),
            descriptions.getOrDefault(component.getName(), ""));
      }
    }
  }

  private ObjectNode value(Type type) throws IOException {
    if (type instanceof ParameterizedType generic) {
      ObjectNode element = value(generic.getActualTypeArguments()[0]);
      if (generic.getRawType() != Optional.class) {
        return array(element);
      }
      ObjectNode optional = JsonNodeFactory.instance.objectNode();
      optional.putArray("anyOf").add(element).add(type("null"));
      return optional;
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isRecord()) {
      String name = raw.getSimpleName();
      if (!definitions.has(name)) {
        definitions.putObject(name);
        definitions.set(name, record(raw));
      }
      return JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + name);
    } else if (raw.isEnum()) {
      ObjectNode constants = JsonNodeFactory.instance.objectNode();
      ArrayNode names = constants.putArray("enum");
      for (Object constant : raw.getEnumConstants()) {
        names.add(((Enum<?>) constant).name());
      }
      return constants;
    } else if (raw == Duration.class) {
      return type("string").put("format", "duration");
    } else if (raw == boolean.class || raw == Boolean.class) {
      return type("boolean");
    } else if (raw == double.class || raw == Double.class) {
      return type("number");
    } else if (raw == String.class || raw == Path.class) {
      return type("string");
    }
    return type("integer");
  }

  private static ObjectNode object(ObjectNode schema) {
    schema.put("type", "object");
    schema.putArray("required");
    return schema.putObject("properties");
  }

  private static ObjectNode array(ObjectNode element) {
    ObjectNode array = type("array");
    array.set("items", element);
    return array;
  }

  private static ObjectNode type(String name) {
    return JsonNodeFactory.instance.objectNode().put("type", name);
  }

  private static void key(
      ObjectNode schema, ObjectNode keys, String name, ObjectNode value, String description) {
    if (!description.isEmpty()) {
      value.put("description", description);
    }
    keys.set(name, value);
    ((ArrayNode) schema.get("required")).add(name);
  }

  /** What the Javadoc of a record says about its components. */
  private static Map<String, String> descriptions(Class<?> type) throws IOException {
    String source = source(type);
    Matcher declaration =
        Pattern.compile("\\brecord " + type.getSimpleName() + "\\s*\\(").matcher(source);
    Map<String, String> descriptions = new HashMap<>();
    if (declaration.find()) {
      int start = source.lastIndexOf("/**", declaration.start());
      Matcher parameter =
          PARAMETER.matcher(source.substring(Math.max(0, start), declaration.start()));
      while (parameter.find()) {
        descriptions.put(
            parameter.group(1),
            parameter
                .group(2)
                .replaceAll("\\s*\\n\\s*\\*\\s*", " ")
                .replaceAll("\\{@\\w+ #?([^}]*)}", "$1")
                .strip());
      }
    }
    return descriptions;
  }

  private static String source(Class<?> type) throws IOException {
    Class<?> outermost = type;
    while (outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    String name = outermost.getName().replace('.', '/') + ".java";
    for (Path root : SOURCES) {
      if (Files.isRegularFile(root.resolve(name))) {
        return Files.readString(root.resolve(name));
      }
    }
    throw new IOException("there is no source " + name);
  }
}
