package dev.parley.engine.internal.symmetry;

import dev.parley.engine.internal.store.LongIntMap;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * All permutations of each of some sets of nodes, and their combinations. Nodes that belong to one
 * of the sets are its members; each has a number, so that sets of them are bits of a word.
 */
final class Group {
  /** How many members there may be. */
  static final int MOST_MEMBERS = Long.SIZE;

  private static final int NO_MEMBER = -1;

  private final int nodes;
  private final int[][] orbits;
  private final int[] members;
  private final int[] orbitOf;
  private final int[] nodeOf;
  private final BigInteger size;

  /** For each orbit, the number of combinations of those before it; empty if too many for codes. */
  private final int[] bases;

  /** Codes of permutations, where there are too many to calculate them. */
  private final LongIntMap codes = new LongIntMap();

  /**
   * A group.
   *
   * @param nodes how many nodes there are
   * @param orbits sets of interchangeable nodes, each ascending, with at least two
   */
  Group(int nodes, List<int[]> orbits) {
    this.nodes = nodes;
    this.orbits = orbits.stream().map(int[]::clone).toArray(int[][]::new);
    members = new int[nodes];
    orbitOf = new int[nodes];
    Arrays.fill(members, NO_MEMBER);
    Arrays.fill(orbitOf, NO_MEMBER);
    int next = 0;
    for (int orbit = 0; orbit < this.orbits.length; orbit++) {
      for (int node : this.orbits[orbit]) {
        members[node] = next++;
        orbitOf[node] = orbit;
      }
    }
    if (next > MOST_MEMBERS) {
      throw new IllegalArgumentException(next + " interchangeable nodes are too many");
    }
    nodeOf = this.orbits.length == 0 ? new int[0] : concatenated(this.orbits, next);
    BigInteger all = BigInteger.ONE;
    int[] multiples = new int[this.orbits.length];
    for (int orbit = 0; orbit < multiples.length; orbit++) {
      multiples[orbit] = all.bitLength() < Integer.SIZE - 1 ? all.intValue() : 0;
      all = all.multiply(factorial(this.orbits[orbit].length));
    }
    size = all;
    bases = all.bitLength() < Integer.SIZE - 2 ? multiples : new int[0];
  }

  private static int[] concatenated(int[][] parts, int length) {
    int[] all = new int[length];
    int at = 0;
    for (int[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static BigInteger factorial(int n) {
    BigInteger product = BigInteger.ONE;
    for (int i = 2; i <= n; i++) {
      product = product.multiply(BigInteger.valueOf(i));
    }
    return product;
  }

  int nodes() {
    return nodes;
  }

  int orbits() {
    return orbits.length;
  }

  /** The nodes of a set, ascending. */
  int[] orbit(int orbit) {
    return orbits[orbit];
  }

  /** The set a node belongs to, or -1. */
  int orbitOf(int node) {
    return orbitOf[node];
  }

  /** A node's number among the members, or -1. */
  int member(int node) {
    return members[node];
  }

  boolean isMember(int node) {
    return members[node] != NO_MEMBER;
  }

  /** The node of a member. */
  int node(int member) {
    return nodeOf[member];
  }

  /** How many members there are. */
  int memberCount() {
    return nodeOf.length;
  }

  /** How many permutations there are. */
  BigInteger size() {
    return size;
  }

  /** A number for a permutation, from 1; the identity has 0. */
  int code(int[] image) {
    return bases.length == 0 && orbits.length > 0 ? lookedUp(image) : calculated(image);
  }

  private int calculated(int[] image) {
    int code = 0;
    for (int orbit = 0; orbit < orbits.length; orbit++) {
      int[] set = orbits[orbit];
      int first = members[set[0]];
      long left = -1L >>> (Long.SIZE - set.length);
      int rank = 0;
      for (int i = 0; i < set.length; i++) {
        long becomes = 1L << (members[image[set[i]]] - first);
        int smaller = Long.bitCount(left & (becomes - 1));
        left ^= becomes;
        rank = rank * (set.length - i) + smaller;
      }
      code += rank * bases[orbit];
    }
    return code;
  }

  private int lookedUp(int[] image) {
    int prefix = 0;
    for (int[] orbit : orbits) {
      for (int node : orbit) {
        int known = codes.get(prefix, image[node]);
        if (known == LongIntMap.ABSENT) {
          known = codes.size() + 1;
          codes.put(prefix, image[node], known);
        }
        prefix = known;
      }
    }
    return prefix;
  }

  /** The exchange of two nodes. */
  Permutation exchange(int one, int other) {
    Permutation exchange = new Permutation(this);
    exchange.set(one, other);
    exchange.set(other, one);
    return exchange.finish();
  }

  /** Exchanges that generate the group. */
  List<Permutation> generators() {
    List<Permutation> generators = new ArrayList<>();
    for (int[] orbit : orbits) {
      for (int i = 1; i < orbit.length; i++) {
        generators.add(exchange(orbit[i - 1], orbit[i]));
      }
    }
    return generators;
  }

  /** All exchanges of two nodes. */
  List<Permutation> exchanges() {
    List<Permutation> exchanges = new ArrayList<>();
    for (int[] orbit : orbits) {
      for (int i = 0; i < orbit.length; i++) {
        for (int j = i + 1; j < orbit.length; j++) {
          exchanges.add(exchange(orbit[i], orbit[j]));
        }
      }
    }
    return exchanges;
  }

  /** All permutations but the identity. */
  List<Permutation> others() {
    List<Permutation> all = new ArrayList<>();
    arrange(new Permutation(this), 0, 0, p -> all.add(new Permutation(p)));
    all.removeIf(Permutation::isIdentity);
    return all;
  }

  private void arrange(Permutation p, int orbit, int at, Consumer<Permutation> taker) {
    if (orbit == orbits.length) {
      taker.accept(p.finish());
    } else if (at == orbits[orbit].length) {
      arrange(p, orbit + 1, 0, taker);
    } else {
      int[] set = orbits[orbit];
      for (int i = at; i < set.length; i++) {
        swap(p, set[at], set[i]);
        arrange(p, orbit, at + 1, taker);
        swap(p, set[at], set[i]);
      }
    }
  }

  private static void swap(Permutation p, int one, int other) {
    int becomes = p.of(one);
    p.set(one, p.of(other));
    p.set(other, becomes);
  }

  /** Some permutations, always the same. */
  List<Permutation> some(int count) {
    SplittableRandom random = new SplittableRandom(count);
    List<Permutation> some = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      Permutation p = new Permutation(this);
      for (int[] orbit : orbits) {
        for (int i = orbit.length - 1; i > 0; i--) {
          swap(p, orbit[i], orbit[random.nextInt(i + 1)]);
        }
      }
      some.add(p.finish());
    }
    some.removeIf(Permutation::isIdentity);
    return some;
  }
}
