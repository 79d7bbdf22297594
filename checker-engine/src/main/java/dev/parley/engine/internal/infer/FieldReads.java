package dev.parley.engine.internal.infer;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.VaryingFields;
import dev.parley.engine.internal.infer.Program.Body;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * Which fields of nodes a property may read, from byte code. Two local states that differ in other
 * fields only are the same to it.
 *
 * <p>The content of a node is reached through the node's fields: whatever is done with what a field
 * refers to, it begins with reading the field. So it is enough to find all instructions that read a
 * field of a node class, in all methods that may run. These are the property itself, what the
 * methods found call, going by names and ancestors, what they hand on as lambdas and method
 * references, and, since the JDK may be handed any object, every method that the JDK could know of:
 * those that override one of its own. A function that was made long before and kept, in a node, a
 * message or an enum constant, is named by nobody either ({@link KeptFunctions}). A call of which
 * no target is found makes everything uncertain, and so do reflection, classes that cannot be read,
 * and objects within the nodes that do not show what they hold.
 */
public final class FieldReads {
  private final Model model;

  /** Read when it is first needed: properties made in code need none. */
  private Optional<Classes> classes = Optional.empty();

  private final Map<Method, Boolean> fixed = new HashMap<>();

  /**
   * The user's classes.
   *
   * @param calls who calls whom among them
   * @param certain whether nothing stayed out of sight
   * @param callbacks the methods that may run although no method that runs names them
   */
  private record Classes(Calls calls, boolean certain, List<Body> callbacks) {
    static Classes of(Model model) {
      InitialObjects objects = new InitialObjects(model);
      Program program = Program.ofCalls(model, objects);
      Calls calls = new Calls(program);
      return new Classes(
          calls,
          !program.incomplete() && objects.unseen().isEmpty(),
          Stream.concat(
                  program.bodies().stream().filter(program::overridesOutside),
                  KeptFunctions.of(model, objects, program, calls).stream())
              .toList());
    }
  }

  private FieldReads(Model model) {
    this.model = model;
  }

  /** For the properties of an instance. */
  public static FieldReads of(Model model) {
    return new FieldReads(model);
  }

  /**
   * The fields of the instance's nodes that a property does not read. Those that classes of the API
   * declare are not among them, since the code of these is not followed.
   *
   * @param property a property of the instance
   * @return none if nothing is certain
   */
  public Set<Field> unread(Property property) {
    Optional<Set<String>> read =
        property.method().filter(method -> classes().certain()).flatMap(this::readBy);
    return read.isEmpty()
        ? Set.of()
        : nodeFields()
            .filter(field -> !read.get().contains(name(field)))
            .filter(field -> !isOfApi(field))
            .collect(Collectors.toSet());
  }

  /**
   * Whether a method of a node, without parameters, gives the same answer in all local states of
   * that node: of the fields of nodes it reads at most final ones that hold no object and are the
   * same in all initial states.
   *
   * @param method the method
   * @return false if that is not certain
   */
  public boolean isFixed(Method method) {
    return fixed.computeIfAbsent(
        method,
        asked ->
            classes().certain()
                && readBy(asked)
                    .filter(read -> nodeFields().allMatch(holdsStill(read)))
                    .isPresent());
  }

  private Predicate<Field> holdsStill(Set<String> read) {
    Set<Field> varying = VaryingFields.of(model);
    return field ->
        !read.contains(name(field))
            || (Modifier.isFinal(field.getModifiers())
                && field.getType().isPrimitive()
                && !varying.contains(field));
  }

  /** All fields of all nodes, inherited ones included. */
  private Stream<Field> nodeFields() {
    List<Field> fields = new ArrayList<>();
    for (NodeType node : model.types()) {
      for (Class<?> type = node.type(); type != Node.class; type = type.getSuperclass()) {
        fields.addAll(List.of(type.getDeclaredFields()));
      }
    }
    return fields.stream().filter(field -> !Modifier.isStatic(field.getModifiers()));
  }

  private Classes classes() {
    if (classes.isEmpty()) {
      classes = Optional.of(Classes.of(model));
    }
    return classes.get();
  }

  private Calls calls() {
    return classes().calls();
  }

  private static boolean isOfApi(Field field) {
    return Program.isOutside(Type.getInternalName(field.getDeclaringClass()));
  }

  private static String name(Field field) {
    return Calls.name(Type.getInternalName(field.getDeclaringClass()), field.getName());
  }

  /** The fields of any user class that may be read, by {@link #name}; nothing if uncertain. */
  private Optional<Set<String>> readBy(Method property) {
    Deque<Body> waiting = new ArrayDeque<>(classes().callbacks());
    Optional<List<Body>> start =
        calls()
            .targets(
                Type.getInternalName(property.getDeclaringClass()),
                property.getName(),
                Type.getMethodDescriptor(property));
    if (start.isEmpty()) {
      return Optional.empty();
    }
    waiting.addAll(start.get());
    Set<String> read = new HashSet<>();
    Set<Body> done = new HashSet<>();
    while (!waiting.isEmpty()) {
      Body body = waiting.remove();
      if (body.is(Opcodes.ACC_NATIVE)) {
        return Optional.empty();
      }
      if (done.add(body)) {
        for (AbstractInsnNode instruction : body.method().instructions) {
          Optional<List<Body>> called = calls().follow(instruction, read);
          if (called.isEmpty()) {
            return Optional.empty();
          }
          waiting.addAll(called.get());
        }
      }
    }
    return Optional.of(read);
  }
}
