package dev.parley.engine.model;

import java.util.List;

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
    throw new UnsupportedOperationException("being written");
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
    throw new UnsupportedOperationException("being written");
  }

  /**
   * Finds the handlers of a node class.
   *
   * @param type the node class
   * @return the type with its handlers
   * @throws ProtocolException if a handler is not well formed
   */
  public static NodeType nodeType(Class<? extends dev.parley.api.Node> type) {
    throw new UnsupportedOperationException("being written");
  }
}
