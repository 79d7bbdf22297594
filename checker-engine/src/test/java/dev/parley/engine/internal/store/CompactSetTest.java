package dev.parley.engine.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotienting forgets nothing: each part against a set of whole keys, at every boundary. */
class CompactSetTest {
  @TempDir Path directory;

  private final Random random = new Random(20261119);

  @Test
  void aScrambleIsAPermutationOfTheNumbersOfItsBits() {
    for (int bits = 1; bits <= 63; bits++) {
      Scramble scramble = new Scramble(bits);
      long greatest = -1L >>> (64 - bits);
      for (int i = 0; i < 1000; i++) {
        long number = random.nextLong() & greatest;
        number = i == 0 ? 0 : i == 1 ? greatest : number;
        assertThat(scramble.of(number)).isBetween(0L, greatest);
        assertThat(scramble.back(scramble.of(number))).isEqualTo(number);
      }
    }
    Set<Long> images = new HashSet<>();
    Scramble small = new Scramble(11);
    for (long number = 0; number < 1 << 11; number++) {
      images.add(small.of(number));
    }
    assertThat(images).hasSize(1 << 11);
  }

  @Test
  void aCodeNumbersEveryKeyOfCoveredValuesAndNoOther() {
    KeyCode code = KeyCode.of(new int[] {0, 7, 20}, new int[] {7, 13, 31}, new long[] {3, 90, 40});
    Set<Long> numbers = new HashSet<>();
    for (long a = 0; a < 3; a++) {
      for (long b = 0; b < 90; b++) {
        for (long c = 0; c < 40; c++) {
          long key = a | b << 7 | c << 20;
          assertThat(code.number(key)).isNotNegative().isLessThan(1L << code.bits());
          assertThat(code.key(code.number(key))).isEqualTo(key);
          numbers.add(code.number(key));
        }
      }
    }
    assertThat(numbers).hasSize(3 * 90 * 40);
    assertThat(code.bits()).isLessThanOrEqualTo(15);
    // Each field by itself beyond what is covered, with the others at their least and greatest.
    assertThat(code.number(4)).isEqualTo(KeyCode.NONE);
    assertThat(code.number(96L << 7)).isEqualTo(KeyCode.NONE);
    assertThat(code.number(43L << 20 | 2 | 89L << 7)).isEqualTo(KeyCode.NONE);
    assertThat(code.number(Long.MAX_VALUE - 1)).isEqualTo(KeyCode.NONE);
  }

