package dev.parley.engine.internal.space;

import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What is sent waits in a buffer until the network delivers it, message by message: the models MP
 * and M-MP of "On Efficient Models for Model Checking Message-Passing Distributed Protocols". In MP
 * a step consumes all that has been delivered, in M-MP any part of it.
 *
 * <p>No reduction is used. Without faults, a search on the unordered network gives the same verdict
 * for properties over local states (Corollary 1 there) and visits fewer states.
 */
final class BufferedDelivery implements Delivery {
  private static final int WAITING = 0;
  private static final int DELIVERED = 1;

  /** Inboxes: twice the message's number while it waits, and one more when it is delivered. */
  private final UnorderedDelivery inboxes = new UnorderedDelivery();

  private final UnorderedDelivery bundles = new UnorderedDelivery();
  private final boolean consumesAll;

  /**
   * A delivery.
   *
   * @param consumesAll whether a step must consume all that has been delivered
   */
  BufferedDelivery(boolean consumesAll) {
    this.consumesAll = consumesAll;
  }

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

  private int marked(int bundle, int place) {
    return marked(messages(bundle), place);
  }

  private int marked(int[] messages, int place) {
    int[] marked = Arrays.stream(messages).map(message -> 2 * message + place).toArray();
    return inboxes.bundle(marked, marked.length);
  }

  private IntStream in(int inbox, int place) {
    return Arrays.stream(inboxes.pending(inbox)).filter(m -> m % 2 == place).map(m -> m / 2);
  }

  @Override
  public int place(int inbox, int bundle) {
    return inboxes.place(inbox, marked(bundle, WAITING));
  }

  @Override
  public int consume(int inbox, int bundle) {
    return inboxes.consume(inbox, marked(bundle, DELIVERED));
  }

  @Override
  public int[] pending(int inbox) {
    return Arrays.stream(inboxes.pending(inbox)).map(m -> m / 2).sorted().toArray();
  }

  @Override
  public int[] consumable(int inbox) {
    return in(inbox, DELIVERED).distinct().toArray();
  }

  @Override
  public boolean mayConsume(int inbox, int[] consumed) {
    return !consumesAll || Arrays.equals(in(inbox, DELIVERED).toArray(), consumed);
  }

  @Override
  public int keep(int inbox, IntPredicate condition) {
    return inboxes.keep(inbox, marked -> condition.test(marked / 2));
  }

  @Override
  public List<Change> ownActions(int inbox) {
    return in(inbox, WAITING)
        .distinct()
        .mapToObj(m -> new Change(ActionKind.DELIVER, m, delivered(inbox, m), ""))
        .toList();
  }

  private int delivered(int inbox, int message) {
    int[] one = {message};
    return inboxes.place(inboxes.consume(inbox, marked(one, WAITING)), marked(one, DELIVERED));
  }

  @Override
  public List<Change> mishaps(ActionKind kind, int inbox) {
    return inboxes.mishaps(kind, inbox).stream()
        .map(
            change ->
                new Change(
                    kind,
                    change.message() / 2,
                    change.inbox(),
                    change.message() % 2 == WAITING ? "before delivery" : "after delivery"))
        .toList();
  }

  @Override
  public int rename(int inbox, IntUnaryOperator names) {
    return inboxes.rename(inbox, marked -> 2 * names.applyAsInt(marked / 2) + marked % 2);
  }

  @Override
  public int afterCrash(int inbox) {
    return inboxes.keep(inbox, marked -> marked % 2 == WAITING);
  }

  @Override
  public boolean arrivesAtOnce() {
    return false;
  }

  @Override
  public Independence independence() {
    return Independence.none(
        "the delivery of a message is an event of its own; without faults, the network UNORDERED"
            + " gives the same verdict for properties that look at local states only");
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
