package dev.parley.engine.internal.space;

import dev.parley.api.Faults;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.HeapStore;
import dev.parley.engine.internal.store.StoreFactory;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Setting;
import java.util.function.BiFunction;
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
    BiFunction<Dictionary, StepRunner, Environment> environment,
    Function<StepRunner, StepExecutor> executor) {
  /**
   * Messages are not ordered, not lost and not duplicated; states are kept on the heap; nothing
   * happens but steps; and these run in this process.
   */
  public static final Ports USUAL =
      new Ports(
          messages -> new UnorderedDelivery(),
          HeapStore::new,
          (dictionary, runner) -> Environment.NONE,
          runner -> runner);

  /** The surroundings that an instance declares. */
  public static Ports of(Model model) {
    return of(
        model, model.setting().faults().limits().stream().mapToInt(Faults.Limit::most).toArray());
  }

  /**
   * The surroundings that an instance declares, with smaller budgets of faults.
   *
   * @param budget for each limit, how often it may happen; the states are those of the full budget
   *     except for what is left of it
   */
  public static Ports of(Model model, int[] budget) {
    Setting setting = model.setting();
    Ports ports =
        switch (setting.network()) {
          case UNORDERED -> USUAL;
          case ORDERED -> USUAL.withDelivery(OrderedDelivery::new);
          case PERSISTENT -> USUAL.withDelivery(messages -> new PersistentDelivery());
          case MP -> USUAL.withDelivery(messages -> new BufferedDelivery(true));
          case M_MP -> USUAL.withDelivery(messages -> new BufferedDelivery(false));
        };
    if (setting.faults().isNone() && model.recorded().isEmpty()) {
      return ports;
    }
    return new Ports(
        ports.delivery,
        ports.store,
        (dictionary, runner) -> {
          Participants participants = new Participants(model);
          Environment faulty =
              setting.faults().isNone()
                  ? Environment.NONE
                  : new FaultyEnvironment(setting, budget, participants, dictionary, alike(runner));
          return RecordingEnvironment.around(faulty, model, participants, runner);
        },
        ports.executor);
  }

  /** For each layout, the first one with the same nodes. */
  private static int[] alike(StepRunner runner) {
    int[] first = new int[runner.layoutCount()];
    for (int layout = 0; layout < first.length; layout++) {
      while (!runner.sameNodes(first[layout], layout)) {
        first[layout]++;
      }
    }
    return first;
  }

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
    return new Ports(delivery, store, (dictionary, runner) -> other.apply(dictionary), executor);
  }

  /** The same with another executor. */
  public Ports withExecutor(Function<StepRunner, StepExecutor> other) {
    return new Ports(delivery, store, environment, other);
  }
}
