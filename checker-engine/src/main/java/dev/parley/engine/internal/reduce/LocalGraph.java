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
 * The possible local states of one node, and the local steps between them. Made by {@link
 * LocalClosure} or {@link ObservedSteps}; once {@link #settle settled}, it answers what can still
 * happen from a local state on.
 *
 * <p>Local states are numbered densely here. A <b>packet</b> is a message with sender and receiver;
 * packets are numbered over all nodes. An <b>event</b> is a handler with the packets it consumes,
 * whatever the local state it happens in.
 */
final class LocalGraph {
  /**
   * A step in a local state.
   *
   * @param from the local state
   * @param event what is consumed, and by which handler
   * @param to the local state it leads to, {@code from} if it fails; -1 if it is not {@code taken}
   *     and leads to a local state in which no node was seen
   * @param sent the packets it sends, as often as it sends them
   * @param fails whether it throws, or is a mistake
   * @param auxiliaryOnly whether it changes auxiliary content, and nothing else of the local state
   * @param records whether it records an operation, which a property may see
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
      boolean records,
      boolean taken) {}

  /** What an edge, a local state and an event take, roughly. */
  private static final long EDGE_BYTES = 80;

  private static final long LOCAL_BYTES = 120;
  private static final long EVENT_BYTES = 40;

  /** How many sets of packets are kept for each local state: those alive, and those idle. */
  private static final long SETS_OF_LETTERS = 2;

  /** What the sets kept for each local state take if they are empty. */
  private static final long SETS_BYTES = 400;

  private final Map<Integer, Integer> indexes = new HashMap<>();
  private final List<Integer> locals = new ArrayList<>();
  private final List<List<Edge>> edgesFrom = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  private final IntTable consumed = new IntTable();
  private final PairTable events = new PairTable();
  private final List<int[]> packets = new ArrayList<>();
  private final LongIntMap tried = new LongIntMap();

  /** For each local state, the strongly connected component it belongs to. */
  private int[] components;

  private int componentCount;

  /**
   * For each component, where the components one step away start in {@link #next}. The component
   * itself is not among them, and some occur more than once. There may be as many components as
   * local states, so a bit set for each would take quadratic memory.
   */
  private int[] firstNext;

  private int[] next;

  /** Pairs (event, packet): the event sends the packet in some local state. */
  private final PairTable sendings = new PairTable();

  private final Map<Integer, BitSet> sendingsByPacket = new HashMap<>();

  private List<BitSet> futureSendings;
  private List<BitSet> futureEvents;
  private long edgeBytes;

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
  int event(int handler, int[] consumedPackets) {
    int event = events.intern(handler, consumed.intern(consumedPackets, consumedPackets.length));
    if (event == packets.size()) {
      packets.add(consumedPackets.clone());
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
    edgeBytes += EDGE_BYTES + 4L * edge.sent().length;
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
   * Whether a step consumes one packet and does nothing else.
   *
   * @param keepAuxiliary whether a change of auxiliary content is something
   */
  boolean isIdle(Edge edge, boolean keepAuxiliary) {
    return edge.to() == edge.from()
        && edge.sent().length == 0
        && !edge.fails()
        && !edge.records()
        && packets(edge.event()).length == 1
        && !(edge.auxiliaryOnly() && keepAuxiliary);
  }

  int handler(int event) {
    return events.first(event);
  }

  /** The packets an event consumes, ascending; not to be changed. */
  int[] packets(int event) {
    return packets.get(event);
  }

  /** Puts packets into a set. */
  static void addAll(int[] packets, BitSet set) {
    for (int packet : packets) {
      set.set(packet);
    }
  }

  /** What the graph takes in memory while it grows. */
  long bytes() {
    return edgeBytes
        + LOCAL_BYTES * locals.size()
        + EVENT_BYTES * packets.size()
        + tried.bytes()
        + consumed.bytes()
        + events.bytes();
  }

  /**
   * What the sets will take at most that are kept for each local state when the graph is settled.
   *
   * @param packetCount how many packets there are
   */
  long settledBytes(int packetCount) {
    long sendingCount = edges.stream().mapToLong(edge -> edge.sent().length).sum();
    long bits = events.size() + sendingCount + SETS_OF_LETTERS * packetCount;
    return size() * (SETS_BYTES + bits / Byte.SIZE);
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
    for (int component = 0; component < componentCount; component++) {
      BitSet reached = own.get(component);
      for (int at = firstNext[component]; at < firstNext[component + 1]; at++) {
        reached.or(own.get(next[at]));
      }
    }
    return own;
  }

  /** An empty set for each component. */
  List<BitSet> perComponent() {
    List<BitSet> sets = new ArrayList<>();
    for (int i = 0; i < componentCount; i++) {
      sets.add(new BitSet());
    }
    return sets;
  }

  /** The events that send a packet in some local state reachable from this one. */
  BitSet futureSenders(int index, int packet) {
    BitSet events = new BitSet();
    BitSet candidates = sendingsByPacket.get(packet);
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

  /** Must be called once, after the last addition. */
  void settle() {
    findComponents();
    futureSendings = perComponent();
    futureEvents = perComponent();
    for (Edge edge : edges) {
      int component = components[edge.from()];
      futureEvents.get(component).set(edge.event());
      for (int packet : edge.sent()) {
        int sending = sendings.intern(edge.event(), packet);
        futureSendings.get(component).set(sending);
        sendingsByPacket.computeIfAbsent(packet, l -> new BitSet()).set(sending);
      }
    }
    accumulate(futureSendings);
    accumulate(futureEvents);
  }

  /** Tarjan's algorithm, with a stack of its own: paths can be long. */
  private void findComponents() {
    components = components(edges);
    for (int component : components) {
      componentCount = Math.max(componentCount, component + 1);
    }
    int[] ends = new int[componentCount + 1];
    for (Edge edge : edges) {
      ends[components[edge.from()]] += leaves(edge) ? 1 : 0;
    }
    firstNext = ends;
    for (int component = 1; component <= componentCount; component++) {
      ends[component] += ends[component - 1];
    }
    next = new int[ends[componentCount]];
    for (Edge edge : edges) {
      if (leaves(edge)) {
        next[--ends[components[edge.from()]]] = components[edge.to()];
      }
    }
  }

  /** Whether a step leads from one component to another. */
  private boolean leaves(Edge edge) {
    return components[edge.from()] != components[edge.to()];
  }
}
