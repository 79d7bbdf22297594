package dev.parley.engine.internal.search;

import dev.parley.engine.internal.space.Edges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Newest first. A state is expanded when it is pushed; its transitions wait in its frame on the
 * stack and leave one at a time; a frame is popped when all of them have left.
 *
 * <p>With selective push-on-stack (Saissi et al., section III-B) a state with exactly one
 * transition gets no frame: there is nothing to come back for, so its transition is taken at once.
 * The path record, which the counterexample comes from, is separate and holds every state of the
 * current path; each frame knows how long the path was when it was pushed. The algorithm as printed
 * in the paper loses transitions (it pops a state before all its transitions were taken); this one
 * keeps to what the paper proves.
 */
final class DepthFirst implements Frontier {
  private final Expander expander;
  private final long depthLimit;
  private final boolean selectivePush;
  private final Edges own = new Edges();

  /** The states of the current path, the paper's CE-stack. */
  private long[] path = new long[256];

  private int depth;

  /** For each frame, the length of the path with its state at the end. */
  private int[] frameDepths = new int[256];

  /** For each frame, where its waiting transitions start. */
  private int[] starts = new int[256];

  private int frames;

  /** The transitions waiting in all frames, the newest frame's last. */
  private long[] waiting = new long[1024];

  private int[] waitingNodes = new int[1024];
  private int waitingCount;

  private long greatestDepth;
  private long pushes;
  private int peakFrames;
  private boolean cut;
  private boolean terminal;
  private boolean threw;
  private boolean single;

  DepthFirst(Expander expander, long depthLimit, boolean selectivePush) {
    this.expander = expander;
    this.depthLimit = depthLimit;
    this.selectivePush = selectivePush;
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
    if (single) {
      single = false;
      edges.readmit(path[depth - 1], own.key(0), own.node(0));
      return true;
    }
    while (frames > 0 && waitingCount == starts[frames - 1]) {
      frames--;
    }
    if (frames == 0) {
      depth = 0;
      return false;
    }
    depth = frameDepths[frames - 1];
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
    }
    path[depth++] = key;
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
    single = selectivePush && own.size() == 1 && !threw;
    if (!single) {
      pushFrame();
    }
  }

  private void pushFrame() {
    if (frames == starts.length) {
      starts = Arrays.copyOf(starts, frames * 2);
      frameDepths = Arrays.copyOf(frameDepths, frames * 2);
    }
    frameDepths[frames] = depth;
    starts[frames++] = waitingCount;
    pushes++;
    peakFrames = Math.max(peakFrames, frames);
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
  public List<Long> statesByDepth() {
    return List.of();
  }

  @Override
  public long size() {
    return waitingCount;
  }

  @Override
  public long pushes() {
    return pushes;
  }

  @Override
  public long peakStack() {
    return peakFrames;
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
    return 8L * (path.length + starts.length) + 12L * waiting.length;
  }
}
