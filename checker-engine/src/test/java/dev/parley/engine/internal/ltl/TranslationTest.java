package dev.parley.engine.internal.ltl;

import static dev.parley.api.Formula.all;
import static dev.parley.api.Formula.always;
import static dev.parley.api.Formula.any;
import static dev.parley.api.Formula.eventually;
import static dev.parley.api.Formula.not;
import static dev.parley.api.Formula.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Formula;
import dev.parley.engine.internal.ltl.Automaton.Transition;
import dev.parley.engine.reference.NaiveFormula;
import dev.parley.engine.reference.RandomFormulas;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The automaton of a formula accepts exactly the runs of which the formula is true. */
class TranslationTest {
  private static final int FORMULAS = Integer.getInteger("parley.formulas", 1_500);
  private static final int WORDS = 12;
  private static final Map<String, Integer> STATES = Map.of("a", 0, "b", 1, "c", 2);

  private static final Formula A = state("a", w -> true);
  private static final Formula B = state("b", w -> true);
  private static final Formula C = state("c", w -> true);

  private static Automaton automaton(Formula formula, boolean positive) {
    return Translation.of(formula, positive, STATES::get, Translation.MOST_STATES).orElseThrow();
  }

  private static int size(Formula formula) {
    return automaton(formula, true).states();
  }

