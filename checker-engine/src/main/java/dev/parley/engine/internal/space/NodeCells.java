package dev.parley.engine.internal.space;

import dev.parley.engine.internal.store.PairTable;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.result.ActionKind;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers the cells and events of one node. A <b>cell</b> is the pair (local state, inbox): the
 * node's whole share of a global state, and one dense number instead of two. An <b>event</b> is a
 * handler with the bundle it consumes, or what the network does by itself with the message it does
 * it to.
 */
final class NodeCells {
  private final List<Handler> handlers;
  private final Delivery delivery;
  private final PairTable cells = new PairTable();

  /** First the handler's index, or behind all handlers the kind of action. */
  private final PairTable events = new PairTable();

  NodeCells(NodeType type, Delivery delivery) {
    this.handlers = type.handlers();
    this.delivery = delivery;
  }

  /** The cell of a local state and an inbox. */
  int cell(int local, int inbox) {
    return cells.intern(local, inbox);
  }

  int local(int cell) {
    return cells.first(cell);
  }

  int inbox(int cell) {
    return cells.second(cell);
  }

  /** How many cells there are. */
  int count() {
    return cells.size();
  }

  /** The event that a handler consumes a bundle. */
  int event(Handler handler, int bundle) {
    return events.intern(handler.index(), bundle);
  }

  /** The event that the network does something by itself. */
  int event(ActionKind kind, int message) {
    return events.intern(handlers.size() + kind.ordinal(), message);
  }

  /** How many events there are. */
  int eventCount() {
    return events.size();
  }

  /** What kind of action an event is. */
  ActionKind kind(int event) {
    int first = events.first(event);
    return first < handlers.size() ? ActionKind.STEP : ActionKind.values()[first - handlers.size()];
  }

  /** Whether an event is a step of the given handler. */
  boolean isOf(int event, Handler handler) {
    return events.first(event) == handler.index();
  }

  /** The handler of a step. */
  Handler handler(int event) {
    return handlers.get(events.first(event));
  }

  /** All handlers of the node. */
  List<Handler> handlers() {
    return handlers;
  }

  /** The messages that a step consumes. */
  int[] consumed(int event) {
    return delivery.messages(events.second(event));
  }

  /** The message of what the network does by itself. */
  int message(int event) {
    return events.second(event);
  }

  /** Tells these numbers from others; inboxes count by what is pending in them. */
  long digest() {
    long digest = 31 * cells.digest() + events.digest();
    for (int cell = 0; cell < cells.size(); cell++) {
      digest = 31 * digest + Arrays.hashCode(delivery.pending(inbox(cell)));
    }
    return digest;
  }

  long bytes() {
    return cells.bytes() + events.bytes();
  }
}
