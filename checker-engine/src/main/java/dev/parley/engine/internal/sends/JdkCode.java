package dev.parley.engine.internal.sends;

import dev.parley.engine.internal.infer.HarmlessJdk;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/** What code of the JDK may do with its arguments. */
final class JdkCode {
  private static final String API = "dev/parley/api/";

  /** What the results of lambdas add to what they are called with settles soon. */
  private static final int LAMBDA_ROUNDS = 8;

  private final Classes classes;
  private final Lambdas runner;

  JdkCode(Classes classes, Lambdas runner) {
    this.classes = classes;
    this.runner = runner;
  }

  /**
   * Code of the JDK: gives what it is given, what it finds in that, what the functions it is given
   * make of these, and objects of the JDK.
   */
  CodeEffects call(Callee callee, List<Value> values, String place) {
    if (callee.owner().startsWith("[") && callee.name().equals("clone")) {
      return CodeEffects.giving(values.get(0));
    }
    boolean keeps =
        JdkCalls.keepsElements(callee)
            || callee.owner().startsWith(API) && !callee.owner().equals(API + "Node");
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
    CodeEffects deeds = CodeEffects.NOTHING;
    Set<Atom> made = new HashSet<>();
    Set<Atom.Lambda> lambdas = lambdas(found);
    for (int round = 0; !lambdas.isEmpty() && round <= LAMBDA_ROUNDS; round++) {
      if (round == LAMBDA_ROUNDS) {
        found.add(Atom.ANYTHING);
      }
      Set<Atom> before = new HashSet<>(found);
      for (Atom.Lambda lambda : lambdas) {
        CodeEffects outcome = runner.callWith(lambda, found, place);
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
    return Arrays.stream(Lambdas.parameters(lambda))
        .map(type -> classes.narrow(offered, classes.named(Callee.className(type))))
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
    if (!Callee.isReference(type)) {
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
}
