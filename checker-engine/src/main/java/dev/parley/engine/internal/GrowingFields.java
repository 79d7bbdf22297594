package dev.parley.engine.internal;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.result.InstanceResult;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names the fields whose values kept growing until a budget ended the search. A counter that
 * nothing bounds makes the state space infinite, and no budget is then large enough; whoever is
 * told to raise it waits in vain.
 *
 * <p>Local states are numbered in the order they appeared. A field is growing if it took many new
 * greatest values (or smallest, where it counts down), and took the last of them near the end. That
 * is a guess: a field with a far bound looks the same, so the result says no more than what was
 * seen. The analysis looks at some thousand local states a node and runs after the search, so it
 * costs the search nothing.
 */
final class GrowingFields {
  /** Fewer new extremes are an ordinary field of few values. */
  private static final int LEAST_EXTREMES = 8;

  private static final int MOST_SAMPLES = 4_000;

  private final Participants participants;
  private final StepRunner runner;
  private final Map<String, Range> growing = new LinkedHashMap<>();

  private GrowingFields(Participants participants, StepRunner runner) {
    this.participants = participants;
    this.runner = runner;
  }

  /** The values a field took. */
  private record Range(long least, long greatest, boolean isSize) {
    Range and(Range other) {
      return new Range(Math.min(least, other.least), Math.max(greatest, other.greatest), isSize);
    }
  }

  /** A remark for each field that was still growing when the search was ended. */
  static List<String> remarks(Participants participants, StepRunner runner) {
    GrowingFields fields = new GrowingFields(participants, runner);
    for (int node = 0; node < participants.count(); node++) {
      fields.inspect(node);
    }
    List<String> remarks = new ArrayList<>();
    fields.growing.forEach((name, range) -> remarks.add(remark(name, range)));
    return remarks;
  }

  private static String remark(String name, Range range) {
    return (range.isSize() ? "the size of " : "")
        + name
        + " grew through "
        + range.least()
        + ".."
        + range.greatest()
        + " and "
        + InstanceResult.STILL_GROWING
        + "; if nothing bounds it, no budget is large enough: bound it in the protocol, or mark it"
        + " @Auxiliary if nothing depends on it";
  }

  private void inspect(int node) {
    for (Field field : fields(participants.type(node).type())) {
      Extremes extremes = new Extremes();
      int count = runner.localStates(node);
      int every = Math.max(1, count / MOST_SAMPLES);
      boolean size = false;
      for (int local = 0; local < count; local += every) {
        Object value = value(field, runner.restore(node, local, Arrangement.FORWARD));
        if (value instanceof Collection<?> collection) {
          size = true;
          extremes.add(collection.size());
        } else if (value instanceof Map<?, ?> map) {
          size = true;
          extremes.add(map.size());
        } else if (value instanceof Number number) {
          extremes.add(number.longValue());
        }
      }
      if (extremes.stillNew()) {
        growing.merge(
            participants.type(node).type().getSimpleName() + "." + field.getName(),
            new Range(extremes.least, extremes.greatest, size),
            Range::and);
      }
    }
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> at = type; at != Node.class && at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  private static Object value(Field field, Node node) {
    try {
      return field.get(node);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the field was made accessible", e);
    }
  }

  /** How often a value was greater, or smaller, than all before it, and when last. */
  private static final class Extremes {
    private long least;
    private long greatest;
    private int count;
    private int greater;
    private int smaller;
    private int lastGreater;
    private int lastSmaller;

    void add(long value) {
      if (count == 0) {
        least = value;
        greatest = value;
      } else if (value > greatest) {
        greatest = value;
        greater++;
        lastGreater = count;
      } else if (value < least) {
        least = value;
        smaller++;
        lastSmaller = count;
      }
      count++;
    }

    boolean stillNew() {
      return (greater >= LEAST_EXTREMES && late(lastGreater))
          || (smaller >= LEAST_EXTREMES && late(lastSmaller));
    }

    private boolean late(int at) {
      return at >= count * 3 / 4;
    }
  }
}
