package dev.parley.engine.internal.sends;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.infer.HarmlessJdk;
import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What a call may do and give. Calls of user methods are followed; calls of the node's own API are
 * what all this is about; all others are code of the JDK, which knows neither nodes nor node names
 * and so can only pass on what it was given.
 */
final class Calls {
  private static final String NODE = "dev/parley/api/Node";
  private static final String API = "dev/parley/api/";

  /** What the results of lambdas add to what they are called with settles soon. */
  private static final int LAMBDA_ROUNDS = 8;

  private final Program program;
  private final Classes classes;
  private final SleepingSenders sleeping;
  private final Tabulation tabulation;

  /** References to methods of the JDK that the JDK is calling, since the last user method. */
  private Set<Atom.Lambda> active = new HashSet<>();

  Calls(Program program, Classes classes, SleepingSenders sleeping, Tabulation tabulation) {
    this.program = program;
    this.classes = classes;
    this.sleeping = sleeping;
    this.tabulation = tabulation;
  }

  /**
   * Looks at a call.
   *
   * @param callee what is called
   * @param values the object it is called on, if there is one, and the arguments
   * @param place where, as {@code Acceptor.read:42}
   */
  Outcome call(Callee callee, List<Value> values, String place) {
    if (callee.isVirtual()
        && values.get(0).self().stream().anyMatch(Atom.Lambda.class::isInstance)) {
      return callLambdas(callee, values, place);
    }
    return callObject(callee, values, place);
  }

  private Outcome callObject(Callee callee, List<Value> values, String place) {
    if (JdkCalls.isReflective(callee)) {
      return unknown(callee, place, "calls " + callee + ", which may do anything");
    }
    Set<Optional<Body>> targets = targets(callee, values);
    Outcome outcome = null;
    for (Optional<Body> target : targets) {
      Outcome one =
          target.isPresent()
              ? user(target.get(), callee, values, place)
              : outside(callee, values, place);
      outcome = outcome == null ? one : outcome.or(one);
    }
    if (callee.opcode() == Opcodes.INVOKEINTERFACE && sleeping.isMadeOfLambdas(callee)) {
      // One that holds nothing may have been kept since the node was made.
      return sleeping.any()
          ? unknown(callee, place, "calls " + callee + ", which may be " + sleeping.example())
          : outcome.or(Outcome.giving(classes.declared(callee.result())).withEffect());
    }
    return outcome;
  }

  // Which methods ----------------------------------------------------------------------------

  /** The user methods a call may run; an empty one stands for methods that are not the user's. */
  private Set<Optional<Body>> targets(Callee callee, List<Value> values) {
    Optional<Body> named = program.lookup(callee.owner(), callee.name(), callee.descriptor());
    boolean exact =
        !callee.isVirtual()
            || named.isPresent() && named.get().is(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)
            || callee.owner().startsWith("[");
    if (exact) {
      return Set.of(named);
    }
    Set<Optional<Body>> targets = new LinkedHashSet<>();
    Set<Atom> receivers = values.get(0).self();
    for (Atom atom : receivers.isEmpty() ? Set.of(Atom.ANYTHING) : receivers) {
      addTargets(atom, callee, targets);
    }
    if (named.isPresent() && isHiddenFromSome(named.get(), targets)) {
      targets.add(named);
    }
    if (targets.isEmpty()) {
      targets.add(named);
    }
    return targets;
  }

