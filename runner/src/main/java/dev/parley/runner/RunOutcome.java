package dev.parley.runner;

import dev.parley.engine.result.InstanceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came of a task.
 *
 * @param results what was found, as far as instances were checked or their results read
 * @param written the files that were written, the one to look at first
 * @param objections why the build may not go on; it may if there are none
 */
public record RunOutcome(
    List<InstanceResult> results, List<Path> written, List<Objection> objections) {
  /** Keeps its own copies. */
  public RunOutcome {
    results = List.copyOf(results);
    written = List.copyOf(written);
    objections = List.copyOf(objections);
  }

  /** What failed the gate. */
  public List<Objection> failed() {
    return objections.stream().filter(o -> o.kind() == Objection.Kind.FAILED).toList();
  }

  /** What is broken. */
  public List<Objection> broken() {
    return objections.stream().filter(o -> o.kind() == Objection.Kind.BROKEN).toList();
  }

  /** Collects an outcome while a task is at work, so that what broke it hides nothing else. */
  static final class Collector {
    private final List<InstanceResult> results = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();
    private final List<Objection> objections = new ArrayList<>();

    void found(List<InstanceResult> found) {
      results.addAll(found);
    }

    void wrote(List<Path> files) {
      written.addAll(files);
    }

    void object(Optional<Objection> objection) {
      objection.ifPresent(objections::add);
    }

    /** There is nothing to do, which is a failure or merely worth mentioning. */
    void failOrMention(boolean fail, String message, Console console) {
      if (fail) {
        objections.add(Objection.failed(message));
      } else {
        console.info(message);
      }
    }

    /** Work that may turn out to be impossible. */
    interface Work {
      void run() throws BrokenRunException;
    }

    /** Does some work and notes what broke it. */
    void attempt(Work work) {
      try {
        work.run();
      } catch (BrokenRunException e) {
        objections.add(
            new Objection(
                Objection.Kind.BROKEN, e.getMessage(), Optional.ofNullable(e.getCause())));
      }
    }

    RunOutcome outcome() {
      return new RunOutcome(results, written, objections);
    }
  }
}
