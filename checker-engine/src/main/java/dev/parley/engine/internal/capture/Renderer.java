package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.result.Trace;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Values as one line of text, for traces and errors. The same content gives the same text in every
 * run: whatever has no order is sorted, and neither a user's {@code toString()} nor an identity
 * hash code takes part. An object that several references lead to is labelled {@code #1:} where it
 * is first shown and {@code #1} from then on.
 */
public final class Renderer {
  /** Deeper content is shown as an ellipsis: nobody reads it, and the stack is finite. */
  private static final int MAX_DEPTH = 50;

  /** How often each object with identity was met. */
  private final Map<Object, Integer> references = new IdentityHashMap<>();

  private final Map<Object, Integer> labels = new IdentityHashMap<>();

  /** The objects being rendered, while elements are rendered only to be sorted. */
  private final Map<Object, Boolean> open = new IdentityHashMap<>();

  private boolean labelling = true;

  private Renderer() {}

  /**
   * The text of a value. Strings are quoted inside structures, not on their own.
   *
   * @param value the value, or null
   * @return one line
   */
  public static String text(Object value) {
    if (value instanceof String s) {
      return s;
    }
    Renderer renderer = new Renderer();
    renderer.count(value, 0);
    return renderer.render(value, 0);
  }

  /**
   * A node's fields in the order of their declaration, those of superclasses first. References the
   * compiler added, as to an enclosing object, are not shown.
   *
   * @param node the node
   * @return the fields as text
   */
  public static List<Trace.FieldView> fields(Node node) {
    return fields(node, Set.of());
  }

  /**
   * The same with further fields flagged auxiliary.
   *
   * @param node the node
   * @param auxiliaryFields fields that count as auxiliary without being marked
   * @return the fields as text
   */
  public static List<Trace.FieldView> fields(Node node, Set<Field> auxiliaryFields) {
    boolean all = Types.isAuxiliary(node.getClass());
    List<Trace.FieldView> views = new ArrayList<>();
    for (Field field : Types.instanceFields(node.getClass(), Node.class)) {
      if (!field.isSynthetic()) {
        String text = field.trySetAccessible() ? text(JdkInternals.read(field, node)) : "?";
        boolean auxiliary = all || Types.isAuxiliary(field) || auxiliaryFields.contains(field);
        views.add(new Trace.FieldView(field.getName(), text, auxiliary));
      }
    }
    return views;
  }

  /** Counts the references to each object with identity. */
  private void count(Object value, int depth) {
    if (value == null || depth > MAX_DEPTH) {
      return;
    }
    if (hasIdentity(value) && references.merge(value, 1, Integer::sum) > 1) {
      return;
    }
    for (Object part : parts(value)) {
      count(part, depth + 1);
    }
  }

  private static boolean hasIdentity(Object value) {
    if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
      String name = value.getClass().getName();
      return !(Catalogue.isStandIn(value.getClass())
          || name.startsWith("java.util.Collections$")
          || name.startsWith("java.util.ImmutableCollections$"));
    }
    return value.getClass().isArray()
        || value instanceof AtomicReference<?>
        || value instanceof Node
        || isPlain(value.getClass());
  }

  private static boolean isPlain(Class<?> type) {
    return !Types.isJdk(type)
        && !type.isRecord()
        && !type.isHidden()
        && !Enum.class.isAssignableFrom(type)
        && !type.isArray();
  }

  private List<?> parts(Object value) {
    if (value instanceof Object[] array) {
      return Arrays.asList(array);
    }
    if (value instanceof Optional<?> optional) {
      return optional.stream().toList();
    }
    if (value instanceof AtomicReference<?> reference) {
      return Arrays.asList(reference.get());
    }
    if (isCollection(value)) {
      return Arrays.asList(((Collection<?>) value).toArray());
    }
    if (isMap(value)) {
      List<Object> parts = new ArrayList<>();
      ((Map<?, ?>) value)
          .forEach(
              (k, v) -> {
                parts.add(k);
                parts.add(v);
              });
      return parts;
    }
    if (value instanceof Map.Entry<?, ?> entry && Types.isJdk(value.getClass())) {
      return Arrays.asList(entry.getKey(), entry.getValue());
    }
    List<Object> parts = new ArrayList<>();
    if (value instanceof NodeId || value instanceof Node) {
      return parts;
    }
    if (value.getClass().isRecord() || isPlain(value.getClass())) {
      for (Field field : shownFields(value.getClass())) {
        if (!field.getType().isPrimitive()) {
          parts.add(JdkInternals.read(field, value));
        }
      }
    }
    return parts;
  }

  /** Collections of the JDK and ours; a user's own is shown by its fields. */
  private static boolean isCollection(Object value) {
    return value instanceof Collection<?>
        && (Types.isJdk(value.getClass()) || Catalogue.isStandIn(value.getClass()));
  }

  private static boolean isMap(Object value) {
    return value instanceof Map<?, ?>
        && (Types.isJdk(value.getClass()) || Catalogue.isStandIn(value.getClass()));
  }

  private static List<Field> shownFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        try {
          fields.add(type.getDeclaredField(component.getName()));
        } catch (NoSuchFieldException e) {
          throw new IllegalStateException("not a record: " + type.getName(), e);
        }
      }
    } else {
      fields.addAll(Types.instanceFields(type, Object.class));
    }
    fields.removeIf(
        f -> f.isSynthetic() || Types.isJdk(f.getDeclaringClass()) || !f.trySetAccessible());
    return fields;
  }

  private String render(Object value, int depth) {
    if (value == null) {
      return "null";
    }
    if (depth > MAX_DEPTH) {
      return "…";
    }
    if (!hasIdentity(value)) {
      return content(value, depth);
    }
    if (!labelling) {
      if (open.putIfAbsent(value, true) != null) {
        return "#";
      }
      String text = content(value, depth);
      open.remove(value);
      return text;
    }
    if (references.getOrDefault(value, 1) < 2) {
      return content(value, depth);
    }
    Integer label = labels.get(value);
    if (label != null) {
      return "#" + label;
    }
    labels.put(value, labels.size() + 1);
    return "#" + labels.get(value) + ": " + content(value, depth);
  }

  private String content(Object value, int depth) {
    Class<?> type = value.getClass();
    if (value instanceof String || value instanceof StringBuilder) {
      return quoted(value.toString(), '"');
    }
    if (value instanceof Character) {
      return quoted(value.toString(), '\'');
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof NodeId id) {
      return id.role() + id.index();
    }
    if (value instanceof Node) {
      return Types.shortName(type);
    }
    if (value instanceof Class<?> shown) {
      return Types.shortName(shown);
    }
    if (type.isArray()) {
      return array(value, depth);
    }
    if (value instanceof Optional<?> optional) {
      return optional.map(v -> "Optional[" + render(v, depth + 1) + "]").orElse("Optional.empty");
    }
    if (value instanceof AtomicReference<?> reference) {
      return render(reference.get(), depth + 1);
    }
    if (isCollection(value)) {
      return collection((Collection<?>) value, depth);
    }
    if (isMap(value)) {
      return map((Map<?, ?>) value, depth);
    }
    if (value instanceof Map.Entry<?, ?> entry && Types.isJdk(type)) {
      return render(entry.getKey(), depth + 1) + "=" + render(entry.getValue(), depth + 1);
    }
    if (type.isRecord() || isPlain(type)) {
      return fieldsOf(value, depth);
    }
    return printsItself(value) ? value.toString() : Types.shortName(type);
  }

  /** JDK values whose text is their content. */
  private static boolean printsItself(Object value) {
    return Types.isJdk(value.getClass())
        && (value instanceof Number
            || value instanceof Boolean
            || value instanceof BitSet
            || value instanceof AtomicInteger
            || value instanceof AtomicLong
            || value instanceof AtomicBoolean
            || value instanceof java.util.UUID
            || value instanceof java.util.OptionalInt
            || value instanceof java.util.OptionalLong
            || value instanceof java.util.OptionalDouble
            || value.getClass().getPackageName().equals("java.time"));
  }

  private String fieldsOf(Object value, int depth) {
    List<String> texts = new ArrayList<>();
    for (Field field : shownFields(value.getClass())) {
      texts.add(field.getName() + "=" + render(JdkInternals.read(field, value), depth + 1));
    }
    return Types.shortName(value.getClass()) + texts;
  }

  private String array(Object array, int depth) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      texts.add(render(Array.get(array, i), depth + 1));
    }
    return texts.toString();
  }

  private String collection(Collection<?> collection, int depth) {
    List<Object> elements = new ArrayList<>(Arrays.asList(collection.toArray()));
    boolean set = collection instanceof Set<?>;
    if (IterationOrder.isFree(collection)) {
      sort(elements, depth);
    }
    List<String> texts = new ArrayList<>();
    for (Object element : elements) {
      texts.add(render(element, depth + 1));
    }
    String list = texts.toString();
    return set ? "{" + list.substring(1, list.length() - 1) + "}" : list;
  }

  private String map(Map<?, ?> map, int depth) {
    Map<Object, Object> values = new IdentityHashMap<>();
    List<Object> keys = new ArrayList<>();
    map.forEach(
        (key, value) -> {
          keys.add(key);
          values.put(key, value);
        });
    if (IterationOrder.isFree(map)) {
      sort(keys, depth);
    }
    List<String> texts = new ArrayList<>();
    for (Object key : keys) {
      texts.add(render(key, depth + 1) + "=" + render(values.get(key), depth + 1));
    }
    return "{" + String.join(", ", texts) + "}";
  }

  /** Numbers, names and enum constants in their own order, all else by text. */
  private void sort(List<Object> elements, int depth) {
    if (oneKnownType(elements)) {
      elements.sort(Renderer::compareNaturally);
      return;
    }
    boolean outer = labelling;
    labelling = false;
    Map<Object, String> texts = new IdentityHashMap<>();
    for (Object element : elements) {
      texts.put(element, render(element, depth + 1));
    }
    labelling = outer;
    elements.sort(Comparator.comparing(texts::get));
  }

  private static boolean oneKnownType(List<Object> elements) {
    Class<?> type = null;
    for (Object element : elements) {
      Class<?> own = element instanceof Enum<?> e ? e.getDeclaringClass() : typeOf(element);
      boolean known =
          element instanceof Comparable<?>
              && (Types.isJdk(own) || own.isEnum() || own == NodeId.class);
      if (!known || type != null && type != own) {
        return false;
      }
      type = own;
    }
    return true;
  }

  private static Class<?> typeOf(Object element) {
    return element == null ? Void.class : element.getClass();
  }

  @SuppressWarnings("unchecked")
  private static int compareNaturally(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  private static String quoted(String text, char quote) {
    StringBuilder quoted = new StringBuilder().append(quote);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\\' -> quoted.append("\\\\");
        default -> {
          if (c == quote) {
            quoted.append('\\');
          }
          quoted.append(c);
        }
      }
    }
    return quoted.append(quote).toString();
  }
}
