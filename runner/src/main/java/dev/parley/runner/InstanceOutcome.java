package dev.parley.runner;

import dev.parley.engine.result.FileNames;
import dev.parley.engine.result.InstanceResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of one instance, in words.
 *
 * @param protocolClass the protocol's class
 * @param instance the instance's name
 * @param objection why it does not pass; it does if there is none
 * @param page where the report will show it, once the run is over
 * @param finding what a console would say about it, a line each: the counterexample, say
 * @param warnings what to look at although it fails nothing, a sentence each
 * @param figures what was counted, by name
 */
public record InstanceOutcome(
    String protocolClass,
    String instance,
    Optional<Objection> objection,
    Path page,
    List<String> finding,
    List<String> warnings,
    Map<String, String> figures) {
  /** Keeps its own copies; the figures keep their order. */
  public InstanceOutcome {
    finding = List.copyOf(finding);
    warnings = List.copyOf(warnings);
  }

  /**
   * Judges a result by itself, as the gate does with all of them.
   *
   * @param result the result
   * @param options what passes
   * @param module knows the command that replays a trace
   * @param alone whether its files have the names that they have without any other instance
   */
  static InstanceOutcome of(
      InstanceResult result, CheckOptions options, CheckedModule module, boolean alone) {
    Path directory = options.run().outputDirectory();
    List<String> warnings = new ArrayList<>();
    Optional<Objection> objection =
        new Gate(
                options.failOnBudget(),
                options.failOnAssumedDecomposition(),
                directory.resolve(Reports.HTML))
            .problem(result, warnings::add)
            .map(Gate.isBroken(result) ? Objection::broken : Objection::failed);
    NotJudged.of(result).map(NotJudged::sentence).forEach(warnings::add);
    warnings.addAll(result.warnings());
    Optional<Path> trace =
        TraceFile.of(result)
            .filter(t -> alone)
            .map(
                t ->
                    Reports.traceName(
                        result.description(), FileNames.of(List.of(result.description()))))
            .map(directory::resolve);
    return new InstanceOutcome(
        result.description().protocolClass(),
        result.description().instance(),
        objection,
        directory.resolve(alone ? page(result) : Reports.HTML),
        FindingText.lines(result, trace.map(t -> Reproduction.replay(module, t, false))),
        warnings,
        figures(result));
  }

  private static String page(InstanceResult result) {
    return "instances/"
        + FileNames.of(result.description().protocol(), result.description().instance())
        + ".html";
  }

  private static Map<String, String> figures(InstanceResult result) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("verdict", result.verdictText());
    figures.put("states", Quantity.count(result.figures().states()));
    figures.put("transitions", Quantity.count(result.figures().transitions()));
    figures.put("depth", Quantity.count(result.figures().depth()));
    figures.put("time", Quantity.time(result.figures().millis()));
    figures.put("search", result.search());
    return figures;
  }
}
