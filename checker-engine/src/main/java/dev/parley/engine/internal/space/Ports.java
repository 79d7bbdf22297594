package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.store.HeapStore;
import dev.parley.engine.internal.store.StoreFactory;
import java.util.function.Function;

/**
 * Where a state space plugs into its surroundings.
 *
 * @param delivery makes what brings messages from senders to receivers
 * @param store makes what keeps the states of a search
 */
public record Ports(Function<Messages, Delivery> delivery, StoreFactory store) {
  /** Messages are not ordered, not lost and not duplicated; states are kept on the heap. */
  public static final Ports USUAL = new Ports(messages -> new UnorderedDelivery(), HeapStore::new);
}
