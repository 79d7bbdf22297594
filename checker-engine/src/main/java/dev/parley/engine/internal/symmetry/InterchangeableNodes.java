package dev.parley.engine.internal.symmetry;

import dev.parley.api.Node;
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
import java.util.function.UnaryOperator;

/**
 * Finds nodes that begin alike: of one role and one class, such that exchanging two of them maps
 * each initial state onto an initial state, and each final field that is no part of states onto the
 * one of the other node. That two nodes can be exchanged is an equivalence, so it is tried with one
 * node of each set found so far. It is an error if nodes do not begin alike of which it was
 * declared that they are interchangeable.
 */
final class InterchangeableNodes {
  private final Model model;
  private final Participants participants;
  private final OwnValues values;
  private final StepRunner runner;
  private final StateSpace space;
  private final List<String> obstacles = new ArrayList<>();

  private InterchangeableNodes(
      Model model,
      Participants participants,
      OwnValues values,
      StepRunner runner,
      StateSpace space) {
    this.model = model;
    this.participants = participants;
    this.values = values;
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

  static Found of(
      Model model,
      Participants participants,
      OwnValues values,
      StepRunner runner,
      StateSpace space) {
    InterchangeableNodes search =
        new InterchangeableNodes(model, participants, values, runner, space);
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
    Optional<String> around = surroundings(one, other);
    Optional<String> difference = around.isPresent() ? Optional.empty() : difference(one, other);
    difference.ifPresent(why -> requireUndeclared(one, other, why));
    around
        .or(() -> difference)
        .ifPresent(
            why ->
                obstacles.add(participants.id(one) + " and " + participants.id(other) + " " + why));
    return around.isEmpty() && difference.isEmpty();
  }

  private void requireUndeclared(int one, int other, String why) {
    String role = participants.id(one).role();
    if (model.setting().interchangeable().stream().anyMatch(d -> d.role().equals(role))) {
      throw ToldApart.declared(
          model,
          role,
          model.description().protocolClass(),
          participants.id(one) + " and " + participants.id(other) + " " + why);
    }
  }

  /** Why nodes cannot be exchanged, whatever they are like. */
  private Optional<String> surroundings(int one, int other) {
    int[] exchange = exchange(one, other).image();
    return space
        .environment()
        .objectionTo(exchange)
        .map(why -> "are not exchanged, because " + why);
  }

  private Permutation exchange(int one, int other) {
    return new Group(participants.count(), List.of(new int[] {one, other})).exchange(one, other);
  }

  /** In what two nodes of one class differ at the beginning. */
  private Optional<String> difference(int one, int other) {
    Group group = new Group(participants.count(), List.of(new int[] {one, other}));
    Permutation exchange = group.exchange(one, other);
    try {
      Renaming renaming = new Renaming(group, participants, values, runner, space);
      Optional<String> fixed = fixedFields(exchange, renaming.names(exchange));
      if (fixed.isPresent()) {
        return fixed;
      }
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

  private Optional<String> fixedFields(Permutation exchange, UnaryOperator<Object> names) {
    for (Setting.Layout layout : model.setting().layouts()) {
      List<Node> nodes = layout.nodes();
      for (int node = 0; node < nodes.size(); node++) {
        Optional<String> different =
            FixedFields.difference(nodes.get(node), nodes.get(exchange.of(node)), names);
        if (different.isPresent()) {
          return Optional.of("differ in what the constructor gave to " + different.get());
        }
      }
    }
    return Optional.empty();
  }
}
