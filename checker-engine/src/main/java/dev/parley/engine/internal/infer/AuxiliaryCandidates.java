package dev.parley.engine.internal.infer;

import dev.parley.api.Node;
import dev.parley.api.Timer;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The fields that may turn out to be auxiliary, by number: a set of them fits a long. Either those
 * of node classes that nobody marked, to find out which of them could be; or all that are marked,
 * in whatever class, to find out whether they are what they claim. A protocol with more fields than
 * bits is not known; the last ones would stay relevant, and marked ones would not be proven.
 */
final class AuxiliaryCandidates {
  static final int NONE = -1;
  static final int MOST = Long.SIZE - 1;

  private final List<Optional<Field>> fields = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Set<String> marked = new HashSet<>();

  private AuxiliaryCandidates() {}

  /** The fields of node classes that are not marked. */
  static AuxiliaryCandidates unmarked(Model model) {
    AuxiliaryCandidates candidates = new AuxiliaryCandidates();
    for (Field field : fieldsOf(model)) {
      String home = Type.getInternalName(field.getDeclaringClass());
      if (Codec.isMarkedAuxiliary(field)) {
        candidates.marked.add(key(home, field.getName()));
      } else if (mayChange(field) && candidates.count() < MOST) {
        candidates.add(home, field.getName(), Optional.of(field));
      }
    }
    return candidates;
  }

  /**
   * The marked fields, and others that count as if they were.
   *
   * @param marks by class and name, as {@link #key} gives
   * @param applied fields of nodes
   */
  static AuxiliaryCandidates auxiliary(
      Model model, Map<String, Set<String>> marks, Set<Field> applied) {
    AuxiliaryCandidates candidates = new AuxiliaryCandidates();
    for (Field field : fieldsOf(model)) {
      if (Codec.isMarkedAuxiliary(field) || applied.contains(field)) {
        candidates.add(
            Type.getInternalName(field.getDeclaringClass()), field.getName(), Optional.of(field));
      }
    }
    marks.forEach(
        (home, names) ->
            names.stream()
                .filter(name -> !candidates.numbers.containsKey(key(home, name)))
                .forEach(name -> candidates.add(home, name, Optional.empty())));
    return candidates;
  }

  private static List<Field> fieldsOf(Model model) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (NodeType type : model.types()) {
      for (Class<?> c = type.type(); c != Node.class; c = c.getSuperclass()) {
        types.add(c);
      }
    }
    return types.stream().flatMap(type -> Arrays.stream(type.getDeclaredFields())).toList();
  }

  private void add(String home, String name, Optional<Field> field) {
    numbers.put(key(home, name), fields.size());
    fields.add(field);
    String simple = home.substring(Math.max(home.lastIndexOf('/'), home.lastIndexOf('$')) + 1);
    names.add(simple + "." + name);
  }

  private static boolean mayChange(Field field) {
    boolean fixed = Modifier.isFinal(field.getModifiers()) && field.getType().isPrimitive();
    // Whether a timer is set decides what can happen, although no code reads it.
    boolean timer = field.getType() == Timer.class;
    return !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !fixed && !timer;
  }

  int count() {
    return fields.size();
  }

  /** A field of a node. */
  Field field(int number) {
    return fields.get(number).orElseThrow();
  }

  /** Whether it is a field of a node, not of a record or another object. */
  boolean isOfNode(int number) {
    return fields.get(number).isPresent();
  }

  /** The number of a field, or {@link #NONE}. */
  int number(String home, String name) {
    return numbers.getOrDefault(key(home, name), NONE);
  }

  /** Whether the field is marked auxiliary. */
  boolean isMarked(String home, String name) {
    return marked.contains(key(home, name));
  }

  /** As {@code Acceptor.log}. */
  String name(int number) {
    return names.get(number);
  }

  private static String key(String home, String name) {
    return home + "." + name;
  }
}
