package dev.parley.engine.internal.symmetry;

import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The nodes that a search took for interchangeable and that turned out not to be. The search is
 * repeated as a whole without exchanging these, so nothing that it left out is missed. Where it is
 * not clear which of several sets made the difference, all are taken out that nobody declared: if
 * it was one that was declared, it shows again.
 */
public final class ToldApart {
  private final Model model;
  private final Participants participants;
  private final BitSet nodes = new BitSet();
  private final List<String> reasons = new ArrayList<>();

  /** No node so far. */
  public ToldApart(Model model, Participants participants) {
    this.model = model;
    this.participants = participants;
  }

  /**
   * Notes what has shown.
   *
   * @throws ProtocolException if nodes are told apart that were declared interchangeable
   */
  public void add(SymmetryBreach breach) {
    BitSet found = breach.nodes();
    found.stream().filter(this::isDeclared).forEach(found::clear);
    if (found.isEmpty()) {
      int node = breach.nodes().nextSetBit(0);
      throw declared(model, participants.id(node).role(), breach.place(), breach.getMessage());
    }
    nodes.or(found);
    reasons.add(
        found.stream()
                .mapToObj(node -> participants.id(node).toString())
                .collect(Collectors.joining(", "))
            + " are not exchanged, because "
            + breach.getMessage());
  }

  private boolean isDeclared(int node) {
    String role = participants.id(node).role();
    return model.setting().interchangeable().stream().anyMatch(d -> d.role().equals(role));
  }

  /** The error that a declaration is not true. */
  static ProtocolException declared(Model model, String role, String place, String why) {
    return new ProtocolException(
        place,
        "The instance "
            + model.description().instance()
            + " declares the role "
            + role
            + " interchangeable, but "
            + why
            + ". Change that, or take the declaration back: then the search goes on without"
            + " exchanging these nodes.");
  }

  /** Whether a set has nodes of which some are told from others. */
  boolean meets(int[] set) {
    for (int node : set) {
      if (nodes.get(node)) {
        return true;
      }
    }
    return false;
  }

  /** Why nodes are not exchanged, as clauses. */
  List<String> reasons() {
    return List.copyOf(reasons);
  }
}
