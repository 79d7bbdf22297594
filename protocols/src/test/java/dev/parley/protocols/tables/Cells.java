package dev.parley.protocols.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The texts of one line, the same on every page: what the paper says, then what was measured.
 *
 * @param texts one per column of the {@link Layout}
 * @param differs whether the paper's search visited fewer states than its baseline and ours did not
 * @param outcome what ours came to; empty if it did not run
 */
record Cells(List<String> texts, boolean differs, String outcome) {
  /** Below this, what else goes on in the machine is a large part of the time. */
  private static final long LEAST_MILLIS = 100;

  /** The page's sign for {@link #differs}. */
  static final String DIFFERS = "≠";

  static Cells of(Layout layout, Row row, Line line, Measurements measurements) {
    return layout.equals(Layout.PROGRAMS)
        ? ofPrograms(line, measurements)
        : of(row, line, measurements);
  }

  private static Cells ofPrograms(Line line, Measurements measurements) {
    Optional<Measured> own = line.run().flatMap(measurements::of);
    Optional<Measured.Asked> asked = own.flatMap(Measured::asked);
    String[] sizes = line.search().replaceAll(".*\\(|\\)", "").split(",");
    String outcome = own.map(Measured::outcome).orElse("not run");
    return new Cells(
        List.of(
            line.search(),
            sizes[0] + ", " + (sizes.length > 1 ? sizes[1] : "1"),
            line.published().amount().asCount(),
            line.published().time(),
            line.published().lessTime(),
            own.map(m -> m.stateCount().asCount()).orElse(""),
            own.map(m -> m.time().asTime()).orElse(""),
            own.map(m -> m.wholeTime().asTime()).orElse(""),
            asked.map(a -> Amount.exactly(a.starts()).asCount()).orElse(""),
            asked.map(a -> Amount.exactly(a.requests()).asCount()).orElse(""),
            asked.map(Measured.Asked::checkpoints).orElse(""),
            outcome),
        false,
        outcome);
  }

  private static Cells of(Row row, Line line, Measurements measurements) {
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
