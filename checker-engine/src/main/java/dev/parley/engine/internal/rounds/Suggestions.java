package dev.parley.engine.internal.rounds;

import dev.parley.api.Node;
import dev.parley.engine.internal.lint.ClassFiles;
import dev.parley.engine.model.Model;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Names the components of messages that could tell a phase: those that behave like a counter. In
 * the byte code of nodes, a component is compared with a field, and somewhere it is asked which is
 * greater, that field or a component of a message, as in {@code m.term() > term}. Where no
 * component is, all that are numbers are named.
 *
 * <p>This is advice. Nothing rests on it, so code that cannot be read is left out.
 */
final class Suggestions {
  /** By class and component of a message, the field of a node it is compared with. */
  private final Map<String, String> compared = new TreeMap<>();

  /** The fields that some component is compared with, which of them is greater. */
  private final Set<String> counters = new HashSet<>();

  private final Set<String> nodeClasses = new HashSet<>();

  /** What the nodes of a model do with numbers. */
  Suggestions(Model model) {
    Set<Class<?>> classes = new HashSet<>();
    model
        .types()
        .forEach(
            type -> {
              for (Class<?> at = type.type(); at != Node.class; at = at.getSuperclass()) {
                classes.add(at);
                nodeClasses.add(Type.getInternalName(at));
              }
            });
    classes.forEach(this::read);
    compared.values().retainAll(counters);
  }

  private void read(Class<?> node) {
    ClassNode code = new ClassNode();
    ClassFiles.open(Type.getInternalName(node), node.getClassLoader())
        .ifPresent(reader -> reader.accept(code, ClassReader.SKIP_DEBUG));
    for (MethodNode method : code.methods) {
      try {
        Frame<SourceValue>[] frames = new Analyzer<>(new Origins()).analyze(code.name, method);
        for (int i = 0; i < frames.length; i++) {
          AbstractInsnNode at = method.instructions.get(i);
          boolean greater = asksWhichIsGreater(at);
          if (frames[i] != null && (greater || asksWhetherEqual(at))) {
            SourceValue left = frames[i].getStack(frames[i].getStackSize() - 2);
            SourceValue right = frames[i].getStack(frames[i].getStackSize() - 1);
            note(left, right, greater);
            note(right, left, greater);
          }
        }
      } catch (AnalyzerException e) {
        // No compiler makes such code, and the JVM will refuse it.
        continue;
      }
    }
  }

  private static boolean asksWhetherEqual(AbstractInsnNode at) {
    return at.getOpcode() == Opcodes.IF_ICMPEQ
        || at.getOpcode() == Opcodes.IF_ICMPNE
        || at.getOpcode() == Opcodes.LCMP;
  }

  private static boolean asksWhichIsGreater(AbstractInsnNode at) {
    return switch (at.getOpcode()) {
      case Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT, Opcodes.IF_ICMPLE -> true;
      case Opcodes.LCMP -> {
        int next = at.getNext().getOpcode();
        yield next >= Opcodes.IFLT && next <= Opcodes.IFLE;
      }
      case Opcodes.INVOKESTATIC -> {
        MethodInsnNode call = (MethodInsnNode) at;
        yield call.owner.equals("java/lang/Math")
            && call.name.equals("max")
            && !call.desc.contains("F")
            && !call.desc.contains("D");
      }
      default -> false;
    };
  }

  private void note(SourceValue ofMessage, SourceValue ofNode, boolean greater) {
    for (AbstractInsnNode read : ofMessage.insns) {
      for (AbstractInsnNode field : ofNode.insns) {
        if (field instanceof FieldInsnNode own && nodeClasses.contains(own.owner)) {
          component(read).forEach(key -> note(key, name(own), greater));
        }
      }
    }
  }

  private void note(String component, String field, boolean greater) {
    if (greater) {
      counters.add(field);
      compared.put(component, field);
    } else {
      compared.putIfAbsent(component, field);
    }
  }

  /** The class and component that an instruction reads, if it is not of a node. */
  private Stream<String> component(AbstractInsnNode read) {
    if (read instanceof MethodInsnNode call && call.desc.startsWith("()")) {
      return Stream.of(call.owner + "." + call.name);
    }
    return read instanceof FieldInsnNode field && !nodeClasses.contains(field.owner)
        ? Stream.of(field.owner + "." + field.name)
        : Stream.empty();
  }

  private static String name(FieldInsnNode field) {
    String owner = field.owner;
    return owner.substring(1 + Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')))
        + "."
        + field.name;
  }

  /** A clause in brackets; empty if there is nothing to suggest. */
  String of(Class<?> message) {
    List<String> numbers =
        Arrays.stream(message.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .filter(field -> field.getType() == int.class || field.getType() == long.class)
            .map(Field::getName)
            .toList();
    List<String> treated =
        numbers.stream()
            .filter(number -> compared.containsKey(Type.getInternalName(message) + "." + number))
            .toList();
    if (!treated.isEmpty()) {
      return treated.stream()
          .map(
              counter ->
                  counter + " with " + compared.get(Type.getInternalName(message) + "." + counter))
          .collect(
              Collectors.joining(
                  " and ", " (nodes compare its ", ", as they would compare phases)"));
    }
    return numbers.isEmpty()
        ? ""
        : " (it has the "
            + (numbers.size() == 1 ? "number " : "numbers ")
            + numbers.stream().collect(Collectors.joining(", "))
            + ")";
  }

  /** Tells which instructions a number was read by, whatever was added or copied since. */
  private static final class Origins extends SourceInterpreter {
    Origins() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode at, SourceValue value) {
      return value;
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode at, SourceValue value) {
      return at.getOpcode() == Opcodes.I2L
          ? new SourceValue(2, value.insns)
          : super.unaryOperation(at, value);
    }

    @Override
    public SourceValue binaryOperation(AbstractInsnNode at, SourceValue one, SourceValue other) {
      return switch (at.getOpcode()) {
        case Opcodes.IADD, Opcodes.ISUB, Opcodes.LADD, Opcodes.LSUB -> {
          Set<AbstractInsnNode> both = new HashSet<>(one.insns);
          both.addAll(other.insns);
          yield new SourceValue(one.getSize(), both);
        }
        default -> super.binaryOperation(at, one, other);
      };
    }
  }
}
