package dev.parley.engine.internal.search;

import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Auxiliary;
import dev.parley.api.Node;
import dev.parley.api.Receive;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.space.Delivery;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import java.util.List;
import java.util.Set;
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
}
