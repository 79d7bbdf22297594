package dev.parley.runner.history;

import dev.parley.api.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records as a run would make them. */
final class Records {
  static final String FIRST = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
  static final String SECOND = "2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e";

  private Records() {}

  static HistoryRecord of(String commit, String recordedAt, String instance) {
    return new HistoryRecord(
        commit,
        recordedAt,
        new HistoryRecord.Subject("protocols", "paxos", instance),
        "00112233445566778899aabbccddeeff",
        Verdict.VERIFIED,
        true,
        new HistoryRecord.Search(
            "dbss",
            "DBSS, breadth first",
            new TreeMap<>(Map.of("order", "BREADTH_FIRST", "trialRuns", "250000")),
            "1.2.3"),
        new HistoryRecord.Counts(
            Optional.of(27_410L),
            new TreeMap<>(Map.of("stateful", 70_094L, "dbss", 27_410L)),
            new TreeMap<>(Map.of("dbss", 60.8953)),
            new TreeMap<>(Map.of("dbss", "0123456789ab"))),
        new HistoryRecord.Speed(1_250, 21_928));
  }

  static HistoryRecord of(String commit, int day, String instance) {
    return of(commit, "2026-01-%02dT03:04:05Z".formatted(day), instance);
  }
}
