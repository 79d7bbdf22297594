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
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Which fields of nodes a property may read, from byte code. Two local states that differ in other
 * fields only are the same to it.
 *
 * <p>The content of a node is reached through the node's fields: whatever is done with what a field
 * refers to, it begins with reading the field. So it is enough to find all instructions that read a
 * field of a node class, in all methods that may run. These are the property itself, what the
 * methods found call, going by names and ancestors, what they hand on as lambdas and method
 * references, and, since the JDK may be handed any object, every method that the JDK could know of:
 * those that override one of its own. A call of which no target is found makes everything
 * uncertain, and so do reflection, classes that cannot be read, and objects within the nodes that
 * do not show what they hold.
 */
public final class FieldReads {
  private final Model model;

  /** Read when it is first needed: properties made in code need none. */
  private Optional<Classes> classes = Optional.empty();

  private final Map<Method, Boolean> fixed = new HashMap<>();

  /**
   * The user's classes.
   *
   * @param program all of them
   * @param certain whether nothing stayed out of sight
   * @param callbacks the methods that the JDK could call
   */
  private record Classes(Program program, boolean certain, List<Body> callbacks) {
    static Classes of(Model model) {
      InitialObjects objects = new InitialObjects(model);
      Program program = Program.ofCalls(model, objects);
      return new Classes(
          program,
          !program.incomplete() && objects.unseen().isEmpty(),
          program.bodies().stream().filter(program::overridesOutside).toList());
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

  private Program program() {
    return classes().program();
  }

  private static boolean isOfApi(Field field) {
    return Program.isOutside(Type.getInternalName(field.getDeclaringClass()));
  }

  private static String name(Field field) {
    return name(Type.getInternalName(field.getDeclaringClass()), field.getName());
  }

  private static String name(String owner, String field) {
    return owner + "." + field;
  }

  /** The fields of any user class that may be read, by {@link #name}; nothing if uncertain. */
  private Optional<Set<String>> readBy(Method property) {
    Deque<Body> waiting = new ArrayDeque<>(classes().callbacks());
    Optional<List<Body>> start =
        targets(
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
          Optional<List<Body>> called = follow(instruction, read);
          if (called.isEmpty()) {
            return Optional.empty();
          }
          waiting.addAll(called.get());
        }
      }
    }
    return Optional.of(read);
  }

  /** What an instruction may call; nothing if that is uncertain. What it reads is noted. */
  private Optional<List<Body>> follow(AbstractInsnNode instruction, Set<String> read) {
    if (instruction instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC) {
      // What stands there may be a function, made when the class was loaded.
      return Optional.of(program().find(field.owner, "<clinit>", "()V").stream().toList());
    }
    if (instruction instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETFIELD) {
      Optional<String> home = program().fieldHome(field.owner, field.name);
      home.ifPresent(owner -> read.add(name(owner, field.name)));
      return home.isEmpty() && !Program.isOutside(field.owner)
          ? Optional.empty()
          : Optional.of(List.of());
    }
    if (instruction instanceof MethodInsnNode call && Program.isReflection(call)) {
      return Optional.empty();
    }
    if (instruction instanceof LdcInsnNode constant && constant.cst instanceof ConstantDynamic) {
      return Optional.empty();
    }
    if (instruction instanceof MethodInsnNode call) {
      return targets(call.owner, call.name, call.desc);
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return follow(dynamic);
    }
    return Optional.of(List.of());
  }

  private Optional<List<Body>> follow(InvokeDynamicInsnNode dynamic) {
    if (!Program.isKnownBootstrap(dynamic.bsm.getOwner())) {
      return Optional.empty();
    }
    List<Body> called = new ArrayList<>();
    for (Object argument : dynamic.bsmArgs) {
      // Handles of fields are those that records compare; a node is no record.
      if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
        if (Program.isReflection(handle.getOwner(), handle.getName())) {
          return Optional.empty();
        }
        Optional<List<Body>> targets =
            targets(handle.getOwner(), handle.getName(), handle.getDesc());
        if (targets.isEmpty()) {
          return Optional.empty();
        }
        called.addAll(targets.get());
      }
    }
    return Optional.of(called);
  }

  /** The methods a call may run; nothing if there must be some and none is found. */
  private Optional<List<Body>> targets(String owner, String name, String descriptor) {
    if (Program.isOutside(owner) || owner.startsWith("[")) {
      return Optional.of(List.of());
    }
    List<Body> targets = program().reachable(owner, name, descriptor);
    boolean inherited =
        program().ancestors(owner).stream()
            .anyMatch(
                above -> Program.isOutside(above) && program().declares(above, name, descriptor));
    return targets.isEmpty() && !inherited ? Optional.empty() : Optional.of(targets);
  }
}
