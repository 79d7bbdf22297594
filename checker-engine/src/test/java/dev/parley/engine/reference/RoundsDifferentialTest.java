package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Verdict;
import dev.parley.engine.internal.InstanceCheck;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import dev.parley.engine.options.StoreOptions.Memory;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.ProgressListener;
import dev.parley.engine.result.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Holds the search by rounds against the naive checker, on random protocols that proceed in rounds
 * and on such that break one of the conditions. {@code -Dparley.rounds.seeds=N} sets how many
 * protocols, {@code -Dparley.rounds.first=K} where to start.
 */
class RoundsDifferentialTest {
  private static final long FIRST = Long.getLong("parley.rounds.first", 0);
  private static final long SEEDS = Long.getLong("parley.rounds.seeds", 40);
  private static final int ENOUGH = 40;
  private static final int MOST_STATES = Integer.getInteger("parley.rounds.states", 600);

  private final Map<String, Long> happened = new TreeMap<>();

  @Test
  void roundsFindWhatAllOrdersFind() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .mapToObj(RoundProtocol::of)
        .forEach(protocol -> guarded(protocol, failures, this::compare));
    System.out.println("rounds: " + happened);
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertThat(happened)
          .containsKeys("VERIFIED", "VIOLATED", "ERROR", "applied", "fewer states")
          .containsKeys(
              "pending from the start", "several initial states", "properties of the end");
    }
  }

  @Test
  void whatIsAssumedRulesOutTheSameInAllOrdersAndByRounds() {
    List<String> failures = Collections.synchronizedList(new ArrayList<>());
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .mapToObj(RoundProtocol::assuming)
        .forEach(protocol -> guarded(protocol, failures, this::compareAssuming));
    System.out.println("assumed rounds: " + happened);
    assertThat(failures).as("disagreements: %s", String.join("\n\n", failures)).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertThat(happened).containsKeys("ALL_BUT forbade", "KERNEL forbade", "RELIABLE forbade");
    }
  }

  private interface Comparison {
    void compare(RoundProtocol protocol, List<String> lines);
  }

  private static void guarded(
      RoundProtocol protocol, List<String> failures, Comparison comparison) {
    List<String> lines = new ArrayList<>();
    try {
      comparison.compare(protocol, lines);
    } catch (AssertionError | RuntimeException e) {
      lines.add(e.toString());
      lines.add(String.valueOf(e.getStackTrace()[0]));
    }
    if (!lines.isEmpty()) {
      failures.add(protocol + ": " + lines);
    }
  }

  private static int place(Object message) {
    return ((RoundNode.Item) message).place();
  }

  private void compare(RoundProtocol protocol, List<String> lines) {
    Optional<NaiveRounds.Result> naive =
        NaiveRounds.of(protocol.model(Models.UNREAD), RoundsDifferentialTest::place, MOST_STATES);
    Agreement agreement =
        naive.isEmpty()
            ? null
            : Agreement.of(
                () -> protocol.model(Models.UNREAD), 10 * MOST_STATES, OptionalInt.empty());
    if (naive.isEmpty() || !agreement.isKnown()) {
      note("too large", true);
      return;
    }
    for (Memory memory : List.of(Memory.FULL, Memory.RELEVANT)) {
      SearchOptions options =
          SearchOptions.DEFAULT.withRunTwice(false).withMemory(memory).withRounds(true);
      InstanceResult result = check(protocol, options);
      compare(protocol, naive.get(), agreement, options, result, lines);
    }
  }

  private void compare(
      RoundProtocol protocol,
      NaiveRounds.Result naive,
      Agreement agreement,
      SearchOptions options,
      InstanceResult result,
      List<String> lines) {
    if (agreement.breach().isPresent()) {
      note("auxiliary content matters", true);
      return;
    }
    note(result.verdict().name(), true);
    note("pending from the start", protocol.posted().stream().anyMatch(p -> !p.isEmpty()));
    note("several initial states", protocol.posted().size() > 1);
    note(
        "properties of the end",
        protocol.claims().stream().anyMatch(c -> c.property().kind() == Property.Kind.TERMINAL));
    note("breaks " + naive.broken(), !naive.broken().isEmpty());
    if (naive.broken().isEmpty()) {
      if (!naive.violated().equals(agreement.whole().violations().keySet())) {
        lines.add("the naive checkers differ: " + naive + " and " + agreement.whole());
      }
      if (result.verdict() == Verdict.ERROR) {
        note("breach that never occurs", true);
        if (!message(result).contains("of rounds is broken")) {
          lines.add(message(result));
        }
        return;
      }
      agreement
          .contradictions(
              () -> protocol.model(Models.UNREAD), options.withDeadMessages(true), result)
          .stream()
          .filter(line -> !line.contains("terminal states") && !line.matches("[0-9]+ states.*"))
          .forEach(lines::add);
      if (result.verdict() == Verdict.VERIFIED) {
        note("fewer states", result.figures().states() < naive.states());
        note(
            "applied",
            result.reductions().stream().anyMatch(r -> r.applied() && r.name().equals("rounds")));
        note("states by rounds", result.figures().states());
        note("states in all orders", naive.states());
      }
      return;
    }
    if (result.verdict() == Verdict.VERIFIED) {
      lines.add("verified, although it breaks " + naive.broken());
    } else if (result.verdict() == Verdict.VIOLATED) {
      String property = result.violation().map(Violation::property).orElseThrow();
      if (!agreement.whole().violations().containsKey(property)) {
        lines.add(property + " is not violated");
      }
    } else {
      boolean named =
          naive.broken().stream()
              .anyMatch(c -> message(result).contains("condition " + c + " of rounds is broken"));
      note("another condition than ever is broken", !named);
      naive.broken().stream()
          .filter(c -> message(result).contains("condition " + c + " of rounds"))
          .forEach(c -> note("condition " + c + " reported", true));
      if (!message(result).contains("of rounds is broken")) {
        lines.add(message(result));
      }
    }
  }

  private void compareAssuming(RoundProtocol protocol, List<String> lines) {
    Optional<NaiveRounds.Result> naive =
        NaiveRounds.of(protocol.model(Models.UNREAD), RoundsDifferentialTest::place, MOST_STATES);
    if (naive.isEmpty()) {
      note("too large", true);
      return;
    }
    note(protocol.rounds().kind() + " forbade", naive.get().forbade());
    for (boolean byRounds : List.of(false, true)) {
      InstanceResult result =
          check(
              protocol,
              SearchMode.DBSS
                  .in(SearchMode.DBSS.nearestFirst())
                  .options()
                  .withRunTwice(false)
                  .withRounds(byRounds));
      String who = byRounds ? "by rounds " : "in all orders ";
      note(who + result.verdict(), true);
      if (!naive.get().broken().isEmpty()) {
        if (result.verdict() == Verdict.VERIFIED) {
          lines.add(who + "verified, although it breaks " + naive.get().broken());
        }
        continue;
      }
      Verdict right = naive.get().violated().isEmpty() ? Verdict.VERIFIED : Verdict.VIOLATED;
      if (result.verdict() == Verdict.ERROR && byRounds) {
        note("breach that never occurs", true);
      } else if (result.verdict() != right) {
        lines.add(who + result.verdict() + ", not " + naive.get() + " " + result.error());
      } else if (right == Verdict.VIOLATED
          && !naive
              .get()
              .violated()
              .contains(result.violation().map(Violation::property).orElseThrow())) {
        lines.add(who + result.violation());
      }
    }
  }

  private static InstanceResult check(RoundProtocol protocol, SearchOptions options) {
    return InstanceCheck.ofInspected(
            protocol.model(ModelLoader::nodeType), options, ProgressListener.NONE)
        .run();
  }

  private static String message(InstanceResult result) {
    return result.error().map(error -> error.message()).orElse("no message");
  }

  private void note(String what, boolean did) {
    note(what, did ? 1 : 0);
  }

  private synchronized void note(String what, long times) {
    if (times > 0) {
      happened.merge(what, times, Long::sum);
    }
  }
}
