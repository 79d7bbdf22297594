package dev.parley.engine.internal.sends;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What a call or method reference names.
 *
 * @param opcode how the method is looked for
 * @param owner the class it is looked for in, by its internal name
 * @param name the method's name
 * @param descriptor its parameter and return types
 */
record Callee(int opcode, String owner, String name, String descriptor) {
  static Callee of(MethodInsnNode call) {
    return new Callee(call.getOpcode(), call.owner, call.name, call.desc);
  }

  static Callee of(Handle handle) {
    int opcode =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
          case Opcodes.H_INVOKESPECIAL, Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
          case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
          default -> Opcodes.INVOKEVIRTUAL;
        };
    return new Callee(opcode, handle.getOwner(), handle.getName(), handle.getDesc());
  }

  boolean isStatic() {
    return opcode == Opcodes.INVOKESTATIC;
  }

  /** Whether the object it is called on decides which method runs. */
  boolean isVirtual() {
    return opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
  }

  Type[] parameters() {
    return Type.getArgumentTypes(descriptor);
  }

  Type result() {
    return Type.getReturnType(descriptor);
  }

  /** Whether values of the type are objects. */
  static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  /** The class a value of the type has, boxed if need be. */
  static String className(Type type) {
    return isReference(type) ? type.getInternalName() : "java/lang/Integer";
  }

  /** As {@code Optional.get()}. */
  @Override
  public String toString() {
    String type = owner.substring(owner.lastIndexOf('/') + 1);
    type = type.substring(type.lastIndexOf('$') + 1);
    return name.equals("<init>") ? "new " + type + "()" : type + "." + name + "()";
  }
}
