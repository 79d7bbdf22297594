package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.infer.FieldReads;
import dev.parley.engine.internal.peer.PeerException;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchOptions;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All that is needed to search an instance: its model, a runner for its steps, a space of its
 * states, and judges for its properties. They are made together, so that they fit.
 *
 * @param model the instance
 * @param participants its nodes
 * @param options how its states are told apart, and how closely its code is looked at
 * @param auxiliaryFields fields that count as auxiliary without being marked
 * @param ports where the space plugs into its surroundings
 * @param runner runs steps
 * @param space the states that these steps lead to
 * @param judges judge the states of this space
 */
public record Lab(
    Model model,
    Participants participants,
    SearchOptions options,
    Set<Field> auxiliaryFields,
    Ports ports,
    StepRunner runner,
    StateSpace space,
    Judges judges) {

  /** A lab in which nothing has happened yet. */
  public static Lab of(
      Model model,
      Participants participants,
      SearchOptions options,
      Set<Field> auxiliaryFields,
      Ports ports) {
    return of(model, participants, options, auxiliaryFields, ports, model.judged());
  }

  /** A new lab without properties, to find the local steps of nodes. */
  public static Lab withoutProperties(
      Model model,
      Participants participants,
      SearchOptions options,
      Set<Field> auxiliaryFields,
      Ports ports) {
    return of(model, participants, options, auxiliaryFields, ports, List.of());
  }

  private static Lab of(
      Model model,
      Participants participants,
      SearchOptions options,
      Set<Field> auxiliaryFields,
      Ports ports,
      List<Property> properties) {
    StepRunner runner = new StepRunner(model, participants, options, auxiliaryFields);
    StateSpace space = new StateSpace(participants, runner, options, ports);
    return new Lab(
        model,
        participants,
        options,
        auxiliaryFields,
        ports,
        runner,
        space,
        new Judges(
            properties,
            participants,
            space,
            runner,
            options.scrutiny().runTwice(),
            FieldReads.of(model)::unread));
  }

  /**
   * Another space on the same runner, for a search that skips other states. The judges keep what
   * they know of local states, and judge the new space from now on.
   *
   * @param other options that differ in what is explored, not in what a state is
   */
  public Lab withNewSpace(SearchOptions other) {
    StateSpace fresh = new StateSpace(participants, runner, other, ports);
    space.symmetry().ifPresent(symmetry -> fresh.reduceBy(symmetry.on(fresh)));
    judges.moveTo(fresh);
    return new Lab(model, participants, other, auxiliaryFields, ports, runner, fresh, judges);
  }

  /**
   * A search in this lab that has not begun.
   *
   * @param how in which order, and what is remembered
   * @param recordPaths whether a breadth-first search records the way to every state
   * @param share what it may spend
   */
  public Search search(SearchOptions how, boolean recordPaths, Allowance.Share share) {
    judges.moveTo(space);
    Search search = new Search(space, judges, how, recordPaths, share);
    if (model.setting().peers().savesEveryState()) {
      search.visitEach(this::visit);
    }
    return search;
  }

  private void visit(int[] state) {
    List<Node> nodes = new ArrayList<>();
    for (int node = 0; node < space.nodeCount(); node++) {
      nodes.add(runner.restore(node, space.local(node, state[node]), Arrangement.FORWARD));
    }
    try {
      model.setting().peers().visit(nodes);
    } catch (PeerException e) {
      throw new ProtocolException(
          model.description().protocolClass(),
          "a checkpoint of a program: " + e.getMessage() + ".",
          e);
    }
  }
}
