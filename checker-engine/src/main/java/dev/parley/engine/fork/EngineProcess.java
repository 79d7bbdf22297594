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
 * and a new process checks the rest. If no new process can be started, the rest are errors that say
 * so, and earlier results stay. An instance whose verdict was reported already keeps it; only the
 * steps are missing.
 *
 * <p>A handler that never returns cannot be stopped from inside the process. So a watchdog here
 * waits for the instance's time budget and a grace, or, without a time budget, for a long silence;
 * then it asks for the process's stack, kills it and reports the place and the limit that was met.
 * The same budget limits the code that lays out an instance, and, once more, the searches for the
 * steps to a violation.
 */
public final class EngineProcess {
  private static final Duration LOCATING = Duration.ofSeconds(5);

  /** How often in a row a process is started again that does not begin to work. */
  private static final int MOST_STARTS = 3;

  /** How long the process may take that makes an archive. */
  private static final Duration REHEARSING = Duration.ofSeconds(30);

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
    int failedStarts = 0;
    while (results.size() < targets.size()) {
      OneFork<R> fork =
          new OneFork<>(errand, targets.subList(results.size(), targets.size()), listener);
      try {
        fork.run();
        failedStarts = 0;
      } catch (EngineException e) {
        failedStarts++;
        if (results.isEmpty() && fork.results.isEmpty()) {
          throw e;
        }
        if (failedStarts == MOST_STARTS) {
          fork.giveUp(e);
        }
      }
      results.addAll(fork.results);
    }
    makeArchive();
    return results;
  }

  /** Lets the next process start faster, if it was worth it: see {@link StartupArchive}. */
  private void makeArchive() {
    Optional<StartupArchive> archive = StartupArchive.of(launch).filter(StartupArchive::missed);
    if (archive.isPresent()) {
      try {
        archive.get().made(rehearsed(archive.get().make()));
      } catch (InterruptedException e) {
        // All results are there: whoever waits for something next hears of it.
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean rehearsed(List<String> making) throws InterruptedException {
    long end = System.nanoTime() + REHEARSING.toNanos();
    try (EngineFork fork = EngineFork.start(launch, making)) {
      fork.send(Rehearsal.request(launch.classPathEntries()));
      while (!fork.gone() && end - System.nanoTime() > 0) {
        if (fork.next(Duration.ofSeconds(1))
            .filter(Event.RunFinished.class::isInstance)
            .isPresent()) {
          return fork.awaitEnd();
        }
      }
    } catch (EngineException | IOException notWorthAnError) {
      // The results are there; the next process starts as slowly as this one.
    }
    return false;
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
    private Optional<Limit> deadline = Optional.empty();
    private boolean finished;

    OneFork(Errand<R> errand, List<Target> targets, Consumer<Event> listener) {
      this.errand = errand;
      this.targets = targets;
      this.listener = listener;
    }

    /** Comes to at least one result, or an exception: the caller's loop relies on it. */
    void run() throws EngineException, InterruptedException {
      try (EngineFork fork = EngineFork.start(launch)) {
        ask(fork, errand.request(targets));
        while (!finished && !fork.gone()) {
          fork.next(patience()).ifPresent(this::hear);
          if (patience().isZero() && !fork.gone()) {
            hear(stuck(fork));
            return;
          }
        }
        if (finished) {
          fork.awaitEnd();
        } else {
          died(fork);
        }
      }
    }

    /**
     * The remaining instances are errors, so that each has a result although the engine cannot go
     * on.
     */
    void giveUp(EngineException why) {
      for (Target target : targets.subList(results.size(), targets.size())) {
        hear(new Event.InstanceStarted(target));
        hear(
            errand.failed(
                errand.begin(target),
                new Mistake(
                    "engine",
                    "It was not checked: the engine's process ended and could not be started again,"
                        + " though it was tried "
                        + MOST_STARTS
                        + " times. "
                        + why.getMessage(),
                    "",
                    Optional.empty())));
      }
    }

    private void hear(Event event) {
      if (!(event instanceof Event.Output)) {
        lastSign = System.nanoTime();
      }
      if (event instanceof Event.InstanceStarted started) {
        current = Optional.of(errand.begin(started.target()));
        expectWithinBudget("laid out");
      } else if (event instanceof Event.InstanceDeclared declared) {
        current.ifPresent(a -> a.declared(declared));
        expectWithinBudget("laid out");
      } else if (event instanceof Event.InstanceLoaded loaded) {
        current.ifPresent(a -> a.loaded(loaded));
        expectWithinBudget("searched");
      } else if (event instanceof Event.ModeStarted) {
        expectWithinBudget("searched");
      } else if (event instanceof Event.Found found) {
        current.ifPresent(a -> a.found(found.result()));
        // What follows the verdict is bounded by the engine itself, and gives signs of life.
        deadline = Optional.empty();
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

    /** Something begins that keeps the time budget, unless the protocol's code does not return. */
    private void expectWithinBudget(String doing) {
      deadline =
          current
              .flatMap(attempt -> attempt.budget().time())
              .map(
                  budget -> {
                    Duration grace = launch.patience().graceAfter(budget);
                    return new Limit(
                        lastSign + errand.timeInAll(budget).plus(grace).toNanos(),
                        "was still being "
                            + doing
                            + " "
                            + text(grace)
                            + " (grace) after its time budget of "
                            + text(budget)
                            + (errand.timeInAll(budget).equals(budget)
                                ? ""
                                : ", and as much again for suggestions,")
                            + " was over");
                  });
    }

    /** The limit that is met first. */
    private Limit limit() {
      Duration silence = launch.patience().silence();
      Limit quiet =
          new Limit(
              lastSign + silence.toNanos(), "gave no sign for " + text(silence) + " (silence)");
      return deadline.filter(d -> d.at() - quiet.at() < 0).orElse(quiet);
    }

    /** How much longer to wait for the next event; zero if the patience is exhausted. */
    private Duration patience() {
      if (launch.debugged()) {
        return Duration.ofDays(1);
      }
      long rest = limit().at() - System.nanoTime();
      return rest <= 0 ? Duration.ZERO : Duration.ofNanos(rest).plusMillis(1);
    }

    private Event stuck(EngineFork fork) throws EngineException, InterruptedException {
      Attempt attempt =
          current.orElseThrow(
              () ->
                  new EngineException(
                      "The engine's process is connected and does nothing." + fork.printedText()));
      String what = attempt.target() + " " + limit().text() + ", so its process was stopped.";
      Optional<Event> rescued = errand.rescued(attempt, what);
      if (rescued.isPresent()) {
        return rescued.get();
      }
      Event.Located place = locate(fork);
      return errand.failed(
          attempt,
          new Mistake(
              place.place(),
              place.place().equals("engine")
                  ? "The engine did not come to an end: "
                      + what
                      + " No code of the protocol was running. Its stack shows where it was."
                  : "User code did not return: "
                      + what
                      + " A handler, guard, property, instance method or static initialiser loops or"
                      + " waits; its stack shows where.",
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
      if (fork.stoppedWithParent()) {
        throw new InterruptedException("the build is being stopped");
      }
      if (current.isPresent()) {
        Target target = current.get().target();
        String what = "the engine's process " + ending + " while checking " + target + ".";
        hear(
            errand
                .rescued(current.get(), what)
                .orElseGet(
                    () ->
                        errand.failed(
                            current.get(),
                            new Mistake(
                                "engine",
                                "The"
                                    + what.substring("the".length())
                                    + " Likely causes: the system or a container limit killed it for"
                                    + " its memory (set a smaller -Dparley.heap), a handler called"
                                    + " System.exit or native code (remove the call), or the Java"
                                    + " machine crashed (look for an hs_err file in the module's"
                                    + " directory).",
                                fork.printedText().strip(),
                                Optional.empty()))));
      } else if (results.isEmpty()) {
        throw new EngineException(
            "The engine's process " + ending + " before it began to work." + fork.printedText());
      }
    }
  }

  /**
   * When to give up.
   *
   * @param at the time, as {@link System#nanoTime()} tells it
   * @param text what has happened then, as a verb phrase
   */
  private record Limit(long at, String text) {}

  private static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0 && duration.toSeconds() > 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
