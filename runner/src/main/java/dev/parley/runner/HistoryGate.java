package dev.parley.runner;

import dev.parley.api.Verdict;
import dev.parley.engine.options.Budget;
import dev.parley.engine.result.InstanceResult;
import dev.parley.runner.Judgement.Grade;
import dev.parley.runner.history.History;
import dev.parley.runner.history.HistoryRecord;
import dev.parley.runner.history.HistoryRecord.Subject;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Judges a run by what was recorded before it.
 *
 * <p>Judged are verdicts, states and reductions in states, of searches that came to their end with
 * everything verified: these are the same on every machine. Times and rates are recorded and never
 * judged. Nor are the figures of a violated instance, which say how soon a search met the bug, and
 * that is luck; nor that a search ran out of time or memory.
 *
 * @param history what was recorded
 * @param thresholds how much worse a run may be
 */
record HistoryGate(History history, Thresholds thresholds) {

  /**
   * Judges each instance of a run.
   *
   * @param run the run
   * @param declared all instances its module declares, selected or not; empty if that is not known
   */
  List<Judgement> judge(Run run, Optional<Set<Subject>> declared) {
    List<Judgement> judgements = new ArrayList<>();
    List<HistoryRecord> records = run.records("");
    for (int i = 0; i < records.size(); i++) {
      judgements.addAll(judge(run.report().instances().get(i), records.get(i)));
    }
    if (!records.isEmpty() && declared.isPresent()) {
      judgements.addAll(missing(records.get(0).subject().module(), declared.get()));
    }
    return judgements;
  }

  /** Names what was recorded and is there no more, for whoever did not mean to lose it. */
  List<Judgement> missing(String module, Set<Subject> declared) {
    return history.missing(module, declared).stream()
        .map(
            then ->
                new Judgement(
                    then.subject(),
                    Grade.WARNING,
                    then.subject()
                        + ": "
                        + words(then.verdict())
                        + " for "
                        + then.shortCommit()
                        + ", and not declared any more; it was removed or renamed, and nothing"
                        + " judges it"))
        .toList();
  }

