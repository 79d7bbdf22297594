package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Instance;
import dev.parley.api.Invariant;
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
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Symmetry of so many nodes that not everything can be run under all of their names. */
class SymmetryOfManyTest {
  private static final SearchOptions AUTO = PLAIN.withSymmetry(Symmetry.AUTO);

  private static AppliedReduction symmetry(InstanceResult result) {
    return result.reductions().stream()
        .filter(reduction -> reduction.name().equals(NodeSymmetry.NAME))
        .findFirst()
        .orElseThrow(() -> new AssertionError(result.toString()));
  }

  // Properties ---------------------------------------------------------------------------------

  record Turn(int number) {}

  static final class Taker extends Node {
    int number;

    @Receive
    void take(Turn m) {
      number = m.number();
    }
  }

  /** Calls some takers, one after the other. */
  static final class Caller extends Node {
    final List<NodeId> called = new ArrayList<>();
    final int most;
    final boolean isLoud;

    Caller(int most, boolean isLoud) {
      this.most = most;
      this.isLoud = isLoud;
    }

    @Step(when = "isOpen")
    void call() {
      List<NodeId> left = new ArrayList<>(ids(Taker.class));
      left.removeAll(called);
      NodeId next = choose(left);
      called.add(next);
      if (isLoud) {
        send(next, new Turn(called.size()));
      }
    }

    boolean isOpen() {
      return called.size() < most;
    }
  }

  @Protocol(name = "looping", description = "A loop notices the order of nodes.")
  static final class Looping {
    private Looping() {}

    @Instance
    static void eight(Topology t) {
      t.add(8, i -> new Taker()).add(new Caller(5, true));
    }

    @Invariant("numbers are not in the order of nodes")
    static boolean disorder(World w) {
      int last = 0;
      for (Taker taker : w.nodes(Taker.class)) {
        if (taker.number != last + 1) {
          return last < 5;
        }
        last = taker.number;
      }
      return true;
    }
  }

