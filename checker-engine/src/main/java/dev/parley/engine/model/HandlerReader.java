package dev.parley.engine.model;

import dev.parley.api.AlwaysPossible;
import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.Eventually;
import dev.parley.api.EveryRun;
import dev.parley.api.Fairness;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.LeadsTo;
import dev.parley.api.Linearizable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Quorum;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.SequentiallyConsistent;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads the handlers of one node class. */
final class HandlerReader {
  private static final String RESTARTED = "restarted";

  private final Class<? extends Node> type;
  private final NodeMethods methods;
  private final TypeVariables variables;

  private HandlerReader(Class<? extends Node> type) {
    this.type = type;
    this.methods = new NodeMethods(type);
    this.variables = new TypeVariables(type);
  }

  static NodeType read(Class<? extends Node> type) {
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new ProtocolException(
          type.getName(),
          "An abstract class has no nodes of its own; name the class the topology makes objects"
              + " of.");
    }
    rejectStaticDurables(type);
    return new NodeType(type, new HandlerReader(type).handlers());
  }

  /** What is static belongs to no node, so it would not even be captured. */
  private static void rejectStaticDurables(Class<?> type) {
    for (Class<?> at = type; at != null && at != Node.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.isAnnotationPresent(Durable.class)) {
          throw new ProtocolException(
              at.getName() + "." + field.getName(),
              "The static field "
                  + at.getSimpleName()
                  + "."
                  + field.getName()
                  + " belongs to no node, so @Durable has no effect on it; make it a field of the"
                  + " node, or remove the annotation.");
        }
      }
    }
  }

  private List<Handler> handlers() {
    List<Handler> handlers = new ArrayList<>();
    for (Method method : methods.all().stream().sorted(Declared.ORDER).toList()) {
      rejectProtocolParts(method);
      methods
          .line(method)
          .filter(m -> !Declared.annotations(m, Receive.class, Step.class, OnTimer.class).isEmpty())
          .findFirst()
          .ifPresent(annotated -> handlers.add(handler(handlers.size(), method, annotated)));
    }
    return handlers;
  }

  /** What a node of the class does when it restarts, as the last of its handlers. */
  static NodeType withRestart(NodeType read) {
    NodeMethods methods = new NodeMethods(read.type());
    Method hook =
        methods.all().stream()
            .filter(m -> m.getName().equals(RESTARTED) && m.getParameterCount() == 0)
            .findFirst()
            .orElseGet(HandlerReader::noHook);
    hook.setAccessible(true);
    List<Handler> handlers = new ArrayList<>(read.handlers());
    handlers.add(
        new Handler(
            handlers.size(),
            Handler.Kind.STEP,
            hook,
            Object.class,
            false,
            Handler.Trigger.RESTART,
            Optional.empty(),
            Optional.empty(),
            Fairness.NONE));
    return new NodeType(read.type(), handlers);
  }

  private static Method noHook() {
    try {
      return Node.class.getDeclaredMethod(RESTARTED);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("the API of this engine is another one", e);
    }
  }

  private void rejectProtocolParts(Method method) {
    List<String> strays =
        Declared.annotations(
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
    if (!strays.isEmpty() && !method.getDeclaringClass().isAnnotationPresent(Protocol.class)) {
      throw mistake(
          method,
          strays.get(0)
              + " has no effect in a node class; move the method to the class annotated"
              + " @Protocol.");
    }
  }

  /**
   * Makes a handler.
   *
   * @param method what runs
   * @param annotated what carries the annotation: the method itself or one that it overrides
   */
  private Handler handler(int index, Method method, Method annotated) {
    Receive receive = annotated.getAnnotation(Receive.class);
    Step step = annotated.getAnnotation(Step.class);
    OnTimer timer = annotated.getAnnotation(OnTimer.class);
    if (receive != null && step != null) {
      throw mistake(
          method,
          "A method is either a @Step, which consumes nothing, or a @Receive, which consumes"
              + " messages; remove one of the two annotations.");
    }
    if (timer != null && (receive != null || step != null)) {
      throw mistake(
          method,
          "A method that runs when a timer fires has no other annotation; remove @OnTimer or the"
              + " other one.");
    }
    if (Modifier.isStatic(method.getModifiers())) {
      throw mistake(
          method, "A handler belongs to a node and cannot be static; remove the modifier.");
    }
    if (method.getReturnType() != void.class) {
      throw mistake(
          method,
          "A handler returns nothing, but this one returns "
              + method.getReturnType().getSimpleName()
              + "; declare it void and send or store what it returned.");
    }
    method.setAccessible(true);
    if (timer != null) {
      return step(
          index,
          method,
          "An @OnTimer method",
          trigger(method, timer),
          timer.when(),
          timer.fairness());
    }
    return step != null
        ? step(index, method, "A @Step", trigger(method, step), step.when(), step.fairness())
        : receive(index, method, receive);
  }

  private Handler step(
      int index,
      Method method,
      String what,
      Handler.Trigger trigger,
      String when,
      Fairness fairness) {
    if (method.getParameterCount() != 0) {
      throw mistake(
          method,
          what
              + " takes no parameters, because it consumes no messages; use @Receive for a"
              + " method that takes a message, or choose() for a value.");
    }
    return new Handler(
        index,
        Handler.Kind.STEP,
        method,
        Object.class,
        false,
        trigger,
        Optional.empty(),
        guard(method, when),
        fairness);
  }

  private static Handler.Trigger trigger(Method method, Step step) {
    if (step.durable() && !step.once()) {
      throw mistake(
          method,
          "durable = true says that a restart remembers that the step has run, but it may run any"
              + " number of times; add once = true or remove it.");
    }
    if (!step.once()) {
      return Handler.Trigger.ALWAYS;
    }
    return step.durable() ? Handler.Trigger.ONCE_DURABLY : Handler.Trigger.ONCE;
  }

  private Handler.Trigger trigger(Method method, OnTimer timer) {
    List<Field> timers = new ArrayList<>();
    for (Class<?> c = type; c != Node.class; c = c.getSuperclass()) {
      Arrays.stream(c.getDeclaredFields())
          .filter(f -> f.getType() == Timer.class && !Modifier.isStatic(f.getModifiers()))
          .forEach(timers::add);
    }
    List<Field> named = timers.stream().filter(f -> f.getName().equals(timer.value())).toList();
    if (named.isEmpty()) {
      throw mistake(
          method,
          "@OnTimer(\""
              + timer.value()
              + "\") names no field of type Timer of "
              + type.getName()
              + ". "
              + NearNames.suggest(timer.value(), timers.stream().map(Field::getName).toList()));
    }
    Field field = named.get(0);
    if (field.isAnnotationPresent(Auxiliary.class)) {
      throw mistake(
          method,
          "The timer "
              + field.getName()
              + " is marked @Auxiliary, but what can happen depends on it; take the mark off.");
    }
    field.setAccessible(true);
    return Handler.Trigger.timer(field);
  }

  private Handler receive(int index, Method method, Receive receive) {
    Class<?>[] parameters = method.getParameterTypes();
    boolean quorum = parameters.length > 0 && parameters[0] == Quorum.class;
    boolean sender = !quorum && parameters.length == 2 && parameters[1] == NodeId.class;
    if (parameters.length != (sender ? 2 : 1)) {
      throw mistake(
          method,
          "A @Receive method takes (Message), (Message, NodeId) or (Quorum<Message>), not "
              + signature(method)
              + (quorum ? "; the senders are in the Quorum." : "."));
    }
    if (receive.orMore() && receive.quorum().isEmpty()) {
      throw mistake(
          method,
          "orMore = true says that sets larger than the quorum count too, but there is no quorum;"
              + " add quorum = \"2\" or the name of a method that tells the size.");
    }
    return new Handler(
        index,
        quorum ? Handler.Kind.QUORUM : Handler.Kind.SINGLE,
        method,
        messageType(method),
        sender,
        Handler.Trigger.ALWAYS,
        quorum ? Optional.of(size(method, receive)) : noSize(method, receive),
        guard(method, receive.when()),
        receive.fairness());
  }

  private Class<?> messageType(Method method) {
    Type first = method.getGenericParameterTypes()[0];
    if (first == Quorum.class) {
      throw mistake(
          method,
          "Quorum without a type argument does not say which messages it holds; write"
              + " Quorum<Message>.");
    }
    if (variables.classOf(first) == Quorum.class) {
      first = ((ParameterizedType) first).getActualTypeArguments()[0];
    }
    // Messages are objects: a handler that takes an int consumes Integers.
    return MethodType.methodType(variables.classOf(first)).wrap().returnType();
  }

  private Optional<Handler.QuorumSize> noSize(Method method, Receive receive) {
    if (!receive.quorum().isEmpty()) {
      throw mistake(
          method,
          "quorum = \""
              + receive.quorum()
              + "\" needs a parameter of type Quorum<"
              + messageType(method).getSimpleName()
              + ">, but the method takes one message "
              + signature(method)
              + "; change the parameter or remove the quorum.");
    }
    return Optional.empty();
  }

  private Handler.QuorumSize size(Method method, Receive receive) {
    String quorum = receive.quorum().strip();
    if (quorum.isEmpty()) {
      throw mistake(
          method,
          "A handler of a Quorum must say how many messages it consumes: add quorum = \"2\" or the"
              + " name of a method that returns the size.");
    }
    if (quorum.matches("[+-]?\\d+")) {
      return new Handler.QuorumSize(constant(method, quorum), Optional.empty(), receive.orMore());
    }
    Method size =
        named(
            method,
            "quorum",
            quorum,
            "int " + quorum + "()",
            m -> m.getReturnType() == int.class && m.getParameterCount() == 0);
    return new Handler.QuorumSize(0, Optional.of(size), receive.orMore());
  }

  private int constant(Method method, String quorum) {
    try {
      int size = Integer.parseInt(quorum);
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Too large for an int; no topology has that many nodes, so it falls under the same message.
    }
    throw mistake(
        method,
        "A quorum consists of at least one message and at most one per node, so quorum = \""
            + quorum
            + "\" cannot be met; use a @Step for a method that consumes nothing.");
  }

  private Optional<Method> guard(Method handler, String name) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String forms = "boolean " + name + "()";
    if (handler.getParameterCount() > 0) {
      forms += " or boolean " + name + signature(handler);
    }
    return Optional.of(
        named(
            handler,
            "when",
            name,
            forms,
            m ->
                m.getReturnType() == boolean.class
                    && (m.getParameterCount() == 0 || takesTheSame(handler, m))));
  }

  private boolean takesTheSame(Method handler, Method guard) {
    return Arrays.equals(handler.getParameterTypes(), guard.getParameterTypes())
        && messageType(handler) == messageType(guard);
  }

  /** Finds the one method that an attribute of a handler's annotation names. */
  private Method named(
      Method handler, String attribute, String name, String forms, Predicate<Method> fits) {
    String quoted = attribute + " = \"" + name + "\"";
    List<Method> sameName = methods.all().stream().filter(m -> m.getName().equals(name)).toList();
    if (sameName.isEmpty()) {
      List<String> known =
          methods.all().stream()
              .filter(m -> !Modifier.isAbstract(m.getModifiers()) && m != handler && fits.test(m))
              .map(Method::getName)
              .toList();
      throw mistake(
          handler,
          quoted
              + " names a method that "
              + type.getName()
              + " does not have. "
              + NearNames.suggest(name, known));
    }
    List<Method> fitting = sameName.stream().filter(fits).toList();
    if (fitting.size() != 1) {
      throw mistake(
          handler,
          quoted
              + (fitting.isEmpty()
                  ? " names a method of another form; it must be "
                  : " fits several methods; keep one of ")
              + forms
              + ".");
    }
    fitting.get(0).setAccessible(true);
    return fitting.get(0);
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getGenericParameterTypes())
        .map(t -> t.getTypeName().replaceAll("[\\w.]*[.$]", ""))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static ProtocolException mistake(Method method, String message) {
    return new ProtocolException(Declared.place(method), message);
  }
}
