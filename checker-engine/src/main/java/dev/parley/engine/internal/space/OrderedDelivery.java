package dev.parley.engine.internal.space;

import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * One queue for each sender: a step may take the head of any. An inbox is its queues one after the
 * other, by sender, so two inboxes are equal if all their queues are.
 *
 * <p><b>Reductions.</b> Each sender has a queue of its own. So what different nodes send to one
 * goes to different queues, in either order, and what one node sends goes behind what its receiver
 * takes from the head: steps of different nodes commute, and none takes anything away from another
 * node. The order in which one node sends matters, but its steps count as dependent anyway. A
 * message that is not at the head is kept from being consumed by those before it, and these go by
 * steps of the receiver alone. So partial-order reduction needs nothing more than on the unordered
 * network: what a stubborn set must contain is decided by which messages are still to be
 * <i>sent</i>, wherever in its queue a message stands that is pending.
 *
 * <p>A message cannot be consumed while others stand before it, and keeps those behind it from
 * being consumed. So none goes first because it is without effect, and none is dropped: a dead
 * message may hold up its queue for ever.
 */
final class OrderedDelivery implements Delivery {
  private final Messages messages;

  /** Bundles in the order of sending; inboxes as queue after queue. */
  private final IntTable sequences = new IntTable();

  OrderedDelivery(Messages messages) {
    this.messages = messages;
  }

  @Override
  public int empty() {
    return 0;
  }

  @Override
  public int bundle(int[] bundled, int length) {
    return sequences.intern(bundled, length);
  }

  @Override
  public int[] messages(int bundle) {
    int[] all = new int[sequences.length(bundle)];
    for (int i = 0; i < all.length; i++) {
      all[i] = sequences.get(bundle, i);
    }
    return all;
  }

  @Override
  public boolean keepsSendingOrder() {
    return true;
  }

  /** A bundle has one sender, whose queue it lengthens. */
  @Override
  public int place(int inbox, int bundle) {
    int[] sent = messages(bundle);
    if (sent.length == 0) {
      return inbox;
    }
    int[] before = messages(inbox);
    int at = 0;
    while (at < before.length && messages.sender(before[at]) <= messages.sender(sent[0])) {
      at++;
    }
    return intern(with(before, at, sent));
  }

  private int intern(int[] queues) {
    return sequences.intern(queues, queues.length);
  }

  private static int[] with(int[] all, int at, int[] inserted) {
    int[] more = Arrays.copyOf(all, all.length + inserted.length);
    System.arraycopy(inserted, 0, more, at, inserted.length);
    System.arraycopy(all, at, more, at + inserted.length, all.length - at);
    return more;
  }

  private static int[] without(int[] all, int at) {
    int[] fewer = Arrays.copyOf(all, all.length - 1);
    System.arraycopy(all, at + 1, fewer, at, all.length - at - 1);
    return fewer;
  }

  private boolean isHead(int[] queues, int at) {
    return at == 0 || messages.sender(queues[at - 1]) != messages.sender(queues[at]);
  }

  @Override
  public int consume(int inbox, int bundle) {
    int[] left = messages(inbox);
    for (int message : messages(bundle)) {
      int at = 0;
      while (at < left.length && !(left[at] == message && isHead(left, at))) {
        at++;
      }
      if (at == left.length) {
        throw new IllegalStateException("a step takes what is not at the head of a queue");
      }
      left = without(left, at);
    }
    return intern(left);
  }

  @Override
  public int[] pending(int inbox) {
    int[] all = messages(inbox);
    Arrays.sort(all);
    return all;
  }

  @Override
  public int[] consumable(int inbox) {
    int[] queues = messages(inbox);
    return IntStream.range(0, queues.length)
        .filter(at -> isHead(queues, at))
        .map(at -> queues[at])
        .sorted()
        .toArray();
  }

  @Override
  public boolean mayConsume(int inbox, int[] consumed) {
    return true;
  }

  @Override
  public int keep(int inbox, IntPredicate condition) {
    return intern(Arrays.stream(messages(inbox)).filter(condition).toArray());
  }

  @Override
  public List<Change> ownActions(int inbox) {
    return List.of();
  }

  /** A copy stands next to its original. */
  @Override
  public List<Change> mishaps(ActionKind kind, int inbox) {
    int[] queues = messages(inbox);
    List<Change> changes = new ArrayList<>();
    Set<Integer> results = new HashSet<>();
    int position = 0;
    for (int at = 0; at < queues.length; at++) {
      position = isHead(queues, at) ? 1 : position + 1;
      int[] copy = {queues[at]};
      int after = intern(kind == ActionKind.LOSE ? without(queues, at) : with(queues, at, copy));
      if (results.add(after)) {
        changes.add(new Change(kind, queues[at], after, "number " + position + " of its queue"));
      }
    }
    return changes;
  }

  /** Queues stand in the order of their senders, which may change. */
  @Override
  public int rename(int inbox, IntUnaryOperator names) {
    return intern(
        Arrays.stream(messages(inbox))
            .map(names)
            .boxed()
            .sorted(Comparator.comparingInt(messages::sender))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  @Override
  public int afterCrash(int inbox) {
    return empty();
  }

  @Override
  public Independence independence() {
    String blocks = "messages are ordered, and one may block those behind it";
    return Independence.ALL
        .without(Assumption.ALWAYS_CONSUMABLE, blocks)
        .without(Assumption.DROPPABLE, blocks);
  }

  @Override
  public int size() {
    return sequences.size();
  }

  @Override
  public long bytes() {
    return sequences.bytes();
  }
}
