package dev.parley.report;

import dev.parley.engine.model.Property;
import dev.parley.engine.result.InstanceResult;
import dev.parley.engine.result.WalkFigures;
import java.util.List;
import java.util.Optional;

/** What random walks covered by when. */
final class WalkPanel {
  private WalkPanel() {}

  /**
   * What {@code instance.ftlh} shows.
   *
   * @param rows the moments, the first walk first
   * @param goals whether there are goals to be reached
   */
  public record View(List<Row> rows, boolean goals) {}

  /** What was covered at one moment, as {@link WalkFigures.Sample} has it. */
  public record Row(
      String walks,
      String steps,
      String time,
      String states,
      String localStates,
      String handlers,
      String goals) {}

  static Optional<View> of(InstanceResult result) {
    long handlers =
        result.coverage().handlersFired().size() + result.coverage().handlersNeverFired().size();
    long goals =
        result.properties().stream().filter(p -> p.kind() == Property.Kind.REACHABLE).count();
    return result
        .profile()
        .walks()
        .map(
            walks ->
                new View(
                    walks.samples().stream()
                        .map(sample -> row(walks, sample, handlers, goals))
                        .toList(),
                    goals > 0));
  }

  private static Row row(WalkFigures walks, WalkFigures.Sample sample, long handlers, long goals) {
    boolean counted = sample.walks() <= walks.countedWalks() || walks.foundIn().isPresent();
    return new Row(
        Numerals.count(sample.walks()),
        Numerals.count(sample.steps()),
        Numerals.millis(sample.millis()),
        (counted ? "" : "over ") + Numerals.count(sample.states()),
        Numerals.count(sample.localStates()),
        sample.handlers() + " of " + handlers,
        sample.goals() + " of " + goals);
  }
}
