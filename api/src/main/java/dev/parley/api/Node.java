package dev.parley.api;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A participant of a protocol. Its fields are its local state, its methods annotated {@link
 * Receive}, {@link Step} and {@link OnTimer} are its atomic steps.
 *
 * <p>Fields may hold primitives, strings, enums, records, arrays, the collections and value types
 * of the JDK, and plain objects made of these; references may be shared. Two local states are the
 * same if their content is the same: the order of a {@code HashSet} never matters, that of a {@code
 * List} does. A field the checker cannot capture (a thread, a stream, a lambda that holds
 * something) is an error that names the path to it.
 *
 * <p>The methods below work inside steps only; in a guard, {@link #self()} and {@link #ids} work
 * too.
 */
public abstract class Node {
  /** Set by {@link NodeContext#attach} while a step runs. */
  transient NodeContext context;

  /** For subclasses. */
  protected Node() {}

  /** This node's own name. */
  protected final NodeId self() {
    return context("self()").self();
  }

  /**
   * The names of all nodes of a class or its subclasses, in the order of the topology; this node's
   * own too, if it is one of them.
   *
   * @param type the node class
   * @return their names
   */
  protected final List<NodeId> ids(Class<? extends Node> type) {
    return context("ids()").ids(type);
  }

  /**
   * Sends a message when the step ends. What becomes of it is the business of the {@link Network};
   * unless the instance chooses another, the message is in the receiver's inbox at once and stays
   * there until consumed.
   *
   * @param to the receiver; a node may send to itself
   * @param message an immutable value: a record, enum, string, boxed number, or a collection of
   *     these. Its content is taken at once; changing it afterwards is reported as an error.
   */
  protected final void send(NodeId to, Object message) {
    context("send()").send(to, message);
  }

  /**
   * Sends a message to every node of a class or its subclasses, to this node too if it is one.
   *
   * @param type the receivers' class
   * @param message the message
   */
  protected final void sendToAll(Class<? extends Node> type, Object message) {
    for (NodeId id : ids(type)) {
      send(id, message);
    }
  }

  /**
   * Sends a message to every other node of a class or its subclasses.
   *
   * @param type the receivers' class
   * @param message the message
   */
  protected final void sendToOthers(Class<? extends Node> type, Object message) {
    NodeId me = self();
    for (NodeId id : ids(type)) {
      if (!id.equals(me)) {
        send(id, message);
      }
    }
  }

  /**
   * Lets the checker choose: every option is explored. Each choice makes a step of its own.
   *
   * @param options the values to choose from, at least one; equal values count once. The order of a
   *     set does not matter.
   * @param <T> the values' type
   * @return one of them
   */
  protected final <T> T choose(Collection<? extends T> options) {
    return context("choose()").choose(options);
  }

  /**
   * Lets the checker choose among the given values.
   *
   * @param options the values to choose from, at least one
   * @param <T> the values' type
   * @return one of them
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  protected final <T> T choose(T... options) {
    return choose(Arrays.asList(options));
  }

  /**
   * Records that this node, as a client, begins an operation: for the properties {@link
   * Linearizable} and {@link SequentiallyConsistent}. Call it in the step that asks for the
   * operation, before or after the message is sent; when a request is sent again, do not call it
   * again. A node has at most one operation at a time.
   *
   * <p>What is recorded makes no difference to the node. Without one of these properties nothing is
   * recorded.
   *
   * <p>A crash leaves the operation pending: it may have taken effect, take effect later, or never.
   * A node that restarts may still report its result, or begin the next operation; then the earlier
   * one stays without a result for ever.
   *
   * @param operation an immutable value that the specification understands, such as {@link
   *     Register#write}
   */
  protected final void invoked(Object operation) {
    context("invoked()").invoked(operation);
  }

  /**
   * Records the result of the operation that this node began last. The result is what the user of
   * the client gets to see: what a read has read, whether a removal has found something.
   *
   * @param result an immutable value; null stands for no result
   */
  protected final void returned(Object result) {
    context("returned()").returned(result);
  }

  /** Records that the operation which this node began last is done, and has no result. */
  protected final void returned() {
    returned(null);
  }

  /**
   * Runs as part of a restart (see {@link Faults#restart}): durable fields are as they were before
   * the crash, all others as the constructor made them. Override it to recover; it may send and
   * choose like a step.
   */
  protected void restarted() {}

  /** The engine, for kinds of nodes that ask it more than others. */
  final NodeContext contextFor(String call) {
    return context(call);
  }

  private NodeContext context(String call) {
    if (context == null) {
      throw new IllegalStateException(
          call
              + " was called outside a step of "
              + getClass().getName()
              + "; it works in @Step and @Receive methods, not in constructors or properties");
    }
    return context;
  }
}
