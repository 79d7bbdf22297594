package dev.parley.protocols.link;

import dev.parley.api.Budget;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Invariant;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Protocol;
import dev.parley.api.Reachable;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Terminal;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The alternating bit protocol (Bartlett, Scantlebury, Wilkinson, "A Note on Reliable Full-Duplex
 * Transmission over Half-Duplex Links", 1969): every item arrives once and in order, on a channel
 * that loses and duplicates but keeps the order.
 *
 * <p>The sender marks each item with a bit, the other one than that of the item before, and sends
 * it again, by a timer, until it is acknowledged with the same bit. The receiver takes an item
 * whose bit it expects, and acknowledges whatever it gets: the acknowledgement may have been lost.
 *
 * <p>Timers may fire too early, so without a bound the channel could fill for ever. Each item is
 * sent again at most so many times. Each copy makes it there and back unless something is lost, so
 * everything arrives as long as losses are not more than that.
 */
@Protocol(
    name = "alternating-bit",
    description = "Everything arrives once and in order on a channel that loses and duplicates.",
    budget = @Budget(states = 20_000_000, time = "10m"))
public final class AlternatingBit {
  private AlternatingBit() {}

  /** So many items, on a channel that loses and duplicates so many messages. */
  @Instance(with = {2, 1, 1})
  @Instance(with = {3, 1, 1})
  @Instance(with = {3, 2, 1})
  static void link(Topology t, int items, int losses, int duplicates) {
    t.network(Network.ORDERED)
        .add("Sender", new Sender(items, losses))
        .add("Receiver", new Receiver())
        .faults(Faults.none().lose(losses).duplicate(duplicates));
  }

  /**
   * Broken: the receiver does not look at the bit. The counterexample needs no fault: the timer
   * fires early, and the second copy is taken for the second item.
   */
  @Instance(
      with = {2, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "inOrder")
  static void withoutBit(Topology t, int items, int losses, int duplicates) {
    t.network(Network.ORDERED)
        .add("Sender", new Sender(items, losses))
        .add("Receiver", new CarelessReceiver())
        .faults(Faults.none().lose(losses).duplicate(duplicates));
  }

  /** Broken by its channel, which does not keep the order: one bit is too little then. */
  @Instance(
      with = {3, 1, 1},
      expect = Verdict.VIOLATED,
      violates = "inOrder")
  static void overtaking(Topology t, int items, int losses, int duplicates) {
    t.add("Sender", new Sender(items, losses))
        .add("Receiver", new Receiver())
        .faults(Faults.none().lose(losses).duplicate(duplicates));
  }

  /** Broken by its channel, which loses an item once more than the sender sends it again. */
  @Instance(
      with = {2, 2},
      expect = Verdict.VIOLATED,
      violates = "everythingArrives")
  static void tooManyLosses(Topology t, int items, int losses) {
    t.network(Network.ORDERED)
        .add("Sender", new Sender(items, losses - 1))
        .add("Receiver", new Receiver())
        .faults(Faults.none().lose(losses));
  }

  @Invariant("what was received is the first items, each once, in order")
  static boolean inOrder(World w) {
    return w.nodes(Receiver.class).stream()
        .allMatch(r -> r.received.equals(firstItems(r.received.size())));
  }

  private static List<Integer> firstItems(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  @Invariant("the sender goes on only when the item has arrived")
  static boolean acknowledgedHasArrived(World w) {
    int received = w.nodes(Receiver.class).get(0).received.size();
    return w.nodes(Sender.class).get(0).item - 1 <= received;
  }

  @Terminal("in the end everything has arrived, and the sender knows")
  static boolean everythingArrives(World w) {
    Sender sender = w.nodes(Sender.class).get(0);
    return sender.item > sender.items;
  }

  @Reachable("everything may arrive")
  static boolean allReceived(World w) {
    return w.nodes(Receiver.class).get(0).received.size() == w.nodes(Sender.class).get(0).items;
  }

  /** An item, with its bit. */
  record Item(int value, boolean bit) {}

  /** The item with this bit has arrived. */
  record Acknowledge(boolean bit) {}

  /** Sends the items 1, 2, ... */
  static final class Sender extends Node {
    final int items;
    int item = 1;
    private final int patience;
    private int repeatsLeft;
    private final Timer timeout = new Timer();

    /** Sends each item again at most so many times. */
    Sender(int items, int repeats) {
      this.items = items;
      this.patience = repeats;
    }

    @Step(once = true)
    void start() {
      begin();
    }

    private void begin() {
      repeatsLeft = patience;
      transmit();
    }

    private void transmit() {
      sendToAll(Receiver.class, new Item(item, bit()));
      if (repeatsLeft > 0) {
        timeout.set();
      }
    }

    private boolean bit() {
      return item % 2 == 1;
    }

    @OnTimer("timeout")
    void repeat() {
      repeatsLeft--;
      transmit();
    }

    @Receive
    void acknowledged(Acknowledge m) {
      if (item <= items && m.bit() == bit()) {
        timeout.cancel();
        item++;
        if (item <= items) {
          begin();
        }
      }
    }
  }

  /** Keeps the items it has not got yet. */
  static class Receiver extends Node {
    final List<Integer> received = new ArrayList<>();

    @Receive
    void item(Item m, NodeId from) {
      if (expected(m)) {
        received.add(m.value());
      }
      send(from, new Acknowledge(m.bit()));
    }

    boolean expected(Item m) {
      boolean nextBit = received.size() % 2 == 0;
      return m.bit() == nextBit;
    }
  }

  /** Broken: takes every copy for a new item. */
  static final class CarelessReceiver extends Receiver {
    @Override
    boolean expected(Item m) {
      return true;
    }
  }
}
