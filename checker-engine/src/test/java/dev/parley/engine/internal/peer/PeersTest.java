package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.COUNTER;
import static dev.parley.engine.internal.peer.Conversations.LOG;
import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.shell;
import static dev.parley.engine.internal.peer.Conversations.use;
import static dev.parley.engine.reference.Models.invariant;
import static dev.parley.engine.reference.Models.reachable;
import static dev.parley.engine.reference.Models.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.PeerProgram;
import dev.parley.api.Reply;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.internal.peer.Conversations.Endless;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.internal.search.Workforce;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.PeerUse;
import dev.parley.engine.result.ProgressListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks of nodes behind which programs run. */
class PeersTest {
  private static final Property ALL_DONE =
      terminal("allDone", w -> w.nodes(Speaker.class).stream().allMatch(Speaker::isDone));

  private static final SearchOptions DEPTH_FIRST =
      SearchMode.STATEFUL.options().withOrder(Order.DEPTH_FIRST);

  @Test
  void everyOrderOfRequestsIsAskedOfTheProgram() {
    Property someOrder =
        invariant(
            "abNever",
            w -> w.nodes(Speaker.class).stream().noneMatch(s -> s.heard().contains("ab")));

    InstanceResult result =
        check(model(shell(LOG), someOrder, new Speaker("a"), new Speaker("b")), DEPTH_FIRST);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().steps()).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aRestartIsNeededForEachTraceButTheFirst(Order order) {
    InstanceResult result = twoSpeakers(shell(LOG).pool(6), order);

    assertThat(use(result).traces()).isEqualTo(6);
    assertThat(use(result).effort())
        .isEqualTo(new PeerUse.Effort(6, 0, 0, 18, replayed(result), 0));
    assertThat(use(result).audit()).isEqualTo(new PeerUse.Effort(6, 0, 0, 24, 0, 0));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aSmallPoolKeepsTheProcessesThatAreNeededNext(Order order) {
    long all = 18;
    long starts = use(twoSpeakers(shell(LOG).pool(3), order)).effort().starts();

    assertThat(starts).isLessThanOrEqualTo(11).isLessThan(all);
  }

  /**
   * However a level's requests are served, each needs a process at its place, and there are at most
   * as many as the pool keeps. So it takes as many starts as there are requests without the places
   * that a process is kept at; in the order of the tree, it takes no more.
   */
  @ParameterizedTest
  @CsvSource({
    "4, '2,2,1'",
    "8, '2,2,1'",
    "16, '2,2,1'",
    "4, '1,1,1'",
    "4, '1,1,1,1'",
    "6, '3,2'",
    "4, '4,1'",
  })
  void breadthFirstStartsNoMoreProcessesThanALevelNeeds(int pool, String lengths) {
    int[] lines = Stream.of(lengths.split(",")).mapToInt(Integer::parseInt).toArray();
    InstanceResult result =
        check(
            model(
                shell(LOG).pool(pool),
                ALL_DONE,
                IntStream.range(0, lines.length)
                    .mapToObj(i -> speaker(i, lines[i]))
                    .toArray(Node[]::new)),
            SearchMode.STATEFUL.in(Order.BREADTH_FIRST).options());

    List<Long> width = interleavings(lines);
    long needed = width.get(1);
    for (int depth = 2; depth < width.size(); depth++) {
      needed += width.get(depth) - Math.min(pool, width.get(depth - 1));
    }
    assertThat(use(result).effort().requests())
        .isEqualTo(width.stream().mapToLong(Long::longValue).sum() - 1);
    assertThat(use(result).effort().starts()).isBetween(needed, needed + 1);
  }

  /** Requests come in another order then; what they lead to is the same. */
  @Test
  void severalThreadsFindWhatOneFinds() {
    InstanceResult one = byThreads(1);
    InstanceResult four = byThreads(4);

    assertThat(four.verdict()).as("%s", four).isEqualTo(Verdict.VERIFIED);
    assertThat(four.figures().states()).isEqualTo(one.figures().states());
    assertThat(four.figures().transitions()).isEqualTo(one.figures().transitions());
    assertThat(use(four).traces()).isEqualTo(use(one).traces()).isEqualTo(30);
    assertThat(use(four).effort().requests()).isEqualTo(use(one).effort().requests());
  }

  private static InstanceResult byThreads(int threads) {
    return new InstanceCheck(
            model(shell(LOG), ALL_DONE, speaker(0, 2), speaker(1, 2), speaker(2, 1)),
            SearchMode.STATEFUL.in(Order.BREADTH_FIRST).options(),
            ProgressListener.NONE,
            new Workforce(threads, 1, 7))
        .run();
  }

  private static Speaker speaker(int index, int lines) {
    return new Speaker(
        IntStream.range(0, lines)
            .mapToObj(line -> String.valueOf((char) ('a' + 5 * index + line)))
            .toArray(String[]::new));
  }

  /** The nodes of the tree at each depth, counted by how far each speaker has got. */
  private static List<Long> interleavings(int[] lines) {
    Map<List<Integer>, Long> ways = Map.of(Collections.nCopies(lines.length, 0), 1L);
    List<Long> width = new ArrayList<>();
    while (!ways.isEmpty()) {
      width.add(ways.values().stream().mapToLong(Long::longValue).sum());
      Map<List<Integer>, Long> next = new HashMap<>();
      ways.forEach(
          (said, count) -> {
            for (int i = 0; i < lines.length; i++) {
              if (said.get(i) < lines[i]) {
                List<Integer> more = new ArrayList<>(said);
                more.set(i, said.get(i) + 1);
                next.merge(more, count, Long::sum);
              }
            }
          });
      ways = next;
    }
    return width;
  }

  private static long replayed(InstanceResult result) {
    return use(result).effort().replayed();
  }

  private static InstanceResult twoSpeakers(PeerProgram program, Order order) {
    InstanceResult result =
        check(
            model(program, ALL_DONE, new Speaker("a", "b"), new Speaker("c", "d")),
            SearchMode.STATEFUL.options().withOrder(order));
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
    return result;
  }

  @Test
  void everyModeAndOrderVisitsTheSameStates() {
    for (SearchMode mode : SearchMode.ALL) {
      for (Order order : Order.values()) {
        if (mode != SearchMode.STATELESS || order == Order.DEPTH_FIRST) {
          InstanceResult result =
              check(
                  model(shell(COUNTER), ALL_DONE, new Speaker("a", "b"), new Speaker("c")),
                  mode.in(order).options());
          assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
          if (mode != SearchMode.STATELESS) {
            assertThat(result.figures().states()).as("%s", mode).isEqualTo(42);
          }
          assertThat(result.reductions()).noneMatch(reduction -> reduction.applied());
        }
      }
    }
  }

  @Test
  void aProgramThatDependsOnMoreThanItsHistoryIsAnError() {
    InstanceResult result =
        check(
            model(shell("while read -r line; do echo $$; done"), ALL_DONE, new Speaker("a")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("answers differently to the same requests: to \"a\\n\" it answered")
        .contains("on a fresh process")
        .contains("nonDeterministic(n)");
  }

  @Test
  void aProgramThatAnswersDifferentlyWhenReplayedIsAnErrorAtOnce() {
    InstanceResult result =
        check(
            model(
                shell("while read -r line; do echo $$; done").pool(1),
                invariant("any", w -> true),
                new Speaker("a", "b"),
                new Speaker("c", "d")),
            DEPTH_FIRST);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("when its history was replayed");
  }

  @Test
  void aHistoryWithoutEndIsNeverVerified() {
    InstanceResult result =
        check(
            model(shell(COUNTER).maxHistory(5), terminal("never", w -> false), new Endless()),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.BUDGET_EXHAUSTED);
    assertThat(result.exhausted()).contains(Budget.Kind.PEERS);
    assertThat(result.figures().states()).isEqualTo(17);
    assertThat(result.figures().terminalStates()).isZero();
    assertThat(result.warnings())
        .anyMatch(w -> w.contains("histories of more than 5 exchanges were not explored"));
  }

  @Test
  void aGoalBehindTheBoundIsNotCalledUnreachable() {
    InstanceResult result =
        check(
            model(
                shell(COUNTER).maxHistory(2),
                reachable(
                    "third",
                    w -> w.nodes(Speaker.class).stream().anyMatch(s -> s.heard().contains("3"))),
                new Speaker("a", "b", "c")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.BUDGET_EXHAUSTED);
  }

  @Test
  void whatAProgramDoesInPlaceOfAnAnswerIsAnEvent() {
    assertThat(event("read -r line; exit 3", "a"))
        .isEqualTo(new Reply(Reply.Event.CRASHED, "status 3"));
    assertThat(event("read -r line; exec >&-; sleep 60", "a").event())
        .isEqualTo(Reply.Event.CLOSED);
    assertThat(event("read -r line; sleep 60", "a", 300).event()).isEqualTo(Reply.Event.TIMED_OUT);
    assertThat(event("read -r line; printf '%0200d' 1; sleep 60", "a").event())
        .isEqualTo(Reply.Event.FLOODED);
    assertThat(event("read -r line; while :; do printf '%01000d' 1; done", "a").event())
        .isEqualTo(Reply.Event.FLOODED);
    assertThat(event("printf 'half'; read -r line; exec >&-; sleep 60", "a"))
        .isEqualTo(new Reply(Reply.Event.CLOSED, "half"));
    assertThat(event("echo early; read -r line", ""))
        .isEqualTo(new Reply(Reply.Event.ANSWERED, "early\n"));
  }

  /** What comes back, found as the breach of a property that says it never does. */
  private static Reply event(String script, String line) {
    return event(script, line, 20_000);
  }

  private static Reply event(String script, String line, int millis) {
    PeerProgram program = shell(script).timeout(Duration.ofMillis(millis)).maxReply(100);
    Peers peers = Peers.of(List.of(new Conversations.Program(program)));
    try {
      dev.parley.api.NodeId self = new dev.parley.api.NodeId("Program", 1);
      String sent = line.isEmpty() ? "" : line + "\n";
      Reply reply =
          peers
              .answers(0, self, List.of(), new dev.parley.api.Exchange(self, sent, 1, Reply.NONE))
              .get(0)
              .reply();
      peers.audit(() -> true);
      return reply;
    } finally {
      peers.rest();
    }
  }

  @Test
  void anEventCanBreakAProperty() {
    String crashesAtTwo = "read -r a; echo 1; read -r b; exit 7";
    InstanceResult result =
        check(
            model(
                shell(crashesAtTwo),
                invariant(
                    "neverEnds",
                    w ->
                        w.nodes(Speaker.class).stream()
                            .noneMatch(s -> s.events().contains(Reply.Event.CRASHED))),
                new Speaker("a"),
                new Speaker("b")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.VIOLATED);
    assertThat(result.violation().orElseThrow().trace().orElseThrow().toString())
        .contains("status 7");
  }

  @Test
  void aCommandThatCannotRunIsAnErrorThatSaysWhy() {
    InstanceResult result =
        check(
            model(PeerProgram.command("no-such-command", "{port}"), ALL_DONE, new Speaker("a")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("no-such-command", "there is no such command");
  }

  @Test
  void aProgramThatCannotBeDeclaredIsAMistake() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () ->
                model(
                    shell(LOG).history(PeerProgram.History.PER_CONNECTION),
                    ALL_DONE,
                    new Speaker("a")))
        .hasMessageContaining("has one connection; use History.TOTAL_ORDER");
  }
}
