package dev.parley.engine.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.internal.space.Action;
import dev.parley.engine.internal.space.EventFilter;
import dev.parley.engine.internal.store.IntSequence;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Components of small graphs without meaning, against what can be reached from where. */
class RandomGraphsTest {
  private static final int GRAPHS = 20_000;

  /** Nodes and edges, and nothing else. */
  private static final class Bare implements Graph {
    private final int[][] successors;

    Bare(SplittableRandom random) {
      int size = 1 + random.nextInt(14);
      int most = 1 + random.nextInt(4);
      successors = new int[size][];
      for (int i = 0; i < size; i++) {
        successors[i] = random.ints(random.nextInt(most + 1), 0, size).toArray();
      }
    }

    @Override
    public int size() {
      return successors.length;
    }

    @Override
    public int initials() {
      return 1;
    }

    @Override
    public void successors(int place, IntSequence into) {
      for (int to : successors[place]) {
        into.add(to);
      }
    }

    /** What can be reached from a place by at least one edge, within some places. */
    BitSet reached(int from, BitSet inside) {
      BitSet reached = new BitSet();
      IntSequence open = new IntSequence();
      open.add(from);
      for (int i = 0; i < open.size(); i++) {
        for (int to : successors[open.get(i)]) {
          if (inside.get(to) && !reached.get(to)) {
            reached.set(to);
            open.add(to);
          }
        }
      }
      return reached;
    }

    @Override
    public boolean mayRest(int place) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int[] open(int place) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isUp(int[] state, int node) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void eachMove(int place, EventFilter wanted, MoveTaker taker) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Move> rests(int place) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Action action(Move move) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int goals() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean meets(int from, int to, int goal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int layer(int place) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean mayMeetGoals(BitSet layers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void uses(long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean lacks(long bytes) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void componentsAreWhatReachesEachOtherHoweverLittleIsKept() {
    SplittableRandom random = new SplittableRandom(1);
    int large = 0;
    for (int i = 0; i < GRAPHS; i++) {
      Bare graph = new Bare(random);
      BitSet inside = new BitSet();
      IntStream.range(0, graph.size()).filter(p -> random.nextInt(5) > 0).forEach(inside::set);
      int[] starts = random.ints(1 + random.nextInt(3), 0, graph.size()).toArray();
      large += compare(graph, inside, starts, random.nextInt(12)) > 2 ? 1 : 0;
    }
    assertThat(large).as("graphs with a component of more than two").isGreaterThan(GRAPHS / 10);
  }

  /** Compares everything that is heard; answers how large the largest component is. */
  private static int compare(Bare graph, BitSet inside, int[] starts, int keptLimit) {
    List<BitSet> reached =
        IntStream.range(0, graph.size()).mapToObj(p -> graph.reached(p, inside)).toList();
    BitSet wanted = new BitSet();
    wanted.set(graph.size() - 1);
    Hearer hearer = new Hearer(graph, reached, (BitSet) wanted.clone());
    Components components = new Components(graph, inside::get, new int[graph.size()], keptLimit);
    BitSet met = new BitSet();
    for (int start : starts) {
      assertThat(components.from(start, hearer)).isTrue();
      if (inside.get(start)) {
        met.set(start);
        met.or(reached.get(start));
      }
    }
    assertThat(hearer.handedOut).isEqualTo(met);
    for (int place = met.nextSetBit(0); place >= 0; place = met.nextSetBit(place + 1)) {
      assertThat(hearer.leading.get(place))
          .as("whether %s leads to %s", place, wanted)
          .isEqualTo(wanted.get(place) || reached.get(place).intersects(wanted));
    }
    return hearer.largest;
  }

  private static final class Hearer implements Components.Taker {
    private final Bare graph;
    private final List<BitSet> reached;

    /** From where some places can be reached, as far as it was heard. */
    private final BitSet leading;

    private final BitSet handedOut = new BitSet();
    private int largest;

    Hearer(Bare graph, List<BitSet> reached, BitSet leading) {
      this.graph = graph;
      this.reached = reached;
      this.leading = leading;
    }

    @Override
    public boolean take(Components.Component component) {
      TreeSet<Integer> members = new TreeSet<>();
      IntStream.range(0, component.size()).map(component::state).forEach(members::add);
      int one = members.first();
      TreeSet<Integer> right = new TreeSet<>(List.of(one));
      reached.get(one).stream().filter(p -> reached.get(p).get(one)).forEach(right::add);
      assertThat(members).isEqualTo(right);
      assertThat(component.size()).isEqualTo(right.size());
      assertThat(component.isCyclic()).isEqualTo(reached.get(one).get(one));
      for (int place = 0; place < graph.size(); place++) {
        assertThat(component.contains(place)).isEqualTo(right.contains(place));
      }
      for (int member : members) {
        assertThat(handedOut.get(member)).as("%s was handed out before", member).isFalse();
        BitSet behind = (BitSet) reached.get(member).clone();
        members.forEach(behind::clear);
        behind.andNot(handedOut);
        assertThat(behind)
            .as("behind %s and not handed out before", members)
            .isEqualTo(new BitSet());
      }
      members.forEach(handedOut::set);
      if (members.stream().anyMatch(leading::get)) {
        members.forEach(leading::set);
      }
      largest = Math.max(largest, members.size());
      return true;
    }

    @Override
    public void leaves(int from, int to) {
      assertThat(handedOut.get(to)).isTrue();
      assertThat(IntStream.of(graph.successors[from])).contains(to);
      if (leading.get(to)) {
        leading.set(from);
      }
    }
  }

  @Test
  void whoeverSaysThatItIsEnoughIsNotAskedAgain() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < GRAPHS / 10; i++) {
      Bare graph = new Bare(random);
      int[] left = {random.nextInt(4)};
      Components components = new Components(graph, place -> true, new int[graph.size()], 3);
      List<Integer> asked = new ArrayList<>();
      boolean finished =
          components.from(
              0,
              component -> {
                asked.add(left[0]);
                return left[0]-- > 0;
              });
      assertThat(finished).isEqualTo(!asked.contains(0));
      assertThat(asked.indexOf(0)).isIn(-1, asked.size() - 1);
    }
  }
}
