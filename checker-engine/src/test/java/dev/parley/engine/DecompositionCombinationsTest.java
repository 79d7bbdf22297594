package dev.parley.engine;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.Quorum;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.api.World;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Auxiliary contents that matter only together. A search on full states finds a violation in each
 * of these; one on relevant states must not call them verified.
 */
class DecompositionCombinationsTest {
  private static final SearchOptions FULL = SearchOptions.DEFAULT.withMemory(Memory.FULL);
  private static final SearchOptions RELEVANT = SearchOptions.DEFAULT.withMemory(Memory.RELEVANT);

  /** Every way of searching on relevant states without leaving out transitions. */
  private static Stream<SearchOptions> complete() {
    return Stream.of(
        RELEVANT,
        RELEVANT.withOrder(Order.DEPTH_FIRST),
        RELEVANT.withOrder(Order.DEPTH_FIRST).withSelectivePush(true),
        RELEVANT.withRunTwice(false),
        RELEVANT.withDeliveryRecord(true));
  }

  private static void assertBreach(Supplier<Model> model, String... words) {
    assertThat(AllModes.check(model.get(), FULL).verdict()).isEqualTo(Verdict.VIOLATED);
    complete()
        .forEach(
            options -> {
              InstanceResult result = AllModes.check(model.get(), options);
              assertThat(result.verdict())
                  .as("%s: %s", options.describe(), result)
                  .isEqualTo(Verdict.ERROR);
              assertThat(result.error().orElseThrow().message()).contains(words);
            });
  }

  record Tagged(@Auxiliary int tag) {}

  static final class Tagging extends Node {
    @Step(once = true)
    void tag() {
      sendToAll(Collecting.class, new Tagged(choose(0, 1)));
    }
  }

  static class Collecting extends Node {
    boolean bad;

    @Receive(quorum = "2")
    void both(Quorum<Tagged> q) {
      bad |= q.messages().allMatch(m -> m.tag() == 1);
    }
  }

  private static Property collectsNothingBad() {
    return invariant("fine", w -> !w.nodes(Collecting.class).get(0).bad);
  }

