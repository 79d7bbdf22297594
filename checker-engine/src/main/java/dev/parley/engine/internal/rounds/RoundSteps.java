package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.rounds.Offer.Breach;
import dev.parley.engine.internal.rounds.Offer.Departure;
import dev.parley.engine.internal.space.LocalTransition;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the nodes can do in their cells, step by step, with the round that each step belongs to. The
 * ghost variables are derived here, and the five conditions checked: both depend on a node's own
 * history alone.
 */
final class RoundSteps {
  /** How many cells are remembered before all are forgotten. */
  private static final int MOST_KNOWN = 1 << 20;

  private final StateSpace space;
  private final Messages messages;
  private final Tags tags;
  private final Assumption assumption;
  private final Numbered<Position> positions = new Numbered<>();
  private final List<Map<Long, List<Offer>>> known = new ArrayList<>();
  private int knownCells;
  private Listener listener = (node, cell, tag, offers) -> {};

  RoundSteps(StateSpace space, Tags tags, Assumption assumption) {
    this.space = space;
    this.messages = space.messages();
    this.tags = tags;
    this.assumption = assumption;
    positions.of(Position.BEGINNING);
    for (int node = 0; node < space.nodeCount(); node++) {
      known.add(new HashMap<>());
    }
  }

  /** Hears of every step that can be taken, once or more often. */
  @FunctionalInterface
  interface Listener {
    /** The steps that can be taken in a cell by a node that is in a round. */
    void met(int node, int cell, int tag, List<Offer> offers);
  }

  void tell(Listener newListener) {
    listener = newListener;
  }

  Position position(int number) {
    return positions.value(number);
  }

  int number(Position position) {
    return positions.of(position);
  }

  int positionCount() {
    return positions.size();
  }

  /** The steps of a node in a cell and at a position, without those that have no effect. */
  List<Offer> offers(int node, int cell, int position) {
    return known
        .get(node)
        .computeIfAbsent((long) cell << 32 | position, key -> classified(node, cell, position));
  }

  /** Forgets what it knows if that is too much; not to be called while offers are looked at. */
  void trim() {
    if (knownCells > MOST_KNOWN) {
      known.forEach(Map::clear);
      knownCells = 0;
    }
  }

  private List<Offer> classified(int node, int cell, int position) {
    knownCells++;
    Position at = positions.value(position);
    if (at.stuck()) {
      return List.of();
    }
    List<Offer> offers = new ArrayList<>();
    for (LocalTransition transition : space.localTransitions(node, cell)) {
      classify(node, cell, at, transition)
          .filter(offer -> offer.breach().isPresent() || isAdmitted(node, offer))
          .ifPresent(offers::add);
    }
    listener.met(node, cell, at.tag(), offers);
    return List.copyOf(offers);
  }

  private boolean isAdmitted(int node, Offer offer) {
    return offer.departures().stream().allMatch(d -> assumption.mayLeave(node, d.heard()));
  }

  /** A step as part of a round; nothing if it only takes away messages that came too late. */
  private Optional<Offer> classify(int node, int cell, Position at, LocalTransition step) {
    Optional<Breach> reading = reading(step.consumed(), at.tag());
    if (reading.isPresent()) {
      boolean dropped =
          isLate(step.consumed(), at.tag()) && !hasEffect(space.local(node, cell), step);
      // What a step throws is worse than the order in which it reads.
      return dropped && !step.threw()
          ? Optional.empty()
          : Optional.of(
              step.threw()
                  ? offer(step, at, at.tag(), new int[0])
                  : Offer.broken(step, reading.get()));
    }
    boolean receives = step.consumed().length > 0;
    int tag = receives ? tags.of(step.consumed()[0]) : at.tag();
    if (step.threw()) {
      return Optional.of(offer(step, at, tag, new int[0]));
    }
    int[] sent = sent(step);
    return sending(step, sent, at, tag, receives)
        .map(breach -> Optional.of(Offer.broken(step, breach)))
        .orElseGet(() -> Optional.of(offer(step, at, tag, sent)));
  }

  private boolean hasEffect(int local, LocalTransition step) {
    return step.threw()
        || space.local(step.node(), step.cell()) != local
        || step.toSelf().length > 0
        || step.recipients().length > 0;
  }

