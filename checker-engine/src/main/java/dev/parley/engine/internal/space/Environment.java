package dev.parley.engine.internal.space;

import dev.parley.engine.internal.step.Recordings;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.result.ActionKind;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a global state that belong to no node, and the actions that no node takes: budgets
 * of faults, crashed nodes, a partition, rounds.
 *
 * <p>A state has one part for each node, its cell, and behind these one for each <b>component</b>
 * of the environment. Components are packed, stored and compared like cells, so whatever differs in
 * a component is another state. Their values are dense numbers from 0 that never change their
 * meaning; an environment that makes them up as it goes is part of the {@link Dictionary}.
 *
 * <p>An environment has a say in three things, each a function of the state alone: which nodes can
 * step ({@link #enables}), which messages arrive ({@link #carries}), and what it can do by itself
 * ({@link #actions}). What it does changes any number of parts at once: a loss changes an inbox and
 * a budget, a restart a local state and the list of nodes that are down.
 *
 * <p>This differs from what a {@link Delivery} does by itself. That is a function of one inbox, so
 * it is worked out once per cell, like a step. What an environment does is worked out for every
 * state. So whatever can be told from an inbox alone belongs to the delivery.
 *
 * <p>With {@link #NONE} nothing is asked at all: a {@link Cursor} looks once per state whether
 * there is an environment, and expands by a way of its own if there is one.
 *
 * <p>An action of the environment counts as a transition, but it need not happen: a state is
 * terminal if no node can step and no delivery can act, whatever could still go wrong. Otherwise a
 * crash that never comes would hide a deadlock.
 *
 * <p>Reductions need to know whose steps an environment may still interfere with ({@link
 * #exposed}). All its actions count as transitions of one more node, which depend on all steps of
 * exposed nodes and on no others. A selection of nodes that are not exposed leaves them out.
 */
public interface Environment {
  /** What the environment is called where traces name a node. */
  String NAME = "environment";

  /** Stands for the message of an action that concerns none. */
  int NO_MESSAGE = -1;

  /** There is nothing but the nodes and their inboxes. */
  Environment NONE = new NoEnvironment();

  /** What reductions may assume in it; nothing, unless it says so. */
  default Independence independence() {
    return Independence.none("things happen that are no steps of nodes");
  }

  /** How many components there are. */
  int componentCount();

  /** What a component is called in traces. */
  String name(int component);

  /** The value of a component in the initial state of a layout. */
  int initial(int component, int layout);

  /** How many values a component has by now: all its values are below. */
  int valueCount(int component);

  /** The value of a component as text. */
  String text(int component, int value);

  /** How many of the components, the last ones, hold what clients have recorded of operations. */
  default int histories() {
    return 0;
  }

  /**
   * What such a component becomes when a step records operations.
   *
   * @param part its part of the state
   * @param value its value before the step
   * @param node the node that steps
   * @param recording the number of what it records
   * @throws ProtocolException if that cannot be: an end without a begin, or two begins
   */
  default int recorded(int part, int value, int node, int recording) {
    throw new UnsupportedOperationException();
  }

  /** The operations that are pending from the start of a layout, by node. */
  default Map<Integer, Integer> began(int layout) {
    return Map.of();
  }

  /**
   * What is told of recorded operations, for each property about them; empty if there is none.
   *
   * @param property the property's name
   */
  default Optional<Recorder> recorder(String property) {
    return Optional.empty();
  }

  /**
   * How much of each budget was spent on the way to a state. It never becomes less from a state to
   * its successors, and whatever can happen depends on budgets only in that they must not be used
   * up.
   */
  default int[] spent(int[] state) {
    return new int[0];
  }

  /**
   * Whether a node can step, and its delivery act, in a state.
   *
   * @param state its parts: a cell for each node, then the components
   */
  boolean enables(int[] state, int node);

  /**
   * Whether what one node sends to another arrives; if not, it is lost in the step that sends it.
   *
   * @param state the state in which it is sent
   */
  boolean carries(int[] state, int from, int to);

  /**
   * The nodes that the environment may interfere with, from a state on. For each other node, as
   * long as it takes no step: its local state and its being up or down stay as they are, what it
   * could do it can still do, and a step of it leads to the same state before or after anything
   * that the environment does in the meantime.
   *
   * @param into receives these nodes; all of them unless the environment says otherwise
   */
  default void exposed(int[] state, BitSet into) {
    into.set(0, state.length - componentCount());
  }

  /** Whether a node may ever restart. */
  default boolean mayRestart(int node) {
    return false;
  }

  /**
   * What the environment can do in a state, in a fixed order, each action once.
   *
   * @param state its parts: a cell for each node, then the components
   * @param restarts says what restarts do
   */
  List<Change> actions(int[] state, Restarts restarts);

  /**
   * Why states cannot be compared under other names of nodes, as a clause; nothing if they can.
   *
   * @param image for each node the one whose name it gets; roles and classes stay the same
   */
  default Optional<String> objectionTo(int[] image) {
    return Optional.of("things happen that are no steps of nodes");
  }

  /** Grows whenever something is worked out that is remembered and can be told. */
  default long worked() {
    return 0;
  }

  /**
   * Writes the components of a state under other names of nodes.
   *
   * @param state the state
   * @param image for each node the one whose name it gets
   * @param into the parts of the other state; only its components are written
   */
  default void rename(int[] state, int[] image, int[] into) {
    throw new UnsupportedOperationException();
  }

  /** Something that tells nodes apart in a state and does not depend on their names. */
  default long mark(int[] state, int node) {
    return 0;
  }

  /**
   * Something that the environment can do.
   *
   * @param action what it does
   * @param parts the parts of the state that it changes, each once
   * @param values their new numbers
   * @param recorded the number of what users' code recorded that ran as part of it
   * @param thrown what users' code threw that ran as part of it; then nothing follows it
   */
  record Change(
      Action.OfEnvironment action,
      int[] parts,
      int[] values,
      int recorded,
      Optional<Throwable> thrown) {
    /** Something that happens without users' code, or with code that records nothing. */
    public Change(
        Action.OfEnvironment action, int[] parts, int[] values, Optional<Throwable> thrown) {
      this(action, parts, values, Recordings.NOTHING, thrown);
    }

    /** The same, except that it threw. */
    Change thatThrew(Throwable what) {
      return new Change(action, parts, values, Optional.of(what));
    }

    /** The same, except that it recorded something. */
    Change thatRecorded(int recording) {
      return new Change(action, parts, values, recording, thrown);
    }

    /** What is done to a message that is pending for a node. */
    public static Change toMessage(
        ActionKind kind, int node, int message, int[] parts, int[] values) {
      Action.OfEnvironment action = new Action.OfEnvironment(kind, node, message, "");
      return new Change(action, parts, values, Optional.empty());
    }

    /** What is done to a node. */
    public static Change toNode(ActionKind kind, int node, int[] parts, int[] values) {
      return toMessage(kind, node, NO_MESSAGE, parts, values);
    }

    /** What is done to several nodes, or to none. */
    public static Change ofAll(ActionKind kind, String subject, int[] parts, int[] values) {
      return new Change(
          new Action.OfEnvironment(kind, Action.NOBODY, NO_MESSAGE, subject),
          parts,
          values,
          Optional.empty());
    }

    /** The state afterwards. */
    public int[] after(int[] state) {
      int[] after = state.clone();
      for (int i = 0; i < parts.length; i++) {
        after[parts[i]] = values[i];
      }
      return after;
    }
  }
}
