package dev.parley.engine.model;

import dev.parley.api.Instance;
import dev.parley.api.Protocol;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.options.Amounts;
import dev.parley.engine.options.Budget;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the instances a protocol class declares. */
final class InstanceReader {
  /** How many initial states an instance may have; more are a mistake. */
  private static final int MOST_LAYOUTS = 10_000;

  private final Class<?> type;
  private final Protocol protocol;
  private final List<String> properties;

  /**
   * Reads the instances of a class.
   *
   * @param type the class annotated {@code @Protocol}
   * @param properties the names of its properties
   */
  InstanceReader(Class<?> type, List<String> properties) {
    this.type = type;
    this.protocol = type.getAnnotation(Protocol.class);
    this.properties = properties;
  }

  /**
   * One declared instance.
   *
   * @param description its name and what was declared about it
   * @param method the method that lays it out, accessible
   * @param with the values of that method's int parameters
   */
  record Declaration(Model.Description description, Method method, int[] with) {
    /** Lays out fresh nodes, once for each combination of choices. */
    List<Topology> layouts() {
      List<Topology> layouts = new ArrayList<>();
      Optional<LayoutChoices> choices = Optional.of(new LayoutChoices(List.of()));
      while (choices.isPresent()) {
        layouts.add(layout(choices.get()));
        if (layouts.size() > MOST_LAYOUTS) {
          throw new ProtocolException(
              Declared.place(method),
              "The instance "
                  + description.instance()
                  + " has more than "
                  + MOST_LAYOUTS
                  + " initial states; let a step choose() instead, or choose among fewer values.");
        }
        choices = choices.get().next();
      }
      return layouts;
    }

    private Topology layout(LayoutChoices choices) {
      Topology topology = new Topology(choices);
      Stream<Integer> sizes = Arrays.stream(with).boxed();
      Object[] arguments = Stream.concat(Stream.of(topology), sizes).toArray();
      Object returned = UserCode.call(method, this::broken, arguments);
      if (method.getReturnType() == Topology.class && returned != topology) {
        throw new ProtocolException(
            Declared.place(method),
            "The instance returned another topology than the one it was given; add the nodes to"
                + " the parameter and return that, or return nothing.");
      }
      if (topology.nodes().isEmpty()) {
        throw new ProtocolException(
            Declared.place(method),
            "The instance "
                + description.instance()
                + " has no nodes, so there is nothing to check; add some to the topology.");
      }
      return topology;
    }

    private ProtocolException broken(Throwable thrown) {
      return new ProtocolException(
          UserCode.origin(thrown).orElse(Declared.place(method)),
          "The instance "
              + description.instance()
              + " could not be laid out by "
              + Declared.place(method)
              + ", because the code it runs threw "
              + thrown
              + ". Constructors and instance methods must succeed; they run outside steps, so they"
              + " can neither send nor ask for ids.",
          thrown);
    }
  }

  /** The instances, in the order of their names. */
  List<Declaration> read() {
    Map<String, Declaration> byName = new TreeMap<>();
    for (Method method : Declared.methods(type)) {
      for (Instance instance : method.getAnnotationsByType(Instance.class)) {
        for (int[] with : parameters(method, instance)) {
          Declaration declaration = declaration(method, instance, with);
          String name = declaration.description().instance();
          Declaration other = byName.put(name, declaration);
          if (other != null) {
            throw mistake(
                method,
                "The name "
                    + name
                    + " is taken by an instance of "
                    + Declared.place(other.method())
                    + " already; set a different name = \"...\".");
          }
        }
      }
    }
    if (byName.isEmpty()) {
      throw new ProtocolException(
          type.getName(),
          "The protocol has no instances, so there is nothing to check; add a method @Instance"
              + " static void small(Topology t) that adds nodes.");
    }
    return List.copyOf(byName.values());
  }

