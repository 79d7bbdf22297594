package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.Step;
import dev.parley.api.Topology;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.reduce.Observations;
import dev.parley.engine.internal.reduce.Reductions;
import dev.parley.engine.internal.search.Allowance;
import dev.parley.engine.internal.search.Lab;
import dev.parley.engine.internal.search.Search;
import dev.parley.engine.internal.search.Workforce;
import dev.parley.engine.internal.space.Ports;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.AppliedReduction;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Several threads find what one finds: not the verdict alone, but every figure, every step of every
 * counterexample and all that is told around it. Only times and sizes may differ.
 */
class AllCoresTest {
  /** How many random protocols are compared, and the first of them. */
  private static final int SEEDS = Integer.getInteger("parley.cores.seeds", 20);

  private static final long FIRST = Long.getLong("parley.cores.first", 0);

  /** How often one instance is checked again. */
  private static final int RUNS = Integer.getInteger("parley.cores.runs", 3);

  private static final List<SearchOptions> MODES =
      Stream.of(
              SearchOptions.DEFAULT,
              SearchMode.DBSS.options(),
              SearchMode.DBSS.options().withDeadMessages(true),
              SearchMode.DBSS_POR.options().withInference(Inference.ON),
              SearchMode.REDUCED.options())
          .map(options -> options.withSelectivePush(false).withOrder(Order.BREADTH_FIRST))
          .toList();

  /** Levels of any size are large, and batches so small that there are many of them. */
  private static InstanceResult checked(Model model, SearchOptions options, int threads) {
    Workforce workforce = new Workforce(threads, 1, 7);
    return new InstanceCheck(model, options, ProgressListener.NONE, workforce).run();
  }

  private static String text(InstanceResult result) {
    return result.toString().replaceAll("(millis|storeBytes)=\\d+", "");
  }

  /** Whatever the threads' schedule, and with a counterexample at the end of a long search too. */
  @Test
  void everyRunIsTheSame() {
    Property late =
        Models.invariant(
            "unanimous",
            w ->
                w.nodes(ReferencePaxos.Acceptor.class).stream()
                    .anyMatch(acceptor -> acceptor.acceptedValue != 1));
    for (List<Property> properties : List.of(List.of(late), List.<Property>of())) {
      Set<String> results = new HashSet<>();
      for (int run = 0; run <= RUNS; run++) {
        Model model =
            Models.loaded(
                ReferencePaxos.topology(2, 3, 2, false), properties.toArray(Property[]::new));
        Workforce workforce = new Workforce(run == 0 ? 1 : 1 + run % 4, 100, 300);
        results.add(
            text(
                new InstanceCheck(model, SearchOptions.DEFAULT, ProgressListener.NONE, workforce)
                    .run()));
      }
      assertThat(results).hasSize(1);
      assertThat(results.iterator().next())
          .contains(properties.isEmpty() ? "states=27410, transitions=94055" : "verdict=VIOLATED");
    }
  }

  /** Repeated searches are compared figure by figure, so memory must not depend on who did what. */
  @Test
  void everyRunTakesTheSameMemory() {
    Set<Long> sizes = new HashSet<>();
    for (int run = 0; run < 4; run++) {
      Model model = Models.loaded(ReferencePaxos.topology(2, 3, 2, false));
      Workforce workforce = new Workforce(2, 100, 1 << 13);
      sizes.add(
          new InstanceCheck(model, SearchOptions.DEFAULT, ProgressListener.NONE, workforce)
              .run()
              .figures()
              .storeBytes());
    }
    assertThat(sizes).hasSize(1);
  }

  /** A goal is reached in the midst of the search, and choices are other ones from then on. */
  @Test
  void goalsAreSettledAsByOneThread() {
    SearchOptions options =
        SearchMode.DBSS_POR.options().withSelectivePush(false).withOrder(Order.BREADTH_FIRST);
    List<String> results = new ArrayList<>();
    for (int threads : new int[] {1, 2}) {
      Model model =
          Models.loaded(
              ReferencePaxos.topology(2, 3, 2, false),
              Models.reachable(
                  "accepted",
                  w ->
                      w.nodes(ReferencePaxos.Acceptor.class).stream()
                          .allMatch(acceptor -> acceptor.acceptedValue == 2)),
              Models.invariant("agreement", ReferencePaxos::agreement));
      results.add(text(checked(model, options, threads)));
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
  }

  @Test
  void randomProtocolsHaveTheSameResultsOnSeveralThreads() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .forEach(
            seed -> {
              SearchOptions options = MODES.get((int) (seed % MODES.size()));
              String one = text(checked(RandomProtocols.model(seed), options, 1));
              for (int threads : new int[] {2, 3}) {
                assertThat(text(checked(RandomProtocols.model(seed), options, threads)))
                    .as("seed %d, %s, %d threads", seed, options.describe(), threads)
                    .isEqualTo(one);
              }
            });
  }

