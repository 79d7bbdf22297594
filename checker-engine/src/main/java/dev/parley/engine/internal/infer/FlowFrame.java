package dev.parley.engine.internal.infer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The stack and local variables before an instruction. When a call puts something that depends on a
 * candidate into an object made in this method (a constructor, {@code add}), every variable that
 * may hold that object depends on the candidate from then on.
 */
final class FlowFrame extends Frame<Flow> {
  FlowFrame(int locals, int stack) {
    super(locals, stack);
  }

  FlowFrame(Frame<? extends Flow> other) {
    super(other);
  }

  /** The topmost values, the lowest of them first. */
  List<Flow> top(int count) {
    List<Flow> values = new ArrayList<>();
    for (int i = getStackSize() - count; i < getStackSize(); i++) {
      values.add(getStack(i));
    }
    return values;
  }

  @Override
  public void execute(AbstractInsnNode instruction, Interpreter<Flow> interpreter)
      throws AnalyzerException {
    if (!(instruction instanceof MethodInsnNode call) || call.getOpcode() == Opcodes.INVOKESTATIC) {
      super.execute(instruction, interpreter);
      return;
    }
    List<Flow> values = top(1 + Type.getArgumentTypes(call.desc).length);
    super.execute(instruction, interpreter);
    Set<AbstractInsnNode> receiver = values.get(0).fresh();
    List<Flow> arguments = values.subList(1, values.size());
    long fields =
        call.name.equals("<init>") && interpreter instanceof FlowInterpreter flows
            ? flows.madeFrom(call, arguments)
            : FlowInterpreter.union(arguments);
    if (!receiver.isEmpty() && fields != 0) {
      for (int i = 0; i < getLocals(); i++) {
        setLocal(i, filled(getLocal(i), receiver, fields));
      }
      for (int i = 0; i < getStackSize(); i++) {
        setStack(i, filled(getStack(i), receiver, fields));
      }
    }
  }

  private static Flow filled(Flow value, Set<AbstractInsnNode> receiver, long fields) {
    return FlowInterpreter.overlap(value.fresh(), receiver) ? value.dependingOn(fields) : value;
  }
}
