package dev.parley.engine.internal.store;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * A set of keys in few bytes each, exact. A {@link KeyCode} numbers the keys densely, a {@link
 * Scramble} spreads the numbers, their upper bits choose one of many {@link CompactTable}s, and
 * their lower bits go there. Each of the three steps can be undone, so two keys are confused
 * nowhere.
 *
 * <p>A code covers little more than the values that were in use when it was made. Keys with other
 * values are <b>outsiders</b> and kept whole. When there are too many of them, a new code is made
 * and all keys are entered anew, table by table, so that never more than one table is there twice.
 * Whether a key is an outsider depends on the code alone, so a key is looked for in one of the two
 * places only.
 */
final class CompactSet implements KeySet {
  private static final int TABLE_BITS = 10;
  private static final int TABLES = 1 << TABLE_BITS;
  private static final int FIRST_CAPACITY = 16;
  private static final int LEAST_BITS = TABLE_BITS + 6;
  private static final int BLOCK = 1 << 10;

  private static final int FEW = 1 << 10;

  /** For so many keys, one outsider is allowed. */
  private static final int SHARE = 16;

  private final Supplier<KeyCode> codes;
  private final Recent recent = new Recent();
  private KeyCode code;
  private Scramble scramble;
  private int numberBits;
  private CompactTable[] tables;

  /** Where tables go; null if they stay on the heap. */
  private Pages disk;

  private VisitedSet outsiders = new VisitedSet();

  /** How many outsiders are allowed in any case. */
  private long most = FEW;

  private long size;
  private final int[] unknown = new int[BLOCK];
  private final long[] numbers = new long[BLOCK];
  private long touched;
  private final long[] touchedBy = new long[TABLES];

  /**
   * An empty set.
   *
   * @param codes makes a code for the values that are in use
   */
  CompactSet(Supplier<KeyCode> codes) {
    this(codes, null);
  }

  /** The same on disk; on the heap if that is null. */
  CompactSet(Supplier<KeyCode> codes, Pages disk) {
    this.codes = codes;
    this.disk = disk;
    start();
  }

  private void start() {
    code = codes.get();
    int bits = Math.max(LEAST_BITS, code.bits());
    scramble = new Scramble(bits);
    numberBits = bits - TABLE_BITS;
    tables = new CompactTable[TABLES];
    for (int table = 0; table < TABLES; table++) {
      // Of different sizes, or all would grow at the same moment.
      tables[table] =
          new CompactTable(numberBits, FIRST_CAPACITY + FIRST_CAPACITY * table / TABLES, disk);
    }
  }

  /** Moves everything to disk, and keeps it there from now on. */
  void moveTo(Pages pages) {
    disk = pages;
    for (int table = 0; table < TABLES; table++) {
      tables[table] = tables[table].on(pages);
    }
  }

  @Override
  public void addAll(long[] keys, int count, boolean[] fresh) {
    for (int from = 0; from < count; from += BLOCK) {
      addBlock(keys, from, Math.min(count, from + BLOCK), fresh);
    }
  }

  private void addBlock(long[] keys, int from, int to, boolean[] fresh) {
    int left = 0;
    long sum = 0;
    for (int i = from; i < to; i++) {
      fresh[i] = false;
      if (recent.isNew(keys[i], Recent.hash(keys[i]))) {
        long number = code.number(keys[i]);
        if (number == KeyCode.NONE) {
          numbers[left] = number;
        } else {
          long spread = scramble.of(number);
          numbers[left] = spread;
          sum += tables[(int) (spread >>> numberBits)].touch(low(spread));
        }
        unknown[left++] = i;
      }
    }
    touched = sum; // Keeps the loads from being optimised away.
    for (int k = 0; k < left; k++) {
      int i = unknown[k];
      fresh[i] = numbers[k] == KeyCode.NONE ? outsiders.add(keys[i]) : addSpread(numbers[k]);
      size += fresh[i] ? 1 : 0;
    }
    makeAnewIfCrowded();
  }

  @Override
  public int addShare(Edges edges, int share, int shares, IntConsumer taker) {
    long[] keys = edges.states();
    boolean[] fresh = edges.fresh();
    int count = edges.size();
    int added = 0;
    int[] own = new int[BLOCK];
    long[] spreads = new long[BLOCK];
    int i = 0;
    while (i < count) {
      int left = 0;
      long sum = 0;
      for (; i < count && left < BLOCK; i++) {
        long number = code.number(keys[i]);
        long spread = number == KeyCode.NONE ? number : scramble.of(number);
        // All outsiders belong to the first share.
        int table = number == KeyCode.NONE ? 0 : (int) (spread >>> numberBits);
        if (table % shares == share) {
          sum += number == KeyCode.NONE ? 0 : tables[table].touch(low(spread));
          spreads[left] = spread;
          own[left++] = i;
        }
      }
      touchedBy[share] = sum;
      for (int k = 0; k < left; k++) {
        int edge = own[k];
        fresh[edge] =
            spreads[k] == KeyCode.NONE ? outsiders.add(keys[edge]) : addSpread(spreads[k]);
        if (fresh[edge]) {
          added++;
          taker.accept(edge);
        }
      }
    }
    return added;
  }

  @Override
  public void settle(long added) {
    size += added;
    makeAnewIfCrowded();
  }

  private long low(long spread) {
    return spread & ((1L << numberBits) - 1);
  }

  private boolean addSpread(long spread) {
    return tables[(int) (spread >>> numberBits)].add(low(spread));
  }

  @Override
  public boolean add(long key) {
    long number = code.number(key);
    boolean fresh = number == KeyCode.NONE ? outsiders.add(key) : addSpread(scramble.of(number));
    size += fresh ? 1 : 0;
    makeAnewIfCrowded();
    return fresh;
  }

  @Override
  public boolean contains(long key) {
    long number = code.number(key);
    if (number == KeyCode.NONE) {
      return outsiders.contains(key);
    }
    long spread = scramble.of(number);
    return tables[(int) (spread >>> numberBits)].contains(low(spread));
  }

  private void makeAnewIfCrowded() {
    if (outsiders.size() > most && outsiders.size() > size / SHARE) {
      CompactSet anew = new CompactSet(codes, disk);
      anew.most = Long.MAX_VALUE;
      drain(anew::add);
      code = anew.code;
      scramble = anew.scramble;
      numberBits = anew.numberBits;
      tables = anew.tables;
      outsiders = anew.outsiders;
      size = anew.size;
      // A code that covers no more than the last one is not asked for again soon.
      most = Math.max(FEW, 2 * outsiders.size());
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long bytes() {
    long bytes = outsiders.bytes() + Recent.BYTES;
    for (CompactTable table : tables) {
      bytes += table.bytes();
    }
    return bytes;
  }

  @Override
  public void forEach(LongConsumer consumer) {
    for (int t = 0; t < TABLES; t++) {
      long upper = (long) t << numberBits;
      tables[t].forEach(low -> consumer.accept(code.key(scramble.back(upper | low))));
    }
    outsiders.forEach(consumer);
  }

  @Override
  public void drain(LongConsumer consumer) {
    size = 0;
    for (int t = 0; t < TABLES; t++) {
      CompactTable table = tables[t];
      long upper = (long) t << numberBits;
      tables[t] = new CompactTable(numberBits, FIRST_CAPACITY, disk);
      table.forEach(low -> consumer.accept(code.key(scramble.back(upper | low))));
      table.free();
    }
    outsiders.drain(consumer);
    recent.clear();
  }
}
