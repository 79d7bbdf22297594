package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.MutableObjects;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.model.ProtocolException;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The objects that constants lead to. All local states share them. Byte code shows that a constant
 * is never assigned, but not that the map it holds never changes.
 *
 * <p>Constants are the static final fields that steps read, and the constants of enums: those whose
 * code steps run and those that the nodes hold. All that can change behind them is compared after
 * each execution of a step or property, since a change may be undone by the second run of the same
 * step. Where there is much of it, only the first executions and every thousandth after them are
 * followed by a comparison; another one comes when the search has ended.
 *
 * <p>An object that can change must also not be held by two nodes, or by a node and a constant: the
 * checker restores each local state on its own, so the two would hold different copies from then
 * on.
 */
final class StaticState {
  private static final String REMEDY =
      "; static state is shared by all states of the search and makes its result worthless: keep it"
          + " in a field of a node";

  /** Up to this size, everything is compared after each execution. */
  private static final long SMALL = 200;

  private static final int OFTEN = 1_000;

  private final Map<String, Field> fields = new TreeMap<>();
  private final Map<String, String> texts = new TreeMap<>();
  private final MutableObjects constants;
  private long executions;

  private StaticState(Iterable<Field> read, Iterable<Class<?>> enums, Map<NodeId, Node> nodes) {
    Map<String, Object> roots = new LinkedHashMap<>();
    for (Field field : read) {
      String name = field.getDeclaringClass().getName() + "." + field.getName();
      content(field)
          .ifPresent(
              value -> {
                roots.put(name, value);
                fields.put(name, field);
                texts.put(name, Renderer.text(value));
              });
    }
    for (Class<?> type : enums) {
      for (Object constant : type.getEnumConstants()) {
        roots.put(type.getName() + "." + ((Enum<?>) constant).name(), constant);
      }
    }
    for (Node node : nodes.values()) {
      for (Enum<?> constant : MutableObjects.enumsIn(node)) {
        roots.put(constant.getDeclaringClass().getName() + "." + constant.name(), constant);
      }
    }
    constants = new MutableObjects(roots);
  }

  /** Nothing is watched. */
  static StaticState none() {
    return new StaticState(Set.of(), Set.of(), Map.of());
  }

  /**
   * The present content of constants.
   *
   * @param read the static final fields that steps read
   * @param enums the enums whose code they run
   * @param nodes the nodes in their initial states
   * @throws ProtocolException if nodes and constants share an object that can change, or if a
   *     constant is an object of the JDK whose content cannot be seen
   */
  static StaticState of(Iterable<Field> read, Iterable<Class<?>> enums, Map<NodeId, Node> nodes) {
    StaticState state = new StaticState(read, enums, nodes);
    state.requireVisible();
    state.requireNodesApart(nodes);
    return state;
  }

  private void requireVisible() {
    if (!constants.opaque().isEmpty()) {
      String first = constants.opaque().get(0);
      throw new ProtocolException(
          first.substring(0, first.indexOf(' ')),
          "steps read "
              + first
              + ", into which the checker cannot look, so a change would go unnoticed"
              + REMEDY
              + ", or mark the class that declares it @AssumePure");
    }
  }

  private void requireNodesApart(Map<NodeId, Node> nodes) {
    Map<String, Object> before = new LinkedHashMap<>();
    nodes.forEach(
        (id, node) -> {
          requireApart(id.toString(), node);
          requireNothingShared(
              new MutableObjects(before),
              id.toString(),
              node,
              shared ->
                  "The checker gives each node its own copy, so a change by one node would not show"
                      + " in the other, unlike in a JVM. If nodes only read it, "
                      + immutable(shared)
                      + ". If a node changes it, give each node an object of its own");
          before.put(id.toString(), node);
        });
  }

  private void requireApart(String name, Node node) {
    requireNothingShared(
        constants,
        name,
        node,
        shared ->
            "The checker gives each local state its own copy, so a change of the one would not show"
                + " in the other: keep a copy in the node");
  }

  private static void requireNothingShared(
      MutableObjects objects,
      String name,
      Node node,
      Function<MutableObjects.Shared, String> remedy) {
    objects
        .shared(name, node)
        .ifPresent(
            shared -> {
              throw new ProtocolException(
                  shared.otherPath(), sameAs(shared) + ". " + remedy.apply(shared));
            });
  }

  private static String sameAs(MutableObjects.Shared shared) {
    return shared.otherPath() + " is the same " + shared.type() + " as " + shared.path();
  }

  /** How to share it without a risk. */
  private static String immutable(MutableObjects.Shared shared) {
    Object object = shared.object();
    if (object.getClass().isArray()) {
      return "use a List instead of the array: List.of(...)";
    }
    if (object instanceof Map<?, ?>) {
      return "give them an immutable one: "
          + (isOrdered(object) ? "Collections.unmodifiableMap(...)" : "Map.copyOf(...)");
    }
    if (object instanceof Set<?>) {
      return "give them an immutable one: "
          + (isOrdered(object) ? "Collections.unmodifiableSet(...)" : "Set.copyOf(...)");
    }
    if (object instanceof Collection<?>) {
      return "give them an immutable one: List.copyOf(...)";
    }
    return shared
        .changeableField()
        .map(name -> "make it immutable: declare its field " + name + " final")
        .orElse("give them an immutable value");
  }

  /** Whether a copy made with {@code copyOf} would lose the order of iteration. */
  private static boolean isOrdered(Object object) {
    return !(object.getClass() == HashSet.class || object.getClass() == HashMap.class);
  }

  /** Compares the constants, now that a step or property has run on a node. */
  void afterExecution(Node node) {
    if (constants.size() == 0) {
      return;
    }
    executions++;
    if (constants.size() <= SMALL || executions <= OFTEN || executions % OFTEN == 0) {
      requireUnchanged();
      requireApart(node.getClass().getName(), node);
    }
  }

  /**
   * Runs a search. If it fails, and a constant has changed, the change is reported as the cause.
   */
  <T> T watching(Supplier<T> search) {
    T result;
    try {
      result = search.get();
    } catch (ProtocolException e) {
      throw e;
    } catch (RuntimeException e) {
      requireUnchanged();
      throw e;
    }
    requireUnchanged();
    return result;
  }

  private void requireUnchanged() {
    Optional<String> changed = constants.changed();
    if (changed.isPresent()) {
      throw new ProtocolException(changed.get(), told(changed.get()) + REMEDY);
    }
  }

  private String told(String path) {
    for (Map.Entry<String, Field> entry : fields.entrySet()) {
      if (path.startsWith(entry.getKey())) {
        String now = content(entry.getValue()).map(Renderer::text).orElse("null");
        if (!now.equals(texts.get(entry.getKey()))) {
          return "steps changed a static field from " + texts.get(entry.getKey()) + " to " + now;
        }
      }
    }
    return "steps or properties changed what a constant holds";
  }

  private static Optional<Object> content(Field field) {
    try {
      return field.trySetAccessible() ? Optional.ofNullable(field.get(null)) : Optional.empty();
    } catch (IllegalAccessException | LinkageError e) {
      // A class that cannot be initialised: the step that uses it will say so.
      return Optional.empty();
    }
  }
}
