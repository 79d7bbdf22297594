package dev.parley.engine.internal.symmetry;

import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.space.Dictionary;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.internal.step.StepExecutor;
import dev.parley.engine.internal.step.StepOutcome;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs local steps under other names and compares what they do.
 *
 * <p>A local step x is a node, its local state, a handler and the messages it consumes; O(x) are
 * its outcomes, none if its guard is false. Needed is O(g(x)) = g(O(x)) for all g in the group. It
 * suffices to compare O(t(y)) with t(O(y)) for all y in the orbit of x and all t of some exchanges
 * that generate the group: g is a product of these, and the equation carries over from factor to
 * factor. So the whole orbit is run, also where t(y) is y itself: a step that is the same under
 * other names must do something that is the same, too. Outcomes are compared without regard to
 * their order, which is that of options to choose.
 *
 * <p>An orbit that would take more than {@link #MOST} comparisons is not run as a whole: a queue of
 * nine names alone has 362,880 images, one of twelve a thousand times as many. If nobody declared that the nodes are interchangeable, they are not exchanged
 * then, since a sample proves nothing. If somebody did, a part of the orbit is run, and the result
 * says that this is a sample.
 *
 * <p>Sizes of quorums, which depend on a local state alone, and restarts are compared in the same
 * way.
 */
final class StepSymmetry {
  /** How many outcomes are compared at most for one orbit, each under all generators. */
  private static final int MOST = 1_000_000;

  /** How many of an orbit, once one was too large. */
  private static final int SAMPLE = 20_000;

  private static final int THREW = -1;

  /** Where receivers and messages begin in the description of an outcome. */
  private static final int FIXED = 2;

  private final Renaming renaming;
  private final Participants participants;
  private final StepRunner runner;
  private final StepExecutor executor;
  private final Dictionary dictionary;
  private final boolean keepsSendingOrder;
  private final List<Permutation> generators;

  /** For each node, the local steps of complete orbits; sizes and restarts by negative numbers. */
  private final LongIntMap[] known;

  private final Map<Class<?>, Integer> exceptions = new HashMap<>();
  private long steps;
  private boolean sampled;

  /** The nodes of which nobody said that they are interchangeable. */
  private final BitSet undeclared;

  StepSymmetry(
      Renaming renaming,
      Participants participants,
      StepRunner runner,
      StateSpace space,
      BitSet undeclared) {
    this.undeclared = undeclared;
    this.renaming = renaming;
    this.participants = participants;
    this.runner = runner;
    this.executor = space.executor();
    this.dictionary = space.dictionary();
    this.keepsSendingOrder = space.delivery().keepsSendingOrder();
    this.generators = renaming.group().generators();
    known = new LongIntMap[participants.count()];
    Arrays.setAll(known, node -> new LongIntMap());
  }

  /** How many local steps were compared with one under other names. */
  long steps() {
    return steps;
  }

  /** Whether not all steps of all orbits were run. */
  boolean sampled() {
    return sampled;
  }

  /** A local step, or the size of a quorum, or a restart. */
  private record Local(int node, int local, int number, List<Integer> consumed) {
    int[] messages() {
      return consumed.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  void ran(int node, int local, Handler handler, int[] consumed, List<StepOutcome> outcomes) {
    int event = dictionary.event(node, handler, consumed);
    if (known[node].get(local, event) != LongIntMap.ABSENT) {
      return;
    }
    List<Integer> messages = Arrays.stream(consumed).boxed().toList();
    compare(
        new Local(node, local, handler.index(), messages),
        normal(node, outcomes),
        other ->
            normal(
                other.node,
                executor.outcomes(other.node, other.local, handler(other), other.messages())),
        other -> dictionary.event(other.node, handler(other), other.messages()),
        place(handler));
  }

  private Handler handler(Local step) {
    return participants.type(step.node).handlers().get(step.number);
  }

  /** What the byte code says of it, if it says something. */
  static String explained(Class<?> type, List<String> methods) {
    return NameUses.in(type, methods).map(use -> ". " + use).orElse("");
  }

  private static String place(Handler handler) {
    return handler.method().getDeclaringClass().getName() + "." + handler.name();
  }

  void sized(int node, int local, Handler handler, int size) {
    int number = -1 - handler.index();
    if (known[node].get(local, number) != LongIntMap.ABSENT) {
      return;
    }
    compare(
        new Local(node, local, handler.index(), List.of()),
        List.of(new int[] {THREW, size}),
        other -> {
          int same = executor.quorumSize(other.node, other.local, handler(other));
          return List.of(new int[] {THREW, same});
        },
        other -> number,
        place(handler));
  }

  void restarted(int node, int local, int layout, List<StepOutcome> outcomes) {
    int number = Integer.MIN_VALUE / 2 + layout;
    if (known[node].get(local, number) != LongIntMap.ABSENT) {
      return;
    }
    compare(
        new Local(node, local, 0, List.of()),
        normal(node, outcomes),
        other -> normal(other.node, executor.restarts(other.node, other.local, layout)),
        other -> number,
        participants.type(node).type().getName() + ".restarted");
  }

  /** Goes through the orbit of a local step. */
  private void compare(
      Local first,
      List<int[]> outcomes,
      Function<Local, List<int[]>> run,
      Function<Local, Integer> number,
      String place) {
    Map<Local, List<int[]>> orbit = new HashMap<>();
    Deque<Local> open = new ArrayDeque<>();
    orbit.put(first, outcomes);
    open.add(first);
    long compared = 0;
    while (!open.isEmpty() && isRunOn(first, compared, place)) {
      Local step = open.remove();
      compared += generators.size() * (1L + orbit.get(step).size());
      for (Permutation exchange : generators) {
        Local other = renamed(step, exchange);
        List<int[]> there = orbit.get(other);
        if (there == null) {
          there = runUnder(other, run, exchange, place);
          orbit.put(other, there);
          open.add(other);
        }
        requireSame(step, orbit.get(step), other, there, exchange, place);
      }
    }
    steps += orbit.size();
    orbit.keySet().forEach(step -> known[step.node].put(step.local, number.apply(step), 1));
  }

  /** Whether more of an orbit is run. */
  private boolean isRunOn(Local first, long compared, String place) {
    if (compared <= (sampled ? SAMPLE : MOST)) {
      return true;
    }
    BitSet suspects = named(first);
    suspects.and(undeclared);
    if (!suspects.isEmpty()) {
      throw new SymmetryBreach(
          place,
          "there are too many local steps of "
              + place
              + " that differ only in names to see that all do the same. If nodes are"
              + " interchangeable to it, declare that",
          suspects);
    }
    sampled = true;
    return false;
  }

  /** The nodes that a local step is about, as far as they are exchanged. */
  private BitSet named(Local step) {
    long mask = renaming.localFeatures(step.node, step.local).mask;
    for (int message : step.consumed) {
      mask |= renaming.messageFeatures(message).mask;
    }
    BitSet named = new BitSet();
    named.set(step.node);
    for (long left = mask; left != 0; left &= left - 1) {
      named.set(renaming.group().node(Long.numberOfTrailingZeros(left)));
    }
    return named;
  }

  private Local renamed(Local step, Permutation p) {
    List<Integer> consumed =
        step.consumed.stream().map(message -> renaming.message(message, p)).sorted().toList();
    return new Local(
        p.of(step.node), renaming.local(step.node, step.local, p), step.number, consumed);
  }

  private static List<int[]> runUnder(
      Local step, Function<Local, List<int[]>> run, Permutation exchange, String place) {
    try {
      return run.apply(step);
    } catch (ProtocolException e) {
      throw new SymmetryBreach(
          place,
          "it is a mistake under other names of nodes: " + e.getMessage(),
          exchange.movedNodes());
    }
  }

  /**
   * Outcomes in an order of their own: new local state and recording, then receivers and messages
   * in turn. What is recorded must be the same under other names, so nothing that mentions a node
   * is taken.
   */
  private List<int[]> normal(int node, List<StepOutcome> outcomes) {
    List<int[]> normal = new ArrayList<>();
    for (StepOutcome outcome : outcomes) {
      if (outcome.thrown().isPresent()) {
        Class<?> type = outcome.thrown().get().getClass();
        normal.add(new int[] {THREW, exceptions.computeIfAbsent(type, t -> exceptions.size())});
      } else {
        int[] all = new int[FIXED + 2 * outcome.recipients().length];
        all[0] = runner.representative(node, outcome.local());
        all[1] = nameless(node, outcome);
        for (int i = 0; i < outcome.recipients().length; i++) {
          all[FIXED + 2 * i] = outcome.recipients()[i];
          all[FIXED + 1 + 2 * i] = outcome.messageIds()[i];
        }
        normal.add(all);
      }
    }
    normal.sort(Arrays::compare);
    return normal;
  }

  private int nameless(int node, StepOutcome outcome) {
    Recordings recordings = runner.recordings();
    for (int i = 0; i < recordings.length(outcome.recorded()); i++) {
      if (recordings.mentionsNodes(recordings.value(outcome.recorded(), i))) {
        throw new SymmetryBreach(
            participants.type(node).type().getName(),
            "operations or results that " + participants.id(node) + " records mention nodes",
            all());
      }
    }
    return outcome.recorded();
  }

  private BitSet all() {
    BitSet all = new BitSet();
    all.set(0, participants.count());
    return all;
  }

  private List<int[]> renamed(int node, List<int[]> outcomes, Permutation p) {
    List<int[]> renamed = new ArrayList<>();
    for (int[] outcome : outcomes) {
      renamed.add(outcome[0] == THREW ? outcome : renamed(node, outcome, p));
    }
    renamed.sort(Arrays::compare);
    return renamed;
  }

  private int[] renamed(int node, int[] outcome, Permutation p) {
    int sent = (outcome.length - FIXED) / 2;
    long[] sends = new long[sent];
    for (int i = 0; i < sent; i++) {
      long recipient = p.of(outcome[FIXED + 2 * i]);
      int message = renaming.message(outcome[FIXED + 1 + 2 * i], p);
      // In the order of sending, or of messages: only the order of recipients changes.
      sends[i] = recipient << 32 | (keepsSendingOrder ? i : message);
    }
    Arrays.sort(sends);
    int[] renamed = new int[outcome.length];
    renamed[0] = renaming.local(node, outcome[0], p);
    renamed[1] = outcome[1];
    for (int i = 0; i < sent; i++) {
      renamed[FIXED + 2 * i] = (int) (sends[i] >>> 32);
      renamed[FIXED + 1 + 2 * i] =
          keepsSendingOrder
              ? renaming.message(outcome[FIXED + 1 + 2 * (int) sends[i]], p)
              : (int) sends[i];
    }
    return renamed;
  }

  private void requireSame(
      Local step,
      List<int[]> outcomes,
      Local other,
      List<int[]> there,
      Permutation exchange,
      String place) {
    List<int[]> expected = renamed(step.node, outcomes, exchange);
    boolean same = expected.size() == there.size();
    for (int i = 0; same && i < there.size(); i++) {
      same = Arrays.equals(expected.get(i), there.get(i));
    }
    if (!same) {
      Class<?> type = participants.type(step.node).type();
      throw new SymmetryBreach(
          place,
          difference(step, other, exchange)
              + difference(step, outcomes, other, there)
              + explained(type, methods(step, place)),
          exchange.movedNodes());
    }
  }

  private List<String> methods(Local step, String place) {
    List<String> methods = new ArrayList<>();
    Handler handler = handler(step);
    handler.guard().ifPresent(guard -> methods.add(guard.getName()));
    handler.size().flatMap(Handler.QuorumSize::method).ifPresent(m -> methods.add(m.getName()));
    methods.add(place.substring(place.lastIndexOf('.') + 1));
    return methods;
  }

  private String difference(Local step, Local other, Permutation exchange) {
    int one = 0;
    while (exchange.of(one) == one) {
      one++;
    }
    return "it tells "
        + participants.id(one)
        + " from "
        + participants.id(exchange.of(one))
        + ": "
        + (step.node == other.node
            ? participants.id(step.node) + " does not do the same if these two are exchanged"
            : participants.id(step.node)
                + " and "
                + participants.id(other.node)
                + " do not do the same in local states that correspond to each other");
  }

  private String difference(Local step, List<int[]> outcomes, Local other, List<int[]> there) {
    return ". The one " + text(step.node, outcomes) + ", the other " + text(other.node, there);
  }

  private String text(int node, List<int[]> outcomes) {
    if (outcomes.isEmpty()) {
      return "does nothing";
    }
    int[] first = outcomes.get(0);
    if (first[0] == THREW) {
      return "throws or asks for " + first[1];
    }
    StringBuilder text = new StringBuilder("becomes ");
    runner.fields(node, first[0]).stream()
        .limit(5)
        .forEach(field -> text.append(field.name()).append('=').append(field.value()).append(' '));
    for (int i = FIXED; i < first.length; i += 2) {
      Object message = dictionary.messages().restore(first[i + 1], Codec.Arrangement.FORWARD);
      text.append(i == FIXED ? "and sends " : ", ")
          .append(message)
          .append(" to ")
          .append(participants.id(first[i]));
    }
    return text.toString().strip();
  }

  long bytes() {
    return Arrays.stream(known).mapToLong(LongIntMap::bytes).sum();
  }
}