  @Test
  void anAutomatonAcceptsTheRunsOfWhichItsFormulaIsTrue() {
    SplittableRandom random = new SplittableRandom(7);
    RandomFormulas formulas = new RandomFormulas(random, List.of(w -> true, w -> true, w -> true));
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < FORMULAS; i++) {
      Formula formula = formulas.next(4, 4);
      Automaton accepting = automaton(formula, true);
      Automaton opposite = Translation.ofOpposite(formula, STATES::get).orElseThrow();
      counts.merge(accepting.goals() > 1 ? "several goals" : "at most one goal", 1, Integer::sum);
      counts.merge(accepting.states() > 3 ? "four states or more" : "few states", 1, Integer::sum);
      for (int j = 0; j < WORDS; j++) {
        List<BitSet> word = word(random);
        int loop = random.nextInt(word.size());
        boolean right =
            new RunWord(word.size(), loop, (name, moment) -> word.get(moment).get(STATES.get(name)))
                .satisfies(formula);
        boolean byDefinition =
            new NaiveFormula(
                    word.size(), loop, (name, moment) -> word.get(moment).get(STATES.get(name)))
                .isTrue(formula, 0);
        assertThat(byDefinition).as("%s on %s, back to %d", formula, word, loop).isEqualTo(right);
        counts.merge("" + right, 1, Integer::sum);
        assertThat(accepts(accepting, word, loop))
            .as("%s on %s, back to %d", formula, word, loop)
            .isEqualTo(right);
        assertThat(accepts(opposite, word, loop))
            .as("not %s on %s, back to %d", formula, word, loop)
            .isEqualTo(!right);
      }
    }
    System.out.println(counts);
    assertThat(counts).containsKeys("several goals", "four states or more", "true", "false");
  }

  private static List<BitSet> word(SplittableRandom random) {
    return IntStream.rangeClosed(0, random.nextInt(6))
        .mapToObj(moment -> BitSet.valueOf(new long[] {random.nextInt(8)}))
        .toList();
  }

  /** Tries all loops: from each place that can be reached, the goals that can be met on the way. */
  private static boolean accepts(Automaton automaton, List<BitSet> word, int loop) {
    Set<List<Integer>> reached = new HashSet<>(List.of(List.of(0, 0)));
    Deque<List<Integer>> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      List<Integer> place = open.pop();
      if (comesBack(automaton, word, loop, place)) {
        return true;
      }
      open(automaton, word, place)
          .map(t -> List.of(t.next(), after(place.get(1), word, loop)))
          .filter(reached::add)
          .forEach(open::push);
    }
    return false;
  }

  /** Whether one can come back to a place and meet all goals on the way. */
  private static boolean comesBack(
      Automaton automaton, List<BitSet> word, int loop, List<Integer> from) {
    BitSet none = new BitSet();
    List<Object> start = List.of(from, none);
    Set<List<Object>> reached = new HashSet<>(List.of(start));
    Deque<List<Object>> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      List<Object> next = open.pop();
      @SuppressWarnings("unchecked")
      List<Integer> place = (List<Integer>) next.get(0);
      for (Transition t : open(automaton, word, place).toList()) {
        BitSet met = new BitSet();
        met.set(0, automaton.goals());
        met.andNot(t.misses());
        met.or((BitSet) next.get(1));
        List<Integer> to = List.of(t.next(), after(place.get(1), word, loop));
        if (to.equals(from) && met.cardinality() == automaton.goals()) {
          return true;
        }
        List<Object> further = List.of(to, met);
        if (reached.add(further)) {
          open.push(further);
        }
      }
    }
    return false;
  }

  private static int after(int moment, List<BitSet> word, int loop) {
    return moment + 1 < word.size() ? moment + 1 : loop;
  }

  private static Stream<Transition> open(
      Automaton automaton, List<BitSet> word, List<Integer> place) {
    BitSet now = word.get(place.get(1));
    return automaton.transitions().get(place.get(0)).stream()
        .filter(t -> t.is().stream().allMatch(now::get))
        .filter(t -> t.isNot().stream().noneMatch(now::get));
  }

  @Test
  void usualFormulasHaveSmallAutomata() {
    assertThat(size(eventually(A))).isEqualTo(2);
    assertThat(size(always(A))).isEqualTo(1);
    assertThat(size(always(eventually(A)))).isEqualTo(1);
    assertThat(size(eventually(always(A)))).isEqualTo(2);
    assertThat(size(not(always(A.implies(eventually(B)))))).isEqualTo(2);
    assertThat(size(eventually(always(eventually(A))))).isEqualTo(1);
    assertThat(size(A.until(B))).isEqualTo(2);
    assertThat(size(A.unless(B))).isEqualTo(2);
  }

  @Test
  void whatIsJoinedByAndTakesAStateForEachPart() {
    List<Formula> parts =
        IntStream.range(0, 100)
            .<Formula>mapToObj(
                i ->
                    always(
                        state("asked " + i, w -> true)
                            .implies(eventually(state("answered " + i, w -> true)))))
            .toList();
    Function<String, Integer> place =
        name -> 2 * Integer.parseInt(name.split(" ")[1]) + (name.startsWith("asked") ? 0 : 1);
    Automaton automaton = Translation.ofOpposite(all(parts), place::apply).orElseThrow();
    assertThat(automaton.states()).isEqualTo(101);
    assertThat(automaton.goals()).isEqualTo(1);
  }

  @Test
  void whatIsTooComplexIsRefused() {
    List<Formula> parts =
        IntStream.range(0, 12)
            .<Formula>mapToObj(i -> eventually(state("s" + i, w -> true)))
            .toList();
    Map<String, Integer> places =
        IntStream.range(0, 12).boxed().collect(Collectors.toMap(i -> "s" + i, i -> i));
    Optional<Automaton> all =
        Translation.of(all(parts), true, places::get, Translation.MOST_STATES);
    assertThat(all).isEmpty();
    assertThat(Translation.of(any(parts), true, places::get, Translation.MOST_STATES)).isPresent();
  }

  @Test
  void formulasReadAsTheyAreWritten() {
    assertThat(always(A.implies(A.until(B))).toString()).isEqualTo("always(a implies (a until b))");
    assertThat(not(A.and(B, not(C))).or(C).toString()).isEqualTo("not (a and b and not c) or c");
    assertThat(all(List.of()).toString()).isEqualTo("true");
    assertThat(any(new ArrayList<>()).toString()).isEqualTo("false");
    assertThat(all(List.of(A.unless(B))).and(C).toString()).isEqualTo("(a unless b) and c");
  }

  @Test
  void nothingAndEverythingAreFormulas() {
    assertThat(automaton(all(List.of()), true).states()).isEqualTo(1);
    assertThat(automaton(any(List.of()), true).transitions()).containsExactly(List.of());
    assertThat(automaton(A.and(not(A)), true).transitions()).containsExactly(List.of());
    assertThat(automaton(A.or(not(A)), false).transitions()).containsExactly(List.of());
  }
}
