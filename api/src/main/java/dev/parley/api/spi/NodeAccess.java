package dev.parley.api.spi;

import dev.parley.api.Node;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Lets an engine connect nodes to itself without the hook showing up among a node's own methods.
 */
public final class NodeAccess {
  private static volatile BiConsumer<Node, NodeContext> hook;

  private NodeAccess() {}

  /**
   * Called once by {@link Node} itself.
   *
   * @param attach sets a node's context
   */
  public static void install(BiConsumer<Node, NodeContext> attach) {
    if (hook != null) {
      throw new IllegalStateException("the hook is installed by Node alone");
    }
    hook = Objects.requireNonNull(attach);
  }

  /**
   * Connects a node before one of its steps runs.
   *
   * @param node the node
   * @param context what the step may use, or {@code null} to disconnect
   */
  public static void attach(Node node, NodeContext context) {
    hook.accept(node, context);
  }
}
