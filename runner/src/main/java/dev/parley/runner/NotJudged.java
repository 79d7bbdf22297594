package dev.parley.runner;

import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PropertyResult;
import java.util.List;
import java.util.stream.Stream;

/** What to say of properties that a complete search never judged. */
final class NotJudged {
  private NotJudged() {}

  /** A warning for each such property of a result, with the instance's name. */
  static List<String> warnings(InstanceResult result) {
    return of(result).map(p -> Gate.name(result) + ": " + sentence(p)).toList();
  }

  static Stream<PropertyResult> of(InstanceResult result) {
    return result.properties().stream()
        .filter(p -> p.outcome() == PropertyResult.Status.NOT_JUDGED);
  }

  static String sentence(PropertyResult property) {
    return property.name() + " was never judged" + reason(property);
  }

  private static String reason(PropertyResult property) {
    return switch (property.kind()) {
      case TERMINAL ->
          ": no terminal state is reachable. It says nothing about this instance. Let the protocol"
              + " come to rest, or demand it as @Invariant or @Reachable.";
      case INVARIANT ->
          ": no operation ever ended. It says nothing about this instance. Call invoked() and"
              + " returned() in the steps of clients.";
      case LEADS_TO ->
          ": what it is to follow is true in no state. It says nothing about this instance. Look at"
              + " the method that 'when' names.";
      default -> ". It says nothing about this instance.";
    };
  }
}
