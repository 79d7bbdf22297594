package dev.parley.engine.model;

import dev.parley.api.AlwaysPossible;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Formula;
import dev.parley.api.Invariant;
import dev.parley.api.LeadsTo;
import dev.parley.api.Linearizable;
import dev.parley.api.NodeId;
import dev.parley.api.Reachable;
import dev.parley.api.SequentialObject;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Terminal;
import dev.parley.api.World;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the properties of a protocol class. */
final class PropertyReader {
  /** The name under which exceptions in steps are reported; no property may take it. */
  static final String EXCEPTION = "exception";

  private PropertyReader() {}

  /** So many operators are more than anybody can read. */
  private static final int MOST_OPERATORS = 2_000;

  /** The names of the properties, in order. */
  static List<String> names(Class<?> protocol) {
    List<Method> methods = methods(protocol);
    methods.stream()
        .filter(method -> method.isAnnotationPresent(LeadsTo.class))
        .forEach(method -> leadsTo(protocol, method));
    return methods.stream().map(Method::getName).toList();
  }

  /**
   * The properties, in the order of their names.
   *
   * @param nodes the names of all nodes, of which formulas may speak
   */
  static List<Property> read(Class<?> protocol, List<NodeId> nodes) {
    return methods(protocol).stream().map(method -> property(protocol, method, nodes)).toList();
  }

  private static List<Method> methods(Class<?> protocol) {
    List<Method> methods = new ArrayList<>();
    for (Method method : Declared.methods(protocol)) {
      List<String> kinds =
          Declared.annotations(
              method,
              Invariant.class,
              Terminal.class,
              Reachable.class,
              Eventually.class,
              LeadsTo.class,
              AlwaysPossible.class,
              EveryRun.class,
              Linearizable.class,
              SequentiallyConsistent.class);
      if (kinds.size() > 1) {
        throw mistake(
            method,
            "A property is of one kind, but this one is "
                + String.join(" and ", kinds)
                + "; write a method for each.");
      }
      if (!kinds.isEmpty()) {
        requireForm(method, kinds.get(0));
        methods.add(method);
      }
    }
    return methods;
  }

  /** Whether it is about the operations that clients record. */
  private static boolean ofRecorded(Method method) {
    return method.isAnnotationPresent(Linearizable.class)
        || method.isAnnotationPresent(SequentiallyConsistent.class);
  }

  private static void requireForm(Method method, String kind) {
    if (!Modifier.isStatic(method.getModifiers())) {
      throw mistake(
          method,
          kind
              + " stands on a method that is not static; make it static, since no object of the"
              + " protocol class is ever made.");
    }
    if (method.isAnnotationPresent(EveryRun.class)) {
      requireFormOfFormula(method);
    } else if (ofRecorded(method)) {
      requireSpecification(method, kind);
    } else {
      requireFormOfPredicate(method);
    }
    if (method.getName().equals(EXCEPTION)) {
      throw mistake(
          method,
          "The name 'exception' stands for exceptions in steps; give the property another name.");
    }
  }

  private static void requireFormOfPredicate(Method method) {
    if (method.getReturnType() != boolean.class) {
      throw mistake(
          method,
          "A property returns boolean, whether it holds, but this one returns "
              + method.getReturnType().getSimpleName()
              + (method.getReturnType() == Formula.class ? "; a Formula is for @EveryRun." : "."));
    }
    if (method.getParameterCount() != 1 || method.getParameterTypes()[0] != World.class) {
      throw mistake(
          method,
          "A property takes a World and nothing else: static boolean "
              + method.getName()
              + "(World w).");
    }
  }

  private static void requireSpecification(Method method, String kind) {
    if (!SequentialObject.class.isAssignableFrom(method.getReturnType())
        || method.getParameterCount() != 0) {
      throw mistake(
          method,
          "A method annotated "
              + kind
              + " takes nothing and makes the object that the clients share: static"
              + " SequentialObject "
              + method.getName()
              + "() { return new Register(null); }");
    }
  }

  private static void requireFormOfFormula(Method method) {
    boolean takesNodes =
        method.getParameterCount() == 1
            && method
                .getGenericParameterTypes()[0]
                .getTypeName()
                .equals("java.util.List<" + NodeId.class.getName() + ">");
    if (method.getReturnType() != Formula.class
        || !(method.getParameterCount() == 0 || takesNodes)) {
      throw mistake(
          method,
          "What @EveryRun stands on returns a formula and takes nothing, or the names of the nodes:"
              + " static Formula "
              + method.getName()
              + "(), or static Formula "
              + method.getName()
              + "(List<NodeId> nodes).");
    }
  }

  private static Property property(Class<?> protocol, Method method, List<NodeId> nodes) {
    if (ofRecorded(method)) {
      return recorded(method);
    }
    EveryRun everyRun = method.getAnnotation(EveryRun.class);
    return everyRun != null
        ? Property.of(
            method.getName(), everyRun.value(), formula(method, nodes), Optional.of(method))
        : property(protocol, method);
  }

  private static Formula formula(Method method, List<NodeId> nodes) {
    method.setAccessible(true);
    Object[] arguments = method.getParameterCount() == 0 ? new Object[0] : new Object[] {nodes};
    Formula formula =
        (Formula)
            UserCode.call(
                method,
                thrown ->
                    new ProtocolException(
                        Declared.place(method),
                        "The method of a formula threw "
                            + thrown
                            + " at "
                            + UserCode.origin(thrown).orElse(Declared.place(method))
                            + ". It is called once, before the search, and only makes the formula.",
                        thrown),
                arguments);
    if (formula == null) {
      throw mistake(method, "The method of a formula returned null; return the formula.");
    }
    requireReadable(method, formula);
    return formula;
  }

