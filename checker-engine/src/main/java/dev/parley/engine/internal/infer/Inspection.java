package dev.parley.engine.internal.infer;

import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One pass over the methods that have to do with candidate fields: judges every use of a value that
 * depends on one, and collects the facts the next pass starts from.
 *
 * <p>Instructions that may meet such values without harm are listed; all others are breaches. What
 * is harmless: moving values about, arithmetic that cannot throw, and storing the result in a
 * candidate or marked field. Since no branch, exception, index or call target may depend on a
 * candidate, there are no implicit flows to follow.
 *
 * <p><b>Objects.</b> A collection in a candidate field may be changed in place only if no relevant
 * state can refer to it. So every object ever stored there must have been made for it: by a {@code
 * new} whose result goes nowhere else. An object made in a method, filled with auxiliary content
 * and then stored or returned must not have been handed to anyone before ({@link FlowFrame} sees to
 * the local variables that hold it). A field that is only assigned needs none of this: it may refer
 * to whatever it likes.
 */
final class Inspection {
  /**
   * A use that makes fields relevant.
   *
   * @param fields the fields, a bit each
   * @param reason what is done, to follow the word "because"
   * @param place as {@code Acceptor.read:42}
   */
  record Breach(long fields, String reason, String place) {}

  private record Store(int field, Flow value, String place) {}

  private record Filling(Set<AbstractInsnNode> made, long fields, String place) {}

  private final Program program;
  private final AuxiliaryCandidates candidates;
  private final Map<Body, String> roles;
  private final Carriers carriers;
  private final Facts facts;
  private final Facts next;

  private final List<Breach> breaches = new ArrayList<>();
  private final List<Store> stores = new ArrayList<>();
  private final Map<Integer, String> changedInPlace = new TreeMap<>();
  private final Map<Integer, String> writes = new TreeMap<>();
  private final Map<Integer, Long> flows = new TreeMap<>();

  /** Objects that others may refer to, and those that were looked at or handed on. */
  private final Set<AbstractInsnNode> escaped = new HashSet<>();

  private final Set<AbstractInsnNode> used = new HashSet<>();

  // Of the method at hand.
  private Body body;
  private FlowInterpreter interpreter;
  private int line;
  private List<Filling> fillings = new ArrayList<>();

  Inspection(
      Program program,
      AuxiliaryCandidates candidates,
      Carriers carriers,
      Map<Body, String> roles,
      Facts facts,
      Map<Integer, Flow> initialContents) {
    this.carriers = carriers;
    this.program = program;
    this.candidates = candidates;
    this.roles = roles;
    this.facts = facts;
    this.next = Facts.startingFrom(initialContents);
  }

  /** What this pass learnt. */
  Facts next() {
    return next;
  }

  List<Breach> breaches() {
    return breaches;
  }

  /** The fields that code other than constructors writes or seems to change, with a place each. */
  Map<Integer, String> writes() {
    return writes;
  }

  /** The fields that are changed in place, with a place each. */
  Map<Integer, String> changedInPlace() {
    return changedInPlace;
  }

  /** For each field that is read for it, the fields that what is read is stored in. */
  Map<Integer, Long> flows() {
    return flows;
  }

  void inspect(Body newBody, Frame<Flow>[] frames, FlowInterpreter newInterpreter) {
    body = newBody;
    interpreter = newInterpreter;
    line = 0;
    fillings = new ArrayList<>();
    int index = 0;
    for (AbstractInsnNode instruction : body.method().instructions) {
      if (instruction instanceof LineNumberNode number) {
        line = number.line;
      }
      // No frame: code that is never reached.
      if (frames[index] instanceof FlowFrame frame && instruction.getOpcode() >= 0) {
        judge(instruction, frame);
      }
      index++;
    }
    for (Filling filling : fillings) {
      if (FlowInterpreter.overlap(filling.made, escaped)) {
        breaches.add(
            new Breach(
                filling.fields,
                "it is put into an object that others may refer to",
                filling.place));
      }
    }
  }

