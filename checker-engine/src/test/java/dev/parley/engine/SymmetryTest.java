package dev.parley.engine;

import static dev.parley.engine.AllModes.PLAIN;
import static dev.parley.engine.AllModes.check;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Faults;
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
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.ReductionOptions.Symmetry;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When nodes are taken for interchangeable, when not, and that nothing is missed then. */
class SymmetryTest {
  private static final SearchOptions AUTO = PLAIN.withSymmetry(Symmetry.AUTO);
  private static final SearchOptions REQUIRED = PLAIN.withSymmetry(Symmetry.REQUIRED);

  private static AppliedReduction symmetry(InstanceResult result) {
    return result.reductions().stream()
        .filter(reduction -> reduction.name().equals(NodeSymmetry.NAME))
        .findFirst()
        .orElseThrow(() -> new AssertionError(result.toString()));
  }

  private static void assertRefused(Model model, Model again, Verdict verdict, String because) {
    InstanceResult result = check(model, AUTO);
    assertThat(result.verdict()).as("%s", result).isEqualTo(verdict);
    assertThat(symmetry(result).applied()).as("%s", symmetry(result)).isFalse();
    assertThat(symmetry(result).summary()).startsWith("not used, because").contains(because);
    InstanceResult required = check(again, REQUIRED);
    assertThat(required.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(required.error().orElseThrow().message()).contains(because);
  }

  // Found --------------------------------------------------------------------------------------

  record Vote(NodeId candidate) {}

  /** Votes for somebody, whom the voter remembers. */
  static final class Voter extends Node {
    NodeId candidate;

    @Step(once = true)
    void vote() {
      candidate = choose(ids(Candidate.class));
      sendToAll(Box.class, new Vote(candidate));
    }
  }

  static final class Candidate extends Node {
    boolean elected;

    @Receive
    void vote(Vote m) {
      elected = true;
    }
  }

  static final class Box extends Node {
    final Set<NodeId> named = new HashSet<>();

    @Receive
    void vote(Vote m) {
      named.add(m.candidate());
      if (named.size() == 2) {
        send(m.candidate(), m);
      }
    }
  }

  private static Topology election(int voters, int candidates) {
    return new Topology()
        .add(voters, i -> new Voter())
        .add(candidates, i -> new Candidate())
        .add(new Box());
  }

  @Test
  void eachSetOfNodesThatBeginAlikeCounts() {
    Model model = loaded(election(2, 3));
    long plain = check(loaded(election(2, 3)), PLAIN).figures().states();
    InstanceResult result = check(model, REQUIRED);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).summary())
        .isEqualTo(
            "one state is explored of all that differ only in which node is which among Voter1,"
                + " Voter2; Candidate1, Candidate2, Candidate3");
    assertThat(symmetry(result).details())
        .contains(
            String.format(
                "the explored states stand for %d; there are 12 ways to exchange names", plain));
    assertThat(result.figures().states()).isLessThan(plain / 5);
  }

  @Test
  void aTraceHasOneNamingFromItsFirstStepToItsLast() {
    Model model =
        loaded(
            election(2, 3),
            invariant(
                "nobody is elected",
                w -> w.nodes(Candidate.class).stream().noneMatch(c -> c.elected)));
    InstanceResult result = check(model, REQUIRED);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    assertThat(trace.steps()).hasSize(5);
    List<String> nodes = trace.steps().stream().map(Trace.TraceStep::node).toList();
    assertThat(nodes).filteredOn(node -> node.startsWith("Voter")).doesNotHaveDuplicates();
  }

  // Refused ------------------------------------------------------------------------------------

  record Hello() {}

  enum Way {
    ORDER,
    NUMBER,
    TEXT,
    HASH,
    LITERAL,
    PLACE,
    SORTED
  }

  /** Reacts to greetings from some senders only, by the names of these. */
  static final class Snob extends Node {
    final Way way;
    boolean pleased;

    Snob(Way way) {
      this.way = way;
    }

    @Step(once = true)
    void greet() {
      sendToOthers(Snob.class, new Hello());
    }

    @Receive
    void hello(Hello m, NodeId from) {
      pleased |= likes(from);
    }

    private boolean likes(NodeId from) {
      return switch (way) {
        case ORDER -> from.compareTo(self()) < 0;
        case NUMBER -> from.index() == 1;
        case TEXT -> from.toString().equals("Snob1");
        case HASH -> from.hashCode() == new NodeId("Snob", 1).hashCode();
        case LITERAL -> from.equals(new NodeId("Snob", 1));
        case PLACE -> ids(Snob.class).indexOf(from) == 0;
        case SORTED -> new TreeSet<>(Set.of(from, self())).first().equals(from);
      };
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ORDER", "NUMBER", "TEXT", "HASH", "LITERAL", "PLACE", "SORTED"})
  void aStepThatTellsNodesByTheirNamesIsNotOneOfInterchangeableNodes(Way way) {
    assertRefused(
        loaded(new Topology().add(3, i -> new Snob(way))),
        loaded(new Topology().add(3, i -> new Snob(way))),
        Verdict.VERIFIED,
        "do not do the same in local states that correspond to each other");
  }

  @Test
  void theHandlerThatTellsNodesApartIsNamed() {
    InstanceResult result =
        check(loaded(new Topology().add(2, i -> new Snob(Way.ORDER))), REQUIRED);

    assertThat(result.error().orElseThrow().place()).isEqualTo(Snob.class.getName() + ".hello");
    assertThat(result.error().orElseThrow().message())
        .matches("(?s).*SymmetryTest.Snob.likes \\(SymmetryTest.java:\\d+\\) compares NodeIds.*");
  }

  /** Sets a flag. */
  static class Flag extends Node {
    boolean up;

    @Step(once = true)
    void raise() {
      up = true;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aPropertyThatSinglesANodeOutIsNotSatisfiedByOthers(int singled) {
    assertRefused(
        flags(4, invariant("not this one", w -> !w.nodes(Flag.class).get(singled).up)),
        flags(4, invariant("not this one", w -> !w.nodes(Flag.class).get(singled).up)),
        Verdict.VIOLATED,
        "the property not this one tells interchangeable nodes apart");
  }

  /** True of every state that is explored, and of what they become if neighbours are exchanged. */
  @Test
  void aPropertyIsTriedUnderAllNames() {
    assertRefused(
        flags(4, invariant("not these", w -> !up(w, 0) || up(w, 1) || up(w, 2) || !up(w, 3))),
        flags(4, invariant("not these", w -> !up(w, 0) || up(w, 1) || up(w, 2) || !up(w, 3))),
        Verdict.VIOLATED,
        "tells interchangeable nodes apart");
  }

  private static boolean up(World w, int index) {
    return w.nodes(Flag.class).get(index).up;
  }

  private static Model flags(int count, Property... properties) {
    return loaded(new Topology().add(count, i -> new Flag()), properties);
  }

  /** Has a number that the constructor gave it. */
  static final class Numbered extends Flag {
    final int number;

    Numbered(int number) {
      this.number = number;
    }
  }

  @Test
  void nodesThatDifferInAFinalFieldAreNotInterchangeable() {
    assertRefused(
        loaded(new Topology().add(2, Numbered::new)),
        loaded(new Topology().add(2, Numbered::new)),
        Verdict.VERIFIED,
        "Numbered1 and Numbered2 differ in what the constructor gave to Numbered.number");
  }

  /** Knows somebody from the start. */
  static final class Fan extends Node {
    final NodeId idol;

    Fan(NodeId idol) {
      this.idol = idol;
    }

    @Step(once = true)
    void write() {
      send(idol, new Hello());
    }
  }

  static final class Idol extends Node {
    int letters;

    @Receive
    void hello(Hello m) {
      letters++;
    }
  }

  @Test
  void aNodeThatAnotherKnowsByNameIsNotInterchangeable() {
    Topology topology = new Topology().add(2, i -> new Idol()).add(new Fan(new NodeId("Idol", 2)));
    Topology again = new Topology().add(2, i -> new Idol()).add(new Fan(new NodeId("Idol", 2)));

    assertRefused(
        loaded(topology), loaded(again), Verdict.VERIFIED, "what the constructor gave to Fan.idol");
  }

  @Test
  void aMessageThatIsPendingForOneNodeMakesADifference() {
    NodeId first = new NodeId("Idol", 1);
    Topology topology = new Topology().add(2, i -> new Idol()).message(first, first, new Hello());
    Topology again = new Topology().add(2, i -> new Idol()).message(first, first, new Hello());

    assertRefused(loaded(topology), loaded(again), Verdict.VERIFIED, "do not begin alike");
  }

  @Test
  void twoNodesThatAreKnownTogetherAreInterchangeableWithEachOther() {
    Topology topology = new Topology().add(3, i -> new Idol());
    topology.message(new NodeId("Idol", 1), new NodeId("Idol", 1), new Hello());

    assertThat(symmetry(check(loaded(topology), AUTO)).summary()).endsWith("Idol2, Idol3");
  }

  /** Collects names in a set that takes some for the same. */
  static final class Forgetful extends Node {
    final TreeSet<NodeId> known = new TreeSet<>(new ByParity());

    @Step(once = true)
    void greet() {
      sendToAll(Forgetful.class, new Hello());
    }

    @Receive
    void hello(Hello m, NodeId from) {
      known.add(from);
    }
  }

  static final class ByParity implements Comparator<NodeId> {
    @Override
    public int compare(NodeId one, NodeId other) {
      return Integer.compare(one.index() % 2, other.index() % 2);
    }
  }

  @Test
  void contentThatDoesNotSurviveOtherNamesIsRefused() {
    InstanceResult result = check(loaded(new Topology().add(3, i -> new Forgetful())), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).applied()).isFalse();
  }

  @Test
  void searchesThatForgetStatesGoOnWithoutIt() {
    SearchOptions record = AUTO.withDeliveryRecord(true);

    assertThat(symmetry(check(flags(2), record)).summary()).contains("the record of deliveries");
  }

  // Declared -----------------------------------------------------------------------------------

  /** What a bidder bids. */
  record Bid(int amount) {}

  /** A colour, for which the last constant is made differently. */
  enum Colour {
    RED,
    GREEN,
    BLUE {
      @Override
      boolean isLast() {
        return true;
      }
    };

    boolean isLast() {
      return false;
    }
  }

  record Offer(Object bid) {}

  /** Makes an offer of its own, maybe one that depends on what others have offered. */
  static final class Bidder extends Node {
    final Object own;
    final boolean outbids;
    final Set<Object> heard = new HashSet<>();
    final Map<Object, Integer> counts = new HashMap<>();
    boolean beaten;

    Bidder(Object own, boolean outbids) {
      this.own = own;
      this.outbids = outbids;
    }

    @Step(once = true)
    void offer() {
      sendToOthers(Bidder.class, new Offer(own));
    }

    @Receive
    void offer(Offer m) {
      heard.add(m.bid());
      counts.merge(m.bid(), 1, Integer::sum);
      beaten |= outbids && ((Bid) m.bid()).amount() > ((Bid) own).amount();
    }
  }

  private static Topology bids(int count, boolean outbids, IntFunction<?> own) {
    return new Topology().add(count, i -> new Bidder(own.apply(i), outbids));
  }

  private static Object colour(int number) {
    return Colour.values()[number - 1];
  }

  @Test
  void valuesThatStandForNodesAreExchangedWithThem() {
    for (IntFunction<?> own : List.<IntFunction<?>>of(Bid::new, SymmetryTest::colour)) {
      InstanceResult plain = check(loaded(bids(3, false, own)), PLAIN);
      InstanceResult result =
          check(loaded(bids(3, false, own).interchangeable("Bidder", own)), REQUIRED);

      assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
      assertThat(result.figures().states()).isLessThan(plain.figures().states() / 4);
      assertThat(symmetry(result).details())
          .anyMatch(detail -> detail.contains("stand for " + plain.figures().states() + ";"));
    }
  }

  @Test
  void valuesThatNobodyDeclaredMakeNodesDifferent() {
    assertRefused(
        loaded(bids(3, false, Bid::new)),
        loaded(bids(3, false, Bid::new)),
        Verdict.VERIFIED,
        "Bidder1 and Bidder2 do not begin alike");
  }

  /** Has a constant of an enum, which is no part of states. */
  static final class Painter extends Node {
    final Colour colour;
    final EnumSet<Colour> seen = EnumSet.noneOf(Colour.class);
    final EnumMap<Colour, Integer> counts = new EnumMap<>(Colour.class);

    Painter(Colour colour) {
      this.colour = colour;
    }

    @Step(once = true)
    void show() {
      sendToOthers(Painter.class, colour);
    }

    @Receive
    void shown(Colour m) {
      seen.add(m);
      counts.merge(m, 1, Integer::sum);
    }
  }

  private static Topology painters() {
    return new Topology().add(3, i -> new Painter(Colour.values()[i - 1]));
  }

  @Test
  void constantsThatStandForNodesAreExchangedWhereverTheyAre() {
    long plain = check(loaded(painters()), PLAIN).figures().states();
    InstanceResult result =
        check(loaded(painters().interchangeable("Painter", SymmetryTest::colour)), REQUIRED);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).details().get(1)).contains("stand for " + plain + ";");
    assertThat(symmetry(check(loaded(painters()), AUTO)).summary())
        .contains("differ in what the constructor gave to Painter.colour");
  }

  private static void assertDeclarationRefused(Topology topology, String... because) {
    InstanceResult result = check(loaded(topology), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains(because);
  }

  @Test
  void aDeclarationThatIsNotTrueIsAnError() {
    assertDeclarationRefused(
        bids(3, true, Bid::new).interchangeable("Bidder", Bid::new),
        "declares the role Bidder interchangeable, but it tells Bidder",
        "It happens in SymmetryTest.Bidder.offer (SymmetryTest.java:",
        "take the declaration back");
    assertDeclarationRefused(
        bids(2, false, Bid::new).interchangeable("Bidder"),
        "declares the role Bidder interchangeable, but Bidder1 and Bidder2 do not begin alike");
    assertDeclarationRefused(
        new Topology().add(2, Numbered::new).interchangeable("Numbered"),
        "differ in what the constructor gave to Numbered.number");
    assertDeclarationRefused(
        new Topology().add(3, i -> new Snob(Way.ORDER)).interchangeable("Snob"),
        "compares NodeIds");
  }

  @Test
  void aDeclarationIsNoErrorWithoutSymmetry() {
    Topology topology = new Topology().add(2, Numbered::new).interchangeable("Numbered");

    assertThat(check(loaded(topology), PLAIN).verdict()).isEqualTo(Verdict.VERIFIED);
  }

  /** A mistake of nodes that nobody spoke of does not make a declaration untrue. */
  @Test
  void onlyNodesThatAreToldApartAreNotExchanged() {
    Topology topology =
        new Topology()
            .add(3, i -> new Snob(Way.LITERAL))
            .add(3, i -> new Flag())
            .interchangeable("Flag");
    InstanceResult result = check(loaded(topology), AUTO);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(symmetry(result).applied()).isTrue();
    assertThat(symmetry(result).summary()).endsWith("Flag1, Flag2, Flag3");
    assertThat(symmetry(result).details())
        .anyMatch(detail -> detail.contains("are not exchanged, because it tells Snob1"));
  }

  @Test
  void aPropertyThatSinglesOneNodeOutSparesTheOthers() {
    Model model =
        loaded(
            new Topology().add(3, i -> new Flag()).add(3, i -> new Voter()).add(new Box()),
            invariant(
                "the second is not alone",
                w ->
                    w.nodes(Voter.class).stream().noneMatch(v -> v.candidate != null)
                        || !up(w, 1)
                        || up(w, 0)));
    InstanceResult result = check(model, AUTO);

    assertThat(symmetry(result).summary()).endsWith("Voter1, Voter2, Voter3");
  }

  private static void assertNotLoaded(Topology topology, String because) {
    assertThatThrownBy(() -> loaded(topology))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(because);
  }

  @Test
  void aDeclarationThatMakesNoSenseIsRefusedAtOnce() {
    assertNotLoaded(
        new Topology().add(2, i -> new Flag()).interchangeable("Flags"),
        "declares the role Flags interchangeable, but has no such nodes; its roles are Flag");
    assertNotLoaded(
        new Topology()
            .add("Flag", 2, i -> new Flag())
            .add("Flag", new Idol())
            .interchangeable("Flag"),
        "Flag1 and Flag3 are of different classes; give one of them a role of its own");
    assertNotLoaded(
        new Topology().add(2, i -> new Flag()).interchangeable("Flag", i -> i),
        "make it a record of its own, as record Own(Integer value)");
    assertNotLoaded(
        new Topology().add(2, i -> new Flag()).interchangeable("Flag", i -> new Bid(7)),
        "has the value Bid[amount=7] for two nodes");
    assertNotLoaded(
        new Topology()
            .add(2, i -> new Flag())
            .interchangeable("Flag", i -> i == 1 ? new Bid(1) : Colour.RED),
        "has values of several classes for the nodes of role Flag: Bid, Colour");
    assertNotLoaded(
        new Topology()
            .add(2, i -> new Flag())
            .interchangeable("Flag", i -> new Vote(new NodeId("Flag", i))),
        "a component candidate of type NodeId; make them of numbers, texts and enum constants");
    assertNotLoaded(
        new Topology().add(2, i -> new Flag()).interchangeable("Flag", i -> null),
        "no value stands for Flag1");
    assertThatThrownBy(() -> new Topology().interchangeable("A").interchangeable("A"))
        .hasMessageContaining("declared interchangeable twice");
  }

  // Many ---------------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 13, 33, 63, 64})
  void manyNodesAreInterchangeable(int count) {
    InstanceResult result =
        check(
            loaded(
                new Topology().add(count, i -> new Flag()).interchangeable("Flag"),
                invariant("few", w -> w.nodes(Flag.class).stream().filter(f -> f.up).count() < 80)),
            REQUIRED);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(count + 1);
    assertThat(symmetry(result).details().get(0))
        .startsWith(count > 13 ? "partly a sample" : "proven for this instance");
  }

  /** Has so many interchangeable nodes that properties cannot be tried under all their names. */
  @Protocol(name = "many-flags", description = "Fifteen flags are raised, and three others.")
  static final class ManyFlags {
    private ManyFlags() {}

    @Instance
    static void flags(Topology t) {
      t.add(3, i -> new Flag()).add(15, i -> new Waver());
    }

    @Instance
    static void few(Topology t) {
      t.add(4, i -> new Flag());
    }

    @Invariant("some flags are not raised before others")
    static boolean pattern(World w) {
      for (int i = 0; i < w.nodes(Waver.class).size(); i++) {
        if (w.nodes(Waver.class).get(i).up != (i % 2 == 0)) {
          return true;
        }
      }
      return w.nodes(Waver.class).isEmpty();
    }
  }

  static final class Waver extends Flag {}

  /** Of the 6,435 ways to raise eight of fifteen flags, a sample finds the wrong one rarely. */
  @Test
  void aPropertyThatAsksForPlacesIsNotTrustedWhereItIsTriedUnderFewNames() {
    InstanceResult result = check(ModelLoader.load(ManyFlags.class, "flags"), AUTO);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(symmetry(result).details().toString())
        .contains("the property pattern may tell nodes apart", "asks for a place in a list");
  }

  /** Without any code that gives it away: all 70 ways to raise four of eight flags are tried. */
  @Test
  void aPropertyIsTriedOnAllThatAStateBecomesIfThatIsNotTooMuch() {
    assertRefused(
        flags(8, invariant("not these", w -> up(w, 1) || up(w, 3) || up(w, 5) || !allUp(w))),
        flags(8, invariant("not these", w -> up(w, 1) || up(w, 3) || up(w, 5) || !allUp(w))),
        Verdict.VIOLATED,
        "tells interchangeable nodes apart");
  }

  private static boolean allUp(World w) {
    return up(w, 0) && up(w, 2) && up(w, 4) && up(w, 6) && !up(w, 7);
  }

  @Test
  void moreThanSixtyFourNodesAreNotExchanged() {
    InstanceResult result = check(loaded(new Topology().add(65, i -> new Idol())), AUTO);

    assertThat(symmetry(result).summary()).contains("more than 64 interchangeable nodes");
  }

  /** Puts all nodes of a class in a round, one after the other, and then gives up. */
  static final class Rounds extends Node {
    final boolean ofIdols;
    final Map<NodeId, NodeId> next = new HashMap<>();
    NodeId first;
    NodeId last;
    boolean done;

    Rounds(boolean ofIdols) {
      this.ofIdols = ofIdols;
    }

    @Step(when = "isOpen")
    void append() {
      List<NodeId> left = new ArrayList<>(ids(ofIdols ? Idol.class : Player.class));
      left.removeAll(next.keySet());
      left.remove(last);
      if (left.isEmpty()) {
        next.put(last, first);
        first = null;
        last = null;
        return;
      }
      NodeId chosen = choose(left);
      if (last == null) {
        first = chosen;
      } else {
        next.put(last, chosen);
      }
      last = chosen;
    }

    boolean isOpen() {
      return next.isEmpty() || last != null;
    }

    @Step(once = true, when = "isClosed")
    void finish() {
      done = true;
    }

    boolean isClosed() {
      return !isOpen();
    }
  }

  /** All members of a round look alike, but no two can be exchanged. */
  @Test
  void aTraceIsFoundWhereAStateHasNoFormOfItsOwn() {
    Model model =
        loaded(
            new Topology()
                .add(5, i -> new Idol())
                .add(5, i -> new Player())
                .add(new Rounds(true))
                .add(new Rounds(false))
                .interchangeable("Idol")
                .interchangeable("Player"),
            invariant("goes on", w -> w.nodes(Rounds.class).stream().anyMatch(r -> !r.done)));
    InstanceResult result = check(model, REQUIRED);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(symmetry(result).details()).anyMatch(detail -> detail.contains("so many nodes"));
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(14);
  }

  // Stepping aside -----------------------------------------------------------------------------

  private static Topology twoOfMany() {
    return new Topology().add(2, i -> new Flag()).add(11, Numbered::new);
  }

  @Test
  void twoNodesAreNotExchangedInALargeSearch() {
    InstanceResult result = check(loaded(twoOfMany()), AUTO);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isEqualTo(4 << 11);
    assertThat(symmetry(result).summary())
        .startsWith("not used, because only two nodes can be exchanged, Flag1, Flag2:");
  }

  @Test
  void twoNodesAreExchangedIfThatIsAskedForOrDeclared() {
    InstanceResult required = check(loaded(twoOfMany()), REQUIRED);
    InstanceResult declared = check(loaded(twoOfMany().interchangeable("Flag")), AUTO);

    assertThat(required.figures().states()).isEqualTo(3 << 11);
    assertThat(declared.figures().states()).isEqualTo(3 << 11);
  }

  /** The way to a violation is looked for among more states than it took to find it. */
  @Test
  void aViolationIsToldThoughSymmetryStepsAsideOnTheWay() {
    InstanceResult result =
        check(
            loaded(
                twoOfMany(),
                invariant(
                    "not all", w -> w.nodes(Flag.class).stream().filter(f -> f.up).count() < 8)),
            AUTO.withOrder(Order.DEPTH_FIRST));

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(symmetry(result).applied()).isTrue();
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(8);
  }

  // With reductions ----------------------------------------------------------------------------

  record Token(int colour) {}

  /** Passes a token on and on. */
  static final class Player extends Node {
    @Receive
    void token(Token m) {
      sendToOthers(Player.class, m);
    }
  }

  static final class Referee extends Node {
    final int colour;

    Referee(int colour) {
      this.colour = colour;
    }

    @Step(once = true)
    void start() {
      send(choose(ids(Player.class)), new Token(colour));
      sendToAll(Idol.class, new Hello());
    }
  }

  private static final List<SearchOptions> PARTIAL_ORDER =
      Arrays.stream(PartialOrder.Knowledge.values())
          .map(PartialOrder.DEFAULT.with(PartialOrder.Seed.STARTS)::with)
          .map(partialOrder -> PLAIN.withPartialOrder(Optional.of(partialOrder)))
          .flatMap(options -> Stream.of(options, options.withDeadMessages(true)))
          .toList();

  /**
   * The token goes round. Up to names it stays where it is, so no step of a chosen player need be
   * on the cycle: but all steps on cycles are where everything is explored.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 5, 6, 7})
  void nothingIsIgnoredForEverWhileNamesChange(int colour) {
    for (SearchOptions options : PARTIAL_ORDER) {
      Topology topology =
          new Topology().add(2, i -> new Player()).add(new Referee(colour)).add(new Idol());
      InstanceResult result =
          check(
              loaded(
                  topology,
                  invariant(
                      "no letters",
                      w -> w.nodes(Idol.class).stream().allMatch(i -> i.letters == 0))),
              options.withSymmetry(Symmetry.REQUIRED));

      assertThat(result.verdict())
          .as("%s: %s", options.describe(), result.reductions())
          .isEqualTo(Verdict.VIOLATED);
    }
  }

  @Test
  void faultsAreExchangedWithTheNodesTheyHappenTo() {
    Topology topology =
        election(2, 3).faults(Faults.none().crash(1).restart(1).partition(1).heal(1));
    Topology again = election(2, 3).faults(Faults.none().crash(1).restart(1).partition(1).heal(1));
    long plain = check(loaded(again), PLAIN).figures().states();
    InstanceResult result = check(loaded(topology), REQUIRED);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.figures().states()).isLessThan(plain / 5);
  }

  /** Steps like all others of its kind, but one of them comes back in another way. */
  static final class Returning extends Node {
    private final int odd;
    boolean isOdd;

    Returning(int odd) {
      this.odd = odd;
    }

    @Step(once = true)
    void step() {}

    @Override
    protected void restarted() {
      isOdd = self().index() == odd;
    }
  }

  /** Whichever of them it is: the state that stands for the others may be one of these. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRestartThatTellsNodesApartIsFound(int odd) {
    Supplier<Topology> topology =
        () ->
            new Topology()
                .add(3, i -> new Returning(odd))
                .faults(Faults.none().crash(1).restart(1));
    Property nobody =
        invariant("nobody is odd", w -> w.nodes(Returning.class).stream().noneMatch(r -> r.isOdd));

    assertRefused(
        loaded(topology.get(), nobody),
        loaded(topology.get(), nobody),
        Verdict.VIOLATED,
        "Returning");
  }
}
