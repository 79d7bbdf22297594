package dev.parley.engine.fork;

import dev.parley.engine.internal.lint.Loggers;
import dev.parley.engine.internal.order.ArrangedCollectors;
import dev.parley.engine.internal.order.ArrangedMap;
import dev.parley.engine.internal.order.ArrangedMaps;
import dev.parley.engine.internal.order.ArrangedObjects;
import dev.parley.engine.internal.order.ArrangedSet;
import dev.parley.engine.internal.order.ArrangedSets;
import dev.parley.engine.internal.order.WatchedConcurrentMap;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has a protocol's classes use collections and hash codes that do not depend on the JVM; see {@link
 * dev.parley.engine.internal.order.Order}.
 *
 * <p>Calls are replaced one for one, so that line numbers, frames and the depth of the stack stay
 * as they were. {@code getClass()} is replaced too: to the protocol a HashSet is a HashSet. Classes
 * of the user's own that extend one extend what stands for it. The JDK's further collections
 * without an order, IdentityHashMap, WeakHashMap and Hashtable, are findings of the lint.
 *
 * <p>Calls of loggers are removed; {@link Loggers} says which, and why nothing can tell.
 */
final class Rewriter extends ClassVisitor {
  private static final String OBJECTS = Type.getInternalName(ArrangedObjects.class);

  /** Whose static methods are replaced by those of the same name and types. */
  private static final Map<String, Class<?>> STATICS =
      Map.of(
          "java/util/Set", ArrangedSets.class,
          "java/util/Map", ArrangedMaps.class,
          "java/util/HashSet", ArrangedSet.class,
          "java/util/HashMap", ArrangedMap.class,
          "java/util/stream/Collectors", ArrangedCollectors.class);

  private static final Map<String, String> MADE =
      Map.of(
          "java/util/HashSet", Type.getInternalName(ArrangedSet.class),
          "java/util/HashMap", Type.getInternalName(ArrangedMap.class),
          "java/util/concurrent/ConcurrentHashMap",
              Type.getInternalName(WatchedConcurrentMap.class));

  private static final Set<String> HASHED_BY_OTHERS =
      Set.of(
          "java/lang/Object",
          "java/lang/Enum",
          "java/lang/Record",
          "java/lang/Iterable",
          "java/lang/Comparable",
          "java/lang/Number",
          "java/lang/CharSequence",
          "java/lang/Runnable");

  /** The superclass that another one is put in the place of; empty if it stays. */
  private Optional<String> replacedParent = Optional.empty();