  /** Also rejects what is short to write, but long to read: parts that are used again and again. */
  private static void requireReadable(Method method, Formula formula) {
    Deque<Formula> open = new ArrayDeque<>(List.of(formula));
    for (int operators = 0; !open.isEmpty(); operators++) {
      if (operators > MOST_OPERATORS) {
        throw mistake(
            method,
            "The formula has more than "
                + MOST_OPERATORS
                + " operators. Write a method for each of several shorter ones.");
      }
      open.addAll(open.pop().parts());
    }
  }

  private static Property recorded(Method method) {
    method.setAccessible(true);
    Linearizable linearizable = method.getAnnotation(Linearizable.class);
    Consistency consistency =
        linearizable == null
            ? new Consistency(
                Consistency.Kind.SEQUENTIALLY_CONSISTENT, true, () -> specification(method))
            : new Consistency(
                Consistency.Kind.LINEARIZABLE,
                linearizable.wholeHistory(),
                () -> specification(method));
    String description =
        linearizable == null
            ? method.getAnnotation(SequentiallyConsistent.class).value()
            : linearizable.value();
    return Property.of(method.getName(), description, consistency, Optional.of(method));
  }

  private static SequentialObject specification(Method method) {
    Object made =
        UserCode.call(
            method,
            thrown ->
                new ProtocolException(
                    Declared.place(method),
                    "The specification cannot be made: the method threw "
                        + thrown
                        + UserCode.origin(thrown).map(at -> " at " + at).orElse("")
                        + ".",
                    thrown));
    if (made == null) {
      throw mistake(
          method, "The specification is null; return an object, such as new Register(null).");
    }
    return (SequentialObject) made;
  }

  private static Property property(Class<?> protocol, Method method) {
    Invariant invariant = method.getAnnotation(Invariant.class);
    if (invariant != null) {
      return property(method, Property.Kind.INVARIANT, invariant.value());
    }
    Terminal terminal = method.getAnnotation(Terminal.class);
    if (terminal != null) {
      return property(method, Property.Kind.TERMINAL, terminal.value());
    }
    Reachable reachable = method.getAnnotation(Reachable.class);
    if (reachable != null) {
      return property(method, Property.Kind.REACHABLE, reachable.value());
    }
    Eventually eventually = method.getAnnotation(Eventually.class);
    if (eventually != null) {
      return property(
          method,
          eventually.always() ? Property.Kind.RECURRING : Property.Kind.EVENTUALLY,
          eventually.value());
    }
    AlwaysPossible possible = method.getAnnotation(AlwaysPossible.class);
    return possible != null
        ? property(method, Property.Kind.POSSIBLE, possible.value())
        : leadsTo(protocol, method);
  }

  private static Property property(Method method, Property.Kind kind, String description) {
    method.setAccessible(true);
    return new Property(
        method.getName(), description, kind, new Evaluation(method), Optional.of(method));
  }

  private static Property leadsTo(Class<?> protocol, Method method) {
    LeadsTo leadsTo = method.getAnnotation(LeadsTo.class);
    Method trigger = trigger(protocol, method, leadsTo.when());
    boolean fits =
        Modifier.isStatic(trigger.getModifiers())
            && trigger.getReturnType() == boolean.class
            && Arrays.equals(trigger.getParameterTypes(), new Class<?>[] {World.class});
    if (!fits) {
      throw mistake(
          method,
          "@LeadsTo(when = \""
              + leadsTo.when()
              + "\") names a method of another form; it must be static boolean "
              + leadsTo.when()
              + "(World w).");
    }
    Property result = property(method, Property.Kind.LEADS_TO, leadsTo.value());
    return new Property(
        result.name(),
        result.description(),
        result.kind(),
        result.predicate(),
        result.method(),
        Optional.of(property(trigger, Property.Kind.LEADS_TO, "")));
  }

  private static Method trigger(Class<?> protocol, Method method, String name) {
    List<Method> all = Declared.methods(protocol);
    List<Method> named = all.stream().filter(m -> m.getName().equals(name)).toList();
    if (named.size() > 1) {
      throw mistake(
          method,
          "@LeadsTo(when = \""
              + name
              + "\") fits several methods; give the one meant a name of its"
              + " own.");
    }
    if (named.isEmpty()) {
      List<String> known =
          all.stream()
              .filter(m -> m != method && m.getReturnType() == boolean.class)
              .filter(m -> Arrays.equals(m.getParameterTypes(), new Class<?>[] {World.class}))
              .map(Method::getName)
              .toList();
      throw mistake(
          method,
          "@LeadsTo(when = \""
              + name
              + "\") names a method that "
              + protocol.getName()
              + " does not have. "
              + NearNames.suggest(name, known));
    }
    return named.get(0);
  }

  private static ProtocolException mistake(Method method, String message) {
    return new ProtocolException(Declared.place(method), message);
  }

  /** Calls a property method. */
  private record Evaluation(Method method) implements Predicate<World> {
    @Override
    public boolean test(World world) {
      return (boolean) UserCode.call(method, this::failure, world);
    }

    private ProtocolException failure(Throwable thrown) {
      return new ProtocolException(
          Declared.place(method),
          "The property threw "
              + thrown
              + " at "
              + UserCode.origin(thrown).orElse(Declared.place(method))
              + ", so it neither holds nor fails. It is judged in every state, the initial one"
              + " included: handle values that are not set yet.",
          thrown);
    }
  }
}
