package dev.parley.engine.fork;

import dev.parley.engine.result.ComparisonResult;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.ReplayOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parent's end: asks an engine's process to check instances and comes back with a result for
 * each of them, whatever becomes of the process.
 *
 * <p>A process that dies (killed by the system, crashed, ended by {@code System.exit} in a handler)
 * costs the instance it was checking: that one's result is an error saying how the process ended,
 * and a new process checks the rest. A handler that never returns cannot be stopped from inside the
 * process. So a watchdog here waits for the instance's time budget and a generous grace, or,
 * without a time budget, for a long silence; then it asks where the process is, kills it and
 * reports the place.
 */
public final class EngineProcess {
  private static final Duration LOCATING = Duration.ofSeconds(5);

  private final EngineLaunch launch;

  /**
   * Prepares to start processes.
   *
   * @param launch how to start them
   */
  public EngineProcess(EngineLaunch launch) {
    this.launch = launch;
  }

  /**
   * Checks instances.
   *
   * @param request what to check
   * @param listener hears of everything that happens, on the calling thread
   * @return a result per target, in their order
   * @throws EngineException if no process can be started or none gets to work
   * @throws InterruptedException if the calling thread is interrupted; the process is gone then
   */
  public List<InstanceResult> check(CheckRequest request, Consumer<Event> listener)
      throws EngineException, InterruptedException {
    return run(Errand.of(request), request.targets(), listener);
  }

  /**
   * Compares search modes on instances.
   *
   * @param request what to compare
   * @param listener hears of everything that happens, on the calling thread
   * @return a result per target, in their order
   * @throws EngineException if no process can be started or none gets to work
   * @throws InterruptedException if the calling thread is interrupted; the process is gone then
   */
  public List<ComparisonResult> compare(CompareRequest request, Consumer<Event> listener)
      throws EngineException, InterruptedException {
    return run(Errand.of(request), request.targets(), listener);
  }

  private <R> List<R> run(Errand<R> errand, List<Target> targets, Consumer<Event> listener)
      throws EngineException, InterruptedException {
    List<R> results = new ArrayList<>();
    while (results.size() < targets.size()) {
      List<Target> rest = targets.subList(results.size(), targets.size());
      results.addAll(new OneFork<>(errand, rest, listener).run());
    }
    return results;
  }

  /**
   * Replays a counterexample.
   *
   * @param request what to replay
   * @param listener hears of everything that happens, on the calling thread
   * @return how the replay ended, or the mistake that stopped it
   * @throws EngineException if the process cannot be started or dies
   * @throws InterruptedException if the calling thread is interrupted; the process is gone then
   */
  public ReplayResult replay(ReplayRequest request, Consumer<Event> listener)
      throws EngineException, InterruptedException {
    try (EngineFork fork = EngineFork.start(launch)) {
      ask(fork, request);
      while (!fork.gone()) {
        Optional<Event> event = fork.next(Duration.ofSeconds(1));
        event.ifPresent(listener);
        if (event.isPresent() && event.get() instanceof Event.ReplayFinished end) {
          fork.awaitEnd();
          return new ReplayResult(Optional.of(end.outcome()), Optional.empty());
        }
        if (event.isPresent() && event.get() instanceof Event.ReplayFailed end) {
          fork.awaitEnd();
          return new ReplayResult(Optional.empty(), Optional.of(end.mistake()));
        }
      }
      throw new EngineException(
          "The engine's process "
              + fork.ending()
              + " while replaying "
              + request.target()
              + "."
              + fork.printedText());
    }
  }

  /**
   * How a replay ended: one of the two is present.
   *
   * @param outcome whether the violation was reproduced
   * @param mistake why the replay could not go on
   */
  public record ReplayResult(Optional<ReplayOutcome> outcome, Optional<Mistake> mistake) {}

  private static void ask(EngineFork fork, Request request)
      throws EngineException, InterruptedException {
    try {
      fork.send(request);
    } catch (IOException e) {
      throw new EngineException(
          "The engine's process " + fork.ending() + " before it was asked." + fork.printedText(),
          e);
    }
  }

  /** One process and what it gets done. */
  private final class OneFork<R> {
    private final Errand<R> errand;
    private final List<Target> targets;
    private final Consumer<Event> listener;
    private final List<R> results = new ArrayList<>();
    private Optional<Attempt> current = Optional.empty();
    private long lastSign = System.nanoTime();
    private Optional<Long> deadline = Optional.empty();
    private boolean finished;

    OneFork(Errand<R> errand, List<Target> targets, Consumer<Event> listener) {
      this.errand = errand;
      this.targets = targets;
      this.listener = listener;
    }

