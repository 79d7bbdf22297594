package dev.parley.engine.internal.sends;

import dev.parley.api.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The effects of methods that a node inherits from the API, and the values that consumed messages
 * give.
 */
final class ApiCalls {
  private final Classes classes;

  ApiCalls(Classes classes) {
    this.classes = classes;
  }

  /** The effects of a method that nodes inherit; none if it is not a method of the API. */
  Optional<CodeEffects> node(Callee callee, List<Value> values, String place) {
    return Optional.ofNullable(
        switch (callee.name()) {
          case "self" -> CodeEffects.giving(Value.of(Atom.Known.SELF));
          case "ids" -> CodeEffects.giving(ids(values.get(1)));
          case "send" -> send(values.get(1).self(), values.get(2), place);
          case "sendToAll", "sendToOthers" ->
              send(ids(values.get(1)).content(), values.get(2), place);
          case "choose" -> chosen(values.get(1));
          case "invoked", "returned" -> CodeEffects.NOTHING.withEffect();
          default -> null;
        });
  }

  private Value ids(Value type) {
    Set<Atom> names = new HashSet<>();
    for (Atom atom : type.self()) {
      names.add(
          atom instanceof Atom.Constant constant
              ? new Atom.OneOf(constant.type())
              : new Atom.Of(NodeId.class, false));
    }
    return classes.made(List.class).withContent(names);
  }

  private CodeEffects chosen(Value options) {
    Value value = options.withSelf(options.content());
    // Every choice makes a step of its own, so this is not nothing.
    return CodeEffects.giving(classes.settled(value)).withEffect();
  }

  private CodeEffects send(Set<Atom> to, Value message, String place) {
    Set<Class<?>> types = new HashSet<>();
    message.self().forEach(atom -> types.add(classes.typeOf(atom)));
    Map<Recipients, Set<Class<?>>> sends = new HashMap<>();
    to.forEach(atom -> Recipients.of(atom).ifPresent(recipients -> sends.put(recipients, types)));
    Set<String> notes = new HashSet<>();
    if (sends.containsKey(Recipients.ANY)) {
      notes.add(place + " sends to a node that the code does not tell; it counts as any node.");
    }
    if (types.contains(Object.class)) {
      notes.add(place + " sends a message whose class the code does not tell; it counts as any.");
    }
    return new CodeEffects(Value.NOTHING, Set.of(), Map.copyOf(sends), Set.copyOf(notes), true);
  }

  /** The values that a call on consumed messages gives; none if it is another call. */
  Optional<Value> consumed(Callee callee, List<Value> values) {
    if (callee.isStatic() || values.size() != 1 || values.get(0).self().size() != 1) {
      return Optional.empty();
    }
    Atom receiver = values.get(0).self().iterator().next();
    if (!(receiver instanceof Atom.Consumed consumed)) {
      return Optional.empty();
    }
    Set<Atom> deliveries = Set.of(new Atom.Consumed(consumed.message(), false));
    Value message = classes.ofType(consumed.message()).asPresent();
    Value declared =
        Callee.isReference(callee.result())
            ? classes.made(classes.named(Callee.className(callee.result())))
            : Value.NOTHING;
    return Optional.ofNullable(
        switch (callee.name()) {
          case "from" -> Value.of(Atom.Known.SENDER);
          case "message" -> message;
          case "size" -> Value.NOTHING;
          case "deliveries", "iterator" -> declared.withContent(deliveries);
          case "messages" -> declared.withContent(message.all());
          case "senders" -> declared.withContent(Set.of(Atom.Known.SENDER));
          default -> null;
        });
  }
}
