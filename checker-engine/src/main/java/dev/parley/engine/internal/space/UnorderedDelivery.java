package dev.parley.engine.internal.space;

import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The default delivery, model M of "On Efficient Models for Model Checking Message-Passing
 * Distributed Protocols": an inbox is a multiset; messages are neither ordered nor lost nor
 * duplicated, and stay until consumed. Inboxes and bundles share one table of ascending sequences.
 */
final class UnorderedDelivery implements Delivery {
  private final IntTable bags = new IntTable();
  private int[] scratch = new int[16];

  @Override
  public int empty() {
    return 0;
  }

  @Override
  public int bundle(int[] messages, int length) {
    return bags.intern(messages, length);
  }

  @Override
  public int place(int inbox, int bundle) {
    int left = bags.length(inbox);
    int right = bags.length(bundle);
    require(left + right);
    int i = 0;
    int j = 0;
    while (i + j < left + right) {
      boolean takeLeft = j == right || (i < left && bags.get(inbox, i) <= bags.get(bundle, j));
      scratch[i + j] = takeLeft ? bags.get(inbox, i) : bags.get(bundle, j);
      if (takeLeft) {
        i++;
      } else {
        j++;
      }
    }
    return bags.intern(scratch, left + right);
  }

  @Override
  public int consume(int inbox, int bundle) {
    int length = bags.length(inbox);
    int gone = bags.length(bundle);
    require(length);
    int kept = 0;
    int matched = 0;
    for (int i = 0; i < length; i++) {
      int message = bags.get(inbox, i);
      if (matched < gone && bags.get(bundle, matched) == message) {
        matched++;
      } else {
        scratch[kept++] = message;
      }
    }
    assert matched == gone : "a step consumed what was not there";
    return bags.intern(scratch, kept);
  }

  @Override
  public int[] messages(int bundle) {
    int[] messages = new int[bags.length(bundle)];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = bags.get(bundle, i);
    }
    return messages;
  }

  @Override
  public boolean keepsSendingOrder() {
    return false;
  }

  @Override
  public int[] pending(int inbox) {
    return messages(inbox);
  }

  @Override
  public int[] consumable(int inbox) {
    return Arrays.stream(pending(inbox)).distinct().toArray();
  }

  @Override
  public boolean mayConsume(int inbox, int[] consumed) {
    return true;
  }

  @Override
  public int keep(int inbox, IntPredicate condition) {
    int[] kept = Arrays.stream(pending(inbox)).filter(condition).toArray();
    return bags.intern(kept, kept.length);
  }

  @Override
  public List<Change> ownActions(int inbox) {
    return List.of();
  }

  @Override
  public List<Change> mishaps(ActionKind kind, int inbox) {
    return Arrays.stream(consumable(inbox))
        .mapToObj(message -> new Change(kind, message, after(kind, inbox, message), ""))
        .toList();
  }

  private int after(ActionKind kind, int inbox, int message) {
    int bundle = bundle(new int[] {message}, 1);
    return kind == ActionKind.LOSE ? consume(inbox, bundle) : place(inbox, bundle);
  }

  @Override
  public int rename(int inbox, IntUnaryOperator names) {
    int[] renamed = messages(inbox);
    for (int i = 0; i < renamed.length; i++) {
      renamed[i] = names.applyAsInt(renamed[i]);
    }
    Arrays.sort(renamed);
    return bags.intern(renamed, renamed.length);
  }

  @Override
  public int afterCrash(int inbox) {
    return empty();
  }

  @Override
  public int size() {
    return bags.size();
  }

  @Override
  public Independence independence() {
    return Independence.ALL;
  }

  @Override
  public long bytes() {
    return bags.bytes();
  }

  private void require(int length) {
    if (scratch.length < length) {
      scratch = new int[length * 2];
    }
  }
}
