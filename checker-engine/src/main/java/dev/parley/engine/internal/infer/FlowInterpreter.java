package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.infer.Program.Body;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Computes what each value of one method depends on. It only computes: whether a use is allowed is
 * judged by {@link Inspection} when all values are known.
 */
final class FlowInterpreter extends Interpreter<Flow> {
  /** Stands for the record under construction, inside its constructor. */
  static final AbstractInsnNode SELF = new InsnNode(Opcodes.NOP);

  private final Program program;
  private final AuxiliaryCandidates candidates;
  private final long open;
  private final Facts facts;
  private final Body body;
  private final Carriers carriers;

  FlowInterpreter(
      Program program,
      AuxiliaryCandidates candidates,
      Carriers carriers,
      long open,
      Facts facts,
      Body body) {
    super(Opcodes.ASM9);
    this.carriers = carriers;
    this.program = program;
    this.candidates = candidates;
    this.open = open;
    this.facts = facts;
    this.body = body;
  }

  /** The number of the field an instruction is about if it is still a candidate. */
  int candidate(FieldInsnNode access) {
    int number =
        program
            .fieldHome(access.owner, access.name)
            .map(home -> candidates.number(home, access.name))
            .orElse(AuxiliaryCandidates.NONE);
    return number != AuxiliaryCandidates.NONE && (open & 1L << number) != 0
        ? number
        : AuxiliaryCandidates.NONE;
  }

  /** Whether collections or records made by the instruction are followed. */
  boolean isFollowed(String type) {
    return HarmlessJdk.isContainer(type) || program.isRecord(type);
  }

  @Override
  public Flow newValue(Type type) {
    if (type == null) {
      return Flow.unknown(1);
    }
    if (type == Type.VOID_TYPE) {
      return null;
    }
    boolean plain =
        type.getSort() == Type.OBJECT
            && (HarmlessJdk.isPlain(type.getInternalName())
                || program.isEnum(type.getInternalName()));
    return plain
        ? Flow.ofPlainType()
        : Flow.unknown(type.getSize()).carrying(carriers.mayCarry(type));
  }

  /** The fields that a record depends on after one of its constructors ran. */
  long madeFrom(MethodInsnNode constructor, List<Flow> arguments) {
    if (!program.isRecord(constructor.owner)) {
      return union(arguments);
    }
    // Auxiliary components are told apart from the record, so only the others make it depend.
    return facts
        .result(program.reachable(constructor.owner, constructor.name, constructor.desc))
        .map(Flow::fields)
        .orElse(0L);
  }

  @Override
  public Flow newParameterValue(boolean isInstanceMethod, int local, Type type) {
    Flow value = newValue(type);
    List<Flow> arguments = facts.arguments().get(body);
    if (arguments != null) {
      value = known(arguments.get(position(isInstanceMethod, local)), value);
    }
    if (isInstanceMethod && local == 0) {
      boolean making = body.method().name.equals("<init>") && program.isRecord(body.home().name);
      return making ? Flow.made(SELF, false).carrying(value.carries()) : value.asPresent();
    }
    return value;
  }

  private int position(boolean isInstanceMethod, int local) {
    int slot = isInstanceMethod ? 1 : 0;
    int position = slot;
    for (Type type : Type.getArgumentTypes(body.method().desc)) {
      if (slot >= local) {
        break;
      }
      slot += type.getSize();
      position++;
    }
    return local == 0 ? 0 : position;
  }

  /** What the callers know, and what the type says in any case. */
  private static Flow known(Flow passed, Flow byType) {
    Flow value = byType.carries() ? passed.carrying(true) : passed;
    return byType.plain() ? value.asPlain() : value;
  }

