package dev.parley.engine.internal.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Clauses in the making: collected, and freed of what follows from others. */
final class Clauses {
  /** Any one of the needs will do. */
  private final Set<List<Integer>> anyOf = new LinkedHashSet<>();

  private final BitSet single = new BitSet();
  private final List<int[]> several = new ArrayList<>();

  /** One of these needs must be taken along. */
  void anyOf(int[] needs) {
    if (needs.length == 1) {
      single.set(needs[0]);
    } else {
      anyOf.add(Arrays.stream(needs).boxed().toList());
    }
  }

  /** Each of these needs must be taken along. */
  void all(int[] needs) {
    for (int need : needs) {
      single.set(need);
    }
  }

  /** So many of these needs must be taken along. */
  void atLeast(int count, int[] needs) {
    if (count >= needs.length) {
      all(needs);
    } else if (count == 1) {
      anyOf(needs);
    } else if (count > 0) {
      several.add(
          IntStream.concat(IntStream.of(count, needs.length), IntStream.of(needs)).toArray());
    }
  }

  /** The clauses as a {@link ClauseBook} writes them. */
  int[] toArray() {
    IntStream.Builder out = IntStream.builder();
    List<List<Integer>> open =
        anyOf.stream().filter(clause -> clause.stream().noneMatch(single::get)).toList();
    out.add((single.isEmpty() ? 0 : 1) + open.size() + several.size());
    if (!single.isEmpty()) {
      out.add(single.cardinality()).add(single.cardinality());
      single.stream().forEach(out);
    }
    for (List<Integer> clause : open) {
      out.add(1).add(clause.size());
      clause.forEach(out::add);
    }
    several.forEach(clause -> Arrays.stream(clause).forEach(out));
    return out.build().toArray();
  }
}
