package dev.parley.engine.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * States on the heap, and on disk where that has no room for them. A reference is the state itself,
 * packed into a long.
 *
 * <p>The parts' numbers grow during the search, and a packing has limited room. A successor that
 * does not fit gets a reference below 0: its place in the list of <b>loose</b> states, which keeps
 * all their parts. The next time states are added, the store packs everything anew with more room:
 * visited states, queues, lists and the current edges. The room doubles each time, so this is rare,
 * and nobody outside notices. Rejected: packing anew at once, in the middle of an expansion. The
 * expansion would have to start again and undo what it has counted.
 *
 * <p>Visited states are in a {@link VisitedSet} until that takes two fifths of the memory there is,
 * then in a {@link CompactSet}, which takes a third of the memory for each state and makes a search
 * half as fast. So a search that fits runs at full speed, and one that does not reaches three times
 * as many states. If that one takes as much again and there is a {@link Spill}, its tables are
 * moved to {@link Pages} of a file, and so is what waits in the middle of queues; the system's
 * cache is the memory then. While states are moved, each piece of the large set is given up after
 * it was emptied.
 */
public final class HeapStore implements ParallelStore, StateView {
  /** How much of the memory a set may take that is made for speed. */
  private static final double ROOMY = 0.4;

  /** After so many states that were added one by one, the memory is looked at. */
  private static final long OFTEN = 1 << 14;

  private final IntUnaryOperator counts;
  private final boolean remembers;
  private final int[] scratch;
  private final List<LongQueue> queues = new ArrayList<>();
  private final List<LongList> lists = new ArrayList<>();
  private final List<int[]> loose = new ArrayList<>();
  private KeySet visited;
  private Packing packing;
  private int[] opened;
  private long added;
  private int generation;
  private boolean compact;
  private long roomy = Long.MAX_VALUE;
  private final Spill spill;

  /** Null as long as all states are on the heap. */
  private Pages disk;

  /** See {@link StoreFactory#create}. */
  public HeapStore(int parts, IntUnaryOperator counts, boolean remembers) {
    this(parts, counts, remembers, Spill.usual());
  }

  /** The same with another place for what the memory has no room for. */
  public HeapStore(int parts, IntUnaryOperator counts, boolean remembers, Spill spill) {
    this.spill = spill;
    this.counts = counts;
    this.remembers = remembers;
    this.scratch = new int[parts];
    this.packing = newPacking();
    this.visited = newSet();
  }

  private Packing newPacking() {
    int[] now = new int[scratch.length];
    Arrays.setAll(now, counts);
    return WordPacking.forCounts(now)
        .<Packing>map(word -> word)
        .orElseGet(() -> new TreePacking(now.length));
  }

  private KeySet newSet() {
    return compact ? new CompactSet(this::code, disk) : new VisitedSet();
  }

  private KeyCode code() {
    int[] now = new int[scratch.length];
    Arrays.setAll(now, counts);
    return packing.code(now);
  }

  @Override
  public StateView view() {
    return this;
  }

  @Override
  public void open(long state, int[] parts) {
    if (state < 0) {
      System.arraycopy(loose.get((int) ~state), 0, parts, 0, parts.length);
    } else {
      packing.open(state, parts);
      opened = parts;
    }
  }

  @Override
  public long successor(int[] parts, int[] values, int count) {
    long key = packing.successor(parts, values, count);
    return key >= 0 ? key : looseSuccessor(parts, values, count);
  }

  private long looseSuccessor(int[] parts, int[] values, int count) {
    int[] state = opened.clone();
    for (int i = 0; i < count; i++) {
      state[parts[i]] = values[i];
    }
    return keepLoose(state);
  }

  @Override
  public long refer(int[] parts) {
    long key = packing.pack(parts);
    return key >= 0 ? key : keepLoose(parts.clone());
  }

  private long keepLoose(int[] state) {
    loose.add(state);
    return ~(long) (loose.size() - 1);
  }

  @Override
  public void keepWithin(long bytes) {
    roomy = Math.min(roomy, (long) (bytes * ROOMY));
  }

  private void saveMemoryIfShort() {
    if (!compact && visited.bytes() > roomy) {
      saveMemory();
    }
    if (compact && disk == null && spill.isOn() && bytes() > roomy) {
      disk = new Pages(spill);
      ((CompactSet) visited).moveTo(disk);
      queues.forEach(queue -> queue.spillTo(disk));
    }
  }

