package dev.parley.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Register;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.history.Monitor;
import dev.parley.engine.internal.history.Monitors;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.model.Consistency;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ModelLoader;
import dev.parley.engine.model.Property;
import dev.parley.engine.options.SearchOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories, against brute force at every event: whether they fit, which results would, and
 * which histories are one. {@code -Dparley.histories=N} sets how many there are of each kind.
 */
class HistoryMonitorTest {
  private static final int HISTORIES = Integer.getInteger("parley.histories", 60);
  private static final int ENOUGH = 60;

  private final Map<String, Integer> counts = new TreeMap<>();

  private void count(String what, boolean happened) {
    counts.merge(what, happened ? 1 : 0, Integer::sum);
  }

  @ParameterizedTest
  @EnumSource
  void aMonitorDecidesWhatBruteForceDecides(RecordedProtocol.Demand demand) {
    for (RecordingNode.Shared shared : RecordingNode.Shared.values()) {
      compare(demand, shared, new SplittableRandom(shared.ordinal() * 31 + demand.ordinal()));
    }
    System.out.println(demand + " " + counts);
    if (HISTORIES >= ENOUGH) {
      counts.forEach((what, count) -> assertThat(count).as(what).isPositive());
    }
  }

  @Test
  void anOrphanComesAfterWhatItsClientDidEarlier() {
    Consistency consistency =
        new Consistency(
            Consistency.Kind.SEQUENTIALLY_CONSISTENT, true, RecordingNode.Shared.REGISTER::object);
    StepRunner runner = runner();
    Monitor monitor =
        Monitors.of(Property.of("history", "", consistency, Optional.empty()), runner, true);
    int one = runner.recordings().value(1, "test");
    int two = runner.recordings().value(2, "test");
    int read = runner.recordings().value(Register.read(), "test");
    int history = monitor.beginning(Map.of());
    history = monitor.begun(history, 0, runner.recordings().value(Register.write(1), "test"));
    history = monitor.ended(history, 0, 0);
    history = monitor.begun(history, 0, runner.recordings().value(Register.write(2), "test"));
    history = monitor.begun(monitor.interrupted(history, 0), 0, read);
    history = monitor.ended(monitor.begun(history, 1, read), 1, two);

    assertThat(monitor.fits(history)).isTrue();
    assertThat(monitor.fits(monitor.ended(monitor.begun(history, 1, read), 1, one))).isFalse();
  }

  private void compare(
      RecordedProtocol.Demand demand, RecordingNode.Shared shared, SplittableRandom random) {
    Property property =
        Property.of(
            "history",
            "",
            new Consistency(
                demand == RecordedProtocol.Demand.SEQUENTIAL
                    ? Consistency.Kind.SEQUENTIALLY_CONSISTENT
                    : Consistency.Kind.LINEARIZABLE,
                demand == RecordedProtocol.Demand.LINEARIZABLE_WHOLE,
                shared::object),
            Optional.empty());
    StepRunner runner = runner();
    Monitor monitor = Monitors.of(property, runner, true);
    Map<String, Integer> numbers = new HashMap<>();
    Map<Integer, String> texts = new HashMap<>();
    for (int i = 0; i < HISTORIES; i++) {
      new Comparison(property, shared, runner, monitor, numbers, texts, random.split()).run();
    }
  }

  private static StepRunner runner() {
    Model model = RecordedProtocol.of(0).model(ModelLoader::nodeType);
    return new StepRunner(model, new Participants(model), SearchOptions.DEFAULT, Set.of());
  }

  private final class Comparison {
    private static final int CLIENTS = 4;
    private static final int MOST_OPERATIONS = 6;

    private final Property property;
    private final RecordingNode.Shared shared;
    private final StepRunner runner;
    private final Monitor monitor;
    private final Map<String, Integer> numbers;
    private final Map<Integer, String> texts;
    private final SplittableRandom random;

    private NaiveHistory naive;
    private int history;
    private int begun;

    Comparison(
        Property property,
        RecordingNode.Shared shared,
        StepRunner runner,
        Monitor monitor,
        Map<String, Integer> numbers,
        Map<Integer, String> texts,
        SplittableRandom random) {
      this.property = property;
      this.shared = shared;
      this.runner = runner;
      this.monitor = monitor;
      this.numbers = numbers;
      this.texts = texts;
      this.random = random;
      naive = NaiveHistory.of(List.of(property));
      history = monitor.beginning(Map.of());
    }

    void run() {
      for (int i = 0; i < 14 && naive.fits("history"); i++) {
        int client = random.nextInt(CLIENTS);
        Optional<Integer> open = monitor.operation(history, client);
        if (open.isEmpty() || monitor.isInterrupted(history, client) && random.nextInt(3) > 0) {
          if (begun < MOST_OPERATIONS) {
            begin(client);
          }
        } else if (random.nextInt(8) == 0) {
          note(NaiveHistory.Kind.RESTART, client, null);
          history = monitor.interrupted(history, client);
        } else if (random.nextInt(3) > 0) {
          end(client);
        }
        compare();
      }
    }

    private void begin(int client) {
      begun++;
      Object operation = shared.operation(random.nextInt(97));
      count("orphaned", monitor.operation(history, client).isPresent());
      note(NaiveHistory.Kind.BEGIN, client, operation);
      history = monitor.begun(history, client, runner.recordings().value(operation, "test"));
    }

    /** With a result that fits, most of the time. */
    private void end(int client) {
      Set<String> right = naive.fitting(property, client);
      Set<String> fitting = new TreeSet<>();
      Object result = random.nextInt(3);
      for (int value : monitor.fitting(history, client)) {
        Object restored = runner.recordings().restore(value, Arrangement.FORWARD);
        fitting.add(CanonicalText.of(restored, CanonicalText.Content.FULL));
        result = random.nextInt(4) > 0 ? restored : result;
      }
      assertThat(fitting).isEqualTo(right);
      count("several results fit", fitting.size() > 1);
      // An object has an answer to everything, so some result fits as long as the rest does.
      assertThat(fitting).isNotEmpty();
      note(NaiveHistory.Kind.END, client, result);
      history = monitor.ended(history, client, runner.recordings().value(result, "test"));
    }

    private void note(NaiveHistory.Kind kind, int client, Object value) {
      naive = naive.with(List.of(new NaiveHistory.Event(kind, client, value)));
    }

    private void compare() {
      boolean fits = naive.fits("history");
      assertThat(monitor.fits(history)).as("%s", naive.events()).isEqualTo(fits);
      count("fit", fits);
      count("do not fit", !fits);
      count("three at once", naive.operations().stream().filter(o -> !o.ended()).count() > 2);
      if (fits) {
        assertThat(numbers.merge(naive.text(), history, (known, now) -> known))
            .as("one history, %s", naive.events())
            .isEqualTo(history);
        count("met again", texts.containsKey(history));
        assertThat(texts.merge(history, naive.text(), (known, now) -> known))
            .as("different histories, %s", naive.events())
            .isEqualTo(naive.text());
      }
    }
  }
}