  /** Whether all messages of a set are from rounds that were left. */
  boolean isLate(int[] consumed, int at) {
    for (int message : consumed) {
      int tag = tags.of(message);
      if (tag == Tags.NONE || !tags.less(tag, at)) {
        return false;
      }
    }
    return consumed.length > 0;
  }

  /** What is wrong with consuming these messages together. */
  Optional<Breach> reading(int[] consumed, int at) {
    for (int message : consumed) {
      int tag = tags.of(message);
      if (tag == Tags.NONE) {
        return Optional.of(new Breach(Condition.CURRENT_TAG, message, tag, at));
      }
      if (tags.less(tag, at)) {
        return Optional.of(new Breach(Condition.NOT_LATE, message, tag, at));
      }
    }
    for (int message : consumed) {
      int tag = tags.of(message);
      if (tag != tags.of(consumed[0])) {
        return Optional.of(new Breach(Condition.ONE_ROUND, message, tag, tags.of(consumed[0])));
      }
    }
    return Optional.empty();
  }

  /** What is wrong with sending these messages. */
  private Optional<Breach> sending(
      LocalTransition step, int[] sent, Position at, int tag, boolean receives) {
    boolean received = receives || at.received();
    for (int message : sent) {
      int its = tags.of(message);
      if (its == Tags.NONE) {
        return Optional.of(new Breach(Condition.CURRENT_TAG, message, its, tag));
      }
      if (tags.less(its, at.tag())) {
        return Optional.of(new Breach(Condition.MONOTONE, message, its, at.tag()));
      }
      if (tags.less(its, tag)) {
        return Optional.of(new Breach(Condition.CURRENT_TAG, message, its, tag));
      }
      if (received && tags.compare(its, tag) == 0) {
        return Optional.of(new Breach(Condition.SEND_FIRST, message, its, tag));
      }
    }
    return Optional.empty();
  }

  /** All messages that a step sends, to whomever. */
  int[] sent(LocalTransition step) {
    IntSequence all = new IntSequence();
    for (int message : step.toSelf()) {
      all.add(message);
    }
    for (int bundle : step.bundles()) {
      for (int message : space.delivery().messages(bundle)) {
        all.add(message);
      }
    }
    return Arrays.copyOf(all.array(), all.size());
  }

  private Offer offer(LocalTransition step, Position at, int tag, int[] sent) {
    List<Departure> departures = new ArrayList<>();
    boolean receives = step.consumed().length > 0;
    List<Integer> heard = new ArrayList<>(at.heard());
    int now = at.tag();
    if (tags.less(now, tag)) {
      leave(now, heard, departures);
      now = tag;
    }
    if (receives && assumption.asksWhoWasHeard()) {
      for (int message : step.consumed()) {
        heard.add(messages.sender(message));
      }
    }
    boolean received = receives || (at.received() && now == at.tag());
    int first = now;
    for (int i = 0; i < sent.length; i++) {
      int its = tags.of(sent[i]);
      first = i == 0 || tags.less(its, first) ? its : first;
    }
    for (int its : sortedTags(sent)) {
      if (tags.less(now, its)) {
        leave(now, heard, departures);
        now = its;
        received = false;
      }
    }
    boolean sends = sent.length > 0;
    Position after =
        new Position(now, received, heard.stream().sorted().distinct().toList(), false);
    return new Offer(
        step,
        receives || !sends ? tag : first,
        receives || (!sends && at.received()),
        positions.of(after),
        List.copyOf(departures),
        Optional.empty());
  }

  private void leave(int tag, List<Integer> heard, List<Departure> departures) {
    if (tag != Tags.BEGINNING) {
      departures.add(new Departure(tag, List.copyOf(heard)));
    }
    heard.clear();
  }

  private List<Integer> sortedTags(int[] sent) {
    List<Integer> all = new ArrayList<>();
    for (int message : sent) {
      all.add(tags.of(message));
    }
    all.sort(tags::compare);
    return all;
  }

  /** A rough count of what is remembered, in bytes. */
  long bytes() {
    return 400L * knownCells + 100L * positions.size();
  }
}
