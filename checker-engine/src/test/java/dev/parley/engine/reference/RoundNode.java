package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Phase;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Round;
import dev.parley.api.Step;
import java.util.List;

/**
 * A node that proceeds in rounds, two phases of four. What it does is drawn from a number that all
 * nodes share. It keeps the five conditions, unless it is made to break one of them.
 *
 * <p>Rounds have places in one order: see {@link #message}. A node keeps its own place and whether
 * it has received something there, which the engine does not know.
 */
final class RoundNode extends Node {
  static final int ROUNDS = 4;
  static final int PLACES = 2 * ROUNDS;
  static final int BEGINNING = -1;

  /** What it does wrong; the number is that of the condition. */
  enum Flaw {
    NONE,
    GOES_BACK,
    SENDS_ANOTHER_TAG,
    HEEDS_LATE_MESSAGES,
    MIXES_ROUNDS,
    SENDS_AFTER_RECEIVING,
    SENDS_UNTAGGED;

    int condition() {
      return this == SENDS_UNTAGGED ? 2 : ordinal();
    }
  }

  /** A message of some round. */
  interface Item {
    /** The place of its round; {@link #BEGINNING} if it has none. */
    int place();

    int value();
  }

  /** The type is the round. */
  @Round(1)
  record First(@Phase int phase, int value) implements Item {
    @Override
    public int place() {
      return phase * ROUNDS;
    }
  }

  /** How a field tells the round. */
  enum Middle {
    ZERO,
    ONE,
    SECOND,
    THIRD
  }

  /** A field tells the round. */
  record Between(@Phase long phase, @Round Middle round, int value) implements Item {
    @Override
    public int place() {
      return (int) phase * ROUNDS + round.ordinal() - 1;
    }
  }

  /** Again the type, with a wide gap. */
  @Round(40)
  record Last(@Phase short phase, int value) implements Item {
    @Override
    public int place() {
      return phase * ROUNDS + ROUNDS - 1;
    }
  }

  /** Without a tag. */
  record Stray(int value) implements Item {
    @Override
    public int place() {
      return BEGINNING;
    }
  }

  static Item message(int place, int value) {
    int phase = place / ROUNDS;
    return switch (place % ROUNDS) {
      case 0 -> new First(phase, value);
      case 1 -> new Between(phase, Middle.SECOND, value);
      case 2 -> new Between(phase, Middle.THIRD, value);
      default -> new Last((short) phase, value);
    };
  }

  /** How a node is made. */
  record Design(int script, int sends, Flaw flaw, boolean swallows, boolean trips, boolean fails) {}

  final Design design;
  final int number;
  int place = BEGINNING;
  boolean received;
  int memory;
  int budget;
  @Auxiliary int trips;

  RoundNode(Design design, int number) {
    this.design = design;
    this.number = number;
    this.budget = design.sends();
  }

  private int draw(String what, int bound) {
    int mixed = (design.script() * 31 + what.hashCode()) * 31 + memory * 7 + (place + 1) * 131;
    mixed += number * 1_009 * (design.script() % 2);
    mixed ^= mixed >>> 15;
    mixed *= 0x2c1b3c6d;
    mixed ^= mixed >>> 12;
    mixed *= 0x297a2d39;
    mixed ^= mixed >>> 15;
    return (mixed & 0x7fffffff) % bound;
  }

  /** Opens a round, because it is time. */
  @Step(when = "mayOpen")
  void open() {
    budget--;
    int least = received || place == BEGINNING ? place + 1 : place;
    go("open", Math.max(0, least));
  }

  boolean mayOpen() {
    return budget > 0 && place < PLACES - 1 && (place == BEGINNING || draw("mayOpen", 3) == 0);
  }

  /** Changes its mind without any message. */
  @Step(once = true, when = "mayThink")
  void think() {
    memory = (memory + 1) % 3;
  }

  boolean mayThink() {
    return draw("mayThink", 6) == 0;
  }

  @Receive(when = "hears")
  void first(First m, NodeId from) {
    take("first", m, from);
  }

  boolean hears(First m, NodeId from) {
    return hearsAny(m);
  }

  @Receive(when = "hearsBetween")
  void between(Between m, NodeId from) {
    take("between", m, from);
  }

