package dev.parley.engine.model;

import dev.parley.api.AlwaysPossible;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.LeadsTo;
import dev.parley.api.Linearizable;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Topology;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads annotated classes by reflection and turns them into models, with clear errors. */
public final class ModelLoader {
  private ModelLoader() {}

  /**
   * Describes the instances of a protocol class without building them.
   *
   * @param protocol a class annotated {@code @Protocol}
   * @return the instances, in the order of their names
   * @throws ProtocolException if the class is not well formed
   */
  public static List<Model.Description> describe(Class<?> protocol) {
    return linked(
        protocol,
        () ->
            declarations(protocol, propertyNames(protocol)).stream()
                .map(InstanceReader.Declaration::description)
                .toList());
  }

  /**
   * Builds one instance.
   *
   * @param protocol a class annotated {@code @Protocol}
   * @param instance the instance's name
   * @return the instance with fresh nodes
   * @throws ProtocolException if the class or the instance is not well formed
   */
  public static Model load(Class<?> protocol, String instance) {
    return load(protocol, instance, Optional.empty());
  }

  /**
   * Builds one instance, maybe on another network than it declares.
   *
   * @param protocol a class annotated {@code @Protocol}
   * @param instance the instance's name
   * @param network the network in place of the declared one, if there is one
   * @return the instance with fresh nodes
   * @throws ProtocolException if the class or the instance is not well formed, or its faults make
   *     no sense on that network
   */
  public static Model load(Class<?> protocol, String instance, Optional<Network> network) {
    return linked(protocol, () -> read(protocol, instance, network));
  }

  /** Reading a class may show that others are missing or do not fit. */
  private static <T> T linked(Class<?> type, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (LinkageError | TypeNotPresentException e) {
      throw BrokenSetup.of(e, type.getName()).orElseThrow();
    }
  }

  private static Model read(Class<?> protocol, String instance, Optional<Network> network) {
    InstanceReader.Declaration declaration =
        find(protocol, instance, declarations(protocol, propertyNames(protocol)));
    List<Topology> layouts = declaration.layouts();
    List<Property> properties =
        PropertyReader.read(protocol, List.copyOf(layouts.get(0).nodes().keySet()));
    return Layouts.model(
        declaration.description(), layouts, properties, ModelLoader::nodeType, network);
  }

  /**
   * Finds the handlers of a node class.
   *
   * @param type the node class
   * @return the type with its handlers
   * @throws ProtocolException if a handler is not well formed
   */
  public static NodeType nodeType(Class<? extends Node> type) {
    return linked(type, () -> HandlerReader.read(type));
  }

  private static List<String> propertyNames(Class<?> protocol) {
    if (!protocol.isAnnotationPresent(Protocol.class)) {
      throw new ProtocolException(protocol.getName(), notAProtocol(protocol));
    }
    rejectStrays(protocol);
    return PropertyReader.names(protocol);
  }

  private static String notAProtocol(Class<?> type) {
    return Declared.methods(type).stream()
        .flatMap(
            method ->
                parts(method).stream().map(part -> part + " on its method " + method.getName()))
        .findFirst()
        .map(
            part ->
                "The class is not a protocol, so "
                    + part
                    + " has no effect. Annotate the class with @Protocol, or move the method to"
                    + " the class that is.")
        .orElse("The class is not a protocol; annotate it with @Protocol.");
  }

  /** The annotations on a method that only a protocol's own methods may have. */
  private static List<String> parts(Method method) {
    return Declared.annotations(
        method,
        Invariant.class,
        Terminal.class,
        Reachable.class,
        Eventually.class,
        LeadsTo.class,
        AlwaysPossible.class,
        EveryRun.class,
        Linearizable.class,
        SequentiallyConsistent.class,
        Instance.class,
        Instance.List.class);
  }

  private static List<InstanceReader.Declaration> declarations(
      Class<?> protocol, List<String> properties) {
    return new InstanceReader(protocol, properties).read();
  }

  private static InstanceReader.Declaration find(
      Class<?> protocol, String instance, List<InstanceReader.Declaration> declarations) {
    return declarations.stream()
        .filter(d -> d.description().instance().equals(instance))
        .findFirst()
        .orElseThrow(
            () ->
                new ProtocolException(
                    protocol.getName(),
                    "The protocol has no instance "
                        + instance
                        + ". "
                        + NearNames.suggest(
                            instance,
                            declarations.stream().map(d -> d.description().instance()).toList())));
  }

  /**
   * A property that nobody evaluates looks like one that holds, so annotations at places where they
   * have no effect are mistakes.
   */
  private static void rejectStrays(Class<?> protocol) {
    for (Method method : Declared.methods(protocol)) {
      List<String> steps = Declared.annotations(method, Step.class, Receive.class, OnTimer.class);
      if (!steps.isEmpty() && !Node.class.isAssignableFrom(protocol)) {
        throw new ProtocolException(
            Declared.place(method),
            steps.get(0)
                + " has no effect in a protocol class; move the method to a class that extends"
                + " Node.");
      }
    }
    for (Class<?> c : Declared.supertypes(protocol)) {
      for (Method method : Declared.methods(c)) {
        List<String> parts = parts(method);
        if (!parts.isEmpty()) {
          throw new ProtocolException(
              Declared.place(method),
              parts.get(0)
                  + (c.isInterface() ? " in an interface" : " in a superclass")
                  + " of a protocol has no effect, because static methods are not inherited;"
                  + " take the annotation off and declare a method in "
                  + protocol.getName()
                  + " that calls this one.");
        }
      }
    }
  }
}
