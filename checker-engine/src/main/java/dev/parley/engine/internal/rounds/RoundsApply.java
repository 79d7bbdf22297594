package dev.parley.engine.internal.rounds;

import dev.parley.api.Rounds;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tells why an instance cannot be explored round by round, before anything is explored. */
public final class RoundsApply {
  private RoundsApply() {}

  /** Why not, as a clause; nothing if it can be, as far as one can tell beforehand. */
  public static Optional<String> objection(Lab lab) {
    Model model = lab.model();
    if (!model.setting().faults().isNone()) {
      return Optional.of("the instance has budgets of faults, which belong to no round");
    }
    return lab.space()
        .independence()
        .objection(Set.of(Assumption.values()))
        .or(() -> ofProperties(model))
        .or(() -> untagged(model));
  }

  private static Optional<String> ofProperties(Model model) {
    boolean assumes = model.setting().rounds().kind() != Rounds.Kind.NONE;
    return model.properties().stream()
        .filter(
            property ->
                property.kind().isLiveness()
                    || (assumes && property.kind() == Property.Kind.TERMINAL))
        .findFirst()
        .map(
            property ->
                property.name()
                    + (property.kind().isLiveness()
                        ? " is not decided by the local states of nodes: it speaks of what comes"
                            + " after them"
                        : " is not decided by the local states of nodes: what the network is"
                            + " assumed to do tells where nothing can happen any more"));
  }

  private static Optional<String> untagged(Model model) {
    Set<String> suggested = new TreeSet<>();
    Suggestions suggestions = new Suggestions(model);
    boolean any =
        model.types().stream()
            .flatMap(type -> type.handlers().stream())
            .filter(handler -> handler.kind() != Handler.Kind.STEP)
            .map(Handler::messageType)
            .peek(type -> suggested.add(type.getSimpleName() + suggestions.of(type)))
            .anyMatch(RoundsApply::mayHaveTag);
    return any
        ? Optional.empty()
        : Optional.of(
            "no message type has @Phase or @Round; the types are " + String.join(", ", suggested));
  }

  /** A handler of an interface or of all objects may receive messages with a tag. */
  private static boolean mayHaveTag(Class<?> type) {
    return TagReader.of(type).isPresent()
        || (type.getPermittedSubclasses() != null
            && Arrays.stream(type.getPermittedSubclasses()).anyMatch(RoundsApply::mayHaveTag))
        || (type.isInterface() && type.getPermittedSubclasses() == null && type != Object.class);
  }

  /** Why what a search by rounds has found out is not the verdict, as a clause. */
  public static Optional<String> objection(Lab lab, RoundSearch search) {
    return lab.model().judged().stream()
        .filter(lab.judges()::looksAtPending)
        .findFirst()
        .map(
            property ->
                property.name()
                    + " is not decided by the local states of nodes: it looks at pending messages")
        .or(search::unsettled);
  }
}