  /** Package-private methods are not overridden by what looks like it in other packages. */
  private static boolean isHiddenFromSome(Body named, Set<Optional<Body>> targets) {
    return !named.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_ABSTRACT)
        && targets.stream()
            .flatMap(Optional::stream)
            .anyMatch(target -> !home(target).equals(home(named)));
  }

  private static String home(Body body) {
    String name = body.home().name;
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private void addTargets(Atom atom, Callee callee, Set<Optional<Body>> targets) {
    if (atom == Atom.Known.THIS) {
      targets.add(lookup(Type.getInternalName(classes.node()), callee));
      return;
    }
    Class<?> type = classes.typeOf(atom);
    if (atom instanceof Atom.Of of && !of.open() || atom == Atom.Known.JDK) {
      String exact = Type.getInternalName(type);
      targets.add(Program.isOutside(exact) ? Optional.empty() : lookup(exact, callee));
      return;
    }
    Class<?> owner = classes.named(callee.owner());
    String highest = owner.isAssignableFrom(type) ? Type.getInternalName(type) : callee.owner();
    if (Program.isOutside(highest)) {
      targets.add(Optional.empty());
    }
    // Only what the program mentions has a method other than the JDK's.
    for (String below : program.below(highest)) {
      Optional<Body> body = lookup(below, callee);
      if (body.isEmpty() || !body.get().is(Opcodes.ACC_ABSTRACT)) {
        targets.add(body);
      }
    }
  }

  private Optional<Body> lookup(String type, Callee callee) {
    return program.lookup(type, callee.name(), callee.descriptor());
  }

  /** Whether overrides of the method may exist that were not read. */
  private boolean mayBeOverriddenUnseen(Callee callee, List<Value> values) {
    return program.incomplete()
        && callee.isVirtual()
        && !values.get(0).self().equals(Set.of(Atom.Known.THIS))
        && !classes.isClosed(classes.named(callee.owner()));
  }

  // User methods -----------------------------------------------------------------------------

  private Outcome user(Body body, Callee callee, List<Value> values, String place) {
    if (body.is(Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) {
      return unknown(callee, place, "calls " + callee + ", whose code is not known");
    }
    if (mayBeOverriddenUnseen(callee, values)) {
      return unknown(callee, place, "calls " + callee + ", which classes not read may override");
    }
    Set<Atom.Lambda> outer = active;
    active = new HashSet<>();
    Outcome outcome = tabulation.outcome(body, passed(values), callee, place);
    active = outer;
    // What it gives may be what it was given, which it may also have changed or kept.
    Set<Object> made = Value.places(values);
    made.add(Value.HERE);
    return outcome
        .withResult(classes.settled(outcome.result().withPlaces(made)))
        .spilling(Set.of(Atom.ANYTHING));
  }

  /** The values as the method sees them: places are known by the first parameter they belong to. */
  private static List<Value> passed(List<Value> values) {
    List<Value> passed = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      int first = i;
      for (int j = i - 1; j >= 0; j--) {
        if (value.shares(values.get(j).places())) {
          first = j;
        }
      }
      passed.add(value.places().isEmpty() ? value : value.withPlaces(Set.of(first)));
    }
    return passed;
  }

  Outcome unknown(Callee callee, String place, String what) {
    return unknown(what, place)
        .withResult(classes.declared(callee.result()))
        .spilling(Set.of(Atom.ANYTHING));
  }

  /** Code that may do anything. */
  static Outcome unknown(String what, String place) {
    return new Outcome(
        Value.NOTHING,
        Set.of(),
        Map.of(Recipients.ANY, Set.of(Object.class)),
        Set.of(place + " " + what + "; it counts as sending anything to any node."),
        true);
  }

  // The API ----------------------------------------------------------------------------------

  private Outcome outside(Callee callee, List<Value> values, String place) {
    if (!Program.isOutside(callee.owner()) && !leadsOutside(callee.owner())) {
      return unknown(callee, place, "calls " + callee + ", whose code cannot be read");
    }
    if (isNodeCall(callee)) {
      Optional<Outcome> known = node(callee, values, place);
      if (known.isPresent()) {
        return known.get();
      }
    }
    if (callee.name().equals("getClass") && values.get(0).self().equals(Set.of(Atom.Known.THIS))) {
      return Outcome.giving(Value.of(new Atom.Constant(classes.node())));
    }
    Optional<Value> consumed = consumed(callee, values);
    if (consumed.isPresent()) {
      return Outcome.giving(consumed.get());
    }
    boolean harmless =
        callee.name().equals("<init>") && values.get(0).self().contains(Atom.Known.THIS)
            || callee.owner().equals("java/lang/Object") && callee.name().equals("<init>")
            || callee.owner().equals("java/lang/Record") && callee.name().equals("<init>")
            || HarmlessJdk.call(callee.owner(), callee.name(), callee.descriptor())
                == HarmlessJdk.Call.COMPUTES;
    if (!harmless && sleeping.any()) {
      return unknown(
          callee, place, "calls " + callee + ", which may come across " + sleeping.example());
    }
    Outcome outcome = jdk(callee, values, place);
    boolean safe = harmless && (callee.isStatic() || values.get(0).present());
    return safe ? outcome : outcome.withEffect();
  }

  /** Whether all user classes above the given one were read. */
  private boolean leadsOutside(String type) {
    return program.ancestors(type).stream()
        .allMatch(ancestor -> Program.isOutside(ancestor) || program.knows(ancestor));
  }

  private boolean isNodeCall(Callee callee) {
    return callee.owner().equals(NODE) || program.ancestors(callee.owner()).contains(NODE);
  }

  private Optional<Outcome> node(Callee callee, List<Value> values, String place) {
    return Optional.ofNullable(
        switch (callee.name()) {
          case "self" -> Outcome.giving(Value.of(Atom.Known.SELF));
          case "ids" -> Outcome.giving(ids(values.get(1)));
          case "send" -> send(values.get(1).self(), values.get(2), place);
          case "sendToAll", "sendToOthers" ->
              send(ids(values.get(1)).content(), values.get(2), place);
          case "choose" -> chosen(values.get(1));
          default -> null;
        });
  }

  private Value ids(Value type) {
    Set<Atom> names = new HashSet<>();
    for (Atom atom : type.self()) {
      names.add(
          atom instanceof Atom.Constant constant
              ? new Atom.OneOf(constant.type())
              : new Atom.Of(NodeId.class, false));
    }
    return classes.made(List.class).withContent(names);
  }

  private Outcome chosen(Value options) {
    Value value = options.withSelf(options.content());
    // Every choice makes a step of its own, so this is not nothing.
    return Outcome.giving(classes.settled(value)).withEffect();
  }

  private Outcome send(Set<Atom> to, Value message, String place) {
    Set<Class<?>> types = new HashSet<>();
    message.self().forEach(atom -> types.add(classes.typeOf(atom)));
    Map<Recipients, Set<Class<?>>> sends = new HashMap<>();
    to.forEach(atom -> Recipients.of(atom).ifPresent(recipients -> sends.put(recipients, types)));
    Set<String> notes = new HashSet<>();
    if (sends.containsKey(Recipients.ANY)) {
      notes.add(place + " sends to a node that the code does not tell; it counts as any node.");
    }
    if (types.contains(Object.class)) {
      notes.add(place + " sends a message whose class the code does not tell; it counts as any.");
    }
    return new Outcome(Value.NOTHING, Set.of(), Map.copyOf(sends), Set.copyOf(notes), true);
  }

  /** What the consumed messages and their senders give. */
  private Optional<Value> consumed(Callee callee, List<Value> values) {
    if (callee.isStatic() || values.size() != 1 || values.get(0).self().size() != 1) {
      return Optional.empty();
    }
    Atom receiver = values.get(0).self().iterator().next();
    if (!(receiver instanceof Atom.Consumed consumed)) {
      return Optional.empty();
    }
    Set<Atom> deliveries = Set.of(new Atom.Consumed(consumed.message(), false));
    Value message = classes.ofType(consumed.message()).asPresent();
    Value declared =
        isReference(callee.result())
            ? classes.made(classes.named(className(callee.result())))
            : Value.NOTHING;
    return Optional.ofNullable(
        switch (callee.name()) {
          case "from" -> Value.of(Atom.Known.SENDER);
          case "message" -> message;
          case "size" -> Value.NOTHING;
          case "deliveries", "iterator" -> declared.withContent(deliveries);
          case "messages" -> declared.withContent(message.all());
          case "senders" -> declared.withContent(Set.of(Atom.Known.SENDER));
          default -> null;
        });
  }

  // The JDK ----------------------------------------------------------------------------------

  /**
   * Code of the JDK: gives what it is given, what it finds in that, what the functions it is given
   * make of these, and objects of the JDK.
   */
  private Outcome jdk(Callee callee, List<Value> values, String place) {
    if (callee.owner().startsWith("[") && callee.name().equals("clone")) {
      return Outcome.giving(values.get(0));
    }
    boolean keeps =
        JdkCalls.keepsElements(callee)
            || callee.owner().startsWith(API) && !callee.owner().equals(NODE);
    Set<Atom> found = new HashSet<>();
    for (int i = 0; i < values.size(); i++) {
      boolean receiver = i == 0 && !callee.isStatic();
      found.addAll(values.get(i).content());
      values.get(i).self().stream().filter(atom -> !receiver || !isOfJdk(atom)).forEach(found::add);
    }
    open(callee, found);
    if (!keeps) {
      found.add(Atom.Known.JDK);
    }
    Outcome deeds = Outcome.NOTHING;
    Set<Atom> made = new HashSet<>();
    Set<Atom.Lambda> lambdas = lambdas(found);
    for (int round = 0; !lambdas.isEmpty() && round <= LAMBDA_ROUNDS; round++) {
      if (round == LAMBDA_ROUNDS) {
        found.add(Atom.ANYTHING);
      }
      Set<Atom> before = new HashSet<>(found);
      for (Atom.Lambda lambda : lambdas) {
        Outcome outcome = callWith(lambda, found, place);
        deeds = deeds.and(outcome);
        made.addAll(outcome.result().all());
      }
      open(callee, made);
      found.addAll(made);
      lambdas = lambdas(found);
      if (found.equals(before)) {
        break;
      }
    }
    boolean mapped = JdkCalls.maps(callee) && allLambdas(values.subList(1, values.size()));
    Set<Atom> given = mapped ? Value.union(Set.copyOf(made), Set.copyOf(lambdas)) : found;
    Set<Atom> spill = new HashSet<>();
    if (!JdkCalls.onlyReads(callee)) {
      spill.addAll(found);
    }
    if (lambdas.stream().anyMatch(lambda -> mayChange(lambda, found))) {
      spill.add(Atom.ANYTHING);
    }
    return deeds.withResult(result(callee, values, given)).spilling(Set.copyOf(spill));
  }

  private static Set<Atom.Lambda> lambdas(Set<Atom> found) {
    Set<Atom.Lambda> lambdas = new LinkedHashSet<>();
    for (Atom atom : found) {
      if (atom instanceof Atom.Lambda lambda) {
        lambdas.add(lambda);
      }
    }
    return lambdas;
  }

  /** Whether a lambda may be given something that it can put something into. */
  private boolean mayChange(Atom.Lambda lambda, Set<Atom> found) {
    Set<Atom> offered = Value.union(Set.copyOf(found), Set.of(Atom.Known.JDK));
    return Arrays.stream(parameters(lambda))
        .map(type -> classes.narrow(offered, classes.named(className(type))))
        .anyMatch(atoms -> !atoms.stream().allMatch(classes::isClosed));
  }

  private static boolean allLambdas(List<Value> values) {
    return values.stream().allMatch(v -> v.self().stream().allMatch(Atom.Lambda.class::isInstance));
  }

  /** Adds what the callee knows how to get out of what it found. */
  private void open(Callee callee, Set<Atom> found) {
    for (Atom atom : List.copyOf(found)) {
      if (atom instanceof Atom.Consumed consumed) {
        found.add(new Atom.Consumed(consumed.message(), false));
        if (callee.owner().startsWith(API)) {
          found.add(Atom.Known.SENDER);
          found.addAll(classes.ofType(consumed.message()).all());
        }
      } else if (atom instanceof Atom.Constant constant && constant.type().isEnum()) {
        // The one kind of user object that the JDK makes: EnumSet.allOf(), Enum.valueOf().
        found.add(new Atom.Of(constant.type(), true));
      }
    }
  }

  private Value result(Callee callee, List<Value> values, Set<Atom> given) {
    Type type = callee.result();
    if (!isReference(type)) {
      return classes.declared(type);
    }
    Class<?> declared = classes.named(type.getInternalName());
    Set<Atom> self = new HashSet<>(classes.narrow(Set.copyOf(given), declared));
    if (declared != Object.class && Classes.ofJdk(declared)) {
      self.add(new Atom.Of(declared, false));
    }
    boolean fixed = JdkCalls.isFixed(callee) && given.stream().allMatch(classes::isClosed);
    Set<Object> places = new HashSet<>();
    if (!fixed) {
      places.addAll(Value.places(values));
      places.add(Value.HERE);
    }
    boolean present =
        HarmlessJdk.call(callee.owner(), callee.name(), callee.descriptor())
                == HarmlessJdk.Call.COMPUTES
            && callee.isStatic();
    return classes.settled(
        new Value(1, Set.copyOf(self), Set.copyOf(given), Set.copyOf(places), present));
  }

  private boolean isOfJdk(Atom atom) {
    return atom == Atom.Known.JDK
        || atom instanceof Atom.Of of && Classes.ofJdk(of.type()) && of.type() != Object.class;
  }

  // Lambdas ----------------------------------------------------------------------------------

  /** A call on what may be a lambda: its own method, or one of the JDK that leads to it. */
  private Outcome callLambdas(Callee callee, List<Value> values, String place) {
    Outcome outcome = null;
    Set<Atom> others = new HashSet<>();
    for (Atom atom : values.get(0).self()) {
      if (atom instanceof Atom.Lambda lambda
          && lambda.made().name.equals(callee.name())
          && arity(lambda) == values.size() - 1) {
        Outcome one = run(lambda, values.subList(1, values.size()), place);
        one =
            one.withResult(
                isReference(callee.result())
                    ? classes.cast(one.result(), classes.named(className(callee.result())))
                    : classes.declared(callee.result()));
        outcome = outcome == null ? one : outcome.or(one);
      } else {
        others.add(atom);
      }
    }
    if (!others.isEmpty()) {
      List<Value> rest = new ArrayList<>(values);
      rest.set(0, values.get(0).withSelf(others).withContent(values.get(0).all()));
      Outcome one = callObject(callee, rest, place);
      outcome = outcome == null ? one : outcome.or(one);
    }
    return outcome.spilling(Set.of(Atom.ANYTHING));
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  /** The class a value of the type has, boxed if need be. */
  private static String className(Type type) {
    return isReference(type) ? type.getInternalName() : "java/lang/Integer";
  }

  private static int arity(Atom.Lambda lambda) {
    return parameters(lambda).length;
  }

  private static Type[] parameters(Atom.Lambda lambda) {
    return ((Type) lambda.made().bsmArgs[2]).getArgumentTypes();
  }

  /** Runs the lambdas in a value on anything. */
  Outcome anyhow(Value value, String place) {
    Outcome deeds = Outcome.NOTHING;
    for (Atom atom : value.all()) {
      if (atom instanceof Atom.Lambda lambda) {
        deeds = deeds.and(callWith(lambda, Set.of(Atom.ANYTHING), place));
      }
    }
    return deeds;
  }

  /** Code that the JVM makes for strings, records and switches. It may call {@code toString()}. */
  Outcome linked(Value result, String place) {
    return sleeping.any()
        ? unknown("may come across " + sleeping.example(), place).withResult(result)
        : Outcome.giving(result).withEffect();
  }

  /** Runs a lambda on whatever the JDK may have found. */
  private Outcome callWith(Atom.Lambda lambda, Set<Atom> found, String place) {
    Set<Atom> offered = new HashSet<>(found);
    offered.add(Atom.Known.JDK);
    List<Value> arguments = new ArrayList<>();
    for (Type type : parameters(lambda)) {
      Value value = classes.declared(type);
      if (isReference(type)) {
        Class<?> declared = classes.named(type.getInternalName());
        value =
            classes.settled(
                new Value(
                    1,
                    classes.narrow(Set.copyOf(offered), declared),
                    Set.copyOf(offered),
                    Set.of(lambda.made()),
                    false));
      }
      arguments.add(value);
    }
    // A reference to a method of the JDK that comes across itself: the caller repeats it until
    // nothing is new, so there is no need to go into it once more.
    if (!active.add(lambda)) {
      return Outcome.NOTHING;
    }
    Outcome outcome = run(lambda, arguments, place);
    active.remove(lambda);
    return outcome;
  }

  private Outcome run(Atom.Lambda lambda, List<Value> arguments, String place) {
    Handle handle = (Handle) lambda.made().bsmArgs[1];
    Callee callee = Callee.of(handle);
    List<Value> values = new ArrayList<>();
    boolean making = handle.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    Value made = classes.made(classes.named(handle.getOwner()));
    if (making) {
      values.add(made);
    }
    values.addAll(lambda.captured());
    values.addAll(arguments);
    int expected = callee.parameters().length + (callee.isStatic() ? 0 : 1);
    if (values.size() != expected) {
      return unknown(callee, place, "makes a function of " + callee + " in an unknown way");
    }
    adapt(callee, values);
    Outcome outcome = call(callee, values, place);
    if (making) {
      return outcome.withResult(
          classes.settled(made.withContent(Value.union(made.content(), outcome.spill()))));
    }
    return boxed(callee, lambda, outcome);
  }

  /** References are checked, boxes opened and primitives boxed on the way into a method. */
  private void adapt(Callee callee, List<Value> values) {
    List<Type> types = new ArrayList<>(Arrays.asList(callee.parameters()));
    if (!callee.isStatic()) {
      types.add(0, Type.getObjectType(callee.owner()));
    }
    for (int i = 0; i < types.size(); i++) {
      Type type = types.get(i);
      boolean reference = isReference(type);
      if (!reference) {
        values.set(i, classes.declared(type));
      } else if (values.get(i).self().isEmpty() && values.get(i).size() == 1) {
        // A primitive that is boxed on the way, or null.
        values.set(i, classes.declared(type));
      } else if (values.get(i).size() == 2) {
        values.set(i, classes.declared(type));
      } else {
        values.set(i, classes.cast(values.get(i), classes.named(type.getInternalName())));
      }
    }
  }

  private Outcome boxed(Callee callee, Atom.Lambda lambda, Outcome outcome) {
    Type asked = ((Type) lambda.made().bsmArgs[2]).getReturnType();
    boolean boxes = asked.getSort() == Type.OBJECT && callee.result().getSort() < Type.ARRAY;
    return boxes ? outcome.withResult(classes.declared(asked)) : outcome;
  }
}
