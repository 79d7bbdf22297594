package dev.parley.runner;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.result.Inlined;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Turns records into JSON objects and back. An absent optional is {@code null}, a duration is ISO
 * 8601, an enum constant is its name, a fraction has two decimals, and the components of an {@link
 * Inlined} record stand in its place. Jackson's own binding needs a further module for optionals,
 * and what it does with a type depends on annotations and on which modules are around; the results
 * consist of few types, and files that outlive a run should depend on nothing else.
 */
final class RecordJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final JsonFactory LINES =
      JsonFactory.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build()
          .setCodec(MAPPER);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RecordJson() {}

  /** Indented text, with line feeds on every platform. */
  static String text(JsonNode node) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    try {
      return withEscapedSurrogates(MAPPER.writer(printer).writeValueAsString(node)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  /**
   * Writes halves of surrogate pairs as escapes. UTF-8 has no form for them, and what is read back
   * has to be what was written: they can only stand within strings, where an escape may stand too.
   */
  private static String withEscapedSurrogates(String json) {
    if (json.codePoints().noneMatch(RecordJson::isSurrogate)) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            c -> {
              if (isSurrogate(c)) {
                escaped.append(String.format("\\u%04x", c));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  /** Writes a value in one line of ASCII, without holding its text. */
  static void writeLine(JsonNode node, OutputStream out) throws IOException {
    try (JsonGenerator generator = LINES.createGenerator(out)) {
      generator.writeTree(node);
    }
    out.write('\n');
  }

  /** Reads a text that must be one JSON value from its first character to its last. */
  static JsonNode parse(String text) throws IOException {
    return MAPPER.readTree(text);
  }

  static ObjectNode object(Record value) {
    ObjectNode object = NODES.objectNode();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object part = component(value, component);
      if (component.isAnnotationPresent(Inlined.class)) {
        object.setAll(object((Record) part));
      } else {
        object.set(component.getName(), node(part));
      }
    }
    return object;
  }

  /** The same with the components of one component in its place, before all others. */
  static ObjectNode flat(Record value, String component) {
    ObjectNode object = object(value);
    ObjectNode first = (ObjectNode) object.remove(component);
    first.setAll(object);
    return first;
  }

  private static JsonNode node(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(RecordJson::node).orElse(NODES.nullNode());
    } else if (value instanceof List<?> list) {
      ArrayNode array = NODES.arrayNode();
      list.forEach(element -> array.add(node(element)));
      return array;
    } else if (value instanceof Record nested) {
      return object(nested);
    } else if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    } else if (value instanceof Integer number) {
      return NODES.numberNode(number);
    } else if (value instanceof Long number) {
      return NODES.numberNode(number);
    } else if (value instanceof Double number) {
      return NODES.numberNode(Math.round(number * 100) / 100.0);
    } else if (value instanceof Path path) {
      return NODES.textNode(path.toString().replace('\\', '/'));
    } else if (value instanceof String || value instanceof Enum || value instanceof Duration) {
      return NODES.textNode(value.toString());
    }
    throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
  }

  private static Object component(Record value, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(value);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("a record's accessor only returns", e);
    }
  }

  /**
   * Reads a record made of strings, numbers, truth values, durations, enum constants, lists,
   * optionals and such records. Keys the record does not have are ignored.
   *
   * @throws IOException naming the place where the JSON is something else
   */
  static <T extends Record> T read(JsonNode node, Class<T> type) throws IOException {
    return read(node, type, "$");
  }

  /** The same for a part of a document, which stands at this place. */
  static <T extends Record> T read(JsonNode node, Class<T> type, String place) throws IOException {
    return type.cast(value(node, type, place));
  }

  private static Object value(JsonNode node, Type type, String place) throws IOException {
    if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
      return node.isNull()
          ? Optional.empty()
          : Optional.of(value(node, generic.getActualTypeArguments()[0], place));
    } else if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      require(node.isArray(), place, "an array", node);
      List<Object> list = new ArrayList<>();
      for (JsonNode element : node) {
        list.add(
            value(element, generic.getActualTypeArguments()[0], place + "[" + list.size() + "]"));
      }
      return list;
    } else if (type == String.class) {
      require(node.isTextual(), place, "a text", node);
      return node.textValue();
    } else if (type == int.class || type == Integer.class) {
      require(node.canConvertToInt() && node.isIntegralNumber(), place, "a number", node);
      return node.intValue();
    } else if (type == long.class || type == Long.class) {
      require(node.canConvertToLong() && node.isIntegralNumber(), place, "a number", node);
      return node.longValue();
    } else if (type == double.class || type == Double.class) {
      require(node.isNumber(), place, "a number", node);
      return node.doubleValue();
    } else if (type == boolean.class) {
      require(node.isBoolean(), place, "true or false", node);
      return node.booleanValue();
    } else if (type == Duration.class) {
      require(node.isTextual(), place, "a duration", node);
      return duration(node.textValue(), place);
    } else if (type instanceof Class<?> raw && raw.isEnum()) {
      require(node.isTextual(), place, "a name", node);
      return constant(node.textValue(), raw, place);
    } else if (type instanceof Class<?> raw && raw.isRecord()) {
      require(node.isObject(), place, "an object", node);
      return readRecord(node, raw, place);
    }
    throw new IllegalArgumentException("cannot be read from JSON: " + type.getTypeName());
  }

  private static Duration duration(String text, String place) throws IOException {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IOException(place + " should be a duration and is " + text, e);
    }
  }

  private static Object constant(String name, Class<?> type, String place) throws IOException {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new IOException(
        place
            + " should be one of "
            + Arrays.toString(type.getEnumConstants())
            + " and is "
            + name);
  }

  private static Object readRecord(JsonNode node, Class<?> type, String place) throws IOException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] parts = new Object[components.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = readComponent(node, components[i], place);
    }
    try {
      return canonicalConstructor(type).newInstance(parts);
    } catch (InvocationTargetException e) {
      // What the record's own constructor refuses.
      throw new IOException(place + ": " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record has its canonical constructor", e);
    }
  }

  private static Object readComponent(JsonNode node, RecordComponent component, String place)
      throws IOException {
    if (component.isAnnotationPresent(Inlined.class)) {
      return readRecord(node, component.getType(), place);
    }
    String name = component.getName();
    JsonNode part = node.has(name) ? node.get(name) : NODES.nullNode();
    return value(part, component.getGenericType(), place + "." + name);
  }

  /** The same record with another value of one component, whichever others it may have. */
  static <T extends Record> T with(T value, String component, Object other) {
    RecordComponent[] components = value.getClass().getRecordComponents();
    Object[] parts = new Object[components.length];
    for (int i = 0; i < parts.length; i++) {
      Object part = component(value, components[i]);
      if (components[i].getName().equals(component)) {
        parts[i] = other;
      } else if (components[i].isAnnotationPresent(Inlined.class)) {
        parts[i] = with((Record) part, component, other);
      } else {
        parts[i] = part;
      }
    }
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) value.getClass();
    try {
      return type.cast(canonicalConstructor(type).newInstance(parts));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record has its canonical constructor", e);
    }
  }

  private static Constructor<?> canonicalConstructor(Class<?> type) throws NoSuchMethodException {
    Constructor<?> constructor =
        type.getDeclaredConstructor(
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
    constructor.setAccessible(true);
    return constructor;
  }

  private static void require(boolean condition, String place, String expected, JsonNode found)
      throws IOException {
    if (!condition) {
      throw new IOException(place + " should be " + expected + " and is " + found.getNodeType());
    }
  }
}
