package dev.parley.engine.internal.space;

import dev.parley.engine.result.ActionKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An environment with three components: how many messages may still be lost, which node is down
 * (none, or one for good), and whether the first node is cut off from the others. To show that an
 * environment is a part that can be added.
 */
public final class Faults implements Environment {
  /** The initial local state of every node is captured before any other. */
  private static final int INITIAL = 0;

  private static final int LOSSES = 0;
  private static final int DOWN = 1;
  private static final int CUT_OFF = 2;

  private final Dictionary dictionary;
  private final int losses;
  private final boolean crashes;
  private final boolean partitions;
  private final boolean restarts;

  private Faults(
      Dictionary dictionary, int losses, boolean crashes, boolean partitions, boolean restarts) {
    this.dictionary = dictionary;
    this.losses = losses;
    this.crashes = crashes;
    this.partitions = partitions;
    this.restarts = restarts;
  }

  /** So many messages may be lost. */
  public static Ports losses(int most) {
    return Ports.USUAL.withEnvironment(d -> new Faults(d, most, false, false, false));
  }

  /** One node may crash. */
  public static Ports crash() {
    return Ports.USUAL.withEnvironment(d -> new Faults(d, 0, true, false, false));
  }

  /** The first node may be cut off, and come back, as often as it likes. */
  public static Ports partitions() {
    return Ports.USUAL.withEnvironment(d -> new Faults(d, 0, false, true, false));
  }

  /** A node may start again from its initial local state. */
  public static Ports restarts() {
    return Ports.USUAL.withEnvironment(d -> new Faults(d, 0, false, false, true));
  }

  @Override
  public int componentCount() {
    return 3;
  }

  @Override
  public String name(int component) {
    return List.of("losses", "down", "cutOff").get(component);
  }

  @Override
  public int initial(int component, int layout) {
    return component == LOSSES ? losses : 0;
  }

  @Override
  public int valueCount(int component) {
    return component == LOSSES ? losses + 1 : dictionary.nodeCount() + 1;
  }

  @Override
  public String text(int component, int value) {
    return Integer.toString(value);
  }

  private int value(int[] state, int component) {
    return state[part(component)];
  }

  private int part(int component) {
    return dictionary.nodeCount() + component;
  }

  @Override
  public boolean enables(int[] state, int node) {
    return value(state, DOWN) != node + 1;
  }

  @Override
  public boolean carries(int[] state, int from, int to) {
    return value(state, CUT_OFF) == 0 || (from == 0) == (to == 0);
  }

  @Override
  public List<Change> actions(int[] state, Restarts unused) {
    List<Change> actions = new ArrayList<>();
    for (int node = 0; node < dictionary.nodeCount(); node++) {
      if (value(state, LOSSES) > 0) {
        addLosses(state, node, actions);
      }
      if (crashes && value(state, DOWN) == 0) {
        actions.add(Change.toNode(ActionKind.CRASH, node, parts(DOWN), new int[] {node + 1}));
      }
      if (restarts && dictionary.local(node, state[node]) != INITIAL) {
        int again = dictionary.cell(node, INITIAL, dictionary.inbox(node, state[node]));
        actions.add(Change.toNode(ActionKind.RESTART, node, new int[] {node}, new int[] {again}));
      }
    }
    if (partitions) {
      boolean whole = value(state, CUT_OFF) == 0;
      actions.add(
          Change.ofAll(
              whole ? ActionKind.PARTITION : ActionKind.HEAL,
              whole ? "the first | the others" : "",
              parts(CUT_OFF),
              new int[] {whole ? 1 : 0}));
    }
    return actions;
  }

  private int[] parts(int component) {
    return new int[] {part(component)};
  }

  private void addLosses(int[] state, int node, List<Change> actions) {
    Delivery delivery = dictionary.delivery();
    int local = dictionary.local(node, state[node]);
    int inbox = dictionary.inbox(node, state[node]);
    for (int message : Arrays.stream(delivery.pending(inbox)).distinct().toArray()) {
      int rest = delivery.consume(inbox, delivery.bundle(new int[] {message}, 1));
      actions.add(
          Change.toMessage(
              ActionKind.LOSE,
              node,
              message,
              new int[] {node, part(LOSSES)},
              new int[] {dictionary.cell(node, local, rest), value(state, LOSSES) - 1}));
    }
  }
}
