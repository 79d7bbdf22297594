package dev.parley.engine.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Node;
import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.Captures.Box;
import dev.parley.engine.internal.capture.Codec.Arrangement;
import dev.parley.engine.model.ProtocolException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StateCaptureTest {
  private final Captures captures = new Captures();

  enum Phase {
    IDLE,
    BUSY {
      @Override
      int weight() {
        return 2;
      }
    };

    int weight() {
      return 1;
    }
  }

  record Ballot(int round, NodeId owner) {}

  record Holder(Object content) {}

  static class Base {
    private int shadowed = 1;
    long base;

    int baseShadowed() {
      return shadowed;
    }
  }

  static final class Derived extends Base {
    private int shadowed = 2;
    final String name;
    transient double load;
    Derived next;

    Derived(String name) {
      this.name = name;
    }
  }

  static Stream<Object> valuesWithEquality() {
    return Stream.of(
        true,
        (byte) -3,
        (short) 300,
        'ß',
        -1,
        Integer.MIN_VALUE,
        Long.MIN_VALUE,
        1.5f,
        Double.NaN,
        "",
        "plain",
        "größer \ud800 lone surrogate",
        Phase.IDLE,
        Phase.BUSY,
        DayOfWeek.FRIDAY,
        new NodeId("Acceptor", 2),
        new Ballot(3, new NodeId("Proposer", 1)),
        new Holder(null),
        new BigInteger("-123456789012345678901234567890"),
        new BigDecimal("1.50"),
        new UUID(1, -2),
        Duration.ofMillis(-1),
        Instant.parse("2024-02-29T12:00:00.000000001Z"),
        LocalDate.of(-5, 1, 1),
        LocalDateTime.of(2024, 1, 1, 0, 0),
        LocalTime.of(1, 2, 3),
        MonthDay.of(2, 29),
        OffsetDateTime.parse("2024-01-01T00:00:00+02:00"),
        Period.of(1, 2, 3),
        Year.of(12345),
        YearMonth.of(2024, 5),
        YearMonth.of(10_000, 5),
        YearMonth.of(Year.MIN_VALUE, 12),
        YearMonth.of(Year.MAX_VALUE, 1),
        Year.of(Year.MIN_VALUE),
        Duration.ofSeconds(Long.MIN_VALUE),
        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
        Instant.MIN,
        Instant.MAX,
        LocalDate.MIN,
        LocalDate.MAX,
        LocalTime.MAX,
        LocalTime.MIN,
        LocalDateTime.MIN,
        LocalDateTime.MAX,
        OffsetDateTime.MIN,
        OffsetDateTime.MAX,
        OffsetTime.MIN,
        OffsetTime.MAX,
        Period.of(Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE),
        ZonedDateTime.of(LocalDateTime.MAX, ZoneOffset.MIN),
        ZonedDateTime.of(LocalDateTime.MIN, ZoneId.of("Asia/Tokyo")),
        ZoneOffset.MAX,
        ZoneOffset.ofTotalSeconds(-1),
        ZoneId.of("UTC+01:00"),
        ZoneId.of("GMT0"),
        MonthDay.of(12, 31),
        new BigInteger("-9223372036854775809"),
        BigInteger.valueOf(Long.MIN_VALUE),
        new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
        new BigDecimal(BigInteger.ONE.shiftLeft(70), Integer.MIN_VALUE),
        Float.intBitsToFloat(0x7fc00001),
        Float.MIN_VALUE,
        Character.MAX_VALUE,
        "\ud83d\ude00 \udc00\ud800",
        OptionalDouble.of(Double.NaN),
        OptionalLong.of(Long.MIN_VALUE),
        ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
            .withLaterOffsetAtOverlap(),
        ZoneOffset.ofHours(2),
        ZoneId.of("Europe/Berlin"),
        Optional.of("x"),
        Optional.empty(),
        OptionalInt.of(3),
        OptionalInt.empty(),
        OptionalLong.of(3),
        OptionalDouble.of(-0.0),
        String.class,
        int.class,
        Map.entry(1, "a"),
        new AbstractMap.SimpleImmutableEntry<>(null, 1),
        List.of(),
        List.of(1, 2, 3),
        Stream.of(1, null).toList(),
        Collections.nCopies(3, "x"),
        Collections.singletonList(null),
        Set.of(1, 2, 3),
        Collections.emptySet(),
        Map.of("a", 1, "b", 2),
        Collections.emptyMap(),
        Collections.emptySortedSet());
  }

  @ParameterizedTest
  @MethodSource("valuesWithEquality")
  void valuesComeBackEqual(Object value) {
    assertThat(captures.restored(value)).isEqualTo(value);
    assertThat(captures.restoredValue(value)).isEqualTo(value);
  }

  @Test
  void constantsOfTheJdkKeepTheirIdentity() {
    for (Object constant :
        List.of(
            BigInteger.ZERO,
            BigInteger.TEN,
            BigDecimal.ONE,
            Duration.ZERO,
            Period.ZERO,
            Instant.EPOCH,
            Instant.MAX,
            LocalDate.MIN,
            LocalDate.EPOCH,
            LocalTime.MIDNIGHT,
            LocalTime.MAX,
            LocalDateTime.MAX,
            OffsetDateTime.MIN,
            ZoneOffset.UTC,
            Optional.empty(),
            OptionalInt.empty(),
            127,
            -128L)) {
      assertThat(captures.restored(constant)).isSameAs(constant);
      assertThat(captures.restoredValue(constant)).isSameAs(constant);
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void sequencedViewsComeBack() {
    for (Object view : sequencedViews()) {
      assertThat(captures.restored(view)).hasSameClassAs(view).hasToString(view.toString());
      assertThat(captures.restoredValue(view)).hasToString(view.toString());
    }
  }

  private static List<Object> sequencedViews() {
    List<Object> views = new ArrayList<>();
    Map<String, Object> backing =
        Map.of(
            "Collection",
            new ArrayList<>(List.of(3, 1, 2)),
            "Set",
            new LinkedHashSet<>(List.of(3, 1, 2)),
            "Map",
            new LinkedHashMap<>(new TreeMap<>(Map.of(3, 4, 1, 2))));
    backing.forEach(
        (kind, content) -> {
          try {
            views.add(
                Collections.class
                    .getMethod(
                        "unmodifiableSequenced" + kind, Class.forName("java.util.Sequenced" + kind))
                    .invoke(null, content));
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        });
    return views;
  }

  static Stream<Collection<?>> mutableCollections() {
    List<Integer> content = List.of(5, 3, 200, -7, 1_000_000);
    Set<Integer> descending = new TreeSet<>(Comparator.reverseOrder());
    descending.addAll(content);
    return Stream.of(
        new ArrayList<>(Arrays.asList(3, null, 3)),
        new LinkedList<>(content),
        new CopyOnWriteArrayList<>(content),
        new HashSet<>(Arrays.asList(4, null, 1)),
        new LinkedHashSet<>(content),
        new TreeSet<>(content),
        descending,
        EnumSet.of(Phase.BUSY),
        EnumSet.noneOf(Phase.class),
        Arrays.asList(1, 2),
        Collections.unmodifiableList(new ArrayList<>(content)),
        Collections.unmodifiableSet(new HashSet<>(content)));
  }

  @ParameterizedTest
  @MethodSource("mutableCollections")
  void collectionsComeBackEqualAndOfTheSameClass(Collection<?> collection) {
    Collection<?> restored = captures.restored(collection);
    assertThat(restored).isEqualTo(collection).hasSameClassAs(collection);
    assertThat(restored).isNotSameAs(collection);
  }

  static Stream<Map<?, ?>> mutableMaps() {
    Map<Integer, String> content = Map.of(5, "five", 3, "three", -200, "many");
    return Stream.of(
        new HashMap<>(content),
        new LinkedHashMap<>(content),
        new TreeMap<>(content),
        new ConcurrentHashMap<>(content),
        new ConcurrentSkipListMap<>(content),
        new EnumMap<>(Map.of(Phase.IDLE, List.of(1))),
        new EnumMap<>(Phase.class),
        Collections.unmodifiableMap(new HashMap<>(content)));
  }

  @ParameterizedTest
  @MethodSource("mutableMaps")
  void mapsComeBackEqualAndOfTheSameClass(Map<?, ?> map) {
    assertThat(captures.<Map<?, ?>>restored(map)).isEqualTo(map).hasSameClassAs(map);
  }

  @Test
  void collectionsWithoutEqualityKeepTheirContent() {
    assertThat(captures.restored(new ArrayDeque<>(List.of(3, 1, 2)))).containsExactly(3, 1, 2);
    PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
    queue.addAll(List.of(3, 1, 2));
    PriorityQueue<Integer> restored = captures.restored(queue);
    assertThat(List.of(restored.poll(), restored.poll(), restored.poll())).containsExactly(3, 2, 1);
  }

  @Test
  void priorityQueuesDifferByContentNotByHistory() {
    PriorityQueue<Integer> upwards = new PriorityQueue<>(List.of(1, 2, 3));
    PriorityQueue<Integer> downwards = new PriorityQueue<>();
    List.of(3, 2, 1).forEach(downwards::add);
    assertThat(upwards.toArray()).isNotEqualTo(downwards.toArray());
    assertThat(captures.state(upwards)).isEqualTo(captures.state(downwards));
    assertThat(captures.state(upwards))
        .isNotEqualTo(captures.state(new PriorityQueue<>(List.of(1, 2, 2))));
  }

  @Test
  void holdersKeepTheirContent() {
    assertThat(captures.restored(new AtomicInteger(-4)).get()).isEqualTo(-4);
    assertThat(captures.restored(new AtomicReference<>("x")).get()).isEqualTo("x");
    assertThat(captures.restored(new StringBuilder("abc"))).hasToString("abc");
    BitSet bits = new BitSet();
    bits.set(3);
    bits.set(130);
    assertThat(captures.restored(bits)).isEqualTo(bits);
  }

  @Test
  void arraysComeBackWithTheirType() {
    for (Object array :
        List.of(
            new boolean[] {true, false},
            new byte[] {1, -1},
            new short[] {1, -1},
            new char[] {'a', '\uffff'},
            new int[] {1, Integer.MIN_VALUE},
            new long[] {1, Long.MIN_VALUE},
            new float[] {Float.NaN, -0f},
            new double[] {Double.NaN, -0.0},
            new int[][] {{1}, {}, null},
            new Object[] {1, "a", null},
            new Phase[] {Phase.BUSY},
            new String[0])) {
      Object restored = captures.restored(array);
      assertThat(restored).hasSameClassAs(array);
      assertThat(Arrays.deepEquals(new Object[] {restored}, new Object[] {array})).isTrue();
    }
  }

  @Test
  void plainObjectsKeepFieldsOfAllTheirClasses() {
    Derived object = new Derived("d");
    object.base = 7;
    object.load = -0.0;
    object.next = new Derived("e");
    Derived restored = captures.restored(object);
    assertThat(restored).isNotSameAs(object);
    assertThat(restored.name).isEqualTo("d");
    assertThat(restored.base).isEqualTo(7);
    assertThat(restored.shadowed).isEqualTo(2);
    assertThat(restored.baseShadowed()).isEqualTo(1);
    assertThat(restored.next.name).isEqualTo("e");
    assertThat(Double.doubleToRawLongBits(restored.load))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
  }

  @Test
  void transientFieldsAreState() {
    Derived one = new Derived("d");
    Derived two = new Derived("d");
    two.load = 1;
    assertThat(captures.state(one)).isNotEqualTo(captures.state(two));
  }

  /** A node with an inner class, an anonymous class and final fields. */
  static class Outer extends Node {
    final int fixed;
    final List<String> log = new ArrayList<>();
    Inner inner = new Inner();
    Object anonymous =
        new Object() {
          int count = 3;

          @Override
          public String toString() {
            return "anonymous" + count + log;
          }
        };

    Outer(int fixed) {
      this.fixed = fixed;
    }

    class Inner {
      int depth = 1;

      Outer outer() {
        return Outer.this;
      }
    }
  }

  @Test
  void innerAndAnonymousClassesReferToTheRestoredNode() {
    Outer node = new Outer(1);
    node.log.add("x");
    node.inner.depth = 9;
    Outer other = captures.restoreInto(captures.full(node), new Outer(1), Arrangement.FORWARD);
    assertThat(other.log).containsExactly("x");
    assertThat(other.inner.depth).isEqualTo(9);
    assertThat(other.inner.outer()).isSameAs(other);
    assertThat(other.anonymous).isNotSameAs(node.anonymous).hasToString("anonymous3[x]");
  }

  @Test
  void finalFieldsThatCannotChangeAreLeftOutAndLeftAlone() {
    assertThat(captures.full(new Outer(1))).isEqualTo(captures.full(new Outer(2)));
    Outer into = new Outer(2);
    captures.restoreInto(captures.full(new Outer(1)), into, Arrangement.FORWARD);
    assertThat(into.fixed).isEqualTo(2);
  }

  @Test
  void sharedObjectsStayShared() {
    List<Integer> shared = new ArrayList<>(List.of(1));
    List<List<Integer>> restored = captures.restored(new ArrayList<>(List.of(shared, shared)));
    assertThat(restored.get(0)).isSameAs(restored.get(1));
  }

  @Test
  void sharingIsContent() {
    List<Integer> shared = new ArrayList<>(List.of(1));
    assertThat(captures.state(List.of(shared, shared)))
        .isNotEqualTo(captures.state(List.of(shared, new ArrayList<>(shared))));
  }

  @Test
  void valuesHaveNoIdentity() {
    assertThat(captures.state(List.of("a", "a")))
        .isEqualTo(captures.state(List.of("a", new String("a"))));
    Ballot ballot = new Ballot(1000, null);
    assertThat(captures.state(List.of(ballot, ballot)))
        .isEqualTo(captures.state(List.of(ballot, new Ballot(1000, null))));
  }

  @Test
  void cyclesComeBack() {
    Derived one = new Derived("one");
    Derived two = new Derived("two");
    one.next = two;
    two.next = one;
    Derived restored = captures.restored(one);
    assertThat(restored.next.next).isSameAs(restored);

    List<Object> list = new ArrayList<>();
    list.add(list);
    List<Object> restoredList = captures.restored(list);
    assertThat(restoredList.get(0)).isSameAs(restoredList);

    Object[] array = new Object[1];
    array[0] = new Holder(array);
    Object[] restoredArray = captures.restored(array);
    assertThat(((Holder) restoredArray[0]).content()).isSameAs(restoredArray);
  }

  @Test
  void viewsShareTheirBackingCollection() {
    List<Integer> backing = new ArrayList<>(List.of(1));
    Integer[] array = {1};
    Object[] restored =
        captures.restored(
            new Object[] {
              Collections.unmodifiableList(backing), backing, Arrays.asList(array), array
            });
    @SuppressWarnings("unchecked")
    List<Integer> restoredBacking = (List<Integer>) restored[1];
    restoredBacking.add(2);
    assertThat(restored[0]).isEqualTo(List.of(1, 2));
    ((Integer[]) restored[3])[0] = 5;
    assertThat(restored[2]).isEqualTo(List.of(5));
    assertThat(captures.state(List.of(backing, Collections.unmodifiableList(backing))))
        .isNotEqualTo(
            captures.state(
                List.of(backing, Collections.unmodifiableList(new ArrayList<>(backing)))));
  }

  static Stream<List<Object>> differentContent() {
    TreeSet<String> ignoringCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    ignoringCase.add("a");
    return Stream.of(
        List.of(List.of(1, 2), List.of(2, 1)),
        List.of(new ArrayList<>(List.of(1, 2)), new ArrayList<>(List.of(2, 1))),
        List.of(new LinkedHashSet<>(List.of(1, 2)), new LinkedHashSet<>(List.of(2, 1))),
        List.of(new ArrayDeque<>(List.of(1, 2)), new ArrayDeque<>(List.of(2, 1))),
        List.of(new ArrayList<>(List.of(1)), new LinkedList<>(List.of(1))),
        List.of(new HashSet<>(List.of(1)), new LinkedHashSet<>(List.of(1))),
        List.of(new int[] {1}, new long[] {1}),
        List.of(new Object[] {1}, new Integer[] {1}),
        List.of(new int[0], new int[1]),
        List.of(new BigDecimal("1.0"), new BigDecimal("1.00")),
        List.of(1, 1L),
        List.of(1, (short) 1),
        List.of('a', "a"),
        List.of(0.0, -0.0),
        List.of(Phase.IDLE, Phase.BUSY),
        List.of(Optional.empty(), OptionalInt.empty()),
        List.of(new TreeSet<>(List.of("a")), ignoringCase),
        List.of(EnumSet.noneOf(Phase.class), EnumSet.noneOf(DayOfWeek.class)),
        List.of(new Holder(1), new Holder("1")),
        List.of(new NodeId("A", 11), new NodeId("A1", 1)),
        List.of(List.of("ab", "c"), List.of("a", "bc")),
        List.of(List.of(List.of(), List.of()), List.of(List.of(List.of()))),
        List.of(Set.of(1), new HashSet<>(Set.of(1))));
  }

  @ParameterizedTest
  @MethodSource("differentContent")
  void differentContentHasDifferentEncodings(List<Object> pair) {
    assertThat(captures.state(pair.get(0))).isNotEqualTo(captures.state(pair.get(1)));
  }

  @Test
  void orderAndCapacityOfHashedCollectionsNeverMatter() {
    Set<String> one = new HashSet<>(2, 10f);
    Set<String> two = new HashSet<>(4096);
    Map<String, List<Integer>> oneMap = new HashMap<>(1, 100f);
    Map<String, List<Integer>> twoMap = new HashMap<>(4096);
    for (int i = 0; i < 100; i++) {
      one.add("e" + i);
      two.add("e" + (99 - i));
      oneMap.put("e" + i, new ArrayList<>(List.of(i)));
      twoMap.put("e" + (99 - i), new ArrayList<>(List.of(99 - i)));
    }
    assertThat(List.copyOf(one)).isNotEqualTo(List.copyOf(two));
    assertThat(captures.state(one)).isEqualTo(captures.state(two));
    assertThat(captures.state(oneMap)).isEqualTo(captures.state(twoMap));
  }

  @Test
  void immutableCollectionsCountByContentWhateverMadeThem() {
    assertThat(captures.state(List.of(1))).isEqualTo(captures.state(Collections.singletonList(1)));
    assertThat(captures.state(Set.of(1, 2))).isEqualTo(captures.state(Set.of(2, 1)));
    assertThat(captures.state(Set.of())).isEqualTo(captures.state(Collections.emptySet()));
    assertThat(captures.state(Map.of(1, 2)))
        .isEqualTo(captures.state(Collections.singletonMap(1, 2)));
  }

  /** An object whose place in a hash table is that of the JVM's identity hash. */
  static final class Plain {
    Object content;

    Plain(Object content) {
      this.content = content;
    }
  }

  @Test
  void setsOfObjectsWithIdentityHaveAnOrderOfTheirOwn() {
    List<Plain> plains = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      plains.add(new Plain(i / 2));
    }
    byte[] first = captures.state(new HashSet<>(plains));
    List<Plain> others = new ArrayList<>();
    for (int i = 19; i >= 0; i--) {
      others.add(new Plain(i / 2));
    }
    assertThat(captures.state(new HashSet<>(others))).isEqualTo(first);
    assertThat(captures.restored(new HashSet<>(plains))).hasSize(20);
  }

  @Test
  void elementsAreToldApartByReferencesMadeBefore() {
    for (int run = 0; run < 20; run++) {
      Plain marked = new Plain(1);
      Plain other = new Plain(1);
      byte[] one = captures.state(List.of(marked, new HashSet<>(List.of(marked, other))));
      byte[] two = captures.state(List.of(other, new HashSet<>(List.of(marked, other))));
      assertThat(one).isEqualTo(two);
    }
  }

  @Test
  void elementsAreToldApartByReferencesMadeAfterwards() {
    byte[] expected = null;
    for (int run = 0; run < 50; run++) {
      List<Plain> plains = List.of(new Plain(1), new Plain(1), new Plain(1), new Plain(2));
      Map<Object, Object> map = new HashMap<>();
      plains.forEach(p -> map.put(p, new Plain(0)));
      byte[] bytes =
          captures.state(
              List.of(
                  new HashSet<>(plains), plains.get(run % 3), map, map.get(plains.get(run % 3))));
      assertThat(expected == null ? bytes : expected).isEqualTo(bytes);
      expected = bytes;
    }
  }

  @Test
  void manyLookalikesOfWhichOneIsReferredToMaySplitButNeverMerge() {
    List<Plain> plains = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      plains.add(new Plain(1));
    }
    Set<Plain> set = new HashSet<>(plains);
    byte[] inside = captures.state(List.of(set, plains.get(0)));
    byte[] outside = captures.state(List.of(set, new Plain(1)));
    assertThat(inside).isNotEqualTo(outside);
    assertThat(captures.state(List.of(set, plains.get(0)))).isEqualTo(inside);
  }

  @Test
  void elementsThatBecameEqualInTheirSetAreReported() {
    Keyed one = new Keyed();
    Keyed two = new Keyed();
    two.parts.add(1);
    Set<Keyed> set = new HashSet<>(List.of(one, two));
    two.parts.clear();
    byte[] bytes = captures.state(set);
    assertThatThrownBy(() -> captures.restoreInto(bytes, new Box(null), Arrangement.FORWARD))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("do not change elements");
  }

  /** An object with equality over its mutable content. */
  static final class Keyed {
    List<Object> parts = new ArrayList<>();

    @Override
    public boolean equals(Object other) {
      return other instanceof Keyed keyed && keyed.parts.equals(parts);
    }

    @Override
    public int hashCode() {
      return parts.hashCode();
    }
  }

  @Test
  void hashedCollectionsAreFilledWhenTheirElementsAreComplete() {
    Keyed key = new Keyed();
    key.parts.add(new HashSet<>(List.of(new ArrayList<>(List.of(1)))));
    Set<Object> set = new HashSet<>(List.of(key));
    key.parts.add("outer");
    set.clear();
    set.add(key);
    Map<Object, Object> map = new HashMap<>(Map.of(key, set));
    Object[] restored = captures.restored(new Object[] {map, key, set});
    assertThat(((Map<?, ?>) restored[0]).get(restored[1])).isSameAs(restored[2]);
    assertThat(((Set<?>) restored[2]).contains(restored[1])).isTrue();
    Set<?> inner = (Set<?>) ((Keyed) restored[1]).parts.get(0);
    assertThat(inner.contains(List.of(1))).isTrue();
  }

  record Copying(List<Object> items, Set<Object> names) {
    Copying {
      items = List.copyOf(items);
      names = Set.copyOf(names);
    }
  }

  record Keeping(Set<Object> content) {
    Keeping {
      if (content.isEmpty()) {
        throw new IllegalArgumentException("empty");
      }
    }
  }

  @Test
  void recordConstructorsSeeCompleteCollections() {
    Copying copying =
        new Copying(List.of(new ArrayList<>(List.of(1))), Set.of(new ArrayList<>(List.of(2))));
    assertThat(captures.restored(copying)).isEqualTo(copying);
    Keeping keeping = new Keeping(new HashSet<>(Set.of(new ArrayList<>(List.of(1)))));
    assertThat(captures.restored(keeping)).isEqualTo(keeping);
  }

  @Test
  void functionsThatHoldNothingAreKept() {
    IntUnaryOperator function = i -> i + 1;
    assertThat(captures.<Object>restored(function)).isSameAs(function);
    Comparator<Ballot> byRound = Comparator.comparing(Ballot::round, Comparator.reverseOrder());
    TreeSet<Ballot> set = new TreeSet<>(byRound.reversed());
    set.add(new Ballot(2, null));
    set.add(new Ballot(1, null));
    assertThat(captures.restored(set).first()).isEqualTo(new Ballot(1, null));
    assertThat(captures.state(new TreeSet<>(byRound)))
        .isNotEqualTo(captures.state(new TreeSet<>(byRound.reversed())));
  }

  static final class Idle {
    static final Idle INSTANCE = new Idle();
    static final Object NONE = new Object();
  }

  /** A hand-made enum. */
  static final class Colour {
    static final Colour RED = new Colour("red");
    final String name;

    Colour(String name) {
      this.name = name;
    }
  }

  @Test
  void constantsOfAClassKeepTheirIdentity() {
    assertThat(captures.restored(Idle.INSTANCE)).isSameAs(Idle.INSTANCE);
    assertThat(captures.restored(Colour.RED)).isSameAs(Colour.RED);
    assertThat(captures.restoredValue(Colour.RED)).isSameAs(Colour.RED);
    assertThat(captures.restored(new Object[] {Idle.INSTANCE, Idle.NONE})[1]).isSameAs(Idle.NONE);
    assertThat(captures.restored(new Colour("red"))).isNotSameAs(Colour.RED);
    assertThat(captures.state(new Colour("red"))).isNotEqualTo(captures.state(Colour.RED));
    assertThat(captures.state(new Idle())).isEqualTo(captures.state(new Idle()));
  }

  @Test
  void theOtherArrangementIteratesInAnotherOrder() {
    for (Object content :
        List.of(
            new HashSet<>(List.of(1, 2, 3)),
            new HashSet<>(List.of("b", "a")),
            Set.of(1, 2, 3),
            new HashMap<>(Map.of(1, "x", 2, "y")),
            Map.of(1, "x", 2, "y"))) {
      byte[] bytes = captures.state(content);
      Box forward = captures.restoreInto(bytes, new Box(null), Arrangement.FORWARD);
      Box reversed = captures.restoreInto(bytes, new Box(null), Arrangement.REVERSED);
      assertThat(iteration(reversed.content)).isNotEqualTo(iteration(forward.content));
      assertThat(reversed.content).isEqualTo(forward.content).isEqualTo(content);
    }
  }

  @Test
  void largeSetsIterateInAnotherOrderToo() {
    Set<Integer> content = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      content.add(i);
    }
    byte[] bytes = captures.state(content);
    Box forward = captures.restoreInto(bytes, new Box(null), Arrangement.FORWARD);
    Box reversed = captures.restoreInto(bytes, new Box(null), Arrangement.REVERSED);
    assertThat(iteration(reversed.content)).isNotEqualTo(iteration(forward.content));
  }

  private static List<Object> iteration(Object content) {
    Collection<?> elements = content instanceof Map<?, ?> m ? m.keySet() : (Collection<?>) content;
    List<Object> order = new ArrayList<>();
    for (Iterator<?> i = elements.iterator(); i.hasNext(); ) {
      order.add(i.next());
    }
    return order;
  }

  @Test
  void accessOrderedMapsStayAccessOrdered() {
    Map<Integer, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
    map.put(1, 1);
    map.put(2, 2);
    Map<Integer, Integer> restored = captures.restored(map);
    restored.get(1);
    assertThat(restored.keySet()).containsExactly(2, 1);
    assertThat(captures.state(new LinkedHashMap<>(map))).isNotEqualTo(captures.state(map));
  }

  @Test
  void sortedViewsComeBackSorted() {
    NavigableSet<Integer> view =
        Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(3, 1, 2)));
    assertThat(captures.restored(view).descendingSet()).containsExactly(3, 2, 1);
  }

  @Test
  void longListsAndLongChainsFitOnTheStack() {
    List<Integer> list = new ArrayList<>();
    Derived head = null;
    for (int i = 0; i < 10_000; i++) {
      list.add(i);
      Derived next = head;
      head = new Derived("n" + i);
      head.next = next;
    }
    assertThat(captures.restored(list)).isEqualTo(list);
    Derived restored = captures.restored(head);
    int length = 0;
    for (Derived at = restored; at != null; at = at.next) {
      length++;
      assertThat(at.name).isEqualTo("n" + (10_000 - length));
    }
    assertThat(length).isEqualTo(10_000);
  }

  @Test
  void enumsOfSeveralClassesInOneSetAreOrderedByTheirClassesNames() {
    // Sets of enums iterate by identity hash: a codec that met them in either order must agree.
    List<Object> constants = List.of(Phase.IDLE, DayOfWeek.MONDAY, Arrangement.FORWARD);
    List<Object> backwards = List.of(Arrangement.FORWARD, DayOfWeek.MONDAY, Phase.IDLE);
    assertThat(new Captures().state(new FixedSet(new LinkedHashSet<>(constants))))
        .isEqualTo(new Captures().state(new FixedSet(new LinkedHashSet<>(backwards))));
  }
}
