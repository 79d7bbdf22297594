package dev.parley.engine.internal.space;

import dev.parley.engine.result.ActionKind;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * What happens to messages between sending and consumption. The only place that knows what an inbox
 * is: to everybody else inboxes, and bundles of messages that are sent or consumed together, are
 * numbers that the delivery hands out. Numbers are dense from 0 and never change their meaning.
 *
 * <p>An inbox is all that is on its way to one node or waits there. So a delivery may keep one
 * queue for each sender, or keep apart what was sent and what has arrived; what it does by itself
 * to an inbox are its {@link #ownActions}.
 */
public interface Delivery {
  /** The inbox, or bundle, that holds nothing. */
  int empty();

  /**
   * A bundle: messages that one step sends to one node, or that one step consumes.
   *
   * @param messages the messages; those sent in the order of sending, if that {@link
   *     #keepsSendingOrder} counts, ascending else
   * @param length how many of them
   */
  int bundle(int[] messages, int length);

  /** The messages of a bundle, as they were given. */
  int[] messages(int bundle);

  /** Whether it makes a difference in which order one step sends its messages to one node. */
  boolean keepsSendingOrder();

  /** The inbox after a bundle has been sent to it. */
  int place(int inbox, int bundle);

  /** The inbox after a bundle has been consumed from it. */
  int consume(int inbox, int bundle);

  /** All messages of an inbox, ascending, with repetitions. */
  int[] pending(int inbox);

  /** The messages a handler may take next from an inbox, ascending, each once. */
  int[] consumable(int inbox);

  /**
   * Whether a step may consume exactly these messages.
   *
   * @param inbox an inbox
   * @param consumed some of its {@link #consumable} messages, ascending
   */
  boolean mayConsume(int inbox, int[] consumed);

  /** The inbox without those messages that do not satisfy a condition. */
  int keep(int inbox, IntPredicate condition);

  /** What the network can do by itself to an inbox, in a fixed order. */
  List<Change> ownActions(int inbox);

  /**
   * Something that the network can do by itself to an inbox.
   *
   * @param kind what it does
   * @param message the message it does it to
   * @param inbox the inbox afterwards
   * @param place tells apart changes of one kind to one message; empty if there is only one
   */
  record Change(ActionKind kind, int message, int inbox, String place) {}

  /**
   * The ways to lose one message of an inbox, or to make one more copy of one, in a fixed order.
   * Ways that lead to the same inbox are one way.
   *
   * @param kind {@link ActionKind#LOSE} or {@link ActionKind#DUPLICATE}
   */
  List<Change> mishaps(ActionKind kind, int inbox);

  /**
   * The inbox in which every message is another one.
   *
   * @param names for each message the one in its place, never one for two; senders may differ
   */
  int rename(int inbox, IntUnaryOperator names);

  /**
   * The inbox of a node that crashes, if what has arrived there is lost: what is still on its way
   * is not.
   */
  int afterCrash(int inbox);

  /** Whether a message has arrived as soon as it is sent. */
  default boolean arrivesAtOnce() {
    return true;
  }

  /** How many inboxes and bundles have a number so far. */
  int size();

  /** What reductions may assume of it; nothing, unless it says so. */
  default Independence independence() {
    return Independence.NONE;
  }

  /** What the delivery's tables take in memory. */
  long bytes();
}
