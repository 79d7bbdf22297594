package dev.parley.protocols.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.Checker;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The paper's systems, with real programs on the other side. What a program answered to one test is
 * kept for the others, and for the check of this module that follows the tests.
 */
class PeerProtocolsTest {
  /**
   * What an instance comes to.
   *
   * @param size the number of states, or of the steps of its counterexample
   */
  record Pinned(Class<?> protocol, String instance, Verdict verdict, long size) {
    @Override
    public String toString() {
      return instance;
    }
  }

  private static Pinned verified(Class<?> protocol, String instance, long states) {
    return new Pinned(protocol, instance, Verdict.VERIFIED, states);
  }

  private static Pinned violated(Class<?> protocol, String instance, long steps) {
    return new Pinned(protocol, instance, Verdict.VIOLATED, steps);
  }

  private static Pinned exhausted(Class<?> protocol, String instance, long states) {
    return new Pinned(protocol, instance, Verdict.BUDGET_EXHAUSTED, states);
  }

  static List<Pinned> pinned() {
    return List.of(
        verified(AlphabetClient.class, "alphabet(2,2)", 100),
        verified(AlphabetClient.class, "alphabet(2,3)", 400),
        verified(AlphabetClient.class, "alphabet(2,4)", 1_225),
        verified(AlphabetClient.class, "alphabet(3,2)", 1_000),
        verified(AlphabetClient.class, "alphabet(3,3)", 8_000),
        verified(AlphabetClient.class, "upOrDown(2,2)", 361),
        verified(AlphabetClient.class, "upOrDown(2,3)", 1_521),
        verified(AlphabetClient.class, "upOrDown(2,4)", 4_761),
        verified(AlphabetClient.class, "upOrDown(3,2)", 6_859),
        violated(AlphabetClient.class, "connectionsMixedUp(2,2)", 6),
        exhausted(AlphabetClient.class, "anyCaseServer(2,2,1)", 361),
        exhausted(AlphabetClient.class, "anyCaseServer(2,2,24)", 961),
        verified(AlphabetServer.class, "server(2,2)", 144),
        verified(AlphabetServer.class, "server(2,3)", 256),
        verified(AlphabetServer.class, "server(2,4)", 400),
        verified(AlphabetServer.class, "server(3,2)", 1_728),
        verified(AlphabetServer.class, "server(3,3)", 4_096),
        verified(AlphabetServer.class, "anyCase(2,2)", 196),
        verified(AlphabetServer.class, "anyCase(2,3)", 361),
        verified(AlphabetServer.class, "anyCase(2,4)", 576),
        verified(AlphabetServer.class, "anyCase(2,5)", 841),
        verified(AlphabetServer.class, "anyCase(3,2)", 2_744),
        exhausted(AlphabetServer.class, "anyWay(2,2,1)", 196),
        exhausted(AlphabetServer.class, "anyWay(2,2,24)", 676),
        violated(AlphabetServer.class, "lostUpdate(2,2)", 26),
        verified(ParallelDownload.class, "download(2)", 25),
        verified(ParallelDownload.class, "download(3)", 125),
        verified(ParallelDownload.class, "download(4)", 625),
        verified(ParallelDownload.class, "anyPage(2)", 81),
        verified(ParallelDownload.class, "anyPage(3)", 729),
        violated(ParallelDownload.class, "jget(2)", 12),
        violated(ParallelDownload.class, "jget(3)", 18),
        verified(HttpServing.class, "clients(2)", 80),
        verified(HttpServing.class, "clients(3)", 1_024),
        verified(HttpServing.class, "clients(4)", 16_640),
        verified(HttpServing.class, "numbered(2)", 80),
        verified(HttpServing.class, "numbered(3)", 1_024),
        violated(HttpServing.class, "sameVisitor(2)", 10),
        verified(TimeClient.class, "noLeapSecond(2)", 16),
        verified(TimeClient.class, "noLeapSecond(3)", 64),
        verified(TimeClient.class, "noLeapSecond(4)", 256),
        violated(TimeClient.class, "leapSecond(2)", 3),
        exhausted(TimeClient.class, "leapSecondExpected(2)", 36));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pinned")
  void anInstanceComesToWhatItIsPinnedTo(Pinned pinned) {
    InstanceResult result = check(pinned.protocol(), pinned.instance());

    assertThat(result.verdict()).as("%s", result).isEqualTo(pinned.verdict());
    assertThat(result.asExpected()).isTrue();
    assertThat(
            result
                .violation()
                .flatMap(violation -> violation.trace())
                .map(trace -> (long) trace.steps().size())
                .orElse(result.figures().states()))
        .isEqualTo(pinned.size());
  }

  static Stream<Pinned> large() {
    return Stream.of(AlphabetClient.class, AlphabetServer.class, ParallelDownload.class)
        .flatMap(
            protocol ->
                ModelLoader.describe(protocol).stream()
                    .filter(description -> description.tags().contains("large"))
                    .map(
                        description ->
                            new Pinned(
                                protocol, description.instance(), description.expected(), 0)));
  }

  @Tag("large")
  @ParameterizedTest(name = "{0}")
  @MethodSource("large")
  void aLargeInstanceComesToWhatIsDeclared(Pinned pinned) {
    assertThat(check(pinned.protocol(), pinned.instance()).verdict()).isEqualTo(pinned.verdict());
  }

  @Test
  void everyOrdinaryInstanceIsPinned() {
    for (Class<?> protocol : pinned().stream().map(Pinned::protocol).distinct().toList()) {
      assertThat(ModelLoader.describe(protocol))
          .filteredOn(description -> description.tags().isEmpty())
          .extracting(Model.Description::instance)
          .containsExactlyInAnyOrderElementsOf(
              pinned().stream()
                  .filter(p -> p.protocol() == protocol)
                  .map(Pinned::instance)
                  .toList());
    }
  }

  @Test
  void theLeapSecondIsShownAsItWasRead() {
    InstanceResult result = check(TimeClient.class, "leapSecond(2)");

    Trace trace = result.violation().orElseThrow().trace().orElseThrow();
    Trace.TraceStep told = trace.steps().get(1);
    assertThat(told.changes().toString()).contains("sent=\"\"", "content=\"23:59:60\\n\"");
    assertThat(trace.steps().get(2).exception().orElseThrow()).contains("23:59:60");
  }

  @Test
  void theFaultOfJgetIsShownWithTheResponsesOfTheServer() {
    Trace trace =
        check(ParallelDownload.class, "jget(2)").violation().orElseThrow().trace().orElseThrow();

    assertThat(trace.toString())
        .contains("GET /part1 HTTP/1.1\\r\\n", "HTTP/1.1 200 OK\\r\\n", "content of /part1");
  }

  @Test
  void oneTraceServesAllConnections() {
    InstanceResult result = check(AlphabetClient.class, "alphabet(3,3)");

    PeerUse use = result.basis().peers().get(0);
    assertThat(use.history()).isEqualTo("per connection");
    assertThat(use.effort().starts()).isLessThanOrEqualTo(1);
    assertThat(use.effort().requests()).isLessThanOrEqualTo(3);
  }

  /** Not kept from earlier, so that the decisions are made, and saved, here. */
  @Test
  void whereBothSidesDecideEachDecisionOfTheProgramIsSaved(@TempDir Path kept) {
    System.setProperty("parley.peers.kept", kept.toString());
    try {
      InstanceResult once = check(AlphabetServer.class, "anyWay(2,2,1)");
      InstanceResult often = check(AlphabetServer.class, "anyWay(2,2,24)");

      PeerUse.Checkpoints seenOnce = once.basis().peers().get(0).checkpoints();
      PeerUse.Checkpoints seenOften = often.basis().peers().get(0).checkpoints();
      assertThat(seenOften.strategy()).isEqualTo("nd-only by request");
      // At the beginning, and after each of the two ways was chosen.
      assertThat(seenOften.physical()).isEqualTo(3).isEqualTo(seenOften.ndOnly());
      assertThat(seenOften.ioOnly()).isGreaterThan(seenOften.ndOnly());
      assertThat(often.figures().states()).isGreaterThan(seenOften.ioOnly());
      // What is seen once may have been decided.
      assertThat(seenOnce.physical()).isEqualTo(seenOnce.ioOnly());
      assertThat(often.basis().peers().get(0).effort().starts()).isEqualTo(1);
    } finally {
      System.clearProperty("parley.peers.kept");
    }
  }

  private static InstanceResult check(Class<?> protocol, String instance) {
    return Checker.check(
        ModelLoader.load(protocol, instance), SearchOptions.DEFAULT, ProgressListener.NONE);
  }
}
