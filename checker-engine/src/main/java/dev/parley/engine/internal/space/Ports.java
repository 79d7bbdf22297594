package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.HeapStore;
import dev.parley.engine.internal.store.StoreFactory;
import java.util.function.Function;

/**
 * Where a state space plugs into its surroundings.
 *
 * @param delivery makes what brings messages from senders to receivers
 * @param store makes what keeps the states of a search
 * @param environment makes what there is besides nodes and their inboxes
 * @param executor makes what runs local steps; it may have the runner do so
 */
public record Ports(
    Function<Messages, Delivery> delivery,
    StoreFactory store,
    Function<Dictionary, Environment> environment,
    Function<StepRunner, StepExecutor> executor) {
  /**
   * Messages are not ordered, not lost and not duplicated; states are kept on the heap; nothing
   * happens but steps; and these run in this process.
   */
  public static final Ports USUAL =
      new Ports(
          messages -> new UnorderedDelivery(),
          HeapStore::new,
          dictionary -> Environment.NONE,
          runner -> runner);

  /** The same with another delivery. */
  public Ports withDelivery(Function<Messages, Delivery> other) {
    return new Ports(other, store, environment, executor);
  }

  /** The same with another store. */
  public Ports withStore(StoreFactory other) {
    return new Ports(delivery, other, environment, executor);
  }

  /** The same with another environment. */
  public Ports withEnvironment(Function<Dictionary, Environment> other) {
    return new Ports(delivery, store, other, executor);
  }

  /** The same with another executor. */
  public Ports withExecutor(Function<StepRunner, StepExecutor> other) {
    return new Ports(delivery, store, environment, other);
  }
}
