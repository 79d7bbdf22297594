package dev.parley.maven.history;

import dev.parley.api.Verdict;
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
 * @param module the artifact whose protocol it is: two modules may have protocols of one name
 * @param protocol the protocol's name
 * @param instance the instance's name
 * @param fingerprint identifies the code that was checked; empty if it is not known
 * @param verdict what was found
 * @param accepted whether later runs are judged by this one; a run that failed a gate is not
 * @param mode the name of the mode it was checked in
 * @param search what ran, in full: figures of different searches are not comparable
 * @param states how many states the check stored; absent if it did not come to an end
 * @param comparedStates how many states each compared mode stored, of those that came to an end
 * @param reductions by how many per cent fewer states than the stateful search, by mode
 * @param millis how long the check took; depends on the machine
 * @param statesPerSecond its rate; depends on the machine
 * @param parley the version of Parley that ran
 */
public record HistoryRecord(
    String commit,
    String recordedAt,
    String module,
    String protocol,
    String instance,
    String fingerprint,
    Verdict verdict,
    boolean accepted,
    String mode,
    String search,
    Optional<Long> states,
    SortedMap<String, Long> comparedStates,
    SortedMap<String, Double> reductions,
    long millis,
    long statesPerSecond,
    String parley) {

  /** What the record is about. */
  public record Subject(String module, String protocol, String instance) {
    /** As {@code paxos / paxos(2,3,2)}. */
    @Override
    public String toString() {
      return protocol + " / " + instance;
    }
  }

  /** Keeps its own copies; percentages have the two decimals they are written with. */
  public HistoryRecord {
    Objects.requireNonNull(verdict, "verdict");
    comparedStates = Collections.unmodifiableSortedMap(new TreeMap<>(comparedStates));
    TreeMap<String, Double> rounded = new TreeMap<>();
    for (Map.Entry<String, Double> reduction : reductions.entrySet()) {
      rounded.put(reduction.getKey(), Math.round(reduction.getValue() * 100) / 100.0);
    }
    reductions = Collections.unmodifiableSortedMap(rounded);
  }

  /** What the record is about. */
  public Subject subject() {
    return new Subject(module, protocol, instance);
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
        module,
        protocol,
        instance,
        fingerprint,
        verdict,
        newAccepted,
        mode,
        search,
        states,
        comparedStates,
        reductions,
        millis,
        statesPerSecond,
        parley);
  }
}