  /** Judges what takes all methods to know: whose object is changed in place. */
  void conclude() {
    for (Store store : stores) {
      String changed = changedInPlace.get(store.field);
      Flow value = store.value;
      boolean shared =
          value.foreign()
              || (value.direct() & ~bit(store.field)) != 0
              || FlowInterpreter.overlap(value.fresh(), escaped)
              || FlowInterpreter.overlap(value.fresh(), used);
      if (changed != null && shared) {
        breaches.add(
            new Breach(
                bit(store.field),
                "what it holds is changed in place (" + changed + ") but may be shared",
                store.place));
      }
    }
  }

  private void judge(AbstractInsnNode instruction, FlowFrame frame) {
    switch (instruction.getOpcode()) {
      case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM ->
          forbid(frame.top(1), "something is divided by it, which may throw");
      case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE ->
          branch(frame.top(1));
      case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH ->
          branch(frame.top(1));
      case Opcodes.IF_ICMPEQ,
          Opcodes.IF_ICMPNE,
          Opcodes.IF_ICMPLT,
          Opcodes.IF_ICMPGE,
          Opcodes.IF_ICMPGT,
          Opcodes.IF_ICMPLE,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE ->
          branch(frame.top(2));
      case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN ->
          give(frame.top(1).get(0));
      case Opcodes.PUTSTATIC -> {
        escape(frame.top(1));
        forbid(frame.top(1), "it is stored in a static field");
      }
      case Opcodes.GETFIELD -> read(frame.top(1).get(0));
      case Opcodes.PUTFIELD -> write((FieldInsnNode) instruction, frame.top(2));
      case Opcodes.IALOAD,
          Opcodes.LALOAD,
          Opcodes.FALOAD,
          Opcodes.DALOAD,
          Opcodes.AALOAD,
          Opcodes.BALOAD,
          Opcodes.CALOAD,
          Opcodes.SALOAD ->
          forbid(frame.top(2), ARRAY);
      case Opcodes.IASTORE,
          Opcodes.LASTORE,
          Opcodes.FASTORE,
          Opcodes.DASTORE,
          Opcodes.AASTORE,
          Opcodes.BASTORE,
          Opcodes.CASTORE,
          Opcodes.SASTORE -> {
        escape(frame.top(3));
        noteChange(frame.top(3).get(0).direct());
        forbid(frame.top(3), ARRAY);
      }
      case Opcodes.ARRAYLENGTH, Opcodes.NEWARRAY, Opcodes.ANEWARRAY -> forbid(frame.top(1), ARRAY);
      case Opcodes.MULTIANEWARRAY ->
          forbid(frame.top(((MultiANewArrayInsnNode) instruction).dims), ARRAY);
      case Opcodes.ATHROW -> forbid(frame.top(1), "it is thrown");
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> forbid(frame.top(1), "it is locked");
      case Opcodes.CHECKCAST ->
          forbid(
              frame.top(1),
              "it is cast to " + simple(((TypeInsnNode) instruction).desc) + ", which may throw");
      case Opcodes.INVOKEDYNAMIC -> callDynamic((InvokeDynamicInsnNode) instruction, frame);
      case Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEINTERFACE ->
          call((MethodInsnNode) instruction, frame);
      default -> {
        // Moves, constants, arithmetic that cannot throw, conversions, comparisons to a number,
        // instanceof, jumps: the interpreter carries along what they depend on.
      }
    }
  }

  private static final String ARRAY = "it is used as an array, its size, index or element";
  private static final String NULL = "it may be null where it is dereferenced";

  private void branch(List<Flow> values) {
    forbid(values, "a branch depends on it");
  }

