package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Computes what each value of one method may be. */
final class ValueInterpreter extends Interpreter<Value> {
  /** Lambdas in lambdas: deeper ones are taken for anything. */
  private static final int NESTING_LIMIT = 3;

  private final Classes classes;
  private final Calls calls;
  private final String method;
  private final Body body;
  private final List<Value> arguments;
  private int line;
  private CodeEffects last = CodeEffects.NOTHING;

  ValueInterpreter(Classes classes, Calls calls, String method, Body body, List<Value> arguments) {
    super(Opcodes.ASM9);
    this.classes = classes;
    this.calls = calls;
    this.method = method;
    this.body = body;
    this.arguments = arguments;
  }

  /** Says which line comes next, for notes. */
  void at(int number) {
    line = number;
  }

  private String place() {
    return line > 0 ? method + ":" + line : method;
  }

  /** What an instruction does besides giving a value. */
  CodeEffects deeds(AbstractInsnNode instruction, ValueFrame frame) {
    List<Value> values = frame.top(ValueFrame.used(instruction));
    if (instruction instanceof MethodInsnNode call) {
      CodeEffects outcome = calls.call(Callee.of(call), values, place());
      // A call on nothing throws.
      boolean safe = call.getOpcode() == Opcodes.INVOKESTATIC || values.get(0).present();
      return safe ? outcome : outcome.withEffect();
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      return make(call, values);
    }
    if (instruction instanceof LdcInsnNode constant && constant.cst instanceof ConstantDynamic) {
      return Calls.unknown("uses a constant that is computed when it is first used", place());
    }
    if (instruction.getOpcode() == Opcodes.PUTFIELD
        || instruction.getOpcode() == Opcodes.PUTSTATIC) {
      return stored(values.get(values.size() - 1));
    }
    return CodeEffects.NOTHING;
  }

  /** A lambda in a field may be called by anyone, with anything. */
  private CodeEffects stored(Value value) {
    boolean lambda = value.all().stream().anyMatch(Atom.Lambda.class::isInstance);
    return lambda ? calls.lambdas().anyhow(value, place()) : CodeEffects.NOTHING;
  }

  /** What an instruction may put into the objects it uses. */
  Set<Atom> spill(AbstractInsnNode instruction, List<Value> values) {
    if (instruction instanceof MethodInsnNode || instruction instanceof InvokeDynamicInsnNode) {
      return last.spill();
    }
    return instruction.getOpcode() == Opcodes.AASTORE
        ? Value.union(values.get(0).content(), values.get(2).all())
        : Set.of(Atom.ANYTHING);
  }

  // Values -----------------------------------------------------------------------------------

  @Override
  public Value newValue(Type type) {
    if (type == Type.VOID_TYPE) {
      return null;
    }
    return type == null ? Value.NOTHING : classes.declared(type);
  }

  @Override
  public Value newParameterValue(boolean isInstanceMethod, int local, Type type) {
    int slot = 0;
    int position = 0;
    if (isInstanceMethod) {
      slot++;
      position++;
    }
    for (Type parameter : Type.getArgumentTypes(body.method().desc)) {
      if (slot >= local) {
        break;
      }
      slot += parameter.getSize();
      position++;
    }
    boolean receiver = isInstanceMethod && local == 0;
    Value value = arguments.get(receiver ? 0 : position);
    return receiver ? value.asPresent() : value;
  }

  @Override
  public Value newOperation(AbstractInsnNode instruction) {
    return switch (instruction.getOpcode()) {
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> Value.WIDE;
      case Opcodes.LDC -> constant(((LdcInsnNode) instruction).cst);
      case Opcodes.GETSTATIC -> read((FieldInsnNode) instruction);
      case Opcodes.NEW -> made((TypeInsnNode) instruction);
      default -> Value.NOTHING;
    };
  }

  private Value constant(Object constant) {
    if (constant instanceof Long || constant instanceof Double) {
      return Value.WIDE;
    } else if (constant instanceof String) {
      return classes.ofType(String.class).asPresent();
    } else if (constant instanceof Type type
        && type.getSort() >= Type.ARRAY
        && type.getSort() != Type.METHOD) {
      return Value.of(new Atom.Constant(classes.named(type.getInternalName())));
    } else if (constant instanceof ConstantDynamic dynamic) {
      return classes.declared(Type.getType(dynamic.getDescriptor()));
    }
    return constant instanceof Number ? Value.NOTHING : classes.ofType(Object.class);
  }

  private Value read(FieldInsnNode field) {
    return classes.declared(Type.getType(field.desc));
  }

  private Value made(TypeInsnNode instruction) {
    String type = instruction.desc;
    Value value = classes.made(classes.named(type));
    if (!Program.isOutside(type)) {
      return value;
    }
    boolean empty = JdkCalls.isCollection(type) || type.startsWith("dev/parley/api/");
    Set<Atom> content = empty ? Set.of() : Set.of(Atom.Known.JDK);
    return classes.settled(value.withContent(content).withPlaces(Set.of(instruction)));
  }

  @Override
  public Value copyOperation(AbstractInsnNode instruction, Value value) {
    return value;
  }

