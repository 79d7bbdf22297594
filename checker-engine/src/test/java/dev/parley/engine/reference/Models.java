package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Layouts;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Builds models by hand, without an annotated protocol class. */
public final class Models {
  /** Node types without handlers: the naive checker reads the annotations itself. */
  static final Function<Class<? extends Node>, NodeType> UNREAD =
      type -> new NodeType(type, List.of());

  private Models() {}

  /** A model whose node types are read, for the engine. */
  public static Model loaded(Topology topology, Property... properties) {
    return of("fixture", "hand-made", topology, List.of(properties), ModelLoader::nodeType);
  }

  /** The same with an initial state for each topology. */
  public static Model loaded(List<Topology> layouts, Property... properties) {
    return of("fixture", "hand-made", layouts, List.of(properties), ModelLoader::nodeType);
  }

  static Model of(Topology topology, Property... properties) {
    return of("fixture", "hand-made", topology, List.of(properties), UNREAD);
  }

  static Model of(
      String protocol,
      String instance,
      Topology topology,
      List<Property> properties,
      Function<Class<? extends Node>, NodeType> types) {
    return of(protocol, instance, List.of(topology), properties, types);
  }

  private static Model of(
      String protocol,
      String instance,
      List<Topology> layouts,
      List<Property> properties,
      Function<Class<? extends Node>, NodeType> types) {
    Model.Description description =
        new Model.Description(
            protocol,
            Models.class.getName(),
            "",
            instance,
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
    return Layouts.model(description, layouts, properties, types);
  }

  public static Property invariant(String name, Predicate<World> predicate) {
    return new Property(name, "", Property.Kind.INVARIANT, predicate);
  }

  public static Property terminal(String name, Predicate<World> predicate) {
    return new Property(name, "", Property.Kind.TERMINAL, predicate);
  }

  public static Property reachable(String name, Predicate<World> predicate) {
    return new Property(name, "", Property.Kind.REACHABLE, predicate);
  }
}
