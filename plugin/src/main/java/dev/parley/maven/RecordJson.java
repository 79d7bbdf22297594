package dev.parley.maven;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Turns records into JSON objects and back. An absent optional is {@code null}, a duration is ISO
 * 8601, an enum constant is its name, a fraction has two decimals. Jackson's own binding needs a
 * further module for optionals, and what it does with a type depends on annotations and on which
 * modules are around; the results consist of few types, and files that outlive a run should depend
 * on nothing else.
 */
final class RecordJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RecordJson() {}

  /** Indented text, with line feeds on every platform. */
  static String text(JsonNode node) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(node) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  static JsonNode parse(String text) throws IOException {
    return MAPPER.readTree(text);
  }

  static ObjectNode object(Record value) {
    ObjectNode object = NODES.objectNode();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      object.set(component.getName(), node(component(value, component)));
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
   * Reads a record made of strings, numbers, truth values, lists, optionals and such records.
   *
   * @throws IOException naming the place where the JSON is something else
   */
  static <T extends Record> T read(JsonNode node, Class<T> type) throws IOException {
    return type.cast(read(node, type, "$"));
  }

  private static Object read(JsonNode node, Type type, String place) throws IOException {
    if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
      return node.isNull()
          ? Optional.empty()
          : Optional.of(read(node, generic.getActualTypeArguments()[0], place));
    } else if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      require(node.isArray(), place, "an array", node);
      List<Object> list = new ArrayList<>();
      for (JsonNode element : node) {
        list.add(
            read(element, generic.getActualTypeArguments()[0], place + "[" + list.size() + "]"));
      }
      return list;
    } else if (type == String.class) {
      require(node.isTextual(), place, "a text", node);
      return node.textValue();
    } else if (type == int.class || type == Integer.class) {
      require(node.canConvertToInt() && node.isIntegralNumber(), place, "a number", node);
      return node.intValue();
    } else if (type == boolean.class) {
      require(node.isBoolean(), place, "true or false", node);
      return node.booleanValue();
    } else if (type instanceof Class<?> raw && raw.isRecord()) {
      require(node.isObject(), place, "an object", node);
      return readRecord(node, raw, place);
    }
    throw new IllegalArgumentException("cannot be read from JSON: " + type.getTypeName());
  }

  private static Object readRecord(JsonNode node, Class<?> type, String place) throws IOException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] parts = new Object[components.length];
    for (int i = 0; i < parts.length; i++) {
      String name = components[i].getName();
      JsonNode part = node.has(name) ? node.get(name) : NODES.nullNode();
      parts[i] = read(part, components[i].getGenericType(), place + "." + name);
    }
    try {
      var constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      throw new IOException(place + ": " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record has its canonical constructor", e);
    }
  }

  private static void require(boolean condition, String place, String expected, JsonNode found)
      throws IOException {
    if (!condition) {
      throw new IOException(place + " should be " + expected + " and is " + found.getNodeType());
    }
  }
}
