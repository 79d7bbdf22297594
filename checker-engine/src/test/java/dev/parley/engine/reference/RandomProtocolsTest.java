package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.model.Handler;
import dev.parley.engine.model.Model;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A differential test is worth what its samples exercise; this pins that they exercise much. */
class RandomProtocolsTest {
  private static final int SEEDS = 300;
  private static List<RandomProtocols.Sample> samples;

  @BeforeAll
  static void generate() {
    samples = LongStream.range(0, SEEDS).parallel().mapToObj(RandomProtocols::sample).toList();
  }

  @Test
  void verdictsAreMixed() {
    assertShare("verified", 35, 75, s -> s.reference().verdict() == Verdict.VERIFIED);
    assertShare("violated", 25, 65, s -> s.reference().verdict() == Verdict.VIOLATED);
  }

  @Test
  void violationsAreOfAllKinds() {
    assertShare(
        "exceptions", 5, 25, s -> s.reference().violations().containsKey(Violation.EXCEPTION));
    assertShare("invariants", 10, 50, s -> violates(s, "INVARIANT"));
    assertShare("terminal properties", 3, 30, s -> violates(s, "TERMINAL"));
    assertShare("unreachable goals", 3, 30, s -> violates(s, "REACHABLE"));
    assertShare(
        "violations more than two steps away",
        10,
        60,
        s -> s.reference().shortestViolation().orElse(0) > 2);
  }

  @Test
  void everyPartOfTheProgrammingModelIsUsed() {
    assertShare("quorums", 25, 90, s -> fired(s, Handler.Kind.QUORUM));
    assertShare("single messages", 80, 100, s -> fired(s, Handler.Kind.SINGLE));
    assertShare("choices", 25, 90, s -> s.reference().usage().choosing() > 0);
    assertShare("auxiliary content", 20, 80, s -> s.protocol().writesAuxiliary());
    assertShare(
        "full states that differ in auxiliary content only",
        10,
        60,
        s -> s.reference().relevant().size() < s.reference().states());
    assertShare("no terminal state", 2, 50, s -> s.reference().terminalStates() == 0);
  }

  /** Not what the tables provide for, but what comes about when they are run. */
  @Test
  void everyFeatureOccurs() {
    Map<Occurrences.Feature, Long> occurred =
        samples.parallelStream()
            .flatMap(sample -> Occurrences.in(sample.protocol()).stream())
            .collect(Collectors.groupingBy(feature -> feature, Collectors.counting()));

    assertThat(Occurrences.Feature.values())
        .as("protocols of %d in which each feature occurs: %s", SEEDS, occurred)
        .allSatisfy(
            feature -> assertThat(occurred.getOrDefault(feature, 0L)).isGreaterThanOrEqualTo(5));
  }

  @Test
  void stateSpacesAreSmallButNotTiny() {
    assertThat(samples)
        .allSatisfy(
            s ->
                assertThat(s.reference().states())
                    .isBetween(
                        (long) RandomProtocols.FEWEST_STATES, (long) RandomProtocols.MOST_STATES));
    assertShare("more than 100 states", 30, 95, s -> s.reference().states() > 100);
  }

  @Test
  void theSameSeedGivesTheSameProtocol() {
    for (long seed = 0; seed < 20; seed++) {
      RandomProtocols.Sample first = samples.get((int) seed);
      RandomProtocols.Sample again = RandomProtocols.generated(seed);

      assertThat(again.protocol().dump()).isEqualTo(first.protocol().dump());
      assertThat(again.reference()).isEqualTo(first.reference());
    }
  }

  @Test
  void randomWalksReplayToWhereTheyLed() {
    for (RandomProtocols.Sample sample : samples.subList(0, 50)) {
      Model model = sample.protocol().model(Models.UNREAD);
      NaiveSteps steps = new NaiveSteps(model);
      NaiveReplay replay = new NaiveReplay(model, String::valueOf);
      SplittableRandom random = new SplittableRandom(sample.protocol().seed());
      List<NaiveReplay.Line> lines = new ArrayList<>();
      NaiveState state = steps.initial();
      List<NaiveStep> possible = possible(steps, state);
      while (!possible.isEmpty() && lines.size() < 12) {
        NaiveStep step = possible.get(random.nextInt(possible.size()));
        lines.add(replay.line(step));
        state = step.next().orElseThrow();
        possible = possible(steps, state);
      }

      assertThat(replay.walk(lines).ends())
          .as(sample.protocol().dump())
          .extracting(NaiveState::full)
          .contains(state.full());
      assertThat(sample.reference().full()).contains(state.full());
    }
  }

  private static List<NaiveStep> possible(NaiveSteps steps, NaiveState state) {
    return steps.from(state).stream().filter(step -> step.next().isPresent()).toList();
  }

  private static boolean fired(RandomProtocols.Sample s, Handler.Kind kind) {
    return s.reference().usage().byKind().containsKey(kind);
  }

  private static boolean violates(RandomProtocols.Sample s, String kind) {
    return s.protocol().claims().stream()
        .anyMatch(
            c -> c.kind().name().equals(kind) && s.reference().violations().containsKey(c.name()));
  }

  private static void assertShare(
      String what, int least, int most, Predicate<RandomProtocols.Sample> holds) {
    long share = samples.stream().filter(holds).count() * 100 / SEEDS;
    assertThat(share)
        .as("percentage of protocols with %s", what)
        .isBetween((long) least, (long) most);
  }
}
