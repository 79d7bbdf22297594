package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.model.Handler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * The sets of messages a handler could consume, before its guard is asked: the empty set for a
 * spontaneous step, each accepted message for a single-message handler, each set of accepted
 * messages from pairwise different senders for a quorum handler. How large a quorum is gets asked
 * only if there is something to consume; if asking throws, that is the one step there is, with
 * nothing consumed.
 */
public final class Candidates {
  private final List<int[]> bySender;
  private final int size;
  private final boolean orMore;
  private final int[] chosen;
  private final Consumer<int[]> consumer;
  private final BooleanSupplier enough;

  private Candidates(
      List<int[]> bySender,
      int size,
      boolean orMore,
      Consumer<int[]> consumer,
      BooleanSupplier enough) {
    this.bySender = bySender;
    this.size = size;
    this.orMore = orMore;
    this.chosen = new int[bySender.size()];
    this.consumer = consumer;
    this.enough = enough;
  }

  /** The sets, each ascending, in a fixed order. */
  static List<int[]> of(
      Handler handler, int[] consumable, Messages messages, IntSupplier quorumSize) {
    return of(handler, consumable, messages, quorumSize, Integer.MAX_VALUE);
  }

  /**
   * The same for an analysis that gives up if there are too many.
   *
   * @param handler the handler
   * @param consumable the envelopes it could consume
   * @param messages what is in them
   * @param quorumSize the size of a quorum
   * @param limit if there are more sets than this, one more is enough
   * @return the sets
   */
  public static List<int[]> of(
      Handler handler, int[] consumable, Messages messages, IntSupplier quorumSize, int limit) {
    List<int[]> sets = new ArrayList<>();
    switch (handler.kind()) {
      case STEP -> sets.add(new int[0]);
      case SINGLE -> {
        for (int envelope : consumable) {
          if (handler.messageType().isAssignableFrom(messages.type(envelope))) {
            sets.add(new int[] {envelope});
          }
        }
      }
      case QUORUM -> {
        boolean orMore = handler.size().orElseThrow().orMore();
        List<int[]> bySender = bySender(handler, consumable, messages);
        int size = bySender.isEmpty() ? 1 : quorumSize.getAsInt();
        if (size == StepExecutor.SIZE_THREW) {
          sets.add(new int[0]);
        } else if (bySender.size() >= size) {
          new Candidates(bySender, size, orMore, sets::add, () -> sets.size() > limit).choose(0, 0);
        }
      }
    }
    return sets;
  }

  /** The accepted messages, grouped by sender. */
  private static List<int[]> bySender(Handler handler, int[] consumable, Messages messages) {
    Map<Integer, int[]> groups = new TreeMap<>();
    for (int envelope : consumable) {
      if (handler.messageType().isAssignableFrom(messages.type(envelope))) {
        groups.merge(messages.sender(envelope), new int[] {envelope}, Candidates::concat);
      }
    }
    return List.copyOf(groups.values());
  }

  private static int[] concat(int[] left, int[] right) {
    int[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }

  private void choose(int sender, int count) {
    if (enough.getAsBoolean()) {
      return;
    }
    if (sender == bySender.size() || (count == size && !orMore)) {
      if (count >= size) {
        int[] set = Arrays.copyOf(chosen, count);
        Arrays.sort(set);
        consumer.accept(set);
      }
      return;
    }
    for (int envelope : bySender.get(sender)) {
      chosen[count] = envelope;
      choose(sender + 1, count + 1);
    }
    if (count + bySender.size() - sender - 1 >= size) {
      choose(sender + 1, count);
    }
  }
}
