package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Eventually;
import dev.parley.api.Faults;
import dev.parley.api.Instance;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Protocol;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.internal.symmetry.NodeSymmetry;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ModeResult;
import dev.parley.engine.result.Progress;
import dev.parley.engine.result.ReplayOutcome;
import dev.parley.engine.result.SymmetryFigures;
import dev.parley.engine.result.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Symmetry together with everything that is not a reduction, and names in odd places. */
class SymmetryCombinationsTest {
  private static final SearchOptions AUTO = PLAIN.withSymmetry(Symmetry.AUTO);
  private static final SearchOptions REQUIRED = PLAIN.withSymmetry(Symmetry.REQUIRED);

  private static AppliedReduction symmetry(InstanceResult result) {
    return result.reductions().stream()
        .filter(reduction -> reduction.name().equals(NodeSymmetry.NAME))
        .findFirst()
        .orElseThrow(() -> new AssertionError(result.toString()));
  }

  private static SymmetryFigures figures(InstanceResult result) {
    return symmetry(result).symmetry().orElseThrow(() -> new AssertionError(result.toString()));
  }

  /** The explored states stand for exactly those that there are. */
  private static InstanceResult assertCovered(Supplier<Topology> topology) {
    InstanceResult plain = check(loaded(topology.get()), PLAIN);
    InstanceResult result = check(loaded(topology.get()), REQUIRED);

    assertThat(result.verdict()).as("%s", result).isEqualTo(plain.verdict());
    assertThat(figures(result).orbits()).isEqualTo(result.figures().states());
    assertThat(figures(result).estimated()).isFalse();
    assertThat(figures(result).states()).isEqualTo(plain.figures().states());
    assertThat(result.figures().states()).isLessThan(plain.figures().states());
    return result;
  }

  // Names in odd places ------------------------------------------------------------------------

  enum Place {
    ARRAY,
    NESTED_LISTS,
    MAP_OF_SETS,
    RECORD_IN_OPTIONAL,
    LINKED_MAP,
    QUEUE,
    RING
  }

  record Pair(NodeId one, Optional<NodeId> other) {}

  record Ball(Pair pair, List<Map<NodeId, Integer>> more) {}

  /** An object of a ring, which is a cycle of references. */
  static final class Link {
    final NodeId who;
    Link next = this;

    Link(NodeId who) {
      this.who = who;
    }
  }

  /** Keeps names where the protocol's author wants to have them. */
  static final class Keeper extends Node {
    final Place place;
    NodeId[] array = new NodeId[2];
    final List<List<NodeId>> lists = new ArrayList<>();
    final Map<NodeId, Set<NodeId>> sets = new HashMap<>();
    Optional<Pair> pair = Optional.empty();
    final Map<NodeId, NodeId> linked = new LinkedHashMap<>();
    final Deque<NodeId> queue = new ArrayDeque<>();
    Link ring;
    int balls;

    Keeper(Place place) {
      this.place = place;
    }

    @Step(once = true)
    void begin() {
      NodeId to = choose(ids(Keeper.class));
      send(to, new Ball(new Pair(self(), Optional.of(to)), List.of(Map.of(self(), 1))));
    }

