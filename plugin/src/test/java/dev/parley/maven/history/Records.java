package dev.parley.maven.history;

import dev.parley.api.Verdict;
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
        "protocols",
        "paxos",
        instance,
        "00112233445566778899aabbccddeeff",
        Verdict.VERIFIED,
        true,
        "dbss",
        "DBSS, breadth first",
        Optional.of(27_410L),
        new TreeMap<>(java.util.Map.of("stateful", 70_094L, "dbss", 27_410L)),
        new TreeMap<>(java.util.Map.of("dbss", 60.8953)),
        1_250,
        21_928,
        "1.2.3");
  }

  static HistoryRecord of(String commit, int day, String instance) {
    return of(commit, "2026-01-%02dT03:04:05Z".formatted(day), instance);
  }
}