  /** One of 6,720 ways to give five numbers to eight takers, and a sample misses it. */
  @Test
  void aLoopIsNotTrustedWhereAPropertyIsTriedUnderFewNames() {
    InstanceResult result = check(ModelLoader.load(Looping.class, "eight"), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(symmetry(result).summary())
        .contains(
            "Taker8 are not exchanged, because the property disorder may tell nodes apart",
            "takes elements one after the other. If nodes are interchangeable to it, declare that");
  }

  @Protocol(name = "listing", description = "A property looks at names in another node.")
  static final class Listing {
    private static final List<NodeId> SPECIAL =
        Stream.of(8, 7, 6, 5, 4, 3, 2).map(i -> new NodeId("Taker", i)).toList();

    private Listing() {}

    @Instance
    static void eight(Topology t) {
      t.add(8, i -> new Taker()).add(new Caller(7, false));
    }

    @Invariant("takers are not called in one order")
    static boolean disorder(World w) {
      return w.nodes(Caller.class).stream().noneMatch(c -> c.called.equals(SPECIAL));
    }
  }

  /** Nodes that can be exchanged are not looked at, but named in what is: in 40,320 ways. */
  @Test
  void aConstantOfNamesIsNotTrustedWhereAPropertyIsTriedUnderFewNames() {
    InstanceResult result = check(ModelLoader.load(Listing.class, "eight"), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(symmetry(result).summary()).contains("reads the static field SPECIAL");
  }

  static class Flag extends Node {
    boolean up;

    @Step(once = true)
    void raise() {
      up = true;
    }
  }

  @Protocol(name = "blind-flags", description = "Flags that are counted.")
  static final class BlindFlags {
    private BlindFlags() {}

    @Instance
    static void many(Topology t) {
      t.add(40, i -> new Flag());
    }

    @Instance
    static void seven(Topology t) {
      t.add(7, i -> new Flag());
    }

    @Invariant("there are not too many")
    static boolean few(World w) {
      return w.nodes(Flag.class).stream().filter(f -> f.up).count() < 80;
    }
  }

  @Test
  void codeThatCannotTellNodesApartIsTrusted() {
    InstanceResult result = check(ModelLoader.load(BlindFlags.class, "many"), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(41);
    assertThat(symmetry(result).details().get(0)).startsWith("partly a sample");
  }

  /** Of 5,040 ways to exchange names, most lead to the same. */
  @Test
  void aPropertyIsTriedOnceOnEachStateThatAStateStandsFor() {
    InstanceResult result = check(ModelLoader.load(BlindFlags.class, "seven"), AUTO);

    assertThat(symmetry(result).details().get(0)).startsWith("proven for this instance");
    assertThat(symmetry(result).symmetry().orElseThrow().evaluations()).isEqualTo((1 << 7) - 8);
  }

  // Steps --------------------------------------------------------------------------------------

  static final class Client extends Node {
    @Step(once = true)
    void ask() {
      sendToAll(Server.class, new Turn(0));
    }
  }

  /** Keeps clients in the order in which they asked: 362,880 ways for nine. */
  static final class Server extends Node {
    final List<NodeId> waiting = new ArrayList<>();

    @Receive
    void asked(Turn m, NodeId from) {
      waiting.add(from);
    }
  }

  private static Topology queue() {
    return new Topology().add(9, i -> new Client()).add(new Server());
  }

  @Test
  void stepsWithTooManyNamesAreNotTrusted() {
    InstanceResult result =
        check(loaded(queue()), AUTO.withBudget(AUTO.exploration().budget().withStates(1_000)));

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(symmetry(result).summary())
        .contains(
            "Client9 are not exchanged, because there are too many local steps of",
            "Server.asked that differ only in names");
  }

  @Test
  void someStepsAreRunUnderOtherNamesIfNodesWereDeclaredInterchangeable() {
    InstanceResult result = check(loaded(queue().interchangeable("Client")), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(55);
    assertThat(symmetry(result).details().get(0))
        .startsWith("partly a sample: ")
        .contains("local steps did the same under some other names");
  }

  // Ties ---------------------------------------------------------------------------------------

  /** Picks somebody, maybe itself: together they pick any function from nodes to nodes. */
  static final class Picker extends Node {
    NodeId friend;

    @Step(once = true)
    void pick() {
      friend = choose(ids(Picker.class));
    }
  }

  /**
   * Nodes in circles look alike and cannot be exchanged; functions up to names are OEIS A001372.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "3, 7", "4, 19", "5, 47", "6, 130", "7, 343"})
  void functionsAreCountedUpToNames(int nodes, int functions) {
    InstanceResult result = check(loaded(new Topology().add(nodes, i -> new Picker())), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().terminalStates()).isEqualTo(functions);
  }

  /** Of eight nodes in circles there are more orders than are tried: some orbits count twice. */
  @Test
  void orbitsAreExploredSeveralTimesRatherThanMerged() {
    InstanceResult result = check(loaded(new Topology().add(8, i -> new Picker())), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().terminalStates()).isGreaterThanOrEqualTo(951);
    assertThat(symmetry(result).details()).anyMatch(detail -> detail.contains("so many nodes"));
  }

  /** A round of many nodes, all in one local state. */
  @Test
  void aRoundOfManyNodesIsExplored() {
    int nodes = 9;
    Topology topology =
        new Topology()
            .add(nodes, i -> new SymmetryTest.Idol())
            .add(new SymmetryTest.Rounds(true))
            .interchangeable("Idol");
    InstanceResult result =
        check(
            loaded(
                topology,
                invariant(
                    "goes on",
                    w -> w.nodes(SymmetryTest.Rounds.class).stream().noneMatch(r -> r.done))),
            AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(nodes + 2);
    assertThat(result.figures().states()).isLessThan(2_000);
  }
}