  @Test
  void aCodeOfFieldsThatUseAllBitsIsTheKeyItself() {
    KeyCode code =
        KeyCode.of(new int[] {32, 0}, new int[] {31, 32}, new long[] {1L << 31, 1L << 32});
    assertThat(code.bits()).isEqualTo(63);
    assertThat(code.number(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(code.key(12345)).isEqualTo(12345);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 13, 21, 32, 47, 48, 52, 53})
  void aTableIsASetWhateverItsNumbersLookLike(int bits) {
    long greatest = -1L >>> (64 - bits);
    List<LongUnaryOperator> kinds =
        List.of(
            i -> random.nextLong() & greatest,
            i -> i & greatest,
            i -> greatest - i & greatest,
            i -> random.nextInt(40) & greatest,
            i -> (greatest >>> 1) + random.nextInt(300) & greatest,
            i -> greatest - random.nextInt(300) & greatest);
    for (LongUnaryOperator kind : kinds) {
      for (int homes : new int[] {1, 15, 16, 17, 64, 300}) {
        compare(new CompactTable(bits, homes), kind, 600);
      }
    }
  }

  @Test
  void numbersThatAllHaveOneHomeAreKeptApartInTheStash() {
    // A range of one interval only: they collide however far the table grows.
    compare(new CompactTable(53, 64), i -> 77L << 20 | random.nextInt(2000), 6000);
    compare(new CompactTable(53, 64), i -> (1L << 53) - 1 - random.nextInt(2000), 6000);
  }

  private static void compare(CompactTable table, LongUnaryOperator numbers, int count) {
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < count; i++) {
      long number = numbers.applyAsLong(i);
      assertThat(table.contains(number)).isEqualTo(expected.contains(number));
      assertThat(table.add(number)).isEqualTo(expected.add(number));
      assertThat(table.size()).isEqualTo(expected.size());
    }
    List<Long> all = new ArrayList<>();
    table.forEach(all::add);
    assertThat(all).hasSameSizeAs(expected);
    assertThat(new HashSet<>(all)).isEqualTo(expected);
    assertThat(expected).allMatch(table::contains);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 15, 16, 17, 31, 32, 33, 54, 62, 63})
  void aCompactSetIsASetWhateverTheKeysLookLike(int bits) {
    KeyCode code =
        bits == 63
            ? KeyCode.whole()
            : KeyCode.of(new int[] {0}, new int[] {bits}, new long[] {(1L << bits) * 15 / 16});
    CompactSet set = new CompactSet(() -> code);
    Set<Long> expected = new HashSet<>();
    long[] batch = new long[3000];
    boolean[] fresh = new boolean[batch.length];
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < batch.length; i++) {
        long key = i % 3 == 0 ? random.nextLong() : i % 3 == 1 ? i : -2L - round - i;
        batch[i] = Math.min(key & -1L >>> (64 - bits), Long.MAX_VALUE - 1);
      }
      set.addAll(batch, batch.length, fresh);
      for (int i = 0; i < batch.length; i++) {
        assertThat(fresh[i]).isEqualTo(expected.add(batch[i]));
      }
      assertThat(set.size()).isEqualTo(expected.size());
    }
    assertThat(expected).allMatch(set::contains);
    Set<Long> drained = new HashSet<>();
    set.drain(drained::add);
    assertThat(drained).isEqualTo(expected);
    assertThat(set.size()).isZero();
    assertThat(expected).noneMatch(set::contains);
  }

  @Test
  void keysBeyondTheCodeAreKeptAndTheCodeIsMadeAnew() {
    long[] counts = {4, 4};
    CompactSet set =
        new CompactSet(() -> KeyCode.of(new int[] {0, 20}, new int[] {20, 20}, counts.clone()));
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < 60_000; i++) {
      // The values in use grow while states come in, as those of a dictionary do.
      counts[i % 2] = Math.max(counts[i % 2], i / 100);
      long key = random.nextInt((int) counts[0]) | (long) random.nextInt((int) counts[1]) << 20;
      assertThat(set.add(key)).isEqualTo(expected.add(key));
    }
    assertThat(set.size()).isEqualTo(expected.size());
    assertThat(expected).allMatch(set::contains);
  }

  @Test
  void randomKeysTakeFewBytes() {
    KeyCode code = KeyCode.of(new int[] {0}, new int[] {56}, new long[] {1L << 55});
    CompactSet set = new CompactSet(() -> code);
    long recent = set.bytes();
    for (int i = 0; i < 500_000; i++) {
      set.add(random.nextLong() & (1L << 55) - 1);
    }
    assertThat((double) (set.bytes() - recent) / set.size()).isLessThan(6.5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStoreThatSavesMemoryKnowsTheSameStatesAgain(boolean spills) throws Exception {
    int[] counts = {1, 1, 1};
    Spill spill = spills ? new Spill(directory, 1L << 30, 4, 9) : Spill.NONE;
    HeapStore store = new HeapStore(3, part -> counts[part], true, spill);
    StateView view = store.view();
    Set<List<Integer>> expected = new HashSet<>();
    int[] zero = new int[3];
    store.add(view.refer(zero));
    expected.add(List.of(0, 0, 0));
    store.keepWithin(200_000);
    Edges edges = new Edges();
    boolean compact = false;
    for (int round = 0; round < 400; round++) {
      edges.clear();
      List<List<Integer>> added = new ArrayList<>();
      edges.expanding(0);
      for (int i = 0; i < 100; i++) {
        int[] state = new int[3];
        for (int part = 0; part < 3; part++) {
          // In the middle of the search, numbers leave the room that keys were laid out with.
          counts[part] = Math.max(counts[part], round == 200 ? 3_000_000 : round / 4 + 1);
          state[part] = random.nextInt(10) == 0 ? counts[part] - 1 : random.nextInt(round / 4 + 1);
        }
        added.add(List.of(state[0], state[1], state[2]));
        edges.add(view.refer(state), 0);
      }
      store.addAll(edges);
      for (int i = 0; i < 100; i++) {
        assertThat(edges.isNew(i)).isEqualTo(expected.add(added.get(i)));
        int[] parts = new int[3];
        view.open(edges.state(i), parts);
        assertThat(List.of(parts[0], parts[1], parts[2])).isEqualTo(added.get(i));
      }
      assertThat(store.size()).isEqualTo(expected.size());
      compact |= store.isCompact();
    }
    assertThat(compact).isTrue();
    assertThat(store.hasSpilled()).isEqualTo(spills);
    Set<List<Integer>> told = new HashSet<>();
    store.forEach(
        state -> {
          int[] parts = new int[3];
          view.open(state, parts);
          assertThat(told.add(List.of(parts[0], parts[1], parts[2]))).isTrue();
        });
    assertThat(told).isEqualTo(expected);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  /** As a search that goes on does. */
  @Test
  void aStoreThatIsGivenStatesOneByOneSavesMemoryToo() {
    HeapStore store = new HeapStore(2, part -> 1 << 12, true, new Spill(directory, 1L << 30, 4, 9));
    store.keepWithin(200_000);
    StateView view = store.view();
    for (int i = 0; i < 100_000; i++) {
      store.add(view.refer(new int[] {i & 1023, i >> 10}));
    }
    assertThat(store.size()).isEqualTo(100_000);
    assertThat(store.isCompact()).isTrue();
    assertThat(store.hasSpilled()).isTrue();
  }

  @Test
  void aStoreWithoutRoomOnDiskKnowsAllItsStatesAndSaysSo() {
    int[] counts = {1 << 10, 1 << 10, 1 << 10};
    long most = 40L * 32 * Long.BYTES;
    HeapStore store =
        new HeapStore(3, part -> counts[part], true, new Spill(directory, most, 5, 1));
    store.keepWithin(1000);
    Edges edges = new Edges();
    Set<List<Integer>> expected = new HashSet<>();
    StateView view = store.view();
    for (int round = 0; round < 200; round++) {
      edges.clear();
      edges.expanding(0);
      List<List<Integer>> added = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        int[] state = {random.nextInt(200), random.nextInt(200), random.nextInt(20)};
        added.add(List.of(state[0], state[1], state[2]));
        edges.add(view.refer(state), 0);
      }
      store.addAll(edges);
      for (int i = 0; i < 100; i++) {
        assertThat(edges.isNew(i)).isEqualTo(expected.add(added.get(i)));
      }
    }
    assertThat(store.size()).isEqualTo(expected.size());
    assertThat(store.lackOfRoom()).hasValueSatisfying(why -> assertThat(why).contains("bound"));
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsAFullDisk() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Pages pages = new Pages(new Spill(file, 1L << 30, 4, 1));
    assertThat(pages.moved(new long[3])).isEmpty();
    assertThat(pages.isFull()).isPresent();
  }

  @Test
  void aQueueOnDiskKeepsItsOrder() {
    LongQueue queue = new LongQueue();
    ArrayDeque<Long> expected = new ArrayDeque<>();
    // Too few pages for all of it.
    Pages pages = new Pages(new Spill(directory, 6L * 8192 * Long.BYTES, 11, 1));
    for (int round = 0; round < 60; round++) {
      if (round == 5) {
        queue.spillTo(pages);
      }
      for (int i = random.nextInt(40_000); i > 0; i--) {
        long value = random.nextLong();
        queue.add(value);
        expected.add(value);
      }
      for (int i = random.nextInt(38_000); i > 0 && !expected.isEmpty(); i--) {
        assertThat(queue.take()).isEqualTo(expected.remove());
      }
      if (round % 9 == 8) {
        queue.replaceAll(value -> value + 1);
        expected = new ArrayDeque<>(expected.stream().map(value -> value + 1).toList());
      }
      assertThat(queue.size()).isEqualTo(expected.size());
      List<Long> all = new ArrayList<>();
      queue.forEach(all::add);
      assertThat(all.equals(List.copyOf(expected))).isTrue();
    }
    assertThat(pages.isFull()).isPresent();
    while (!expected.isEmpty()) {
      assertThat(queue.take()).isEqualTo(expected.remove());
    }
    assertThat(pages.bytes()).isZero();
  }

  @Test
  void sharesAddedBySeveralThreadsAreTheWholeInOrder() throws Exception {
    KeyCode code = KeyCode.of(new int[] {0}, new int[] {40}, new long[] {1L << 30});
    for (boolean compact : new boolean[] {false, true}) {
      for (int shares : new int[] {1, 2, 3, 7}) {
        Pages disk = shares == 3 ? new Pages(new Spill(directory, 1L << 30, 4, 9)) : null;
        KeySet shared = compact ? new CompactSet(() -> code, disk) : new VisitedSet();
        Set<Long> expected = new HashSet<>();
        ExecutorService threads = Executors.newFixedThreadPool(shares);
        for (int round = 0; round < 12; round++) {
          Edges edges = new Edges();
          edges.expanding(0);
          for (int i = 0; i < 6000; i++) {
            // Some of them beyond the code, and many of them twice in one batch.
            edges.add(random.nextInt(40_000) * (i % 7 == 0 ? 999_999L : 26_843L), i);
          }
          List<Future<Integer>> added = new ArrayList<>();
          Set<Integer> taken = ConcurrentHashMap.newKeySet();
          for (int s = 0; s < shares; s++) {
            int share = s;
            added.add(threads.submit(() -> shared.addShare(edges, share, shares, taken::add)));
          }
          long sum = 0;
          for (Future<Integer> each : added) {
            sum += each.get();
          }
          shared.settle(sum);
          for (int i = 0; i < edges.size(); i++) {
            assertThat(edges.isNew(i)).isEqualTo(expected.add(edges.state(i)));
            assertThat(taken.contains(i)).isEqualTo(edges.isNew(i));
          }
          assertThat(shared.size()).isEqualTo(expected.size());
        }
        threads.shutdown();
        assertThat(expected).allMatch(shared::contains);
      }
    }
  }
}
