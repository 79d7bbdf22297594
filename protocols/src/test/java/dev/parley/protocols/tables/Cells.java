package dev.parley.protocols.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The texts of one line, the same on every page: what the paper says, then what was measured.
 *
 * @param texts one per column of {@link #COLUMNS}
 * @param differs whether the paper's search visited fewer states than its baseline and ours did not
 * @param outcome what ours came to; empty if it did not run
 */
record Cells(List<String> texts, boolean differs, String outcome) {
  /** What a column is called; the first two hold words, all others figures. */
  static final List<String> COLUMNS =
      List.of(
          "search",
          "over",
          "paper: states",
          "time",
          "fewer states",
          "less time",
          "Parley: states",
          "time",
          "in all",
          "fewer states",
          "less time",
          "outcome");

  static final int WORDS = 2;
  static final int OF_THE_PAPER = 4;

  /** Below this, what else goes on in the machine is a large part of the time. */
  private static final long LEAST_MILLIS = 100;

  /** The page's sign for {@link #differs}. */
  static final String DIFFERS = "≠";

  static Cells of(Row row, Line line, Measurements measurements) {
    Optional<Line> baseline = row.baseline(line);
    Optional<Measured> own = line.run().flatMap(measurements::of);
    Optional<Measured> before = baseline.flatMap(Line::run).flatMap(measurements::of);

    Optional<Amount.Saving> published =
        baseline.flatMap(b -> line.published().amount().savingOver(b.published().amount()));
    Optional<Amount.Saving> states =
        own.flatMap(o -> before.flatMap(b -> o.stateCount().savingOver(b.stateCount())));
    Optional<Amount.Saving> time =
        own.flatMap(
            o ->
                before
                    .filter(b -> b.millis() >= LEAST_MILLIS)
                    .flatMap(b -> o.time().savingOver(b.time())));
    boolean differs =
        published.filter(p -> p.percent() > 0).isPresent()
            && states.filter(s -> s.percent() <= 0).isPresent();

    List<String> texts = new ArrayList<>();
    texts.add(line.search());
    texts.add(line.over());
    texts.add(line.published().amount().asCount());
    texts.add(line.published().time());
    texts.add(text(published));
    texts.add(line.published().lessTime());
    texts.add(own.map(m -> m.stateCount().asCount()).orElse(""));
    texts.add(own.map(m -> m.time().asTime()).orElse(""));
    texts.add(own.map(m -> m.wholeTime().asTime()).orElse(""));
    texts.add(text(states) + (differs ? " " + DIFFERS : ""));
    texts.add(text(time));
    String outcome = own.map(Measured::outcome).orElse(line.run().isEmpty() ? "" : "not run");
    texts.add(outcome);
    return new Cells(List.copyOf(texts), differs, outcome);
  }

  private static String text(Optional<Amount.Saving> saving) {
    return saving.map(Amount.Saving::text).orElse("");
  }
}
