package dev.parley.runner.history;

import dev.parley.api.Verdict;
import dev.parley.engine.result.OneLine;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is recorded of one instance for one commit.
 *
 * @param commit the commit, in full
 * @param recordedAt when the run began, in ISO 8601
 * @param subject which instance it is about
 * @param fingerprint identifies the code that was checked; empty if it is not known
 * @param verdict what was found
 * @param accepted whether later runs are judged by this one; a run that failed a gate is not
 * @param search how it was searched: figures of different searches are not comparable
 * @param counts what was counted; the same on every machine
 * @param speed how fast it was; depends on the machine
 * @param baseline what the instance takes without reductions, if that was measured for this record
 */
public record HistoryRecord(
    String commit,
    String recordedAt,
    Subject subject,
    String fingerprint,
    Verdict verdict,
    boolean accepted,
    Search search,
    Counts counts,
    Speed speed,
    Optional<Baseline> baseline) {

  /** What a record tells that measures nothing besides the check. */
  public HistoryRecord(
      String commit,
      String recordedAt,
      Subject subject,
      String fingerprint,
      Verdict verdict,
      boolean accepted,
      Search search,
      Counts counts,
      Speed speed) {
    this(
        commit,
        recordedAt,
        subject,
        fingerprint,
        verdict,
        accepted,
        search,
        counts,
        speed,
        Optional.empty());
  }

  /**
   * Searches without reductions, for later runs of the same code.
   *
   * @param identity of the code and of how it was searched
   * @param searches what each did, as JSON
   */
  public record Baseline(String identity, String searches) {}

  /** The same with searches without reductions. */
  public HistoryRecord with(Optional<Baseline> other) {
    return new HistoryRecord(
        commit, recordedAt, subject, fingerprint, verdict, accepted, search, counts, speed, other);
  }

  /**
   * What a record is about.
   *
   * @param module the artifact whose protocol it is: two modules may have protocols of one name
   * @param protocol the protocol's name
   * @param instance the instance's name
   */
  public record Subject(String module, String protocol, String instance) {
    /** As {@code paxos / paxos(2,3,2)}. */
    @Override
    public String toString() {
      return OneLine.of(protocol + " / " + instance);
    }
  }

  /**
   * How an instance was searched.
   *
   * @param mode the mode's name
   * @param text what ran, in the words reports show
   * @param options what the search was configured with, budgets aside; empty if it is not known
   * @param parley the version of Parley that ran
   */
  public record Search(String mode, String text, SortedMap<String, String> options, String parley) {
    /** Keeps its own copy. */
    public Search {
      options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }

    /**
     * Whether the figures of two searches can be compared. Options not known are not told apart.
     */
    public boolean sameAs(Search other) {
      return mode.equals(other.mode)
          && text.equals(other.text)
          && parley.equals(other.parley)
          && (options.isEmpty() || other.options.isEmpty() || options.equals(other.options));
    }

    /** What another search has differently, as {@code trialRuns 1000 instead of 250000}. */
    public String differenceFrom(Search other) {
      if (!mode.equals(other.mode) || !text.equals(other.text)) {
        return text + " instead of " + other.text;
      }
      TreeMap<String, String> all = new TreeMap<>(other.options);
      all.putAll(options);
      StringBuilder difference = new StringBuilder();
      if (!parley.equals(other.parley)) {
        difference.append("Parley ").append(parley).append(" instead of ").append(other.parley);
      }
      for (String key : all.keySet()) {
        String value = options.getOrDefault(key, "none");
        String otherValue = other.options.getOrDefault(key, "none");
        if (!options.isEmpty() && !other.options.isEmpty() && !value.equals(otherValue)) {
          difference.append(difference.length() == 0 ? "" : ", ");
          difference.append(key).append(' ').append(value).append(" instead of ");
          difference.append(otherValue);
        }
      }
      return difference.toString();
    }
  }

  /**
   * What was counted.
   *
   * @param states how many states the check stored; absent if it did not come to an end
   * @param comparedStates how many states each compared mode stored, of those that came to an end
   * @param reductions by how many per cent fewer states than the stateful search, by mode
   * @param comparedOptions identifies what each compared mode was configured with, by mode
   */
  public record Counts(
      Optional<Long> states,
      SortedMap<String, Long> comparedStates,
      SortedMap<String, Double> reductions,
      SortedMap<String, String> comparedOptions) {
    /** Keeps its own copies; percentages have the two decimals they are written with. */
    public Counts {
      comparedStates = Collections.unmodifiableSortedMap(new TreeMap<>(comparedStates));
      TreeMap<String, Double> rounded = new TreeMap<>();
      for (Map.Entry<String, Double> reduction : reductions.entrySet()) {
        rounded.put(reduction.getKey(), Math.round(reduction.getValue() * 100) / 100.0);
      }
      reductions = Collections.unmodifiableSortedMap(rounded);
      comparedOptions = Collections.unmodifiableSortedMap(new TreeMap<>(comparedOptions));
    }

    /** Whether a mode was compared in the same way. Options not known are not told apart. */
    public boolean comparedAlike(String mode, Counts other) {
      String mine = comparedOptions.get(mode);
      String others = other.comparedOptions.get(mode);
      return mine == null || others == null || mine.equals(others);
    }
  }

  /**
   * How fast it was.
   *
   * @param millis how long the check took
   * @param statesPerSecond its rate
   */
  public record Speed(long millis, long statesPerSecond) {}

  /** Checks what must be there. */
  public HistoryRecord {
    Objects.requireNonNull(verdict, "verdict");
  }

  /** The commit as people write it: the first seven digits. */
  public String shortCommit() {
    return commit.length() > 7 ? commit.substring(0, 7) : commit;
  }

  /** The same, as a run that later ones are or are not judged by. */
  public HistoryRecord withAccepted(boolean newAccepted) {
    return new HistoryRecord(
        commit,
        recordedAt,
        subject,
        fingerprint,
        verdict,
        newAccepted,
        search,
        counts,
        speed,
        baseline);
  }

  /** Whether both are of the same run, whatever it was recorded for and judged as. */
  boolean ofSameRun(HistoryRecord other) {
    return recordedAt.equals(other.recordedAt)
        && subject.equals(other.subject)
        && fingerprint.equals(other.fingerprint)
        && verdict == other.verdict
        && search.equals(other.search)
        && counts.equals(other.counts)
        && speed.equals(other.speed);
  }
}
