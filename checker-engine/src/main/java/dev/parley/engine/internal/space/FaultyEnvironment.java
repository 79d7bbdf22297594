package dev.parley.engine.internal.space;

import dev.parley.api.Faults;
import dev.parley.engine.internal.space.Independence.Assumption;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Setting;
import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Budgets of faults as part of the state, and the faults as actions. The components are, in this
 * order:
 *
 * <ol>
 *   <li>for each budget, how much of it is left;
 *   <li>for each node that a budget allows to crash, whether it is down;
 *   <li>if there may be a partition, which split is in force: 0 for none;
 *   <li>if nodes may restart and there are several layouts, which of them the run began with,
 *       because a restart goes back to it.
 * </ol>
 *
 * <p>A fault needs a budget that covers it, and spends one of each that does.
 *
 * <p><b>Partial order.</b> A loss takes away what a step may need, and a duplication needs what a
 * step takes away, so both depend on steps of the receiver. A crash disables all steps of its node,
 * a restart enables them and changes their local state. A partition or its end changes what sends
 * do, so it depends on all steps that send. Every fault also depends on every other that spends the
 * same budget. A stubborn set with one fault would have to contain nearly everything. So a set has
 * none, and only nodes with which no fault can interfere any more, in this state or a later one:
 * those that are not {@link #exposed}. With a step of such a node n every fault commutes:
 *
 * <ul>
 *   <li>a loss or duplication happens to a message for another node m. What n sends to m meanwhile
 *       is one message more, in a queue behind what is there;
 *   <li>a crash or restart happens to another node. What n sends to it waits there in either order
 *       as long as inboxes are kept. If they are lost, all nodes are exposed while something may
 *       crash or restart;
 *   <li>a restart may send to n, which adds to what n can consume, as any send;
 *   <li>no split begins or ends: all nodes are exposed while one may.
 * </ul>
 *
 * What may have to happen first for the sake of a step in the set counts as a fault if it is a step
 * of an exposed node, because a restart may bring it about: then there is no such set. The same
 * holds for a property that sees a step of the set and an exposed node. Budgets are only ever
 * spent, so no fault lies on a cycle. What happened before is like another initial state: a node
 * that is down for good is one without steps, and what a split keeps from arriving it keeps from
 * arriving for ever, so that steps may come round although nobody receives what they send.
 *
 * <p><b>Dead messages</b> may be dropped. Without a dead message every step is possible that is
 * possible with it, and the others leave no trace, as without faults. The message may also be lost
 * or duplicated, which spends something and else leaves no trace either: with less to spend, less
 * is possible. What is dead for a node that may restart must be dead in all of its local states.
 *
 * <p><b>What the tests catch.</b> {@code ExposureTest} has a protocol for each of these sentences.
 */
final class FaultyEnvironment implements Environment {
  private static final int UP = 0;
  private static final int DOWN = 1;
  private static final int WHOLE = 0;

  private final Faults faults;
  private final List<Faults.Limit> limits;
  private final int[] budget;
  private final Participants participants;
  private final Dictionary dictionary;
  private final Delivery delivery;
  private final Messages messages;

  /** For each node, the component that says whether it is down; -1 if it cannot crash. */
  private final int[] downComponents;

  private final int splitComponent;
  private final int layoutComponent;
  private final int components;

  /** The splits, numbered from 1. */
  private final List<Split> splits = new ArrayList<>();

  /** The number of a split by its side; splits are closed under exchange of like nodes. */
  private final Map<BitSet, Integer> splitOf = new HashMap<>();

  /**
   * The nodes split in two.
   *
   * @param side those on the side without the last node
   * @param covering the budgets that cover it
   * @param text both sides
   */
  private record Split(BitSet side, List<Integer> covering, String text) {}

  /** For each layout, the first one with the same nodes. */
  private final int[] layouts;

  /** For each budget, the nodes that what it allows may happen to, or to their messages. */
  private final BitSet[] covered;

  private final Map<Integer, List<Delivery.Change>> losses = new HashMap<>();
  private final Map<Integer, List<Delivery.Change>> duplicates = new HashMap<>();

  /**
   * Faults around the nodes of an instance.
   *
   * @param setting what may go wrong
   * @param budget how often at most, for each limit of the setting; may be less than it says
   * @param layouts for each layout, the first one with the same nodes
   */
  FaultyEnvironment(
      Setting setting,
      int[] budget,
      Participants participants,
      Dictionary dictionary,
      int[] layouts) {
    this.faults = setting.faults();
    this.limits = faults.limits();
    this.budget = budget.clone();
    this.participants = participants;
    this.dictionary = dictionary;
    this.delivery = dictionary.delivery();
    this.messages = dictionary.messages();
    this.layouts = layouts.clone();
    int next = limits.size();
    downComponents = new int[participants.count()];
    for (int node = 0; node < downComponents.length; node++) {
      downComponents[node] = mayHappenTo(Faults.Kind.CRASH, node) ? next++ : -1;
    }
    splitComponent = faults.has(Faults.Kind.PARTITION) ? next++ : -1;
    boolean several = Arrays.stream(layouts).distinct().count() > 1;
    layoutComponent = several && faults.has(Faults.Kind.RESTART) ? next++ : -1;
    components = next;
    covered = limits.stream().map(this::nodesOf).toArray(BitSet[]::new);
    if (splitComponent >= 0) {
      addSplits();
    }
  }

  /** Splits off every part of the nodes that a budget covers: there may be many more nodes. */
  private void addSplits() {
    Set<BitSet> sides = new LinkedHashSet<>();
    for (int limit = 0; limit < limits.size(); limit++) {
      if (limits.get(limit).kind() == Faults.Kind.PARTITION) {
        addParts(nodesOf(limits.get(limit)), sides);
      }
    }
    for (BitSet side : sides) {
      splits.add(new Split(side, covering(side), sides(side)));
      splitOf.put(side, splits.size());
    }
  }

  /** The last node is never on the counted side, so each split comes up once, and none is empty. */
  private void addParts(BitSet nodes, Set<BitSet> sides) {
    int[] covers = nodes.stream().toArray();
    int count = participants.count();
    for (long members = 1; members < 1L << covers.length; members++) {
      BitSet side = new BitSet();
      for (int i = 0; i < covers.length; i++) {
        side.set(covers[i], (members >>> i & 1) != 0);
      }
      if (side.cardinality() < count) {
        if (side.get(count - 1)) {
          side.flip(0, count);
        }
        sides.add(side);
      }
    }
  }

  private boolean mayHappenTo(Faults.Kind kind, int node) {
    return limits.stream().anyMatch(limit -> limit.kind() == kind && covers(limit, node));
  }

  private BitSet nodesOf(Faults.Limit limit) {
    boolean ofMessages = limit.kind() == Faults.Kind.LOSE || limit.kind() == Faults.Kind.DUPLICATE;
    BitSet nodes = new BitSet();
    for (int node = 0; node < participants.count(); node++) {
      nodes.set(node, ofMessages ? coversRole(limit, node) : covers(limit, node));
    }
    return nodes;
  }

  // What a budget covers -----------------------------------------------------------------------

  private boolean covers(Faults.Limit limit, int node) {
    return coversRole(limit, node) && limit.type().isAssignableFrom(participants.type(node).type());
  }

  private boolean coversRole(Faults.Limit limit, int node) {
    return limit.role().isEmpty() || limit.role().equals(participants.id(node).role());
  }

  private List<Integer> covering(Faults.Kind kind, int node) {
    return IntStream.range(0, limits.size())
        .filter(i -> limits.get(i).kind() == kind && covers(limits.get(i), node))
        .boxed()
        .toList();
  }

  private List<Integer> covering(Faults.Kind kind, int to, int message) {
    return IntStream.range(0, limits.size())
        .filter(i -> limits.get(i).kind() == kind && coversRole(limits.get(i), to))
        .filter(i -> limits.get(i).type().isAssignableFrom(messages.type(message)))
        .boxed()
        .toList();
  }

  private List<Integer> covering(BitSet side) {
    BitSet other = (BitSet) side.clone();
    other.flip(0, participants.count());
    return IntStream.range(0, limits.size())
        .filter(i -> limits.get(i).kind() == Faults.Kind.PARTITION)
        .filter(i -> coversAll(limits.get(i), side) || coversAll(limits.get(i), other))
        .boxed()
        .toList();
  }

  private boolean coversAll(Faults.Limit limit, BitSet nodes) {
    return nodes.stream().allMatch(node -> covers(limit, node));
  }

  // Components ---------------------------------------------------------------------------------

  @Override
  public Independence independence() {
    return faults.has(Faults.Kind.PARTITION) || faults.losesInboxes()
        ? Independence.ALL.without(Assumption.SENT_ARRIVES, "what is sent may be lost")
        : Independence.ALL;
  }

  @Override
  public boolean mayRestart(int node) {
    return downComponents[node] >= 0 && mayHappenTo(Faults.Kind.RESTART, node);
  }

  @Override
  public int componentCount() {
    return components;
  }

  @Override
  public String name(int component) {
    if (component < limits.size()) {
      return "may " + limits.get(component).label();
    }
    if (component == splitComponent) {
      return "partition";
    }
    return component == layoutComponent ? "layout" : nodeOf(component) + " is";
  }

  private String nodeOf(int component) {
    for (int node = 0; node < downComponents.length; node++) {
      if (downComponents[node] == component) {
        return participants.id(node).toString();
      }
    }
    throw new IndexOutOfBoundsException(component);
  }

  @Override
  public int initial(int component, int layout) {
    if (component < limits.size()) {
      return budget[component];
    }
    return component == layoutComponent ? layouts[layout] : 0;
  }

  @Override
  public int valueCount(int component) {
    if (component < limits.size()) {
      return limits.get(component).most() + 1;
    }
    if (component == splitComponent) {
      return splits.size() + 1;
    }
    return component == layoutComponent ? layouts.length : 2;
  }

  @Override
  public String text(int component, int value) {
    if (component < limits.size()) {
      return value + (value == 1 ? " time" : " times");
    }
    if (component == splitComponent) {
      return value == WHOLE ? "none" : splits.get(value - 1).text();
    }
    if (component == layoutComponent) {
      return Integer.toString(value + 1);
    }
    return value == UP ? "up" : "down";
  }

  private String sides(BitSet side) {
    List<String> one = new ArrayList<>();
    List<String> other = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      (side.get(node) ? one : other).add(participants.id(node).toString());
    }
    return String.join(", ", one) + " | " + String.join(", ", other);
  }

  private int part(int component) {
    return participants.count() + component;
  }

  private int value(int[] state, int component) {
    return state[part(component)];
  }

  // Other names --------------------------------------------------------------------------------

  /**
   * Budgets go by role and class, which stay the same. A layout is another one under other names,
   * and which one that is is not looked for.
   */
  @Override
  public Optional<String> objectionTo(int[] image) {
    return layoutComponent < 0
        ? Optional.empty()
        : Optional.of("nodes may restart, and the instance has several initial states");
  }

  @Override
  public void rename(int[] state, int[] image, int[] into) {
    for (int limit = 0; limit < limits.size(); limit++) {
      into[part(limit)] = value(state, limit);
    }
    for (int node = 0; node < image.length; node++) {
      if (downComponents[node] >= 0) {
        into[part(downComponents[image[node]])] = value(state, downComponents[node]);
      }
    }
    if (splitComponent >= 0) {
      into[part(splitComponent)] = renamed(value(state, splitComponent), image);
    }
  }

  private int renamed(int split, int[] image) {
    if (split == WHOLE) {
      return WHOLE;
    }
    BitSet side = new BitSet();
    splits.get(split - 1).side().stream().forEach(node -> side.set(image[node]));
    if (side.get(image.length - 1)) {
      side.flip(0, image.length);
    }
    return splitOf.get(side);
  }

  /** Whether it is down, and how many nodes it can reach. */
  @Override
  public long mark(int[] state, int node) {
    int split = splitComponent < 0 ? WHOLE : value(state, splitComponent);
    long reach = 0;
    if (split != WHOLE) {
      BitSet side = splits.get(split - 1).side();
      reach = side.get(node) ? side.cardinality() : participants.count() - side.cardinality();
    }
    return 2 * reach + (enables(state, node) ? 0 : 1);
  }

  // What is possible ---------------------------------------------------------------------------

  @Override
  public int[] spent(int[] state) {
    int[] spent = new int[limits.size()];
    Arrays.setAll(spent, limit -> budget[limit] - value(state, limit));
    return spent;
  }

  @Override
  public boolean enables(int[] state, int node) {
    return downComponents[node] < 0 || value(state, downComponents[node]) == UP;
  }

  @Override
  public boolean carries(int[] state, int from, int to) {
    boolean lost = faults.losesInboxes() && delivery.arrivesAtOnce() && !enables(state, to);
    if (lost || splitComponent < 0 || value(state, splitComponent) == WHOLE) {
      return !lost;
    }
    BitSet side = splits.get(value(state, splitComponent) - 1).side();
    return side.get(from) == side.get(to);
  }

  @Override
  public void exposed(int[] state, BitSet into) {
    into.clear();
    if (mayChangeWhatArrives(state)) {
      into.set(0, participants.count());
      return;
    }
    for (int limit = 0; limit < limits.size(); limit++) {
      if (value(state, limit) > 0) {
        expose(state, limits.get(limit).kind(), covered[limit], into);
      }
    }
  }

  private boolean mayChangeWhatArrives(int[] state) {
    boolean split = splitComponent >= 0 && value(state, splitComponent) != WHOLE;
    boolean moves =
        anyLeft(state, Faults.Kind.PARTITION) || split && anyLeft(state, Faults.Kind.HEAL);
    boolean falls =
        anyLeft(state, Faults.Kind.CRASH) || anyLeft(state, Faults.Kind.RESTART) && anyDown(state);
    return moves || faults.losesInboxes() && falls;
  }

  /** A node that is down can only restart, and one that is up must crash before it does. */
  private void expose(int[] state, Faults.Kind kind, BitSet nodes, BitSet into) {
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      boolean mayHappen =
          switch (kind) {
            case LOSE, DUPLICATE -> true;
            case CRASH -> enables(state, node);
            case RESTART -> !enables(state, node);
            case PARTITION, HEAL -> false;
          };
      if (mayHappen) {
        into.set(node);
      }
    }
  }

  private boolean anyDown(int[] state) {
    for (int node = 0; node < downComponents.length; node++) {
      if (!enables(state, node)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Change> actions(int[] state, Restarts restarts) {
    List<Change> actions = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      addMishaps(state, node, Faults.Kind.LOSE, ActionKind.LOSE, losses, actions);
      addMishaps(state, node, Faults.Kind.DUPLICATE, ActionKind.DUPLICATE, duplicates, actions);
      if (downComponents[node] >= 0 && enables(state, node)) {
        addCrash(state, node, actions);
      } else if (downComponents[node] >= 0) {
        addRestarts(state, node, restarts, actions);
      }
    }
    if (splitComponent >= 0) {
      addSplitsAndHeal(state, actions);
    }
    return actions;
  }

  private void addMishaps(
      int[] state,
      int node,
      Faults.Kind kind,
      ActionKind action,
      Map<Integer, List<Delivery.Change>> known,
      List<Change> actions) {
    if (!anyLeft(state, kind)) {
      return;
    }
    int inbox = dictionary.inbox(node, state[node]);
    for (Delivery.Change change :
        known.computeIfAbsent(inbox, i -> delivery.mishaps(action, inbox))) {
      spending(state, covering(kind, node, change.message()))
          .ifPresent(
              spent -> {
                int local = dictionary.local(node, state[node]);
                spent.set(node, dictionary.cell(node, local, change.inbox()));
                actions.add(
                    spent.change(
                        new Action.OfEnvironment(action, node, change.message(), change.place())));
              });
    }
  }

  private boolean anyLeft(int[] state, Faults.Kind kind) {
    for (int i = 0; i < limits.size(); i++) {
      if (limits.get(i).kind() == kind && value(state, i) > 0) {
        return true;
      }
    }
    return false;
  }

  private void addCrash(int[] state, int node, List<Change> actions) {
    spending(state, covering(Faults.Kind.CRASH, node))
        .ifPresent(
            spent -> {
              spent.set(part(downComponents[node]), DOWN);
              if (faults.losesInboxes()) {
                int inbox = delivery.afterCrash(dictionary.inbox(node, state[node]));
                int local = dictionary.local(node, state[node]);
                spent.set(node, dictionary.cell(node, local, inbox));
              }
              actions.add(spent.change(toNode(ActionKind.CRASH, node, "")));
            });
  }

  private static Action.OfEnvironment toNode(ActionKind kind, int node, String subject) {
    return new Action.OfEnvironment(kind, node, NO_MESSAGE, subject);
  }

  private void addRestarts(int[] state, int node, Restarts restarts, List<Change> actions) {
    Optional<Spending> spent = spending(state, covering(Faults.Kind.RESTART, node));
    if (spent.isEmpty()) {
      return;
    }
    int layout = layoutComponent < 0 ? 0 : value(state, layoutComponent);
    int local = dictionary.local(node, state[node]);
    int inbox = dictionary.inbox(node, state[node]);
    for (Restarts.Restart restart : restarts.of(node, local, layout)) {
      Spending one = spending(state, covering(Faults.Kind.RESTART, node)).orElseThrow();
      one.set(part(downComponents[node]), UP);
      Action.OfEnvironment action =
          toNode(ActionKind.RESTART, node, choices(restart.outcome().choices()));
      if (restart.outcome().thrown().isPresent()) {
        actions.add(one.change(action).thatThrew(restart.outcome().thrown().get()));
        continue;
      }
      int filled = delivery.place(inbox, restart.toSelf());
      one.set(node, dictionary.cell(node, restart.local(), filled));
      for (int i = 0; i < restart.recipients().length; i++) {
        int to = restart.recipients()[i];
        if (carries(state, node, to)) {
          int placed = delivery.place(dictionary.inbox(to, state[to]), restart.bundles()[i]);
          one.set(to, dictionary.cell(to, dictionary.local(to, state[to]), placed));
        }
      }
      actions.add(one.change(action).thatRecorded(restart.outcome().recorded()));
    }
  }

  private static String choices(int[] made) {
    String options =
        IntStream.of(made).mapToObj(i -> Integer.toString(i + 1)).collect(Collectors.joining(", "));
    return made.length == 0 ? "" : "option " + options;
  }

  private void addSplitsAndHeal(int[] state, List<Change> actions) {
    if (value(state, splitComponent) == WHOLE) {
      if (!anyLeft(state, Faults.Kind.PARTITION)) {
        return;
      }
      for (int split = 1; split <= splits.size(); split++) {
        int number = split;
        Split how = splits.get(split - 1);
        spending(state, how.covering())
            .ifPresent(
                spent -> {
                  spent.set(part(splitComponent), number);
                  actions.add(spent.change(ofAll(ActionKind.PARTITION, how.text())));
                });
      }
      return;
    }
    List<Integer> healing =
        IntStream.range(0, limits.size())
            .filter(i -> limits.get(i).kind() == Faults.Kind.HEAL)
            .boxed()
            .toList();
    spending(state, healing)
        .ifPresent(
            spent -> {
              spent.set(part(splitComponent), WHOLE);
              actions.add(spent.change(ofAll(ActionKind.HEAL, "")));
            });
  }

  private static Action.OfEnvironment ofAll(ActionKind kind, String subject) {
    return new Action.OfEnvironment(kind, Action.NOBODY, NO_MESSAGE, subject);
  }

  /** One of each of some budgets, if there is any of them and none is used up. */
  private Optional<Spending> spending(int[] state, List<Integer> covering) {
    if (covering.isEmpty() || covering.stream().anyMatch(limit -> value(state, limit) == 0)) {
      return Optional.empty();
    }
    Spending spending = new Spending();
    covering.forEach(limit -> spending.set(part(limit), value(state, limit) - 1));
    return Optional.of(spending);
  }

  /** The parts of a state that an action changes. */
  private static final class Spending {
    private final List<Integer> parts = new ArrayList<>();
    private final List<Integer> values = new ArrayList<>();

    void set(int part, int value) {
      parts.add(part);
      values.add(value);
    }

    Change change(Action.OfEnvironment action) {
      return new Change(
          action,
          parts.stream().mapToInt(Integer::intValue).toArray(),
          values.stream().mapToInt(Integer::intValue).toArray(),
          Optional.empty());
    }
  }
}
