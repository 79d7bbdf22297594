package dev.parley.engine.internal.lint;

import dev.parley.engine.internal.lint.ClassCode.Site;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Finds where a method compares references with {@code ==} or {@code !=}, and of which types. */
final class Comparisons {
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private Comparisons() {}

  static boolean isOne(int opcode) {
    return opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
  }

  /**
   * The comparisons of a method.
   *
   * @return sites with the two types as owner and descriptor, and with the static field that one of
   *     them was read from, if so, as name
   */
  static List<Site> in(String owner, MethodNode method) {
    List<Site> sites = new ArrayList<>();
    try {
      Frame<BasicValue>[] frames = new Analyzer<>(new Types()).analyze(owner, method);
      int line = 0;
      for (int i = 0; i < frames.length; i++) {
        AbstractInsnNode at = method.instructions.get(i);
        if (at instanceof LineNumberNode number) {
          line = number.line;
        }
        if (isOne(at.getOpcode()) && frames[i] != null) {
          Frame<BasicValue> frame = frames[i];
          sites.add(site(frame, frame.getStackSize() - 2, line));
        }
      }
    } catch (AnalyzerException e) {
      // No compiler makes such code, and the JVM will refuse it.
      return List.of();
    }
    return sites;
  }

  private static Site site(Frame<BasicValue> frame, int left, int line) {
    BasicValue a = frame.getStack(left);
    BasicValue b = frame.getStack(left + 1);
    String constant = a instanceof Constant c ? c.field : b instanceof Constant c ? c.field : "";
    return new Site(Site.Kind.COMPARE, name(a), constant, name(b), line, false);
  }

  private static String name(BasicValue value) {
    Type type = value.getType() == null ? OBJECT : value.getType();
    return type.getSort() == Type.ARRAY ? type.getDescriptor() : type.getInternalName();
  }

  /** What was read from a static field. */
  private static final class Constant extends BasicValue {
    private final String field;

    Constant(Type type, String field) {
      super(type);
      this.field = field;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Constant constant && constant.field.equals(field);
    }

    @Override
    public int hashCode() {
      return field.hashCode();
    }
  }

  /** Follows declared types, without loading a class. */
  private static final class Types extends BasicInterpreter {
    Types() {
      super(Opcodes.ASM9);
    }

    @Override
    public BasicValue newValue(Type type) {
      boolean reference = type != null && type.getSort() >= Type.ARRAY;
      return reference ? new BasicValue(type) : super.newValue(type);
    }

    @Override
    public BasicValue newOperation(AbstractInsnNode at) throws AnalyzerException {
      if (at instanceof FieldInsnNode field && at.getOpcode() == Opcodes.GETSTATIC) {
        Type type = Type.getType(field.desc);
        return type.getSort() >= Type.ARRAY
            ? new Constant(type, field.owner + "." + field.name)
            : newValue(type);
      }
      return super.newOperation(at);
    }

    @Override
    public BasicValue merge(BasicValue a, BasicValue b) {
      if (a.equals(b)) {
        return a;
      }
      if (a.isReference() && b.isReference()) {
        boolean sameType = a.getType().equals(b.getType());
        return new BasicValue(sameType ? a.getType() : OBJECT);
      }
      return BasicValue.UNINITIALIZED_VALUE;
    }
  }
}
