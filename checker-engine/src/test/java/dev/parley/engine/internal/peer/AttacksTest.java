package dev.parley.engine.internal.peer;

import static dev.parley.engine.internal.peer.Conversations.LOG;
import static dev.parley.engine.internal.peer.Conversations.check;
import static dev.parley.engine.internal.peer.Conversations.model;
import static dev.parley.engine.internal.peer.Conversations.shell;
import static dev.parley.engine.internal.peer.Conversations.use;
import static dev.parley.engine.reference.Models.invariant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Exchange;
import dev.parley.api.Framing;
import dev.parley.api.NodeId;
import dev.parley.api.PeerProgram;
import dev.parley.api.Reply;
import dev.parley.api.Verdict;
import dev.parley.engine.internal.peer.Conversations.Program;
import dev.parley.engine.internal.peer.Conversations.Speaker;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.Walks;
import dev.parley.engine.result.InstanceResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs and files that behave badly. */
class AttacksTest {
  private static final Property ANY = invariant("any", w -> true);
  private static final NodeId SELF = new NodeId("Program", 1);

  @TempDir private Path directory;

  /** What comes back for some requests, one after the other, and again when it is audited. */
  private static List<Reply> replies(PeerProgram program, String... requests) {
    return conversation(program, Stream.of(requests).map(request -> asked(request, 1)).toList());
  }

  private static Exchange asked(String request, int replies) {
    return new Exchange(SELF, request, replies, Reply.NONE);
  }

  private static List<Reply> conversation(PeerProgram program, List<Exchange> requests) {
    Peers peers = Peers.of(List.of(new Program(program)));
    try {
      List<Exchange> history = List.of();
      List<Reply> replies = new ArrayList<>();
      for (Exchange asked : requests) {
        var answered = peers.answers(0, SELF, history, asked).get(0);
        history = answered.history();
        replies.add(answered.reply());
      }
      peers.audit(() -> true);
      return replies;
    } finally {
      peers.rest();
    }
  }

  private static Reply answered(String content) {
    return new Reply(Reply.Event.ANSWERED, content);
  }

  @Test
  void aProgramThatEndsAtOnceHasCrashed() {
    assertThat(replies(shell("exit 9"), "a\n"))
        .containsExactly(new Reply(Reply.Event.CRASHED, "status 9"));
    assertThat(replies(shell("kill -9 $$"), "a\n"))
        .containsExactly(new Reply(Reply.Event.CRASHED, "status 137"));
  }

  @Test
  void anAnswerInPiecesIsOneAnswer() {
    String pieces =
        "while read -r l; do for p in o n e; do printf $p; sleep 0.02; done; echo; done";
    assertThat(replies(shell(pieces), "a\n", "b\n"))
        .containsExactly(answered("one\n"), answered("one\n"));
  }