  @Test
  void twoMessagesOfAQuorumMatterOnlyTogether() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(2, i -> new Tagging()).add(new Collecting()),
                collectsNothingBad()),
        "auxiliary content makes a difference",
        "Collecting.both of Collecting1",
        "Tagged[tag=1], Tagged[tag=1]",
        "need not occur in one run");
  }

  static final class Remembering extends Node {
    boolean bad;
    @Auxiliary int seen;

    @Step(once = true)
    void look() {
      seen = choose(0, 1);
    }

    @Receive
    void tagged(Tagged m) {
      bad = bad || seen == 1 && m.tag() == 1;
    }
  }

  static final class TaggingOne extends Node {
    @Step(once = true)
    void tag() {
      sendToAll(Remembering.class, new Tagged(choose(0, 1)));
    }
  }

  @Test
  void aLocalStateAndAMessageMatterOnlyTogether() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new TaggingOne()).add(new Remembering()),
                invariant("fine", w -> !w.nodes(Remembering.class).get(0).bad)),
        "Remembering.tagged of Remembering1",
        "seen=1",
        "Tagged[tag=1]");
  }

  static final class Flipping extends Node {
    boolean done;
    @Auxiliary int side;

    @Step(once = true)
    void flip() {
      side = choose(0, 1);
      done = true;
    }
  }

  private static boolean differ(World w) {
    List<Flipping> nodes = w.nodes(Flipping.class);
    int one = nodes.get(0).side;
    int other = nodes.get(1).side;
    return !(one == 1 && other == 1);
  }

  @Test
  void twoNodesMatterOnlyTogetherToAProperty() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(2, i -> new Flipping()),
                invariant("differ", DecompositionCombinationsTest::differ)),
        "the property differ depends on auxiliary content",
        "Flipping1",
        "Flipping2");
  }

  @Test
  void aPropertyThatLooksAtTheSecondOnlyForSomeContentOfTheFirst() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(2, i -> new Flipping()),
                invariant(
                    "differ",
                    w ->
                        w.nodes(Flipping.class).get(0).side != 1
                            || w.nodes(Flipping.class).get(1).side != 1)),
        "the property differ depends on auxiliary content",
        "looks at Flipping2 only for one of them");
  }

  /** Sends the same twice: one envelope, pending twice. */
  static final class Doubling extends Node {
    @Step(once = true)
    void first() {
      sendToAll(Holding.class, new Tagged(choose(0, 1)));
    }

    @Step(once = true)
    void second() {
      sendToAll(Holding.class, new Tagged(choose(0, 1)));
    }
  }

  static final class Holding extends Node {
    @Receive
    void tagged(Tagged m) {}
  }

  private static boolean notOneEach(World w) {
    return w.pending().stream()
            .map(p -> p.message() instanceof Tagged t ? t.tag() : -1)
            .distinct()
            .count()
        < 2;
  }

  @Test
  void twoPendingMessagesThatAreEqualButForAuxiliaryContentMatterOnlyTogether() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new Doubling()).add(new Holding()),
                invariant("notOneEach", DecompositionCombinationsTest::notOneEach)),
        "the property notOneEach depends on auxiliary content",
        "Tagged[tag=0], Tagged[tag=1]");
  }

  /** Its steps depend on nothing auxiliary; only the property does. */
  static final class Noting extends Node {
    @Auxiliary int seen;

    @Step(once = true)
    void look() {
      seen = choose(0, 1);
    }

    @Step(once = true)
    void ask() {
      send(self(), new Tagged(choose(0, 1)));
    }

    @Receive
    void tagged(Tagged m) {}
  }

  @Test
  void aNodeAndAPendingMessageMatterOnlyTogetherToAProperty() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new Noting()),
                invariant(
                    "apart",
                    w -> {
                      int seen = w.nodes(Noting.class).get(0).seen;
                      boolean tagged =
                          w.pending().stream()
                              .anyMatch(p -> p.message() instanceof Tagged t && t.tag() == 1);
                      return !(seen == 1 && tagged);
                    })),
        "the property apart depends on auxiliary content");
  }

  /** The message that matters is made from auxiliary content that only an audited step makes. */
  static final class CollectingLate extends Node {
    boolean bad;
    @Auxiliary int sum;

    @Receive
    void tagged(Tagged m) {
      sum += m.tag();
      bad |= sum > 3;
    }
  }

  static final class RelayingTwice extends Node {
    @Auxiliary int best;

    @Receive
    void tagged(Tagged m) {
      best = Math.max(best, m.tag());
      sendToAll(CollectingLate.class, new Tagged(best * 2));
    }
  }

  static final class StartingTwice extends Node {
    @Step(once = true)
    void start() {
      sendToAll(RelayingTwice.class, new Tagged(choose(0, 1)));
    }
  }

  @Test
  void variantsThatAppearOnlyInTheAuditAreCombinedToo() {
    assertBreach(
        () ->
            loaded(
                new Topology()
                    .add(2, i -> new StartingTwice())
                    .add(new RelayingTwice())
                    .add(new CollectingLate()),
                invariant("fine", w -> !w.nodes(CollectingLate.class).get(0).bad)),
        "CollectingLate.tagged");
  }

  /** Reads what a message is tagged with only in its second phase. */
  static final class Phased extends Node {
    int phase;
    boolean bad;

    @Step(once = true)
    void next() {
      phase = 1;
    }

    @Receive
    void tagged(Tagged m) {
      bad |= phase == 1 && m.tag() == 1;
    }
  }

  static final class TaggingEarly extends Node {
    @Step(once = true)
    void tag() {
      sendToAll(Phased.class, new Tagged(choose(0, 1)));
    }
  }

  @Test
  void aMessageVariantThatWasKnownBeforeTheStepIsAuditedToo() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new TaggingEarly()).add(new Phased()),
                invariant("fine", w -> !w.nodes(Phased.class).get(0).bad)),
        "Phased.tagged of Phased1",
        "for the message Tagged[tag=0]",
        "for Tagged[tag=1]");
  }

  // Ways for auxiliary content to get out ------------------------------------------------------

  /** A message whose auxiliary content decides how many elements a relevant set has. */
  static final class KeepingInSet extends Node {
    final Set<Tagged> kept = new HashSet<>();
    int most;

    @Receive
    void tagged(Tagged m) {
      kept.add(m);
      most = Math.max(most, kept.size());
    }
  }

  static final class TaggingTheSet extends Node {
    @Step(once = true)
    void tag() {
      sendToAll(KeepingInSet.class, new Tagged(choose(0, 1)));
    }
  }

  @Test
  void auxiliaryContentThatTellsElementsOfARelevantSetApartIsABreach() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(2, i -> new TaggingTheSet()).add(new KeepingInSet()),
                invariant("one", w -> w.nodes(KeepingInSet.class).get(0).most < 2)),
        "KeepingInSet.tagged");
  }

  /** Sends as many messages as an auxiliary list has elements, to whom an auxiliary field says. */
  static final class Looping extends Node {
    @Auxiliary final List<Integer> log = new ArrayList<>();

    @Step(once = true)
    void note() {
      if (choose(0, 1) == 1) {
        log.add(1);
      }
    }

    @Step(once = true)
    void tell() {
      for (int i = 0; i < log.size(); i++) {
        sendToAll(Heard.class, "news");
      }
    }
  }

  static final class Heard extends Node {
    boolean bad;

    @Receive
    void hear(String m) {
      bad = true;
    }
  }

  @Test
  void sendingInALoopBoundedByItIsABreach() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new Looping()).add(new Heard()),
                invariant("silent", w -> !w.nodes(Heard.class).get(0).bad)),
        "Looping.tell");
  }

  /** The same message, to another node. */
  static final class Addressing extends Node {
    @Auxiliary int whom;

    @Step(once = true)
    void pick() {
      whom = choose(0, 1);
    }

    @Step(once = true)
    void tell() {
      NodeId to = ids(Heard.class).get(whom);
      send(to, "news");
    }
  }

  @Test
  void aRecipientThatDependsOnItIsABreach() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new Addressing()).add(2, i -> new Heard()),
                invariant("onlyTheFirst", w -> !w.nodes(Heard.class).get(1).bad)),
        "Addressing.tell",
        "sends [news to Heard1]",
        "sends [news to Heard2]");
  }

  /** The auxiliary and the relevant field are one list. */
  static final class Aliasing extends Node {
    final List<Integer> items = new ArrayList<>();
    @Auxiliary List<Integer> view = List.of();
    boolean bad;

    @Step(once = true)
    void share() {
      view = choose(0, 1) == 1 ? items : new ArrayList<>();
    }

    @Step(once = true)
    void fill() {
      if (view instanceof ArrayList<Integer> list) {
        list.add(1);
      }
      bad = !items.isEmpty();
    }
  }

  @Test
  void anObjectThatAnAuxiliaryAndARelevantFieldShareIsABreach() {
    assertBreach(
        () ->
            loaded(
                new Topology().add(new Aliasing()),
                invariant("fine", w -> !w.nodes(Aliasing.class).get(0).bad)),
        "Aliasing.fill");
  }

  static class Waiting extends Node {
    @Auxiliary int patience;
    boolean told;
    boolean bad;

    @Step(once = true)
    void decide() {
      patience = choose(0, 1);
      told = true;
    }

    int enough() {
      return patience == 1 ? 2 : 3;
    }

    @Receive(quorum = "enough")
    void go(Quorum<String> q) {
      bad = true;
    }
  }

  static class Failing extends Waiting {
    @Override
    int enough() {
      if (patience == 1) {
        throw new IllegalStateException();
      }
      return 3;
    }
  }

  static final class Voting extends Node {
    @Step(once = true)
    void vote() {
      sendToAll(Waiting.class, "yes");
    }
  }

  private static Model waiting(Node waiting) {
    return loaded(
        new Topology().add(waiting).add(2, i -> new Voting()),
        invariant("fine", w -> !w.nodes(Waiting.class).get(0).bad));
  }

  /** No quorum is ever large enough for the representative, so there is no step to be run. */
  @Test
  void aQuorumThatIsNeverReachedIsStillAskedForItsSize() {
    assertBreach(
        () -> waiting(new Waiting()), "Waiting.go", "waits for 3", "waits for 2", "patience");
    assertBreach(
        () -> waiting(new Failing()), "go", "waits for 3", "throws when it is asked", "patience");
  }
}
