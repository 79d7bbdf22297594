package dev.parley.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.engine.model.Model;
import dev.parley.engine.options.Budget;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.result.InstanceResult;
import dev.parley.report.ReproduceCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The commands that reproduce the results of a module. They say everything that differs from the
 * defaults: a goal that is typed takes the configuration of the plugin, but not that of an
 * execution, and nobody remembers what else a build was started with.
 */
final class Reproduction implements ReproduceCommands {
  /** Where each parameter of a search is in the recorded options. */
  private static final Map<String, String> PLACES = places();

  private static final String ORDER = "/exploration/order";

  private static final List<String> ENDINGS = List.of("", "K", "M", "G");
  private static final int KILO = 1024;

  private final CheckedModule module;
  private final Path reports;
  private final String mode;
  private final JsonNode options;

  /**
   * The commands of one module.
   *
   * @param module the module
   * @param reports the directory that traces are relative to
   * @param mode the mode of its checks
   * @param options what they were configured with, if that is known
   */
  Reproduction(CheckedModule module, Path reports, String mode, Optional<JsonNode> options) {
    this.module = module;
    this.reports = reports;
    this.mode = mode;
    this.options = options.orElse(MissingNode.getInstance());
  }

  private static Map<String, String> places() {
    Map<String, String> places = new LinkedHashMap<>();
    places.put("parley.selectivePush", "/exploration/selectivePush");
    places.put("parley.walks", "/exploration/walks/count");
    places.put("parley.walkLength", "/exploration/walks/length");
    places.put("parley.schedule", "/exploration/walks/schedule");
    places.put("parley.walkSeed", "/exploration/walks/seed");
    places.put("parley.deliveryRecord", "/store/deliveryRecord");
    places.put("parley.refinement", "/reduction/partialOrder/refinement");
    places.put("parley.seed", "/reduction/partialOrder/seed");
    places.put("parley.knowledge", "/reduction/partialOrder/knowledge");
    places.put("parley.deadMessages", "/reduction/deadMessages");
    places.put("parley.symmetry", "/reduction/symmetry");
    places.put("parley.trialRuns", "/reduction/trialRuns");
    places.put("parley.runTwice", "/scrutiny/runTwice");
    places.put("parley.inference", "/scrutiny/inference");
    places.put("parley.assumePure", "/scrutiny/assumePure/patterns");
    return places;
  }

  @Override
  public String check(InstanceResult result) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("parley.protocols", protocol(result.description()));
    parameters.put("parley.instances", result.description().instance());
    parameters.put("parley.incremental", "false");
    if (!mode.equals(SearchMode.DEFAULT.name())) {
      parameters.put("parley.mode", mode);
    }
    parameters.putAll(search());
    if (result.surroundings().networkReplaced()) {
      parameters.put("parley.network", result.surroundings().network());
    }
    parameters.putAll(budget(result));
    Optional.ofNullable(options.path("heap").textValue())
        .ifPresent(heap -> parameters.put("parley.heap", heap));
    return module.commands().of(Commands.Goal.CHECK, parameters);
  }

  /** In a common report of modules that share a name, the module's is behind it. */
  private String protocol(Model.Description description) {
    String suffix = " (" + module.name() + ")";
    String name = description.protocol();
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
  }

  @Override
  public String replay(InstanceResult result, String traceFile, boolean debug) {
    return replay(reports.resolve(traceFile), debug);
  }

  /** The command that replays the trace in a file. */
  String replay(Path trace, boolean debug) {
    return replay(module, trace, debug);
  }

  static String replay(CheckedModule module, Path trace, boolean debug) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (debug) {
      parameters.put(Commands.DEBUG, "");
    }
    parameters.put("parley.trace", fromModule(module, trace));
    return module.commands().of(Commands.Goal.REPLAY, parameters);
  }

  /** Reports are published: no path of them tells where this machine keeps its files. */
  private static String fromModule(CheckedModule module, Path trace) {
    Path base = module.directory().toAbsolutePath().normalize();
    Path file = trace.toAbsolutePath().normalize();
    boolean near =
        file.startsWith(base) || (base.getParent() != null && file.startsWith(base.getParent()));
    return (near ? base.relativize(file) : trace).toString().replace('\\', '/');
  }

  private Map<String, String> search() {
    Map<String, String> parameters = new LinkedHashMap<>();
    JsonNode search = options.path("search");
    JsonNode order = search.at(ORDER);
    if (order.isTextual() && !order.equals(usual(null).at(ORDER))) {
      parameters.put("parley.order", text(order));
    }
    // What else a mode does depends on the order.
    JsonNode usual = usual(parameters.get("parley.order"));
    PLACES.forEach(
        (name, place) -> {
          JsonNode value = search.at(place);
          boolean given = !value.isMissingNode() && !value.isNull();
          if (given && !value.equals(usual.at(place))) {
            parameters.put(name, text(value));
          }
        });
    return parameters;
  }

  /**
   * What the mode does if nothing but the order is written. Each run has its own seed of random
   * walks.
   */
  private JsonNode usual(String order) {
    SearchParameters nothing =
        new SearchParameters(
            order, false, true, null, null, null, ReductionParameters.NONE, WalkParameters.NONE);
    try {
      ObjectNode usual = RecordJson.object(nothing.check(mode, null, null));
      if (usual.at("/exploration/walks").isObject()) {
        ((ObjectNode) usual.at("/exploration/walks")).remove("seed");
      }
      return usual;
    } catch (IllegalArgumentException modeOfAnotherVersion) {
      return MissingNode.getInstance();
    }
  }

  private static String text(JsonNode value) {
    if (value.isArray()) {
      List<String> texts = new ArrayList<>();
      value.forEach(each -> texts.add(each.asText()));
      return String.join(",", texts);
    }
    return value.isTextual()
        ? value.textValue().toLowerCase(Locale.ROOT).replace('_', '-')
        : value.asText();
  }

  /** The bounds that the instance had and would not have by itself. */
  private static Map<String, String> budget(InstanceResult result) {
    Budget own = result.description().budget().orElse(Parameters.TEN_MINUTES);
    Budget used = result.budget();
    Map<String, String> parameters = new LinkedHashMap<>();
    used.states()
        .filter(states -> !own.states().equals(Optional.of(states)))
        .ifPresent(states -> parameters.put("parley.budget.states", states.toString()));
    used.time()
        .filter(time -> !own.time().equals(Optional.of(time)))
        .ifPresent(time -> parameters.put("parley.budget.time", text(time)));
    used.memoryBytes()
        .filter(bytes -> !own.memoryBytes().equals(Optional.of(bytes)))
        .ifPresent(bytes -> parameters.put("parley.budget.memory", bytes(bytes)));
    used.depth()
        .filter(depth -> !own.depth().equals(Optional.of(depth)))
        .ifPresent(depth -> parameters.put("parley.budget.depth", depth.toString()));
    return parameters;
  }

  private static String text(Duration time) {
    return time.toMillis() % 1_000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
  }

  private static String bytes(long bytes) {
    long rest = bytes;
    int ending = 0;
    while (ending < ENDINGS.size() - 1 && rest % KILO == 0) {
      rest /= KILO;
      ending++;
    }
    return rest + ENDINGS.get(ending);
  }
}
