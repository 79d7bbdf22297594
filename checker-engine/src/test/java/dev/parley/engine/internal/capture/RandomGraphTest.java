package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.Captures.Box;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Capture, restore and recapture of thousands of generated graphs. */
class RandomGraphTest {
  enum Suit {
    HEARTS,
    SPADES
  }

  record Pair(Object left, Object right, int number) {}

  static class Cell {
    int number;
    Object left;
    Object right;
  }

  static final class WideCell extends Cell {
    double weight;
    Object[] more = new Object[2];
  }

  /** Makes graphs of all supported parts; keeps what it made, to share and to tie into cycles. */
  private static final class Graphs {
    private final Random random;
    private final List<Object> made = new ArrayList<>();

    Graphs(long seed) {
      random = new Random(seed);
    }

    Object any(int depth) {
      int kind = random.nextInt(depth == 0 ? 8 : 26);
      return switch (kind) {
        case 0 -> null;
        case 1 -> random.nextInt(4);
        case 2 -> "s" + random.nextInt(4);
        case 3 -> Suit.values()[random.nextInt(2)];
        case 4 -> new NodeId("N", 1 + random.nextInt(3));
        case 5 -> (long) random.nextInt(4);
        case 6 -> random.nextBoolean() ? BigDecimal.ONE : new BigDecimal("1.0");
        case 7 -> made.isEmpty() ? 'x' : made.get(random.nextInt(made.size()));
        case 8 -> new Pair(any(depth - 1), any(depth - 1), random.nextInt(3));
        case 9 -> Collections.unmodifiableList(keep(new ArrayList<>(several(depth))));
        case 10 -> several(depth).stream().toList();
        case 11 -> Set.copyOf(nonNull(values()));
        case 12 -> map(new LinkedHashMap<>(), depth);
        case 13 -> map(new HashMap<>(), depth);
        case 14 -> map(keep(new HashMap<>()), depth);
        case 15 -> Map.copyOf(valueMap());
        case 16 -> keep(new HashSet<>(values()));
        case 17 -> keep(new LinkedHashSet<>(values()));
        case 18 -> keep(new ArrayDeque<>(nonNull(several(depth))));
        case 19 -> keep(several(depth).toArray());
        case 20 -> new TreeMap<>(Map.of(random.nextInt(3), "a", 9, "b"));
        case 21 -> Optional.ofNullable(any(depth - 1));
        case 23 -> keep(new HashSet<>(nonNull(several(depth)).stream().map(this::wrap).toList()));
        case 24 -> map(keep(new HashMap<>(Map.of(wrap(1), wrap(2), wrap(1), wrap(2)))), depth);
        case 22 -> keep(new AtomicReference<>(any(depth - 1)));
        default -> cell(depth);
      };
    }

    private <T> T keep(T object) {
      made.add(object);
      return object;
    }

    /** A cell of its own: many of them look alike, and some are shared. */
    private Cell wrap(Object content) {
      Cell cell = keep(new Cell());
      cell.left = content instanceof Integer ? content : null;
      return cell;
    }

    private Cell cell(int depth) {
      Cell cell = keep(random.nextBoolean() ? new Cell() : new WideCell());
      cell.number = random.nextInt(3);
      cell.left = any(depth - 1);
      cell.right = any(depth - 1);
      if (cell instanceof WideCell wide) {
        wide.weight = random.nextInt(3) / 2.0;
        wide.more[1] = any(depth - 1);
      }
      return cell;
    }

    private List<Object> several(int depth) {
      List<Object> parts = new ArrayList<>();
      int size = random.nextInt(4);
      for (int i = 0; i < size; i++) {
        parts.add(any(depth - 1));
      }
      return parts;
    }

    /** Values with equality, so that sets of them are sets in every run. */
    private List<Object> values() {
      List<Object> values = new ArrayList<>();
      int size = random.nextInt(5);
      for (int i = 0; i < size; i++) {
        Object value = new Graphs(random.nextLong()).any(0);
        values.add(random.nextInt(3) == 0 ? new Pair(value, null, i) : value);
      }
      return values;
    }

    private Map<Object, Object> valueMap() {
      Map<Object, Object> map = new HashMap<>();
      nonNull(values()).forEach(v -> map.put(v, "v" + random.nextInt(2)));
      return map;
    }

    private Map<Object, Object> map(Map<Object, Object> map, int depth) {
      values().forEach(key -> map.put(key, any(depth - 1)));
      return map;
    }

    private static List<Object> nonNull(Collection<Object> values) {
      return values.stream().filter(v -> v != null).toList();
    }
  }

  @Test
  void everyGraphRecapturesAsItWasCaptured() {
    Captures captures = new Captures();
    for (long seed = 0; seed < 5_000; seed++) {
      byte[] bytes = captures.state(new Graphs(seed).any(5));
      for (Arrangement arrangement : Arrangement.values()) {
        Box restored = captures.restoreInto(bytes, new Box("overwritten"), arrangement);
        assertThat(captures.full(restored)).as("seed %d, %s", seed, arrangement).isEqualTo(bytes);
      }
    }
  }

  @Test
  void theSameGraphMadeTwiceIsCapturedAlike() {
    Captures captures = new Captures();
    for (long seed = 0; seed < 1_000; seed++) {
      assertThat(captures.state(new Graphs(seed).any(5)))
          .as("seed %d", seed)
          .isEqualTo(captures.state(new Graphs(seed).any(5)));
    }
  }

  @Test
  void graphsAreCapturedAlikeOnlyIfTheirTextIsAlike() {
    // The text shows content and sharing but not classes: equal bytes must mean equal text.
    Captures captures = new Captures();
    Map<String, String> texts = new HashMap<>();
    for (long seed = 0; seed < 5_000; seed++) {
      Object graph = new Graphs(seed).any(2);
      String text = Renderer.text(graph);
      String known = texts.putIfAbsent(Arrays.toString(captures.state(graph)), text);
      assertThat(known == null ? text : known).as("seed %d", seed).isEqualTo(text);
    }
    assertThat(texts).hasSizeGreaterThan(1_000);
  }

  @Test
  void oneChangedCellChangesTheCapture() {
    Captures captures = new Captures();
    int changed = 0;
    for (long seed = 0; seed < 2_000; seed++) {
      Graphs graphs = new Graphs(seed);
      Object graph = graphs.any(5);
      byte[] before = captures.state(List.of(graphs.made, Optional.ofNullable(graph)));
      for (Object part : graphs.made) {
        if (part instanceof Cell cell) {
          cell.number += 10;
          assertThat(captures.state(List.of(graphs.made, Optional.ofNullable(graph))))
              .as("seed %d", seed)
              .isNotEqualTo(before);
          cell.number -= 10;
          changed++;
        }
      }
      assertThat(captures.state(List.of(graphs.made, Optional.ofNullable(graph))))
          .isEqualTo(before);
    }
    assertThat(changed).isGreaterThan(200);
  }
}
