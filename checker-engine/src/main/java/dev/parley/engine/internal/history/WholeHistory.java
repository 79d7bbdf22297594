package dev.parley.engine.internal.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells apart whatever differs in a history: each client's operations and results, and which
 * operations of others had ended when each began. That is the order in which operations precede
 * each other; begins next to begins, and ends next to ends, may be exchanged. It is the equality of
 * histories that Stateright has. Judging is another monitor's business, which follows along.
 */
final class WholeHistory implements Monitor {
  /** Stands for the result of an operation that never ends. */
  private static final int NEVER = -1;

  /**
   * An operation.
   *
   * @param result its result; {@link #NEVER} if it was cut off
   * @param before how many operations of each other client had ended when it began, without zeros
   */
  private record Operation(int operation, int result, SortedMap<Integer, Integer> before) {}

  /**
   * A history.
   *
   * @param judged its number in the monitor that judges it
   * @param operations the operations of each client that ended or were cut off
   * @param ended how many of them ended, without zeros
   * @param open what had ended before the open operation of each client began
   */
  private record History(
      int judged,
      SortedMap<Integer, List<Operation>> operations,
      SortedMap<Integer, Integer> ended,
      SortedMap<Integer, SortedMap<Integer, Integer>> open) {}

  private final Monitor judge;
  private final List<History> histories = new ArrayList<>();
  private final Map<History, Integer> numbers = new HashMap<>();

  WholeHistory(Monitor judge) {
    this.judge = judge;
  }

  @Override
  public int beginning(Map<Integer, Integer> operations) {
    SortedMap<Integer, SortedMap<Integer, Integer>> open = new TreeMap<>();
    operations.keySet().forEach(client -> open.put(client, new TreeMap<>()));
    return number(new History(judge.beginning(operations), new TreeMap<>(), new TreeMap<>(), open));
  }

  @Override
  public Optional<Integer> operation(int history, int client) {
    return judge.operation(histories.get(history).judged, client);
  }

  @Override
  public boolean isInterrupted(int history, int client) {
    return judge.isInterrupted(histories.get(history).judged, client);
  }

  @Override
  public boolean mentionsNodes() {
    return judge.mentionsNodes();
  }

  @Override
  public int begun(int history, int client, int operation) {
    History before = histories.get(history);
    SortedMap<Integer, List<Operation>> operations = before.operations;
    if (before.open.containsKey(client)) {
      operations = closed(history, client, NEVER);
    }
    SortedMap<Integer, Integer> others = new TreeMap<>(before.ended);
    others.remove(client);
    SortedMap<Integer, SortedMap<Integer, Integer>> open = new TreeMap<>(before.open);
    open.put(client, others);
    return number(
        new History(judge.begun(before.judged, client, operation), operations, before.ended, open));
  }

  @Override
  public int ended(int history, int client, int result) {
    History before = histories.get(history);
    SortedMap<Integer, SortedMap<Integer, Integer>> open = new TreeMap<>(before.open);
    open.remove(client);
    SortedMap<Integer, Integer> ended = new TreeMap<>(before.ended);
    ended.merge(client, 1, Integer::sum);
    return number(
        new History(
            judge.ended(before.judged, client, result),
            closed(history, client, result),
            ended,
            open));
  }

  private SortedMap<Integer, List<Operation>> closed(int history, int client, int result) {
    History before = histories.get(history);
    List<Operation> sequence = new ArrayList<>(before.operations.getOrDefault(client, List.of()));
    sequence.add(
        new Operation(operation(history, client).orElseThrow(), result, before.open.get(client)));
    SortedMap<Integer, List<Operation>> operations = new TreeMap<>(before.operations);
    operations.put(client, List.copyOf(sequence));
    return operations;
  }

  @Override
  public int interrupted(int history, int client) {
    History before = histories.get(history);
    return number(
        new History(
            judge.interrupted(before.judged, client),
            before.operations,
            before.ended,
            before.open));
  }

  @Override
  public boolean fits(int history) {
    return judge.fits(histories.get(history).judged);
  }

  @Override
  public Set<Integer> fitting(int history, int client) {
    return judge.fitting(histories.get(history).judged, client);
  }

  private int number(History history) {
    Integer known = numbers.putIfAbsent(history, histories.size());
    if (known != null) {
      return known;
    }
    histories.add(history);
    return histories.size() - 1;
  }

  @Override
  public int count() {
    return histories.size();
  }

  @Override
  public String text(int history) {
    return judge.text(histories.get(history).judged);
  }

  @Override
  public int renamed(int history, int[] image) {
    History one = histories.get(history);
    SortedMap<Integer, List<Operation>> operations = new TreeMap<>();
    one.operations.forEach(
        (client, sequence) ->
            operations.put(
                image[client],
                sequence.stream()
                    .map(o -> new Operation(o.operation, o.result, renamed(o.before, image)))
                    .toList()));
    SortedMap<Integer, SortedMap<Integer, Integer>> open = new TreeMap<>();
    one.open.forEach((client, before) -> open.put(image[client], renamed(before, image)));
    return number(
        new History(judge.renamed(one.judged, image), operations, renamed(one.ended, image), open));
  }

  private static SortedMap<Integer, Integer> renamed(
      SortedMap<Integer, Integer> counts, int[] image) {
    SortedMap<Integer, Integer> renamed = new TreeMap<>();
    counts.forEach((client, count) -> renamed.put(image[client], count));
    return renamed;
  }

  @Override
  public long mark(int history, int client) {
    History one = histories.get(history);
    long sequence = 17;
    for (Operation o : one.operations.getOrDefault(client, List.of())) {
      sequence = sequence * 31 + o.operation * 37L + o.result;
    }
    return sequence * 31 + judge.mark(one.judged, client);
  }
}
