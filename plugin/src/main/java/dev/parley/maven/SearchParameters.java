package dev.parley.maven;

import dev.parley.engine.SearchOptions;
import dev.parley.engine.SearchOptions.Inference;
import dev.parley.engine.SearchOptions.Memory;
import dev.parley.engine.SearchOptions.Order;
import java.util.List;
import java.util.Optional;

/**
 * The parameters that say how to search, as they were written; absent ones are null.
 *
 * @param mode {@code dbss}, {@code stateful} or {@code stateless}
 * @param order {@code breadth-first} or {@code depth-first}
 * @param selectivePush whether single-transition states stay off the stack
 * @param deliveryRecord whether local states include the messages consumed last
 * @param runTwice whether steps are run twice and compared
 * @param inference {@code off}, {@code suggest} or {@code on}
 */
record SearchParameters(
    String mode,
    String order,
    Boolean selectivePush,
    boolean deliveryRecord,
    boolean runTwice,
    String inference) {
  private static final List<String> MODES = List.of("dbss", "stateful", "stateless");
  private static final List<String> ORDERS = List.of("breadth-first", "depth-first");
  private static final List<String> INFERENCES = List.of("off", "suggest", "on");

  /** The options, with what was left out chosen to fit what was not. */
  SearchOptions toOptions() {
    Memory memory =
        switch (oneOf("mode", mode, MODES).orElse("dbss")) {
          case "stateless" -> Memory.NONE;
          case "stateful" -> Memory.FULL;
          default -> Memory.RELEVANT;
        };
    String usualOrder = memory == Memory.NONE ? "depth-first" : "breadth-first";
    boolean depthFirst = oneOf("order", order, ORDERS).orElse(usualOrder).equals("depth-first");
    boolean push =
        Optional.ofNullable(selectivePush).orElse(depthFirst && memory == Memory.RELEVANT);
    return SearchOptions.DEFAULT
        .withOrder(depthFirst ? Order.DEPTH_FIRST : Order.BREADTH_FIRST)
        .withMemory(memory)
        .withSelectivePush(push)
        .withDeliveryRecord(deliveryRecord)
        .withRunTwice(runTwice)
        .withInference(
            switch (oneOf("inference", inference, INFERENCES).orElse("suggest")) {
              case "off" -> Inference.OFF;
              case "on" -> Inference.ON;
              default -> Inference.SUGGEST;
            });
  }

  private static Optional<String> oneOf(String name, String text, List<String> accepted) {
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
