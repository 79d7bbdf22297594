package dev.parley.protocols.tables;

import java.util.List;
import java.util.Locale;

/** What to know before reading any of the figures; the same on both pages. */
final class Preface {
  static final String TITLE = "The papers' tables beside Parley's";

  static final String COMMAND = "mvn -B -ntp -pl protocols -am -Ptables -DskipTests verify";

  private Preface() {}

  static List<String> sentences() {
    return List.of(
        "Every row of the evaluation tables of the papers on which Parley rests, with the paper's"
            + " figures on the left and those of the same searches by Parley on the right.",
        "The papers' protocols are not published as code. The instances here have the same roles,"
            + " settings, faults and properties, but other details, so numbers of states are not"
            + " the papers' and are not meant to be. What should carry over is the direction:"
            + " what reduced there reduces here. Where it does not, the line has the sign "
            + Cells.DIFFERS
            + " and the row says why. Times come from machines many years apart and from quite"
            + " different engines: compare reductions, not seconds.",
        "A reduction is computed as in the DBSS paper, 100 (before - after) / before, over the"
            + " search named in the column \"over\". Where the search before was given up, the"
            + " reduction is a lower bound (>); where the search itself was given up there is none."
            + " A search of a violated instance ends with the first violation, as in the papers:"
            + " its figures say how soon the mistake is found, and depend on luck in the order of"
            + " steps.",
        "Numbers of states are the same on every run, unless a search was given up. Times are those of one busy machine: the"
            + " search with what is found out for it, trial runs for instance, and in all, with"
            + " reading the byte code. Each"
            + " search is warmed up for at most two seconds and run three times for the median, or"
            + " once if it is a large instance. Over times below 100 ms no reduction is computed.",
        "Budgets: 60 s a search, 120 s where the paper needed days, 600 s where all of a paper's"
            + " searches but one ran out of memory, 10 s for stateless search, and 100 million"
            + " states. What exceeds its budget is given up and says so: more than"
            + " so many states in more than so long. For stateless search the states are those"
            + " visited, a state as often as there are ways to it.",
        setup());
  }

  private static String setup() {
    return String.format(
        Locale.ROOT,
        "Java %d, %d processors, %.0f GB of heap, one search at a time.",
        Runtime.version().feature(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory() / (double) (1 << 30));
  }
}
