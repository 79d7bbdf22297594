package dev.parley.engine.internal.search;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What judges keep, what they forget, and what becomes of it. */
class JudgesTest {
  private static final SearchOptions OPTIONS = SearchOptions.DEFAULT.withMemory(Memory.RELEVANT);

  /** Counts up, and at the end sends a message. */
  static final class Counting extends Node {
    final int limit;
    int count;

    Counting(int limit) {
      this.limit = limit;
    }

    @Step(when = "below")
    void count() {
      count++;
    }

    boolean below() {
      return count < limit;
    }

    @Receive
    void hear(String m) {}
  }

  private static final class Lab {
    final Participants participants;
    final StepRunner runner;
    final StateSpace space;

    Lab(Model model, int memoLimit) {
      participants = new Participants(model);
      runner = new StepRunner(model, participants, OPTIONS, Set.of());
      space = new StateSpace(participants, runner, OPTIONS, Ports.USUAL, memoLimit);
    }

    Judges judges(List<Property> properties, long treeLimit) {
      return new Judges(
          properties,
          participants,
          space,
          runner,
          true,
          new Judges.Limits(treeLimit, Long.MAX_VALUE, property -> Set.of()));
    }

    Search searched(Judges judges) {
      Search search = new Search(space, judges, OPTIONS, false, Allowance.unlimited().share());
      search.run();
      assertThat(search.found()).isEmpty();
      return search;
    }
  }

  private static Topology counters() {
    return new Topology().add(2, i -> new Counting(20));
  }

