package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Durable;
import dev.parley.api.Faults;
import dev.parley.api.Network;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.OnTimer;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Timer;
import dev.parley.api.Topology;
import dev.parley.api.World;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nodes that begin alike and are told apart in ways that are hard to see, in every mode with
 * symmetry, against the naive checker.
 */
class SymmetryAttacksTest {
  private static final NodeId SPECIAL = new NodeId("Tricky", 2);
  private static final Map<NodeId, Integer> RANKS =
      Map.of(SPECIAL, 7, new NodeId("Tricky", 1), 3, new NodeId("Tricky", 3), 3);

  /** How a node does, or does not, tell others apart. */
  enum Trick {
    FAIR,
    STATIC_CONSTANT,
    STATIC_MAP,
    COMPARATOR,
    ITERATION_OF_A_HASH_SET,
    TEXT_IN_STATE,
    HASH_IN_STATE,
    INDEXED_ARRAY,
    LATE,
    ONLY_AFTER_ITSELF,
    NEXT_IN_LIST,
    EXCEPTION,
    OWN_VALUE_AS_NUMBER,
    FAIR_SETS,
    FIRST_OF_QUORUM,
    QUORUM_OF_OWN_SIZE,
    CONTENT_OF_AUXILIARY
  }

  record Own(int number) {}

  record Hello(Own own, Set<Own> heard) {}

  static final class Tricky extends Node {
    final Trick trick;
    final Own own;
    boolean marked;
    String text = "";
    int number;
    final int[] counts = new int[4];
    Set<Set<NodeId>> groups = new HashSet<>();
    final TreeMap<NodeId, Own> sorted =
        new TreeMap<>(Comparator.reverseOrder());
    @Durable NodeId durable;
    @Auxiliary final List<NodeId> history = new ArrayList<>();
    final Timer alarm = new Timer();

    Tricky(Trick trick, Own own) {
      this.trick = trick;
      this.own = own;
    }

    @Step(once = true)
    void begin() {
      sendToOthers(Tricky.class, new Hello(own, Set.of()));
      if (trick == Trick.ONLY_AFTER_ITSELF) {
        alarm.set();
      }
    }

    @OnTimer("alarm")
    void rang() {
      number = 10 * (number / 10) + 1;
    }

    @Receive(when = "isSingle")
    void hello(Hello m, NodeId from) {
      if (trick == Trick.CONTENT_OF_AUXILIARY || trick == Trick.FAIR) {
        history.add(from);
      }
      durable = from;
      switch (trick) {
        case FAIR -> marked |= durable == null;
        case STATIC_CONSTANT -> marked |= from.equals(SPECIAL);
        case STATIC_MAP -> marked |= RANKS.get(from) == 7;
        case COMPARATOR -> {
          TreeSet<NodeId> all = new TreeSet<>(Comparator.comparing(NodeId::toString));
          all.addAll(ids(Tricky.class));
          marked |= all.last().equals(from);
        }
        case ITERATION_OF_A_HASH_SET -> {
          Set<NodeId> one = new HashSet<>(Set.of(from));
          marked |= one.iterator().next().index() == 2;
        }
        case TEXT_IN_STATE -> {
          text = from.toString();
          marked |= text.endsWith("2");
        }
        case HASH_IN_STATE -> {
          number = Objects.hash(from);
          marked |= number == Objects.hash(SPECIAL);
        }
        case INDEXED_ARRAY -> counts[from.index()]++;
        case LATE -> {
          counts[0]++;
          marked |= counts[0] == 2 && from.compareTo(self()) < 0;
        }
        case ONLY_AFTER_ITSELF -> {
          marked |= durable != null && number > 0 && self().index() == 3;
          number += 10;
        }
        case NEXT_IN_LIST -> {
          List<NodeId> all = ids(Tricky.class);
          marked |= all.get((all.indexOf(self()) + 1) % all.size()).equals(from);
        }
        case EXCEPTION -> {
          if (from.equals(SPECIAL)) {
            throw new IllegalStateException("told apart");
          }
        }
        case OWN_VALUE_AS_NUMBER -> marked |= m.own().number() > own.number() + 1;
        case FAIR_SETS -> {
          groups.add(Set.of(from, self()));
          marked |= groups.size() > 1;
          sorted.put(from, m.own());
        }
        case CONTENT_OF_AUXILIARY -> number = Math.min(number + 10, 20);
        default -> throw new IllegalStateException();
      }
    }