  private static List<int[]> parameters(Method method, Instance instance) {
    if (instance.each().length > 0 && instance.with().length > 0) {
      throw mistake(method, "An instance has 'with' or 'each', not both; remove one of them.");
    }
    try {
      return InstanceNames.parameters(instance.with(), List.of(instance.each()));
    } catch (IllegalArgumentException e) {
      throw mistake(method, "The values of 'each' cannot be read: " + e.getMessage() + ".");
    }
  }

  private Declaration declaration(Method method, Instance instance, int[] with) {
    requireForm(method, with);
    method.setAccessible(true);
    return new Declaration(description(method, instance, with), method, with);
  }

  private static void requireForm(Method method, int[] with) {
    if (!Modifier.isStatic(method.getModifiers())) {
      throw mistake(
          method,
          "@Instance stands on a method that is not static; make it static, since no object of the"
              + " protocol class is ever made.");
    }
    if (method.getReturnType() != void.class && method.getReturnType() != Topology.class) {
      throw mistake(
          method,
          "An instance method returns nothing or the Topology it was given, but this one returns "
              + method.getReturnType().getSimpleName()
              + ".");
    }
    Class<?>[] parameters = method.getParameterTypes();
    if (parameters.length == 0
        || parameters[0] != Topology.class
        || Arrays.stream(parameters).skip(1).anyMatch(p -> p != int.class)) {
      throw mistake(
          method,
          "An instance method takes a Topology and then only ints, one for each value of 'with':"
              + " static void "
              + method.getName()
              + "(Topology t, int nodes).");
    }
    if (parameters.length - 1 != with.length) {
      throw mistake(
          method,
          "The method has "
              + (parameters.length - 1)
              + " int parameter(s), but with = "
              + Arrays.toString(with)
              + " has "
              + with.length
              + " value(s); give one value for each parameter after the Topology.");
    }
  }

  private Model.Description description(Method method, Instance instance, int[] with) {
    return new Model.Description(
        protocol.name().isEmpty() ? type.getSimpleName() : protocol.name(),
        type.getName(),
        protocol.description(),
        InstanceNames.of(instance.name(), method.getName(), with),
        Stream.of(protocol.tags(), instance.tags()).flatMap(Stream::of).distinct().toList(),
        instance.expect(),
        expectedProperty(method, instance),
        budget("@Instance", Declared.place(method), instance.budget())
            .orElse(budget("@Protocol", type.getName(), protocol.budget())),
        ParameterNames.label(method, with));
  }

  private Optional<String> expectedProperty(Method method, Instance instance) {
    String violates = instance.violates();
    if (violates.isEmpty()) {
      return Optional.empty();
    }
    if (instance.expect() != Verdict.VIOLATED) {
      throw mistake(
          method,
          "violates = \""
              + violates
              + "\" says which property is meant to break, but the instance is expected to be "
              + instance.expect()
              + "; add expect = VIOLATED or remove it.");
    }
    List<String> known =
        Stream.concat(properties.stream(), Stream.of(PropertyReader.EXCEPTION)).toList();
    if (!known.contains(violates)) {
      throw mistake(
          method,
          "violates = \""
              + violates
              + "\" names a property the protocol does not have. "
              + NearNames.suggest(violates, known));
    }
    return Optional.of(violates);
  }

  private static Budget budget(String annotation, String place, dev.parley.api.Budget declared) {
    try {
      return new Budget(
          given(declared.states(), 0L, Function.identity()),
          given(declared.time(), "", Amounts::parseDuration),
          given(declared.memory(), "", Amounts::parseBytes),
          given(declared.depth(), 0, Function.identity()));
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(
          place, "The budget of " + annotation + " cannot be read: " + e.getMessage() + ".", e);
    }
  }

  private static <T, R> Optional<R> given(T value, T unset, Function<T, R> reading) {
    return value.equals(unset) ? Optional.empty() : Optional.of(reading.apply(value));
  }

  private static ProtocolException mistake(Method method, String message) {
    return new ProtocolException(Declared.place(method), message);
  }
}
