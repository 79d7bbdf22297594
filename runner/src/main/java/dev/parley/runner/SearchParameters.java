package dev.parley.runner;

import dev.parley.api.Network;
import dev.parley.engine.options.ExplorationOptions.Order;
import dev.parley.engine.options.PurePatterns;
import dev.parley.engine.options.ScrutinyOptions.Inference;
import dev.parley.engine.options.SearchMode;
import dev.parley.engine.options.SearchOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The parameters that say how to search, as they were written; absent ones are null. What the modes
 * are is {@link SearchMode}'s affair.
 *
 * @param order {@code breadth-first} or {@code depth-first}
 * @param deliveryRecord whether local states include the messages consumed last
 * @param runTwice whether steps are run twice and compared
 * @param inference {@code off}, {@code suggest} or {@code on}
 * @param assumePure patterns of what is pure according to the configuration, separated by commas
 * @param network the label of the network in place of the declared one
 * @param reductions how reductions go about their work
 * @param walks which random walks are taken
 */
public record SearchParameters(
    String order,
    boolean deliveryRecord,
    boolean runTwice,
    String inference,
    String assumePure,
    String network,
    ReductionParameters reductions,
    WalkParameters walks) {
  private static final List<String> ORDERS = List.of("breadth-first", "depth-first");
  private static final List<String> INFERENCES = List.of("off", "suggest", "on");

  /** Nothing was written of random walks. */
  public SearchParameters(
      String order,
      boolean deliveryRecord,
      boolean runTwice,
      String inference,
      String assumePure,
      String network,
      ReductionParameters reductions) {
    this(
        order,
        deliveryRecord,
        runTwice,
        inference,
        assumePure,
        network,
        reductions,
        WalkParameters.NONE);
  }

  /** The same with random walks. */
  public SearchParameters with(WalkParameters others) {
    return new SearchParameters(
        order, deliveryRecord, runTwice, inference, assumePure, network, reductions, others);
  }

  /**
   * How to check, with what was left out chosen to fit what was not: nearest first where it can be.
   *
   * @param mode the mode's name
   * @param selectivePush whether single-transition states stay off the stack, if not as the mode
   *     has it
   * @param deadMessages whether dead messages are dropped, if not as the mode has it
   */
  public SearchOptions check(String mode, Boolean selectivePush, Boolean deadMessages) {
    SearchMode named = mode == null ? SearchMode.DEFAULT : SearchMode.named(mode.strip());
    SearchMode ordered = named.in(parsedOrder().orElse(named.nearestFirst()));
    SearchOptions options = common(ordered.options()).withInference(parsedInference());
    if (selectivePush != null) {
      options = options.withSelectivePush(selectivePush);
    }
    if (options.reduction().partialOrder().isEmpty()) {
      reductions.requireUnset(named.name());
    }
    options = walks.applyTo(options);
    return deadMessages == null ? options : options.withDeadMessages(deadMessages);
  }

  /**
   * What to compare: depth first as in the papers, or nearest first where it can be.
   *
   * @param modes the modes' names, separated by commas; all that differ in this order if absent
   */
  public List<SearchMode> compare(String modes) {
    boolean nearestFirst = parsedOrder().equals(Optional.of(Order.BREADTH_FIRST));
    boolean all = modes == null || modes.isBlank();
    // A suggestion is a search of its own, which nobody asked to compare.
    Inference inferred = parsedInference() == Inference.SUGGEST ? Inference.OFF : parsedInference();
    List<SearchMode> chosen =
        (all ? SearchMode.ALL.stream() : names(modes).stream().map(SearchMode::named))
            .map(mode -> nearestFirst ? mode.in(mode.nearestFirst()) : mode)
            .map(mode -> mode.with(common(mode.options()).withInference(inferred)))
            .toList();
    return all ? differing(chosen) : chosen;
  }

  private static List<SearchMode> differing(List<SearchMode> modes) {
    return modes.stream()
        .filter(
            mode ->
                modes.stream()
                    .filter(other -> other.options().equals(mode.options()))
                    .reduce((earlier, later) -> later)
                    .equals(Optional.of(mode)))
        .toList();
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  private SearchOptions common(SearchOptions options) {
    return reductions
        .applyTo(options)
        .withDeliveryRecord(deliveryRecord)
        .withRunTwice(runTwice)
        .withAssumePure(parsedAssumptions())
        .withNetwork(parsedNetwork());
  }

  private PurePatterns parsedAssumptions() {
    return assumePure == null ? PurePatterns.NONE : new PurePatterns(names(assumePure));
  }

  private Optional<Order> parsedOrder() {
    return oneOf("order", order, ORDERS)
        .map(name -> name.equals("depth-first") ? Order.DEPTH_FIRST : Order.BREADTH_FIRST);
  }

  private Optional<Network> parsedNetwork() {
    List<String> labels = Arrays.stream(Network.values()).map(Network::label).toList();
    return oneOf("network", network, labels).map(label -> Network.values()[labels.indexOf(label)]);
  }

  private Inference parsedInference() {
    return switch (oneOf("inference", inference, INFERENCES).orElse("suggest")) {
      case "off" -> Inference.OFF;
      case "on" -> Inference.ON;
      default -> Inference.SUGGEST;
    };
  }

  static Optional<String> oneOf(String name, String text, List<String> accepted) {
    if (text == null) {
      return Optional.empty();
    }
    if (!accepted.contains(text.strip())) {
      throw new IllegalArgumentException(
          name + " must be one of " + String.join(", ", accepted) + ", not '" + text + "'");
    }
    return Optional.of(text.strip());
  }
}
