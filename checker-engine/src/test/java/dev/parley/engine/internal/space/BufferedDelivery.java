package dev.parley.engine.internal.space;

import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What is sent waits in a buffer until the network delivers it, message by message: model M-MP. To
 * show that a delivery can have actions of its own.
 */
public final class BufferedDelivery implements Delivery {
  /** Inboxes: a message that waits in the buffer is an even number, one that has arrived odd. */
  private final UnorderedDelivery inboxes = new UnorderedDelivery();

  private final UnorderedDelivery bundles = new UnorderedDelivery();

  @Override
  public int empty() {
    return 0;
  }

  @Override
  public int bundle(int[] messages, int length) {
    return bundles.bundle(messages, length);
  }

  @Override
  public int[] messages(int bundle) {
    return bundles.messages(bundle);
  }

  @Override
  public boolean keepsSendingOrder() {
    return false;
  }

  private int marked(int bundle, int arrived) {
    int[] marked = Arrays.stream(messages(bundle)).map(m -> 2 * m + arrived).toArray();
    return inboxes.bundle(marked, marked.length);
  }

  @Override
  public int place(int inbox, int bundle) {
    return inboxes.place(inbox, marked(bundle, 0));
  }

  @Override
  public int consume(int inbox, int bundle) {
    return inboxes.consume(inbox, marked(bundle, 1));
  }

  @Override
  public int[] pending(int inbox) {
    return Arrays.stream(inboxes.pending(inbox)).map(m -> m / 2).sorted().toArray();
  }

  @Override
  public int[] consumable(int inbox) {
    return Arrays.stream(inboxes.consumable(inbox))
        .filter(m -> m % 2 == 1)
        .map(m -> m / 2)
        .toArray();
  }

  @Override
  public boolean mayConsume(int inbox, int[] consumed) {
    return true;
  }

  @Override
  public int keep(int inbox, IntPredicate condition) {
    return inboxes.keep(inbox, marked -> condition.test(marked / 2));
  }

  @Override
  public List<Change> ownActions(int inbox) {
    return Arrays.stream(inboxes.consumable(inbox))
        .filter(m -> m % 2 == 0)
        .mapToObj(m -> new Change(ActionKind.DELIVER, m / 2, delivered(inbox, m)))
        .toList();
  }

  private int delivered(int inbox, int waiting) {
    int rest = inboxes.consume(inbox, inboxes.bundle(new int[] {waiting}, 1));
    return inboxes.place(rest, inboxes.bundle(new int[] {waiting + 1}, 1));
  }

  @Override
  public int size() {
    return inboxes.size() + bundles.size();
  }

  @Override
  public long bytes() {
    return inboxes.bytes() + bundles.bytes();
  }
}
