package dev.parley.engine;

import static dev.parley.engine.reference.Models.loaded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Objects that guards have looked at are used again, and nobody can tell. */
class GuardsTest {
  /** Within bounds: if guards are overlooked, some of these nodes go on for ever. */
  private static InstanceResult checked(Topology topology) {
    Budget few =
        new Budget(Optional.of(5_000L), Optional.empty(), Optional.empty(), Optional.empty());
    SearchOptions options = SearchOptions.DEFAULT.withBudget(few);
    return Checker.check(loaded(topology), options, ProgressListener.NONE);
  }

  private static String mistake(Topology topology) {
    InstanceResult result = checked(topology);
    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    return result.findings().error().orElseThrow().message();
  }

  /** Handlers that change the node stand between guards that must not see it. */
  static final class Interleaved extends Node {
    int count;
    final Map<Integer, List<Integer>> lists = new HashMap<>();
    final Set<Integer> seen = new HashSet<>();

    @Step(when = "never")
    void first() {
      throw new IllegalStateException("the guard is false");
    }

    boolean never() {
      return lists.size() > count + 1 || seen.size() != lists.size();
    }

    @Step(when = "below")
    void raise() {
      lists.computeIfAbsent(choose(List.of(1, 2, 3)), k -> new ArrayList<>()).add(count);
      seen.clear();
      seen.addAll(lists.keySet());
      count++;
    }

    boolean below() {
      return count < 3;
    }

    @Step(when = "never")
    void afterwards() {
      throw new IllegalStateException("the guard saw what a step left behind");
    }

    @Step(when = "isInconsistent")
    void last() {
      throw new IllegalStateException("the guard saw what a step left behind");
    }

    boolean isInconsistent() {
      return lists.values().stream().mapToInt(List::size).sum() != count;
    }
  }

  @Test
  void guardsNeverSeeWhatAStepLeftBehind() {
    InstanceResult result = checked(new Topology().add(2, i -> new Interleaved()));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    // 1 + 3 + 9 + 27 ways to write three numbers to three lists, by each of two.
    assertThat(result.figures().states()).isEqualTo(40L * 40);
  }

  /** A step with many choices. */
  static final class Choosing extends Node {
    int chosen;

    @Step(once = true, when = "isFresh")
    void choose() {
      chosen = choose(List.of(1, 2, 3, 4, 5, 6, 7));
    }

    boolean isFresh() {
      return chosen == 0;
    }
  }

  @Test
  void aGuardIsAskedTwiceForAllChoicesOfAStep() {
    InstanceResult result = checked(new Topology().add(new Choosing()));
    assertThat(result.figures().states()).isEqualTo(8);
    assertThat(result.figures().runs().handlerRuns()).isEqualTo(14);
    assertThat(result.figures().runs().guardRuns()).isEqualTo(2);
  }

  /** Its second guard changes what the third would see. */
  static final class Undoing extends Node {
    int count;
    int steps;

    @Step(when = "no")
    void first() {}

    boolean no() {
      return false;
    }

    @Step(when = "counts")
    void second() {}

    boolean counts() {
      count += steps == 2 ? 1 : 0;
      return false;
    }

    @Step(when = "uncounts")
    void third() {
      steps++;
    }

    boolean uncounts() {
      count -= count > 0 ? 1 : 0;
      return steps < 3;
    }
  }

  @Test
  void aGuardThatChangesItsNodeIsFoundThoughAnotherUndoesIt() {
    assertThat(mistake(new Topology().add(new Undoing())))
        .contains("the guard of Undoing.second changes its node");
  }

  /** Reading moves an entry to the end. */
  static final class Reading extends Node {
    final Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);

    Reading() {
      recent.put("a", 1);
      recent.put("b", 2);
    }

    @Step(when = "looks")
    void step() {}

    boolean looks() {
      return recent.get("a") > 1;
    }

    @Step(once = true)
    void other() {}
  }

  @Test
  void aGuardThatReordersAMapByReadingItIsFound() {
    assertThat(mistake(new Topology().add(new Reading()))).contains("changes its node");
  }

  /** Lets two lists become one, and one two. */
  static final class Aliasing extends Node {
    List<Integer> one = new ArrayList<>();
    List<Integer> other = new ArrayList<>();
    int steps;

    @Step(when = "areSame")
    void addToOne() {
      one.add(steps++);
      assert other.equals(one);
    }

    boolean areSame() {
      return one == other && steps < 4;
    }

    @Step(when = "mayShare")
    void share() {
      other = one;
      steps++;
    }

    boolean mayShare() {
      return one != other && steps < 4;
    }

    @Step(when = "areSame")
    void part() {
      other = new ArrayList<>(one);
      steps++;
    }
  }

  @Test
  void aliasesAreWhatTheyWereForEachHandler() {
    InstanceResult result = checked(new Topology().add(new Aliasing()));
    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    // After n steps: shared or not, and which of the numbers below n were added.
    assertThat(result.figures().states()).isEqualTo(1 + 1 + 2 + 3 + 5);
  }
}