  @Override
  public Flow newOperation(AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case Opcodes.ACONST_NULL -> Flow.NULL;
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          Flow.unknown(2);
      case Opcodes.LDC -> constant(((LdcInsnNode) instruction).cst);
      case Opcodes.GETSTATIC -> newValue(Type.getType(((FieldInsnNode) instruction).desc));
      case Opcodes.NEW -> {
        String type = ((TypeInsnNode) instruction).desc;
        yield isFollowed(type)
            ? Flow.made(instruction, HarmlessJdk.isContainer(type))
                .carrying(carriers.mayCarry(Type.getObjectType(type)))
            : newValue(Type.getObjectType(type)).asPresent();
      }
      default -> Flow.unknown(1);
    };
  }

  private static Flow constant(Object value) {
    if (value instanceof Long || value instanceof Double) {
      return Flow.unknown(2);
    }
    return value instanceof String ? Flow.ofPlainType().asPresent() : Flow.unknown(1).asPresent();
  }

  @Override
  public Flow copyOperation(AbstractInsnNode instruction, Flow value) {
    return value;
  }

  @Override
  public Flow unaryOperation(AbstractInsnNode instruction, Flow value) {
    switch (instruction.getOpcode()) {
      case Opcodes.GETFIELD:
        return read((FieldInsnNode) instruction, value);
      case Opcodes.CHECKCAST:
        Flow target = newValue(Type.getObjectType(((TypeInsnNode) instruction).desc));
        return (target.plain() ? value.asPlain() : value).carrying(target.carries());
      case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D:
      case Opcodes.L2D, Opcodes.D2L, Opcodes.LNEG, Opcodes.DNEG:
        return Flow.unknown(2).dependingOn(value.fields());
      case Opcodes.ANEWARRAY:
        boolean may = carriers.mayCarry(Type.getObjectType(((TypeInsnNode) instruction).desc));
        return Flow.unknown(1).asPresent().carrying(may).dependingOn(value.fields());
      case Opcodes.NEWARRAY:
        return Flow.unknown(1).asPresent().dependingOn(value.fields());
      default:
        return Flow.unknown(1).dependingOn(value.fields());
    }
  }

  private Flow read(FieldInsnNode access, Flow holder) {
    Flow byType = newValue(Type.getType(access.desc)).dependingOn(holder.fields());
    int number = candidate(access);
    if (number == AuxiliaryCandidates.NONE) {
      return byType;
    }
    Flow content = facts.contents().get(number);
    Flow value = content.present() ? byType.asPresent() : byType;
    value = content.plain() ? value.asPlain() : value;
    value = content.tame() ? value.asTame() : value;
    return value.heldBy(1L << number);
  }

  @Override
  public Flow binaryOperation(AbstractInsnNode instruction, Flow one, Flow other) {
    int width =
        switch (instruction.getOpcode()) {
          case Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LDIV, Opcodes.LREM -> 2;
          case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM -> 2;
          case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> 2;
          case Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR, Opcodes.LALOAD, Opcodes.DALOAD -> 2;
          default -> 1;
        };
    return Flow.unknown(width)
        .carrying(instruction.getOpcode() == Opcodes.AALOAD && one.carries())
        .dependingOn(one.fields() | other.fields());
  }

  @Override
  public Flow ternaryOperation(AbstractInsnNode instruction, Flow one, Flow two, Flow three) {
    return null;
  }

  @Override
  public Flow naryOperation(AbstractInsnNode instruction, List<? extends Flow> values) {
    long fields = union(values);
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      if (isRecordMethod(dynamic) && carriers.mayCarry(Type.getObjectType(body.home().name))) {
        // It compares, hashes or prints all components.
        fields |= carriers.fields() & open;
      }
      return newValue(Type.getReturnType(dynamic.desc)).asPresent().dependingOn(fields);
    }
    if (!(instruction instanceof MethodInsnNode call)) {
      return Flow.unknown(1).asPresent().carrying(carriers.any()).dependingOn(fields);
    }
    Flow byType = newValue(Type.getReturnType(call.desc));
    if (byType == null) {
      return null;
    }
    Optional<Flow> given = facts.result(program.reachable(call.owner, call.name, call.desc));
    if (given.isPresent()) {
      return known(given.get(), byType).dependingOn(fields);
    }
    Flow value = byType.dependingOn(fields);
    value = HarmlessJdk.neverNull(call.owner, call.name) ? value.asPresent() : value;
    return HarmlessJdk.givesTame(call.owner, call.name) ? value.asTame() : value;
  }

  /** Whether it is the body of a record's equals, hashCode or toString. */
  static boolean isRecordMethod(InvokeDynamicInsnNode dynamic) {
    return dynamic.bsm.getOwner().equals("java/lang/runtime/ObjectMethods");
  }

  @Override
  public void returnOperation(AbstractInsnNode instruction, Flow value, Flow expected) {
    // Judged by the inspection.
  }

  @Override
  public Flow merge(Flow one, Flow other) {
    return one.join(other);
  }

  static long union(Iterable<? extends Flow> values) {
    long fields = 0;
    for (Flow value : values) {
      fields |= value.fields();
    }
    return fields;
  }

  static boolean overlap(Set<AbstractInsnNode> some, Set<AbstractInsnNode> others) {
    return some.stream().anyMatch(others::contains);
  }
}
