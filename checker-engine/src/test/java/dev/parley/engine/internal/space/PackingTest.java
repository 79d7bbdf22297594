package dev.parley.engine.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackingTest {
  static Stream<List<Object>> packings() {
    return Stream.of(1, 2, 3, 5, 7, 12)
        .flatMap(
            nodes -> {
              int[] counts = new int[nodes];
              Arrays.fill(counts, 5);
              Stream<List<Object>> word =
                  Stream.of(List.of(nodes, WordPacking.forCells(counts).get()));
              return nodes == 1
                  ? word
                  : Stream.concat(word, Stream.of(List.of(nodes, new TreePacking(nodes))));
            });
  }

  @ParameterizedTest
  @MethodSource("packings")
  void differentStatesHaveDifferentKeysHoweverTheyAreReached(List<Object> parameters) {
    int nodes = (int) parameters.get(0);
    Packing packing = (Packing) parameters.get(1);
    Random random = new Random(nodes);
    Map<List<Integer>, Long> keys = new HashMap<>();
    int[] state = new int[nodes];
    int[] opened = new int[nodes];
    long key = packing.pack(state);
    for (int round = 0; round < 5_000; round++) {
      packing.open(key, opened);
      assertThat(opened).isEqualTo(state);
      // Two successors of one state, the first one thrown away.
      successor(packing, state.clone(), random);
      key = successor(packing, state, random);
      assertThat(key).isNotNegative().isEqualTo(packing.pack(state));
      packing.open(key, opened);
      assertThat(opened).isEqualTo(state);
      long known = key;
      assertThat(keys.computeIfAbsent(boxed(state), s -> known)).isEqualTo(key);
    }
    assertThat(keys.values()).doesNotHaveDuplicates();
    assertThat(packing.overflowed()).isFalse();
  }

  /**
   * Changes one node and each other with even chance, as a step with several recipients does. What
   * is "placed" in a recipient's inbox is simply its next cell.
   */
  private static long successor(Packing packing, int[] state, Random random) {
    int stepping = random.nextInt(state.length);
    state[stepping] = random.nextInt(5);
    int[] code = new int[2 * state.length];
    int length = 0;
    for (int node = 0; node < state.length; node++) {
      if (node != stepping && random.nextBoolean()) {
        state[node] = random.nextInt(5);
        code[length++] = node;
        code[length++] = state[node];
      }
    }
    return packing.successor(
        stepping, state[stepping], code, 0, length, (node, cell, bundle) -> bundle);
  }

  @Test
  void aWordNotesACellThatDoesNotFit() {
    int[] counts = new int[20];
    Arrays.fill(counts, 5);
    WordPacking packing = WordPacking.forCells(counts).get();
    int[] opened = new int[20];
    packing.open(packing.pack(new int[20]), opened);
    packing.successor(19, 7, new int[0], 0, 0, (node, cell, bundle) -> bundle);
    assertThat(packing.overflowed()).isFalse();
    packing.successor(19, 7, new int[] {0, 16}, 0, 2, (node, cell, bundle) -> bundle);
    assertThat(packing.overflowed()).isTrue();
  }

  @Test
  void aWordSpendsAllItsBitsAndRefusesWhatNeedsMore() {
    assertThat(WordPacking.forCells(new int[] {1 << 30, 1 << 30})).isPresent();
    assertThat(WordPacking.forCells(new int[] {1 << 30, 1 << 30, 2})).isEmpty();
    assertThat(WordPacking.forCells(new int[64])).isEmpty();
  }

  private static List<Integer> boxed(int[] state) {
    return Arrays.stream(state).boxed().toList();
  }
}
