package dev.parley.maven;

import dev.parley.api.Verdict;
import dev.parley.engine.Budget;
import dev.parley.engine.result.InstanceResult;
import dev.parley.maven.Judgement.Outcome;
import dev.parley.maven.history.History;
import dev.parley.maven.history.HistoryRecord;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;

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

  /** Judges each instance of a run. */
  List<Judgement> judge(Run run) {
    List<Judgement> judgements = new ArrayList<>();
    List<HistoryRecord> records = run.records("");
    for (int i = 0; i < records.size(); i++) {
      judgements.addAll(judge(run.report().instances().get(i), records.get(i)));
    }
    return judgements;
  }

  /** Fails the build if a figure is worse than is allowed. */
  static void requirePassed(List<Judgement> judgements, List<String> historyFiles)
      throws MojoFailureException {
    List<Judgement> failed = judgements.stream().filter(Judgement::failed).toList();
    if (!failed.isEmpty()) {
      throw new MojoFailureException(
          failed.size()
              + (failed.size() == 1 ? " figure is" : " figures are")
              + " worse than recorded: "
              + failed.stream().map(Judgement::text).collect(Collectors.joining("; "))
              + ". If that is intended, record it once with -Dparley.accept; else see what changed"
              + " since. History: "
              + String.join(", ", historyFiles));
    }
  }

  private List<Judgement> judge(InstanceResult result, HistoryRecord now) {
    List<Judgement> judgements = new ArrayList<>();
    if (history.of(now.subject(), now.recordedAt()).isEmpty()) {
      if (!history.records().isEmpty()) {
        judgements.add(
            judgement(now, Outcome.NOT_JUDGED, "nothing is recorded of it yet to judge it by"));
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
    return judgements;
  }

  private Optional<Judgement> judgeVerdict(InstanceResult result, HistoryRecord now) {
    return baseline(now, then -> decided(then.verdict()))
        .map(
            then -> {
              boolean worse = worse(now.verdict(), then.verdict());
              boolean machine =
                  result
                      .exhausted()
                      .filter(b -> b == Budget.Kind.TIME || b == Budget.Kind.MEMORY)
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
                  now,
                  !worse ? Outcome.PASSED : machine ? Outcome.NOT_JUDGED : Outcome.FAILED,
                  text);
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
    Optional<HistoryRecord> baseline =
        baseline(now, then -> verified(then) && then.states().isPresent());
    if (baseline.isEmpty() || now.states().isEmpty()) {
      return Optional.empty();
    }
    HistoryRecord then = baseline.get();
    if (!then.search().equals(now.search())) {
      return Optional.of(
          judgement(
              now,
              Outcome.NOT_JUDGED,
              "its states are not judged: it was searched "
                  + now.search()
                  + ", and "
                  + then.search()
                  + " for "
                  + then.shortCommit()));
    }
    double growth = 100.0 * (now.states().get() - then.states().get()) / then.states().get();
    return Optional.of(
        judgement(
            now,
            growth > limit ? Outcome.FAILED : Outcome.PASSED,
            Quantity.count(now.states().get())
                + " states, "
                + number(Math.abs(growth))
                + " % "
                + (growth < 0 ? "fewer" : "more")
                + " than recorded for "
                + then.shortCommit()
                + " ("
                + Quantity.count(then.states().get())
                + "); at most "
                + number(limit)
                + " % are allowed"));
  }

  private List<Judgement> judgeReductions(HistoryRecord now, double limit) {
    List<Judgement> judgements = new ArrayList<>();
    history.of(now.subject(), now.recordedAt()).stream()
        .flatMap(then -> then.reductions().keySet().stream())
        .distinct()
        .sorted()
        .forEach(mode -> judgeReduction(now, mode, limit).ifPresent(judgements::add));
    return judgements;
  }

  private Optional<Judgement> judgeReduction(HistoryRecord now, String mode, double limit) {
    return baseline(now, then -> verified(then) && then.reductions().containsKey(mode))
        .map(
            then -> {
              double recorded = then.reductions().get(mode);
              Double actual = now.reductions().get(mode);
              if (actual == null) {
                return judgement(
                    now,
                    Outcome.NOT_JUDGED,
                    mode
                        + " was not compared to its end; for "
                        + then.shortCommit()
                        + " it saved "
                        + number(recorded)
                        + " %");
              }
              // Both have two decimals; their difference should not have more.
              double loss = Math.round((recorded - actual) * 100) / 100.0;
              return judgement(
                  now,
                  loss > limit ? Outcome.FAILED : Outcome.PASSED,
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
            });
  }

  private Optional<HistoryRecord> baseline(HistoryRecord now, Predicate<HistoryRecord> has) {
    return history.baseline(now.subject(), now.recordedAt(), has);
  }

  private static Judgement judgement(HistoryRecord now, Outcome outcome, String text) {
    return new Judgement(now.subject(), outcome, now.subject() + ": " + text);
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
