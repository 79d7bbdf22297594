package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Contents;
import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Handler;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Gives numbers to all that states are made of: local states and messages ({@link Contents}),
 * inboxes and bundles ({@link Delivery}), cells and events ({@link NodeCells}). A <b>cell</b> is a
 * pair of local state and inbox, a node's whole share of a global state.
 *
 * <p>A dictionary is the common language of all workers of a check. It only grows, and a number
 * never changes its meaning. So a state found by one worker can be expanded by any other, a store
 * may keep numbers for as long as it likes, and two workers that come to the same state by
 * different ways come to the same numbers. What one worker needs to expand states is a {@link
 * Cursor}: it reads and extends the dictionary and shares nothing else. Memos belong to cursors,
 * although two cursors may then work out the same local step twice: a memo may be forgotten, and it
 * is read for every transition, so a reader must not wait for other workers.
 *
 * <p><b>Threads.</b> All cursors of a dictionary must run in one thread. {@link Scout}s in other
 * threads only read, while no cursor is at work. To let cursors write side by side, these are the
 * places to be made safe for more: {@link #cell}, {@link NodeCells#event}, the methods of {@link
 * Delivery} that make inboxes and bundles (each looks a number up and adds it if it is missing, as
 * one act), and those that {@link Contents} names. Their tables grow by copying arrays; a reader
 * that was handed a number by another thread must see the array that holds it. An environment that
 * numbers the values of its components takes part in the dictionary, and the same holds for it.
 */
public final class Dictionary {
  private final Contents contents;
  private final Messages messages;
  private final Delivery delivery;
  private final NodeCells[] nodes;

  /**
   * A dictionary that knows what has been captured so far.
   *
   * @param participants the nodes
   * @param runner whose contents are part of the dictionary
   * @param newDelivery makes what knows inboxes
   */
  public Dictionary(
      Participants participants, StepRunner runner, Function<Messages, Delivery> newDelivery) {
    contents = runner.contents();
    messages = runner.messages();
    delivery = newDelivery.apply(messages);
    nodes = new NodeCells[participants.count()];
    Arrays.setAll(nodes, node -> new NodeCells(participants.type(node), delivery));
  }

  /** Local states and messages. */
  public Contents contents() {
    return contents;
  }

  /** All messages, as the first runner sees them. */
  public Messages messages() {
    return messages;
  }

  /** Inboxes and bundles. */
  public Delivery delivery() {
    return delivery;
  }

  /** How many nodes there are. */
  public int nodeCount() {
    return nodes.length;
  }

  /** The cell of a node with a local state and an inbox. */
  public int cell(int node, int local, int inbox) {
    return nodes[node].cell(local, inbox);
  }

  /** The local state of a node's cell. */
  public int local(int node, int cell) {
    return nodes[node].local(cell);
  }

  /** The inbox of a node's cell. */
  public int inbox(int node, int cell) {
    return nodes[node].inbox(cell);
  }

  /** How many cells a node has so far. */
  public int cellCount(int node) {
    return nodes[node].count();
  }

  /** The event that a handler of a node consumes messages, given in ascending order. */
  public int event(int node, Handler handler, int[] consumed) {
    return nodes[node].event(handler, delivery.bundle(consumed, consumed.length));
  }

  /** Cells and events of a node. */
  NodeCells node(int node) {
    return nodes[node];
  }

  /** How much has a number. */
  long size() {
    long size = contents.size() + delivery.size();
    for (NodeCells node : nodes) {
      size += node.count() + node.eventCount();
    }
    return size;
  }

  /** Tells this dictionary from others, and from the same under other numbers. */
  public long digest() {
    long digest = 31 * contents.digest() + delivery.size();
    for (NodeCells node : nodes) {
      digest = 31 * digest + node.digest();
    }
    return digest;
  }

  /** What inboxes, bundles, cells and events take in memory; contents are counted by runners. */
  long bytes() {
    return delivery.bytes() + Arrays.stream(nodes).mapToLong(NodeCells::bytes).sum();
  }
}
