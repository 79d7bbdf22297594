package dev.parley.engine.internal.capture;

import dev.parley.engine.internal.order.ArrangedMap;
import dev.parley.engine.internal.order.ArrangedSet;
import dev.parley.engine.internal.order.WatchedConcurrentMap;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The shapes of the JDK's mutable collections.
 *
 * <p>Order counts where iteration promises one: lists, deques, linked and sorted collections. It
 * does not in HashSet, HashMap, ConcurrentHashMap and PriorityQueue. The last may hand out elements
 * of equal priority in an order that depends on its past; its documentation calls that order
 * arbitrary, and so do we.
 */
final class CollectionShapes {
  private CollectionShapes() {}

  /** Registers those of {@code java.util} under their classes. */
  static void register(Map<Class<?>, Shape> shapes) {
    sequence(shapes, ArrayList.class, ArrayList::new);
    sequence(shapes, LinkedList.class, LinkedList::new);
    sequence(shapes, ArrayDeque.class, ArrayDeque::new);
    shapes.put(LinkedHashSet.class, new OrderedSet(LinkedHashSet::new));
    shapes.put(HashSet.class, new UnorderedSet());
    shapes.put(TreeSet.class, new Sorted(c -> new TreeSet<>(c), Sorted::ofSet));
    shapes.put(
        PriorityQueue.class,
        new Sorted(c -> new PriorityQueue<>(c), q -> ((PriorityQueue<?>) q).comparator()));
    shapes.put(LinkedHashMap.class, new LinkedMap());
    shapes.put(
        HashMap.class,
        new UnorderedMap(HashMap::new, () -> new HashMap<>(1, CROWDED), ArrangedMap::new));
    shapes.put(TreeMap.class, new SortedMapShape(c -> new TreeMap<>(c)));
    shapes.put(EnumMap.class, new EnumMapShape());
  }

  /** Registers those of {@code java.util.concurrent}. */
  static void registerConcurrent(Map<Class<?>, Shape> shapes) {
    sequence(shapes, CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);
    sequence(shapes, ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new);
    sequence(shapes, ConcurrentLinkedDeque.class, ConcurrentLinkedDeque::new);
    shapes.put(CopyOnWriteArraySet.class, new OrderedSet(CopyOnWriteArraySet::new));
    shapes.put(
        ConcurrentSkipListSet.class,
        new Sorted(c -> new ConcurrentSkipListSet<>(c), Sorted::ofSet));
    shapes.put(
        ConcurrentHashMap.class,
        new UnorderedMap(
            ConcurrentHashMap::new,
            () -> new ConcurrentHashMap<>(1),
            () -> new WatchedConcurrentMap<>()));
    shapes.put(
        ConcurrentSkipListMap.class, new SortedMapShape(c -> new ConcurrentSkipListMap<>(c)));
  }

  private static void sequence(
      Map<Class<?>, Shape> shapes, Class<?> type, Supplier<Collection<Object>> empty) {
    shapes.put(type, new Sequence(empty));
  }

  /**
   * A load factor that lets a hash table of one bucket keep all it gets: it then iterates in the
   * order of insertion, up to the eight elements a bucket holds before the table grows after all.
   */
  private static final float CROWDED = 1000f;

  /** The elements in the order to insert them in: usual, or such that iteration will differ. */
  private static List<Object> arranged(Object[] elements, boolean reversed) {
    List<Object> order = Arrays.asList(elements);
    if (reversed) {
      Set<Object> usual = new HashSet<>();
      addAll(usual, order);
      order = Arrays.asList(usual.toArray());
      Collections.reverse(order);
    }
    return order;
  }