  private void give(Flow value) {
    next.returned(body, value);
    use(value);
    if (value.fields() == 0) {
      return;
    }
    String role = roles.get(body);
    if (role != null) {
      forbid(List.of(value), role + " " + method(body) + " returns what depends on it");
    } else if (program.overridesOutside(body) && !isRecordMethod()) {
      forbid(
          List.of(value),
          method(body) + " returns what depends on it, and code of the JDK may call that");
    }
  }

  /** What the compiler gave a record: {@link Carriers} knows who may call it. */
  private boolean isRecordMethod() {
    for (AbstractInsnNode instruction : body.method().instructions) {
      if (instruction instanceof InvokeDynamicInsnNode dynamic
          && FlowInterpreter.isRecordMethod(dynamic)) {
        return true;
      }
    }
    return false;
  }

  // Fields -----------------------------------------------------------------------------------

  private void read(Flow holder) {
    if (!holder.present()) {
      forbid(List.of(holder), NULL);
    }
    self(holder);
  }

  private void write(FieldInsnNode access, List<Flow> operands) {
    Flow holder = operands.get(0);
    Flow value = operands.get(1);
    forbid(List.of(holder), "it decides which object is written to");
    int number = interpreter.candidate(access);
    if (number != AuxiliaryCandidates.NONE) {
      next.stored(number, value);
      stores.add(new Store(number, value, place()));
      noteChange(bit(number));
      noteFlow(value.fields(), bit(number));
      return;
    }
    escape(List.of(value));
    boolean marked =
        program
            .fieldHome(access.owner, access.name)
            .filter(home -> candidates.isMarked(home, access.name))
            .isPresent();
    boolean ownRecord = holder.fresh().equals(Set.of(FlowInterpreter.SELF)) && !holder.foreign();
    if (ownRecord) {
      // Whoever made the record learns what it depends on.
      next.returned(body, value);
    }
    if (!marked && !ownRecord) {
      forbid(
          List.of(value),
          "the relevant field " + simple(access.owner) + "." + access.name + " is set from it");
    }
  }

  // Calls ------------------------------------------------------------------------------------

  private void call(MethodInsnNode call, FlowFrame frame) {
    boolean hasReceiver = call.getOpcode() != Opcodes.INVOKESTATIC;
    List<Flow> values = frame.top(Type.getArgumentTypes(call.desc).length + (hasReceiver ? 1 : 0));
    boolean outside = program.find(call.owner, call.name, call.desc).isEmpty();
    HarmlessJdk.Call kind =
        outside ? HarmlessJdk.call(call.owner, call.name, call.desc) : HarmlessJdk.Call.UNKNOWN;
    handOver(call, values, hasReceiver, outside, kind);
    if (hasReceiver && HarmlessJdk.looksLikeChange(call.name)) {
      noteChange(values.get(0).direct());
    }
    if (outside) {
      boolean key =
          values.size() > (hasReceiver ? 1 : 0) && values.get(hasReceiver ? 1 : 0).carries();
      handOn(values, mayTake(call.owner, call.name, call.desc, key), called(call));
    }
    if (FlowInterpreter.union(values) == 0) {
      return;
    }
    if (outside) {
      callOutside(call, values, hasReceiver, kind);
    } else {
      callUser(call, values, hasReceiver);
    }
  }

  /** A method called on a user class may be one that it inherits from the JDK or the API. */
  private boolean mayTake(String owner, String name, String descriptor, boolean keyCarries) {
    if (!program.knows(owner)) {
      return Carriers.mayTake(owner, name, descriptor, keyCarries);
    }
    List<String> declaring =
        program.ancestors(owner).stream()
            .filter(above -> Program.isOutside(above) && program.declares(above, name, descriptor))
            .toList();
    return !declaring.isEmpty()
        && declaring.stream()
            .allMatch(above -> Carriers.mayTake(above, name, descriptor, keyCarries));
  }

  /** Gives records with auxiliary components to code of the JDK. */
  private void handOn(List<Flow> values, boolean allowed, String to) {
    if (!allowed && values.stream().anyMatch(Flow::carries)) {
      breaches.add(
          new Breach(
              carriers.fields(),
              "a record that holds it may be given to "
                  + to
                  + ", which may compare, hash or print it",
              place()));
    }
  }

