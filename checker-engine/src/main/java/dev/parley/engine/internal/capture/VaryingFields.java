package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Setting;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The final fields that hold one thing in one initial state of an instance and another in the next.
 * Within one run they never change, but a search explores the runs of all initial states, so they
 * are content like any other field's.
 */
public final class VaryingFields {
  private VaryingFields() {}

  /** Those that would be left out of captured nodes if there were only one initial state. */
  public static Set<Field> of(Model model) {
    Set<Field> varying = new HashSet<>();
    List<Node> first = model.setting().layouts().get(0).nodes();
    for (Setting.Layout layout : model.setting().layouts()) {
      for (int node = 0; node < first.size(); node++) {
        addVarying(first.get(node), layout.nodes().get(node), varying);
      }
    }
    return varying;
  }

  private static void addVarying(Node one, Node other, Set<Field> varying) {
    if (one == other) {
      return;
    }
    for (Field field : Types.instanceFields(one.getClass(), Node.class)) {
      if (isFixed(field) && !Objects.equals(read(field, one), read(field, other))) {
        varying.add(field);
      }
    }
  }

  /** Whether a field keeps in every run what the constructor gave it. */
  static boolean isFixed(Field field) {
    return Modifier.isFinal(field.getModifiers()) && Types.isConstant(field.getType());
  }

  static Object read(Field field, Node node) {
    if (!field.trySetAccessible()) {
      throw Uncapturable.closed(field).inNode(node.getClass());
    }
    return JdkInternals.read(field, node);
  }
}
