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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * <p><b>Reductions.</b> None is used beside faults. A loss takes away what a step may need, so it
 * depends on steps of the receiver; a crash disables all steps of a node and depends on all of
 * them; a partition or its end changes what sends do and depends on all steps that send. Every
 * fault also depends on every other that spends the same budget. A stubborn set would have to
 * contain all of these, which leaves little to skip, and a dead message that is dropped could no
 * longer be lost, so budgets would be left that are spent in the full state space.
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

  /** The nodes on the side of the first node, for each split, numbered from 1. */
  private final List<BitSet> splits = new ArrayList<>();

  /** For each layout, the first one with the same nodes. */
  private final int[] layouts;

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
    if (splitComponent >= 0) {
      addSplits();
    }
  }

  private void addSplits() {
    int count = participants.count();
    // The last node is never on the counted side, so each split comes up once, and none is empty.
    for (int members = 1; members < 1 << (count - 1); members++) {
      BitSet side = BitSet.valueOf(new long[] {members});
      if (!covering(side).isEmpty()) {
        splits.add(side);
      }
    }
  }

  private boolean mayHappenTo(Faults.Kind kind, int node) {
    return limits.stream().anyMatch(limit -> limit.kind() == kind && covers(limit, node));
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

  /**
   * What holds once all budgets are used up: a node that is down takes no step and stays down, so
   * it is a node without steps. What a partition or a crash keeps from arriving, it keeps from
   * arriving for ever, so that is as if it had not been sent. The rest is steps of nodes on the
   * network as it is, and these commute as they do without faults.
   *
   * <p>Before that, a fault may come between any two steps: losing a message takes away what a step
   * consumes, a crash takes away all steps of its node, a partition what any step sends. So nothing
   * is left out there. Nor are messages dropped: what is dead before a restart may be alive after
   * it, and what a node that is down would consume stays.
   */
  @Override
  public Independence independence() {
    String faulty = "faults are explored";
    return Independence.ALL
        .without(Assumption.ONLY_STEPS_HAPPEN, faulty)
        .without(Assumption.ALWAYS_CONSUMABLE, faulty)
        .without(Assumption.DROPPABLE, faulty);
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
      return value + " times";
    }
    if (component == splitComponent) {
      return value == WHOLE ? "none" : sides(value);
    }
    if (component == layoutComponent) {
      return Integer.toString(value + 1);
    }
    return value == UP ? "up" : "down";
  }

  private String sides(int split) {
    List<String> one = new ArrayList<>();
    List<String> other = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      (splits.get(split - 1).get(node) ? one : other).add(participants.id(node).toString());
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
    splits.get(split - 1).stream().forEach(node -> side.set(image[node]));
    if (side.get(image.length - 1)) {
      side.flip(0, image.length);
    }
    return splits.indexOf(side) + 1;
  }

  /** Whether it is down, and how many nodes it can reach. */
  @Override
  public long mark(int[] state, int node) {
    int split = splitComponent < 0 ? WHOLE : value(state, splitComponent);
    long reach = 0;
    if (split != WHOLE) {
      BitSet side = splits.get(split - 1);
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
    BitSet side = splits.get(value(state, splitComponent) - 1);
    return side.get(from) == side.get(to);
  }

  /** Nothing restarts where nothing is down, and nothing heals that is whole. */
  @Override
  public boolean isAtRest(int[] state) {
    for (int limit = 0; limit < limits.size(); limit++) {
      if (value(state, limit) > 0 && mayStillHappen(state, limits.get(limit).kind())) {
        return false;
      }
    }
    return true;
  }

  private boolean mayStillHappen(int[] state, Faults.Kind kind) {
    return switch (kind) {
      case LOSE, DUPLICATE, CRASH, PARTITION -> true;
      case RESTART -> anyLeft(state, Faults.Kind.CRASH) || anyDown(state);
      case HEAL ->
          anyLeft(state, Faults.Kind.PARTITION)
              || splitComponent >= 0 && value(state, splitComponent) != WHOLE;
    };
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
      actions.add(one.change(action));
    }
  }

  private static String choices(int[] made) {
    return made.length == 0 ? "" : "choices " + Arrays.toString(made);
  }

  private void addSplitsAndHeal(int[] state, List<Change> actions) {
    if (value(state, splitComponent) == WHOLE) {
      for (int split = 1; split <= splits.size(); split++) {
        int number = split;
        spending(state, covering(splits.get(split - 1)))
            .ifPresent(
                spent -> {
                  spent.set(part(splitComponent), number);
                  actions.add(spent.change(ofAll(ActionKind.PARTITION, sides(number))));
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
