package dev.parley.engine.model;

import dev.parley.api.Quorum;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;

/**
 * One annotated method of a node class: a spontaneous step, a single-message handler or a quorum
 * handler.
 *
 * @param index its place among the node type's handlers
 * @param kind what it consumes
 * @param method the method itself, accessible
 * @param messageType the type of the messages it consumes; {@code Object} for steps
 * @param takesSender whether a single-message handler also takes the sender
 * @param once whether the step fires at most once
 * @param size how large the consumed set is, for quorum handlers
 * @param guard the guard method, accessible, if there is one
 */
public record Handler(
    int index,
    Kind kind,
    Method method,
    Class<?> messageType,
    boolean takesSender,
    boolean once,
    Optional<QuorumSize> size,
    Optional<Method> guard) {

  /** What a handler consumes. */
  public enum Kind {
    /** Nothing: a spontaneous step. */
    STEP,
    /** One message. */
    SINGLE,
    /** A set of messages from different senders, as a {@link Quorum}. */
    QUORUM
  }

  /**
   * The size of a quorum: a constant, or what a method of the node returns.
   *
   * @param constant the size, if {@code method} is empty
   * @param method the method that tells the size
   * @param orMore whether larger sets count too
   */
  public record QuorumSize(int constant, Optional<Method> method, boolean orMore) {}

  /** Checks that the parts fit the kind. */
  public Handler {
    Objects.requireNonNull(method);
    if ((kind == Kind.QUORUM) != size.isPresent()) {
      throw new IllegalArgumentException("a quorum handler, and only it, has a size: " + method);
    }
  }

  /** Whether the guard takes the handler's own arguments. */
  public boolean guardTakesArguments() {
    return guard.isPresent() && guard.get().getParameterCount() > 0;
  }

  /** The name people know it by: the method's name. */
  public String name() {
    return method.getName();
  }

  /** Class and method, as {@code Acceptor.read}. */
  public String qualifiedName() {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }
}
