package dev.parley.engine.reference;

import dev.parley.api.Auxiliary;
import dev.parley.api.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link ScriptedNode} does, as an immutable table: for each handler a rule and a gate per
 * phase.
 *
 * @param entries one per handler
 * @param thresholds the quorum size per phase; 0 means that asking for it throws
 * @param auxiliary which auxiliary content the node writes
 * @param passesOn whether as many messages as a step consumed may be sent without spending from the
 *     budget: then messages go round for ever
 */
record Script(
    List<Entry> entries, List<Integer> thresholds, List<Aux> auxiliary, boolean passesOn) {
  /** The handlers of all kinds of nodes. */
  static final List<String> HANDLERS =
      List.of(
          "begin", "note", "ping", "colour", "text", "tick", "start", "pair", "tally", "votes",
          "pick", "number", "gather", "vote");

  /** The rules and gates of one handler, by phase; no gates if it has no guard. */
  record Entry(String handler, List<Rule> rules, List<Gate> gates) {}

  /**
   * What a handler does in one phase.
   *
   * @param next the phases it may go to; without choosing, the first
   * @param picking how it chooses among them
   * @param effect what it changes besides the phase
   * @param sends what it sends while the node's send budget lasts
   * @param fault what it throws at its end
   */
  record Rule(List<Integer> next, Picking picking, Effect effect, List<Send> sends, Fault fault) {}

  /** A message to a node, or to whoever sent the consumed message (to oneself if nobody did). */
  record Send(Optional<NodeId> to, Payload payload) {}

  /** How a step chooses. */
  enum Picking {
    NOTHING,
    FROM_LIST,
    FROM_SET,
    TWICE
  }

  /** What a step changes. Each works on a small domain, so that state spaces stay finite. */
  enum Effect {
    NONE,
    SEEN,
    COUNTS,
    ORDER,
    CELLS,
    WRITE_LEFT,
    SEPARATE,
    JOIN,
    MOOD,
    LAST,
    CONSTANT
  }

  /** What a guard demands. */
  enum Gate {
    OPEN,
    SHUT,
    EVEN_VALUE,
    ODD_VALUE,
    ALL_EQUAL,
    NOTHING_SEEN,
    SHARED,
    RED_MOOD,
    THROWS,
    /** A breach: auxiliary content decides. Drawn only where that is asked for. */
    COUNTED
  }

  /** What a step throws. */
  enum Fault {
    NONE,
    EXCEPTION,
    ASSERTION,
    NULL_POINTER,
    OUT_OF_BOUNDS
  }

  /** Auxiliary content a node may write. */
  enum Aux {
    COUNTER,
    LAST_DELIVERED,
    TRAIL
  }

  /** A message that is an enum. */
  enum Colour {
    RED,
    GREEN
  }

  /** Messages with a handler for the common type. */
  sealed interface Note permits Ping, Pong, Alarm {}

  record Ping(int value) implements Note {}

  record Pong(int value, @Auxiliary int trip) implements Note {}

  record Alarm(Colour colour) implements Note {}

  record Vote(int ballot, Colour colour) {}

  /** The messages that are sent. */
  enum Payload {
    PING_0(new Ping(0)),
    PING_1(new Ping(1)),
    PONG_0(new Pong(0, 0)),
    PONG_1(new Pong(1, 0)),
    ALARM(new Alarm(Colour.RED)),
    RED(Colour.RED),
    GREEN(Colour.GREEN),
    GO("go"),
    HALT("halt!"),
    VOTE_0(new Vote(0, Colour.RED)),
    VOTE_1(new Vote(1, Colour.RED)),
    ONE(1),
    TWO(2);

    private final Object message;

    Payload(Object message) {
      this.message = message;
    }

    /** The message; a pong also tells its sender's counter, for people to look at. */
    Object message(int counter) {
      return message instanceof Pong pong ? new Pong(pong.value(), counter) : message;
    }
  }

  /** The number guards and effects go by. */
  static int value(Object message) {
    if (message instanceof Ping ping) {
      return ping.value();
    } else if (message instanceof Pong pong) {
      return pong.value();
    } else if (message instanceof Alarm alarm) {
      return alarm.colour().ordinal();
    } else if (message instanceof Colour colour) {
      return colour.ordinal();
    } else if (message instanceof Vote vote) {
      return vote.ballot();
    } else if (message instanceof Integer number) {
      return number;
    }
    return ((String) message).length();
  }

  /** The entry of a handler, if the node has that handler. */
  Optional<Entry> entry(String handler) {
    return entries.stream().filter(entry -> entry.handler().equals(handler)).findFirst();
  }

  /** Whether some rule, gate or quorum size throws, reachable or not. */
  boolean mayThrow() {
    return thresholds.contains(0)
        || entries.stream()
            .anyMatch(
                e ->
                    e.gates().contains(Gate.THROWS)
                        || e.rules().stream().anyMatch(r -> r.fault() != Fault.NONE));
  }
}
