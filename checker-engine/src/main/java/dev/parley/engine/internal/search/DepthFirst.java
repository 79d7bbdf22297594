package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Edges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Newest first: the classic stack of the current path. A state is expanded when it is pushed; its
 * transitions wait in its frame and leave one at a time. A frame is popped when all its transitions
 * have left, so the frames are always exactly the current path.
 */
final class DepthFirst implements Frontier {
  private final Expander expander;
  private final long depthLimit;
  private final Edges own = new Edges();

  /** The states of the current path. */
  private long[] path = new long[256];

  /** Where the waiting transitions of each state of the path start. */
  private int[] starts = new int[256];

  private int depth;

  /** The transitions waiting in all frames, the newest frame's last. */
  private long[] waiting = new long[1024];

  private int[] waitingNodes = new int[1024];
  private int waitingCount;

  private long greatestDepth;
  private boolean cut;
  private boolean terminal;
  private boolean threw;

  DepthFirst(Expander expander, long depthLimit) {
    this.expander = expander;
    this.depthLimit = depthLimit;
  }

  @Override
  public void begin(long initial) {
    push(initial);
  }

  @Override
  public boolean next(Edges edges) {
    edges.clear();
    if (terminal || threw) {
      // Seen when the state was pushed; told before anything else happens.
      if (terminal) {
        edges.readmitTerminal(path[depth - 1]);
      } else {
        edges.readmit(own.thrown().orElseThrow());
      }
      terminal = false;
      threw = false;
      return true;
    }
    while (depth > 0 && waitingCount == starts[depth - 1]) {
      depth--;
    }
    if (depth == 0) {
      return false;
    }
    waitingCount--;
    edges.readmit(path[depth - 1], waiting[waitingCount], waitingNodes[waitingCount]);
    return true;
  }

  @Override
  public void push(Edges edges, int edge) {
    push(edges.key(edge));
  }

  private void push(long key) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, depth * 2);
      starts = Arrays.copyOf(starts, depth * 2);
    }
    path[depth] = key;
    starts[depth++] = waitingCount;
    greatestDepth = Math.max(greatestDepth, depth - 1);
    boolean expanded = false;
    while (!expanded) {
      own.clear();
      expanded = expander.expand(path[depth - 1], own);
    }
    terminal = own.terminalCount() > 0;
    if (depth - 1 == depthLimit) {
      cut |= own.size() > 0 || own.thrown().isPresent();
      own.dropTransitions();
    }
    threw = own.thrown().isPresent();
    keepWaiting();
  }

  /** Keeps the transitions in reverse, so that the first is taken first. */
  private void keepWaiting() {
    int count = own.size();
    if (waitingCount + count > waiting.length) {
      int capacity = Math.max(waitingCount + count, waiting.length * 2);
      waiting = Arrays.copyOf(waiting, capacity);
      waitingNodes = Arrays.copyOf(waitingNodes, capacity);
    }
    for (int i = count - 1; i >= 0; i--) {
      waiting[waitingCount] = own.key(i);
      waitingNodes[waitingCount++] = own.node(i);
    }
  }

  @Override
  public long depth() {
    return depth - 1;
  }

  @Override
  public long greatestDepth() {
    return greatestDepth;
  }

  @Override
  public long size() {
    return waitingCount;
  }

  @Override
  public boolean cut() {
    return cut;
  }

  @Override
  public void rekey(LongUnaryOperator translation) {
    for (int i = 0; i < depth; i++) {
      path[i] = translation.applyAsLong(path[i]);
    }
    for (int i = 0; i < waitingCount; i++) {
      waiting[i] = translation.applyAsLong(waiting[i]);
    }
  }

  @Override
  public List<Long> pathTo(long expanded) {
    List<Long> states = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      states.add(path[i]);
    }
    return states;
  }

  @Override
  public long bytes() {
    return 12L * (path.length + waiting.length);
  }
}
