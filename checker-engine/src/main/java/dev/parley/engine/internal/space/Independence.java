package dev.parley.engine.internal.space;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What reductions may assume of the world around the nodes: of how messages are delivered, and of
 * the actions that are no steps. A reduction asks here for each assumption that its argument makes.
 * If one does not hold, the reduction is not applied.
 *
 * <p>Whoever adds a delivery or a kind of action states which assumptions no longer hold, with a
 * reason that users can read. By default no assumption holds: see {@link #NONE}.
 */
public final class Independence {
  /** Something that the argument for a reduction may rest on. */
  public enum Assumption {
    /**
     * Local states change, and messages are sent, by steps of the nodes and by the restarts that
     * {@link Environment#mayRestart} tells of.
     */
    CHANGES_ARE_KNOWN,
    /**
     * A state tells which nodes' steps something else than steps may still interfere with: {@link
     * Environment#exposed}. With no others it commutes.
     */
    EXPOSURE_IS_TOLD,
    /**
     * A pending message makes nothing possible but its own consumption, loss and duplication; and
     * what is possible after a loss or duplication is possible without it.
     */
    FAULTS_ENABLE_NOTHING,
    /** What a step sends is pending afterwards. */
    SENT_ARRIVES,
    /**
     * Steps of different nodes lead to the same state in either order, and neither takes away what
     * the other needs. So the order in which different nodes send makes no difference.
     */
    STEPS_COMMUTE,
    /**
     * Sending adds to what a receiver can consume, the message sent at most, and takes nothing
     * away. What keeps a message that is pending from being consumed is changed by steps of its
     * receiver alone.
     */
    SENDING_ONLY_ADDS,
    /**
     * What a step consumes is no longer pending, unless it was pending twice. If not, then what is
     * pending stays so for ever, and sending what is pending changes nothing.
     */
    CONSUMED_IS_GONE,
    /** A pending message can be consumed by itself, at any time, whatever else is pending. */
    ALWAYS_CONSUMABLE,
    /** Whether a message is pending makes no difference to the consumption of other messages. */
    DROPPABLE
  }

  /** Everything holds: messages are neither ordered nor lost nor duplicated, only nodes act. */
  public static final Independence ALL = new Independence(Map.of());

  /** Nothing holds, because nobody said that it does. */
  public static final Independence NONE = none("nothing is known of how messages are delivered");

  /** What does not hold, and why: a clause. */
  private final Map<Assumption, String> denied;

  private Independence(Map<Assumption, String> denied) {
    this.denied = Map.copyOf(denied);
  }

  /**
   * Nothing holds.
   *
   * @param because why, as a clause
   */
  static Independence none(String because) {
    Map<Assumption, String> all = new EnumMap<>(Assumption.class);
    Arrays.stream(Assumption.values()).forEach(assumption -> all.put(assumption, because));
    return new Independence(all);
  }

  /**
   * The same, except that one assumption does not hold.
   *
   * @param because why, as a clause: "messages may be lost"
   */
  public Independence without(Assumption assumption, String because) {
    Map<Assumption, String> more = new EnumMap<>(Assumption.class);
    more.putAll(denied);
    more.put(assumption, because);
    return new Independence(more);
  }

  /** The assumptions that hold for both. */
  public Independence and(Independence other) {
    Map<Assumption, String> both = new EnumMap<>(Assumption.class);
    both.putAll(other.denied);
    both.putAll(denied);
    return new Independence(both);
  }

  /** Why one of some assumptions does not hold, as a clause; nothing if all do. */
  public Optional<String> objection(Collection<Assumption> assumptions) {
    return assumptions.stream().sorted().filter(denied::containsKey).map(denied::get).findFirst();
  }
}
