package dev.parley.engine.internal.search;

import dev.parley.engine.internal.store.Edges;
import dev.parley.engine.internal.store.StateList;
import dev.parley.engine.internal.store.StateStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Newest first. A state is expanded when it is pushed; its transitions wait in its frame on the
 * stack and leave one at a time; a frame is popped when all of them have left.
 *
 * <p>With selective push-on-stack (Saissi et al., section III-B) a state with exactly one
 * transition gets no frame: its transition is taken at once, and there is no other to come back
 * for. The path record, which the counterexample comes from, is separate and holds every state of
 * the current path; each frame knows how long the path was when it was pushed. The algorithm as
 * printed in the paper loses transitions (it pops a state before all its transitions were taken);
 * this one follows the paper's proof.
 *
 * <p>Transitions to states that are known when their source is expanded lead to nothing new later
 * on either. They are counted then and wait nowhere. To look all successors of a state up at once
 * takes a fraction of the time that they take one by one, since the processor fetches their slots
 * side by side.
 */
final class DepthFirst implements Frontier {
  private final Expander expander;
  private final StateStore store;
  private final long depthLimit;
  private final boolean selectivePush;
  private final Edges own = new Edges();

  /** The states of the current path, the paper's CE-stack. */
  private final StateList path;

  /** For each frame, the length of the path with its state at the end. */
  private int[] frameDepths = new int[256];

  /** For each frame, where its waiting transitions start. */
  private int[] starts = new int[256];

  private int frames;

  /** The transitions waiting in all frames, the newest frame's last. */
  private final StateList waiting;

  private int[] waitingNodes = new int[1024];

  /** The initial states, and how many of them were begun with. */
  private final StateList initials;

  private int begun;
  private long greatestDepth;
  private long pushes;
  private int peakFrames;
  private boolean cut;
  private boolean terminal;
  private boolean threw;
  private boolean single;

  /** Transitions to known states that the search was not told of yet. */
  private long untold;

  DepthFirst(Expander expander, StateStore store, long depthLimit, boolean selectivePush) {
    this.expander = expander;
    this.store = store;
    this.path = store.newList();
    this.waiting = store.newList();
    this.initials = store.newList();
    this.depthLimit = depthLimit;
    this.selectivePush = selectivePush;
  }

  @Override
  public void begin(long initial) {
    initials.add(initial);
  }

  @Override
  public boolean next(Edges edges) {
    edges.clear();
    edges.known(untold);
    untold = 0;
    if (terminal || threw) {
      // Seen when the state was pushed; reported before anything else happens.
      if (terminal) {
        edges.readmitTerminal(last());
        terminal = false;
      } else {
        edges.readmit(own.thrown());
        threw = false;
      }
      return true;
    }
    if (single) {
      single = false;
      edges.readmit(last(), own.state(0), own.node(0));
      return true;
    }
    while (frames > 0 && waiting.size() == starts[frames - 1]) {
      frames--;
    }
    if (frames == 0) {
      path.cut(0);
      return beginNext() || edges.known() > 0;
    }
    path.cut(frameDepths[frames - 1]);
    int newest = waiting.size() - 1;
    edges.readmit(last(), waiting.get(newest), waitingNodes[newest]);
    waiting.cut(newest);
    return true;
  }

  /** Expands the next initial state; what that shows is handed out by the next call. */
  private boolean beginNext() {
    if (begun == initials.size()) {
      return false;
    }
    push(initials.get(begun++));
    return true;
  }

  private long last() {
    return path.get(path.size() - 1);
  }

  @Override
  public void push(Edges edges, int edge) {
    push(edges.state(edge));
  }

