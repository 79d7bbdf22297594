package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import java.util.List;
import java.util.function.Function;

/**
 * A generated protocol: all it takes to build the same model any number of times.
 *
 * @param seed what it was generated from
 * @param members its nodes, in topology order
 * @param claims its properties
 */
record RandomProtocol(long seed, List<Member> members, List<Claim> claims) {
  /**
   * A node to be.
   *
   * @param id its name
   * @param kind its class
   * @param budget how many messages it may send
   * @param script what it does
   */
  record Member(NodeId id, Kind kind, int budget, Script script) {}

  /** The node classes, with their handlers and whether these are guarded. */
  enum Kind {
    RELAY("ping", "colour?", "text?", "tick?"),
    VOTER("start", "pair?", "tally", "votes?"),
    PICKER("pick?", "number", "gather?", "vote");

    private final List<String> handlers;

    Kind(String... handlers) {
      this.handlers = List.of(handlers);
    }

    List<String> handlers() {
      return handlers;
    }

    ScriptedNode node(String script, int budget) {
      return switch (this) {
        case RELAY -> new ScriptedNode.Relay(script, budget);
        case VOTER -> new ScriptedNode.Voter(script, budget);
        case PICKER -> new ScriptedNode.Picker(script, budget);
      };
    }
  }

  /** A fresh model. */
  Model model(Function<Class<? extends Node>, NodeType> types) {
    return model(types, claims.stream().map(Claim::property).toList());
  }

  /** A fresh model of the same nodes without properties. */
  Model modelWithoutProperties(Function<Class<? extends Node>, NodeType> types) {
    return model(types, List.of());
  }

  /** A fresh model of the same nodes with these properties. */
  Model model(Function<Class<? extends Node>, NodeType> types, List<Property> properties) {
    return model(types, properties, new Topology());
  }

  /** A fresh model of the same nodes behind others, with these properties. */
  Model model(
      Function<Class<? extends Node>, NodeType> types,
      List<Property> properties,
      Topology topology) {
    List<NodeId> ids = members.stream().map(Member::id).toList();
    members.forEach(
        m ->
            topology.add(m.id().role(), m.kind().node(ScriptText.of(m.script(), ids), m.budget())));
    return Models.of("random", "seed " + seed, topology, properties, types);
  }

  /** Whether some script throws somewhere, reachable or not. */
  boolean mayThrow() {
    return members.stream().anyMatch(m -> m.script().mayThrow());
  }

  /** Whether some node writes auxiliary content. */
  boolean writesAuxiliary() {
    return members.stream().anyMatch(m -> !m.script().auxiliary().isEmpty());
  }

  /** The whole protocol as lines of text. */
  String dump() {
    StringBuilder out = new StringBuilder("random protocol, seed " + seed + "\n");
    for (Member m : members) {
      out.append(
          "%s: %s, budget %d, thresholds %s, auxiliary %s%s%n"
              .formatted(
                  m.id(),
                  m.kind(),
                  m.budget(),
                  m.script().thresholds(),
                  m.script().auxiliary(),
                  m.script().passesOn() ? ", passes messages on" : ""));
      for (Script.Entry e : m.script().entries()) {
        out.append("  %s gates %s%n".formatted(e.handler(), e.gates()));
        for (int phase = 0; phase < e.rules().size(); phase++) {
          Script.Rule r = e.rules().get(phase);
          out.append(
              "    in %d: to %s %s, %s, sends %s, fault %s%n"
                  .formatted(
                      phase, r.next(), r.picking(), r.effect(), sends(r.sends()), r.fault()));
        }
      }
    }
    claims.forEach(claim -> out.append(claim).append('\n'));
    return out.toString();
  }

  private static List<String> sends(List<Script.Send> sends) {
    return sends.stream()
        .map(s -> s.payload() + "->" + s.to().map(NodeId::toString).orElse("sender"))
        .toList();
  }
}
