package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.step.Messages;
import dev.parley.engine.result.Survey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells of the messages of a trace which rounds they belong to. */
public final class MessageRounds {
  private MessageRounds() {}

  /**
   * The rounds of some messages.
   *
   * @param byNumber messages by their numbers in the trace
   * @param messages what is in them
   * @return an entry for each message that has a tag, by number
   */
  public static List<Survey.InRound> of(Map<Integer, Integer> byNumber, Messages messages) {
    Tags tags = new Tags(messages);
    List<Integer> order = new ArrayList<>();
    byNumber.values().stream()
        .map(tags::of)
        .filter(tag -> tag != Tags.NONE)
        .distinct()
        .sorted(tags::compare)
        .forEach(order::add);
    List<Survey.InRound> all = new ArrayList<>();
    new TreeMap<>(byNumber)
        .forEach(
            (number, message) -> {
              int tag = tags.of(message);
              if (tag != Tags.NONE) {
                all.add(new Survey.InRound(number, order.indexOf(tag) + 1, tags.text(tag)));
              }
            });
    return all;
  }
}
