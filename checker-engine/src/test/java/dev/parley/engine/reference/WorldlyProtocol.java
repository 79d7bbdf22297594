package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Layouts;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A generated protocol with what surrounds it.
 *
 * @param seed what it was generated from
 * @param network the network
 * @param faults what may go wrong
 * @param members its nodes, in topology order
 * @param layouts what is special about each layout
 * @param claims its properties
 */
record WorldlyProtocol(
    long seed,
    Network network,
    Faults faults,
    List<Member> members,
    List<Layout> layouts,
    List<WorldlyClaim> claims) {

  /** A node to be. */
  record Member(NodeId id, boolean counts, WorldlyNode.Design design) {
    private WorldlyNode node(int style) {
      return counts ? new WorldlyNode.Board(design, style) : new WorldlyNode.Peer(design, style);
    }
  }

  /** The style of each node, and the messages that are pending from the start. */
  record Layout(List<Integer> styles, List<Topology.Posted> messages) {}

  /** The same with other properties. */
  WorldlyProtocol with(List<WorldlyClaim> others) {
    return new WorldlyProtocol(seed, network, faults, members, layouts, others);
  }

  /** A fresh model of it with all its properties. */
  Model model(Function<Class<? extends Node>, NodeType> types) {
    return model(types, network, claims);
  }

  /** A fresh model of it on some network, with some properties. */
  Model model(
      Function<Class<? extends Node>, NodeType> types, Network chosen, List<WorldlyClaim> judged) {
    return model(types, chosen, judged.stream().map(WorldlyClaim::property), seed);
  }

  /** A fresh model of it with these properties. */
  Model modelWith(Function<Class<? extends Node>, NodeType> types, List<Property> properties) {
    return model(types, network, properties.stream(), seed);
  }

  private Model model(
      Function<Class<? extends Node>, NodeType> types,
      Network chosen,
      Stream<Property> properties,
      long number) {
    List<Topology> topologies = new ArrayList<>();
    for (Layout layout : layouts) {
      Topology topology = new Topology().network(chosen).faults(faults);
      for (int i = 0; i < members.size(); i++) {
        Member member = members.get(i);
        topology.add(member.id().role(), member.node(layout.styles().get(i)));
      }
      layout.messages().forEach(m -> topology.message(m.from(), m.to(), m.message()));
      topologies.add(topology);
    }
    Model.Description description =
        new Model.Description(
            "worldly",
            WorldlyProtocol.class.getName(),
            "",
            "seed " + number,
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
    return Layouts.model(description, topologies, properties.toList(), types);
  }
}
