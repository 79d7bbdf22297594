package dev.parley.engine.internal.rounds;

import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.step.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tags of all messages, by number; numbers are not in the order of rounds. */
final class Tags {
  /** The number of the place where nodes begin. */
  static final int BEGINNING = 0;

  /** Stands for the tag of a message that has none. */
  static final int NONE = -1;

  private static final int UNKNOWN = -2;

  private final Messages messages;
  private final Map<Class<?>, Optional<TagReader>> readers = new HashMap<>();
  private final List<Tag> tags = new ArrayList<>();
  private final Map<Tag, Integer> numbers = new HashMap<>();
  private int[] ofMessage = new int[0];

  Tags(Messages messages) {
    this.messages = messages;
    number(Tag.BEGINNING);
  }

  private int number(Tag tag) {
    return numbers.computeIfAbsent(
        tag,
        fresh -> {
          tags.add(fresh);
          return tags.size() - 1;
        });
  }

  /** The tag of a message; {@link #NONE} if it has none. */
  int of(int messageId) {
    if (messageId >= ofMessage.length) {
      int known = ofMessage.length;
      ofMessage = Arrays.copyOf(ofMessage, Math.max(64, 2 * messageId));
      Arrays.fill(ofMessage, known, ofMessage.length, UNKNOWN);
    }
    if (ofMessage[messageId] == UNKNOWN) {
      ofMessage[messageId] = read(messageId);
    }
    return ofMessage[messageId];
  }

  private int read(int messageId) {
    return readers
        .computeIfAbsent(messages.type(messageId), TagReader::of)
        .map(reader -> number(reader.tag(messages.restore(messageId, Codec.Arrangement.FORWARD))))
        .orElse(NONE);
  }

  int compare(int tag, int other) {
    return tag == other ? 0 : tags.get(tag).compareTo(tags.get(other));
  }

  boolean less(int tag, int other) {
    return compare(tag, other) < 0;
  }

  String text(int tag) {
    return tags.get(tag).text();
  }
}
