package dev.parley.api;

import java.util.Collection;
import java.util.List;

/**
 * What a running step may ask of the engine that runs it. Engines extend this class and attach it
 * to a node around each step; protocols have no use for it.
 */
public abstract class NodeContext {
  /** For engines. */
  protected NodeContext() {}

  /**
   * Connects a node before one of its steps runs.
   *
   * @param node the node
   */
  public final void attach(Node node) {
    node.context = this;
  }

  /**
   * Disconnects a node after its step.
   *
   * @param node the node
   */
  public final void detach(Node node) {
    node.context = null;
  }

  /** The name of the node whose step runs. */
  public abstract NodeId self();

  /**
   * The names of all nodes of a class.
   *
   * @param type the node class
   * @return their names, in the order of the topology
   */
  public abstract List<NodeId> ids(Class<? extends Node> type);

  /**
   * Takes note of a message.
   *
   * @param to the receiver
   * @param message the message
   */
  public abstract void send(NodeId to, Object message);

  /**
   * Chooses among values.
   *
   * @param options the values
   * @param <T> their type
   * @return the chosen one
   */
  public abstract <T> T choose(Collection<? extends T> options);

  /**
   * Takes note that an operation begins.
   *
   * @param operation the operation
   */
  public void invoked(Object operation) {
    throw new UnsupportedOperationException("this engine records no operations");
  }

  /**
   * Takes note that an operation ends.
   *
   * @param result its result; null stands for none
   */
  public void returned(Object result) {
    throw new UnsupportedOperationException("this engine records no operations");
  }

  /**
   * What the program behind a {@link Peer} answered.
   *
   * @param reply what came back
   * @param history the history from now on
   */
  public record Answered(Reply reply, List<Exchange> history) {
    /** Keeps its own copy. */
    public Answered {
      history = List.copyOf(history);
    }
  }

  /**
   * Finds out what the program behind a {@link Peer} answers.
   *
   * @param before the history that the answer may depend on
   * @param asked the request, without its reply
   * @return what comes back
   */
  public Answered exchange(List<Exchange> before, Exchange asked) {
    throw new UnsupportedOperationException("this engine runs no external programs");
  }

  /** Whether a {@link Peer} keeps one history, rather than one for each connection. */
  public boolean isTotallyOrdered() {
    throw new UnsupportedOperationException("this engine runs no external programs");
  }
}
