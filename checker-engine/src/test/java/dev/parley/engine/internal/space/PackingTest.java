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
      packing.start();
      change(packing, state.clone(), random);
      packing.finish();
      packing.start();
      change(packing, state, random);
      key = packing.finish();
      assertThat(key).isNotNegative().isEqualTo(packing.pack(state));
      packing.open(key, opened);
      assertThat(opened).isEqualTo(state);
      long known = key;
      assertThat(keys.computeIfAbsent(boxed(state), s -> known)).isEqualTo(key);
    }
    assertThat(keys.values()).doesNotHaveDuplicates();
    assertThat(packing.overflowed()).isFalse();
  }

  /** Changes each node with even chance, as a step with several recipients does. */
  private static void change(Packing packing, int[] state, Random random) {
    for (int node = 0; node < state.length; node++) {
      if (random.nextBoolean()) {
        state[node] = random.nextInt(5);
        packing.set(node, state[node]);
      }
    }
  }

  @Test
  void aWordNotesACellThatDoesNotFit() {
    int[] counts = new int[20];
    Arrays.fill(counts, 5);
    WordPacking packing = WordPacking.forCells(counts).get();
    int[] opened = new int[20];
    packing.open(packing.pack(new int[20]), opened);
    packing.start();
    packing.set(19, 7);
    assertThat(packing.overflowed()).isFalse();
    packing.set(0, 16);
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
