package dev.parley.engine.internal.capture;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A canonical order for objects that look alike, by colour refinement (McKay, Practical Graph
 * Isomorphism, 1981).
 *
 * <p>The objects with identity of a graph get colours. A colour is a hash of what the object holds,
 * with references replaced by the colours of what they lead to, and of where it is referred to
 * from. Neither depends on the order in which unordered collections iterate, so isomorphic graphs
 * get the same colours. Colours are refined until no more objects are told apart. If all objects
 * have colours of their own, elements that look alike are written in the order of their colours.
 * Otherwise:
 *
 * <ul>
 *   <li><b>Components.</b> Take the objects that share their colour with another, connected by
 *       references and by standing in one element of an unordered collection. If the objects of a
 *       component all have different colours, then its colours determine it: an object leads, at
 *       each place, to the one object of its component that has the colour seen there. So
 *       components with equal colours are isomorphic, and everything outside refers to them alike.
 *       Exchanging two of them changes nothing, and they are put in any order. Lookalikes that
 *       stand in two sets, or that own a list each, are such components.
 *   <li><b>Branches.</b> Else one object of a smallest class is given a colour of its own, and
 *       colours are refined again, for each object of that class in turn. The smallest encoding
 *       counts. Two branches with an encoding in common are isomorphic, since an encoding
 *       determines its graph; then the second is left after its first encoding. A ring of
 *       lookalikes has one branch for each of its members and no more.
 * </ul>
 *
 * <p>So the result does not depend on the order the iteration gave. Should two different colours
 * ever have one 64-bit hash, one state may be taken for two, never two for one, because every
 * encoding determines its graph. Very regular graphs have too many branches; past {@link #LIMIT}
 * they are refused.
 */
final class Colouring {
  /** How much is written while looking before a graph is refused: about a second's worth. */
  private static final long LIMIT = 100_000_000;

  /** What looking at an object costs in any case. */
  private static final int LOOK = 32;

  private final Writer writer;
  private final Runnable walk;
  private final ByteSink scratch = new ByteSink();
  private final IdentityTable numbers = new IdentityTable();
  private final List<Object> objects = new ArrayList<>();
  private long[] colours = new long[16];

  /** The references made by the object that is looked at: to which object, and where. */
  private int[] referred = new int[16];

  private long[] sites = new long[16];
  private int references;

  private Components components;
  private long written;

  Colouring(Writer writer, Runnable walk) {
    this.writer = writer;
    this.walk = walk;
  }

  /** The smallest encoding of the graph. */
  byte[] smallest() {
    collect();
    Arrays.fill(colours, 0, objects.size(), 1);
    colours[0] = 2;
    return smallest(refined(colours), new HashSet<>());
  }

  // Called while an object is looked at ---------------------------------------------------------

  /** The root is met, which has the number 0. */
  void root(Object root) {
    if (objects.get(0) == this) {
      objects.set(0, root);
      numbers.rollback(0);
      numbers.add(root);
    }
  }

  /** A reference; the place is relative to what is written in one piece. */
  void refer(Object value, int place, ByteSink out) {
    int number = numbers.find(value);
    if (number < 0) {
      number = add(value);
    }
    if (references == referred.length) {
      referred = Arrays.copyOf(referred, references * 2);
      sites = Arrays.copyOf(sites, references * 2);
    }
    referred[references] = number;
    sites[references++] = place;
    out.putByte(Writer.REFERENCE);
    out.putFixed(colours[number]);
  }

  /** How many references there are so far. */
  int mark() {
    return references;
  }

  /** The references since the mark stand in one element of an unordered collection. */
  void enclose(int mark, byte[] bytes, int from, int to) {
    long element = references == mark ? 0 : hash(bytes, from, to);
    for (int i = mark; i < references; i++) {
      sites[i] = mix(sites[i] + element);
      if (components != null) {
        components.connect(referred[mark], referred[i]);
      }
    }
  }

  /** The references since the mark stand in one unordered collection at the given place. */
  void place(int mark, int place) {
    for (int i = mark; i < references; i++) {
      sites[i] = mix(sites[i] + place);
    }
  }

  void forget(int mark) {
    references = mark;
  }

  // Refinement ----------------------------------------------------------------------------------

  private int add(Object object) {
    numbers.add(object);
    objects.add(object);
    if (objects.size() > colours.length) {
      colours = Arrays.copyOf(colours, colours.length * 2);
    }
    return objects.size() - 1;
  }

  /** Numbers all objects. */
  private void collect() {
    add(this);
    for (int i = 0; i < objects.size(); i++) {
      look(i);
    }
  }

  /** Writes an object's own content to the scratch memory and notes its references. */
  private void look(int number) {
    if (written > LIMIT) {
      throw new Uncapturable(
          (objects.size() - 1)
              + " objects refer to each other so regularly that no order of those that look alike"
              + " can be found in reasonable time; give them a field that tells them apart, such as"
              + " a number, or keep them in a List instead of a HashSet or HashMap");
    }
    scratch.reset();
    references = 0;
    if (number == 0) {
      writer.look(this, scratch, walk);
    } else {
      writer.look(this, scratch, objects.get(number));
    }
    written += LOOK + scratch.length();
  }

  /** Colours that tell apart what the given ones tell apart, and as much more as they can. */
  private long[] refined(long[] given) {
    int size = objects.size();
    long[] known = Arrays.copyOf(given, size);
    int classes = classes(known);
    while (classes < size) {
      colours = known;
      long[] next = new long[size];
      for (int i = 0; i < size; i++) {
        look(i);
        next[i] += mix(mix(known[i]) + hash(scratch.array(), 0, scratch.length()));
        for (int r = 0; r < references; r++) {
          next[referred[r]] += mix(sites[r] + mix(known[i] + 1));
        }
      }
      for (int i = 0; i < size; i++) {
        next[i] = mix(next[i]);
      }
      int more = classes(next);
      if (more == classes) {
        return known;
      }
      known = next;
      classes = more;
    }
    return known;
  }

  private static int classes(long[] colours) {
    long[] sorted = colours.clone();
    Arrays.sort(sorted);
    int classes = 1;
    for (int i = 1; i < sorted.length; i++) {
      classes += sorted[i] != sorted[i - 1] ? 1 : 0;
    }
    return classes;
  }

  // Branches ------------------------------------------------------------------------------------

  /**
   * The smallest encoding below a partial order.
   *
   * @param given refined colours
   * @param met takes all encodings met on the way
   */
  private byte[] smallest(long[] given, Set<ByteBuffer> met) {
    long[] ordered = componentsOrdered(given);
    List<Integer> tied = smallestClass(ordered);
    if (tied.isEmpty()) {
      return encoded(ordered, met);
    }
    byte[] smallest = null;
    Set<ByteBuffer> below = new HashSet<>();
    for (int member : tied) {
      long[] branch = singled(ordered, member);
      if (smallest == null || !below.contains(ByteBuffer.wrap(first(branch)))) {
        byte[] found = smallest(branch, below);
        if (smallest == null || Arrays.compareUnsigned(found, smallest) < 0) {
          smallest = found;
        }
      }
    }
    met.addAll(below);
    return smallest;
  }

  /** Some encoding below a partial order. */
  private byte[] first(long[] given) {
    long[] ordered = componentsOrdered(given);
    List<Integer> tied = smallestClass(ordered);
    while (!tied.isEmpty()) {
      ordered = componentsOrdered(singled(ordered, tied.get(0)));
      tied = smallestClass(ordered);
    }
    return encoded(ordered, new HashSet<>());
  }

  private byte[] encoded(long[] discrete, Set<ByteBuffer> met) {
    colours = discrete;
    byte[] bytes = writer.attemptOrdered(this, walk);
    written += LOOK + bytes.length;
    met.add(ByteBuffer.wrap(bytes));
    return bytes;
  }

  private long[] singled(long[] given, int member) {
    long[] singled = given.clone();
    singled[member] = mix(singled[member] + 7);
    return refined(singled);
  }

  /** The members of a smallest class of several; of those, the one with the least colour. */
  private static List<Integer> smallestClass(long[] colours) {
    List<Integer> smallest = List.of();
    for (List<Integer> members : byColour(colours).values()) {
      boolean smaller =
          smallest.isEmpty()
              || members.size() < smallest.size()
              || members.size() == smallest.size()
                  && colours[members.get(0)] < colours[smallest.get(0)];
      if (members.size() > 1 && smaller) {
        smallest = members;
      }
    }
    return smallest;
  }

  private static Map<Long, List<Integer>> byColour(long[] colours) {
    Map<Long, List<Integer>> members = new HashMap<>();
    for (int i = 0; i < colours.length; i++) {
      members.computeIfAbsent(colours[i], c -> new ArrayList<>()).add(i);
    }
    return members;
  }

  // Components ----------------------------------------------------------------------------------

  /** Puts components in order that can be exchanged for each other. */
  private long[] componentsOrdered(long[] given) {
    if (classes(given) == given.length) {
      return given;
    }
    components = new Components(given);
    colours = given;
    for (int i = 0; i < given.length; i++) {
      look(i);
      for (int r = 0; r < references; r++) {
        components.connect(i, referred[r]);
      }
    }
    Components connected = components;
    components = null;
    long[] ordered = connected.ordered();
    return Arrays.equals(ordered, given) ? given : refined(ordered);
  }

  /** The objects that share their colours with others, connected. */
  private static final class Components {
    private final long[] colours;
    private final boolean[] tied;
    private final int[] parents;

    Components(long[] colours) {
      this.colours = colours;
      this.parents = new int[colours.length];
      this.tied = new boolean[colours.length];
      Arrays.setAll(parents, i -> i);
      for (List<Integer> members : byColour(colours).values()) {
        members.forEach(i -> tied[i] = members.size() > 1);
      }
    }

    void connect(int a, int b) {
      if (tied[a] && tied[b]) {
        parents[top(a)] = top(b);
      }
    }

    private int top(int object) {
      int at = object;
      while (parents[at] != at) {
        parents[at] = parents[parents[at]];
        at = parents[at];
      }
      return at;
    }

    /** New colours for the components whose objects all differ: a number for each component. */
    long[] ordered() {
      Map<Integer, List<Integer>> members = new HashMap<>();
      for (int i = 0; i < parents.length; i++) {
        if (tied[i]) {
          members.computeIfAbsent(top(i), t -> new ArrayList<>()).add(i);
        }
      }
      long[] ordered = colours.clone();
      Map<Long, Integer> numbers = new HashMap<>();
      for (List<Integer> component : members.values()) {
        if (component.stream().map(i -> colours[i]).distinct().count() == component.size()) {
          long kind = component.stream().mapToLong(i -> colours[i]).min().orElseThrow();
          int number = numbers.merge(kind, 1, Integer::sum);
          component.forEach(i -> ordered[i] = mix(colours[i] + number));
        }
      }
      return ordered;
    }
  }

  // Hashes --------------------------------------------------------------------------------------

  private static long hash(byte[] bytes, int from, int to) {
    long h = to - from;
    for (int i = from; i < to; i++) {
      h = (h ^ bytes[i]) * 0x100000001B3L;
      h ^= h >>> 29;
    }
    return mix(h);
  }

  private static long mix(long key) {
    long h = (key ^ (key >>> 32)) * 0xD6E8FEB86659FD93L;
    h = (h ^ (h >>> 32)) * 0xD6E8FEB86659FD93L;
    return (h ^ (h >>> 32)) + 0x9E3779B97F4A7C15L;
  }
}
