package dev.parley.engine.reference;

import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Layouts;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.NodeType;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * A generated protocol whose nodes of a role are interchangeable, or look so.
 *
 * @param seed what it was generated from
 * @param network the network
 * @param faults what may go wrong
 * @param sizes how many nodes of each class there are: twins, mates, hubs
 * @param designs what each class does
 * @param odd which twin starts otherwise; -1 if none does
 * @param claims its properties
 * @param declaration what is declared of twins and mates
 */
record SymmetricProtocol(
    long seed,
    Network network,
    Faults faults,
    List<Integer> sizes,
    List<SymmetricNode.Design> designs,
    int odd,
    List<Claim> claims,
    Declaration declaration) {
  static final int FEWEST_STATES = 8;
  static final int MOST_STATES = 500;

  /** What is declared. */
  enum Declaration {
    NOTHING,
    ROLES,
    OWN_VALUES,
    /** Each node has a value of its own, but nobody said so. */
    VALUES_FORGOTTEN;

    boolean isDeclared() {
      return this == ROLES || this == OWN_VALUES;
    }

    boolean hasValues() {
      return this == OWN_VALUES || this == VALUES_FORGOTTEN;
    }
  }

  /** What a property says. */
  enum Claim {
    FEW_ARE_LATE(Property.Kind.INVARIANT),
    NO_PAIR_OF_FRIENDS(Property.Kind.INVARIANT),
    HUBS_SEE_LITTLE(Property.Kind.INVARIANT),
    NOBODY_IS_FORGOTTEN(Property.Kind.TERMINAL),
    FEW_MESSAGES_PER_NODE(Property.Kind.INVARIANT),
    SOMEBODY_IS_OWN_FRIEND(Property.Kind.REACHABLE),
    ALL_ARE_LATE(Property.Kind.REACHABLE),
    MOST_ARE_UP(Property.Kind.INVARIANT),
    FIRST_IS_NEVER_LATE(Property.Kind.INVARIANT),
    FIRST_HAS_NO_FRIEND(Property.Kind.INVARIANT),
    SECOND_IS_LATE(Property.Kind.REACHABLE),
    NAMED_IS_SILENT(Property.Kind.TERMINAL);

    final Property.Kind kind;

    Claim(Property.Kind kind) {
      this.kind = kind;
    }

    boolean singlesOut() {
      return ordinal() >= FIRST_IS_NEVER_LATE.ordinal();
    }

    Property property() {
      return new Property(name(), "", kind, predicate());
    }

    private Predicate<World> predicate() {
      return switch (this) {
        case FEW_ARE_LATE -> w -> late(w) <= 2;
        case NO_PAIR_OF_FRIENDS -> Claim::noPair;
        case HUBS_SEE_LITTLE ->
            w -> w.nodes(SymmetricNode.Hub.class).stream().allMatch(h -> h.seen.size() < 2);
        case NOBODY_IS_FORGOTTEN ->
            w -> all(w).stream().allMatch(n -> n.friend != null || !n.seen.isEmpty());
        case FEW_MESSAGES_PER_NODE ->
            w -> w.pending().stream().map(p -> p.to()).distinct().count() <= 3;
        case SOMEBODY_IS_OWN_FRIEND ->
            w ->
                w.nodes(SymmetricNode.Twin.class).stream()
                    .anyMatch(n -> n.friend != null && w.node(n.friend) == n);
        case ALL_ARE_LATE -> w -> late(w) == all(w).size();
        case MOST_ARE_UP -> w -> all(w).stream().filter(n -> !w.isUp(n)).count() < 2;
        case FIRST_IS_NEVER_LATE -> w -> twin(w, 0).phase < SymmetricNode.PHASES - 1;
        case FIRST_HAS_NO_FRIEND -> w -> twin(w, 0).friend == null;
        case SECOND_IS_LATE -> w -> twin(w, 1).phase == SymmetricNode.PHASES - 1;
        case NAMED_IS_SILENT -> w -> all(w).stream().noneMatch(n -> ONE.equals(n.friend));
      };
    }

    private static final NodeId ONE = new NodeId("Twin", 1);

    private static SymmetricNode.Twin twin(World w, int index) {
      return w.nodes(SymmetricNode.Twin.class).get(index);
    }

    private static List<SymmetricNode> all(World w) {
      return w.nodes(SymmetricNode.class);
    }

    private static long late(World w) {
      return all(w).stream().filter(n -> n.phase == SymmetricNode.PHASES - 1).count();
    }

    private static boolean noPair(World w) {
      return all(w).stream()
          .noneMatch(
              n ->
                  n.friend != null
                      && w.node(n.friend) != n
                      && ((SymmetricNode) w.node(n.friend)).friend != null
                      && w.node(((SymmetricNode) w.node(n.friend)).friend) == n);
    }
  }

  /** The protocol of a seed: one whose nodes are interchangeable. */
  static SymmetricProtocol symmetric(long seed) {
    return suitable(seed, false);
  }

  /** One that has a bias, a node that starts otherwise, or a property that singles one out. */
  static SymmetricProtocol lookalike(long seed) {
    return suitable(seed, true);
  }

  private static SymmetricProtocol suitable(long seed, boolean lookalike) {
    SplittableRandom random = new SplittableRandom(seed * 104_729 + 17);
    for (int attempt = 0; ; attempt++) {
      SymmetricProtocol draft = draft(seed, attempt, random.split(), lookalike);
      NaiveResult result =
          NaiveChecker.check(draft.model(Models.UNREAD), NaiveChecker.Mode.EXHAUSTIVE, MOST_STATES);
      if (result.verdict() == Verdict.ERROR) {
        throw new IllegalStateException(result + " for a protocol meant to be well formed");
      }
      if (result.verdict() != Verdict.BUDGET_EXHAUSTED && result.states() >= FEWEST_STATES) {
        return draft;
      }
    }
  }

  private static SymmetricProtocol draft(
      long seed, int attempt, SplittableRandom random, boolean lookalike) {
    int twins = 2 + random.nextInt(attempt < 4 ? 3 : attempt < 8 ? 2 : 1);
    int mates = random.nextInt(10) < 3 && twins < 4 ? 2 : random.nextInt(10) < 3 ? 1 : 0;
    List<Integer> sizes = List.of(twins, mates, random.nextInt(10) < 6 ? 1 : 0);
    int wrong = lookalike ? random.nextInt(11) : -1;
    List<SymmetricNode.Bias> biases = List.of(SymmetricNode.Bias.values());
    List<SymmetricNode.Design> designs = new ArrayList<>();
    for (int type = 0; type < 3; type++) {
      boolean biased = wrong >= 0 && wrong < 6 && type == 0;
      designs.add(
          new SymmetricNode.Design(
              random.nextInt(),
              1 + (attempt < 3 ? random.nextInt(2) : 0),
              random.nextInt(10) < 3,
              biased
                  ? biases.get(1 + random.nextInt(biases.size() - 1))
                  : SymmetricNode.Bias.NONE));
    }
    Network network = Network.values()[(int) (seed % Network.values().length)];
    List<Claim> claims = new ArrayList<>();
    for (Claim claim : Claim.values()) {
      if (!claim.singlesOut() && random.nextInt(10) < 2) {
        claims.add(claim);
      }
    }
    if (wrong >= 7 && wrong < 10) {
      claims.add(Claim.values()[Claim.FIRST_IS_NEVER_LATE.ordinal() + random.nextInt(4)]);
    }
    return new SymmetricProtocol(
        seed,
        network,
        faults(random, network),
        sizes,
        designs,
        wrong == 6 ? random.nextInt(twins) : -1,
        claims,
        wrong == 10
            ? Declaration.VALUES_FORGOTTEN
            : Declaration.values()[random.nextInt(Declaration.VALUES_FORGOTTEN.ordinal())]);
  }

  private static Faults faults(SplittableRandom random, Network network) {
    Faults faults = Faults.none();
    if (random.nextInt(10) < 5) {
      return faults;
    }
    if (network != Network.PERSISTENT && random.nextInt(10) < 4) {
      faults = random.nextBoolean() ? faults.lose(1) : faults.lose(1, "Twin");
    }
    if (network != Network.PERSISTENT && random.nextInt(10) < 2) {
      faults = faults.duplicate(1);
    }
    if (random.nextInt(10) < 5) {
      faults = random.nextBoolean() ? faults.crash(1) : faults.crash(1, "Twin");
      faults = random.nextBoolean() ? faults.restart(1) : faults;
      faults =
          network != Network.PERSISTENT && random.nextBoolean() ? faults.loseInboxes() : faults;
    }
    if (random.nextInt(10) < 3) {
      faults = faults.partition(1);
      faults = random.nextBoolean() ? faults.heal(1) : faults;
    }
    return faults;
  }

  /** Sets of nodes that are interchangeable if there is no bias, by their places. */
  List<List<Integer>> sets() {
    List<List<Integer>> sets = new ArrayList<>();
    int next = 0;
    for (int size : sizes.subList(0, 2)) {
      List<Integer> set = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        set.add(next++);
      }
      if (size > 1) {
        sets.add(set);
      }
    }
    return sets;
  }

  /** The values that stand for nodes, by the places of these. */
  Map<Integer, Object> values() {
    Map<Integer, Object> values = new HashMap<>();
    if (declaration == Declaration.OWN_VALUES) {
      for (int i = 0; i < sizes.get(0); i++) {
        values.put(i, new SymmetricNode.Badge(badge(i)));
      }
      for (int i = 0; i < sizes.get(1); i++) {
        values.put(sizes.get(0) + i, colour(i));
      }
    }
    return values;
  }

  private int badge(int twin) {
    return declaration.hasValues() ? twin + 1 : 0;
  }

  private SymmetricNode.Colour colour(int mate) {
    return declaration.hasValues()
        ? SymmetricNode.Colour.values()[mate]
        : SymmetricNode.Colour.NONE;
  }

  private void declare(Topology topology, String role, IntFunction<?> value) {
    if (declaration == Declaration.OWN_VALUES) {
      topology.interchangeable(role, value);
    } else if (declaration == Declaration.ROLES) {
      topology.interchangeable(role);
    }
  }

  /** A fresh model of it, with some properties. */
  Model model(Function<Class<? extends Node>, NodeType> types, List<Claim> judged) {
    Topology topology = new Topology().network(network).faults(faults);
    for (int i = 0; i < sizes.get(0); i++) {
      topology.add(new SymmetricNode.Twin(designs.get(0), i == odd ? 1 : 0, badge(i)));
    }
    for (int i = 0; i < sizes.get(1); i++) {
      topology.add(new SymmetricNode.Mate(designs.get(1), 0, colour(i)));
    }
    for (int i = 0; i < sizes.get(2); i++) {
      topology.add(new SymmetricNode.Hub(designs.get(2), 0));
    }
    declare(topology, "Twin", number -> new SymmetricNode.Badge(badge(number - 1)));
    if (sizes.get(1) > 0) {
      declare(topology, "Mate", number -> colour(number - 1));
    }
    Model.Description description =
        new Model.Description(
            "symmetric",
            SymmetricProtocol.class.getName(),
            "",
            "seed " + seed,
            List.of(),
            Verdict.VERIFIED,
            Optional.empty(),
            Budget.UNBOUNDED);
    return Layouts.model(
        description, List.of(topology), judged.stream().map(Claim::property).toList(), types);
  }

  Model model(Function<Class<? extends Node>, NodeType> types) {
    return model(types, claims);
  }
}
