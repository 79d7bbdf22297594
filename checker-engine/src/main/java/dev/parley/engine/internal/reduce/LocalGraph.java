package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.internal.store.PairTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one node may ever do, taken by itself: its possible local states, and between them the steps
 * that lead from one to another. Made by {@link LocalClosure} or {@link ObservedSteps}; once {@link
 * #settle settled}, it answers what can still happen from a local state on.
 *
 * <p>Local states are numbered densely here. A <b>letter</b> is a message with sender and receiver;
 * letters are numbered over all nodes. An <b>event</b> is a handler with the letters it consumes,
 * whatever the local state it happens in.
 */
final class LocalGraph {
  /**
   * A step in a local state.
   *
   * @param from the local state
   * @param event what is consumed, and by which handler
   * @param to the local state it leads to; {@code from} if it fails, {@link #NOWHERE} if nobody was
   *     seen to come there
   * @param sent the letters it sends, as often as it sends them
   * @param fails whether it throws, or is a mistake
   * @param auxiliaryOnly whether it changes auxiliary content, and nothing else of the local state
   * @param taken whether it may happen as far as is known; if not, it would be possible with
   *     messages that may come, but was not seen to happen
   */
  record Edge(
      int from,
      int event,
      int to,
      int[] sent,
      boolean fails,
      boolean auxiliaryOnly,
      boolean taken) {}

  /** Stands for a local state that is not in the graph. */
  static final int NOWHERE = -1;

  private final Map<Integer, Integer> indexes = new HashMap<>();
  private final List<Integer> locals = new ArrayList<>();
  private final List<List<Edge>> edgesFrom = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  private final IntTable consumed = new IntTable();
  private final PairTable events = new PairTable();
  private final List<int[]> letters = new ArrayList<>();
  private final LongIntMap tried = new LongIntMap();

  /** For each local state, the strongly connected component it belongs to. */
  private int[] components;

  /** For each component: the components one step away, itself left out. */
  private final List<BitSet> next = new ArrayList<>();

  /** Pairs (event, letter): the event sends the letter in some local state. */
  private final PairTable sendings = new PairTable();

  private final Map<Integer, BitSet> sendingsByLetter = new HashMap<>();

  private List<BitSet> futureSendings;
  private List<BitSet> futureEvents;

  // Growing ------------------------------------------------------------------------------------

  /** The dense number of a local state, a new one if it was not known. */
  int add(int local) {
    Integer known = indexes.putIfAbsent(local, locals.size());
    if (known == null) {
      locals.add(local);
      edgesFrom.add(new ArrayList<>());
      return locals.size() - 1;
    }
    return known;
  }

  /** The number of an event. */
  int event(int handler, int[] consumedLetters) {
    int event = events.intern(handler, consumed.intern(consumedLetters, consumedLetters.length));
    if (event == letters.size()) {
      letters.add(consumedLetters.clone());
    }
    return event;
  }

  /** Notes that an event is tried in a local state; false if it was before. */
  boolean tryFirst(int index, int event) {
    if (tried.get(index, event) != LongIntMap.ABSENT) {
      return false;
    }
    tried.put(index, event, 1);
    return true;
  }

  void add(Edge edge) {
    edgesFrom.get(edge.from()).add(edge);
    if (edge.taken()) {
      edges.add(edge);
    }
  }

  // Asking -------------------------------------------------------------------------------------

  /** How many local states there are. */
  int size() {
    return locals.size();
  }

  /** The runner's number of a local state. */
  int local(int index) {
    return locals.get(index);
  }

  /** The dense number of a local state, or -1. */
  int index(int local) {
    return indexes.getOrDefault(local, -1);
  }

  /** The steps from a local state, those that were not seen to happen included. */
  List<Edge> from(int index) {
    return edgesFrom.get(index);
  }

  /** All steps that may happen. */
  List<Edge> edges() {
    return Collections.unmodifiableList(edges);
  }

  /**
   * Whether a step consumes one letter and does nothing else.
   *
   * @param keepAuxiliary whether a change of auxiliary content is something
   */
  boolean isIdle(Edge edge, boolean keepAuxiliary) {
    return edge.to() == edge.from()
        && edge.sent().length == 0
        && !edge.fails()
        && letters(edge.event()).length == 1
        && !(edge.auxiliaryOnly() && keepAuxiliary);
  }

  int handler(int event) {
    return events.first(event);
  }

  /** The letters an event consumes, ascending; not to be changed. */
  int[] letters(int event) {
    return letters.get(event);
  }

  /** Puts letters into a set. */
  static void addAll(int[] letters, BitSet set) {
    for (int letter : letters) {
      set.set(letter);
    }
  }

  /** The component of a local state; components are numbered so that steps lead to lower ones. */
  int component(int index) {
    return components[index];
  }

  /** For each local state its component, if there were only these steps between them. */
  int[] components(List<Edge> some) {
    int[] counts = new int[size()];
    for (Edge edge : some) {
      counts[edge.from()]++;
    }
    int[][] successors = new int[counts.length][];
    for (int index = 0; index < counts.length; index++) {
      successors[index] = new int[counts[index]];
    }
    for (Edge edge : some) {
      successors[edge.from()][--counts[edge.from()]] = edge.to();
    }
    return StrongComponents.of(successors);
  }

  /**
   * For each component, the union of what is said of the local states reachable from it, its own
   * included.
   *
   * @param own what is said of each component by itself; changed in place
   */
  List<BitSet> accumulate(List<BitSet> own) {
    for (int component = 0; component < next.size(); component++) {
      BitSet reached = own.get(component);
      BitSet lower = next.get(component);
      for (int at = lower.nextSetBit(0); at >= 0; at = lower.nextSetBit(at + 1)) {
        reached.or(own.get(at));
      }
    }
    return own;
  }

  /** An empty set for each component. */
  List<BitSet> perComponent() {
    List<BitSet> sets = new ArrayList<>();
    for (int i = 0; i < next.size(); i++) {
      sets.add(new BitSet());
    }
    return sets;
  }

  /** The events that send a letter in some local state reachable from this one. */
  BitSet futureSenders(int index, int letter) {
    BitSet events = new BitSet();
    BitSet candidates = sendingsByLetter.get(letter);
    if (candidates != null) {
      BitSet future = futureSendings.get(components[index]);
      for (int at = candidates.nextSetBit(0); at >= 0; at = candidates.nextSetBit(at + 1)) {
        if (future.get(at)) {
          events.set(sendings.first(at));
        }
      }
    }
    return events;
  }

  /** The events possible in some local state reachable from this one. */
  BitSet futureEvents(int index) {
    return futureEvents.get(components[index]);
  }

  // Settling -----------------------------------------------------------------------------------

  /** To be called when nothing more is added. */
  void settle() {
    findComponents();
    futureSendings = perComponent();
    futureEvents = perComponent();
    for (Edge edge : edges) {
      int component = components[edge.from()];
      futureEvents.get(component).set(edge.event());
      for (int letter : edge.sent()) {
        int sending = sendings.intern(edge.event(), letter);
        futureSendings.get(component).set(sending);
        sendingsByLetter.computeIfAbsent(letter, l -> new BitSet()).set(sending);
      }
    }
    accumulate(futureSendings);
    accumulate(futureEvents);
  }

  /** Tarjan's algorithm, with a stack of its own: paths can be long. */
  private void findComponents() {
    components = components(edges);
    for (int component : components) {
      while (next.size() <= component) {
        next.add(new BitSet());
      }
    }
    for (Edge edge : edges) {
      if (components[edge.from()] != components[edge.to()]) {
        next.get(components[edge.from()]).set(components[edge.to()]);
      }
    }
  }
}
