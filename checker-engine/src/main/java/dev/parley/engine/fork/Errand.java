package dev.parley.engine.fork;

import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A task that a process does for each of several instances. Who watches the process need not know
 * the task.
 *
 * @param <R> what comes of it for one instance
 */
interface Errand<R> {
  /** What to ask of the process. */
  Request request(List<Target> targets);

  /** What is known of an instance before it is loaded. */
  Attempt begin(Target target);

  /** How long to wait for what is bounded by a time. */
  Duration timeInAll(Duration ofSearch);

  /** The result this event brings, if it brings one. */
  Optional<R> result(Event event);

  /** The event that says why there is no other result. */
  Event failed(Attempt attempt, Mistake mistake);

  /**
   * The event with the result so far, if the verdict is known.
   *
   * @param why why no more is told
   */
  Optional<Event> rescued(Attempt attempt, String why);

  static Errand<InstanceResult> of(CheckRequest request) {
    return new Errand<>() {
      @Override
      public Request request(List<Target> targets) {
        return request.withTargets(targets);
      }

      @Override
      public Attempt begin(Target target) {
        return new Attempt(target, request.search().describe(), request.inForce(Budget.UNBOUNDED));
      }

      @Override
      public Duration timeInAll(Duration ofSearch) {
        return request.timeInAll(ofSearch);
      }

      @Override
      public Optional<InstanceResult> result(Event event) {
        return event instanceof Event.InstanceFinished done
            ? Optional.of(done.result())
            : Optional.empty();
      }

      @Override
      public Event failed(Attempt attempt, Mistake mistake) {
        return new Event.InstanceFinished(attempt.error(mistake));
      }

      @Override
      public Optional<Event> rescued(Attempt attempt, String why) {
        return attempt.withoutSteps(why).map(Event.InstanceFinished::new);
      }
    };
  }

  static Errand<ComparisonResult> of(CompareRequest request) {
    return new Errand<>() {
      @Override
      public Request request(List<Target> targets) {
        return request.withTargets(targets);
      }

      @Override
      public Attempt begin(Target target) {
        String names =
            request.modes().stream().map(SearchMode::name).collect(Collectors.joining(", "));
        return new Attempt(target, names, request.inForce(Budget.UNBOUNDED));
      }

      @Override
      public Duration timeInAll(Duration ofSearch) {
        return ofSearch;
      }

      @Override
      public Optional<ComparisonResult> result(Event event) {
        return event instanceof Event.ComparisonFinished done
            ? Optional.of(done.result())
            : Optional.empty();
      }

      @Override
      public Event failed(Attempt attempt, Mistake mistake) {
        return new Event.ComparisonFinished(
            new ComparisonResult(
                attempt.description(),
                attempt.budget(),
                request.rounds(),
                List.of(),
                Optional.of(mistake)));
      }

      @Override
      public Optional<Event> rescued(Attempt attempt, String why) {
        return Optional.empty();
      }
    };
  }
}