  @Override
  public Value unaryOperation(AbstractInsnNode instruction, Value value) {
    return switch (instruction.getOpcode()) {
      case Opcodes.GETFIELD -> read((FieldInsnNode) instruction);
      case Opcodes.CHECKCAST ->
          classes.cast(value, classes.named(((TypeInsnNode) instruction).desc));
      case Opcodes.ANEWARRAY ->
          array(
              Type.getType(
                  "[" + Type.getObjectType(((TypeInsnNode) instruction).desc).getDescriptor()),
              instruction);
      case Opcodes.NEWARRAY -> new Value(1, Set.of(), Set.of(), Set.of(), true);
      case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> Value.WIDE;
      case Opcodes.L2D, Opcodes.D2L, Opcodes.LNEG, Opcodes.DNEG -> Value.WIDE;
      default -> Value.NOTHING;
    };
  }

  private Value array(Type type, AbstractInsnNode instruction) {
    return classes.declared(type).withContent(Set.of()).withPlaces(Set.of(instruction)).asPresent();
  }

  @Override
  public Value binaryOperation(AbstractInsnNode instruction, Value one, Value other) {
    return switch (instruction.getOpcode()) {
      case Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LDIV, Opcodes.LREM -> Value.WIDE;
      case Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM -> Value.WIDE;
      case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> Value.WIDE;
      case Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR -> Value.WIDE;
      case Opcodes.LALOAD, Opcodes.DALOAD -> Value.WIDE;
      case Opcodes.AALOAD -> element(one);
      default -> Value.NOTHING;
    };
  }

  private Value element(Value array) {
    Set<Atom> self = new HashSet<>();
    for (Atom atom : array.self()) {
      Class<?> type = classes.typeOf(atom);
      self.addAll(
          type.isArray()
              ? classes.narrow(array.content(), type.getComponentType())
              : Set.of(Atom.ANYTHING));
    }
    return classes.settled(new Value(1, Set.copyOf(self), array.content(), array.places(), false));
  }

  @Override
  public Value ternaryOperation(AbstractInsnNode instruction, Value one, Value two, Value three) {
    return null;
  }

  @Override
  public Value naryOperation(AbstractInsnNode instruction, List<? extends Value> values) {
    if (instruction instanceof MethodInsnNode call) {
      last = calls.call(Callee.of(call), List.copyOf(values), place());
      return result(Type.getReturnType(call.desc), instruction);
    }
    if (instruction instanceof InvokeDynamicInsnNode call) {
      last = make(call, List.copyOf(values));
      return result(Type.getReturnType(call.desc), instruction);
    }
    return array(Type.getType(((MultiANewArrayInsnNode) instruction).desc), instruction)
        .withContent(Set.of(Atom.ANYTHING));
  }

  /** What the last call gives, as far as its type allows. */
  private Value result(Type type, AbstractInsnNode instruction) {
    if (type.getSort() != Type.OBJECT && type.getSort() != Type.ARRAY) {
      return type.getSort() == Type.VOID ? null : classes.declared(type);
    }
    return classes.cast(last.result(), classes.named(type.getInternalName())).madeAt(instruction);
  }

  // Lambdas ----------------------------------------------------------------------------------

  /** Makes a lambda, or whatever else the compiler leaves to be linked at run time. */
  private CodeEffects make(InvokeDynamicInsnNode call, List<Value> captured) {
    String bootstrap = call.bsm.getOwner();
    Value declared = classes.declared(Type.getReturnType(call.desc));
    if (bootstrap.equals("java/lang/invoke/StringConcatFactory")
        || bootstrap.equals("java/lang/runtime/ObjectMethods")
        || bootstrap.equals("java/lang/runtime/SwitchBootstraps")) {
      return calls.linked(declared, place());
    }
    if (!bootstrap.equals("java/lang/invoke/LambdaMetafactory")) {
      return Calls.unknown("calls a method by way of " + bootstrap.replace('/', '.'), place())
          .withResult(declared)
          .spilling(Set.of(Atom.ANYTHING));
    }
    int depth = 1;
    List<Value> held = new ArrayList<>();
    for (Value value : captured) {
      for (Atom atom : value.all()) {
        if (atom instanceof Atom.Lambda lambda) {
          depth = Math.max(depth, lambda.depth() + 1);
        }
      }
      // When it runs, others may have changed what it holds.
      held.add(
          value.places().isEmpty()
              ? value
              : value
                  .withContent(Value.union(value.content(), Set.of(Atom.ANYTHING)))
                  .withPlaces(Set.of()));
    }
    if (depth > NESTING_LIMIT) {
      return Calls.unknown("nests too many lambdas to follow", place())
          .withResult(declared)
          .spilling(Set.of(Atom.ANYTHING));
    }
    Atom lambda = new Atom.Lambda(call, List.copyOf(held), depth);
    Value value = new Value(1, Set.of(lambda), Set.of(), Value.places(captured), true);
    return CodeEffects.giving(value).spilling(Set.of(Atom.ANYTHING));
  }

  @Override
  public void returnOperation(AbstractInsnNode instruction, Value value, Value expected) {
    // Taken up when all values are known.
  }

  @Override
  public Value merge(Value one, Value other) {
    return one.join(other);
  }
}
