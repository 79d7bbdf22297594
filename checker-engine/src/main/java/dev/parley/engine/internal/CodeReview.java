package dev.parley.engine.internal;

import dev.parley.engine.internal.lint.Fingerprint;
import dev.parley.engine.internal.lint.PurityLint;
import dev.parley.engine.model.Model;
import dev.parley.engine.model.ProtocolException;
import dev.parley.engine.options.PurePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The first phase of a check: what byte code shows before any step runs.
 *
 * @param fingerprint identifies the code; empty if it was not read
 * @param mistake impure code, or state that steps would share, if there is any
 * @param statics the constants that steps share, as they are before the search
 * @param silenced the methods of loggers whose calls do nothing
 * @param warnings what could not be made certain
 */
record CodeReview(
    String fingerprint,
    Optional<ProtocolException> mistake,
    StaticState statics,
    List<String> silenced,
    List<String> warnings) {
  /** For code that an earlier check has reviewed. */
  static final CodeReview SKIPPED =
      new CodeReview("", Optional.empty(), StaticState.none(), List.of(), List.of());

  static CodeReview of(Model model, PurePatterns assumed) {
    PurityLint.Report report = PurityLint.inspect(model, assumed);
    List<String> warnings = new ArrayList<>();
    report
        .assumptions()
        .forEach(a -> warnings.add(a.place() + " is assumed to be pure: " + a.reason()));
    report
        .unread()
        .forEach(name -> warnings.add("the byte code of " + name + " could not be inspected"));
    if (model.properties().isEmpty()) {
      warnings.add("no property is declared; only exceptions in steps can be found");
    }
    String fingerprint = Fingerprint.of(report.fingerprint(), model.description());
    try {
      requirePure(report.findings());
      StaticState statics = StaticState.of(report.sharedConstants(), report.enums(), model.nodes());
      return new CodeReview(
          fingerprint, Optional.empty(), statics, report.silenced(), List.copyOf(warnings));
    } catch (ProtocolException e) {
      return new CodeReview(fingerprint, Optional.of(e), StaticState.none(), List.of(), List.of());
    }
  }

  /** All findings in one mistake, the first of which gives it its place. */
  private static void requirePure(List<PurityLint.Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    PurityLint.Finding first = findings.get(0);
    StringBuilder message = new StringBuilder(first.message());
    findings.stream()
        .skip(1)
        .forEach(f -> message.append("\n").append(f.place()).append(": ").append(f.message()));
    throw new ProtocolException(first.place(), message.toString());
  }
}