  boolean hearsBetween(Between m, NodeId from) {
    return hearsAny(m);
  }

  @Receive(when = "hearsStray")
  void stray(Stray m) {
    memory = m.value() % 3;
  }

  boolean hearsStray(Stray m) {
    return draw("stray", 2) == 0;
  }

  @Receive(quorum = "2", orMore = true, when = "agreed")
  void last(Quorum<Last> all) {
    int sum = 0;
    int latest = BEGINNING;
    for (Last m : all.messages().toList()) {
      sum += m.value();
      latest = Math.max(latest, m.place());
    }
    if (latest >= place) {
      learn("last", latest, sum);
    }
  }

  boolean agreed(Quorum<Last> all) {
    List<Integer> places = all.messages().map(Last::place).distinct().toList();
    if (places.size() > 1) {
      return design.flaw() == Flaw.MIXES_ROUNDS && places.stream().allMatch(p -> p >= place);
    }
    return places.get(0) >= place || design.swallows();
  }

  /** Counts a single one of the last round. */
  @Receive(when = "counts")
  void one(Last m, NodeId from) {
    take("one", m, from);
  }

  boolean counts(Last m, NodeId from) {
    return draw("counts", 3) == 0 && hearsAny(m);
  }

  private boolean hearsAny(Item m) {
    if (m.place() >= place) {
      return draw("hears" + m.place() % ROUNDS + m.value(), 4) > 0;
    }
    return design.swallows() || heedsLate();
  }

  private boolean heedsLate() {
    return design.flaw() == Flaw.HEEDS_LATE_MESSAGES && draw("heeds", 2) == 0;
  }

  private void take(String handler, Item m, NodeId from) {
    if (m.place() >= place || heedsLate()) {
      learn(handler, Math.max(place, m.place()), m.value() + from.index());
    }
  }

  private void learn(String handler, int at, int value) {
    int before = place;
    place = at;
    received = true;
    trips += design.trips() ? 1 - 2 * (trips % 2) : 0;
    if (draw(handler + "learns" + value % 3, 3) > 0) {
      memory = (memory + value) % 3;
    }
    if (design.fails() && draw(handler + "fails" + value % 3, 20) == 0) {
      throw new IllegalStateException(handler + " at " + place);
    }
    if (design.flaw() == Flaw.SENDS_ANOTHER_TAG
        && place - before > 1
        && draw(handler + "other", 2) == 0) {
      sendToOthers(RoundNode.class, message(place - 1, memory));
      return;
    }
    if (draw(handler + "goes", 5) > 1 && place < PLACES - 1) {
      go(handler, place + 1);
    } else if (design.flaw() == Flaw.SENDS_AFTER_RECEIVING && draw(handler + "adds", 2) == 0) {
      if (budget > 0) {
        budget--;
        sendToOthers(RoundNode.class, message(place, memory));
      }
    }
  }

  /** Goes to this round or a later one, and sends there. */
  private void go(String handler, int least) {
    int before = place;
    int next = Math.min(PLACES - 1, least + (draw(handler + "skips", 4) == 0 ? 1 : 0));
    if (design.flaw() == Flaw.MIXES_ROUNDS) {
      next = least / ROUNDS * ROUNDS + ROUNDS - 1;
    }
    if (design.flaw() == Flaw.GOES_BACK && before > 0 && draw(handler + "back", 2) == 0) {
      send(self(), message(before - 1, memory));
      return;
    }
    if (design.flaw() == Flaw.SENDS_UNTAGGED && draw(handler + "untagged", 3) == 0) {
      sendToOthers(RoundNode.class, new Stray(memory));
    }
    place = next;
    received = false;
    int value = draw(handler + "chooses", 4) == 0 ? choose(0, 1) : memory;
    switch (draw(handler + "to", 4)) {
      case 0 -> sendToAll(RoundNode.class, message(next, value));
      case 1 -> send(ids(RoundNode.class).get(draw(handler + "whom", 2)), message(next, value));
      case 2 -> {
        sendToOthers(RoundNode.class, message(next, value));
        if (next < PLACES - 1 && draw(handler + "twice", 2) == 0) {
          sendToOthers(RoundNode.class, message(next + 1, value));
          place = next + 1;
        }
      }
      default -> sendToOthers(RoundNode.class, message(next, value));
    }
  }
}
