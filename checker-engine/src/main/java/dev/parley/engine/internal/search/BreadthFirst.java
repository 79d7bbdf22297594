package dev.parley.engine.internal.search;

import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.StateList;
import dev.parley.engine.internal.store.StateQueue;
import dev.parley.engine.internal.store.StateStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Nearest first. States leave in batches of one level, so that their successors can be looked up
 * side by side.
 *
 * <p>By default a state is forgotten after it was expanded. To find the path to a state, the
 * frontier must record every state with its predecessor, which costs twelve bytes a state. Only a
 * second search does so, after a violation was found.
 */
final class BreadthFirst implements Frontier {
  private static final int BATCH_EDGES = 1024;
  private static final int BATCH_STATES = 256;

  private final Expander expander;
  private final long depthLimit;
  private final StateQueue queue;
  private final Record record;

  private final int largeLevel;
  private final int largeBatch;
  private long[] batch = new long[0];
  private long batchStart;
  private long taken;
  private long depth = -1;
  private long leftInLevel;
  private final List<Long> levels = new ArrayList<>();
  private boolean cut;

  /** Every state in the order of discovery, with its predecessor's place in that order. */
  private record Record(StateList states, IntSequence parents) {
    void add(long state, long parent) {
      states.add(state);
      parents.add((int) parent);
    }

    List<Long> pathTo(long state) {
      int at = states.size() - 1;
      while (at >= 0 && states.get(at) != state) {
        at--;
      }
      List<Long> path = new ArrayList<>();
      for (; at >= 0; at = parents.get(at)) {
        path.add(states.get(at));
      }
      Collections.reverse(path);
      return path;
    }
  }

  BreadthFirst(
      Expander expander, StateStore store, boolean recordPaths, long depthLimit, Workforce force) {
    this.expander = expander;
    this.depthLimit = depthLimit;
    this.largeLevel = force.level();
    this.largeBatch = force.batch();
    this.queue = store.newQueue();
    this.record = recordPaths ? new Record(store.newList(), new IntSequence()) : null;
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
    if (levels.get(levels.size() - 1) >= largeLevel) {
      expandLargeBatch(edges);
    } else {
      expandBatch(edges);
    }
    if (depth == depthLimit) {
      dropTransitions(edges);
    }
    return true;
  }

  private void expandBatch(Edges edges) {
    for (int i = 0; leftInLevel > 0 && i < BATCH_STATES && edges.size() < BATCH_EDGES; i++) {
      leftInLevel--;
      taken++;
      expander.expand(queue.take(), edges);
    }
  }

  /** Its size must not depend on the number of workers, or results would. */
  private void expandLargeBatch(Edges edges) {
    int count = (int) Math.min(leftInLevel, largeBatch);
    batch = batch.length == 0 ? new long[largeBatch] : batch;
    for (int i = 0; i < count; i++) {
      batch[i] = queue.take();
    }
    leftInLevel -= count;
    taken += count;
    expander.expandAll(batch, count, edges);
  }

  /** States at the greatest depth allowed are judged, not expanded. */
  private void dropTransitions(Edges edges) {
    cut |= edges.size() > 0 || !edges.thrown().isEmpty();
    edges.dropTransitions();
  }

  @Override
  public void push(Edges edges, int edge) {
    queue.add(edges.state(edge));
    remember(edges.state(edge), batchStart + edges.source(edge));
  }

  private void remember(long state, long parent) {
    if (record != null) {
      record.add(state, parent);
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
  public List<Long> pathTo(long expanded) {
    return record == null ? List.of() : record.pathTo(expanded);
  }

  @Override
  public boolean canBeSaved() {
    return record == null;
  }

  @Override
  public void save(FrontierWriter out) throws IOException {
    out.number(depth);
    out.number(leftInLevel);
    out.number(taken);
    out.number(cut ? 1 : 0);
    out.number(levels.size());
    for (long level : levels) {
      out.number(level);
    }
    out.number(queue.size());
    queue.forEach(out::state);
    out.endOfStates();
  }

  @Override
  public void restore(FrontierReader in) throws IOException {
    while (queue.size() > 0) {
      queue.take();
    }
    depth = in.number();
    leftInLevel = in.number();
    taken = in.number();
    cut = in.number() != 0;
    levels.clear();
    for (long left = in.number(); left > 0; left--) {
      levels.add(in.number());
    }
    for (long left = in.number(); left > 0; left--) {
      queue.add(in.state());
    }
    in.endOfStates();
  }

  @Override
  public long bytes() {
    return record == null ? 0 : record.parents.bytes();
  }
}
