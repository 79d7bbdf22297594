package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Renderer;
import dev.parley.engine.internal.rounds.Offer.Breach;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.LocalTransition;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;

/** Tells a breach of a condition in words. */
final class RoundText {
  private final Lab lab;
  private final Tags tags;
  private final Messages messages;

  RoundText(Lab lab, Tags tags) {
    this.lab = lab;
    this.tags = tags;
    this.messages = lab.space().messages();
  }

  ProtocolException mistake(LocalTransition step, Breach breach) {
    return mistake(step.node(), step.handler(), step.consumed(), breach);
  }

  /** The same of a step that was tried apart from the search, and may never be taken. */
  ProtocolException tried(int node, Handler handler, int[] consumed, Breach breach) {
    ProtocolException mistake = mistake(node, handler, consumed, breach);
    return new ProtocolException(
        mistake.place(),
        mistake.getMessage()
            + " The step was tried apart from the search, and there are too many states to find"
            + " out whether it is ever taken.");
  }

  private ProtocolException mistake(int node, Handler handler, int[] consumed, Breach breach) {
    boolean consumes = false;
    for (int message : consumed) {
      consumes |= message == breach.message();
    }
    String what =
        lab.participants().id(node)
            + (consumes ? " consumes " : " sends ")
            + content(breach.message());
    String tag =
        breach.tag() == Tags.NONE
            ? " has neither @Phase nor @Round"
            : " is of " + tags.text(breach.tag());
    boolean pair = breach.condition() == Condition.ONE_ROUND;
    String place = pair ? "another message consumed with it is of " : "the node is in ";
    return new ProtocolException(
        handler.method().getDeclaringClass().getName() + "." + handler.name(),
        "condition "
            + breach.condition().number()
            + " of rounds is broken ("
            + breach.condition().rule()
            + "): in the step "
            + handler.qualifiedName()
            + ", "
            + what
            + ", which"
            + tag
            + ", while "
            + place
            + tags.text(breach.nodeTag())
            + ". "
            + remedy(breach));
  }

  private String remedy(Breach breach) {
    if (breach.tag() == Tags.NONE) {
      return "Mark the component of "
          + messages.type(breach.message()).getSimpleName()
          + " that counts phases with @Phase, and its type with @Round"
          + new Suggestions(lab.model()).of(messages.type(breach.message()))
          + ", or search without mode rounds.";
    }
    String remedy = breach.condition().remedy();
    return Character.toUpperCase(remedy.charAt(0))
        + remedy.substring(1)
        + ", or search without mode rounds.";
  }

  private String content(int message) {
    return Renderer.text(messages.restore(message, Codec.Arrangement.FORWARD));
  }
}
