package dev.parley.engine.internal.store;

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
                  Stream.of(List.of(nodes, WordPacking.forCounts(counts).get()));
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
  }

  /** Changes one part and each other with even chance, as a step with several recipients does. */
  private static long successor(Packing packing, int[] state, Random random) {
    int[] parts = new int[state.length];
    int[] values = new int[state.length];
    int count = 0;
    int stepping = random.nextInt(state.length);
    for (int i = 0; i < state.length; i++) {
      int part = (stepping + i) % state.length;
      if (i == 0 || random.nextBoolean()) {
        state[part] = random.nextInt(5);
        parts[count] = part;
        values[count++] = state[part];
      }
    }
    return packing.successor(parts, values, count);
  }

  @Test
  void aWordHasNoKeyForANumberThatDoesNotFit() {
    int[] counts = new int[20];
    Arrays.fill(counts, 5);
    WordPacking packing = WordPacking.forCounts(counts).get();
    int[] opened = new int[20];
    packing.open(packing.pack(new int[20]), opened);
    assertThat(packing.successor(new int[] {19}, new int[] {7}, 1)).isNotNegative();
    assertThat(packing.successor(new int[] {19, 0}, new int[] {7, 16}, 2))
        .isEqualTo(Packing.NO_ROOM);
    int[] wide = new int[20];
    wide[3] = 16;
    assertThat(packing.pack(wide)).isEqualTo(Packing.NO_ROOM);
  }

  @Test
  void aWordSpendsAllItsBitsAndRefusesWhatNeedsMore() {
    assertThat(WordPacking.forCounts(new int[] {1 << 30, 1 << 30})).isPresent();
    assertThat(WordPacking.forCounts(new int[] {1 << 30, 1 << 30, 2})).isEmpty();
    assertThat(WordPacking.forCounts(new int[64])).isEmpty();
  }

  private static List<Integer> boxed(int[] state) {
    return Arrays.stream(state).boxed().toList();
  }
}
