package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.Delivery;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.engine.reference.Script.Aux;
import dev.parley.engine.reference.Script.Colour;
import dev.parley.engine.reference.Script.Note;
import dev.parley.engine.reference.Script.Ping;
import dev.parley.engine.reference.Script.Rule;
import dev.parley.engine.reference.Script.Send;
import dev.parley.engine.reference.Script.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A node whose handlers look up in a table what to do. Each send spends from a budget kept in the
 * local state and all other content lives in small domains, so every state space is finite.
 */
abstract class ScriptedNode extends Node {
  /** A mutable object two fields may share. */
  static final class Box {
    int value;

    Box(int value) {
      this.value = value;
    }
  }

  /** Auxiliary wherever it stands. */
  @Auxiliary
  static final class Trail {
    String lastHandler = "";
  }

  /** What a node may hold: constants of the class. */
  record Badge(String name) {}

  static final Badge NOBODY = new Badge("nobody");
  static final List<Badge> BADGES = List.of(NOBODY, new Badge("guest"));

  /** What it does: see {@link ScriptText}. */
  final String script;

  int phase;
  int budget;
  final Set<Integer> seen = new HashSet<>();
  final TreeMap<String, Integer> counts = new TreeMap<>();
  final List<Integer> order = new ArrayList<>();
  final int[] cells = new int[2];
  Box left = new Box(0);
  Box right = left;
  Colour mood = Colour.GREEN;
  Map<NodeId, Object> last = new HashMap<>();
  Badge badge = NOBODY;

  @Auxiliary int counter;
  @Auxiliary List<Object> lastDelivered = List.of();
  final Trail trail = new Trail();

  ScriptedNode(String script, int budget) {
    this.script = script;
    this.budget = budget;
  }

  @Receive(when = "hears")
  void note(Note m, NodeId from) {
    act("note", List.of(new Delivery<>(from, m)));
  }

  boolean hears(Note m, NodeId from) {
    return gate("note", List.of(m));
  }

  @Step(once = true, when = "mayBegin")
  void begin() {
    act("begin", List.of());
  }

  boolean mayBegin() {
    return gate("begin", List.of());
  }

  final int threshold() {
    // Division by zero is how a script makes the size throw.
    return 12 / (12 / ScriptText.threshold(script, phase));
  }

  final boolean gate(String handler, List<?> messages) {
    int value = messages.stream().mapToInt(Script::value).sum();
    return switch (ScriptText.gate(script, handler, phase)) {
      case OPEN -> true;
      case SHUT -> false;
      case EVEN_VALUE -> value % 2 == 0;
      case ODD_VALUE -> value % 2 == 1;
      case ALL_EQUAL -> messages.stream().mapToInt(Script::value).distinct().count() <= 1;
      case NOTHING_SEEN -> seen.isEmpty();
      case SHARED -> left == right;
      case RED_MOOD -> mood == Colour.RED;
      case COUNTED -> counter > 1;
      case THROWS -> throw new IllegalStateException("guard of " + handler);
    };
  }

  final void act(String handler, List<? extends Delivery<?>> consumed) {
    Rule rule = ScriptText.rule(script, handler, phase, ids(ScriptedNode.class));
    int value = consumed.stream().mapToInt(d -> Script.value(d.message())).sum();
    remember(handler, consumed);
    phase = pick(rule);
    change(rule.effect(), value, consumed);
    int free = ScriptText.passesOn(script) ? consumed.size() : 0;
    for (Send send : rule.sends()) {
      if (free > 0 || budget > 0) {
        budget -= free > 0 ? 0 : 1;
        free--;
        NodeId sender = consumed.size() == 1 ? consumed.get(0).from() : self();
        send(send.to().orElse(sender), send.payload().message(counter));
      }
    }
    fail(rule);
  }

  private int pick(Rule rule) {
    return switch (rule.picking()) {
      case NOTHING -> rule.next().get(0);
      case FROM_LIST -> choose(rule.next());
      case FROM_SET -> choose(new HashSet<>(rule.next()));
      case TWICE -> {
        mood = choose(Colour.GREEN, Colour.RED);
        yield mood == Colour.RED ? choose(rule.next()) : rule.next().get(0);
      }
    };
  }

