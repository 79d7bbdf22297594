package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Clauses in the making: collected, freed of what follows from others, and written down. */
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

  /** Writes the clauses down; answers where they start. */
  int write(IntSequence code) {
    int at = code.add(0);
    int count = 0;
    if (!single.isEmpty()) {
      code.add(single.cardinality());
      code.add(single.cardinality());
      single.stream().forEach(code::add);
      count++;
    }
    for (List<Integer> clause : anyOf) {
      if (clause.stream().noneMatch(single::get)) {
        code.add(1);
        code.add(clause.size());
        clause.forEach(code::add);
        count++;
      }
    }
    for (int[] clause : several) {
      Arrays.stream(clause).forEach(code::add);
      count++;
    }
    code.set(at, count);
    return at;
  }
}
