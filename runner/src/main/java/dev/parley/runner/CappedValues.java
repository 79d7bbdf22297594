package dev.parley.runner;

import dev.parley.engine.result.BreakingFaults;
import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.Mistake;
import dev.parley.engine.result.Survey;
import dev.parley.engine.result.Timeline;
import dev.parley.engine.result.Trace;
import dev.parley.engine.result.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Shortens the values of traces for reports. A field of 100 KB that changes in 600 steps would make
 * pages that no browser opens. The trace file has every value in full, since replay compares them,
 * and each cut says where it is.
 */
final class CappedValues {
  /** Nobody reads more of one value on a page. */
  static final int LONGEST = 2_000;

  private static final Pattern CUT = Pattern.compile("… \\(\\d+ more characters: [^)]*\\)$");

  private final String traceFile;

  private CappedValues(String traceFile) {
    this.traceFile = traceFile;
  }

  /** A run with short values; the same if they are short already. */
  static Run of(Run run) {
    FileNames.Run names = Reports.names(run.report());
    return run.withInstances(
        run.report().instances().stream()
            .map(
                result ->
                    new CappedValues(Reports.traceName(result.description(), names)).capped(result))
            .toList());
  }

  /** A run with the traces of a directory in place of those that were cut. */
  static Run restored(Run run, Path directory) throws IOException {
    FileNames.Run names = Reports.names(run.report());
    List<InstanceResult> restored = new ArrayList<>();
    for (InstanceResult result : run.report().instances()) {
      Path file = directory.resolve(Reports.traceName(result.description(), names));
      boolean cut = TraceFile.of(result).filter(t -> isCut(t.trace())).isPresent();
      InstanceResult whole =
          cut && Files.isRegularFile(file)
              ? withTrace(result, TraceFile.read(file).trace())
              : result;
      restored.add(whole.with(restored(result.breakingFaults(), file), result.harmlessFaults()));
    }
    return run.withInstances(restored);
  }

  private static List<BreakingFaults> restored(List<BreakingFaults> sets, Path traceFile)
      throws IOException {
    List<BreakingFaults> restored = new ArrayList<>();
    for (BreakingFaults set : sets) {
      String name =
          FileNames.ofBreakingFaults(traceFile.getFileName().toString(), restored.size() + 1);
      Path file = traceFile.resolveSibling(name);
      boolean cut = set.trace().filter(CappedValues::isCut).isPresent();
      restored.add(
          cut && Files.isRegularFile(file)
              ? new BreakingFaults(
                  set.faults(), set.property(), Optional.of(TraceFile.read(file).trace()))
              : set);
    }
    return restored;
  }

  private static InstanceResult withTrace(InstanceResult result, Trace trace) {
    InstanceResult violated =
        RecordJson.with(
            result,
            "violation",
            result.violation().map(v -> RecordJson.with(v, "trace", Optional.of(trace))));
    return RecordJson.with(
        violated,
        "error",
        result.error().map(e -> RecordJson.with(e, "trace", Optional.of(trace))));
  }

  private InstanceResult capped(InstanceResult result) {
    Optional<Violation> violation =
        result
            .violation()
            .map(
                v ->
                    new Violation(
                        v.property(),
                        v.kind(),
                        cap(v.message()),
                        v.trace().map(this::capped),
                        v.seen().stream()
                            .map(s -> new Violation.Seen(s.what(), cap(s.value())))
                            .toList(),
                        v.survey().map(this::capped),
                        v.timeline().map(this::capped)));
    Optional<Mistake> error =
        result
            .error()
            .map(
                e -> new Mistake(e.place(), e.message(), e.details(), e.trace().map(this::capped)));
    return RecordJson.with(RecordJson.with(result, "violation", violation), "error", error)
        .with(result.breakingFaults().stream().map(this::capped).toList(), result.harmlessFaults());
  }

  private Timeline capped(Timeline timeline) {
    return new Timeline(
        timeline.demand(),
        timeline.operations().stream()
            .map(
                o ->
                    new Timeline.Operation(
                        o.client(),
                        cap(o.operation()),
                        o.began(),
                        o.ended(),
                        o.result().map(this::cap),
                        o.orphaned()))
            .toList(),
        timeline.misfit(),
        timeline.fitting().stream().map(this::cap).toList());
  }

  private Survey capped(Survey survey) {
    return new Survey(
        survey.read().stream()
            .map(r -> new Survey.Read(r.node(), r.field(), cap(r.value()), r.since(), r.decisive()))
            .toList(),
        survey.moments(),
        survey.values(),
        survey.timers(),
        survey.rounds());
  }

  private BreakingFaults capped(BreakingFaults breaking) {
    return new BreakingFaults(
        breaking.faults(), breaking.property(), breaking.trace().map(this::capped));
  }

  private Trace capped(Trace trace) {
    return new Trace(
        trace.initial().stream().map(this::capped).toList(),
        trace.pending().stream().map(this::capped).toList(),
        trace.steps().stream().map(this::capped).toList(),
        trace.loop());
  }

  private Trace.TraceStep capped(Trace.TraceStep step) {
    return new Trace.TraceStep(
        step.number(),
        step.node(),
        step.handler(),
        step.source(),
        step.consumed().stream().map(this::capped).toList(),
        new Trace.Choices(step.choices().stream().map(this::cap).toList(), step.choiceIndexes()),
        step.sent().stream().map(this::capped).toList(),
        step.changes().stream()
            .map(c -> new Trace.FieldChange(c.field(), cap(c.before()), cap(c.after())))
            .toList(),
        capped(step.after()),
        step.exception().map(this::cap));
  }

  private Trace.NodeView capped(Trace.NodeView node) {
    return new Trace.NodeView(
        node.node(),
        node.type(),
        node.fields().stream()
            .map(f -> new Trace.FieldView(f.name(), cap(f.value()), f.auxiliary()))
            .toList());
  }

  private Trace.MessageView capped(Trace.MessageView message) {
    return new Trace.MessageView(
        message.number(), message.from(), message.to(), message.type(), cap(message.text()));
  }

  private String cap(String value) {
    if (value.length() <= LONGEST) {
      return value;
    }
    // Not between the halves of a surrogate pair.
    int end = Character.isHighSurrogate(value.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return value.substring(0, end)
        + "… ("
        + (value.length() - end)
        + " more characters: "
        + traceFile
        + ")";
  }

  private static boolean isCut(Trace trace) {
    return trace.initial().stream().anyMatch(CappedValues::isCut)
        || trace.pending().stream().anyMatch(m -> isCut(m.text()))
        || trace.steps().stream()
            .anyMatch(
                step ->
                    isCut(step.after())
                        || step.consumed().stream().anyMatch(m -> isCut(m.text()))
                        || step.sent().stream().anyMatch(m -> isCut(m.text()))
                        || step.changes().stream().anyMatch(c -> isCut(c.before()))
                        || step.choices().stream().anyMatch(CappedValues::isCut)
                        || step.exception().filter(CappedValues::isCut).isPresent());
  }

  private static boolean isCut(Trace.NodeView node) {
    return node.fields().stream().anyMatch(f -> isCut(f.value()));
  }

  private static boolean isCut(String value) {
    return value.length() > LONGEST && CUT.matcher(value).find();
  }
}
