package dev.parley.api;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The set of messages, from pairwise different senders, that a quorum step consumes at once. The
 * order of iteration carries no meaning; a step must not depend on it.
 *
 * @param <M> the messages' type
 */
public final class Quorum<M> implements Iterable<Delivery<M>> {
  private final List<Delivery<M>> deliveries;

  /**
   * Made by the engine.
   *
   * @param deliveries the consumed messages with their senders
   */
  public Quorum(List<Delivery<M>> deliveries) {
    this.deliveries = List.copyOf(deliveries);
  }

  /** How many messages are consumed. */
  public int size() {
    return deliveries.size();
  }

  /** The messages with their senders. */
  public List<Delivery<M>> deliveries() {
    return deliveries;
  }

  /** The messages alone. */
  public Stream<M> messages() {
    return deliveries.stream().map(Delivery::message);
  }

  /** The senders alone. */
  public Stream<NodeId> senders() {
    return deliveries.stream().map(Delivery::from);
  }

  @Override
  public Iterator<Delivery<M>> iterator() {
    return deliveries.iterator();
  }

  @Override
  public String toString() {
    return deliveries.toString();
  }
}
