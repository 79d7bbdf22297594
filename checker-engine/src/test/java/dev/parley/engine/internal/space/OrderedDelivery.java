package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.store.IntTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One queue for each sender: a step may take the head of any. To show that a delivery is a part
 * that can be replaced; it is not made to be fast.
 */
public final class OrderedDelivery implements Delivery {
  private final Messages messages;

  /** Bundles as they come; inboxes as queue after queue, by sender. */
  private final IntTable sequences = new IntTable();

  /** A delivery of these messages. */
  public OrderedDelivery(Messages messages) {
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
    return IntStream.range(0, sequences.length(bundle))
        .map(i -> sequences.get(bundle, i))
        .toArray();
  }

  @Override
  public boolean keepsSendingOrder() {
    return true;
  }

  @Override
  public int place(int inbox, int bundle) {
    return inbox(IntStream.concat(Arrays.stream(messages(inbox)), Arrays.stream(messages(bundle))));
  }

  /** Sorting is stable, so each queue keeps its order. */
  private int inbox(IntStream arrived) {
    int[] queues =
        arrived
            .boxed()
            .sorted(Comparator.comparingInt(messages::sender))
            .mapToInt(Integer::intValue)
            .toArray();
    return sequences.intern(queues, queues.length);
  }

  @Override
  public int consume(int inbox, int bundle) {
    List<Integer> left = new ArrayList<>(Arrays.stream(messages(inbox)).boxed().toList());
    for (int message : messages(bundle)) {
      if (!heads(inbox).containsValue(message)) {
        throw new IllegalStateException("a step takes what is not at the head of a queue");
      }
      left.remove(Integer.valueOf(message));
    }
    return inbox(left.stream().mapToInt(Integer::intValue));
  }

  private TreeMap<Integer, Integer> heads(int inbox) {
    TreeMap<Integer, Integer> heads = new TreeMap<>();
    for (int message : messages(inbox)) {
      heads.putIfAbsent(messages.sender(message), message);
    }
    return heads;
  }

  @Override
  public int[] pending(int inbox) {
    return Arrays.stream(messages(inbox)).sorted().toArray();
  }

  @Override
  public int[] consumable(int inbox) {
    return heads(inbox).values().stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  @Override
  public boolean mayConsume(int inbox, int[] consumed) {
    return true;
  }

  @Override
  public int keep(int inbox, IntPredicate condition) {
    return inbox(Arrays.stream(messages(inbox)).filter(condition));
  }

  @Override
  public List<Change> ownActions(int inbox) {
    return List.of();
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
