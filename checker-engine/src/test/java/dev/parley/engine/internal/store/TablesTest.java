package dev.parley.engine.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each table against the JDK collection it stands in for, on seeded random content. */
class TablesTest {
  private final Random random = new Random(20261116);

  @Test
  void aByteTableNumbersEachSequenceOnceAndKeepsItsBytes() {
    ByteTable table = new ByteTable();
    Map<List<Byte>, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(i % 1000 == 0 ? 400_000 : 5)];
      random.nextBytes(bytes);
      int id = table.intern(bytes, bytes.length);
      if (bytes.length < 10) {
        assertThat(id).isEqualTo(expected.computeIfAbsent(boxed(bytes), key -> id));
      }
      int offset = table.offset(id);
      assertThat(Arrays.copyOfRange(table.array(id), offset, offset + table.length(id)))
          .isEqualTo(bytes);
      assertThat(table.equals(id, bytes, bytes.length)).isTrue();
    }
    assertThat(new HashSet<>(expected.values())).hasSameSizeAs(expected.entrySet());
  }

  @Test
  void aByteTableReadsOnlyTheGivenLength() {
    ByteTable table = new ByteTable();
    int one = table.intern(new byte[] {1, 2, 3}, 2);
    assertThat(table.intern(new byte[] {1, 2, 9}, 2)).isEqualTo(one);
    assertThat(table.intern(new byte[] {1, 2, 3}, 3)).isNotEqualTo(one);
  }

  @Test
  void anIntTableNumbersEachSequenceOnceAndTheEmptyOneZero() {
    IntTable table = new IntTable();
    Map<List<Integer>, Integer> expected = new HashMap<>();
    expected.put(List.of(), 0);
    for (int i = 0; i < 50_000; i++) {
      int[] ints = random.ints(random.nextInt(5), 0, 12).toArray();
      int id = table.intern(ints, ints.length);
      List<Integer> key = Arrays.stream(ints).boxed().toList();
      assertThat(id).isEqualTo(expected.computeIfAbsent(key, k -> id));
      assertThat(table.length(id)).isEqualTo(ints.length);
      for (int k = 0; k < ints.length; k++) {
        assertThat(table.get(id, k)).isEqualTo(ints[k]);
      }
    }
    assertThat(table.size()).isEqualTo(expected.size());
  }

  @Test
  void aPairTableNumbersEachPairOnceFromZero() {
    PairTable table = new PairTable();
    Map<List<Integer>, Integer> expected = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      int first = random.nextInt(200);
      int second = random.nextInt(10) == 0 ? Integer.MAX_VALUE - random.nextInt(3) : i % 150;
      int id = table.intern(first, second);
      assertThat(id).isEqualTo(expected.computeIfAbsent(List.of(first, second), k -> id));
      assertThat(List.of(table.first(id), table.second(id))).isEqualTo(List.of(first, second));
    }
    assertThat(table.size()).isEqualTo(expected.size());
    assertThat(expected.values()).allMatch(id -> id < expected.size());
  }

  @Test
  void aMapAnswersWhatWasPutUntilItIsCleared() {
    LongIntMap map = new LongIntMap();
    Map<List<Integer>, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      List<Integer> key = List.of(random.nextInt(300), random.nextInt(300) - 5);
      assertThat(map.get(key.get(0), key.get(1)))
          .isEqualTo(expected.getOrDefault(key, LongIntMap.ABSENT));
      if (expected.putIfAbsent(key, -i) == null) {
        map.put(key.get(0), key.get(1), -i);
      }
    }
    assertThat(map.size()).isEqualTo(expected.size());
    map.clear();
    assertThat(expected.keySet())
        .allMatch(key -> map.get(key.get(0), key.get(1)) == LongIntMap.ABSENT);
  }

  @Test
  void aVisitedSetIsASetWhateverTheKeysLookLike() {
    VisitedSet visited = new VisitedSet();
    Set<Long> expected = new HashSet<>();
    long[] batch = new long[300];
    boolean[] fresh = new boolean[300];
    for (int round = 0; round < 1000; round++) {
      for (int i = 0; i < batch.length; i++) {
        batch[i] = key(round, i);
      }
      visited.addAll(batch, batch.length, fresh);
      for (int i = 0; i < batch.length; i++) {
        assertThat(fresh[i]).isEqualTo(expected.add(batch[i]));
      }
    }
    assertThat(visited.size()).isEqualTo(expected.size());
    assertThat(expected).allMatch(visited::contains);
    assertThat(visited.contains(Long.MAX_VALUE - 1)).isFalse();
    assertThat((double) visited.bytes() / visited.size()).isLessThan(21);
  }

  /** Some of the keys were seen just before, some long ago, some never. */
  @Test
  void aVisitedSetLooksUpWhatItHolds() {
    VisitedSet visited = new VisitedSet();
    Set<Long> expected = new HashSet<>();
    long[] batch = new long[300];
    boolean[] known = new boolean[300];
    for (int round = 0; round < 1000; round++) {
      for (int i = 0; i < batch.length; i++) {
        batch[i] = key(round, i);
      }
      visited.lookUp(batch, batch.length, known);
      for (int i = 0; i < batch.length; i++) {
        assertThat(known[i]).isEqualTo(expected.contains(batch[i]));
      }
      for (int i = 0; i < batch.length; i += 2) {
        visited.add(batch[i]);
        expected.add(batch[i]);
      }
    }
    assertThat(visited.bytes()).isGreaterThan(8L * expected.size());
  }

  @Test
  void aDrainedVisitedSetHandsOutEveryKeyAndIsEmpty() {
    VisitedSet visited = new VisitedSet();
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      visited.add(key(i, i));
      expected.add(key(i, i));
    }
    List<Long> drained = new ArrayList<>();
    visited.drain(drained::add);
    assertThat(drained).hasSameSizeAs(expected);
    assertThat(new HashSet<>(drained)).isEqualTo(expected);
    assertThat(visited.size()).isZero();
    assertThat(visited.add(key(1, 1))).isTrue();
  }

  @Test
  void aQueueIsFirstInFirstOutAndCanBeTranslated() {
    LongQueue queue = new LongQueue();
    ArrayDeque<Long> expected = new ArrayDeque<>();
    for (int i = 0; i < 100_000; i++) {
      if (random.nextInt(3) > 0 || expected.isEmpty()) {
        queue.add(i);
        expected.addLast((long) i);
      } else {
        assertThat(queue.take()).isEqualTo(expected.removeFirst());
      }
    }
    queue.replaceAll(value -> value * 2);
    assertThat(queue.size()).isEqualTo(expected.size());
    while (!expected.isEmpty()) {
      assertThat(queue.take()).isEqualTo(expected.removeFirst() * 2);
    }
    assertThat(queue.size()).isZero();
  }

  /** Dense low bits, dense high bits, the extremes, and repetitions. */
  private static long key(int round, int i) {
    return switch (i % 4) {
      case 0 -> (long) round * 7 + i;
      case 1 -> ((long) round << 52) | i;
      case 2 -> ((long) (round * 31 + i) << 31) & Long.MAX_VALUE;
      default -> i % 8 == 3 ? 0 : Long.MAX_VALUE - 2 - round;
    };
  }

  private static List<Byte> boxed(byte[] bytes) {
    List<Byte> boxed = new ArrayList<>();
    for (byte b : bytes) {
      boxed.add(b);
    }
    return boxed;
  }
}