    @Receive
    void ball(Ball m, NodeId from) {
      balls++;
      switch (place) {
        case ARRAY -> array[balls % 2] = from;
        case NESTED_LISTS -> lists.add(List.of(from, m.pair().one()));
        case MAP_OF_SETS -> sets.merge(from, Set.copyOf(List.of(self(), from)), (a, b) -> b);
        case RECORD_IN_OPTIONAL -> pair = Optional.of(new Pair(from, Optional.of(self())));
        case LINKED_MAP -> linked.put(from, self());
        case QUEUE -> queue.push(from);
        case RING -> {
          Link link = new Link(from);
          if (ring != null) {
            link.next = ring.next;
            ring.next = link;
          }
          ring = link;
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAreExchangedWhereverTheyAre(Place place) {
    assertCovered(() -> new Topology().add(3, i -> new Keeper(place)));
  }

  /** Looks at a name in ways that a compiler hides. */
  static final class Reader extends Node {
    final boolean byHash;
    boolean special;

    Reader(boolean byHash) {
      this.byHash = byHash;
    }

    @Step(once = true)
    void begin() {
      sendToOthers(Reader.class, "hello");
    }

    @Receive
    void hello(String m, NodeId from) {
      special |=
          byHash
              ? Integer.hashCode(from.hashCode()) % 3 == new NodeId("Reader", 2).hashCode() % 3
              : switch (from.toString()) {
                case "Reader2" -> true;
                default -> false;
              };
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSwitchOverTheTextOfANameAndAHashOfOneAreSeen(boolean byHash) {
    InstanceResult result = check(loaded(new Topology().add(3, i -> new Reader(byHash))), AUTO);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).summary())
        .contains("Reader.hello (SymmetryCombinationsTest.java:")
        .contains("asks for the");
  }

  // Several initial states ---------------------------------------------------------------------

  /** May be the one that leads from the start. */
  static final class Member extends Node {
    boolean leads;
    int heard;

    Member(boolean leads) {
      this.leads = leads;
    }

    @Step(once = true, when = "isLeader")
    void call() {
      sendToOthers(Member.class, "follow");
    }

    boolean isLeader() {
      return leads;
    }

    @Receive
    void follow(String m) {
      heard++;
    }
  }

  private static List<Topology> elected(int... leaders) {
    List<Topology> layouts = new ArrayList<>();
    for (int leader : leaders) {
      layouts.add(new Topology().add(3, i -> new Member(i == leader)));
    }
    return layouts;
  }

  private static Property nobodyHears() {
    return invariant(
        "nobody hears", w -> w.nodes(Member.class).stream().allMatch(m -> m.heard == 0));
  }

  @Test
  void initialStatesThatBecomeEachOtherAreOne() {
    InstanceResult plain = check(loaded(elected(1, 2, 3)), PLAIN);
    InstanceResult result = check(loaded(elected(1, 2, 3)), REQUIRED);

    assertThat(figures(result).states()).isEqualTo(plain.figures().states());
    assertThat(figures(result).sets()).hasSize(1);
    assertThat(symmetry(check(loaded(elected(1, 2)), AUTO)).summary()).endsWith("Member1, Member2");
  }

  @Test
  void aTraceBeginsInOneOfSeveralInitialStatesAndReplays() {
    InstanceResult result = check(loaded(elected(3, 2, 1), nobodyHears()), REQUIRED);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    ReplayOutcome replayed = Replay.run(loaded(elected(3, 2, 1), nobodyHears()), trace, step -> {});
    assertThat(replayed.reproduced()).as("%s", replayed).isTrue();
  }

  /** What stands in the way is no fault of the nodes. */
  @Test
  void aDeclarationIsNotWrongBecauseNodesCannotBeExchangedHere() {
    List<Topology> layouts = elected(1, 2, 3);
    layouts.forEach(t -> t.interchangeable("Member").faults(Faults.none().crash(1).restart(1)));
    InstanceResult result = check(loaded(layouts), AUTO);

    assertThat(result.verdict()).as("%s", result.error()).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).summary()).contains("the instance has several initial states");

    Topology many = new Topology().add(65, i -> new Member(false)).interchangeable("Member");
    assertThat(symmetry(check(loaded(many), AUTO)).summary()).contains("more than 64");
  }

  @Test
  void faultsOfOneRoleLeaveTheOthersInterchangeable() {
    assertCovered(
        () ->
            new Topology()
                .add("A", 2, i -> new Member(true))
                .add("B", 2, i -> new Member(false))
                .faults(Faults.none().crash(1, "A").restart(1).lose(1, "B")));
  }

  // With everything else -----------------------------------------------------------------------

  /** Workers who all finish, or of whom one may give up. */
  @Protocol(name = "workers", description = "Workers finish.")
  static final class Workers {
    private Workers() {}

    @Instance
    static void three(Topology t) {
      t.add(3, i -> new Worker()).interchangeable("Worker");
    }

    @Eventually("all are done")
    static boolean done(World w) {
      return w.nodes(Worker.class).stream().allMatch(n -> n.done);
    }
  }

  static final class Worker extends Node {
    boolean done;

    @Step(once = true)
    void work() {
      done = choose(true, false);
    }
  }

  @Test
  void whatHappensInTheEndIsJudgedOnAllStates() {
    InstanceResult result = check(ModelLoader.load(Workers.class, "three"), REQUIRED);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().property()).isEqualTo("done");
    ReplayOutcome replayed =
        Replay.run(
            ModelLoader.load(Workers.class, "three"),
            result.violation().orElseThrow().trace().orElseThrow(),
            step -> {});
    assertThat(replayed.reproduced()).as("%s", replayed).isTrue();
  }

  @Test
  void modesAreComparedWithAndWithoutSymmetry() {
    ComparisonResult result =
        Comparison.run(
            () -> ModelLoader.load(SymmetryTest.ManyFlags.class, "few"),
            List.of(
                SearchMode.STATEFUL,
                new SearchMode("symmetric", List.of(), REQUIRED),
                SearchMode.REDUCED),
            Budget.UNBOUNDED,
            1,
            new Comparison.Listener() {
              @Override
              public void started(String mode, int round) {}

              @Override
              public void progress(Progress progress) {}
            });

    assertThat(result.error()).isEmpty();
    List<Long> states =
        result.modes().stream().map(ModeResult::figures).map(f -> f.states()).toList();
    assertThat(states.get(0)).isEqualTo(16);
    assertThat(states.get(1)).isEqualTo(5);
    assertThat(states.get(2)).isLessThanOrEqualTo(5);
  }

  private static Topology questions() {
    return new Topology().add(new RoundsTest.Asker(1, 2)).add(2, i -> new RoundsTest.Careful());
  }

  @Test
  void aSearchByRoundsSaysThatNamesAreKept() {
    InstanceResult byRounds = check(loaded(questions()), AUTO.withRounds(true));
    InstanceResult required = check(loaded(questions()), REQUIRED.withRounds(true));

    assertThat(byRounds.reductions().toString()).contains("symmetry are not used with it");
    assertThat(required.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(required.error().orElseThrow().message())
        .contains("symmetry is required, but there is none", "round by round");
  }

  @Test
  void randomWalksAndSymmetryAreRefusedTogether() {
    Walks walks = new Walks(Walks.Schedule.MIXED, 7, 20, 100);

    assertThatThrownBy(() -> REQUIRED.withWalks(Optional.of(walks)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