  private void callUser(MethodInsnNode call, List<Flow> values, boolean hasReceiver) {
    if (hasReceiver && !values.get(0).present()) {
      forbid(List.of(values.get(0)), NULL);
    }
    List<Body> targets = program.targets(call);
    if (targets.isEmpty()) {
      forbid(
          values, "it is passed to " + called(call) + ", and other classes may have that method");
    }
    targets.forEach(target -> next.passed(target, values));
  }

  private void callOutside(
      MethodInsnNode call, List<Flow> values, boolean hasReceiver, HarmlessJdk.Call kind) {
    Flow first = values.get(0);
    switch (kind) {
      case COMPUTES -> {
        if (hasReceiver && !first.present()) {
          forbid(List.of(first), NULL);
        }
      }
      case MEASURES -> requireKnown(first);
      case COPIES -> requireKnown(values.get(1));
      case CHANGES -> change(call, values);
      case CHANGES_BY_KEY -> {
        boolean list =
            Set.of("java/util/List", "java/util/ArrayList", "java/util/LinkedList")
                .contains(call.owner);
        if (!list && !values.get(1).plain()) {
          forbid(
              values,
              "elements are compared with it by code that is not the JDK's (" + called(call) + ")");
        }
        change(call, values);
      }
      case UNKNOWN -> forbid(values, unknown(call));
    }
  }

  private void requireKnown(Flow collection) {
    if (!collection.present()) {
      forbid(List.of(collection), NULL);
    }
    if (!collection.tame()) {
      forbid(List.of(collection), "it may hold a collection that is not the JDK's own");
    }
  }

  private void change(MethodInsnNode call, List<Flow> values) {
    Flow receiver = values.get(0);
    if (!receiver.present()) {
      forbid(List.of(receiver), NULL);
    }
    if (receiver.foreign()) {
      forbid(
          values,
          "it takes part in " + called(call) + " on an object that relevant state may refer to");
    }
    fillings.add(new Filling(receiver.fresh(), FlowInterpreter.union(values), place()));
    for (int field = 0; field < candidates.count(); field++) {
      if ((receiver.direct() & bit(field)) != 0) {
        changedInPlace.putIfAbsent(field, place());
        noteFlow(FlowInterpreter.union(values.subList(1, values.size())), bit(field));
      }
    }
  }

  private static String unknown(MethodInsnNode call) {
    return switch (call.name) {
      case "send", "sendToAll", "sendToOthers" -> "it is sent in a message";
      case "choose" -> "it is offered as a choice";
      default -> "it is passed to " + called(call) + ", which may do anything with it";
    };
  }

  private void callDynamic(InvokeDynamicInsnNode call, FlowFrame frame) {
    Type[] types = Type.getArgumentTypes(call.desc);
    List<Flow> values = frame.top(types.length);
    escape(values);
    if (call.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
      handOn(values, false, "a text");
      for (int i = 0; i < types.length; i++) {
        boolean printable =
            types[i].getSort() < Type.ARRAY
                || types[i].getSort() == Type.OBJECT
                    && HarmlessJdk.isPlain(types[i].getInternalName());
        if (!printable) {
          forbid(List.of(values.get(i)), "its toString() is called, which may do anything");
        }
      }
      return;
    }
    if (call.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
      handOnByReference(call, values);
    }
    forbid(values, "a lambda captures it");
    for (Object argument : call.bsmArgs) {
      if (argument instanceof Handle handle) {
        Optional<Flow> given =
            facts.result(program.reachable(handle.getOwner(), handle.getName(), handle.getDesc()));
        given.ifPresent(
            value ->
                forbid(List.of(value), "a lambda or method reference returns what depends on it"));
      }
    }
  }

