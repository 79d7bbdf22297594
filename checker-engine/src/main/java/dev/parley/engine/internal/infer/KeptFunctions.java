package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.infer.Program.Body;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * The code of lambdas and method references that a property may come upon in what it is shown, made
 * by code that is not its own: {@code node.rule.test(other)} runs what the node was given, and no
 * instruction on the way names it.
 *
 * <p>Such a function stands in a node, a message, an enum constant or a static field:
 *
 * <ul>
 *   <li>Nodes and messages were filled before the search began (then the object was met, and any
 *       function of its class may be it) or by code of nodes and all that it calls. What is kept
 *       there has captured nothing, or enum constants, classes and functions only: anything else
 *       cannot be stored ({@code ObjectShapes.FunctionShape}).
 *   <li>Enum constants are there as soon as a node has them; so all that their classes make while
 *       they are initialised counts, whatever it captured. The same for static fields of which code
 *       of nodes reads the value. Static fields that the property reads itself need not be looked
 *       for here.
 * </ul>
 *
 * <p>Code that only properties reach does not count: what one of them makes, no other can see. If
 * it is not certain what the code of nodes runs, it may be the code of any class.
 */
public final class KeptFunctions {
  private static final Set<String> OPEN =
      Set.of("java/lang/Object", "java/lang/Class", "java/lang/Enum");

  private final Program program;
  private final Calls calls;
  private final Set<Body> kept = new LinkedHashSet<>();

  private KeptFunctions(Program program, Calls calls) {
    this.program = program;
    this.calls = calls;
  }

  /**
   * What functions run that may have been kept.
   *
   * @param model the instance
   * @param program the classes of its nodes, and all they lead to
   * @return the code of these functions
   */
  public static Set<Body> of(Model model, Program program) {
    return of(model, new InitialObjects(model), program, new Calls(program));
  }

  /** The same for who knows more. */
  static Set<Body> of(Model model, InitialObjects objects, Program program, Calls calls) {
    KeptFunctions functions = new KeptFunctions(program, calls);
    functions.find(model, objects);
    return functions.kept;
  }

  private void find(Model model, InitialObjects objects) {
    program.bodies().stream()
        .filter(body -> objects.homesOfFunctions().contains(body.home().name))
        .forEach(body -> keep(body, true));
    Set<Body> initialisers = new LinkedHashSet<>();
    program.bodies().stream()
        .filter(body -> isInitialiser(body) && program.isEnum(body.home().name))
        .forEach(initialisers::add);
    if (!walk(codeOfNodes(model), true, initialisers)) {
      program.bodies().forEach(body -> keep(body, true));
      program.bodies().stream().filter(KeptFunctions::isInitialiser).forEach(initialisers::add);
    }
    if (!walk(initialisers, false, Set.of())) {
      program.bodies().forEach(body -> keep(body, false));
    }
  }

  private List<Body> codeOfNodes(Model model) {
    Set<String> types = new HashSet<>();
    for (NodeType type : model.types()) {
      types.addAll(program.ancestors(Type.getInternalName(type.type())));
    }
    return program.bodies().stream()
        .filter(body -> types.contains(body.home().name) || program.overridesOutside(body))
        .toList();
  }

  /**
   * Keeps what is made by some methods and all they call.
   *
   * @param storable whether only such functions count as can be stored in nodes
   * @param initialisers takes those of classes, in place of being followed; if it cannot, they are
   *     followed
   * @return whether all calls could be followed
   */
  private boolean walk(Collection<Body> from, boolean storable, Set<Body> initialisers) {
    Deque<Body> waiting = new ArrayDeque<>(from);
    Set<Body> done = new HashSet<>();
    while (!waiting.isEmpty()) {
      Body body = waiting.remove();
      if (storable && isInitialiser(body)) {
        initialisers.add(body);
      } else if (done.add(body)) {
        keep(body, storable);
        for (AbstractInsnNode instruction : body.method().instructions) {
          Optional<List<Body>> called = calls.follow(instruction, new HashSet<>());
          if (called.isEmpty()) {
            return false;
          }
          waiting.addAll(called.get());
        }
      }
    }
    return true;
  }

  private static boolean isInitialiser(Body body) {
    return body.method().name.equals("<clinit>");
  }

  private void keep(Body body, boolean storable) {
    for (AbstractInsnNode instruction : body.method().instructions) {
      if (instruction instanceof InvokeDynamicInsnNode dynamic
          && (!storable || mayBeStored(dynamic))) {
        calls.made(dynamic).ifPresent(kept::addAll);
      }
    }
  }

  /** Whether what a function captures does not keep it out of nodes and messages. */
  private boolean mayBeStored(InvokeDynamicInsnNode dynamic) {
    return Stream.of(Type.getArgumentTypes(dynamic.desc)).allMatch(this::mayBeStored);
  }

  /** An enum constant, a class or a function, by what the compiler knows of it. */
  private boolean mayBeStored(Type captured) {
    if (captured.getSort() != Type.OBJECT) {
      return false;
    }
    String name = captured.getInternalName();
    return OPEN.contains(name) || program.isEnum(name) || program.isInterface(name);
  }
}