  @Test
  void ofTwoAnswersAtOnceTheSecondIsTheNextOnes() {
    String twice = "n=0; while read -r l; do n=$((n+1)); printf '%s\\n%s\\n' $n.1 $n.2; done";
    assertThat(replies(shell(twice), "a\n", "b\n", "c\n"))
        .containsExactly(answered("1.1\n"), answered("1.2\n"), answered("2.1\n"));
    InstanceResult result =
        check(
            model(shell(twice).pool(1), ANY, new Speaker("a", "b"), new Speaker("c")),
            SearchMode.STATEFUL.options());
    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.VERIFIED);
  }

  @Test
  void bytesThatAreNoTextAreKept() throws IOException {
    PeerProgram bytes =
        shell("while read -r l; do printf '\\377\\376\\000\\200\\n'; done")
            .keptIn(directory.toString());
    Reply expected = answered("\u00ff\u00fe\u0000\u0080\n");

    assertThat(replies(bytes, "\u0001\u00c3\n")).containsExactly(expected);
    assertThat(replies(bytes, "\u0001\u00c3\n")).containsExactly(expected);
    assertThat(expected.bytes()).containsExactly(0xff, 0xfe, 0, 0x80, '\n');
    assertThat(Files.readAllBytes(file())).doesNotContain((byte) 0xff);
  }

  @Test
  void aLongAnswerIsOneAnswerAndALongerOneAFlood() {
    String lines = "while read -r l; do head -c 900000 /dev/zero | tr '\\0' x; echo; done";
    assertThat(replies(shell(lines), "a\n").get(0).content()).hasSize(900_001);
    assertThat(replies(shell(lines).maxReply(900_000), "a\n").get(0).event())
        .isEqualTo(Reply.Event.FLOODED);
  }

  @Test
  void whatAProgramSaysOnTheSideDoesNotBlockIt() {
    String chatty = "while read -r l; do head -c 300000 /dev/zero >&2; echo $l; done";
    assertThat(replies(shell(chatty), "a\n", "b\n"))
        .containsExactly(answered("a\n"), answered("b\n"));
  }

  @Test
  @Timeout(120)
  void aProgramThatDoesNotReadTimesOut() {
    assertThat(
            replies(shell("sleep 600").timeout(Duration.ofMillis(300)), "x".repeat(1 << 20)).get(0))
        .isEqualTo(new Reply(Reply.Event.TIMED_OUT, ""));
  }

  @Test
  void aProgramThatDidNotReplyInTimeIsSilentFromThenOn() {
    PeerProgram slow = shell("read -r l; sleep 600").timeout(Duration.ofMillis(300));
    assertThat(replies(slow, "a\n", "b\n", "c\n"))
        .containsOnly(new Reply(Reply.Event.TIMED_OUT, ""));
    String flood = "read -r l; while :; do printf '%01000d' 1; done";
    assertThat(replies(shell(flood).maxReply(100), "a\n", "b\n"))
        .containsOnly(new Reply(Reply.Event.FLOODED, ""));
  }

  /** When the end of a program is noticed depends on the moment; what it said does not. */
  @Test
  void whatIsToldToAProgramThatHasEndedChangesNothing() {
    List<Exchange> requests = new ArrayList<>();
    requests.add(asked("a\n", 0));
    for (int i = 0; i < 20; i++) {
      requests.add(asked("b\n", 0));
    }
    requests.add(asked("c\n", 1));
    requests.add(asked("d\n", 1));
    for (int round = 0; round < 5; round++) {
      List<Reply> replies = conversation(shell("read -r l; echo last words; exit 4"), requests);

      assertThat(replies.subList(0, 21)).containsOnly(Reply.NONE);
      assertThat(replies.subList(21, 23))
          .containsExactly(answered("last words\n"), new Reply(Reply.Event.CRASHED, "status 4"));
    }
  }

  /** Neither side waits for the other to read first. */
  @Test
  @Timeout(120)
  void aProgramMayAnswerWhileALongRequestIsSent() {
    String line = "x".repeat(3 << 20) + "\n";
    assertThat(replies(shell("exec cat").maxReply(4 << 20), line, "y\n"))
        .containsExactly(answered(line), answered("y\n"));
  }

  @Test
  void aResponseToHeadEndsWithItsHead() {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    PeerProgram server =
        shell(
                "while read -r l; do case $l in"
                    + " HEAD*) printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n';;"
                    + " GET*) printf 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nhi';;"
                    + " esac; done")
            .framing(Framing.http())
            .timeout(Duration.ofSeconds(5));
    String heads = "HEAD /x HTTP/1.1\r\n\r\n";
    String gets = "GET /x HTTP/1.1\r\n\r\n";

    assertThat(replies(server, heads, gets, heads))
        .containsExactly(answered(head), answered(head + "hi"), answered(head));
    assertThat(conversation(server, List.of(asked(gets + heads + gets, 3))))
        .containsExactly(answered(head + "hi" + head + head + "hi"));
  }

  @Test
  void aFileThatCannotBeReadIsAMistakeOfTheDeclaration() {
    InstanceResult result =
        check(
            model(
                shell(LOG).dependsOn("/proc/self/mem").keptIn(directory.toString()),
                ANY,
                new Speaker("a")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).as("%s", result).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message()).contains("/proc/self/mem");
  }

  @Test
  void ifNoPlaceForAnswersCanBeMadeTheResultSaysSo() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "no directory");
    InstanceResult result =
        check(
            model(shell(LOG).keptIn(file.resolve("kept").toString()), ANY, new Speaker("a")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(result.warnings()).anyMatch(w -> w.contains("could not be kept in"));
  }

  /** Walks see some runs, and what they ask is learnt like anything else. */
  @Test
  void walksAskProgramsAndAreNeverComplete() {
    InstanceResult result =
        check(
            model(shell(LOG), ANY, new Speaker("a", "b"), new Speaker("c")),
            SearchMode.STATEFUL
                .options()
                .withWalks(Optional.of(new Walks(Walks.Schedule.MIXED, 5, 20, 30))));

    assertThat(result.verdict()).as("%s", result).isNotEqualTo(Verdict.VERIFIED);
    assertThat(use(result).traces()).isBetween(1L, 3L);
    assertThat(use(result).audit().starts()).isEqualTo(use(result).traces());
  }

  @Test
  void everyPieceOfAFileIsRefusedAndLeftAlone() throws IOException {
    PeerProgram program = shell(LOG).keptIn(directory.toString());
    replies(program, "a\n", "b\n");
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length - 1; length += 3) {
      byte[] piece = java.util.Arrays.copyOf(whole, length);
      Files.write(file(), piece);
      AnswerFile read = AnswerFile.of(directory.toString(), program);
      assertThat(read.remark()).as("%d bytes", length).isPresent();
      Place root = Place.root();
      read.recall(root);
      assertThat(root.isLeaf()).isTrue();
      assertThat(Files.readAllBytes(file())).isEqualTo(piece);
    }
  }

  @Test
  void aFileWithARightSumAndWrongLinesIsRefusedAndLeftAlone() throws IOException {
    PeerProgram program = shell(LOG).keptIn(directory.toString());
    replies(program, "a\n");
    List<String> whole = Files.readAllLines(file());
    String line = whole.get(1);
    for (String wrong :
        List.of(
            "",
            "7" + line.substring(1),
            line.replace("ANSWERED", "SAID"),
            line.substring(0, line.length() - 1) + "YQ==",
            line.replace(" ", "  "),
            line
                + "\n"
                + line.replace(" ANSWERED ", " ANSWERED YQ==").replaceAll("YQ==\\S+", "YQ=="))) {
      String content = whole.get(0) + "\n" + wrong;
      String forged =
          content + "\nsum " + ProgramKey.sum(content.getBytes(StandardCharsets.US_ASCII)) + "\n";
      Files.writeString(file(), forged);
      InstanceResult result =
          check(model(program, ANY, new Speaker("a")), SearchMode.STATEFUL.options());

      assertThat(result.verdict()).as("%s: %s", wrong, result).isEqualTo(Verdict.VERIFIED);
      assertThat(result.warnings()).anyMatch(w -> w.contains("were not used, because the file"));
      assertThat(file()).hasContent(forged);
    }
  }

  @Test
  void twoChecksMayUseOneFileAtOnce() throws IOException {
    PeerProgram program = shell(LOG).keptIn(directory.toString());
    for (int round = 0; round < 3; round++) {
      String last = "z" + round;
      List<CompletableFuture<InstanceResult>> both =
          Stream.of("a", "b", "c")
              .map(
                  line ->
                      CompletableFuture.supplyAsync(
                          () ->
                              check(
                                  model(program, ANY, new Speaker(line, last), new Speaker("d")),
                                  SearchOptions.DEFAULT)))
              .toList();
      both.forEach(each -> assertThat(each.join().verdict()).isEqualTo(Verdict.VERIFIED));
      assertThat(AnswerFile.of(directory.toString(), program).remark()).isEmpty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  /** An answer that a kill has made must not be taken for one of the program. */
  @Test
  void aProgramThatIsKilledFromOutsideNeverLeadsToAVerdict() throws IOException {
    Path once = directory.resolve("once");
    String killedOnce =
        "read -r l; echo $l; read -r l; if [ ! -e "
            + once
            + " ]; then : >"
            + once
            + "; kill -9 $$; fi; echo $l; read -r l";
    InstanceResult result =
        check(
            model(
                shell(killedOnce).keptIn(directory.resolve("kept").toString()),
                ANY,
                new Speaker("a", "b")),
            SearchOptions.DEFAULT);

    assertThat(result.verdict()).isEqualTo(Verdict.ERROR);
    assertThat(result.error().orElseThrow().message())
        .contains("it answered ended before its reply was complete first");
    assertThat(directory.resolve("kept")).doesNotExist();
    InstanceResult again =
        check(
            model(
                shell(killedOnce).keptIn(directory.resolve("kept").toString()),
                ANY,
                new Speaker("a", "b")),
            SearchOptions.DEFAULT);
    assertThat(again.verdict()).isEqualTo(Verdict.VERIFIED);
    assertThat(use(again).recalled()).isZero();
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".peer")).findFirst().orElseThrow();
    }
  }
}
