package dev.parley.engine.internal.space;

import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What was sent to a node is a set that only grows: consuming takes nothing away, and sending what
 * is there changes nothing. Inboxes and bundles are ascending sequences; only bundles repeat a
 * message.
 *
 * <p><b>Reductions.</b> A step takes nothing away from anybody, and what it sends only adds. So
 * steps of different nodes commute, and one can enable another by sending only. But a step can be
 * taken again and again, and may lead from a state to that state. Cycles are therefore looked for
 * among local states alone ({@code Cycles}), and a message whose consumption has no effect must not
 * go first, because that could go on for ever. Nor is it dropped: while it is there, a state is not
 * terminal. What no step will ever consume can be dropped.
 */
final class PersistentDelivery implements Delivery {
  private final IntTable sets = new IntTable();

  @Override
  public int empty() {
    return 0;
  }

  @Override
  public int bundle(int[] messages, int length) {
    return sets.intern(messages, length);
  }

  @Override
  public int[] messages(int bundle) {
    int[] all = new int[sets.length(bundle)];
    for (int i = 0; i < all.length; i++) {
      all[i] = sets.get(bundle, i);
    }
    return all;
  }

  @Override
  public boolean keepsSendingOrder() {
    return false;
  }

  @Override
  public int place(int inbox, int bundle) {
    return intern(
        IntStream.concat(Arrays.stream(messages(inbox)), Arrays.stream(messages(bundle)))
            .sorted()
            .distinct()
            .toArray());
  }

  private int intern(int[] set) {
    return sets.intern(set, set.length);
  }

  @Override
  public int consume(int inbox, int bundle) {
    return inbox;
  }

  @Override
  public int[] pending(int inbox) {
    return messages(inbox);
  }

  @Override
  public int[] consumable(int inbox) {
    return messages(inbox);
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

  /** A message that is not received may as well be lost, and one copy is as good as two. */
  @Override
  public List<Change> mishaps(ActionKind kind, int inbox) {
    return List.of();
  }

  @Override
  public int rename(int inbox, IntUnaryOperator names) {
    return intern(Arrays.stream(messages(inbox)).map(names).sorted().toArray());
  }

  @Override
  public int afterCrash(int inbox) {
    return inbox;
  }

  @Override
  public Independence independence() {
    return Independence.ALL.without(
        Assumption.CONSUMED_IS_GONE, "messages stay after they were received");
  }

  @Override
  public int size() {
    return sets.size();
  }

  @Override
  public long bytes() {
    return sets.bytes();
  }
}
