package dev.parley.engine.internal.infer;

import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * What is marked {@code @Auxiliary} in the user's classes.
 *
 * @param fields the marked fields, record components among them, by class
 * @param types the types that are marked as a whole
 * @param records the records that have marked components
 */
record Marks(Map<String, Set<String>> fields, Set<String> types, Set<String> records) {
  private static final String MARK = "Ldev/parley/api/Auxiliary;";

  static Marks of(Program program) {
    Map<String, Set<String>> fields = new TreeMap<>();
    Set<String> types = new TreeSet<>();
    Set<String> records = new TreeSet<>();
    for (ClassNode node : program.classNodes()) {
      if (isMarked(node.visibleAnnotations)) {
        types.add(node.name);
      }
      for (FieldNode field : node.fields) {
        if (isMarked(field.visibleAnnotations)) {
          fields.computeIfAbsent(node.name, n -> new TreeSet<>()).add(field.name);
          if (program.isRecord(node.name)) {
            records.add(node.name);
          }
        }
      }
    }
    return new Marks(fields, types, records);
  }

  private static boolean isMarked(List<AnnotationNode> annotations) {
    return annotations != null && annotations.stream().anyMatch(a -> a.desc.equals(MARK));
  }

  /** Marked fields of other classes than those of nodes, as {@code Ballot.stamp}. */
  List<String> elsewhere(Model model) {
    Set<String> nodes = new HashSet<>();
    for (NodeType type : model.types()) {
      for (Class<?> c = type.type(); c != null; c = c.getSuperclass()) {
        nodes.add(Type.getInternalName(c));
      }
    }
    List<String> names = new ArrayList<>();
    fields.forEach(
        (home, marked) -> {
          if (!nodes.contains(home)) {
            marked.forEach(name -> names.add(simple(home) + "." + name));
          }
        });
    return names;
  }

  /** What the proof does not follow, if there is any of it. */
  Optional<String> obstacle(InitialObjects objects) {
    if (!types.isEmpty()) {
      return Optional.of("the type " + simple(types.iterator().next()) + " is marked as a whole");
    }
    return records.stream()
        .filter(objects.classes()::contains)
        .findFirst()
        .map(name -> "the instance starts with a " + simple(name) + ", which may be in a set");
  }

  Carriers carriers(Program program, AuxiliaryCandidates candidates) {
    long components = 0;
    for (String home : records) {
      for (String name : fields.get(home)) {
        components |= 1L << candidates.number(home, name);
      }
    }
    return new Carriers(program, records, components);
  }

  private static String simple(String type) {
    return type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1);
  }
}
