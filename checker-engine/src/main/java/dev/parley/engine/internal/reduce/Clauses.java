package dev.parley.engine.internal.reduce;

import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Collects clauses, and removes those that follow from others. */
final class Clauses {
  /** One of the needs must be added to the set; any one. */
  private final Set<List<Integer>> anyOf = new LinkedHashSet<>();

  private final BitSet single = new BitSet();
  private final List<int[]> several = new ArrayList<>();

  /** One of the first {@code count} needs must be added to the set. */
  void anyOf(int[] needs, int count) {
    if (count == 1) {
      single.set(needs[0]);
    } else {
      List<Integer> clause = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        clause.add(needs[i]);
      }
      anyOf.add(clause);
    }
  }

  /** Each of the first {@code count} needs must be added to the set. */
  void all(int[] needs, int count) {
    for (int i = 0; i < count; i++) {
      single.set(needs[i]);
    }
  }

  /** At least {@code count} of these needs must be added to the set. */
  void atLeast(int count, int[] needs) {
    if (count >= needs.length) {
      all(needs, needs.length);
    } else if (count == 1) {
      anyOf(needs, needs.length);
    } else if (count > 0) {
      several.add(
          IntStream.concat(IntStream.of(count, needs.length), IntStream.of(needs)).toArray());
    }
  }

  /** Stores the clauses; returns where they start. */
  int writeTo(ClauseBook book) {
    IntSequence out = new IntSequence();
    out.add(0);
    int clauses = 0;
    if (!single.isEmpty()) {
      clauses++;
      out.add(single.cardinality());
      out.add(single.cardinality());
      for (int need = single.nextSetBit(0); need >= 0; need = single.nextSetBit(need + 1)) {
        out.add(need);
      }
    }
    for (List<Integer> clause : anyOf) {
      if (!isMet(clause)) {
        clauses++;
        out.add(1);
        out.add(clause.size());
        clause.forEach(out::add);
      }
    }
    for (int[] clause : several) {
      clauses++;
      for (int value : clause) {
        out.add(value);
      }
    }
    out.set(0, clauses);
    return book.write(out);
  }

  private boolean isMet(List<Integer> clause) {
    for (int need : clause) {
      if (single.get(need)) {
        return true;
      }
    }
    return false;
  }
}
