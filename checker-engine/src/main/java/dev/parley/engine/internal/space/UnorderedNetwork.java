package dev.parley.engine.internal.space;

import dev.parley.engine.internal.store.IntTable;
import java.util.Arrays;

/**
 * The default network, model M of "On Efficient Models for Model Checking Message-Passing
 * Distributed Protocols": an inbox is a multiset; messages are neither ordered nor lost nor
 * duplicated, and stay until consumed. Inboxes and bundles share one table of ascending sequences.
 */
final class UnorderedNetwork implements Network {
  private final IntTable bags = new IntTable();
  private int[] scratch = new int[16];

  @Override
  public int empty() {
    return 0;
  }

  @Override
  public int bundle(int[] envelopes, int length) {
    return bags.intern(envelopes, length);
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
      int envelope = bags.get(inbox, i);
      if (matched < gone && bags.get(bundle, matched) == envelope) {
        matched++;
      } else {
        scratch[kept++] = envelope;
      }
    }
    assert matched == gone : "a step consumed what was not there";
    return bags.intern(scratch, kept);
  }

  @Override
  public int[] envelopes(int inboxOrBundle) {
    int[] envelopes = new int[bags.length(inboxOrBundle)];
    for (int i = 0; i < envelopes.length; i++) {
      envelopes[i] = bags.get(inboxOrBundle, i);
    }
    return envelopes;
  }

  @Override
  public int[] consumable(int inbox) {
    return Arrays.stream(envelopes(inbox)).distinct().toArray();
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
