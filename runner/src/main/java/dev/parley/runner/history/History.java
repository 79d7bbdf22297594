package dev.parley.runner.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a history file says.
 *
 * <p>Records stand in the order of the file, which only grows: the last one was written last,
 * whatever the clocks of the machines said that wrote them. Merging two branches' files is keeping
 * the lines of both; which branch's lines come last is then up to the merge, and a {@link Baseline}
 * says if a later date is passed over.
 *
 * <p>Every record counts, also several for one commit: a refused one never hides an accepted one,
 * nor one that measured less another that measured more.
 *
 * @param records what could be read
 * @param problems what could not be read, a sentence each that names the line
 */
public record History(List<HistoryRecord> records, List<String> problems) {
  /** Nothing was ever recorded. */
  public static final History NONE = new History(List.of(), List.of());

  /** In so many recorded commits an instance is looked for that is there no more. */
  private static final int MEMORY_OF_MISSING = 20;

  /** Keeps its own copies. */
  public History {
    records = List.copyOf(records);
    problems = List.copyOf(problems);
  }

  /**
   * The past of a run's instance. If the run itself was recorded already, it ends there: no run is
   * judged by itself or by what came after it.
   */
  public List<HistoryRecord> before(HistoryRecord run) {
    List<HistoryRecord> past = new ArrayList<>();
    for (HistoryRecord record : records) {
      if (record.ofSameRun(run)) {
        return past;
      }
      if (record.subject().equals(run.subject())) {
        past.add(record);
      }
    }
    return past;
  }

  /** The past as it is shown: of several records for a commit the last. */
  public static List<HistoryRecord> lastOfEachCommit(List<HistoryRecord> past) {
    Map<String, HistoryRecord> last = new LinkedHashMap<>();
    for (HistoryRecord record : past) {
      // Removed first, so that it moves to the end.
      last.remove(record.commit());
      last.put(record.commit(), record);
    }
    return List.copyOf(last.values());
  }

  /**
   * What a figure is judged by.
   *
   * @param record the last accepted record that has the figure
   * @param doubt why its place in the file and the dates disagree, if they do: one sentence without
   *     its full stop
   */
  public record Baseline(HistoryRecord record, Optional<String> doubt) {}

  /**
   * What a figure of a run is judged by: the last accepted record that has it. A run that measured
   * less, or did not come to an end, does not make the ones before it forgotten.
   */
  public Optional<Baseline> baseline(HistoryRecord run, Predicate<HistoryRecord> hasTheFigure) {
    List<HistoryRecord> candidates =
        before(run).stream().filter(HistoryRecord::accepted).filter(hasTheFigure).toList();
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    HistoryRecord last = candidates.get(candidates.size() - 1);
    HistoryRecord latest =
        candidates.stream().max(Comparator.comparing(History::time)).orElseThrow();
    Optional<String> doubt = Optional.empty();
    if (time(last).isAfter(time(run))) {
      doubt =
          Optional.of(
              "the last record, for "
                  + last.shortCommit()
                  + ", is dated "
                  + last.recordedAt()
                  + ", after this run began; its place in the file counts, not its date: see"
                  + " whose clock is wrong");
    } else if (time(latest).isAfter(time(last))) {
      doubt =
          Optional.of(
              "it is judged by the last record in the file, for "
                  + last.shortCommit()
                  + " of "
                  + last.recordedAt()
                  + ", although that for "
                  + latest.shortCommit()
                  + " is dated later, "
                  + latest.recordedAt()
                  + ": a clock was wrong, or branches were merged");
    }
    return Optional.of(new Baseline(last, doubt));
  }

  private static Instant time(HistoryRecord record) {
    return Instant.parse(record.recordedAt());
  }

  /**
   * Recorded instances of a module that it does not have any more, each with its last record. Only
   * recent commits are looked at, so that nobody hears of them for ever.
   */
  public List<HistoryRecord> missing(String module, Collection<HistoryRecord.Subject> present) {
    Map<HistoryRecord.Subject, HistoryRecord> last = new LinkedHashMap<>();
    Set<String> commits = new LinkedHashSet<>();
    for (int i = records.size() - 1; i >= 0; i--) {
      HistoryRecord record = records.get(i);
      if (!record.subject().module().equals(module)) {
        continue;
      }
      commits.add(record.commit());
      if (commits.size() > MEMORY_OF_MISSING) {
        break;
      }
      if (!present.contains(record.subject())) {
        last.putIfAbsent(record.subject(), record);
      }
    }
    return List.copyOf(last.values());
  }
}