  private void change(Script.Effect effect, int value, List<? extends Delivery<?>> consumed) {
    switch (effect) {
      case NONE -> {}
      case SEEN -> {
        if (seen.size() == 2) {
          seen.clear();
        }
        seen.add(value % 3);
      }
      case COUNTS -> counts.merge(value % 2 == 0 ? "even" : "odd", 1, (a, b) -> (a + b) % 2);
      case ORDER -> {
        if (order.size() == 2) {
          order.remove(0);
        }
        order.add(value % 2);
      }
      case CELLS -> cells[value % 2] ^= 1;
      case WRITE_LEFT -> left.value = 1 - left.value;
      case SEPARATE -> right = new Box(left.value);
      case JOIN -> right = left;
      case MOOD -> mood = Colour.values()[value % 2];
      case LAST -> {
        last = new HashMap<>();
        consumed.forEach(d -> last.put(d.from(), d.message()));
      }
      case CONSTANT -> badge = BADGES.get(badge.equals(NOBODY) ? 1 : 0);
    }
  }

  private void remember(String handler, List<? extends Delivery<?>> consumed) {
    if (ScriptText.has(script, Aux.COUNTER)) {
      counter = Math.min(counter + 1, 2);
    }
    if (ScriptText.has(script, Aux.LAST_DELIVERED)) {
      // Sorted, because the order of a quorum carries no meaning.
      lastDelivered =
          List.copyOf(
              consumed.stream()
                  .sorted(Comparator.comparing(d -> d.from()))
                  .<Object>map(Delivery::message)
                  .toList());
    }
    if (ScriptText.has(script, Aux.TRAIL)) {
      trail.lastHandler = handler;
    }
  }

  private void fail(Rule rule) {
    switch (rule.fault()) {
      case NONE -> {}
      case EXCEPTION -> throw new IllegalStateException("scripted in phase " + phase);
      case ASSERTION -> throw new AssertionError("scripted in phase " + phase);
      case NULL_POINTER -> left = new Box(nothing().hashCode());
      case OUT_OF_BOUNDS -> cells[cells.length] = 1;
    }
  }

  private static Object nothing() {
    return null;
  }

  /** Single-message handlers of several kinds and a step that repeats. */
  static final class Relay extends ScriptedNode {
    Relay(String script, int budget) {
      super(script, budget);
    }

    @Receive
    void ping(Ping m) {
      act("ping", List.of(new Delivery<>(self(), m)));
    }

    @Receive(when = "calm")
    void colour(Colour m, NodeId from) {
      act("colour", List.of(new Delivery<>(from, m)));
    }

    boolean calm() {
      return gate("colour", List.of());
    }

    @Receive(when = "understands")
    void text(String m) {
      act("text", List.of(new Delivery<>(self(), m)));
    }

    boolean understands(String m) {
      return gate("text", List.of(m));
    }

    @Step(when = "restless")
    void tick() {
      act("tick", List.of());
    }

    boolean restless() {
      return gate("tick", List.of());
    }
  }

  /** Quorum handlers of several kinds. */
  static final class Voter extends ScriptedNode {
    Voter(String script, int budget) {
      super(script, budget);
    }

    @Step(once = true)
    void start() {
      act("start", List.of());
    }

    @Receive(quorum = "2", when = "agreed")
    void pair(Quorum<Vote> votes) {
      act("pair", votes.deliveries());
    }

    boolean agreed(Quorum<Vote> votes) {
      return gate("pair", votes.messages().toList());
    }

    @Receive(quorum = "threshold")
    void tally(Quorum<? extends Note> notes) {
      act("tally", notes.deliveries());
    }

    @Receive(quorum = "threshold", orMore = true, when = "counting")
    void votes(Quorum<Vote> votes) {
      act("votes", votes.deliveries());
    }

    boolean counting() {
      return gate("votes", List.of());
    }
  }

  /** Chooses more often than others, and takes votes and colours its own way. */
  static final class Picker extends ScriptedNode {
    Picker(String script, int budget) {
      super(script, budget);
    }

    @Step(when = "mayPick")
    void pick() {
      act("pick", List.of());
    }

    boolean mayPick() {
      return gate("pick", List.of());
    }

    @Receive
    void number(Integer m, NodeId from) {
      act("number", List.of(new Delivery<>(from, m)));
    }

    @Receive(quorum = "1", orMore = true, when = "any")
    void gather(Quorum<Colour> colours) {
      act("gather", colours.deliveries());
    }

    boolean any(Quorum<Colour> colours) {
      return gate("gather", colours.messages().toList());
    }

    @Receive
    void vote(Vote m) {
      act("vote", List.of(new Delivery<>(self(), m)));
    }
  }
}
