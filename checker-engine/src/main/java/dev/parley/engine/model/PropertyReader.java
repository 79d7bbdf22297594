package dev.parley.engine.model;

import dev.parley.api.Invariant;
import dev.parley.api.Reachable;
import dev.parley.api.Terminal;
import dev.parley.api.World;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the properties of a protocol class. */
final class PropertyReader {
  /** The name under which exceptions in steps are reported; no property may take it. */
  static final String EXCEPTION = "exception";

  private PropertyReader() {}

  /** The properties, in the order of their names. */
  static List<Property> read(Class<?> protocol) {
    List<Property> properties = new ArrayList<>();
    for (Method method : Declared.methods(protocol)) {
      List<String> kinds =
          Declared.annotations(method, Invariant.class, Terminal.class, Reachable.class);
      if (kinds.size() > 1) {
        throw mistake(
            method,
            "A property is of one kind, but this one is "
                + String.join(" and ", kinds)
                + "; write a method for each.");
      }
      if (!kinds.isEmpty()) {
        requireForm(method, kinds.get(0));
        properties.add(property(method));
      }
    }
    return properties;
  }

  private static void requireForm(Method method, String kind) {
    if (!Modifier.isStatic(method.getModifiers())) {
      throw mistake(
          method,
          kind
              + " stands on a method that is not static; make it static, since no object of the"
              + " protocol class is ever made.");
    }
    if (method.getReturnType() != boolean.class) {
      throw mistake(
          method,
          "A property returns boolean, whether it holds, but this one returns "
              + method.getReturnType().getSimpleName()
              + ".");
    }
    if (method.getParameterCount() != 1 || method.getParameterTypes()[0] != World.class) {
      throw mistake(
          method,
          "A property takes a World and nothing else: static boolean "
              + method.getName()
              + "(World w).");
    }
    if (method.getName().equals(EXCEPTION)) {
      throw mistake(
          method,
          "The name 'exception' stands for exceptions in steps; give the property another name.");
    }
  }

  private static Property property(Method method) {
    method.setAccessible(true);
    Invariant invariant = method.getAnnotation(Invariant.class);
    Terminal terminal = method.getAnnotation(Terminal.class);
    Property.Kind kind;
    String description;
    if (invariant != null) {
      kind = Property.Kind.INVARIANT;
      description = invariant.value();
    } else if (terminal != null) {
      kind = Property.Kind.TERMINAL;
      description = terminal.value();
    } else {
      kind = Property.Kind.REACHABLE;
      description = method.getAnnotation(Reachable.class).value();
    }
    return new Property(
        method.getName(), description, kind, new Evaluation(method), Optional.of(method));
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
