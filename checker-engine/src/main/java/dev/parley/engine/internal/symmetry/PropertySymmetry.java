package dev.parley.engine.internal.symmetry;

import dev.parley.engine.internal.space.StateSpace;
import dev.parley.engine.internal.space.Symmetry.Judged;
import dev.parley.engine.internal.space.SymmetryBreach;
import dev.parley.engine.internal.step.Participants;
import dev.parley.engine.internal.store.LongIntMap;
import dev.parley.engine.model.ProtocolException;
import java.math.BigInteger;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates properties under other names and compares the results.
 *
 * <p>Needed is P(g(s)) = P(s) for every state s that is judged and every g in the group: g(s) is a
 * state that is not judged itself. It does not suffice to try generators, because what they lead to
 * is not judged either. P depends on what it looks at: on the local states of some nodes, W. Let W
 * be closed under the group and contain all nodes that any evaluation looked at, those under other
 * names too. If s' agrees with s on W, then g(s') agrees with g(s) on W, and both evaluations go
 * the same way. So each combination of local states of W is tried once, with all permutations. If W
 * grows, what was tried before stays tried: those evaluations looked at no more.
 *
 * <p>Local states that differ only in fields which the property does not read are one ({@link
 * Judged#sight}). Renaming goes field by field: if s and s' look the same on W, so do g(s) and
 * g(s').
 *
 * <p>Properties that look at pending messages, or at whether nodes are up, depend on the whole
 * state.
 *
 * <p>What a combination becomes is followed by exchanges of neighbours, which generate the group,
 * until nothing new appears: many permutations lead to the same. If that takes longer than trying
 * all permutations, these are tried. In a group of more than {@link #MOST} permutations it may take
 * longer; only if that is too much, all exchanges of two nodes and some other permutations are
 * tried. The result says that this is a sample. A sample proves nothing: one state
 * of ten thousand that differ in names may be the only one in which a property is false. So the
 * property is refused then, too, unless byte code proves that it cannot tell nodes apart ({@link
 * BlindCode}), or it was declared that they are interchangeable.
 */
final class PropertySymmetry {
  /** Up to how many permutations all are tried. */
  static final int MOST = 5_040;

  private static final int SAMPLE = 200;

  /** How many exchanges are made at most to follow what combinations become, in all. */
  private static final int MOST_FOLLOWED = 200_000;

  private final Renaming renaming;
  private final StateSpace space;
  private final Participants participants;
  private final Judged property;
  private final Optional<Class<?>> protocol;
  private final List<Permutation> permutations;

  private final boolean tooMany;
  private boolean sampled;
  private long followed;

  /** The nodes of which nobody said that they are interchangeable. */
  private final BitSet undeclared;

  /** Why its code may tell nodes apart; null until somebody wants to know. */
  private Optional<String> suspicion;

  private int looks = -1;
  private int sightVersion = -1;
  private int[] watched = new int[0];
  private boolean named;

  /** Combinations that were tried: chains of pairs, which end at a number below 0. */
  private LongIntMap tried = new LongIntMap();

  private final int[] scratch;
  private long evaluations;

  /**
   * A property that was tried on nothing so far.
   *
   * @param protocol the class that has it, to explain what it does
   * @param undeclared the nodes of which nobody said that they are interchangeable
   */
  PropertySymmetry(
      Renaming renaming,
      StateSpace space,
      Participants participants,
      Judged property,
      Optional<Class<?>> protocol,
      BitSet undeclared) {
    this.protocol = protocol;
    this.undeclared = undeclared;
    this.renaming = renaming;
    this.space = space;
    this.participants = participants;
    this.property = property;
    Group group = renaming.group();
    tooMany = group.size().compareTo(BigInteger.valueOf(MOST)) > 0;
    permutations = tooMany ? group.exchanges() : group.others();
    if (tooMany) {
      permutations.addAll(group.some(SAMPLE));
    }
    scratch = new int[space.partCount()];
  }

  /** How many evaluations under other names there were. */
  long evaluations() {
    return evaluations;
  }

  /** Whether not all permutations were tried. */
  boolean sampled() {
    return sampled;
  }

  void judged(int[] cells, boolean holds) {
    watch();
    boolean byLocals = !property.looksBeyondLocals();
    if (byLocals && (!dependsOnNames(cells) || isTried(cells))) {
      return;
    }
    do {
      watch();
      if (!follow(cells, holds)) {
        tryPermutations(cells, holds);
      }
    } while (property.looks() != looks);
    if (!property.looksBeyondLocals()) {
      note(cells);
    }
  }

  private void tryPermutations(int[] cells, boolean holds) {
    if (tooMany) {
      sampled = true;
      inspect(cells);
    }
    for (Permutation permutation : permutations) {
      renaming.state(cells, permutation, scratch);
      if (renamed(permutation) != holds) {
        throw breach(permutation, holds);
      }
    }
  }

  /** Tries the property on all that a combination becomes; false if that is too much. */
  private boolean follow(int[] cells, boolean holds) {
    List<Permutation> generators = renaming.group().generators();
    long most = tooMany ? MOST_FOLLOWED : followed + permutations.size() / generators.size();
    Set<IntBuffer> seen = new HashSet<>();
    Deque<int[]> open = new ArrayDeque<>();
    seen.add(watchedPart(cells));
    open.add(cells.clone());
    while (!open.isEmpty()) {
      int[] state = open.remove();
      for (Permutation exchange : generators) {
        if (++followed > most || seen.size() > MOST) {
          return false;
        }
        renaming.state(state, exchange, scratch);
        if (seen.add(watchedPart(scratch))) {
          open.add(scratch.clone());
          if (renamed(exchange) != holds) {
            throw breach(exchange, holds);
          }
        }
      }
    }
    return true;
  }

  /** What the property can see of a state. */
  private IntBuffer watchedPart(int[] state) {
    return IntBuffer.wrap(
        property.looksBeyondLocals()
            ? state.clone()
            : Arrays.stream(watched).map(node -> space.local(node, state[node])).toArray());
  }

  /** Where a sample is all there is, code must be known to be blind, or nodes declared. */
  private void inspect(int[] cells) {
    BitSet suspects = new BitSet();
    for (int node : watched) {
      suspects.set(node);
      long named =
          property.looksBeyondLocals()
              ? renaming.cellFeatures(node, cells[node]).mask
              : renaming.localFeatures(node, space.local(node, cells[node])).mask;
      for (long left = named; left != 0; left &= left - 1) {
        suspects.set(renaming.group().node(Long.numberOfTrailingZeros(left)));
      }
    }
    if (property.looksBeyondLocals()) {
      suspects.or(undeclared);
    }
    suspects.and(undeclared);
    if (suspects.isEmpty()) {
      return;
    }
    if (suspicion == null) {
      suspicion =
          property.method().isPresent()
              ? BlindCode.objection(property.method().get(), nodeTypes())
              : Optional.of("its code cannot be read");
    }
    if (suspicion.isPresent()) {
      throw new SymmetryBreach(
          property.name(),
          "the property "
              + property.name()
              + " may tell nodes apart, and there are too many of them to try it under all names: "
              + suspicion.get()
              + ". If nodes are interchangeable to it, declare that",
          suspects);
    }
  }

  private Set<Class<?>> nodeTypes() {
    return IntStream.range(0, participants.count())
        .mapToObj(node -> participants.type(node).type())
        .collect(Collectors.toSet());
  }

  /** Whether it holds under other names. */
  private boolean renamed(Permutation permutation) {
    evaluations++;
    try {
      return property.decide(scratch);
    } catch (ProtocolException e) {
      throw new SymmetryBreach(
          property.name(),
          "it is a mistake under other names of nodes: " + e.getMessage(),
          permutation.movedNodes());
    }
  }

  /** The nodes that the property may look at, under any names. */
  private void watch() {
    if (property.looks() == looks) {
      return;
    }
    looks = property.looks();
    Group group = renaming.group();
    BitSet all = new BitSet();
    for (int node = 0; node < group.nodes(); node++) {
      if (property.hasLookedAt(node)) {
        all.set(node);
        if (group.isMember(node)) {
          Arrays.stream(group.orbit(group.orbitOf(node))).forEach(all::set);
        }
      }
    }
    watched = all.stream().toArray();
    named = Arrays.stream(watched).anyMatch(group::isMember);
    tried = new LongIntMap();
  }

  /** If it looks at no interchangeable node, nor at the name of one, names make no difference. */
  private boolean dependsOnNames(int[] cells) {
    if (named) {
      return true;
    }
    for (int node : watched) {
      if (renaming.localFeatures(node, space.local(node, cells[node])).mask != 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isTried(int[] cells) {
    int prefix = 0;
    for (int sight : sights(cells)) {
      prefix = tried.get(prefix, sight);
      if (prefix == LongIntMap.ABSENT) {
        return false;
      }
    }
    return true;
  }

  private void note(int[] cells) {
    int prefix = 0;
    for (int sight : sights(cells)) {
      int next = tried.get(prefix, sight);
      if (next == LongIntMap.ABSENT) {
        next = tried.size() + 1;
        tried.put(prefix, sight, next);
      }
      prefix = next;
    }
  }

  /** What the property can tell apart of the nodes it may look at, all in one version. */
  private int[] sights(int[] cells) {
    int[] sights = new int[watched.length];
    int version;
    do {
      version = property.sightVersion();
      for (int i = 0; i < sights.length; i++) {
        sights[i] = property.sight(watched[i], space.local(watched[i], cells[watched[i]]));
      }
    } while (version != property.sightVersion());
    if (version != sightVersion) {
      sightVersion = version;
      tried = new LongIntMap();
    }
    return sights;
  }

  private SymmetryBreach breach(Permutation permutation, boolean holds) {
    String names =
        Arrays.stream(watched)
            .filter(node -> permutation.of(node) != node)
            .mapToObj(
                node -> participants.id(node) + " becomes " + participants.id(permutation.of(node)))
            .collect(Collectors.joining(", "));
    return new SymmetryBreach(
        property.name(),
        "the property "
            + property.name()
            + " tells interchangeable nodes apart: it is "
            + holds
            + " in a state and "
            + !holds
            + " in the same state under other names"
            + (names.isEmpty() ? "" : " (" + names + ")")
            + protocol
                .map(type -> StepSymmetry.explained(type, List.of(property.name())))
                .orElse(""),
        permutation.movedNodes());
  }

  long bytes() {
    return tried.bytes();
  }
}