  @SuppressWarnings("unchecked")
  private static Collection<Object> collection(Object value) {
    return (Collection<Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static Map<Object, Object> map(Object value) {
    return (Map<Object, Object>) value;
  }

  /** Gives the collection its elements; again, if it had some before they were complete. */
  static void addAll(Collection<Object> collection, List<Object> elements) {
    collection.clear();
    collection.addAll(elements);
    checkSize(collection.size(), elements.size());
  }

  /** The same for maps. */
  static void putAll(Map<Object, Object> map, Object[] entries) {
    map.clear();
    for (int i = 0; i < entries.length; i += 2) {
      map.put(entries[i], entries[i + 1]);
    }
    checkSize(map.size(), entries.length / 2);
  }

  /**
   * Elements changed while in a set may have become equal; then no set can hold them both again.
   */
  static void checkSize(int actual, int expected) {
    if (actual != expected) {
      throw new Uncapturable(
          "of "
              + expected
              + " elements of a set or keys of a map only "
              + actual
              + " are different; do not change elements and keys while they are in a collection");
    }
  }

  /** Lists and deques: order counts, and adding asks nothing of the elements. */
  private static final class Sequence extends Shape.Identity {
    private final Supplier<Collection<Object>> empty;

    Sequence(Supplier<Collection<Object>> empty) {
      super(false);
      this.empty = empty;
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeOrdered(w.elements(collection(value)));
    }

    @Override
    Object allocate(Reader r) {
      return empty.get();
    }

    @Override
    void fill(Reader r, Object value) {
      Collection<Object> into = collection(value);
      int size = r.readVarint();
      for (int i = 0; i < size; i++) {
        into.add(r.read());
      }
    }
  }

  /** Sets that iterate in the order of insertion. */
  private static final class OrderedSet extends Shape.Identity {
    private final Supplier<Collection<Object>> empty;

    OrderedSet(Supplier<Collection<Object>> empty) {
      super(false);
      this.empty = empty;
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeSet(collection(value), true);
    }

    @Override
    Object allocate(Reader r) {
      return empty.get();
    }

    @Override
    void fill(Reader r, Object value) {
      long mark = r.mark();
      Object[] elements = r.readElements();
      r.insert(mark, () -> addAll(collection(value), Arrays.asList(elements)));
    }
  }

  /** HashSet. */
  private static final class UnorderedSet extends Shape.Identity {
    UnorderedSet() {
      super(false);
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeSet(collection(value), false);
    }

    @Override
    Object allocate(Reader r) {
      if (r.arranged()) {
        return new ArrangedSet<>();
      }
      return r.reversed() ? new HashSet<>(1, CROWDED) : new HashSet<>();
    }

    @Override
    void fill(Reader r, Object value) {
      boolean reversed = r.reversed() && !r.arranged();
      long mark = r.mark();
      Object[] elements = r.readElements();
      r.insert(mark, () -> addAll(collection(value), arranged(elements, reversed)));
    }
  }

  /**
   * Sorted sets, in their own order, and priority queues, in the order of the encodings. The
   * comparator comes first: without it there is nothing to add to.
   */
  private static final class Sorted extends Shape.Identity {
    private final Function<Comparator<Object>, Collection<Object>> empty;
    private final Function<Object, Comparator<?>> comparator;

    Sorted(
        Function<Comparator<Object>, Collection<Object>> empty,
        Function<Object, Comparator<?>> comparator) {
      super(false);
      this.empty = empty;
      this.comparator = comparator;
    }

    static Comparator<?> ofSet(Object set) {
      return ((SortedSet<?>) set).comparator();
    }

    @Override
    void writeHeader(Writer w, Object value) {
      writeComparator(w, comparator.apply(value));
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeSorted(collection(value), comparator.apply(value));
    }

    @Override
    Object allocate(Reader r) {
      return empty.apply(readComparator(r));
    }

    @Override
    void fill(Reader r, Object value) {
      boolean reversed = r.reversed();
      long mark = r.mark();
      Object[] elements = r.readElements();
      if (reversed) {
        Collections.reverse(Arrays.asList(elements));
      }
      r.insert(mark, () -> addAll(collection(value), Arrays.asList(elements)));
    }
  }

  static void writeComparator(Writer w, Comparator<?> comparator) {
    try {
      w.seal();
      w.write(comparator);
      w.unseal();
    } catch (Uncapturable e) {
      throw e.at(".comparator()");
    }
  }

  @SuppressWarnings("unchecked")
  static Comparator<Object> readComparator(Reader r) {
    return (Comparator<Object>) r.read();
  }

  /** HashMap and ConcurrentHashMap. */
  private static final class UnorderedMap extends Shape.Identity {
    private final Supplier<Map<Object, Object>> usual;
    private final Supplier<Map<Object, Object>> unusual;
    private final Supplier<Map<Object, Object>> arranged;

    UnorderedMap(
        Supplier<Map<Object, Object>> usual,
        Supplier<Map<Object, Object>> unusual,
        Supplier<Map<Object, Object>> arranged) {
      super(false);
      this.usual = usual;
      this.unusual = unusual;
      this.arranged = arranged;
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeMap(map(value), false);
    }

    @Override
    Object allocate(Reader r) {
      return (r.arranged() ? arranged : r.reversed() ? unusual : usual).get();
    }

    @Override
    void fill(Reader r, Object value) {
      boolean reversed = r.reversed();
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(
          mark,
          () -> {
            if (reversed && !(value instanceof ArrangedMap<?, ?>)) {
              fillReversed(map(value), entries);
            } else {
              putAll(map(value), entries);
            }
          });
    }

    private static void fillReversed(Map<Object, Object> map, Object[] entries) {
      Map<Object, Object> usual = new HashMap<>();
      putAll(usual, entries);
      map.clear();
      for (Object key : arranged(usual.keySet().toArray(), true)) {
        map.put(key, usual.get(key));
      }
    }
  }

  /** LinkedHashMap, in the order of insertion or of access. */
  static final class LinkedMap extends Shape.Identity {
    private static final Field ACCESS_ORDER = accessOrder();

    LinkedMap() {
      super(false);
    }

    /** Whether reading the map changes the order it iterates in. */
    static boolean isByAccess(Object map) {
      return ACCESS_ORDER != null && (Boolean) JdkInternals.read(ACCESS_ORDER, map);
    }

    /** Null in a JVM that does not open java.util: maps then count as ordered by insertion. */
    private static Field accessOrder() {
      try {
        return JdkInternals.open(LinkedHashMap.class, "accessOrder", "");
      } catch (Uncapturable closed) {
        return null;
      }
    }

    @Override
    void writeHeader(Writer w, Object value) {
      w.out().putByte(isByAccess(value) ? 1 : 0);
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeMap(map(value), true);
    }

    @Override
    Object allocate(Reader r) {
      return new LinkedHashMap<>(16, 0.75f, r.readByte() != 0);
    }

    @Override
    void fill(Reader r, Object value) {
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(mark, () -> putAll(map(value), entries));
    }
  }

  /** TreeMap and ConcurrentSkipListMap. */
  private static final class SortedMapShape extends Shape.Identity {
    private final Function<Comparator<Object>, Map<Object, Object>> empty;

    SortedMapShape(Function<Comparator<Object>, Map<Object, Object>> empty) {
      super(false);
      this.empty = empty;
    }

    @Override
    void writeHeader(Writer w, Object value) {
      writeComparator(w, ((SortedMap<?, ?>) value).comparator());
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeSortedMap((SortedMap<?, ?>) value);
    }

    @Override
    Object allocate(Reader r) {
      return empty.apply(readComparator(r));
    }

    @Override
    void fill(Reader r, Object value) {
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(mark, () -> putAll(map(value), entries));
    }
  }

  /** EnumSet: its type, which even an empty one has, and its constants. */
  static final class EnumSetShape extends Shape.Identity {
    EnumSetShape() {
      super(false);
    }

    @Override
    void writeHeader(Writer w, Object value) {
      w.write(elementType((EnumSet<?>) value));
    }

    static <E extends Enum<E>> Class<?> elementType(EnumSet<E> set) {
      EnumSet<E> some = set.isEmpty() ? EnumSet.complementOf(set) : set;
      if (some.isEmpty()) {
        throw new Uncapturable("an EnumSet of an enum without constants; remove the field");
      }
      return some.iterator().next().getDeclaringClass();
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeConstants(w.elements(collection(value)));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object allocate(Reader r) {
      return EnumSet.noneOf((Class) r.read());
    }

    @Override
    void fill(Reader r, Object value) {
      collection(value).addAll(Arrays.asList(r.readElements()));
    }
  }

  /** EnumMap: its type, and its entries. */
  static final class EnumMapShape extends Shape.Identity {
    EnumMapShape() {
      super(false);
    }

    static Class<?> keyType(EnumMap<?, ?> map) {
      return map.isEmpty()
          ? (Class<?>)
              JdkInternals.read(JdkInternals.open(EnumMap.class, "keyType", "use a TreeMap"), map)
          : map.keySet().iterator().next().getDeclaringClass();
    }

    @Override
    void writeHeader(Writer w, Object value) {
      w.write(keyType((EnumMap<?, ?>) value));
    }

    @Override
    void writeContent(Writer w, Object value) {
      w.writeConstantEntries(w.entries(map(value)));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object allocate(Reader r) {
      return new EnumMap((Class) r.read());
    }

    @Override
    void fill(Reader r, Object value) {
      putAll(map(value), r.readEntries());
    }
  }
}
