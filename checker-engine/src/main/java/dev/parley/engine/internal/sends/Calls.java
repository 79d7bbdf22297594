package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.HarmlessJdk;
import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The effects and the result of a call. Calls of user methods are followed. Calls of the node's API
 * are the ones we look for. All others are code of the JDK. It knows neither nodes nor node names,
 * so it can only pass on what it was given.
 */
final class Calls {
  private static final String NODE = "dev/parley/api/Node";

  private final Program program;
  private final Classes classes;
  private final SleepingSenders sleeping;
  private final Tabulation tabulation;
  private final ApiCalls api;
  private final Lambdas lambdas;
  private final JdkCode jdk;

  Calls(Program program, Classes classes, SleepingSenders sleeping, Tabulation tabulation) {
    this.program = program;
    this.classes = classes;
    this.sleeping = sleeping;
    this.tabulation = tabulation;
    api = new ApiCalls(classes);
    lambdas = new Lambdas(classes, this);
    jdk = new JdkCode(classes, lambdas);
  }

  Lambdas lambdas() {
    return lambdas;
  }

  /**
   * Looks at a call.
   *
   * @param callee what is called
   * @param values the object it is called on, if there is one, and the arguments
   * @param place where, as {@code Acceptor.read:42}
   */
  CodeEffects call(Callee callee, List<Value> values, String place) {
    if (callee.isVirtual()
        && values.get(0).self().stream().anyMatch(Atom.Lambda.class::isInstance)) {
      return lambdas.call(callee, values, place);
    }
    return callObject(callee, values, place);
  }

  /** Looks at a call on what is not a lambda. */
  CodeEffects callObject(Callee callee, List<Value> values, String place) {
    if (JdkCalls.isReflective(callee)) {
      return unknown(callee, place, "calls " + callee + ", which may do anything");
    }
    Set<Optional<Body>> targets = targets(callee, values);
    CodeEffects outcome = null;
    for (Optional<Body> target : targets) {
      CodeEffects one =
          target.isPresent()
              ? user(target.get(), callee, values, place)
              : outside(callee, values, place);
      outcome = outcome == null ? one : outcome.or(one);
    }
    if (callee.opcode() == Opcodes.INVOKEINTERFACE && sleeping.isMadeOfLambdas(callee)) {
      // A lambda that captures nothing may be older than this step.
      return sleeping.any()
          ? unknown(callee, place, "calls " + callee + ", which may be " + sleeping.example())
          : outcome.or(CodeEffects.giving(classes.declared(callee.result())).withEffect());
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
    // Only classes that the program mentions have methods other than the JDK's.
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

  private CodeEffects user(Body body, Callee callee, List<Value> values, String place) {
    if (body.is(Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) {
      return unknown(callee, place, "calls " + callee + ", whose code is not known");
    }
    if (mayBeOverriddenUnseen(callee, values)) {
      return unknown(callee, place, "calls " + callee + ", which classes not read may override");
    }
    CodeEffects outcome =
        lambdas.afresh(() -> tabulation.outcome(body, passed(values), callee, place));
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

  CodeEffects unknown(Callee callee, String place, String what) {
    return unknown(what, place)
        .withResult(classes.declared(callee.result()))
        .spilling(Set.of(Atom.ANYTHING));
  }

  /** Code that may do anything. */
  static CodeEffects unknown(String what, String place) {
    return new CodeEffects(
        Value.NOTHING,
        Set.of(),
        Map.of(Recipients.ANY, Set.of(Object.class)),
        Set.of(place + " " + what + "; it counts as sending anything to any node."),
        true);
  }

  // Others -----------------------------------------------------------------------------------

  private CodeEffects outside(Callee callee, List<Value> values, String place) {
    if (!Program.isOutside(callee.owner()) && !leadsOutside(callee.owner())) {
      return unknown(callee, place, "calls " + callee + ", whose code cannot be read");
    }
    if (isNodeCall(callee)) {
      Optional<CodeEffects> known = api.node(callee, values, place);
      if (known.isPresent()) {
        return known.get();
      }
    }
    if (callee.name().equals("getClass") && values.get(0).self().equals(Set.of(Atom.Known.THIS))) {
      return CodeEffects.giving(Value.of(new Atom.Constant(classes.node())));
    }
    Optional<Value> consumed = api.consumed(callee, values);
    if (consumed.isPresent()) {
      return CodeEffects.giving(consumed.get());
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
    CodeEffects outcome = jdk.call(callee, values, place);
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

  /** Code that the JVM makes for strings, records and switches. It may call {@code toString()}. */
  CodeEffects linked(Value result, String place) {
    return sleeping.any()
        ? unknown("may come across " + sleeping.example(), place).withResult(result)
        : CodeEffects.giving(result).withEffect();
  }
}
