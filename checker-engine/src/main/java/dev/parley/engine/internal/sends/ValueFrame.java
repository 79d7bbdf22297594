package dev.parley.engine.internal.sends;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The stack and local variables before an instruction. What an instruction may put into an object
 * is from then on in every variable that may share it, also where an exception leads from there:
 * the analyzer hands both the frame before and the one after an instruction to its handlers.
 */
final class ValueFrame extends Frame<Value> {
  ValueFrame(int locals, int stack) {
    super(locals, stack);
  }

  ValueFrame(Frame<? extends Value> other) {
    super(other);
  }

  /** The topmost values, the lowest of them first. */
  List<Value> top(int count) {
    List<Value> values = new ArrayList<>();
    for (int i = getStackSize() - count; i < getStackSize(); i++) {
      values.add(getStack(i));
    }
    return values;
  }

  /** How many values an instruction uses that may change objects; 0 for all others. */
  static int used(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      boolean receiver = call.getOpcode() != Opcodes.INVOKESTATIC;
      return Type.getArgumentTypes(call.desc).length + (receiver ? 1 : 0);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return Type.getArgumentTypes(call.desc).length;
    }
    return switch (instruction.getOpcode()) {
      case Opcodes.AASTORE -> 3;
      case Opcodes.PUTFIELD -> 2;
      case Opcodes.PUTSTATIC -> 1;
      default -> 0;
    };
  }

  @Override
  public void execute(AbstractInsnNode instruction, Interpreter<Value> interpreter)
      throws AnalyzerException {
    int used = used(instruction);
    if (used == 0) {
      super.execute(instruction, interpreter);
      return;
    }
    List<Value> values = top(used);
    super.execute(instruction, interpreter);
    Set<Object> places = Value.places(values);
    Set<Atom> spill = ((ValueInterpreter) interpreter).spill(instruction, values);
    if (!places.isEmpty() && !spill.isEmpty()) {
      for (int i = 0; i < getLocals(); i++) {
        setLocal(i, filled(getLocal(i), places, spill));
      }
      for (int i = 0; i < getStackSize(); i++) {
        setStack(i, filled(getStack(i), places, spill));
      }
    }
  }

  private static Value filled(Value value, Set<Object> places, Set<Atom> spill) {
    if (!value.shares(places)) {
      return value;
    }
    Set<Object> all = new HashSet<>(value.places());
    all.addAll(places);
    return value.withContent(Value.union(value.content(), spill)).withPlaces(all);
  }
}