  /** A reference to a method of the JDK is a call that the JDK makes later. */
  private void handOnByReference(InvokeDynamicInsnNode call, List<Flow> values) {
    Handle handle = (Handle) call.bsmArgs[1];
    if (program.find(handle.getOwner(), handle.getName(), handle.getDesc()).isPresent()) {
      return;
    }
    List<Flow> all = new ArrayList<>(values);
    for (Type type : Type.getArgumentTypes(((Type) call.bsmArgs[2]).getDescriptor())) {
      all.add(interpreter.newValue(type));
    }
    boolean allowed = mayTake(handle.getOwner(), handle.getName(), handle.getDesc(), true);
    handOn(all, allowed, simple(handle.getOwner()) + "::" + handle.getName());
  }

  // Objects made in the method ---------------------------------------------------------------

  /** Takes note of who gets to know objects made in this method by a call. */
  private void handOver(
      MethodInsnNode call,
      List<Flow> values,
      boolean hasReceiver,
      boolean outside,
      HarmlessJdk.Call kind) {
    for (int i = 0; i < values.size(); i++) {
      Flow value = values.get(i);
      boolean receiver = hasReceiver && i == 0;
      if (receiver && call.name.equals("<init>")) {
        boolean filled =
            HarmlessJdk.isHashed(call.owner)
                && !call.desc.equals("()V")
                && !call.desc.equals("(I)V");
        if (filled || !outside && value.fresh().contains(FlowInterpreter.SELF)) {
          escape(List.of(value));
        }
      } else if (receiver && kind != HarmlessJdk.Call.UNKNOWN || kind == HarmlessJdk.Call.COPIES) {
        use(value);
      } else {
        escape(List.of(value));
      }
    }
  }

  private void use(Flow value) {
    used.addAll(value.fresh());
    self(value);
  }

  private void escape(List<Flow> values) {
    for (Flow value : values) {
      escaped.addAll(value.fresh());
      self(value);
    }
  }

  /** A record under construction must not be looked at: its fields may hold auxiliary content. */
  private void self(Flow value) {
    List<Flow> arguments = facts.arguments().get(body);
    if (arguments != null && value.fresh().contains(FlowInterpreter.SELF)) {
      forbid(arguments, "the constructor of a record that holds it uses the record");
    }
  }

  // Notes ------------------------------------------------------------------------------------

  private void forbid(List<Flow> values, String reason) {
    long fields = FlowInterpreter.union(values);
    if (fields != 0) {
      breaches.add(new Breach(fields, reason, place()));
    }
  }

  private void noteChange(long fields) {
    if (!body.method().name.equals("<init>")) {
      for (int field = 0; field < candidates.count(); field++) {
        if ((fields & bit(field)) != 0) {
          writes.putIfAbsent(field, place());
        }
      }
    }
  }

  private void noteFlow(long from, long to) {
    for (int field = 0; field < candidates.count(); field++) {
      if ((from & bit(field)) != 0) {
        flows.merge(field, to, (one, other) -> one | other);
      }
    }
  }

  private static long bit(int field) {
    return 1L << field;
  }

  private String place() {
    return method(body) + (line > 0 ? ":" + line : "");
  }

  /** As {@code Acceptor.read}; a lambda goes by the method it stands in. */
  private static String method(Body body) {
    String name = body.method().name;
    if (name.startsWith("lambda$")) {
      String around = name.substring("lambda$".length(), Math.max(7, name.lastIndexOf('$')));
      name = around.equals("new") ? "<init>" : around.equals("static") ? "<clinit>" : around;
    }
    return simple(body.home().name) + "." + name;
  }

  private static String called(MethodInsnNode call) {
    return call.name.equals("<init>")
        ? "new " + simple(call.owner) + "()"
        : simple(call.owner) + "." + call.name + "()";
  }

  private static String simple(String type) {
    String name = type.substring(type.lastIndexOf('/') + 1);
    return name.substring(name.lastIndexOf('$') + 1);
  }
}
