package dev.parley.engine.internal.search;

import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import java.util.List;
import java.util.Optional;

/**
 * The finding that ended a search early: a property that failed, a step that threw, or a mistake in
 * the protocol.
 *
 * @param property the property that failed in the last state of the path
 * @param thrown the step that threw, taken in the last state of the path
 * @param mistake the mistake that showed up in the last state of the path
 * @param depth how many steps lead there
 * @param path the states from the initial one, each by its parts; empty if they were not recorded
 */
public record Found(
    Optional<Property> property,
    Optional<Throw> thrown,
    Optional<ProtocolException> mistake,
    long depth,
    List<int[]> path) {
  /**
   * A step that threw.
   *
   * @param source the state it was taken in, by its parts
   * @param node the node that stepped
   * @param event the handler and what it consumed
   * @param outcome which outcome of the event
   */
  public record Throw(int[] source, int node, int event, int outcome) {}

  /** A property that failed. */
  public static Found failure(Property property, long depth, List<int[]> path) {
    return new Found(Optional.of(property), Optional.empty(), Optional.empty(), depth, path);
  }

  /** A step that threw. */
  public static Found exception(Throw thrown, long depth, List<int[]> path) {
    return new Found(Optional.empty(), Optional.of(thrown), Optional.empty(), depth, path);
  }

  /** A mistake in the protocol. */
  public static Found mistake(ProtocolException mistake, long depth, List<int[]> path) {
    return new Found(Optional.empty(), Optional.empty(), Optional.of(mistake), depth, path);
  }

  /** The same with another path. */
  public Found along(List<int[]> other) {
    return new Found(property, thrown, mistake, other.size() - 1, other);
  }
}
