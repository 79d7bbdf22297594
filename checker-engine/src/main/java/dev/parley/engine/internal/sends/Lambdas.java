package dev.parley.engine.internal.sends;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Runs lambdas and method references, for user code that calls them and for the JDK. */
final class Lambdas {
  private final Classes classes;
  private final Calls calls;

  /** Those that the JDK is calling, since the last user method. */
  private Set<Atom.Lambda> active = new HashSet<>();

  Lambdas(Classes classes, Calls calls) {
    this.classes = classes;
    this.calls = calls;
  }

  /** Looks at a user method, in which no lambda is running yet. */
  CodeEffects afresh(Supplier<CodeEffects> method) {
    Set<Atom.Lambda> outer = active;
    active = new HashSet<>();
    CodeEffects outcome = method.get();
    active = outer;
    return outcome;
  }

  /** A call on what may be a lambda: its own method, or one of the JDK that leads to it. */
  CodeEffects call(Callee callee, List<Value> values, String place) {
    CodeEffects outcome = null;
    Set<Atom> others = new HashSet<>();
    for (Atom atom : values.get(0).self()) {
      if (atom instanceof Atom.Lambda lambda
          && lambda.made().name.equals(callee.name())
          && arity(lambda) == values.size() - 1) {
        CodeEffects one = run(lambda, values.subList(1, values.size()), place);
        one =
            one.withResult(
                Callee.isReference(callee.result())
                    ? classes.cast(one.result(), classes.named(Callee.className(callee.result())))
                    : classes.declared(callee.result()));
        outcome = outcome == null ? one : outcome.or(one);
      } else {
        others.add(atom);
      }
    }
    if (!others.isEmpty()) {
      List<Value> rest = new ArrayList<>(values);
      rest.set(0, values.get(0).withSelf(others).withContent(values.get(0).all()));
      CodeEffects one = calls.callObject(callee, rest, place);
      outcome = outcome == null ? one : outcome.or(one);
    }
    return outcome.spilling(Set.of(Atom.ANYTHING));
  }

  private static int arity(Atom.Lambda lambda) {
    return parameters(lambda).length;
  }

  /** What is asked of it when it is called, by the types it was made for. */
  static Type[] parameters(Atom.Lambda lambda) {
    return ((Type) lambda.made().bsmArgs[2]).getArgumentTypes();
  }

  /** Runs the lambdas in a value on anything. */
  CodeEffects anyhow(Value value, String place) {
    CodeEffects deeds = CodeEffects.NOTHING;
    for (Atom atom : value.all()) {
      if (atom instanceof Atom.Lambda lambda) {
        deeds = deeds.and(callWith(lambda, Set.of(Atom.ANYTHING), place));
      }
    }
    return deeds;
  }

  /** Runs a lambda on whatever the JDK may have found. */
  CodeEffects callWith(Atom.Lambda lambda, Set<Atom> found, String place) {
    Set<Atom> offered = new HashSet<>(found);
    offered.add(Atom.Known.JDK);
    List<Value> arguments = new ArrayList<>();
    for (Type type : parameters(lambda)) {
      Value value = classes.declared(type);
      if (Callee.isReference(type)) {
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
      return CodeEffects.NOTHING;
    }
    CodeEffects outcome = run(lambda, arguments, place);
    active.remove(lambda);
    return outcome;
  }

  private CodeEffects run(Atom.Lambda lambda, List<Value> arguments, String place) {
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
      return calls.unknown(callee, place, "makes a function of " + callee + " in an unknown way");
    }
    adapt(callee, values);
    CodeEffects outcome = calls.call(callee, values, place);
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
      boolean reference = Callee.isReference(type);
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

  private CodeEffects boxed(Callee callee, Atom.Lambda lambda, CodeEffects outcome) {
    Type asked = ((Type) lambda.made().bsmArgs[2]).getReturnType();
    boolean boxes = asked.getSort() == Type.OBJECT && callee.result().getSort() < Type.ARRAY;
    return boxes ? outcome.withResult(classes.declared(asked)) : outcome;
  }
}