    /** At least one result, or an exception: the caller's loop relies on it. */
    List<R> run() throws EngineException, InterruptedException {
      try (EngineFork fork = EngineFork.start(launch)) {
        ask(fork, errand.request(targets));
        while (!finished && !fork.gone()) {
          fork.next(patience()).ifPresent(this::hear);
          if (patience().isZero() && !fork.gone()) {
            hear(stuck(fork));
            return results;
          }
        }
        if (finished) {
          fork.awaitEnd();
        } else {
          died(fork);
        }
        return results;
      }
    }

    private void hear(Event event) {
      if (!(event instanceof Event.Output)) {
        lastSign = System.nanoTime();
      }
      if (event instanceof Event.InstanceStarted started) {
        current = Optional.of(errand.begin(started.target()));
        deadline = Optional.empty();
      } else if (event instanceof Event.InstanceLoaded loaded) {
        current.ifPresent(a -> a.loaded(loaded));
        expectWithinBudget();
      } else if (event instanceof Event.ModeStarted) {
        expectWithinBudget();
      } else if (event instanceof Event.Progressed progressed) {
        current.ifPresent(a -> a.progressed(progressed.progress()));
      } else if (event instanceof Event.RunFinished) {
        finished = true;
      }
      errand
          .result(event)
          .ifPresent(
              result -> {
                results.add(result);
                current = Optional.empty();
                deadline = Optional.empty();
              });
      listener.accept(event);
    }

    /** A search begins, which keeps its time budget unless a handler does not return. */
    private void expectWithinBudget() {
      deadline =
          current
              .flatMap(attempt -> attempt.budget().time())
              .map(errand::timeInAll)
              .map(time -> lastSign + time.plus(launch.patience().grace()).toNanos());
    }

    /** How much longer to wait for the next event; zero if the patience is exhausted. */
    private Duration patience() {
      if (launch.debugged()) {
        return Duration.ofDays(1);
      }
      long end = lastSign + launch.patience().silence().toNanos();
      if (deadline.isPresent() && deadline.get() - end < 0) {
        end = deadline.get();
      }
      long rest = end - System.nanoTime();
      return rest <= 0 ? Duration.ZERO : Duration.ofNanos(rest).plusMillis(1);
    }

    private Event stuck(EngineFork fork) throws EngineException, InterruptedException {
      Attempt attempt =
          current.orElseThrow(
              () ->
                  new EngineException(
                      "The engine's process is connected and does nothing." + fork.printedText()));
      Event.Located place = locate(fork);
      return errand.failed(
          attempt,
          new Mistake(
              place.place(),
              "User code did not return: "
                  + attempt.target()
                  + " was still running "
                  + (deadline.isPresent()
                      ? launch.patience().grace().toMillis()
                          + " ms after its time budget of "
                          + attempt.budget().time().orElseThrow().toMillis()
                          + " ms was over"
                      : "after a silence of " + launch.patience().silence().toSeconds() + " s")
                  + ", so its process was stopped. A handler, guard, property or instance method"
                  + " loops or waits; its stack shows where.",
              place.stack(),
              Optional.empty()));
    }

    private Event.Located locate(EngineFork fork) throws InterruptedException {
      Event.Located unknown = new Event.Located("engine", "(the process did not answer)");
      try {
        fork.send(new Request.WhereAreYou());
      } catch (IOException gone) {
        return unknown;
      }
      long end = System.nanoTime() + LOCATING.toNanos();
      while (end - System.nanoTime() > 0 && !fork.gone()) {
        Optional<Event> event = fork.next(LOCATING);
        if (event.isPresent() && event.get() instanceof Event.Located located) {
          return located;
        }
      }
      return unknown;
    }

    private void died(EngineFork fork) throws EngineException, InterruptedException {
      String ending = fork.ending();
      if (current.isPresent()) {
        Target target = current.get().target();
        hear(
            errand.failed(
                current.get(),
                new Mistake(
                    "engine",
                    "The engine's process "
                        + ending
                        + " while checking "
                        + target
                        + ". Likely causes: the system or a container limit killed it for its"
                        + " memory (set a smaller -Dparley.heap), a handler called"
                        + " System.exit or native code (remove the call), or the Java machine"
                        + " crashed (look for an hs_err file in "
                        + launch.directory()
                        + ").",
                    fork.printedText().strip(),
                    Optional.empty())));
      } else if (results.isEmpty()) {
        throw new EngineException(
            "The engine's process " + ending + " before it began to work." + fork.printedText());
      }
    }
  }
}
