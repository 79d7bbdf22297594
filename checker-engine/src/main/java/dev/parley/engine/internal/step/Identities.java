package dev.parley.engine.internal.step;

import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntSequence;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Numbers the local states of one node, or the contents of messages, and knows which of them differ
 * only in auxiliary content.
 *
 * <p>Each has two identities: full, and relevant, which leaves auxiliary content out. The first
 * with a relevant identity is the <b>representative</b> of all that share it; the others are its
 * variants. A search on relevant states deals in representatives only, so that auxiliary content
 * costs it nothing. This is sound by Definition 1 of "Efficient Verification of Distributed
 * Protocols Using Stateful Model Checking" (Saissi et al., section III-A); the definition is not
 * trusted, but checked on the variants as they appear.
 *
 * <p>Relevant identities are kept only from the moment auxiliary content is met. Until then both
 * identities are the same bytes, and keeping them twice would double the memory of protocols that
 * have none.
 */
final class Identities {
  private final ByteTable full = new ByteTable();
  private final ByteTable relevant = new ByteTable();
  private boolean decomposed;

  /** By full number: the relevant one. By relevant number: the representative. */
  private int[] relevantOf = new int[32];

  private int[] representatives = new int[32];
  private int related;
  private int representedCount;

  private final IntSequence variants = new IntSequence();

  /**
   * Those not known to be the same when restored. One that is not stays here, so that whoever
   * captures it next fails as well: a trial run that met it first must not hide it from the search.
   */
  private final BitSet untested = new BitSet();

  /** Whether it is still to be shown that one is the same when restored. */
  boolean isUntested(int number) {
    return untested.get(number);
  }

  /** Notes one that was never captured before. */
  void isNew(int number) {
    untested.set(number);
  }

  /** Notes that one is the same when restored. */
  void isRestorable(int number) {
    untested.clear(number);
  }

  /** The full identities. */
  ByteTable full() {
    return full;
  }

  /** Starts to keep relevant identities; those so far are the full ones. */
  void decompose() {
    if (!decomposed) {
      decomposed = true;
      for (int local = 0; local < full.size(); local++) {
        byte[] bytes =
            Arrays.copyOfRange(
                full.array(local), full.offset(local), full.offset(local) + full.length(local));
        relate(bytes, bytes.length);
      }
    }
  }

  /** Whether auxiliary content was met. */
  boolean isDecomposed() {
    return decomposed;
  }

  /** Whether the newest one still lacks its relevant identity. */
  boolean lacksRelevant() {
    return decomposed && related < full.size();
  }

  /** Tells the relevant identity of the newest one. */
  void relate(byte[] bytes, int length) {
    int local = related++;
    int identity = relevant.intern(bytes, length);
    if (local == relevantOf.length) {
      relevantOf = Arrays.copyOf(relevantOf, local * 2);
      representatives = Arrays.copyOf(representatives, local * 2);
    }
    relevantOf[local] = identity;
    if (identity == representedCount) {
      representatives[representedCount++] = local;
    } else {
      variants.add(local);
    }
  }

  /** The first one that differs only in auxiliary content. */
  int representative(int local) {
    return decomposed ? representatives[relevantOf[local]] : local;
  }

  /** How many are not representatives. */
  int variantCount() {
    return variants.size();
  }

  /** One that is not a representative, in order of appearance. */
  int variant(int index) {
    return variants.get(index);
  }

  long bytes() {
    return full.bytes() + relevant.bytes() + 4L * (relevantOf.length + representatives.length);
  }
}
