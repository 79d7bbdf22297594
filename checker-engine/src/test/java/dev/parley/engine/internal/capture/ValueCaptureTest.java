package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.Captures.Box;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.model.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ValueCaptureTest {
  private final Captures captures = new Captures();

  record Read(int ballot) {}

  record Snapshot(Map<NodeId, Set<Integer>> votes, List<Read> reads) {}

  record Sorted(SortedSet<Integer> elements) {}

  record Declared(ArrayList<Integer> items) {}

  record Anything(Object content) {}

  @Test
  void messagesComeBackEqual() {
    Snapshot snapshot =
        new Snapshot(
            new HashMap<>(Map.of(new NodeId("Acceptor", 1), new HashSet<>(Set.of(3, 1)))),
            new ArrayList<>(List.of(new Read(1), new Read(2))));
    assertThat(captures.restoredValue(snapshot)).isEqualTo(snapshot);
  }

  @Test
  void collectionsCountByContentWhateverTheirClass() {
    byte[] list = captures.value(List.of(1, 2));
    assertThat(captures.value(new ArrayList<>(List.of(1, 2)))).isEqualTo(list);
    assertThat(captures.value(new LinkedList<>(List.of(1, 2)))).isEqualTo(list);
    assertThat(captures.value(Arrays.asList(1, 2))).isEqualTo(list);
    assertThat(captures.value(Collections.unmodifiableList(new ArrayList<>(List.of(1, 2)))))
        .isEqualTo(list);
    assertThat(captures.value(new ArrayDeque<>(List.of(1, 2)))).isEqualTo(list);
    assertThat(captures.value(List.of(2, 1))).isNotEqualTo(list);
    byte[] set = captures.value(Set.of(1, 2));
    assertThat(captures.value(new HashSet<>(Set.of(1, 2)))).isEqualTo(set);
    assertThat(captures.value(Collections.unmodifiableSet(new HashSet<>(Set.of(1, 2)))))
        .isEqualTo(set);
    assertThat(captures.value(new HashMap<>(Map.of(1, 2, 3, 4)).keySet()))
        .isEqualTo(captures.value(Set.of(3, 1)));
    assertThat(captures.value(new HashMap<>(Map.of(1, 2)))).isEqualTo(captures.value(Map.of(1, 2)));
    assertThat(set).isNotEqualTo(list);
  }

  @Test
  void orderedSetsAndMapsCountByTheirOrderWhateverTheirClass() {
    byte[] set = captures.value(new LinkedHashSet<>(List.of(2, 1)));
    assertThat(captures.value(new CopyOnWriteArraySet<>(List.of(2, 1)))).isEqualTo(set);
    assertThat(captures.value(Collections.unmodifiableSet(new LinkedHashSet<>(List.of(2, 1)))))
        .isEqualTo(set);
    assertThat(captures.value(new LinkedHashSet<>(List.of(1, 2)))).isNotEqualTo(set);
    assertThat(captures.value(Set.of(1, 2))).isNotEqualTo(set);
    Map<Integer, Integer> map = new LinkedHashMap<>();
    map.put(2, 0);
    map.put(1, 0);
    byte[] bytes = captures.value(map);
    assertThat(captures.value(map.keySet())).isEqualTo(set);
    assertThat(captures.value(Collections.unmodifiableMap(map))).isEqualTo(bytes);
    assertThat(captures.value(new LinkedHashMap<>(new TreeMap<>(map)))).isNotEqualTo(bytes);
    assertThat(captures.restoredValue(map).keySet()).containsExactly(2, 1);
    assertThat(captures.restoredValue(map.keySet())).containsExactly(2, 1);
  }

  @Test
  void orderedCollectionsCannotBeChangedEither() {
    Map<Integer, Integer> map = captures.restoredValue(new LinkedHashMap<>(Map.of(1, 2)));
    Set<Integer> set = captures.restoredValue(new LinkedHashSet<>(Set.of(1)));
    for (Runnable change :
        List.<Runnable>of(
            () -> map.put(1, 3),
            () -> map.remove(1),
            () -> map.clear(),
            () -> map.merge(1, 1, Integer::sum),
            () -> map.computeIfAbsent(4, k -> k),
            () -> map.keySet().remove(1),
            () -> map.values().clear(),
            () -> map.entrySet().iterator().next().setValue(3),
            () -> set.add(2),
            () -> set.remove(1),
            () -> set.removeIf(e -> true),
            () -> {
              Iterator<Integer> all = set.iterator();
              all.next();
              all.remove();
            })) {
      assertThatThrownBy(change::run).isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(map).isEqualTo(Map.of(1, 2));
    assertThat(set).containsExactly(1);
  }

  @Test
  void mapsThatReadingChangesAreRefused() {
    assertRefused(new LinkedHashMap<>(4, 0.75f, true), "order of access", "new LinkedHashMap<>(");
    assertRefused(new WeakHashMap<>(), "WeakHashMap", "garbage collector");
  }

  @Test
  void sharingInAMessageMeansNothing() {
    List<Integer> shared = new ArrayList<>(List.of(1));
    assertThat(captures.value(List.of(shared, shared)))
        .isEqualTo(captures.value(List.of(List.of(1), new ArrayList<>(List.of(1)))));
  }

  @Test
  void sortedCollectionsStaySorted() {
    TreeSet<Integer> descending = new TreeSet<>(Comparator.reverseOrder());
    descending.addAll(List.of(1, 300, 2));
    assertThat(captures.restoredValue(new Sorted(descending)).elements())
        .containsExactly(300, 2, 1);
    SortedMap<Integer, Integer> map = new TreeMap<>(Map.of(300, 1, 2, 2));
    assertThat(captures.restoredValue(map).firstKey()).isEqualTo(2);
  }

  @Test
  void restoredCollectionsCannotBeChanged() {
    Snapshot restored =
        captures.restoredValue(
            new Snapshot(
                new HashMap<>(Map.of(new NodeId("A", 1), new HashSet<>(Set.of(1)))),
                new ArrayList<>(List.of(new Read(1)))));
    assertThatThrownBy(() -> restored.reads().add(new Read(2)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> restored.reads().set(0, null))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> restored.votes().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> restored.votes().entrySet().iterator().next().setValue(Set.of()))
        .isInstanceOf(UnsupportedOperationException.class);
    Set<Integer> set = restored.votes().values().iterator().next();
    assertThatThrownBy(() -> set.add(2)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> set.remove(1)).isInstanceOf(UnsupportedOperationException.class);
    SortedSet<Integer> sorted = new TreeSet<>(Set.of(1));
    assertThatThrownBy(() -> captures.restoredValue(sorted).add(2))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aMessageKeptInAFieldIsCapturedAgain() {
    Snapshot restored =
        captures.restoredValue(
            new Snapshot(Map.of(new NodeId("A", 1), Set.of(1, 2)), List.of(new Read(1))));
    assertThat(captures.restored(restored)).isEqualTo(restored);
    assertThat(captures.state(restored.votes().get(new NodeId("A", 1))))
        .isEqualTo(captures.state(Set.of(2, 1)));
  }

  @Test
  void setsComeBackInTheOrderAskedFor() {
    Set<Integer> message = Set.of(1, 2, 3);
    List<Integer> forward = List.copyOf(captures.restoredValue(message, Arrangement.FORWARD));
    List<Integer> reversed = List.copyOf(captures.restoredValue(message, Arrangement.REVERSED));
    assertThat(reversed).isNotEqualTo(forward).containsExactlyInAnyOrderElementsOf(forward);
  }

  /** As good as a record. */
  static final class Frozen {
    final int number;
    final List<String> names;

    Frozen(int number, List<String> names) {
      this.number = number;
      this.names = names;
    }
  }

  @Test
  void plainObjectsOfFinalFieldsAreValues() {
    Frozen restored = captures.restoredValue(new Frozen(3, List.of("x")));
    assertThat(restored.number).isEqualTo(3);
    assertThat(restored.names).containsExactly("x");
    Frozen frozen = new Frozen(1, List.of());
    assertThat(captures.value(List.of(frozen, frozen)))
        .isEqualTo(captures.value(List.of(frozen, new Frozen(1, new ArrayList<>()))));
  }

  static final class Mutable {
    int number;
  }

  private void assertRefused(Object message, String... parts) {
    ProtocolException refusal = captures.refusalOfValue(message);
    assertThat(refusal).isNotNull();
    assertThat(refusal.place()).isEqualTo("demo.Sender.send");
    assertThat(refusal).hasMessageContainingAll(parts);
  }

  @Test
  void whatIsNotImmutableIsRefusedWithPathAndRemedy() {
    assertRefused(new Anything(new int[1]), "Anything.content: ", "int[]", "array", "use a record");
    assertRefused(
        new Anything(List.of(1, new Mutable())),
        "Anything.content[1]: ",
        "Mutable",
        "its field number can be changed",
        "use a record");
    assertRefused(
        new Anything(Map.of("key", new AtomicInteger())),
        "Anything.content[key]: ",
        "java.util.concurrent.atomic.AtomicInteger");
    assertRefused(new Anything(Optional.of(new StringBuilder())), "Anything.content: ");
    assertRefused(new Anything(new Box(1)), "Box", "keep its NodeId");
    assertRefused(new PriorityQueue<>(List.of(1)), "java.util.PriorityQueue", "keep a copy");
    assertRefused(new IdentityHashMap<>(), "IdentityHashMap", "use a HashMap");
    assertRefused(new Thread(), "java.lang.Thread", "steps are atomic");
    assertRefused(null, "null is no message");
  }

  @Test
  void collectionsDeclaredByClassAreRefused() {
    assertRefused(
        new Declared(new ArrayList<>()),
        "Declared.items: ",
        "java.util.ArrayList",
        "declare it as List");
  }

  @Test
  void recordsWhoseConstructorRefusesItsOwnValuesAreReported() {
    byte[] bytes = captures.value(new Moody(1));
    Moody.refuse = true;
    try {
      assertThatThrownBy(
              () -> captures.codec.restoreValue(bytes, 0, bytes.length, Arrangement.FORWARD))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("Moody")
          .hasRootCauseMessage("not today");
    } finally {
      Moody.refuse = false;
    }
  }

  record Moody(int number) {
    static boolean refuse;

    Moody {
      if (refuse) {
        throw new IllegalStateException("not today");
      }
    }
  }

  record Cons(int head, Cons tail) {}

  @Test
  void recordsNestedTooDeeplyAreReported() {
    Cons list = null;
    for (int i = 0; i < 1_000_000; i++) {
      list = new Cons(i, list);
    }
    assertRefused(list, "nested too deeply", "keep it in a List");
    assertThat(captures.restoredValue(new Cons(1, null))).isEqualTo(new Cons(1, null));
  }

  @Test
  void unknownElementsOfASetAreNamedByType() {
    assertRefused(new Anything(Set.of((Object) new Object[0])), "Anything.content[Object[]]: ");
  }
}
