package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Which user methods an instruction may run, going by names and ancestors. */
final class Calls {
  private final Program program;

  Calls(Program program) {
    this.program = program;
  }

  /** How a field is noted. */
  static String name(String owner, String field) {
    return owner + "." + field;
  }

  /** What an instruction may call; nothing if that is uncertain. What it reads is noted. */
  Optional<List<Body>> follow(AbstractInsnNode instruction, Set<String> read) {
    if (instruction instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC) {
      return Optional.of(initialisers(field.owner));
    }
    if (instruction instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETFIELD) {
      Optional<String> home = program.fieldHome(field.owner, field.name);
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
      return made(dynamic);
    }
    return Optional.of(List.of());
  }

  /**
   * What runs before a static field can be read: a function may stand there, made when the class
   * was loaded. The class named need not be the one that declares the field.
   */
  private List<Body> initialisers(String owner) {
    return program.ancestors(owner).stream()
        .filter(program::knows)
        .map(type -> program.own(type, "<clinit>", "()V"))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The methods that a new function runs; nothing if that is uncertain. */
  Optional<List<Body>> made(InvokeDynamicInsnNode dynamic) {
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
  Optional<List<Body>> targets(String owner, String name, String descriptor) {
    if (Program.isOutside(owner) || owner.startsWith("[")) {
      return Optional.of(List.of());
    }
    List<Body> targets = program.reachable(owner, name, descriptor);
    boolean inherited =
        program.ancestors(owner).stream()
            .anyMatch(
                above -> Program.isOutside(above) && program.declares(above, name, descriptor));
    return targets.isEmpty() && !inherited ? Optional.empty() : Optional.of(targets);
  }
}
