package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Edges;
import dev.parley.engine.internal.store.LongQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Nearest first. States leave in batches of one level, so that their successors can be looked up
 * side by side.
 *
 * <p>By default nothing is remembered of a state once it was expanded. To tell the path to a state
 * the frontier must record every state with its predecessor, which costs twelve bytes a state; the
 * search turns that on only for a second run, when it knows there is something to tell.
 */
final class BreadthFirst implements Frontier {
  private static final int BATCH_EDGES = 1024;
  private static final int BATCH_STATES = 256;

  private final Expander expander;
  private final long depthLimit;
  private final LongQueue queue = new LongQueue();
  private final Record record;

  private final long[] batch = new long[BATCH_STATES];
  private int batchSize;
  private long batchStart;
  private long taken;
  private long depth = -1;
  private long leftInLevel;
  private final List<Long> levels = new ArrayList<>();
  private boolean cut;

  /** Every state in the order of discovery, with its predecessor's place in that order. */
  private static final class Record {
    private long[] keys = new long[1024];
    private int[] parents = new int[1024];
    private int size;

    void add(long key, long parent) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        parents = Arrays.copyOf(parents, size * 2);
      }
      keys[size] = key;
      parents[size++] = (int) parent;
    }

    void rekey(LongUnaryOperator translation) {
      for (int i = 0; i < size; i++) {
        keys[i] = translation.applyAsLong(keys[i]);
      }
    }

    List<Long> pathTo(long key) {
      int at = size - 1;
      while (at >= 0 && keys[at] != key) {
        at--;
      }
      List<Long> path = new ArrayList<>();
      for (; at >= 0; at = parents[at]) {
        path.add(keys[at]);
      }
      Collections.reverse(path);
      return path;
    }
  }

  BreadthFirst(Expander expander, long depthLimit, boolean recordPaths) {
    this.expander = expander;
    this.depthLimit = depthLimit;
    this.record = recordPaths ? new Record() : null;
  }

  @Override
  public void begin(long initial) {
    queue.add(initial);
    remember(initial, -1);
  }

  @Override
  public boolean next(Edges edges) {
    if (leftInLevel == 0) {
      leftInLevel = queue.size();
      if (leftInLevel == 0) {
        return false;
      }
      depth++;
      levels.add(leftInLevel);
    }
    edges.clear();
    batchStart = taken;
    batchSize = 0;
    while (leftInLevel > 0 && batchSize < BATCH_STATES && edges.size() < BATCH_EDGES) {
      batch[batchSize++] = queue.take();
      leftInLevel--;
      taken++;
      if (!expander.expand(batch[batchSize - 1], edges)) {
        expandAgain(edges);
      }
    }
    if (depth == depthLimit) {
      dropTransitions(edges);
    }
    return true;
  }

  /** The keys of the batch were translated along with the rest; their edges are made anew. */
  private void expandAgain(Edges edges) {
    boolean expanded = false;
    while (!expanded) {
      edges.clear();
      expanded = true;
      for (int i = 0; i < batchSize && expanded; i++) {
        expanded = expander.expand(batch[i], edges);
      }
    }
  }

  /** States at the greatest depth allowed are judged, not expanded. */
  private void dropTransitions(Edges edges) {
    cut |= edges.size() > 0 || edges.thrown().isPresent();
    edges.dropTransitions();
  }

  @Override
  public void push(Edges edges, int edge) {
    queue.add(edges.key(edge));
    remember(edges.key(edge), batchStart + edges.source(edge));
  }

  private void remember(long key, long parent) {
    if (record != null) {
      record.add(key, parent);
    }
  }

  @Override
  public long depth() {
    return depth;
  }

  @Override
  public long greatestDepth() {
    return queue.size() > leftInLevel ? depth + 1 : depth;
  }

  @Override
  public List<Long> statesByDepth() {
    List<Long> all = new ArrayList<>(levels);
    if (queue.size() > leftInLevel) {
      all.add(queue.size() - leftInLevel);
    }
    return all;
  }

  @Override
  public long size() {
    return queue.size();
  }

  @Override
  public long pushes() {
    return 0;
  }

  @Override
  public long peakStack() {
    return 0;
  }

  @Override
  public boolean cut() {
    return cut;
  }

  @Override
  public void rekey(LongUnaryOperator translation) {
    if (record != null) {
      record.rekey(translation);
    }
    queue.replaceAll(translation);
    for (int i = 0; i < batchSize; i++) {
      batch[i] = translation.applyAsLong(batch[i]);
    }
  }

  @Override
  public List<Long> pathTo(long expanded) {
    return record == null ? List.of() : record.pathTo(expanded);
  }

  @Override
  public long bytes() {
    return queue.bytes() + (record == null ? 0 : 12L * record.keys.length);
  }
}
