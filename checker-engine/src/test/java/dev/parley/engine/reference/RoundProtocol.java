package dev.parley.engine.reference;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Rounds;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Layouts;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A generated protocol that proceeds in rounds, or nearly so.
 *
 * @param seed what it was generated from
 * @param nodes how many nodes there are
 * @param design what they do
 * @param rounds what is assumed of each round
 * @param claims its properties
 * @param posted for each initial state, the places of the messages that are pending there
 */
record RoundProtocol(
    long seed,
    int nodes,
    RoundNode.Design design,
    Rounds rounds,
    List<Claim> claims,
    List<List<Integer>> posted) {

  /** What a property says. */
  enum Claim {
    SOMEBODY_IS_EARLY(Property.Kind.INVARIANT, w -> all(w).stream().anyMatch(n -> n.place < 4)),
    MEMORIES_AGREE(
        Property.Kind.INVARIANT,
        w -> all(w).stream().filter(n -> n.place > 5).map(n -> n.memory).distinct().count() < 2),
    NOT_ALL_TWO(Property.Kind.INVARIANT, w -> !all(w).stream().allMatch(n -> n.memory == 2)),
    LAGGARDS_KNOW_LITTLE(
        Property.Kind.INVARIANT,
        w ->
            all(w).stream().noneMatch(n -> n.place < 2 && n.memory == 1)
                || all(w).stream().noneMatch(n -> n.place > 4 && n.memory == 2)),
    NOBODY_STAYS_BEHIND(Property.Kind.TERMINAL, w -> all(w).stream().allMatch(n -> n.place > 1)),
    SOMEBODY_LEARNED(Property.Kind.TERMINAL, w -> all(w).stream().anyMatch(n -> n.memory != 0)),
    FAR_APART(
        Property.Kind.REACHABLE,
        w ->
            all(w).stream().anyMatch(n -> n.place < 1)
                && all(w).stream().anyMatch(n -> n.place > 3)),
    ALL_LATE(Property.Kind.REACHABLE, w -> all(w).stream().allMatch(n -> n.place > 3));

    private final Property.Kind kind;
    private final Predicate<World> predicate;

    Claim(Property.Kind kind, Predicate<World> predicate) {
      this.kind = kind;
      this.predicate = predicate;
    }

    Property property() {
      return new Property(name(), "", kind, predicate);
    }

    private static List<RoundNode> all(World w) {
      return w.nodes(RoundNode.class);
    }
  }

  /** The protocol of a seed, where nothing is assumed of rounds. */
  static RoundProtocol of(long seed) {
    return of(seed, false);
  }

  /** The protocol of a seed, where something is assumed. */
  static RoundProtocol assuming(long seed) {
    return of(seed, true);
  }

  private static RoundProtocol of(long seed, boolean assuming) {
    SplittableRandom random = new SplittableRandom(seed * 7_919 + 5);
    RoundNode.Flaw[] flaws = RoundNode.Flaw.values();
    RoundNode.Flaw flaw =
        random.nextInt(2) > 0 ? RoundNode.Flaw.NONE : flaws[1 + random.nextInt(flaws.length - 1)];
    RoundNode.Design design =
        new RoundNode.Design(
            random.nextInt(1 << 20),
            1 + (random.nextInt(4) == 0 ? 1 : 0),
            flaw,
            random.nextInt(3) == 0,
            random.nextInt(5) == 0,
            random.nextInt(4) == 0);
    Rounds rounds =
        switch (assuming ? 1 + random.nextInt(3) : 0) {
          case 1 -> Rounds.allBut(random.nextInt(2));
          case 2 -> Rounds.kernel();
          case 3 -> Rounds.reliable();
          default -> Rounds.none();
        };
    List<Claim> claims = new ArrayList<>();
    for (Claim claim : Claim.values()) {
      boolean judged = !assuming || claim.kind != Property.Kind.TERMINAL;
      if (random.nextInt(6) == 0 && judged) {
        claims.add(claim);
      }
    }
    int nodes = 2 + (random.nextInt(3) == 0 || flaw == RoundNode.Flaw.MIXES_ROUNDS ? 1 : 0);
    return new RoundProtocol(seed, nodes, design, rounds, claims, posted(random));
  }

  private static List<List<Integer>> posted(SplittableRandom random) {
    List<List<Integer>> posted = new ArrayList<>();
    int layouts = 1 + (random.nextInt(6) == 0 ? 1 : 0);
    for (int layout = 0; layout < layouts; layout++) {
      int messages = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0;
      posted.add(random.ints(messages, 0, RoundNode.PLACES).boxed().toList());
    }
    return posted;
  }

  /** An initial state: the first node has received nothing yet of what the second has sent. */
  private Topology topology(List<Integer> places) {
    Topology topology = new Topology().rounds(rounds);
    topology.add(nodes, i -> new RoundNode(design, i));
    NodeId first = new NodeId("RoundNode", 1);
    NodeId second = new NodeId("RoundNode", 2);
    places.forEach(place -> topology.message(second, first, RoundNode.message(place, place % 3)));
    return topology;
  }

  /** A fresh model of it. */
  Model model(Function<Class<? extends Node>, NodeType> types) {
    Model.Description description =
        new Model.Description(
            "rounds",
            RoundProtocol.class.getName(),
            "",
            "seed " + seed,
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
    return Layouts.model(
        description,
        posted.stream().map(this::topology).toList(),
        claims.stream().map(Claim::property).toList(),
        types);
  }
}
