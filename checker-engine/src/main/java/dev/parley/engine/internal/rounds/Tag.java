package dev.parley.engine.internal.rounds;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A place in the order of rounds: a phase and a round of it. Phases are compared first, part by
 * part; a part that is missing comes before every value.
 *
 * @param phase the parts of the phase
 * @param round the round of that phase
 */
record Tag(List<Long> phase, long round) implements Comparable<Tag> {
  /** Before every tag of a message: where nodes begin. */
  static final Tag BEGINNING = new Tag(List.of(), Long.MIN_VALUE);

  Tag {
    phase = List.copyOf(phase);
  }

  @Override
  public int compareTo(Tag other) {
    int parts = Math.max(phase.size(), other.phase.size());
    for (int i = 0; i < parts; i++) {
      boolean missing = i >= phase.size();
      if (missing != i >= other.phase.size()) {
        return missing ? -1 : 1;
      }
      int compared = Long.compare(phase.get(i), other.phase.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return Long.compare(round, other.round);
  }

  /** As people read it. */
  String text() {
    if (equals(BEGINNING)) {
      return "the beginning";
    }
    String rounds = "round " + round;
    return phase.isEmpty()
        ? rounds
        : "phase "
            + phase.stream().map(String::valueOf).collect(Collectors.joining("."))
            + ", "
            + rounds;
  }
}
