package dev.parley.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.ExplorationOptions;
import dev.parley.engine.options.PartialOrder;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every instance's verdict, size and shortest counterexample, for one protocol per subclass. The
 * numbers come from a brute-force exploration independent of the engine, those of large instances
 * from SPIN where the subclass says so. A change here is a change of semantics, in a protocol or in
 * the engine, and needs an explanation.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PinnedResults {
  private final Class<?> protocol;

  /** Tests ask for the same check again and again: baselines of three modes, states left. */
  private final Map<Check, InstanceResult> results = new ConcurrentHashMap<>();

  protected PinnedResults(Class<?> protocol) {
    this.protocol = protocol;
  }

  /** Untagged instances without a mistake. */
  protected abstract List<Verified> verified();

  /** Untagged instances that break a property. */
  protected abstract List<Violated> violated();

  /** Tagged instances: some seconds and some hundred megabytes each, left out unless asked for. */
  protected List<Verified> large() {
    return List.of();
  }

  /** Tagged instances that break a property. */
  protected List<Violated> largeViolated() {
    return List.of();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("verified")
  void aCorrectInstanceIsVerifiedWithExactlyTheseStates(Verified pinned) {
    InstanceResult result = check(pinned.instance());

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    assertThat(Verified.of(result)).isEqualTo(pinned);
    assertThat(result.asExpected()).isTrue();
    assertThat(result.coverage().messagesNeverSent()).isEmpty();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("violated")
  void aBrokenInstanceIsCaughtByTheShortestCounterexample(Violated pinned) {
    InstanceResult result = check(pinned.instance());

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VIOLATED);
    assertThat(Violated.of(result)).isEqualTo(pinned);
    assertThat(result.asExpected()).isTrue();
  }

  @Tag("large")
  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("large")
  void aLargeInstanceIsVerifiedWithExactlyTheseStates(Verified pinned) {
    aCorrectInstanceIsVerifiedWithExactlyTheseStates(pinned);
  }

  @Tag("large")
  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("largeViolated")
  void aLargeBrokenInstanceIsCaughtByTheShortestCounterexample(Violated pinned) {
    aBrokenInstanceIsCaughtByTheShortestCounterexample(pinned);
  }

  /** Reductions leave out states, never verdicts. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("reductions")
  void everyReductionComesToTheSameVerdicts(SearchMode mode) {
    SearchOptions options = mode.in(ExplorationOptions.Order.BREADTH_FIRST).options();
    for (Verified pinned : verified()) {
      InstanceResult result = check(pinned.instance(), options);
      assertThat(result.asExpected()).as("%s", result).isTrue();
      assertThat(result.figures().states()).isLessThanOrEqualTo(pinned.states());
    }
  }

  /** What is left out of a search for mistakes must not put them further away. */
  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("violated")
  void aReductionFindsAMistakeInNoMoreStates(Violated pinned) {
    PartialOrder nearest = PartialOrder.DEFAULT.with(PartialOrder.Seed.NEAREST);
    for (SearchMode mode : reductions()) {
      SearchOptions reducing = mode.in(ExplorationOptions.Order.BREADTH_FIRST).options();
      long without =
          check(
                  pinned.instance(),
                  reducing.withPartialOrder(Optional.empty()).withDeadMessages(false))
              .figures()
              .states();
      for (SearchOptions options :
          List.of(reducing, reducing.withPartialOrder(Optional.of(nearest)))) {
        InstanceResult with = check(pinned.instance(), options);
        assertThat(with.asExpected()).as("%s", with).isTrue();
        assertThat(with.figures().states()).as("%s", with).isLessThanOrEqualTo(without);
        assertThat(Violated.of(with).traceLength()).isEqualTo(pinned.traceLength());
      }
    }
  }

  static List<SearchMode> reductions() {
    return List.of(SearchMode.POR, SearchMode.DBSS_POR, SearchMode.REDUCED);
  }

  @Test
  void everyUntaggedInstanceIsPinned() {
    Set<String> untagged =
        ModelLoader.describe(protocol).stream()
            .filter(description -> description.tags().isEmpty())
            .map(Model.Description::instance)
            .collect(Collectors.toSet());

    Stream<String> pinned =
        Stream.concat(
            verified().stream().map(Verified::instance),
            violated().stream().map(Violated::instance));
    assertThat(pinned).containsExactlyInAnyOrderElementsOf(untagged);
  }

  /** How many states a mode leaves, breadth first. */
  protected final long statesLeft(String instance, SearchMode mode) {
    InstanceResult result =
        check(instance, mode.in(ExplorationOptions.Order.BREADTH_FIRST).options());
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    return result.figures().states();
  }

  private InstanceResult check(String instance) {
    return check(instance, SearchOptions.DEFAULT);
  }

  /** Checks an instance of the protocol, once for each way of searching. */
  protected final InstanceResult check(String instance, SearchOptions options) {
    return results.computeIfAbsent(
        new Check(instance, options),
        check ->
            Checker.check(
                ModelLoader.load(protocol, check.instance()),
                check.options(),
                ProgressListener.NONE));
  }

  private record Check(String instance, SearchOptions options) {}

  /** An instance whose whole state space is explored. */
  public record Verified(
      String instance, long states, long transitions, long terminalStates, long depth) {
    static Verified of(InstanceResult result) {
      return new Verified(
          result.description().instance(),
          result.figures().states(),
          result.figures().transitions(),
          result.figures().terminalStates(),
          result.figures().depth());
    }
  }

  /**
   * An instance that breaks a property. How many states are seen before depends on the order within
   * a level and is nobody's business.
   */
  public record Violated(String instance, String property, int traceLength) {
    public static Violated of(InstanceResult result) {
      return new Violated(
          result.description().instance(),
          result.violation().orElseThrow().property(),
          result.violation().orElseThrow().trace().orElseThrow().steps().size());
    }
  }
}
