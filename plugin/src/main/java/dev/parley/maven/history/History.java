package dev.parley.maven.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a history file says.
 *
 * <p>Neither the order of its lines nor a line that stands there twice makes a difference, so two
 * branches' files can be merged by keeping the lines of both. Time orders the records; of two for
 * the same commit and instance the later one counts, and of two of the same time the one further
 * down.
 *
 * @param records what could be read, the oldest first, one per commit and instance
 * @param problems what could not be read, a sentence each that names the line
 */
public record History(List<HistoryRecord> records, List<String> problems) {
  /** Nothing was ever recorded. */
  public static final History NONE = new History(List.of(), List.of());

  /** Brings the records into order and leaves out those that were superseded. */
  public History {
    List<HistoryRecord> sorted = new ArrayList<>(records);
    sorted.sort(Comparator.comparing(record -> Instant.parse(record.recordedAt())));
    Map<List<Object>, HistoryRecord> latest = new LinkedHashMap<>();
    for (HistoryRecord record : sorted) {
      List<Object> key = List.of(record.commit(), record.subject());
      // Removed first, so that it moves to the place of its own time.
      latest.remove(key);
      latest.put(key, record);
    }
    records = List.copyOf(latest.values());
    problems = List.copyOf(problems);
  }

  /** The past of an instance before this time, the oldest first. */
  public List<HistoryRecord> of(HistoryRecord.Subject subject, String before) {
    Instant end = Instant.parse(before);
    return records.stream()
        .filter(record -> record.subject().equals(subject))
        .filter(record -> Instant.parse(record.recordedAt()).isBefore(end))
        .toList();
  }

  /**
   * What a figure of a run of this time is judged by: the latest accepted record that has it. A run
   * that measured less, or did not come to an end, does not make the ones before it forgotten.
   */
  public Optional<HistoryRecord> baseline(
      HistoryRecord.Subject subject, String before, Predicate<HistoryRecord> hasTheFigure) {
    return of(subject, before).stream()
        .filter(HistoryRecord::accepted)
        .filter(hasTheFigure)
        .reduce((earlier, later) -> later);
  }
}
