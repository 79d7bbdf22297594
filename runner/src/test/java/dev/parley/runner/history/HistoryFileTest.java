package dev.parley.runner.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  /** What a record looks like in the file, to the byte. Files in users' repositories have this. */
  private static final String LINE =
      "{\"format\":1,\"commit\":\"1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d\","
          + "\"recordedAt\":\"2026-01-02T03:04:05Z\",\"module\":\"protocols\","
          + "\"protocol\":\"paxos\",\"instance\":\"paxos(2,3,2)\","
          + "\"fingerprint\":\"00112233445566778899aabbccddeeff\",\"verdict\":\"VERIFIED\","
          + "\"accepted\":true,\"mode\":\"dbss\",\"search\":\"DBSS, breadth first\","
          + "\"options\":{\"order\":\"BREADTH_FIRST\",\"trialRuns\":\"250000\"},"
          + "\"states\":27410,\"comparedStates\":{\"dbss\":27410,\"stateful\":70094},"
          + "\"reductions\":{\"dbss\":60.90},"
          + "\"comparedOptions\":{\"dbss\":\"0123456789ab\"},"
          + "\"machineDependent\":{\"millis\":1250,\"statesPerSecond\":21928},"
          + "\"parley\":\"1.2.3\"}";

  private static final HistoryRecord RECORD = Records.of(Records.FIRST, 2, "paxos(2,3,2)");

  @TempDir Path directory;

  private Path path;
  private HistoryFile file;

  @BeforeEach
  void nameTheFile() {
    path = directory.resolve("past").resolve("parley-history.jsonl");
    file = new HistoryFile(path);
  }

  @Test
  void aRecordIsOneLineAndAlwaysTheSameBytes() throws IOException {
    file.append(List.of(RECORD));
    assertThat(path).hasContent(LINE);
    assertThat(Files.readString(path)).endsWith("}\n");
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    HistoryRecord undecided =
        new HistoryRecord(
            Records.SECOND,
            "2026-01-03T00:00:00Z",
            new HistoryRecord.Subject("m", "odd \"name\" \u2028 \n", "i"),
            "",
            Verdict.BUDGET_EXHAUSTED,
            false,
            new HistoryRecord.Search("stateful", "stateful, depth first", new TreeMap<>(), "1"),
            new HistoryRecord.Counts(
                Optional.empty(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>()),
            new HistoryRecord.Speed(0, 0));
    file.append(List.of(RECORD));
    file.append(List.of(undecided));
    assertThat(file.read()).isEqualTo(new History(List.of(RECORD, undecided), List.of()));
    assertThat(Files.readAllLines(path)).hasSize(2);
  }

  @Test
  void searchesWithoutReductionsAreReadBackWhereTheyWereMeasured() throws IOException {
    HistoryRecord measured =
        RECORD.with(Optional.of(new HistoryRecord.Baseline("0123", "{\"searches\":[]}")));
    file.append(List.of(RECORD));
    file.append(List.of(measured.withAccepted(false)));
    assertThat(file.read().records()).containsExactly(RECORD, measured.withAccepted(false));
    assertThat(Files.readAllLines(path).get(0)).isEqualTo(LINE);
  }

  @Test
  void aFileThatDoesNotExistIsAnEmptyPast() throws IOException {
    assertThat(file.read()).isEqualTo(History.NONE);
    file.requireAppendable();
    assertThat(path).doesNotExist();
  }

  @Test
  void aLineThatStandsThereTwiceMakesNoDifference() throws IOException {
    HistoryRecord first = Records.of(Records.FIRST, 1, "small");
    HistoryRecord second = Records.of(Records.SECOND, 2, "small");
    file.append(List.of(first, first, second, second));
    assertThat(History.lastOfEachCommit(file.read().before(run(3)))).containsExactly(first, second);
    assertThat(file.read().baseline(run(3), r -> true).orElseThrow().record()).isEqualTo(second);
  }

  @Test
  void ofSeveralRecordsOfACommitTheLastIsShownAndTheLastAcceptedJudgedBy() throws IOException {
    HistoryRecord accepted = Records.of(Records.FIRST, 1, "small");
    HistoryRecord refused = Records.of(Records.FIRST, 2, "small").withAccepted(false);
    file.append(List.of(accepted, refused));
    History history = file.read();
    assertThat(History.lastOfEachCommit(history.before(run(3)))).containsExactly(refused);
    assertThat(history.baseline(run(3), r -> true).orElseThrow().record()).isEqualTo(accepted);
  }

  @Test
  void aRunIsJudgedByTheLastAcceptedRecordBeforeIt() throws IOException {
    HistoryRecord first = Records.of(Records.FIRST, 1, "small");
    HistoryRecord failed = Records.of(Records.SECOND, 2, "small").withAccepted(false);
    file.append(List.of(first, failed));
    History history = file.read();
    assertThat(history.baseline(run(3), r -> true))
        .contains(new History.Baseline(first, Optional.empty()));
    assertThat(history.baseline(run(3), r -> r.counts().states().isEmpty())).isEmpty();
    assertThat(history.baseline(Records.of("", 1, "small"), r -> true))
        .as("a run that was recorded is judged by what stood there before")
        .isEmpty();
    assertThat(history.baseline(Records.of("", 3, "other"), r -> true)).isEmpty();
  }

  @Test
  void theOrderInTheFileCountsAndADateThatContradictsItIsMentioned() throws IOException {
    HistoryRecord future = Records.of(Records.FIRST, "2099-01-01T00:00:00Z", "small");
    file.append(List.of(future));
    History.Baseline only = file.read().baseline(run(3), r -> true).orElseThrow();
    assertThat(only.record()).isEqualTo(future);
    assertThat(only.doubt().orElseThrow())
        .contains("for 1a2b3c4, is dated 2099-01-01T00:00:00Z, after this run began");
    HistoryRecord behind = Records.of(Records.SECOND, 2, "small");
    file.append(List.of(behind));
    History.Baseline last = file.read().baseline(run(3), r -> true).orElseThrow();
    assertThat(last.record()).isEqualTo(behind);
    assertThat(last.doubt().orElseThrow())
        .contains("for 2b3c4d5 of 2026-01-02", "that for 1a2b3c4 is dated later, 2099-01-01");
  }

  @Test
  void whatWasRecordedLatelyAndIsDeclaredNoMoreIsMissing() throws IOException {
    HistoryRecord kept = Records.of(Records.FIRST, 1, "kept");
    HistoryRecord gone = Records.of(Records.FIRST, 1, "gone");
    file.append(List.of(kept, gone));
    Set<HistoryRecord.Subject> present = Set.of(kept.subject());
    assertThat(file.read().missing("protocols", present)).containsExactly(gone);
    assertThat(file.read().missing("another", present)).isEmpty();
    for (int i = 0; i < 20; i++) {
      file.append(List.of(Records.of(i + Records.SECOND, 2, "kept")));
    }
    assertThat(file.read().missing("protocols", present)).as("long ago").isEmpty();
  }

  @Test
  void recordsOfEarlierVersionsSayNothingOfOptions() throws IOException {
    Files.createDirectories(path.getParent());
    String older =
        LINE.replaceFirst("\"options\":\\{.*?\\},", "")
            .replaceFirst("\"comparedOptions\":\\{.*?\\},", "");
    assertThat(older).isNotEqualTo(LINE);
    Files.writeString(path, older + "\n");
    HistoryRecord read = file.read().records().get(0);
    assertThat(read.search().options()).isEmpty();
    assertThat(read.search().sameAs(RECORD.search())).isTrue();
    assertThat(read.counts().comparedAlike("dbss", RECORD.counts())).isTrue();
  }

  private static HistoryRecord run(int day) {
    return Records.of("", day, "small");
  }

  @Test
  void aLineThatWasCutOffIsReportedAndKeptAndDoesNotSpoilTheNext() throws IOException {
    file.append(List.of(RECORD));
    String cut = LINE.substring(0, 60);
    Files.writeString(path, cut, StandardOpenOption.APPEND);
    assertThat(file.read().records()).containsExactly(RECORD);
    assertThat(file.read().problems())
        .singleElement()
        .asString()
        .isEqualTo(
            path
                + ", line 2 is not a JSON object; it seems to have been cut off. It is ignored and"
                + " kept in the file.");
    HistoryRecord next = Records.of(Records.SECOND, 5, "paxos(2,3,2)");
    file.append(List.of(next));
    assertThat(file.read().records()).containsExactly(RECORD, next);
    assertThat(Files.readAllLines(path)).hasSize(3).contains(LINE, cut);
  }

  @Test
  void aWholeLineWithoutItsEndIsReadAndNotContinued() throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, LINE);
    HistoryRecord next = Records.of(Records.SECOND, 5, "paxos(2,3,2)");
    file.append(List.of(next));
    assertThat(file.read()).isEqualTo(new History(List.of(RECORD, next), List.of()));
  }

  @Test
  void corruptLinesAreReportedOneByOneAndKept() throws IOException {
    Files.createDirectories(path.getParent());
    byte[] noText = {(byte) 0xFF, (byte) 0xFE, '\n'};
    List<String> lines =
        List.of(
            "<<<<<<< ours",
            LINE,
            LINE.replace("\"VERIFIED\"", "\"PROVEN\""),
            LINE.replace("27410,\"comparedStates\"", "\"many\",\"comparedStates\""),
            LINE.replace("2026-01-02T03:04:05Z", "yesterday"),
            LINE.replace("\"format\":1,", ""),
            LINE.replace("\"format\":1,", "\"format\":0,"),
            LINE + LINE,
            "",
            "[]");
    Files.write(path, lines);
    Files.write(path, noText, StandardOpenOption.APPEND);
    byte[] before = Files.readAllBytes(path);
    History history = file.read();
    assertThat(history.records()).containsExactly(RECORD);
    assertThat(history.problems())
        .extracting(p -> p.substring(path.toString().length(), p.indexOf(" It is ignored")))
        .containsExactly(
            ", line 1 is the mark of a merge conflict.",
            ", line 3 has the unknown verdict PROVEN.",
            ", line 4 does not have a count under 'states'.",
            ", line 5 has no time as 'recordedAt': yesterday.",
            ", line 6 does not say which format it has.",
            ", line 7 has format 0, which is older than any this Parley reads.",
            ", line 8 is not a JSON object.",
            ", line 10 is not a JSON object.",
            ", line 11 is not a JSON object.");
    file.append(List.of(Records.of(Records.SECOND, 5, "small")));
    assertThat(Files.readAllBytes(path)).startsWith(before);
  }

  @Test
  void aNewerFormatIsLeftOutAndNothingIsAddedToIt() throws IOException {
    Files.createDirectories(path.getParent());
    Files.write(path, List.of(LINE, LINE.replace("\"format\":1,", "\"format\":2,\"new\":{},")));
    byte[] before = Files.readAllBytes(path);
    assertThat(file.read().records()).containsExactly(RECORD);
    assertThat(file.read().problems())
        .singleElement()
        .asString()
        .contains("line 2 has format 2 of a newer Parley, and this one knows formats up to 1.");
    assertThatThrownBy(() -> file.append(List.of(RECORD)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2 has format 2 of a newer Parley")
        .hasMessageContaining("record with the newer Parley, or to another file");
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void whatCannotBeWrittenIsFoundBeforehand() throws IOException {
    Files.createDirectories(path);
    assertThatThrownBy(file::requireAppendable)
        .isInstanceOf(IOException.class)
        .hasMessage(path + " is a directory; name a file with -Dparley.history.file");
    Path occupied = Files.createFile(directory.resolve("occupied"));
    assertThatThrownBy(new HistoryFile(occupied.resolve("past.jsonl"))::requireAppendable)
        .isInstanceOf(IOException.class);
  }

  @Test
  void keysThisVersionDoesNotKnowAreIgnored() throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, LINE.replace("\"format\":1,", "\"format\":1,\"more\":[1],") + "\r\n");
    assertThat(file.read()).isEqualTo(new History(List.of(RECORD), List.of()));
  }

  @Test
  @Timeout(120)
  void threadsAndProcessesThatWriteAtOnceLoseNothing() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (String name : List.of("p", "q")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  HistoryWriter.class.getName(),
                  path.toString(),
                  name,
                  "40")
              .inheritIO()
              .start());
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> writers = new ArrayList<>();
      for (String name : List.of("a", "b", "c", "d")) {
        Callable<Void> writer =
            () -> {
              HistoryWriter.write(path, name, 40);
              return null;
            };
        writers.add(threads.submit(writer));
      }
      for (Future<Void> writer : writers) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (Process process : processes) {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
    History history = file.read();
    assertThat(history.problems()).isEmpty();
    assertThat(history.records()).hasSize(6 * 40 * 2);
    assertThat(Files.readAllLines(path)).hasSize(6 * 40 * 2);
  }
}
