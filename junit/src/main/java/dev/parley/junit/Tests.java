package dev.parley.junit;

import dev.parley.runner.DeclaredInstance;
import dev.parley.runner.InstanceOutcome;
import dev.parley.runner.Objection;
import dev.parley.runner.RunListener;
import dev.parley.runner.Selection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/**
 * The tests of a run, and what the platform has been told of each: that it started once, and then
 * once that it ended, within its protocol.
 */
final class Tests implements RunListener {
  private final EngineExecutionListener listener;
  private final TestDescriptor engine;
  private final Map<Key, InstanceDescriptor> waiting = new LinkedHashMap<>();
  private final Set<MistakeDescriptor> mistakes = new LinkedHashSet<>();
  private final Set<InstanceDescriptor> started = new HashSet<>();
  private final Set<TestDescriptor> open = new HashSet<>();

  private record Key(String protocolClass, String instance) {}

  Tests(TestDescriptor engine, EngineExecutionListener listener) {
    this.engine = engine;
    this.listener = listener;
    for (TestDescriptor each : engine.getDescendants()) {
      if (each instanceof InstanceDescriptor test) {
        waiting.put(key(test), test);
      } else if (each instanceof MistakeDescriptor mistake) {
        mistakes.add(mistake);
      }
    }
  }

  List<ProtocolDescriptor> protocols() {
    return engine.getDescendants().stream()
        .filter(ProtocolDescriptor.class::isInstance)
        .map(ProtocolDescriptor.class::cast)
        .toList();
  }

  void failMistakes() {
    List.copyOf(mistakes).forEach(this::fail);
  }

  void fail(MistakeDescriptor mistake) {
    open(mistake);
    listener.executionStarted(mistake);
    listener.executionFinished(
        mistake, TestExecutionResult.failed(new ProtocolError(mistake.text())));
    mistakes.remove(mistake);
    close(mistake);
  }

  /** Skips what is not selected, unless somebody asked for that very instance. */
  void select(Selection selection) {
    for (InstanceDescriptor test : List.copyOf(waiting.values())) {
      if (!test.isAskedFor() && !selection.selects(test.instance())) {
        skip(test, "It is not selected: " + selection.describe() + ".");
      }
    }
  }

  /** What is to be checked. */
  List<DeclaredInstance> selected() {
    return waiting.values().stream().map(InstanceDescriptor::instance).toList();
  }

  boolean areOver() {
    return waiting.isEmpty();
  }

  @Override
  public void started(String protocolClass, String instance) {
    InstanceDescriptor test = waiting.get(new Key(protocolClass, instance));
    if (test != null) {
      start(test);
    }
  }

  @Override
  public void finished(InstanceOutcome outcome) {
    InstanceDescriptor test = waiting.get(new Key(outcome.protocolClass(), outcome.instance()));
    if (test == null) {
      return;
    }
    start(test);
    listener.reportingEntryPublished(test, ReportEntry.from(entries(outcome)));
    for (String warning : outcome.warnings()) {
      JunitTool.warn(test.instance().protocol() + " / " + outcome.instance() + ": " + warning);
      listener.reportingEntryPublished(test, ReportEntry.from("warning", warning));
    }
    finish(
        test,
        outcome
            .objection()
            .map(objection -> TestExecutionResult.failed(failure(outcome, objection)))
            .orElseGet(TestExecutionResult::successful));
  }

  private static Map<String, String> entries(InstanceOutcome outcome) {
    Map<String, String> entries = new LinkedHashMap<>(outcome.figures());
    entries.put("report", outcome.page().toUri().toString());
    return entries;
  }

  /** What the console of a build says, and where the report will be. */
  private static Throwable failure(InstanceOutcome outcome, Objection objection) {
    List<String> lines = new ArrayList<>(outcome.finding());
    if (lines.isEmpty()) {
      lines.add(objection.text());
    }
    lines.add("  Report: " + outcome.page().toUri());
    String text = String.join("\n", lines);
    return objection.kind() == Objection.Kind.FAILED
        ? new ProtocolFailure(text)
        : new ProtocolError(text);
  }

  void skipAll(String reason) {
    List.copyOf(waiting.values()).forEach(test -> skip(test, reason));
  }

  /** Those that have begun cannot be skipped any more. */
  void skipRest(String reason) {
    for (InstanceDescriptor test : List.copyOf(waiting.values())) {
      if (started.contains(test)) {
        finish(test, TestExecutionResult.aborted(new ProtocolError(reason)));
      } else {
        skip(test, reason);
      }
    }
  }

  void failRest(String text) {
    for (InstanceDescriptor test : List.copyOf(waiting.values())) {
      start(test);
      finish(test, TestExecutionResult.failed(new ProtocolError(text)));
    }
  }

  private void skip(InstanceDescriptor test, String reason) {
    open(test);
    listener.executionSkipped(test, reason);
    waiting.remove(key(test));
    close(test);
  }

  private void start(InstanceDescriptor test) {
    if (started.add(test)) {
      open(test);
      listener.executionStarted(test);
    }
  }

  private void finish(InstanceDescriptor test, TestExecutionResult result) {
    listener.executionFinished(test, result);
    waiting.remove(key(test));
    close(test);
  }

  /** What a test is in has begun when the test begins. */
  private void open(TestDescriptor test) {
    test.getParent()
        .filter(parent -> parent != engine && !open.contains(parent))
        .ifPresent(
            parent -> {
              open(parent);
              open.add(parent);
              listener.executionStarted(parent);
            });
  }

  /** What a test is in ends with the last test in it. */
  private void close(TestDescriptor test) {
    test.getParent()
        .filter(parent -> parent != engine && open.contains(parent) && !hasMore(parent))
        .ifPresent(
            parent -> {
              open.remove(parent);
              listener.executionFinished(parent, TestExecutionResult.successful());
              close(parent);
            });
  }

  private boolean hasMore(TestDescriptor container) {
    return container.getDescendants().stream()
        .anyMatch(each -> waiting.containsValue(each) || mistakes.contains(each));
  }

  private static Key key(InstanceDescriptor test) {
    return new Key(test.instance().protocolClass(), test.instance().name());
  }
}