  private void push(long state) {
    path.add(state);
    greatestDepth = Math.max(greatestDepth, depth());
    own.clear();
    expander.expand(state, own);
    terminal = own.terminalCount() > 0;
    if (depth() == depthLimit) {
      cut |= own.size() > 0 || !own.thrown().isEmpty();
      own.dropTransitions();
    }
    threw = !own.thrown().isEmpty();
    single = selectivePush && own.size() == 1 && !threw;
    store.dropKnown(own);
    untold += own.known();
    if (!single) {
      pushFrame();
    }
    single &= own.size() == 1;
  }

  private void pushFrame() {
    if (frames == starts.length) {
      starts = Arrays.copyOf(starts, frames * 2);
      frameDepths = Arrays.copyOf(frameDepths, frames * 2);
    }
    frameDepths[frames] = path.size();
    starts[frames++] = waiting.size();
    pushes++;
    peakFrames = Math.max(peakFrames, frames);
    keepWaiting();
  }

  /** Keeps the transitions in reverse, so that the first is taken first. */
  private void keepWaiting() {
    int count = own.size();
    if (waiting.size() + count > waitingNodes.length) {
      int capacity = Math.max(waiting.size() + count, waitingNodes.length * 2);
      waitingNodes = Arrays.copyOf(waitingNodes, capacity);
    }
    for (int i = count - 1; i >= 0; i--) {
      waitingNodes[waiting.size()] = own.node(i);
      waiting.add(own.state(i));
    }
  }

  @Override
  public long depth() {
    return Math.max(0, path.size() - 1);
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
    return waiting.size() + initials.size() - begun;
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
  public List<Long> pathTo(long expanded) {
    List<Long> states = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      states.add(path.get(i));
    }
    return states;
  }

  /** What threw ends the search, or nothing does that comes after. */
  @Override
  public boolean canBeSaved() {
    return !threw;
  }

  @Override
  public void save(FrontierWriter out) throws IOException {
    out.number(begun);
    out.number(greatestDepth);
    out.number(pushes);
    out.number(peakFrames);
    out.number(cut ? 1 : 0);
    out.number(terminal ? 1 : 0);
    out.number(single ? 1 : 0);
    out.number(untold);
    out.number(frames);
    for (int frame = 0; frame < frames; frame++) {
      out.number(frameDepths[frame]);
      out.number(starts[frame]);
    }
    out.number(waiting.size());
    for (int at = 0; at < waiting.size(); at++) {
      out.number(waitingNodes[at]);
    }
    save(path, out);
    save(waiting, out);
    if (single) {
      out.number(own.node(0));
      out.state(own.state(0));
      out.endOfStates();
    }
  }

  private static void save(StateList states, FrontierWriter out) throws IOException {
    out.number(states.size());
    for (int at = 0; at < states.size(); at++) {
      out.state(states.get(at));
    }
    out.endOfStates();
  }

  @Override
  public void restore(FrontierReader in) throws IOException {
    begun = (int) in.number();
    greatestDepth = in.number();
    pushes = in.number();
    peakFrames = (int) in.number();
    cut = in.number() != 0;
    terminal = in.number() != 0;
    single = in.number() != 0;
    untold = in.number();
    frames = (int) in.number();
    starts = new int[Math.max(starts.length, frames + 1)];
    frameDepths = new int[starts.length];
    for (int frame = 0; frame < frames; frame++) {
      frameDepths[frame] = (int) in.number();
      starts[frame] = (int) in.number();
    }
    int count = (int) in.number();
    waitingNodes = new int[Math.max(waitingNodes.length, count)];
    for (int at = 0; at < count; at++) {
      waitingNodes[at] = (int) in.number();
    }
    restore(path, in);
    restore(waiting, in);
    own.clear();
    if (single) {
      int node = (int) in.number();
      own.readmit(last(), in.state(), node);
      in.endOfStates();
    }
  }

  private static void restore(StateList states, FrontierReader in) throws IOException {
    states.cut(0);
    for (long left = in.number(); left > 0; left--) {
      states.add(in.state());
    }
    in.endOfStates();
  }

  @Override
  public long bytes() {
    return 8L * starts.length + 4L * waitingNodes.length;
  }
}
