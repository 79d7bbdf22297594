package dev.parley.engine.internal.space;

import dev.parley.api.Fairness;
import dev.parley.engine.internal.store.IntSequence;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.Handler;
import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a fair run owes a node: what it may not put off for ever while it could be done. An
 * obligation is that a handler runs, that a message is consumed, or that it is delivered. It is a
 * number, which means something for its node only.
 *
 * <p>What is owed is a function of a node's cell, and what discharges it a function of the event,
 * so both are worked out once. Nothing is owed to a node that is down, and no fault is ever owed;
 * whoever asks sees to the former, and an environment has no obligations here.
 *
 * <p>Messages of one sender that differ in auxiliary content only are owed as one: whichever of
 * them is consumed, it is consumed. So it makes no difference whether a search tells them apart.
 */
public final class Obligations {
  /** An obligation is three times the number of its handler or message, and one of these. */
  private static final int RUN = 0;

  private static final int CONSUME = 1;
  private static final int DELIVER = 2;
  private static final int KINDS = 3;

  private final Dictionary dictionary;
  private final Cursor cursor;
  private final LongIntMap owed = new LongIntMap();
  private final LongIntMap strong = new LongIntMap();
  private final LongIntMap discharged = new LongIntMap();
  private final List<int[]> lists = new ArrayList<>();
  private final boolean[] hasStrong;
  private boolean hasNone;

  /** By message, and by sender and relevant content: a number. */
  private final Map<Integer, Integer> kindOf = new HashMap<>();

  private final Map<List<Object>, Integer> kinds = new HashMap<>();

  Obligations(Dictionary dictionary, Cursor cursor, int nodeCount) {
    this.dictionary = dictionary;
    this.cursor = cursor;
    this.hasStrong = new boolean[nodeCount];
    for (int node = 0; node < nodeCount; node++) {
      hasStrong[node] =
          dictionary.node(node).handlers().stream()
              .anyMatch(handler -> handler.fairness() == Fairness.STRONG);
      hasNone |=
          dictionary.node(node).handlers().stream()
              .anyMatch(handler -> handler.fairness() == Fairness.NONE);
    }
  }

  /** Whether there may be states in which nodes could step, but nothing is owed. */
  public boolean mayRestBeforeTheEnd() {
    return hasNone;
  }

  /**
   * Whether nothing is owed in a state, so that a fair run may stay there for ever.
   *
   * @param state the state's parts
   * @param environment says which nodes are up
   */
  public boolean areNone(int[] state, Environment environment) {
    for (int node = 0; node < hasStrong.length; node++) {
      if (environment.enables(state, node) && owed(node, state[node]).length > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a node has handlers that must run if they can run again and again. */
  public boolean hasStrong(int node) {
    return hasStrong[node];
  }

  /** What could be done in a node's cell and must not be put off for ever, ascending. */
  public int[] owed(int node, int cell) {
    int known = owed.get(node, cell);
    if (known == LongIntMap.ABSENT) {
      known = keep(work(node, cell, false));
      owed.put(node, cell, known);
    }
    return lists.get(known);
  }

  /** The part of it that must not be put off for ever even if it could not be done in between. */
  public int[] strong(int node, int cell) {
    if (!hasStrong[node]) {
      return new int[0];
    }
    int known = strong.get(node, cell);
    if (known == LongIntMap.ABSENT) {
      known = keep(work(node, cell, true));
      strong.put(node, cell, known);
    }
    return lists.get(known);
  }

  private int keep(int[] obligations) {
    lists.add(obligations);
    return lists.size() - 1;
  }

  private int[] work(int node, int cell, boolean strongOnly) {
    IntSequence all = new IntSequence();
    NodeCells cells = dictionary.node(node);
    for (int event : cursor.events(node, cell)) {
      if (cells.kind(event) != ActionKind.STEP) {
        if (!strongOnly) {
          add(cells, event, all);
        }
      } else if (isOwed(cells.handler(event), strongOnly)) {
        add(cells, event, all);
      }
    }
    return IntStream.of(Arrays.copyOf(all.array(), all.size()))
        .filter(obligation -> !strongOnly || obligation % KINDS == RUN)
        .sorted()
        .distinct()
        .toArray();
  }

  private static boolean isOwed(Handler handler, boolean strongOnly) {
    return strongOnly ? handler.fairness() == Fairness.STRONG : handler.fairness() != Fairness.NONE;
  }

  /** What an event of a node discharges, ascending. */
  public int[] discharged(int node, int event) {
    int known = discharged.get(node, event);
    if (known == LongIntMap.ABSENT) {
      IntSequence all = new IntSequence();
      add(dictionary.node(node), event, all);
      known =
          keep(IntStream.of(Arrays.copyOf(all.array(), all.size())).sorted().distinct().toArray());
      discharged.put(node, event, known);
    }
    return lists.get(known);
  }

  private void add(NodeCells cells, int event, IntSequence into) {
    if (cells.kind(event) != ActionKind.STEP) {
      into.add(kind(cells.message(event)) * KINDS + DELIVER);
      return;
    }
    into.add(cells.handler(event).index() * KINDS + RUN);
    for (int message : cells.consumed(event)) {
      into.add(kind(message) * KINDS + CONSUME);
    }
  }

  /** A number for all messages that differ from the given one in auxiliary content only. */
  private int kind(int message) {
    return kindOf.computeIfAbsent(
        message,
        m ->
            kinds.computeIfAbsent(
                List.of(dictionary.messages().sender(m), dictionary.messages().relevantContent(m)),
                key -> kinds.size()));
  }

  /** What the tables take in memory, about. */
  public long bytes() {
    return owed.bytes() + strong.bytes() + discharged.bytes() + 40L * lists.size();
  }
}
