package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.KeptFunctions;
import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Code that sends and that a step may run without naming it: a method the JDK knows by a type of
 * its own ({@code compareTo}, {@code accept}), and a lambda that was kept and is handed the node
 * ({@link KeptFunctions}). Other lambdas cannot outlive the step that made them, since no field may
 * hold them, and are followed where they are made.
 *
 * <p>Hardly any protocol has such code. If one does, every call into the JDK that is not known to
 * be harmless counts as leading there. This goes by the names of methods alone, so it finds too
 * much rather than too little.
 */
final class SleepingSenders {
  private static final String NODE = "dev/parley/api/Node";

  private final Program program;
  private final Set<Body> sending = new HashSet<>();
  private final Set<String> signatures = new HashSet<>();
  private final Set<String> lambdaMethods = new HashSet<>();
  private Optional<String> example = Optional.empty();

  /**
   * Looks for it.
   *
   * @param program the classes of nodes, and all they lead to
   * @param kept what functions run that may have been kept
   */
  SleepingSenders(Program program, Set<Body> kept) {
    this.program = program;
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Body body : program.bodies()) {
        if (!sending.contains(body) && maySend(body)) {
          sending.add(body);
          signatures.add(body.method().name + body.method().desc);
          grows = true;
        }
      }
    }
    if (program.incomplete()) {
      example = Optional.of("code that cannot be read");
    }
    for (Body body : program.bodies()) {
      if (sending.contains(body) && program.overridesOutside(body)) {
        note(body.home().name, body.method().name);
      }
      for (AbstractInsnNode instruction : body.method().instructions) {
        if (instruction instanceof InvokeDynamicInsnNode made) {
          noteLambda(body, made);
        }
      }
    }
    kept.stream()
        .filter(sending::contains)
        .forEach(body -> note(body.home().name, body.method().name));
  }

  private boolean maySend(Body body) {
    for (AbstractInsnNode instruction : body.method().instructions) {
      if (instruction instanceof MethodInsnNode call && isSending(Callee.of(call))) {
        return true;
      }
      if (instruction instanceof InvokeDynamicInsnNode made && isSending(made)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSending(Callee callee) {
    boolean named = callee.name().equals("send") || callee.name().startsWith("sendTo");
    if (named && program.ancestors(callee.owner()).contains(NODE)) {
      return true;
    }
    return callee.isVirtual()
        ? signatures.contains(callee.name() + callee.descriptor())
        : program
            .lookup(callee.owner(), callee.name(), callee.descriptor())
            .filter(sending::contains)
            .isPresent();
  }

  private boolean isSending(InvokeDynamicInsnNode made) {
    for (Object argument : made.bsmArgs) {
      if (argument instanceof Handle handle && isSending(Callee.of(handle))) {
        return true;
      }
    }
    return false;
  }

  private void noteLambda(Body body, InvokeDynamicInsnNode made) {
    lambdaMethods.add(made.name);
    if (Type.getArgumentTypes(made.desc).length == 0 && isSending(made)) {
      note(body.home().name, body.method().name);
    }
  }

  private void note(String type, String method) {
    example =
        example.or(() -> Optional.of("code that sends (" + Tabulation.name(type, method) + ")"));
  }

  boolean any() {
    return example.isPresent();
  }

  /** One of them, as {@code code that sends (Replier.accept)}. */
  String example() {
    return example.orElseThrow();
  }

  /** Whether lambdas may stand behind the method. */
  boolean isMadeOfLambdas(Callee callee) {
    return lambdaMethods.contains(callee.name()) && !Program.isOutside(callee.owner());
  }
}
