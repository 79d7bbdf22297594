package dev.parley.engine.internal.sends;

import dev.parley.api.Node;
import dev.parley.api.Quorum;
import dev.parley.engine.internal.infer.KeptFunctions;
import dev.parley.engine.internal.infer.Program;
import dev.parley.engine.internal.infer.Program.Body;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * Who may send what to whom: for every handler, the messages that it may send and their recipients,
 * derived from the byte code. It over-approximates; {@link Tabulation} explains how, and why that
 * is right.
 *
 * <p>Partial-order reduction rests on it: a step that cannot send to a node cannot enable anything
 * there. Replies follow definition 4 of "Efficient Model Checking of Fault-Tolerant Distributed
 * Protocols" (Bokor et al., DSN 2011), except that a reply need not go to all senders: what matters
 * is that no other node gets it.
 */
public final class SendRelation {
  /**
   * What one handler may do.
   *
   * @param sends its sends, one per kind of recipients
   * @param effect whether it may do anything at all besides consuming
   */
  private record Deeds(List<Send> sends, boolean effect) {}

  private final Map<Class<?>, List<Deeds>> deeds = new HashMap<>();
  private final Set<String> notes = new TreeSet<>();

  private SendRelation() {}

  /**
   * Derives the relation.
   *
   * @param model the instance
   * @return what its handlers may send
   */
  public static SendRelation of(Model model) {
    SendRelation relation = new SendRelation();
    if (!model.types().isEmpty()) {
      Program program = Program.ofNodes(model);
      SleepingSenders sleeping = new SleepingSenders(program, KeptFunctions.of(model, program));
      for (NodeType type : new LinkedHashSet<>(model.types())) {
        relation.add(type, program, sleeping);
      }
    }
    return relation;
  }

  private void add(NodeType type, Program program, SleepingSenders sleeping) {
    Classes classes = new Classes(program, type.type());
    Tabulation tabulation = new Tabulation(program, classes, sleeping);
    List<Deeds> ofType = new ArrayList<>();
    for (Handler handler : type.handlers()) {
      CodeEffects outcome = outcome(type, handler, program, classes, tabulation);
      ofType.add(new Deeds(sends(outcome), outcome.effect()));
      notes.addAll(outcome.notes());
    }
    deeds.put(type.type(), List.copyOf(ofType));
  }

  private static List<Send> sends(CodeEffects outcome) {
    Send toAnyone =
        new Send(outcome.sends().getOrDefault(Recipients.ANY, Set.of()), Recipients.ANY);
    List<Send> sends = new ArrayList<>();
    outcome
        .sends()
        .forEach(
            (to, types) -> {
              Set<Class<?>> others = new LinkedHashSet<>(types);
              if (!to.equals(Recipients.ANY)) {
                others.removeIf(toAnyone::includes);
              }
              if (!others.isEmpty()) {
                sends.add(new Send(others, to));
              }
            });
    sends.sort(Comparator.comparing(Send::toString));
    return List.copyOf(sends);
  }

  private static CodeEffects outcome(
      NodeType type, Handler handler, Program program, Classes classes, Tabulation tabulation) {
    if (handler.method().getDeclaringClass() == Node.class) {
      return CodeEffects.NOTHING; // The hook that classes without one of their own inherit.
    }
    Optional<Body> body =
        program.lookup(
            Type.getInternalName(type.type()),
            handler.method().getName(),
            Type.getMethodDescriptor(handler.method()));
    if (body.isEmpty()) {
      return Calls.unknown("has code that cannot be read", handler.qualifiedName());
    }
    List<Value> values = new ArrayList<>();
    values.add(classes.ofType(type.type()).withSelf(Set.of(Atom.Known.THIS)).asPresent());
    for (Class<?> parameter : handler.method().getParameterTypes()) {
      if (parameter == Quorum.class && handler.kind() == Handler.Kind.QUORUM) {
        values.add(Value.of(new Atom.Consumed(handler.messageType(), true)));
      } else if (values.size() == 1) {
        values.add(
            parameter.isPrimitive()
                ? classes.declared(Type.getType(parameter))
                : classes.ofType(handler.messageType()).asPresent());
      } else {
        values.add(Value.of(Atom.Known.SENDER));
      }
    }
    return tabulation.start(body.get(), List.copyOf(values));
  }

  private Deeds deeds(NodeType type, Handler handler) {
    List<Deeds> ofType = deeds.get(type.type());
    if (ofType == null || !type.handlers().get(handler.index()).equals(handler)) {
      throw new IllegalArgumentException(handler.qualifiedName() + " was not looked at");
    }
    return ofType.get(handler.index());
  }

  /**
   * The sends of a handler.
   *
   * @param type the node type
   * @param handler one of its handlers
   * @return what it may send and to whom, one entry per kind of recipients; none if it sends
   *     nothing
   */
  public List<Send> sendsOf(NodeType type, Handler handler) {
    return deeds(type, handler).sends;
  }

  /** Whether a handler may send at all. */
  public boolean sends(NodeType type, Handler handler) {
    return !sendsOf(type, handler).isEmpty();
  }

  /**
   * Whether a handler sends, and only to senders of what it consumes: then it can enable only steps
   * of these.
   */
  public boolean isReply(NodeType type, Handler handler) {
    return handler.kind() != Handler.Kind.STEP
        && sends(type, handler)
        && sendsOf(type, handler).stream()
            .allMatch(send -> send.recipients().kind() == Recipients.Kind.SENDER);
  }

  /**
   * Whether a handler certainly does nothing but consume: it changes nothing, sends nothing, asks
   * for no choice and does not throw. A {@code once} step does more, since the local state records
   * that it has run, and so does one that waits for a timer, which is cancelled.
   */
  public boolean effectFree(NodeType type, Handler handler) {
    return handler.trigger().kind() == Handler.Trigger.Kind.ALWAYS
        && !deeds(type, handler).effect
        && !sends(type, handler);
  }

  /**
   * Whether the relation has a send. One that happens must be in it, or the byte code was
   * misunderstood.
   *
   * @param type the sender's type
   * @param handler the handler that sends
   * @param recipient the recipient's class
   * @param self whether the recipient is the sender itself
   * @param sender whether the recipient sent one of the consumed messages
   * @param message the message's class
   * @return whether that was foreseen
   */
  public boolean allows(
      NodeType type,
      Handler handler,
      Class<?> recipient,
      boolean self,
      boolean sender,
      Class<?> message) {
    for (Send send : sendsOf(type, handler)) {
      if (send.includes(message) && send.recipients().include(recipient, self, sender)) {
        return true;
      }
    }
    return false;
  }

  /** Where the relation says more than the code may do, one sentence each, by place. */
  public List<String> notes() {
    return List.copyOf(notes);
  }
}