  private Rewriter(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The class file to load in the place of the given one. */
  static byte[] rewritten(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Rewriter(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    replacedParent = Optional.ofNullable(parent).filter(MADE::containsKey);
    String instead = replacedParent.map(MADE::get).orElse(parent);
    super.visit(version, access, name, signature, instead, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    boolean hashes =
        name.equals("hashCode") && descriptor.equals("()I") || name.startsWith("lambda$hashCode$");
    return new Body(
        super.visitMethod(access, name, descriptor, signature, exceptions),
        replacedParent.orElse(""),
        hashes);
  }

  /** A call: which method, and of what. */
  private record Call(String owner, String name, String descriptor) {}

  /** What to call instead; the call itself if it stays. */
  private static Call replaced(Call call, boolean isStatic, boolean inHashCode) {
    Call instead = replaced(call, isStatic);
    return inHashCode && instead.owner.equals(OBJECTS) && !instead.name.equals("getClass")
        ? new Call(OBJECTS, PARTS.get(instead.name), instead.descriptor)
        : instead;
  }

  /** What is called in a hash code instead, by what is called elsewhere. */
  private static final Map<String, String> PARTS =
      Map.of(
          "hashCode", "partHashCode",
          "hashCodeOrZero", "partHashCodeOrZero",
          "hash", "partHash",
          "deepHash", "partDeepHash");

  private static Call replaced(Call call, boolean isStatic) {
    if (!isStatic) {
      // Strings, numbers and the like hash their content.
      boolean value = call.owner.startsWith("java/lang/") && !HASHED_BY_OTHERS.contains(call.owner);
      if (value && call.name.equals("hashCode")) {
        return call;
      }
      return switch (call.name + call.descriptor) {
        case "hashCode()I" -> new Call(OBJECTS, "hashCode", "(Ljava/lang/Object;)I");
        case "getClass()Ljava/lang/Class;" ->
            new Call(OBJECTS, "getClass", "(Ljava/lang/Object;)Ljava/lang/Class;");
        default -> call;
      };
    }
    String types = call.descriptor;
    switch (call.owner + "." + call.name) {
      case "java/util/Objects.hashCode" -> {
        return new Call(OBJECTS, "hashCodeOrZero", types);
      }
      case "java/util/Objects.hash" -> {
        return new Call(OBJECTS, "hash", types);
      }
      case "java/util/Arrays.hashCode" -> {
        return types.equals("([Ljava/lang/Object;)I") ? new Call(OBJECTS, "hash", types) : call;
      }
      case "java/util/Arrays.deepHashCode" -> {
        return new Call(OBJECTS, "deepHash", types);
      }
      default -> {
        Class<?> home = STATICS.get(call.owner);
        return home != null && declares(home, call)
            ? new Call(Type.getInternalName(home), call.name, types)
            : call;
      }
    }
  }

  private static boolean declares(Class<?> home, Call call) {
    return Arrays.stream(home.getDeclaredMethods())
        .anyMatch(
            (Method m) ->
                Modifier.isStatic(m.getModifiers())
                    && Modifier.isPublic(m.getModifiers())
                    && m.getName().equals(call.name)
                    && Type.getMethodDescriptor(m).equals(call.descriptor));
  }

  /** Replaces calls in one method. */
  private static final class Body extends MethodVisitor {
    /** Objects that were allocated under another class and wait for their constructor. */
    private int allocated;

    private final String replacedParent;
    private final boolean inHashCode;

    /**
     * A method's body.
     *
     * @param replacedParent the superclass that another is put in the place of, or nothing
     * @param inHashCode whether the method gives a hash code
     */
    Body(MethodVisitor next, String replacedParent, boolean inHashCode) {
      super(Opcodes.ASM9, next);
      this.replacedParent = replacedParent;
      this.inHashCode = inHashCode;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      boolean arranged = opcode == Opcodes.NEW && MADE.containsKey(type);
      allocated += arranged ? 1 : 0;
      super.visitTypeInsn(opcode, arranged ? MADE.get(type) : type);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (opcode == Opcodes.INVOKESPECIAL) {
        // The constructor of a subclass calls this one too, on an object it did not allocate.
        boolean made = name.equals("<init>") && MADE.containsKey(owner) && allocated > 0;
        allocated -= made ? 1 : 0;
        boolean replaced = made || owner.equals(replacedParent);
        super.visitMethodInsn(
            opcode, replaced ? MADE.get(owner) : owner, name, descriptor, isInterface);
        return;
      }
      if (Loggers.isSilent(owner, name, descriptor)) {
        skip(opcode, descriptor);
        return;
      }
      Call call = new Call(owner, name, descriptor);
      Call instead = Rewriter.replaced(call, opcode == Opcodes.INVOKESTATIC, inHashCode);
      if (instead.equals(call)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      } else {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, instead.owner, instead.name, instead.descriptor, false);
      }
    }

    /** Takes what a call would have taken off the stack, and leaves false or null if it returns. */
    private void skip(int opcode, String descriptor) {
      Type[] taken = Type.getArgumentTypes(descriptor);
      for (int i = taken.length - 1; i >= 0; i--) {
        super.visitInsn(taken[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
      }
      if (opcode != Opcodes.INVOKESTATIC) {
        super.visitInsn(Opcodes.POP);
      }
      switch (Type.getReturnType(descriptor).getSort()) {
        case Type.VOID -> {
          // Nothing is expected.
        }
        case Type.BOOLEAN -> super.visitInsn(Opcodes.ICONST_0);
        default -> super.visitInsn(Opcodes.ACONST_NULL);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      if (name.equals("hashCode")
          && bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
        hashRecord(arguments);
        return;
      }
      Object[] replaced = new Object[arguments.length];
      for (int i = 0; i < arguments.length; i++) {
        replaced[i] = arguments[i] instanceof Handle handle ? replaced(handle) : arguments[i];
      }
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
    }

    private Handle replaced(Handle handle) {
      int tag = handle.getTag();
      if (tag == Opcodes.H_NEWINVOKESPECIAL && MADE.containsKey(handle.getOwner())) {
        return new Handle(
            tag, MADE.get(handle.getOwner()), handle.getName(), handle.getDesc(), false);
      }
      boolean isStatic = tag == Opcodes.H_INVOKESTATIC;
      if (!isStatic && tag != Opcodes.H_INVOKEVIRTUAL && tag != Opcodes.H_INVOKEINTERFACE) {
        return handle;
      }
      Call call = new Call(handle.getOwner(), handle.getName(), handle.getDesc());
      Call instead = Rewriter.replaced(call, isStatic, inHashCode);
      return instead.equals(call)
          ? handle
          : new Handle(
              Opcodes.H_INVOKESTATIC, instead.owner, instead.name, instead.descriptor, false);
    }

    /** The hash code the compiler gave a record, made of its components' arranged ones. */
    private void hashRecord(Object[] arguments) {
      super.visitInsn(Opcodes.POP);
      super.visitInsn(Opcodes.ICONST_0);
      for (int i = 2; i < arguments.length; i++) {
        Handle field = (Handle) arguments[i];
        super.visitIntInsn(Opcodes.BIPUSH, 31);
        super.visitInsn(Opcodes.IMUL);
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitFieldInsn(Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc());
        hashTop(Type.getType(field.getDesc()));
        super.visitInsn(Opcodes.IADD);
      }
    }

    private void hashTop(Type type) {
      if (type.getSort() >= Type.ARRAY) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, OBJECTS, "partHashCodeOrZero", "(Ljava/lang/Object;)I", false);
      } else {
        String box = BOXES[type.getSort()];
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, box, "hashCode", "(" + type.getDescriptor() + ")I", false);
      }
    }

    /** By sort. */
    private static final String[] BOXES = {
      "java/lang/Void",
      "java/lang/Boolean",
      "java/lang/Character",
      "java/lang/Byte",
      "java/lang/Short",
      "java/lang/Integer",
      "java/lang/Float",
      "java/lang/Long",
      "java/lang/Double"
    };
  }
}
