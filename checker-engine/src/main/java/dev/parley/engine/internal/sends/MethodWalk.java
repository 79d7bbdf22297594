package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Analyses one method for one combination of arguments: first what all values may be, then what the
 * instructions do with them.
 */
final class MethodWalk {
  private final Body body;
  private final ValueInterpreter interpreter;

  MethodWalk(Classes classes, Calls calls, Body body, List<Value> arguments) {
    this.body = body;
    this.interpreter =
        new ValueInterpreter(
            classes, calls, Tabulation.name(body.home().name, body.method().name), body, arguments);
  }

  CodeEffects outcome() {
    Analyzer<Value> analyzer =
        new Analyzer<>(interpreter) {
          @Override
          protected Frame<Value> newFrame(int locals, int stack) {
            return new ValueFrame(locals, stack);
          }

          @Override
          protected Frame<Value> newFrame(Frame<? extends Value> frame) {
            return new ValueFrame(frame);
          }
        };
    try {
      return deeds(analyzer.analyze(body.home().name, body.method()));
    } catch (AnalyzerException | RuntimeException e) {
      return Calls.unknown(
          "has code that is not understood (" + e.getMessage() + ")",
          Tabulation.name(body.home().name, body.method().name));
    }
  }

  private CodeEffects deeds(Frame<Value>[] frames) {
    CodeEffects outcome = CodeEffects.NOTHING;
    Set<Value> results = new HashSet<>();
    for (int i = 0; i < frames.length; i++) {
      AbstractInsnNode instruction = body.method().instructions.get(i);
      if (instruction instanceof LineNumberNode number) {
        interpreter.at(number.line);
      }
      if (frames[i] != null && instruction.getOpcode() >= 0) {
        ValueFrame frame = (ValueFrame) frames[i];
        if (instruction.getOpcode() == Opcodes.ARETURN) {
          results.add(frame.top(1).get(0));
        }
        outcome = outcome.and(interpreter.deeds(instruction, frame));
        if (mayMatter(instruction, frame)) {
          outcome = outcome.withEffect();
        }
      }
    }
    return outcome.withResult(Value.join(new ArrayList<>(results)));
  }

  /** Whether an instruction, calls aside, may change something, throw, or run for ever. */
  private boolean mayMatter(AbstractInsnNode instruction, ValueFrame frame) {
    switch (instruction.getOpcode()) {
      case Opcodes.GETFIELD:
        return !frame.top(1).get(0).present();
      case Opcodes.GETSTATIC:
        // Reading one may start the class, but an enum's constants are simply there.
        FieldInsnNode field = (FieldInsnNode) instruction;
        return !field.desc.equals("L" + field.owner + ";");
      case Opcodes.PUTFIELD, Opcodes.PUTSTATIC, Opcodes.ATHROW, Opcodes.ARRAYLENGTH:
      case Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM, Opcodes.CHECKCAST:
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY:
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT:
        return true;
      default:
        int opcode = instruction.getOpcode();
        boolean array =
            opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        return array || jumpsBack(instruction);
    }
  }

  private boolean jumpsBack(AbstractInsnNode instruction) {
    List<LabelNode> labels = new ArrayList<>();
    if (instruction instanceof JumpInsnNode jump) {
      labels.add(jump.label);
    } else if (instruction instanceof TableSwitchInsnNode table) {
      labels.addAll(table.labels);
      labels.add(table.dflt);
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      labels.addAll(lookup.labels);
      labels.add(lookup.dflt);
    }
    InsnList code = body.method().instructions;
    return labels.stream().anyMatch(label -> code.indexOf(label) < code.indexOf(instruction));
  }
}
