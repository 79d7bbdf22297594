package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Timer;
import dev.parley.engine.model.Handler;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One annotated method, read from the annotations directly. It expects well-formed classes: what
 * happens to others is the business of the model loader's own tests.
 *
 * @param kind what it consumes
 * @param method the method
 * @param messageType what it accepts; {@code Object} for steps
 * @param once whether it fires at most once
 * @param durable whether a node that restarts remembers that it fired
 * @param timer the field with the timer it waits for, if it does
 * @param quorum how the size was declared; empty unless it is a quorum handler
 * @param sizeMethod the method that tells the size, if it is not a number
 * @param orMore whether larger sets count too
 * @param guard the guard, if there is one
 */
record NaiveHandler(
    Handler.Kind kind,
    Method method,
    Class<?> messageType,
    boolean once,
    boolean durable,
    Optional<ContentField> timer,
    String quorum,
    Optional<Method> sizeMethod,
    boolean orMore,
    Optional<Method> guard) {

  /** The handlers of a node class, inherited ones included, by name and parameter types. */
  static List<NaiveHandler> of(Class<? extends Node> type) {
    List<NaiveHandler> handlers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Class<?> c = type; c != Node.class; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        String signature = method.getName() + Arrays.toString(method.getParameterTypes());
        if (!method.isSynthetic() && seen.add(signature)) {
          read(type, method).ifPresent(handlers::add);
        }
      }
    }
    handlers.sort(
        Comparator.comparing(
            h -> h.method().getName() + Arrays.toString(h.method().getParameterTypes())));
    return List.copyOf(handlers);
  }

  private static Optional<NaiveHandler> read(Class<?> type, Method method) {
    method.setAccessible(true);
    Step step = method.getAnnotation(Step.class);
    if (step != null) {
      return Optional.of(
          new NaiveHandler(
              Handler.Kind.STEP,
              method,
              Object.class,
              step.once(),
              step.durable(),
              Optional.empty(),
              "",
              Optional.empty(),
              false,
              guard(type, step.when(), method)));
    }
    OnTimer onTimer = method.getAnnotation(OnTimer.class);
    if (onTimer != null) {
      return Optional.of(
          new NaiveHandler(
              Handler.Kind.STEP,
              method,
              Object.class,
              false,
              false,
              Optional.of(field(type, onTimer.value())),
              "",
              Optional.empty(),
              false,
              guard(type, onTimer.when(), method)));
    }
    Receive receive = method.getAnnotation(Receive.class);
    if (receive == null) {
      return Optional.empty();
    }
    boolean quorum = method.getParameterTypes()[0] == Quorum.class;
    boolean named = quorum && !receive.quorum().chars().allMatch(Character::isDigit);
    return Optional.of(
        new NaiveHandler(
            quorum ? Handler.Kind.QUORUM : Handler.Kind.SINGLE,
            method,
            quorum
                ? elementType(method.getGenericParameterTypes()[0])
                : method.getParameterTypes()[0],
            false,
            false,
            Optional.empty(),
            receive.quorum(),
            named ? Optional.of(find(type, receive.quorum())) : Optional.empty(),
            receive.orMore(),
            guard(type, receive.when(), method)));
  }

  /** What a node of a class does when it restarts; no handler of its own. */
  static NaiveHandler restart(Class<? extends Node> type) {
    return new NaiveHandler(
        Handler.Kind.STEP,
        find(type, "restarted"),
        Object.class,
        false,
        false,
        Optional.empty(),
        "",
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** The field of that name in the class itself or the nearest superclass. */
  private static ContentField field(Class<?> type, String name) {
    return ContentField.of(type).stream()
        .filter(field -> field.name().equals(name))
        .reduce((far, near) -> near)
        .orElseThrow();
  }

  /** Whether the timer that it waits for, if any, is set. */
  boolean isDue(Node node) {
    return timer.map(field -> ((Timer) field.get(node)).isSet()).orElse(true);
  }

  private static Class<?> elementType(Type quorum) {
    return raw(((ParameterizedType) quorum).getActualTypeArguments()[0]);
  }

  private static Class<?> raw(Type type) {
    if (type instanceof WildcardType wildcard) {
      return raw(wildcard.getUpperBounds()[0]);
    }
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type;
  }

  private static Optional<Method> guard(Class<?> type, String name, Method handler) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(find(type, name, handler.getParameterTypes()));
    } catch (IllegalArgumentException none) {
      return Optional.of(find(type, name));
    }
  }

  private static Method find(Class<?> type, String name, Class<?>... parameters) {
    for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && Arrays.equals(method.getParameterTypes(), parameters)) {
          method.setAccessible(true);
          return method;
        }
      }
    }
    throw new IllegalArgumentException(
        type.getName() + " has no method " + name + Arrays.toString(parameters));
  }

  boolean accepts(Object message) {
    return kind != Handler.Kind.STEP && messageType.isInstance(message);
  }

  boolean takesSender() {
    return kind == Handler.Kind.SINGLE
        && method.getParameterCount() == 2
        && method.getParameterTypes()[1] == NodeId.class;
  }

  /** As {@code Acceptor.read}. */
  String name() {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  /** Whether people may call it by the given name, with or without its class. */
  boolean isNamed(String name) {
    return name.equals(name()) || name.equals(method.getName());
  }
}
