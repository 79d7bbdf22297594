package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Edges;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What ended a search before its time: a property that failed, a step that threw, or a mistake in
 * the protocol.
 *
 * @param property the property that failed in the last state of the path
 * @param thrown the step that threw, taken in the last state of the path
 * @param mistake the mistake that showed up in the last state of the path
 * @param depth how many steps lead there
 * @param path the states from the initial one; empty if they were not recorded
 */
public record Found(
    Optional<Property> property,
    Optional<Edges.Throw> thrown,
    Optional<ProtocolException> mistake,
    long depth,
    List<Long> path) {
  static Found failure(Property property, long depth, List<Long> path) {
    return new Found(Optional.of(property), Optional.empty(), Optional.empty(), depth, path);
  }

  static Found exception(Edges.Throw thrown, long depth, List<Long> path) {
    return new Found(Optional.empty(), Optional.of(thrown), Optional.empty(), depth, path);
  }

  static Found mistake(ProtocolException mistake, long depth, List<Long> path) {
    return new Found(Optional.empty(), Optional.empty(), Optional.of(mistake), depth, path);
  }

  /** The same with keys of a new packing. */
  public Found rekeyed(LongUnaryOperator translation) {
    return new Found(
        property,
        thrown.map(
            t ->
                new Edges.Throw(
                    translation.applyAsLong(t.source()), t.node(), t.event(), t.outcome())),
        mistake,
        depth,
        path.stream().map(translation::applyAsLong).toList());
  }
}