  /** Faults belong to no node, so workers that look at nodes alone would miss them. */
  @Test
  void protocolsWithFaultsHaveTheSameResultsOnSeveralThreads() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .forEach(
            seed -> {
              SearchOptions options = MODES.get((int) (seed % MODES.size()));
              String one = text(checked(worldly(seed), options, 1));
              assertThat(text(checked(worldly(seed), options, 3)))
                  .as("seed %d, %s", seed, options.describe())
                  .isEqualTo(one);
            });
  }

  private static Model worldly(long seed) {
    return WorldlyProtocols.of(seed).model(ModelLoader::nodeType);
  }

  /** A search of a lab by several threads, in batches of seven states. */
  private static Search searched(Lab lab, int threads) {
    Allowance allowance =
        new Allowance(Budget.UNBOUNDED, ProgressListener.NONE, new Workforce(threads, 1, 7));
    Search search = lab.search(lab.options(), false, allowance.share());
    search.run();
    return search;
  }

  private static Lab lab(Model model, SearchOptions options) {
    return Lab.of(model, new Participants(model), options, Set.of(), Ports.of(model));
  }

  @Test
  void mostStatesAreExpandedByScouts() {
    long states = 0;
    long scouted = 0;
    for (long seed = 0; seed < 10; seed++) {
      Search search = searched(lab(RandomProtocols.model(seed), SearchOptions.DEFAULT), 2);
      states += search.states();
      scouted += search.scouted();
    }
    assertThat(scouted).isGreaterThan(states / 2);
  }

  @Test
  void scoutsMakeTheChoicesOfReductionsThatAreKnown() {
    SearchOptions options =
        SearchMode.DBSS_POR.options().withSelectivePush(false).withOrder(Order.BREADTH_FIRST);
    List<List<Object>> counts = new ArrayList<>();
    for (int threads : new int[] {1, 2}) {
      Lab lab = lab(Models.loaded(ReferencePaxos.topology(2, 3, 2, false)), options);
      Reductions reductions = Reductions.install(lab, new Observations(), Allowance.unlimited());
      reductions.select(lab.space());
      Search search = searched(lab, threads);
      counts.add(List.of(search.states(), search.transitions(), reductions.summaries()));
      assertThat(reductions.summaries()).anyMatch(AppliedReduction::applied);
      assertThat(search.scouted()).isGreaterThan(threads == 1 ? -1 : search.states() / 3);
    }
    assertThat(counts.get(1)).isEqualTo(counts.get(0));
  }

  /** Counts, and throws in between. */
  static final class Counter extends Node {
    int count;

    @Step(when = "isLow")
    void count() {
      count++;
    }

    boolean isLow() {
      return count < 20;
    }

    boolean isThree() {
      return count == 3;
    }

    @Step(when = "isThree")
    void fail() {
      throw new IllegalStateException("no");
    }
  }

  /** Takes a share of the bits of a key. */
  static final class Quiet extends Node {}

  /**
   * Keys are laid out anew several times, and no step that throws may become a transition: those
   * that are passed over are met again and again.
   */
  @Test
  void scoutsFollowNewLayoutsAndPassOverFailures() {
    for (int threads : new int[] {1, 2, 3}) {
      Topology topology = new Topology();
      topology.add("Counter", 3, i -> new Counter()).add("Quiet", 17, i -> new Quiet());
      Lab lab = lab(Models.loaded(topology), SearchOptions.DEFAULT);
      lab.space().passOverFailures();
      Search search = searched(lab, threads);
      assertThat(search.states()).isEqualTo(21 * 21 * 21);
      assertThat(search.transitions()).isEqualTo(3 * 20 * 21 * 21);
      assertThat(search.scouted()).isGreaterThan(threads == 1 ? -1 : 5_000);
    }
  }
}
