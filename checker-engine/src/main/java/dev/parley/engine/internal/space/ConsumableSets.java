package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.model.Handler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * The sets of messages a handler could consume, before its guard is asked: the empty set for a
 * spontaneous step, each accepted message for a single-message handler, each set of accepted
 * messages from pairwise different senders for a quorum handler. The method for the size of a
 * quorum runs only if there is something to consume. If it throws, that is the only step, and it
 * consumes nothing.
 */
public final class ConsumableSets {
  private final List<int[]> bySender;
  private final int size;
  private final boolean orMore;
  private final int[] chosen;
  private final Predicate<int[]> visitor;

  private ConsumableSets(List<int[]> bySender, int size, boolean orMore, Predicate<int[]> visitor) {
    this.bySender = bySender;
    this.size = size;
    this.orMore = orMore;
    this.chosen = new int[bySender.size()];
    this.visitor = visitor;
  }

  /**
   * Hands out the sets, each ascending, in a fixed order. They are made one at a time: there may be
   * more of them than memory holds.
   *
   * @param visitor takes a set, and tells whether it wants more
   */
  public static void each(
      Handler handler,
      int[] consumable,
      Messages messages,
      IntSupplier quorumSize,
      Predicate<int[]> visitor) {
    switch (handler.kind()) {
      case STEP -> visitor.test(new int[0]);
      case SINGLE -> {
        for (int messageId : consumable) {
          if (handler.messageType().isAssignableFrom(messages.type(messageId))
              && !visitor.test(new int[] {messageId})) {
            return;
          }
        }
      }
      case QUORUM -> {
        boolean orMore = handler.size().orElseThrow().orMore();
        List<int[]> bySender = bySender(handler, consumable, messages);
        int size = bySender.isEmpty() ? 1 : quorumSize.getAsInt();
        if (size == StepExecutor.SIZE_THREW) {
          visitor.test(new int[0]);
        } else if (bySender.size() >= size) {
          new ConsumableSets(bySender, size, orMore, visitor).choose(0, 0);
        }
      }
    }
  }

  /**
   * The sets, for an analysis that gives up if there are too many.
   *
   * @param handler the handler
   * @param consumable the messages it could consume
   * @param messages what is in them
   * @param quorumSize the size of a quorum
   * @param limit if there are more sets than this, one more is enough
   * @return the sets
   */
  public static List<int[]> of(
      Handler handler, int[] consumable, Messages messages, IntSupplier quorumSize, int limit) {
    List<int[]> sets = new ArrayList<>();
    each(
        handler,
        consumable,
        messages,
        quorumSize,
        set -> {
          sets.add(set);
          return sets.size() <= limit;
        });
    return sets;
  }

  /** The accepted messages, grouped by sender. */
  private static List<int[]> bySender(Handler handler, int[] consumable, Messages messages) {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int messageId : consumable) {
      if (handler.messageType().isAssignableFrom(messages.type(messageId))) {
        groups.computeIfAbsent(messages.sender(messageId), s -> new ArrayList<>()).add(messageId);
      }
    }
    return groups.values().stream()
        .map(group -> group.stream().mapToInt(Integer::intValue).toArray())
        .toList();
  }

  /** Returns whether more sets are wanted. */
  private boolean choose(int sender, int count) {
    if (sender == bySender.size() || (count == size && !orMore)) {
      return count < size || visit(count);
    }
    for (int messageId : bySender.get(sender)) {
      chosen[count] = messageId;
      if (!choose(sender + 1, count + 1)) {
        return false;
      }
    }
    return count + bySender.size() - sender - 1 < size || choose(sender + 1, count);
  }

  private boolean visit(int count) {
    int[] set = Arrays.copyOf(chosen, count);
    Arrays.sort(set);
    return visitor.test(set);
  }
}