  private static List<Property> properties(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                invariant(
                    "p" + i,
                    w -> w.nodes(Counting.class).stream().allMatch(n -> n.count <= 20 + i)))
        .toList();
  }

  @Test
  void whatFiveHundredPropertiesKeepCountsAsMemoryOfTheSearch() {
    Lab few = new Lab(loaded(counters()), 1 << 18);
    Judges five = few.judges(properties(5), Long.MAX_VALUE);
    Search small = few.searched(five);
    Lab lab = new Lab(loaded(counters()), 1 << 18);
    Judges judges = lab.judges(properties(500), Long.MAX_VALUE);
    long before = judges.bytes();
    Search search = lab.searched(judges);
    // Each has a tree with a branch for every pair of local states, and every evaluation.
    assertThat(judges.bytes() - before).isGreaterThan(500L * 441 * (16 + 6 * Integer.BYTES));
    assertThat(judges.bytes()).isGreaterThan(90 * five.bytes());
    assertThat(search.bytes() - small.bytes()).isGreaterThan(judges.bytes() - five.bytes() - 1_000);
  }

  @Test
  void theTreesOfAllPropertiesTogetherAreBoundedAndForgettingThemChangesNothing() {
    List<Property> properties = properties(500);
    Lab unbounded = new Lab(loaded(counters()), 1 << 18);
    Judges all = unbounded.judges(properties, Long.MAX_VALUE);
    long states = unbounded.searched(all).states();
    Lab lab = new Lab(loaded(counters()), 1 << 18);
    long limit = 2L << 20;
    Judges judges = lab.judges(properties, limit);
    assertThat(lab.searched(judges).states()).isEqualTo(states);
    // Evaluations are kept; of trees, no more than the limit, what each has at least, one growth.
    long kept = 500L * 441 * 2 * 8 * Integer.BYTES;
    assertThat(judges.bytes()).isLessThan(limit + 500L * 2_048 + (1 << 20) + kept);
    assertThat(all.bytes()).isGreaterThan(limit * 3);
    assertThat(judges.bytes()).isLessThan(all.bytes() - limit);
    // What was forgotten is found out again, and what was not is not.
    long runs = judges.runs();
    long runsOfAll = all.runs();
    int[] cells = lab.space.initials().get(0);
    assertThat(properties).allMatch(property -> judges.holds(property, cells));
    assertThat(properties).allMatch(p -> all.holds(p, unbounded.space.initials().get(0)));
    assertThat(judges.runs()).isGreaterThan(runs);
    assertThat(all.runs()).isEqualTo(runsOfAll);
  }

  @Test
  void cellsOfAnotherSpaceAreLookedAtAnew() {
    Model model = loaded(new Topology().add(new Counting(0)).add(new Counting(0)));
    Property quiet =
        invariant("quiet", w -> w.pending().stream().noneMatch(p -> p.message().equals("bad")));
    Lab lab = new Lab(model, 1 << 18);
    StateSpace other = new StateSpace(lab.participants, lab.runner, OPTIONS, Ports.USUAL, 1 << 18);
    Judges judges = lab.judges(List.of(quiet), Long.MAX_VALUE);
    int[] good = withMessage(lab.space, lab.runner, "good");
    int[] bad = withMessage(other, lab.runner, "bad");
    // The same numbers, for other pending messages.
    assertThat(good).isEqualTo(bad);
    assertThat(judges.holds(quiet, good)).isTrue();
    judges.moveTo(other);
    assertThat(judges.holds(quiet, bad)).isFalse();
    judges.moveTo(lab.space);
    assertThat(judges.holds(quiet, good)).isTrue();
  }

  private static int[] withMessage(StateSpace space, StepRunner runner, String message) {
    Delivery delivery = space.delivery();
    int bundle = delivery.bundle(new int[] {runner.messages().messageIdOf(0, message)}, 1);
    int inbox = delivery.place(delivery.empty(), bundle);
    int[] cells = space.initials().get(0).clone();
    cells[1] = space.cell(1, space.local(1, space.initials().get(0)[1]), inbox);
    return cells;
  }

  record Late(@Auxiliary int tag) {}

  /** Has no auxiliary content until it has taken many steps. */
  static final class LateTagging extends Node {
    int count;

    @Step(when = "below")
    void count() {
      count++;
    }

    boolean below() {
      return count < 30;
    }

    @Step(once = true, when = "done")
    void tag() {
      send(self(), new Late(choose(0, 1)));
    }

    boolean done() {
      return count == 30;
    }

    @Receive
    void late(Late m) {}
  }

  @Test
  void stepsThatWereForgottenBeforeTheAuditBeganAreNotClaimedToBeAudited() {
    Lab lab = new Lab(loaded(new Topology().add(new LateTagging())), 10);
    lab.searched(lab.judges(List.of(), Long.MAX_VALUE));
    lab.space.auditRest();
    assertThat(lab.space.leavesOutAuxiliary()).isTrue();
    assertThat(lab.space.auditLimited()).isTrue();
    Lab roomy = new Lab(loaded(new Topology().add(new LateTagging())), 1 << 18);
    roomy.searched(roomy.judges(List.of(), Long.MAX_VALUE));
    roomy.space.auditRest();
    assertThat(roomy.space.auditLimited()).isFalse();
  }

  /** Has fields of which each property reads some. */
  static final class Mixed extends Node {
    final int limit;
    int a;
    int b;
    final List<Integer> c = new ArrayList<>();
    boolean rare;

    Mixed(int limit) {
      this.limit = limit;
    }

    @Step(when = "mayRaiseA")
    void raiseA() {
      a++;
    }

    boolean mayRaiseA() {
      return a < limit;
    }

    @Step(when = "mayRaiseB")
    void raiseB() {
      b++;
    }

    boolean mayRaiseB() {
      return b < limit;
    }

    @Step(when = "mayAppend")
    void append() {
      c.add(a % 2);
    }

    boolean mayAppend() {
      return c.size() < Math.min(limit, 4);
    }

    @Step(when = "mayTurn")
    void turn() {
      rare = true;
    }

    boolean mayTurn() {
      return !rare && a + b == 0;
    }

    /** The fields in a mask, as a number. */
    int seen(int mask) {
      return ((mask & 1) == 0 ? 0 : a)
          + 31 * ((mask & 2) == 0 ? 0 : b)
          + 37 * 31 * ((mask & 4) == 0 ? 0 : c.hashCode())
          + ((mask & 8) == 0 || !rare ? 0 : 1_234_567);
    }
  }

  private static final List<String> MIXED_FIELDS = List.of("a", "b", "c", "rare");

  /** Looks from node to node, which next depends on what it has seen. */
  private static boolean claimed(int seed, int mask, List<Mixed> nodes) {
    int seen = seed;
    for (int looks = 0; looks < 3; looks++) {
      seen = seen * 0x9E3779B1 + nodes.get(Math.floorMod(seen >>> 8, nodes.size())).seen(mask);
      if (Math.floorMod(seen >>> 4, 4) == 0) {
        break;
      }
    }
    return Math.floorMod(seen, 7) != 0;
  }

  private static Property claim(int seed, int mask) {
    return invariant("m" + mask + "s" + seed, w -> claimed(seed, mask, w.nodes(Mixed.class)));
  }

  /** What byte code would answer, for properties made of lambdas. */
  private static Set<Field> unread(Property property) {
    int mask = Integer.parseInt(property.name().replaceAll("m(\\d+)s.*", "$1"));
    return IntStream.range(0, MIXED_FIELDS.size())
        .filter(i -> (mask >> i & 1) == 0)
        .mapToObj(i -> field(MIXED_FIELDS.get(i)))
        .collect(Collectors.toSet());
  }

  private static Field field(String name) {
    try {
      return Mixed.class.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<int[]> states(Lab lab) {
    Judges none = lab.judges(List.of(), Long.MAX_VALUE);
    Search search = new Search(lab.space, none, OPTIONS, false, Allowance.unlimited().share());
    List<int[]> states = new ArrayList<>(lab.space.initials());
    search.collectInto(
        new Search.Collector() {
          @Override
          public boolean explores(int[] state) {
            states.add(state.clone());
            return true;
          }

          @Override
          public boolean wants(int[] state, long depth) {
            return false;
          }

          @Override
          public void take(int[] state, Found found) {}
        });
    search.run();
    return states;
  }

  private static List<Mixed> restored(Lab lab, int[] cells) {
    return IntStream.range(0, cells.length)
        .mapToObj(
            node ->
                (Mixed)
                    lab.runner.restore(
                        node, lab.space.local(node, cells[node]), Arrangement.FORWARD))
        .toList();
  }

  private long runsOf(Topology topology, List<Property> properties, Judges.Limits limits) {
    Lab lab = new Lab(loaded(topology), 1 << 18);
    List<int[]> states = new ArrayList<>(states(lab));
    Collections.shuffle(states, new Random(states.size()));
    Judges judges = new Judges(properties, lab.participants, lab.space, lab.runner, true, limits);
    for (int[] cells : states) {
      for (Property property : properties) {
        String[] parts = property.name().substring(1).split("s");
        boolean expected =
            claimed(Integer.parseInt(parts[1]), Integer.parseInt(parts[0]), restored(lab, cells));
        assertThat(judges.holds(property, cells)).as(property.name()).isEqualTo(expected);
      }
    }
    return judges.runs();
  }

  @Test
  void whatIsReadDecidesWhateverElseIsDifferent() {
    Random random = new Random(20261119);
    List<Property> properties = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      properties.add(claim(random.nextInt(1 << 20), i == 0 ? 0 : random.nextInt(15)));
    }
    Topology few = new Topology().add(2, i -> new Mixed(2));
    long usual =
        runsOf(few, properties, new Judges.Limits(Long.MAX_VALUE, Long.MAX_VALUE, p -> Set.of()));
    long early = runsOf(few, properties, new Judges.Limits(Long.MAX_VALUE, 1, JudgesTest::unread));
    long later = runsOf(few, properties, new Judges.Limits(Long.MAX_VALUE, 90, JudgesTest::unread));
    assertThat(early).isLessThan(usual / 2);
    assertThat(later).isLessThan(usual / 2).isGreaterThan(early);
    long forgetful = runsOf(few, properties, new Judges.Limits(60_000, 1, JudgesTest::unread));
    assertThat(forgetful).isGreaterThan(early);
  }

  @Test
  void whereNearlyAllLocalStatesLookDifferentTheyAreNotComparedAnyMore() {
    List<Property> properties = List.of(claim(5, 7), claim(6, 3), claim(7, 15), claim(8, 5));
    Topology one = new Topology().add(new Mixed(14)).add(new Mixed(0));
    long all = runsOf(one, properties, new Judges.Limits(Long.MAX_VALUE, 1, JudgesTest::unread));
    assertThat(all).isPositive();
  }

  @Test
  void aPropertyThatReadsMoreThanItsByteCodeShowsIsAnError() {
    Property reads = claim(11, 3);
    Lab lab = new Lab(loaded(new Topology().add(2, i -> new Mixed(2))), 1 << 18);
    Judges judges =
        new Judges(
            List.of(reads),
            lab.participants,
            lab.space,
            lab.runner,
            true,
            new Judges.Limits(Long.MAX_VALUE, 1, p -> Set.of(field("a"), field("c"))));
    assertThatThrownBy(() -> states(lab).forEach(cells -> judges.holds(reads, cells)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("does not read according to its byte code");
  }

  /** Shows auxiliary content to whoever asks; a 2 after one step only. */
  static final class Tagged extends Node {
    final int special;
    int step;
    @Auxiliary int tag;

    Tagged(int special) {
      this.special = special;
    }

    @Step(when = "mayStep")
    void step() {
      step++;
      tag = choose(0, step == special ? 2 : 1);
    }

    boolean mayStep() {
      return step < 1_200;
    }
  }

  @Test
  void auxiliaryContentThatCanBeSeenIsTriedInEachLocalState() throws NoSuchFieldException {
    Property small = invariant("small", w -> w.nodes(Tagged.class).get(0).tag < 2);
    Set<Field> steps = Set.of(Tagged.class.getDeclaredField("step"));
    // Of local states as late as these, not two in a row would be shown to the property.
    for (int special : new int[] {1_101, 1_102}) {
      Lab lab = new Lab(loaded(new Topology().add(new Tagged(special))), 1 << 18);
      Judges judges =
          new Judges(
              List.of(small),
              lab.participants,
              lab.space,
              lab.runner,
              true,
              new Judges.Limits(Long.MAX_VALUE, 1, p -> steps));
      // The representatives have tag 0.
      assertThat(states(lab)).allMatch(cells -> judges.holds(small, cells));
      assertThatThrownBy(() -> judges.requireDecomposed(() -> false))
          .hasMessageContaining("depends on auxiliary content");
    }
  }
}