    boolean isSingle() {
      return !isOfQuorums();
    }

    boolean isOfQuorums() {
      return trick == Trick.FIRST_OF_QUORUM || trick == Trick.QUORUM_OF_OWN_SIZE;
    }

    int size() {
      return trick == Trick.QUORUM_OF_OWN_SIZE && self().index() == 2 ? 1 : 2;
    }

    @Receive(quorum = "size", when = "isOfQuorums")
    void quorum(Quorum<Hello> hellos) {
      if (trick == Trick.QUORUM_OF_OWN_SIZE) {
        marked |= hellos.size() == 1;
      } else {
        marked |= hellos.deliveries().get(0).message().own().number() == 3;
      }
    }
  }

  private static Property invariant(String name, Predicate<World> holds) {
    return Property.of(name, Property.Kind.INVARIANT, holds);
  }

  private static boolean marked(World w, int node) {
    return w.nodes(Tricky.class).get(node).marked;
  }

  private static final List<Property> PROPERTIES =
      List.of(
          invariant("first", w -> !marked(w, 0)),
          invariant("second", w -> !marked(w, 1)),
          invariant("counts", w -> w.nodes(Tricky.class).stream().noneMatch(t -> t.counts[2] > 1)),
          invariant(
              "middle stays up", w -> w.isUp(w.nodes(Tricky.class).get(1)) || !marked(w, 0)),
          invariant(
              "pending",
              w ->
                  w.pending().stream()
                      .noneMatch(p -> p.to().equals(SPECIAL) && p.from().index() == 3)),
          Property.of(
              "last alone",
              Property.Kind.TERMINAL,
              w -> !marked(w, 2) || marked(w, 0) || marked(w, 1)));

  private static List<SearchOptions> modes() {
    SearchOptions plain =
        SearchOptions.DEFAULT
            .withRunTwice(false)
            .withTrialRuns(2_000)
            .withSymmetry(Symmetry.AUTO);
    return List.of(
        plain,
        plain
            .withMemory(Memory.RELEVANT)
            .withPartialOrder(Optional.of(PartialOrder.DEFAULT))
            .withDeadMessages(true));
  }

  @ParameterizedTest
  @EnumSource
  void nobodyIsTakenForAnother(Trick trick) {
    List<String> failures = new ArrayList<>();
    boolean values = trick == Trick.OWN_VALUE_AS_NUMBER || trick == Trick.FIRST_OF_QUORUM;
    IntFunction<Own> own = values ? Own::new : i -> new Own(0);
    List<Supplier<Topology>> topologies = new ArrayList<>();
    topologies.add(() -> topology(trick, own).network(Network.ORDERED));
    topologies.add(() -> topology(trick, own).faults(Faults.none().crash(1, "Tricky")));
    if (values) {
      topologies.add(() -> topology(trick, Own::new).interchangeable("Tricky", Own::new));
    }
    for (int i = 0; i < topologies.size(); i++) {
      Supplier<Topology> topology = topologies.get(i);
      for (Property property : PROPERTIES) {
        Supplier<Model> unread = () -> Models.of(topology.get(), property);
        Agreement agreement = Agreement.of(unread, 60_000, OptionalInt.empty());
        assertThat(agreement.isKnown()).isTrue();
        for (SearchOptions mode : modes()) {
          InstanceResult result =
              InstanceCheck.ofInspected(
                      Models.loaded(topology.get(), property), mode, ProgressListener.NONE)
                  .run();
          boolean refused =
              result.error().filter(e -> e.message().contains("declares the role")).isPresent();
          List<String> wrong = refused ? List.of() : agreement.contradictions(unread, mode, result);
          if (!wrong.isEmpty()) {
            failures.add(
                trick + " " + i + " " + property.name() + " " + mode.describe() + wrong
                    + result.verdict() + result.reductions() + result.error());
          }
        }
      }
    }
    assertThat(failures).as("%s", String.join("\n", failures)).isEmpty();
  }

  private static Topology topology(Trick trick, IntFunction<Own> own) {
    return new Topology().add(3, i -> new Tricky(trick, own.apply(i)));
  }
}
