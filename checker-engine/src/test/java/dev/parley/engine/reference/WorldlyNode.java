package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Timer;
import java.util.List;

/**
 * A node that lives with networks, faults, restarts and timers. What a handler does in a phase is
 * drawn from a number that the node keeps, always the same way, so the number is its whole script.
 * All content lives in small domains and each send spends from a budget.
 */
abstract class WorldlyNode extends Node {
  static final int PHASES = 3;

  /** A mutable object that several fields may share, and that leads back to its node. */
  static final class Box {
    final WorldlyNode owner;
    int value;

    Box(WorldlyNode owner, int value) {
      this.owner = owner;
      this.value = value;
    }
  }

  /** Messages that every node receives one by one. */
  sealed interface Item permits Word, Call {}

  record Word(int value) implements Item {}

  record Call(int value, @Auxiliary int trip) implements Item {}

  /** What a {@link Board} counts; a {@link Peer} receives it, too. */
  record Vote(int value) {}

  /**
   * How a node is made.
   *
   * @param script what it does
   * @param sends how many messages it may send before it restarts
   * @param throwsSometimes whether some of its code throws
   * @param trips whether it writes auxiliary content
   */
  record Design(int script, int sends, boolean throwsSometimes, boolean trips) {}

  final Design design;

  /** Differs among layouts, if there are several. */
  final int style;

  int phase;
  int budget;
  int last;
  @Durable int kept;
  @Durable Box disk = new Box(this, 0);
  @Durable Box mirror = disk;
  Box cache = disk;
  final Timer alarm;
  @Durable @Auxiliary int trips;
  @Auxiliary int tripsNow;

  WorldlyNode(Design design, int style) {
    this.design = design;
    this.style = style;
    this.budget = design.sends();
    this.phase = style % 2;
    this.alarm = style == 1 || draw("alarm", 3) == 0 ? Timer.running() : new Timer();
  }

  @Step(once = true, when = "mayBegin")
  void begin() {
    act("begin", 0, true);
  }

  boolean mayBegin() {
    return phase == 0 || draw("mayBegin", 2) == 0;
  }

  @Step(once = true, durable = true)
  void found() {
    act("found", 0, true);
  }

  @OnTimer(value = "alarm", when = "mayRing")
  void ring() {
    act("ring", alarm.isSet() ? 1 : 0, false);
  }

  boolean mayRing() {
    return alarm.isSet() && draw("mayRing", 4) > 0;
  }

  @Receive(when = "hears")
  void item(Item m, NodeId from) {
    act("item", m instanceof Word word ? word.value() : ((Call) m).value(), false);
  }

  boolean hears(Item m, NodeId from) {
    return draw("hears" + (m instanceof Word), 4) > 0;
  }

  @Override
  protected void restarted() {
    if (draw("comesBack", 3) > 0) {
      act("restarted", kept, true);
    }
  }

  final int draw(String what, int bound) {
    int mixed = (design.script() * 31 + what.hashCode()) * 31 + phase * 7 + style;
    mixed ^= mixed >>> 15;
    mixed *= 0x2c1b3c6d;
    mixed ^= mixed >>> 12;
    mixed *= 0x297a2d39;
    mixed ^= mixed >>> 15;
    return (mixed & 0x7fffffff) % bound;
  }

  final void act(String handler, int value, boolean opens) {
    if (design.throwsSometimes() && draw(handler + "throws", 5) == 0) {
      throw new IllegalStateException(handler + " in phase " + phase);
    }
    int effect = draw(handler + "effect", 10);
    int sends = opens ? 1 + draw(handler + "sends", 2) : draw(handler + "sends", 3);
    int first = draw(handler + "to", 97);
    int next = Math.min(PHASES - 1, phase + draw(handler + "next", 3));
    boolean chooses = draw(handler + "chooses", 4) == 0;
    if (disk.owner != this || mirror.owner != this || cache.owner != this) {
      throw new IllegalStateException("somebody else's box");
    }
    trip();
    change(effect, value);
    for (int i = 0; i < sends && budget > 0; i++) {
      budget--;
      List<NodeId> all = ids(WorldlyNode.class);
      send(all.get((first + i * (first % 2)) % all.size()), message((first + i) % 5));
    }
    phase = chooses ? choose(phase, next) : next;
  }

  private void trip() {
    if (design.trips()) {
      trips = 1 - trips;
      tripsNow = Math.min(2, tripsNow + 1);
    }
  }

  private Object message(int kind) {
    return switch (kind) {
      case 0, 1 -> new Word(kind);
      case 2 -> new Call(0, tripsNow);
      default -> new Vote(kind - 3);
    };
  }

  private void change(int effect, int value) {
    switch (effect) {
      case 0 -> kept = 1 - kept;
      case 1 -> disk.value = 1 - disk.value;
      case 2 -> mirror = new Box(this, disk.value);
      case 3 -> mirror = disk;
      case 4 -> cache = disk;
      case 5 -> cache.value = 1 - cache.value;
      case 6, 7 -> alarm.set();
      case 8 -> alarm.cancel();
      default -> last = value % 2;
    }
  }

  /** Receives votes one by one, and may do something at any time. */
  static final class Peer extends WorldlyNode {
    Peer(Design design, int style) {
      super(design, style);
    }

    @Receive
    void vote(Vote m) {
      act("vote", m.value(), false);
    }

    @Step(when = "mayTick")
    void tick() {
      act("tick", 0, false);
    }

    boolean mayTick() {
      return phase < PHASES - 1 && draw("mayTick", 3) == 0;
    }
  }

  /** Counts votes. */
  static final class Board extends WorldlyNode {
    Board(Design design, int style) {
      super(design, style);
    }

    @Receive(quorum = "enough", when = "agreed")
    void votes(Quorum<Vote> votes) {
      act("votes", votes.messages().mapToInt(Vote::value).sum(), false);
    }

    boolean agreed(Quorum<Vote> votes) {
      return draw("agreed", 3) > 0 || votes.messages().mapToInt(Vote::value).sum() == 0;
    }

    int enough() {
      int size = 1 + draw("enough", 2);
      // Division by zero is how the size throws.
      return design.throwsSometimes() && draw("tooFew", 9) == 0 ? size / (size - size) : size;
    }

    @Receive(quorum = "1", orMore = true)
    void calls(Quorum<Call> calls) {
      act("calls", calls.messages().mapToInt(Call::value).sum(), false);
    }
  }
}
