package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A node that remembers, forwards and compares names of nodes. What a handler does in a phase is
 * drawn from a number that all nodes of a role share. Nothing it does depends on how nodes are
 * called, unless it has a bias.
 */
abstract class SymmetricNode extends Node {
  static final int PHASES = 3;

  /** How a node makes a difference between nodes that have nothing but their names to tell them. */
  enum Bias {
    NONE,
    ORDER,
    NUMBER,
    LITERAL,
    TEXT,
    HASH,
    PLACE,
    FIRST_OF_SORTED,
    BADGE_NUMBER,
    BADGE_TEXT
  }

  /** What a twin may have for its own. */
  record Badge(int number) {}

  /** What a mate may have for its own. */
  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "green";
      }
    },
    BLUE,
    NONE
  }

  /** Messages that every node receives. */
  sealed interface Item permits Hello, About, Several, Worn {}

  record Hello(int value) implements Item {}

  record About(NodeId whom) implements Item {}

  record Several(Set<NodeId> whom) implements Item {}

  record Worn(Object own, Set<Object> others) implements Item {}

  record Vote(NodeId whom) {}

  /** How a role is made. */
  record Design(int script, int sends, boolean trips, Bias bias) {}

  final Design design;
  final int start;

  int phase;
  int budget;
  @Durable int kept;
  NodeId friend;
  final Set<NodeId> seen = new HashSet<>();
  final List<NodeId> order = new ArrayList<>();
  final Map<NodeId, Integer> counts = new HashMap<>();
  final TreeSet<NodeId> sorted = new TreeSet<>();
  Object liked;
  final Set<Object> worn = new HashSet<>();
  final EnumSet<Colour> colours = EnumSet.noneOf(Colour.class);
  @Auxiliary int trips;

  SymmetricNode(Design design, int start) {
    this.design = design;
    this.start = start;
    this.phase = start;
    this.budget = design.sends();
  }

  @Step(once = true)
  void begin() {
    act("begin", self(), 1);
  }

  @Receive(when = "hears")
  void item(Item m, NodeId from) {
    NodeId whom = from;
    if (m instanceof About about) {
      whom = about.whom();
    } else if (m instanceof Several several) {
      seen.addAll(several.whom());
    } else if (m instanceof Worn other) {
      wears(other);
    }
    act("item" + m.getClass().getSimpleName(), whom, 0);
  }

  private void wears(Worn other) {
    if (draw("wears", 2) == 0) {
      liked = own().equals(other.own()) ? null : other.own();
    } else if (other.own() instanceof Colour colour) {
      colours.add(colour);
    } else {
      worn.addAll(other.others());
    }
  }

  /** What stands for this node, if something does. */
  abstract Object own();

  boolean hears(Item m, NodeId from) {
    return draw("hears" + m.getClass().getSimpleName(), 5) > 0 || from.equals(friend);
  }

  @Override
  protected void restarted() {
    if (draw("comesBack", 2) > 0) {
      act("restarted", self(), 0);
    }
  }

  final int draw(String what, int bound) {
    int mixed = (design.script() * 31 + what.hashCode()) * 31 + phase * 7;
    mixed ^= mixed >>> 15;
    mixed *= 0x2c1b3c6d;
    mixed ^= mixed >>> 12;
    mixed *= 0x297a2d39;
    mixed ^= mixed >>> 15;
    return (mixed & 0x7fffffff) % bound;
  }

  final void act(String handler, NodeId whom, int least) {
    if (draw(handler + "throws", 40) == 0) {
      throw new IllegalStateException(handler + " in phase " + phase);
    }
    int next = Math.min(PHASES - 1, phase + draw(handler + "next", 3));
    int sends = least + draw(handler + "sends", 2);
    int first = draw(handler + "to", 97);
    trips += design.trips() ? 1 - 2 * (trips % 2) : 0;
    change(draw(handler + "effect", 10), whom);
    for (int i = 0; i < sends && budget > 0; i++) {
      budget--;
      int kind = first + i;
      Object message = message(kind % 6, whom);
      switch (draw(handler + "receiver" + i, 5)) {
        case 0 -> sendToOthers(SymmetricNode.class, message);
        case 1 -> sendToAll(Twin.class, message);
        case 2 -> send(whom, message);
        case 3 -> send(friend == null ? self() : friend, message);
        default -> sendToAll(Hub.class, message);
      }
    }
    phase = biased(whom) ? phase : next;
  }

  /** Whether something depends on how a node is called. */
  private boolean biased(NodeId whom) {
    return switch (design.bias()) {
      case NONE -> false;
      case ORDER -> whom.compareTo(self()) < 0;
      case NUMBER -> whom.index() == 1 && whom.role().equals("Twin");
      case LITERAL -> new NodeId("Twin", 2).equals(whom);
      case TEXT -> whom.toString().endsWith("2");
      case HASH -> whom.hashCode() % 2 == 0;
      case PLACE -> ids(Twin.class).get(0).equals(whom);
      case BADGE_NUMBER -> own() instanceof Badge badge && badge.number() == 2;
      case BADGE_TEXT -> liked != null && own().toString().compareTo(liked.toString()) < 0;
      case FIRST_OF_SORTED -> !sorted.isEmpty() && sorted.first().equals(whom);
    };
  }

  private Object message(int kind, NodeId whom) {
    return switch (kind) {
      case 0 -> new Hello(kept);
      case 1 -> new About(whom);
      case 2 -> new Several(Set.copyOf(seen));
      case 3 -> new Vote(whom);
      case 4 -> new Worn(own(), Set.copyOf(worn));
      default -> new Vote(self());
    };
  }

  private void change(int effect, NodeId whom) {
    switch (effect) {
      case 0 -> kept = 1 - kept;
      case 1 -> friend = whom;
      case 2 -> seen.add(whom);
      case 3 -> {
        if (order.size() < 2) {
          order.add(whom);
        }
      }
      case 4 -> counts.merge(whom, 1, (a, b) -> Math.min(2, a + b));
      case 5 -> sorted.add(whom);
      case 6 -> friend = seen.isEmpty() ? self() : choose(seen);
      case 7 -> worn.add(own());
      case 8 -> liked = worn.isEmpty() ? own() : choose(worn);
      default -> {
        if (whom.equals(friend) || seen.contains(whom)) {
          seen.remove(whom);
          friend = null;
        }
      }
    }
  }

  /** Stands several times in a protocol. */
  static final class Twin extends SymmetricNode {
    final Badge badge;

    Twin(Design design, int start, int badge) {
      super(design, start);
      this.badge = new Badge(badge);
    }

    @Override
    Object own() {
      return badge;
    }

    @Receive
    void vote(Vote m, NodeId from) {
      act("vote", m.whom(), 0);
    }
  }

  /** Of another class than twins, and may stand several times, too. */
  static final class Mate extends SymmetricNode {
    final Colour colour;

    Mate(Design design, int start, Colour colour) {
      super(design, start);
      this.colour = colour;
    }

    @Override
    Object own() {
      return colour;
    }

    @Receive
    void vote(Vote m, NodeId from) {
      act("vote", from, 0);
    }
  }

  /** Counts votes. */
  static final class Hub extends SymmetricNode {
    Hub(Design design, int start) {
      super(design, start);
    }

    @Override
    Object own() {
      return Colour.NONE;
    }

    @Receive(quorum = "enough", when = "agreed")
    void votes(Quorum<Vote> votes) {
      votes.messages().forEach(vote -> seen.add(vote.whom()));
      act("votes", self(), 0);
    }

    boolean agreed(Quorum<Vote> votes) {
      return draw("agreed", 2) > 0 || votes.messages().map(Vote::whom).distinct().count() == 1;
    }

    int enough() {
      return 1 + draw("enough", 2) + (seen.size() > 2 ? 1 : 0);
    }
  }
}
