package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Generates small random protocols on all networks, with faults, restarts, timers, several initial
 * states and initial messages. The same seed gives the same protocol. As with {@link
 * RandomProtocols}, the first draft whose state space suits is taken.
 */
final class WorldlyProtocols {
  static final int FEWEST_STATES = 8;
  static final int MOST_STATES = 1200;

  private WorldlyProtocols() {}

  /** The protocol of a seed. */
  static WorldlyProtocol of(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 7919 + 15);
    Network network = Network.values()[(int) (seed % Network.values().length)];
    for (int attempt = 0; ; attempt++) {
      WorldlyProtocol draft = new Draft(seed, network, attempt, random.split()).protocol();
      NaiveResult result =
          NaiveChecker.check(draft.model(Models.UNREAD), NaiveChecker.Mode.EXHAUSTIVE, MOST_STATES);
      if (result.verdict() == Verdict.ERROR) {
        throw new IllegalStateException(result + " for a protocol meant to be well formed");
      }
      if (result.verdict() != Verdict.BUDGET_EXHAUSTED && result.states() >= FEWEST_STATES) {
        return seed % 2 == 0 ? withoutClaimsThatFailAnyway(draft) : draft;
      }
    }
  }

  /** What is left can be broken by faults alone, which chance rarely brings about. */
  private static WorldlyProtocol withoutClaimsThatFailAnyway(WorldlyProtocol draft) {
    Model model = draft.model(Models.UNREAD);
    List<Integer> none = model.setting().faults().limits().stream().map(limit -> 0).toList();
    Set<String> failing = NaiveChecker.check(model, none).violations().keySet();
    return draft.with(
        draft.claims().stream().filter(claim -> !failing.contains(claim.name())).toList());
  }

  /** The random decisions behind one protocol. */
  private static final class Draft {
    private final long seed;
    private final Network network;
    // Later drafts are smaller: the usual reason for one is that the last had too many states.
    private final int attempt;
    private final SplittableRandom random;
    private final List<WorldlyProtocol.Member> members = new ArrayList<>();

    Draft(long seed, Network network, int attempt, SplittableRandom random) {
      this.seed = seed;
      this.network = network;
      this.attempt = attempt;
      this.random = random;
    }

    WorldlyProtocol protocol() {
      int size = between(2, attempt < 2 ? 3 : 2);
      boolean throwing = chance(20);
      boolean trips = chance(30);
      int peers = 0;
      int boards = 0;
      for (int i = 0; i < size; i++) {
        boolean counts = chance(40);
        NodeId id = counts ? new NodeId("Board", ++boards) : new NodeId("Peer", ++peers);
        int sends = between(attempt < 4 ? 1 : 0, attempt < 2 ? 2 : 1);
        WorldlyNode.Design design =
            new WorldlyNode.Design(random.nextInt(), sends, throwing && chance(50), trips);
        members.add(new WorldlyProtocol.Member(id, counts, design));
      }
      List<WorldlyProtocol.Layout> layouts = new ArrayList<>();
      for (int i = chance(35) ? between(2, 3) : 1; i > 0; i--) {
        layouts.add(layout());
      }
      List<WorldlyClaim> claims = new ArrayList<>();
      for (int i = between(0, 4); i > 0; i--) {
        claims.add(claim("claim" + i));
      }
      return new WorldlyProtocol(
          seed, network, faults(), List.copyOf(members), List.copyOf(layouts), claims);
    }

    private WorldlyProtocol.Layout layout() {
      List<Integer> styles = members.stream().map(m -> chance(40) ? between(1, 3) : 0).toList();
      List<Topology.Posted> messages = new ArrayList<>();
      for (int i = chance(30) ? between(1, 2) : 0; i > 0; i--) {
        Object message =
            oneOf(
                List.of(
                    new WorldlyNode.Word(1),
                    new WorldlyNode.Call(1, 0),
                    new WorldlyNode.Vote(0),
                    new WorldlyNode.Vote(1)));
        messages.add(new Topology.Posted(someone(), someone(), message));
      }
      return new WorldlyProtocol.Layout(styles, List.copyOf(messages));
    }

    private Faults faults() {
      Faults faults = Faults.none();
      if (chance(15)) {
        return faults;
      }
      if (network != Network.PERSISTENT && chance(45)) {
        faults = chance(70) ? faults.lose(between(1, 2)) : faults;
        faults = chance(30) ? faults.lose(1, oneOf(messageTypes())) : faults;
        faults = chance(30) ? faults.lose(1, someone().role()) : faults;
      }
      if (network != Network.PERSISTENT && chance(40)) {
        faults = chance(70) ? faults.duplicate(1) : faults;
        faults = chance(30) ? faults.duplicate(1, oneOf(messageTypes())) : faults;
        faults = chance(30) ? faults.duplicate(1, someone().role()) : faults;
      }
      if (chance(55)) {
        faults = crashes(faults);
      }
      if (chance(35)) {
        faults =
            switch (between(0, 3)) {
              case 0 -> faults.partition(1, someone().role());
              case 1 -> faults.partition(1).partition(1, typeOf(someone()));
              default -> faults.partition(1);
            };
        faults = chance(60) ? faults.heal(1) : faults;
      }
      return faults;
    }

    private Faults crashes(Faults before) {
      NodeId victim = someone();
      Faults faults =
          switch (between(0, 3)) {
            case 0 -> before.crash(1, victim.role());
            case 1 -> before.crash(2).crash(1, typeOf(victim));
            default -> before.crash(between(1, attempt == 0 ? 2 : 1));
          };
      if (chance(75)) {
        faults =
            switch (between(0, 3)) {
              case 0 -> faults.restart(1, someone().role());
              case 1 -> faults.restart(2).restart(1, typeOf(victim));
              default -> faults.restart(between(1, attempt == 0 ? 2 : 1));
            };
      }
      return network != Network.PERSISTENT && chance(40) ? faults.loseInboxes() : faults;
    }

    private static List<Class<?>> messageTypes() {
      return List.of(
          WorldlyNode.Item.class,
          WorldlyNode.Word.class,
          WorldlyNode.Call.class,
          WorldlyNode.Vote.class);
    }

    private Class<? extends WorldlyNode> typeOf(NodeId id) {
      return id.role().equals("Board") ? WorldlyNode.Board.class : WorldlyNode.Peer.class;
    }

    private WorldlyClaim claim(String name) {
      Property.Kind kind =
          chance(60)
              ? Property.Kind.INVARIANT
              : oneOf(List.of(Property.Kind.TERMINAL, Property.Kind.REACHABLE));
      WorldlyClaim.Shape shape = oneOf(Arrays.asList(WorldlyClaim.Shape.values()));
      int bound =
          switch (shape) {
            case NODE_PHASE_AT_MOST, KEPT_AT_MOST -> between(0, 2);
            case UP_AT_LEAST -> between(1, members.size());
            case PHASES_SUM_AT_MOST, UP_NODES_BEHIND -> between(1, 2 * members.size());
            case PENDING_AT_MOST -> between(1, 4);
            default -> between(1, 3);
          };
      boolean negated = kind == Property.Kind.REACHABLE || chance(15);
      return new WorldlyClaim(name, kind, shape, negated, someone(), bound);
    }

    private NodeId someone() {
      return oneOf(members).id();
    }

    private boolean chance(int percent) {
      return random.nextInt(100) < percent;
    }

    private int between(int first, int last) {
      return first + random.nextInt(last - first + 1);
    }

    private <T> T oneOf(List<T> options) {
      return options.get(random.nextInt(options.size()));
    }
  }
}