  /** Fails the build if a figure is worse than is allowed. */
  static Optional<Objection> objection(List<Judgement> judgements, List<String> historyFiles) {
    List<Judgement> failed = judgements.stream().filter(Judgement::failed).toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Objection.failed(
            failed.size()
                + (failed.size() == 1 ? " figure is" : " figures are")
                + " worse than recorded: "
                + failed.stream().map(Judgement::text).collect(Collectors.joining("; "))
                + ". If that is intended, record it once with -Dparley.accept; else see what changed"
                + " since. History: "
                + String.join(", ", historyFiles)));
  }

  private List<Judgement> judge(InstanceResult result, HistoryRecord now) {
    List<Judgement> judgements = new ArrayList<>();
    if (history.before(now).isEmpty()) {
      if (!history.records().isEmpty()) {
        judgements.add(
            judgement(now, Grade.NOT_JUDGED, "there is no record of it yet to judge it by"));
      }
      return judgements;
    }
    if (thresholds.worseVerdict()) {
      judgeVerdict(result, now).ifPresent(judgements::add);
    }
    if (now.verdict() == Verdict.VERIFIED) {
      Thresholds.Limits limits = thresholds.of(result.description());
      limits.stateGrowth().ifPresent(l -> judgeStates(now, l).ifPresent(judgements::add));
      limits.reductionLoss().ifPresent(l -> judgements.addAll(judgeReductions(now, l)));
    }
    doubt(now).ifPresent(judgements::add);
    return judgements;
  }

  /** Told once for an instance, whichever figures it is judged by. */
  private Optional<Judgement> doubt(HistoryRecord now) {
    return history
        .baseline(now, then -> decided(then.verdict()))
        .flatMap(History.Baseline::doubt)
        .map(text -> judgement(now, Grade.WARNING, text));
  }

  private Optional<Judgement> judgeVerdict(InstanceResult result, HistoryRecord now) {
    return baseline(now, then -> decided(then.verdict()))
        .map(
            then -> {
              boolean worse = worse(now.verdict(), then.verdict());
              boolean machine =
                  result
                      .exhausted()
                      .filter(
                          b ->
                              b == Budget.Kind.TIME
                                  || b == Budget.Kind.MEMORY
                                  || b == Budget.Kind.DISK)
                      .isPresent();
              String text =
                  words(now.verdict())
                      + (worse ? ", which is worse than" : ",")
                      + " recorded for "
                      + then.shortCommit()
                      + (worse || now.verdict() != then.verdict()
                          ? " (" + words(then.verdict()) + ")"
                          : " too")
                      + (worse && machine ? "; time and memory depend on the machine" : "");
              return judgement(
                  now, !worse ? Grade.PASSED : machine ? Grade.NOT_JUDGED : Grade.FAILED, text);
            });
  }

  /** An exhausted budget says less than any result; an error says nothing at all. */
  private static boolean worse(Verdict now, Verdict then) {
    return switch (now) {
      case VERIFIED -> false;
      case VIOLATED -> then == Verdict.VERIFIED;
      case BUDGET_EXHAUSTED -> decided(then);
      case ERROR -> then != Verdict.ERROR;
    };
  }

  private Optional<Judgement> judgeStates(HistoryRecord now, double limit) {
    Optional<Long> states = now.counts().states();
    Optional<HistoryRecord> any =
        baseline(now, then -> verified(then) && then.counts().states().isPresent());
    if (any.isEmpty() || states.isEmpty()) {
      return Optional.empty();
    }
    return baseline(
            now,
            then ->
                verified(then)
                    && then.counts().states().isPresent()
                    && then.search().sameAs(now.search()))
        .map(then -> judgeStates(now, states.get(), then, limit))
        .or(() -> Optional.of(otherSearch(now, nearest(now, any.get()))));
  }

  /** The last record in the same words: what differs then is an option, which is worth naming. */
  private HistoryRecord nearest(HistoryRecord now, HistoryRecord last) {
    return baseline(
            now,
            then ->
                verified(then)
                    && then.counts().states().isPresent()
                    && then.search().text().equals(now.search().text()))
        .orElse(last);
  }

  private static Judgement otherSearch(HistoryRecord now, HistoryRecord then) {
    return judgement(
        now,
        Grade.NOT_JUDGED,
        "its states are not judged: there is no accepted record of this search ("
            + now.search().differenceFrom(then.search())
            + " for "
            + then.shortCommit()
            + ")");
  }

  private static Judgement judgeStates(
      HistoryRecord now, long states, HistoryRecord then, double limit) {
    long recorded = then.counts().states().orElseThrow();
    double growth = 100.0 * (states - recorded) / recorded;
    return judgement(
        now,
        growth > limit ? Grade.FAILED : Grade.PASSED,
        Quantity.count(states)
            + " states, "
            + number(Math.abs(growth))
            + " % "
            + (growth < 0 ? "fewer" : "more")
            + " than recorded for "
            + then.shortCommit()
            + " ("
            + Quantity.count(recorded)
            + "); at most "
            + number(limit)
            + " % are allowed");
  }

  private List<Judgement> judgeReductions(HistoryRecord now, double limit) {
    return history.before(now).stream()
        .flatMap(then -> then.counts().reductions().keySet().stream())
        .distinct()
        .sorted()
        .flatMap(mode -> judgeReduction(now, mode, limit).stream())
        .toList();
  }

  private Optional<Judgement> judgeReduction(HistoryRecord now, String mode, double limit) {
    Predicate<HistoryRecord> has =
        then -> verified(then) && then.counts().reductions().containsKey(mode);
    Optional<HistoryRecord> any = baseline(now, has);
    Double actual = now.counts().reductions().get(mode);
    if (any.isPresent() && actual == null) {
      return Optional.of(
          judgement(
              now,
              Grade.NOT_JUDGED,
              mode
                  + " was not compared, or not completely; for "
                  + any.get().shortCommit()
                  + " it saved "
                  + number(any.get().counts().reductions().get(mode))
                  + " %"));
    }
    return any.map(
        last ->
            baseline(now, has.and(then -> comparedAlike(now, then, mode)))
                .map(then -> judgeReduction(now, mode, actual, then, limit))
                .orElseGet(
                    () ->
                        judgement(
                            now,
                            Grade.NOT_JUDGED,
                            mode
                                + " is not judged: there is no accepted record of a comparison"
                                + " with these options by Parley "
                                + now.search().parley()
                                + "; for "
                                + last.shortCommit()
                                + " it saved "
                                + number(last.counts().reductions().get(mode))
                                + " % with others")));
  }

  private static boolean comparedAlike(HistoryRecord now, HistoryRecord then, String mode) {
    return now.search().parley().equals(then.search().parley())
        && now.counts().comparedAlike(mode, then.counts());
  }

  private static Judgement judgeReduction(
      HistoryRecord now, String mode, double actual, HistoryRecord then, double limit) {
    double recorded = then.counts().reductions().get(mode);
    // Both have two decimals; their difference should not have more.
    double loss = Math.round((recorded - actual) * 100) / 100.0;
    return judgement(
        now,
        loss > limit ? Grade.FAILED : Grade.PASSED,
        mode
            + " saves "
            + number(actual)
            + " % of the states of stateful, "
            + number(Math.abs(loss))
            + " points "
            + (loss < 0 ? "more" : "less")
            + " than recorded for "
            + then.shortCommit()
            + " ("
            + number(recorded)
            + " %); at most "
            + number(limit)
            + " points are allowed");
  }

  private Optional<HistoryRecord> baseline(HistoryRecord now, Predicate<HistoryRecord> has) {
    return history.baseline(now, has).map(History.Baseline::record);
  }

  private static Judgement judgement(HistoryRecord now, Grade grade, String text) {
    return new Judgement(now.subject(), grade, now.subject() + ": " + text);
  }

  private static boolean verified(HistoryRecord record) {
    return record.verdict() == Verdict.VERIFIED;
  }

  private static boolean decided(Verdict verdict) {
    return verdict == Verdict.VERIFIED || verdict == Verdict.VIOLATED;
  }

  /** One decimal, or two where one would hide that a limit is exceeded. */
  private static String number(double number) {
    return new DecimalFormat("0.0#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
  }

  private static String words(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
