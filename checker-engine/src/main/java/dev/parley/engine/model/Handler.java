package dev.parley.engine.model;

import dev.parley.api.Fairness;
import dev.parley.api.Quorum;
import java.lang.reflect.Field;
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
 * @param trigger what else must be the case for it to run
 * @param size how large the consumed set is, for quorum handlers
 * @param guard the guard method, accessible, if there is one
 * @param fairness what is taken for granted of it in runs that go on for ever
 */
public record Handler(
    int index,
    Kind kind,
    Method method,
    Class<?> messageType,
    boolean takesSender,
    Trigger trigger,
    Optional<QuorumSize> size,
    Optional<Method> guard,
    Fairness fairness) {

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

  /**
   * What must be the case for a handler to run, besides its messages and its guard.
   *
   * @param kind what it waits for
   * @param timer the field, accessible, that holds its timer, if it waits for one
   */
  public record Trigger(Kind kind, Optional<Field> timer) {
    /** What a handler waits for. */
    public enum Kind {
      /** Nothing. */
      ALWAYS,
      /** It runs at most once. */
      ONCE,
      /** It runs at most once, and a restart does not change that. */
      ONCE_DURABLY,
      /** A timer of its node is set; the handler runs with the timer cancelled. */
      TIMER,
      /** Its node restarts: it is part of that action and never a step of its own. */
      RESTART
    }

    /** Nothing to wait for. */
    public static final Trigger ALWAYS = new Trigger(Kind.ALWAYS, Optional.empty());

    /** Runs at most once. */
    public static final Trigger ONCE = new Trigger(Kind.ONCE, Optional.empty());

    /** Runs at most once, whatever restarts. */
    public static final Trigger ONCE_DURABLY = new Trigger(Kind.ONCE_DURABLY, Optional.empty());

    /** Runs when its node restarts. */
    public static final Trigger RESTART = new Trigger(Kind.RESTART, Optional.empty());

    /** Runs while a timer is set. */
    static Trigger timer(Field field) {
      return new Trigger(Kind.TIMER, Optional.of(field));
    }
  }

  /** Checks that the parts fit the kind. */
  public Handler {
    Objects.requireNonNull(method);
    if ((kind == Kind.QUORUM) != size.isPresent()) {
      throw new IllegalArgumentException("a quorum handler, and only it, has a size: " + method);
    }
  }

  /** Whether the step fires at most once; a restart may make it forget that it did. */
  public boolean once() {
    return trigger.kind() == Trigger.Kind.ONCE || trigger.kind() == Trigger.Kind.ONCE_DURABLY;
  }

  /** Whether it is part of a restart and never a step of its own. */
  public boolean isRestart() {
    return trigger.kind() == Trigger.Kind.RESTART;
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
