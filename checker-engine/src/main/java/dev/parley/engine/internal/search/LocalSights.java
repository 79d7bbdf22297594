package dev.parley.engine.internal.search;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.internal.capture.Codec.Scope;
import dev.parley.engine.internal.step.StepRunner;
import dev.parley.engine.internal.store.ByteTable;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;

/**
 * Numbers what a property can tell apart: the local states of nodes without the fields that it does
 * not read. Properties that leave the same fields unread share one of these.
 *
 * <p>Two local states of a node have the same number exactly if the content of the fields that are
 * read is the same, by the bytes of a capture. Numbers of different nodes have nothing to do with
 * each other.
 *
 * <p>A local state has to be restored and captured once to be numbered. Where most local states
 * turn out to look different, this is given up, node by node, and a local state's own number is
 * taken from then on.
 *
 * <p><b>Auxiliary content.</b> It is given up as well where auxiliary content can be seen. So if
 * two local states have the same number and are not the same, nothing auxiliary is seen of either,
 * and all their variants look like them: an evaluation stands for these without having been tried
 * on them.
 */
final class LocalSights {
  /** So many local states of a node are numbered before it is judged whether that pays. */
  private static final int TRIED = 500;

  private final StepRunner runner;
  private final Set<Field> unread;
  private final JudgeMemory memory;
  private Codec codec;
  private ByteTable[] contents;
  private final ByteSink sink = new ByteSink();

  /** By node and local state: the number and 1; 0 if it has none yet. */
  private final int[][] numbers;

  /** For each node, how many local states have a number. */
  private final int[] numbered;

  /** Nodes of which all local states are told apart. */
  private final boolean[] whole;

  private int version;

  /**
   * Numbers nothing so far.
   *
   * @param nodes how many there are
   * @param unread the fields of nodes that make no difference
   */
  LocalSights(StepRunner runner, int nodes, Set<Field> unread, JudgeMemory memory) {
    this.runner = runner;
    this.unread = Set.copyOf(unread);
    this.memory = memory;
    numbers = new int[nodes][];
    numbered = new int[nodes];
    whole = new boolean[nodes];
    start();
  }

  private void start() {
    // Ids of shapes are a codec's own, so contents and codec belong together.
    codec = runner.codecWithout(unread);
    contents = new ByteTable[numbers.length];
    Arrays.setAll(contents, node -> new ByteTable());
    Arrays.setAll(numbers, node -> new int[32]);
    Arrays.fill(numbered, 0);
    memory.grown(bytes());
  }

  /** Which numbering this is; numbers of different versions must not be compared. */
  int version() {
    return version;
  }

  /** Forgets all numbers. What is given up stays given up. */
  void forget() {
    memory.grown(-bytes());
    version++;
    start();
  }

  /** The number of what can be seen of a local state; it may begin another {@link #version}. */
  int of(int node, int local) {
    if (whole[node]) {
      return local;
    }
    if (local >= numbers[node].length) {
      long before = bytes();
      numbers[node] = Arrays.copyOf(numbers[node], Math.max(local + 1, local + (local >> 1)));
      memory.grown(bytes() - before);
    }
    int known = numbers[node][local];
    return known > 0 ? known - 1 : number(node, local);
  }

  private int number(int node, int local) {
    if (numbered[node] >= TRIED && contents[node].size() * 2 > numbered[node]) {
      return giveUp(node, local);
    }
    long before = contents[node].bytes();
    sink.reset();
    Node restored = runner.restore(node, local, Arrangement.FORWARD);
    boolean auxiliary = codec.captureNode(restored, Scope.FULL, sink);
    if (auxiliary) {
      return giveUp(node, local);
    }
    int number = contents[node].intern(sink.array(), sink.length());
    numbered[node]++;
    numbers[node][local] = number + 1;
    memory.grown(contents[node].bytes() - before);
    return number;
  }

  private int giveUp(int node, int local) {
    whole[node] = true;
    forget();
    return local;
  }

  /** What the numbers take in memory. */
  long bytes() {
    long bytes = 0;
    for (int node = 0; node < numbers.length; node++) {
      bytes += contents[node].bytes() + (long) Integer.BYTES * numbers[node].length;
    }
    return bytes;
  }
}
