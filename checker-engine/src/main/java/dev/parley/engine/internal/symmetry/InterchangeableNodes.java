package dev.parley.engine.internal.symmetry;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.FixedFields;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.model.Setting;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds nodes that begin alike: of one role and one class, such that exchanging two of them maps
 * each initial state onto an initial state, and each final field that is no part of states onto the
 * one of the other node. That two nodes can be exchanged is an equivalence, so it is tried with one
 * node of each set found so far.
 */
final class InterchangeableNodes {
  private final Model model;
  private final Participants participants;
  private final StepRunner runner;
  private final StateSpace space;
  private final List<String> obstacles = new ArrayList<>();

  private InterchangeableNodes(
      Model model, Participants participants, StepRunner runner, StateSpace space) {
    this.model = model;
    this.participants = participants;
    this.runner = runner;
    this.space = space;
  }

  /**
   * What was found.
   *
   * @param sets sets of interchangeable nodes, with at least two each
   * @param obstacles for nodes of one role and class that are not, why, as clauses
   */
  record Found(List<int[]> sets, List<String> obstacles) {}

  static Found of(Model model, Participants participants, StepRunner runner, StateSpace space) {
    InterchangeableNodes search = new InterchangeableNodes(model, participants, runner, space);
    return new Found(search.sets(), search.obstacles);
  }

  private List<int[]> sets() {
    List<List<Integer>> sets = new ArrayList<>();
    for (int node = 0; node < participants.count(); node++) {
      boolean placed = false;
      for (int i = 0; i < sets.size() && !placed; i++) {
        if (fits(sets.get(i).get(0), node)) {
          sets.get(i).add(node);
          placed = true;
        }
      }
      if (!placed) {
        sets.add(new ArrayList<>(List.of(node)));
      }
    }
    List<int[]> found = new ArrayList<>();
    int members = 0;
    for (List<Integer> set : sets) {
      members += set.size() > 1 ? set.size() : 0;
      if (set.size() > 1 && members <= Group.MOST_MEMBERS) {
        found.add(set.stream().mapToInt(Integer::intValue).toArray());
      } else if (set.size() > 1) {
        members -= set.size();
        obstacles.add("there are more than " + Group.MOST_MEMBERS + " interchangeable nodes");
      }
    }
    return found;
  }

  private boolean fits(int one, int other) {
    boolean alike =
        participants.id(one).role().equals(participants.id(other).role())
            && participants.type(one).type() == participants.type(other).type();
    if (!alike) {
      return false;
    }
    Optional<String> objection = objection(one, other);
    objection.ifPresent(
        why -> obstacles.add(participants.id(one) + " and " + participants.id(other) + " " + why));
    return objection.isEmpty();
  }

  /** Why two nodes of one class cannot be exchanged at the beginning. */
  private Optional<String> objection(int one, int other) {
    Group group = new Group(participants.count(), List.of(new int[] {one, other}));
    Permutation exchange = group.exchange(one, other);
    Optional<String> fixed = fixedFields(exchange);
    if (fixed.isPresent()) {
      return fixed;
    }
    Optional<String> around = space.environment().objectionTo(exchange.image());
    if (around.isPresent()) {
      return Optional.of("are not exchanged, because " + around.get());
    }
    try {
      Renaming renaming = new Renaming(group, participants, runner, space);
      Set<IntBuffer> initials = new HashSet<>();
      space.initials().forEach(state -> initials.add(IntBuffer.wrap(state)));
      for (int[] initial : space.initials()) {
        int[] exchanged = new int[initial.length];
        renaming.state(initial, exchange, exchanged);
        if (!initials.contains(IntBuffer.wrap(exchanged))) {
          return Optional.of("do not begin alike");
        }
      }
      return Optional.empty();
    } catch (SymmetryBreach | ProtocolException e) {
      return Optional.of("cannot be exchanged: " + e.getMessage());
    }
  }

  private Optional<String> fixedFields(Permutation exchange) {
    for (Setting.Layout layout : model.setting().layouts()) {
      List<Node> nodes = layout.nodes();
      for (int node = 0; node < nodes.size(); node++) {
        Optional<String> different =
            FixedFields.difference(
                nodes.get(node), nodes.get(exchange.of(node)), id -> renamed(id, exchange));
        if (different.isPresent()) {
          return Optional.of("differ in what the constructor gave to " + different.get());
        }
      }
    }
    return Optional.empty();
  }

  private NodeId renamed(NodeId id, Permutation exchange) {
    int node = participants.indexOf(id);
    return node < 0 ? id : participants.id(exchange.of(node));
  }
}