  @Override
  public Optional<String> lackOfRoom() {
    return disk == null ? Optional.empty() : disk.isFull();
  }

  /** Whether states are on disk. */
  public boolean hasSpilled() {
    return disk != null && disk.bytes() > 0;
  }

  /** Moves all visited states to a set that takes a third of the memory and more time. */
  private void saveMemory() {
    KeySet large = visited;
    compact = true;
    visited = newSet();
    large.drain(visited::add);
  }

  @Override
  public long add(long state) {
    long[] lasting = {state};
    if (!loose.isEmpty()) {
      packAnew(translation -> lasting[0] = translation.applyAsLong(state));
    }
    if (!remembers || visited.add(lasting[0])) {
      added++;
      if (remembers && added % OFTEN == 0) {
        saveMemoryIfShort();
      }
    }
    return lasting[0];
  }

  @Override
  public void addAll(Edges edges) {
    prepare(edges);
    int count = edges.size();
    if (remembers) {
      visited.addAll(edges.states(), count, edges.fresh());
      saveMemoryIfShort();
    } else {
      Arrays.fill(edges.fresh(), 0, count, true);
      added += count;
    }
  }

  @Override
  public void dropKnown(Edges edges) {
    if (!remembers || !loose.isEmpty()) {
      return;
    }
    int count = edges.size();
    boolean[] known = edges.fresh();
    visited.lookUp(edges.states(), count, known);
    int left = 0;
    for (int edge = 0; edge < count; edge++) {
      if (!known[edge]) {
        edges.move(edge, left++);
      }
    }
    edges.cut(left);
    edges.known(count - left);
  }

  @Override
  public Optional<ParallelStore> parallel() {
    return remembers ? Optional.of(this) : Optional.empty();
  }

  @Override
  public StateView newReader() {
    return new Reader();
  }

  /** Sees states through the packing of the day. */
  private final class Reader implements StateView {
    private Packing own;
    private int seen = -1;

    @Override
    public void open(long state, int[] parts) {
      if (seen != generation) {
        own = packing.reader();
        seen = generation;
      }
      own.open(state, parts);
    }

    @Override
    public long successor(int[] parts, int[] values, int count) {
      return own.successor(parts, values, count);
    }

    @Override
    public long refer(int[] parts) {
      throw new UnsupportedOperationException("a reader does not add states");
    }
  }

  @Override
  public void prepare(Edges edges) {
    if (!loose.isEmpty()) {
      packAnew(edges::replaceStates);
    }
  }

  @Override
  public int addShare(Edges edges, int share, int shares, IntConsumer taker) {
    return visited.addShare(edges, share, shares, taker);
  }

  @Override
  public void settle(long added) {
    visited.settle(added);
    saveMemoryIfShort();
  }

  /** Holds references of this store. */
  private interface Holder {
    void replace(LongUnaryOperator translation);
  }

  private void packAnew(Holder holder) {
    Packing old = packing;
    Packing wider = newPacking();
    LongUnaryOperator translation =
        state -> {
          if (state < 0) {
            return wider.pack(loose.get((int) ~state));
          }
          old.open(state, scratch);
          return wider.pack(scratch);
        };
    packing = wider;
    KeySet translated = newSet();
    visited.drain(state -> translated.add(translation.applyAsLong(state)));
    visited = translated;
    queues.forEach(queue -> queue.replaceAll(translation));
    lists.forEach(list -> list.replaceAll(translation));
    holder.replace(translation);
    loose.clear();
    generation++;
  }

  /** Whether memory was short. */
  boolean isCompact() {
    return compact;
  }

  @Override
  public int generation() {
    return generation;
  }

  @Override
  public long size() {
    return remembers ? visited.size() : added;
  }

  @Override
  public boolean tellsAll() {
    return remembers;
  }

  @Override
  public void forEach(LongConsumer consumer) {
    visited.forEach(consumer);
  }

  @Override
  public StateQueue newQueue() {
    LongQueue queue = new LongQueue();
    if (disk != null) {
      queue.spillTo(disk);
    }
    queues.add(queue);
    return queue;
  }

  @Override
  public StateList newList() {
    LongList list = new LongList();
    lists.add(list);
    return list;
  }

  @Override
  public long bytes() {
    return visited.bytes()
        + packing.bytes()
        + queues.stream().mapToLong(LongQueue::bytes).sum()
        + lists.stream().mapToLong(LongList::bytes).sum();
  }
}
