package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Consistency;
import dev.parley.engine.model.Layouts;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A random protocol whose clients record operations. The first draft whose state space suits is
 * taken, as for the other generators.
 *
 * @param seed what it was generated from
 * @param network the network
 * @param faults what may go wrong
 * @param designs how each client is made
 * @param manners how each server performs
 * @param begun whether the first client has begun an operation before the start
 * @param demands what is demanded of histories
 * @param goals whether there are other properties as well
 */
record RecordedProtocol(
    long seed,
    Network network,
    Faults faults,
    List<RecordingNode.Design> designs,
    List<Integer> manners,
    boolean begun,
    List<Demand> demands,
    boolean goals) {
  private static final int FEWEST_STATES = 10;
  private static final int MOST_STATES = 500;

  /** What is demanded of histories, and what tells them apart. */
  enum Demand {
    LINEARIZABLE,
    LINEARIZABLE_WHOLE,
    SEQUENTIAL
  }

  static RecordedProtocol of(long seed) {
    SplittableRandom random = new SplittableRandom(seed * 104_729 + 7);
    for (int attempt = 0; ; attempt++) {
      RecordedProtocol draft = draft(seed, attempt, random.split());
      NaiveResult result =
          NaiveChecker.check(draft.model(Models.UNREAD), NaiveChecker.Mode.EXHAUSTIVE, MOST_STATES);
      boolean small = result.verdict() != Verdict.BUDGET_EXHAUSTED;
      // A mistake ends the naive search, however few states it has seen.
      if (small && (result.states() >= FEWEST_STATES || result.verdict() == Verdict.ERROR)) {
        return draft;
      }
    }
  }

  private static RecordedProtocol draft(long seed, int attempt, SplittableRandom random) {
    int clients = attempt < 3 && random.nextInt(3) == 0 ? 3 : 2;
    int operations = clients == 3 || attempt > 4 ? 1 : 1 + random.nextInt(2);
    boolean alike = random.nextInt(3) == 0;
    RecordingNode.Shared shared = RecordingNode.Shared.values()[random.nextInt(3)];
    boolean careless = random.nextInt(12) == 0;
    boolean local = random.nextInt(5) == 0;
    boolean trips = random.nextInt(4) == 0;
    int script = random.nextInt();
    List<RecordingNode.Design> designs = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      designs.add(
          new RecordingNode.Design(
              alike ? script : random.nextInt(), shared, operations, careless, local, trips));
    }
    int manner = random.nextInt(5);
    List<Integer> manners = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      manners.add(manner);
    }
    List<Demand> demands = new ArrayList<>();
    for (Demand demand : Demand.values()) {
      if (random.nextInt(5) < 2) {
        demands.add(demand);
      }
    }
    if (demands.isEmpty()) {
      demands.add(Demand.LINEARIZABLE);
    }
    Network network =
        random.nextInt(2) == 0
            ? Network.UNORDERED
            : Network.values()[random.nextInt(Network.values().length)];
    return new RecordedProtocol(
        seed,
        network,
        attempt > 6 ? Faults.none() : faults(network, random),
        designs,
        manners,
        random.nextInt(4) == 0,
        demands,
        random.nextInt(2) == 0);
  }

  private static Faults faults(Network network, SplittableRandom random) {
    Faults faults = Faults.none();
    if (random.nextInt(2) == 0) {
      return faults;
    }
    if (random.nextInt(2) == 0) {
      faults = faults.crash(1, "Client");
      faults = random.nextInt(4) > 0 ? faults.restart(1) : faults;
    }
    if (network != Network.PERSISTENT && random.nextInt(3) == 0) {
      faults = random.nextBoolean() ? faults.lose(1) : faults.duplicate(1);
    }
    return random.nextInt(8) == 0 ? faults.partition(1) : faults;
  }

  RecordedProtocol with(List<Demand> others) {
    return new RecordedProtocol(seed, network, faults, designs, manners, begun, others, goals);
  }

  Model model(Function<Class<? extends Node>, NodeType> types) {
    Topology topology = new Topology().network(network).faults(faults);
    for (int i = 0; i < designs.size(); i++) {
      topology.add(new RecordingNode.Client(designs.get(i), begun && i == 0 ? 1 : 0));
    }
    for (int manner : manners) {
      topology.add(new RecordingNode.Server(designs.get(0), manner));
    }
    if (begun) {
      NodeId client = new NodeId("Client", 1);
      Object operation = designs.get(0).shared().operation(1);
      topology.invoked(client, operation);
      topology.message(
          client, new NodeId("Server", 1), new RecordingNode.Request(1, operation, client));
    }
    Model.Description description =
        new Model.Description(
            "recorded",
            RecordedProtocol.class.getName(),
            "",
            "seed " + seed,
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
    return Layouts.model(description, List.of(topology), properties(), types);
  }

  List<Property> properties() {
    List<Property> properties = new ArrayList<>();
    for (Demand demand : demands) {
      RecordingNode.Shared shared = designs.get(0).shared();
      properties.add(
          Property.of(
              demand.name().toLowerCase(Locale.ROOT),
              "",
              new Consistency(
                  demand == Demand.SEQUENTIAL
                      ? Consistency.Kind.SEQUENTIALLY_CONSISTENT
                      : Consistency.Kind.LINEARIZABLE,
                  demand == Demand.LINEARIZABLE_WHOLE,
                  shared::object),
              Optional.empty()));
    }
    if (goals) {
      properties.add(Property.of("someoneIsDone", Property.Kind.REACHABLE, this::someoneIsDone));
      properties.add(
          Property.of("notAllWait", Property.Kind.INVARIANT, w -> waiting(w) < designs.size()));
    }
    return properties;
  }

  private boolean someoneIsDone(World w) {
    return w.nodes(RecordingNode.Client.class).stream().anyMatch(c -> c.done > 0);
  }

  private static long waiting(World w) {
    return w.nodes(RecordingNode.Client.class).stream().filter(c -> c.awaited > 1).count();
  }
}
