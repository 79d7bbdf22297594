package dev.parley.maven;

import dev.parley.engine.SearchMode;
import dev.parley.engine.SearchOptions;
import dev.parley.engine.SearchOptions.Order;
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
 */
record SearchParameters(String order, boolean deliveryRecord, boolean runTwice) {

  /**
   * How to check, with what was left out chosen to fit what was not: nearest first where it can be.
   *
   * @param mode the mode's name
   * @param selectivePush whether single-transition states stay off the stack, if not as the mode
   *     has it
   */
  SearchOptions check(String mode, Boolean selectivePush) {
    SearchMode named = mode == null ? SearchMode.DBSS : SearchMode.named(mode.strip());
    SearchMode ordered = named.in(parsedOrder().orElse(named.nearestFirst()));
    SearchOptions options = ordered.options();
    return common(selectivePush == null ? options : options.withSelectivePush(selectivePush));
  }

  /**
   * What to compare: depth first as in the papers, or nearest first where it can be.
   *
   * @param modes the modes' names, separated by commas; all that differ in this order if absent
   */
  List<SearchMode> compare(String modes) {
    boolean nearestFirst = parsedOrder().equals(Optional.of(Order.BREADTH_FIRST));
    boolean all = modes == null || modes.isBlank();
    List<SearchMode> chosen =
        (all ? SearchMode.ALL.stream() : names(modes).stream().map(SearchMode::named))
            .map(mode -> nearestFirst ? mode.in(mode.nearestFirst()) : mode)
            .map(mode -> mode.with(common(mode.options())))
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
    return options.withDeliveryRecord(deliveryRecord).withRunTwice(runTwice);
  }

  private Optional<Order> parsedOrder() {
    if (order == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (order.strip()) {
          case "breadth-first" -> Order.BREADTH_FIRST;
          case "depth-first" -> Order.DEPTH_FIRST;
          default ->
              throw new IllegalArgumentException(
                  "order must be one of breadth-first, depth-first, not '" + order + "'");
        });
  }
}
