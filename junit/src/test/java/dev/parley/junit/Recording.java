package dev.parley.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** What the platform is told while tests run. */
final class Recording implements TestExecutionListener {
  /** Everything, in order: {@code started lamps}, say. */
  final List<String> told = new ArrayList<>();

  final Map<String, TestExecutionResult> results = new LinkedHashMap<>();
  final Map<String, String> skipped = new LinkedHashMap<>();
  final Map<String, List<Map<String, String>>> entries = new LinkedHashMap<>();
  private final Consumer<TestIdentifier> onStart;

  Recording() {
    this(test -> {});
  }

  Recording(Consumer<TestIdentifier> onStart) {
    this.onStart = onStart;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    told.add("started " + test.getDisplayName());
    onStart.accept(test);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    told.add("finished " + test.getDisplayName());
    results.put(test.getDisplayName(), result);
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    told.add("skipped " + test.getDisplayName());
    skipped.put(test.getDisplayName(), reason);
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    entries
        .computeIfAbsent(test.getDisplayName(), name -> new ArrayList<>())
        .add(entry.getKeyValuePairs());
  }

  TestExecutionResult.Status status(String test) {
    return results.get(test).getStatus();
  }

  String message(String test) {
    return results.get(test).getThrowable().orElseThrow().getMessage();
  }
}
