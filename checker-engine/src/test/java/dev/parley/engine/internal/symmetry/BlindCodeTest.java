package dev.parley.engine.internal.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.api.World;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What code is known to be blind to names, and what is not. */
class BlindCodeTest {
  private static final Set<Class<?>> NODES = Set.of(Voter.class, Odd.class);

  enum Phase {
    IDLE,
    BUSY
  }

  record Vote(NodeId whom, int round) {
    boolean isEarly() {
      return round < 2;
    }
  }

  record Wrapped(NodeId id) {
    boolean isFirst() {
      return id.index() == 1;
    }
  }

  /** Another class may extend it. */
  static class Mark {
    boolean isSet() {
      return false;
    }
  }

  abstract static class Base extends Node {
    final Mark mark = new Mark();
    Phase phase = Phase.IDLE;
    int count;
    NodeId friend;
    final Set<NodeId> seen = new HashSet<>();
    final TreeSet<NodeId> sorted = new TreeSet<>();
    final Map<NodeId, Vote> votes = Map.of();
    final NodeId[] array = new NodeId[2];

    boolean isDone() {
      return phase == Phase.BUSY;
    }

    abstract boolean isOdd();

    boolean isFriendly() {
      return friend != null && friend.equals(self());
    }
  }

  static final class Voter extends Base {
    @Override
    boolean isOdd() {
      return false;
    }
  }

  static final class Odd extends Base {
    @Override
    boolean isOdd() {
      return self().index() == 1;
    }
  }

  /** None of these can tell one node from another. */
  static final class Blind {
    private Blind() {}

    static boolean counts(World w) {
      return w.nodes(Base.class).stream().filter(Base::isDone).count() < 2;
    }

    static boolean asksItself(World w) {
      return w.nodes(Base.class).stream().noneMatch(Base::isFriendly);
    }

    static boolean collects(World w) {
      Set<Phase> phases =
          w.nodes(Base.class).stream().map(n -> n.phase).collect(Collectors.toSet());
      return phases.size() < 2 || !phases.contains(Phase.BUSY);
    }

    static boolean followsNames(World w) {
      return w.nodes(Base.class).stream()
          .filter(n -> n.friend != null)
          .allMatch(n -> ((Base) w.node(n.friend)).count > 0 && w.isUp(n));
    }

    static boolean looksIntoMaps(World w) {
      return w.nodes(Base.class).stream()
          .flatMap(n -> n.votes.values().stream())
          .allMatch(Vote::isEarly);
    }

    static boolean compares(World w) {
      return w.nodes(Base.class).stream()
          .allMatch(a -> w.nodes(Base.class).stream().allMatch(b -> a.seen.equals(b.seen)));
    }

    static boolean sums(World w) {
      return w.nodes(Base.class).stream().mapToInt(n -> Math.max(n.count, 0)).sum() < 7;
    }

    static boolean looksAtMessages(World w) {
      return w.pending().stream().noneMatch(p -> p.from().equals(p.to()));
    }

    static boolean switches(World w) {
      return w.nodes(Base.class).stream()
          .allMatch(
              n ->
                  switch (n.phase) {
                    case IDLE -> n.count == 0;
                    case BUSY -> n.count > 0;
                  });
    }
  }

  /** Each of these may. */
  static final class Telling {
    private static final NodeId ONE = new NodeId("Voter", 1);
    private static int calls;

    private Telling() {}

    static boolean place(World w) {
      return w.nodes(Base.class).get(0).isDone();
    }

    static boolean loop(World w) {
      for (Base n : w.nodes(Base.class)) {
        return n.isDone();
      }
      return true;
    }

    static boolean iterator(World w) {
      return w.nodes(Base.class).iterator().next().isDone();
    }

    static boolean number(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.friend.index() == 1);
    }

    static boolean order(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.friend.compareTo(n.friend) < 0);
    }

    static boolean text(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.friend.toString().equals("Voter1"));
    }

    static boolean concatenation(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> ("" + n.friend).equals("Voter1"));
    }

    static boolean hash(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.friend.hashCode() % 2 == 0);
    }

    static boolean hashOfOne(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> new Wrapped(n.friend).hashCode() > 0);
    }

    static boolean constant(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> ONE.equals(n.friend));
    }

    static boolean newName(World w) {
      return ((Base) w.node(new NodeId("Voter", 1))).isDone();
    }

    static boolean firstOfSorted(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.sorted.first().equals(n.friend));
    }

    static boolean limit(World w) {
      return w.nodes(Base.class).stream().limit(1).anyMatch(Base::isDone);
    }

    static boolean skip(World w) {
      return w.nodes(Base.class).stream().skip(1).anyMatch(Base::isDone);
    }

    static boolean first(World w) {
      return w.nodes(Base.class).stream().findFirst().get().isDone();
    }

    static boolean any(World w) {
      return w.nodes(Base.class).stream().findAny().get().isDone();
    }

    static boolean reduced(World w) {
      return w.nodes(Base.class).stream().map(n -> n.count).reduce(0, (a, b) -> 2 * a + b) > 5;
    }

    static boolean whileTrue(World w) {
      return w.nodes(Base.class).stream().takeWhile(Base::isDone).count() > 1;
    }

    static boolean array(World w) {
      return w.nodes(Base.class).toArray(new Base[0])[0].isDone();
    }

    static boolean counter(World w) {
      int[] at = new int[1];
      return w.nodes(Base.class).stream().anyMatch(n -> at[0]++ == 0 && n.isDone());
    }

    static boolean staticCounter(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> calls++ == 0 && n.isDone());
    }

    static boolean changedSet(World w) {
      Set<Phase> phases = new HashSet<>();
      return w.nodes(Base.class).stream().anyMatch(n -> phases.add(n.phase) && n.isDone());
    }

    static boolean overridden(World w) {
      return w.nodes(Base.class).stream().anyMatch(Base::isOdd);
    }

    static boolean overriddenByAnyone(World w) {
      return w.nodes(Base.class).stream().anyMatch(n -> n.mark.isSet());
    }

    static boolean inARecord(World w) {
      return w.nodes(Base.class).stream().map(n -> new Wrapped(n.friend)).anyMatch(Wrapped::isFirst);
    }

    static boolean listed(World w) {
      return new ArrayList<>(w.nodes(Base.class)).isEmpty();
    }

    static boolean smallest(World w) {
      return w.nodes(Base.class).stream().map(n -> n.friend).sorted().count() > 1;
    }

    static boolean joined(World w) {
      return w.nodes(Base.class).stream()
          .map(n -> n.phase.name())
          .collect(Collectors.joining())
          .equals("IDLEBUSY");
    }

    static boolean toList(World w) {
      return w.nodes(Base.class).stream()
          .map(n -> n.phase)
          .toList()
          .equals(List.of(Phase.IDLE, Phase.BUSY));
    }
  }

  private static Stream<Method> methods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(m -> !m.isSynthetic() && Arrays.equals(m.getParameterTypes(), PARAMETERS));
  }

  private static final Class<?>[] PARAMETERS = {World.class};

  static Stream<Method> blind() {
    return methods(Blind.class);
  }

  static Stream<Method> telling() {
    return methods(Telling.class);
  }

  @ParameterizedTest
  @MethodSource
  void blind(Method method) {
    assertThat(BlindCode.objection(method, NODES)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void telling(Method method) {
    assertThat(BlindCode.objection(method, NODES).orElse("")).contains("BlindCodeTest.java:");
  }
}
