package dev.parley.engine.internal.capture;

import dev.parley.engine.internal.order.Order;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The shapes of collections taken as immutable values, and of views.
 *
 * <p>A value has no class worth telling: {@code List.of}, {@code Collections.emptyList()} and, in a
 * message, an ArrayList are all just lists, and come back as {@link FixedList}. An unmodifiable
 * view in a field is not a value: its owner may still change what is behind it. It is taken as a
 * wrapper around its backing collection.
 */
final class FixedShapes {
  private FixedShapes() {}

  private static final Set<Class<?>> IMMUTABLE =
      Set.of(
          FixedList.class,
          FixedSet.class,
          FixedMap.class,
          List.of(1).getClass(),
          List.of(1, 2, 3).getClass(),
          Set.of(1).getClass(),
          Set.of(1, 2, 3).getClass(),
          Map.of(1, 1).getClass(),
          Map.of(1, 1, 2, 2).getClass());

  /**
   * Takes note of collections that are values here and may still be changed by whoever made them.
   */
  private static void meet(Writer w, Object value) {
    if (!IMMUTABLE.contains(Order.standsFor(value.getClass()))) {
      w.meetChangeable();
    }
  }

  /** Immutable lists. */
  static final class OfList extends Shape {
    OfList() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      w.writeOrdered(w.elements((Collection<?>) value));
    }

    @Override
    Object read(Reader r) {
      return new FixedList(r.readElements());
    }

    @Override
    Class<?> restoredType() {
      return FixedList.class;
    }
  }

  /** Immutable sets whose order means nothing. */
  static final class OfSet extends Shape {
    OfSet() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      w.writeSet((Collection<?>) value, false);
    }

    @Override
    Object read(Reader r) {
      boolean reversed = r.reversed();
      LinkedHashSet<Object> set = new LinkedHashSet<>();
      long mark = r.mark();
      List<Object> elements = Arrays.asList(r.readElements());
      if (reversed) {
        Collections.reverse(elements);
      }
      r.insert(mark, () -> CollectionShapes.addAll(set, elements));
      return new FixedSet(set);
    }

    @Override
    Class<?> restoredType() {
      return FixedSet.class;
    }
  }

  /** Immutable maps whose order means nothing. */
  static final class OfMap extends Shape {
    OfMap() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      w.writeMap((Map<?, ?>) value, false);
    }

    @Override
    Object read(Reader r) {
      boolean reversed = r.reversed();
      LinkedHashMap<Object, Object> map = new LinkedHashMap<>();
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(
          mark,
          () -> {
            map.clear();
            int size = entries.length / 2;
            for (int i = 0; i < size; i++) {
              int at = 2 * (reversed ? size - 1 - i : i);
              map.put(entries[at], entries[at + 1]);
            }
            CollectionShapes.checkSize(map.size(), size);
          });
      return new FixedMap(map);
    }

    @Override
    Class<?> restoredType() {
      return FixedMap.class;
    }
  }

  /** Sets in messages that promise an order: it is part of the value. */
  static final class OfOrderedSet extends Shape {
    OfOrderedSet() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      w.writeSet((Collection<?>) value, true);
    }

    @Override
    Object read(Reader r) {
      FixedOrderedSet set = new FixedOrderedSet();
      long mark = r.mark();
      List<Object> elements = Arrays.asList(r.readElements());
      r.insert(
          mark,
          () -> {
            set.fill(elements);
            CollectionShapes.checkSize(set.size(), elements.size());
          });
      return set;
    }

    @Override
    Class<?> restoredType() {
      return FixedOrderedSet.class;
    }
  }

  /** Maps in messages that promise an order. */
  static final class OfOrderedMap extends Shape {
    OfOrderedMap() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      if (value instanceof LinkedHashMap<?, ?> && CollectionShapes.LinkedMap.isByAccess(value)) {
        throw new Uncapturable(
            "a LinkedHashMap in the order of access cannot be part of a message: reading it changes"
                + " it. Remedy: send a copy made with new LinkedHashMap<>(...)");
      }
      w.head(this);
      meet(w, value);
      w.writeMap((Map<?, ?>) value, true);
    }

    @Override
    Object read(Reader r) {
      FixedOrderedMap map = new FixedOrderedMap();
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(
          mark,
          () -> {
            map.fill(entries);
            CollectionShapes.checkSize(map.size(), entries.length / 2);
          });
      return map;
    }

    @Override
    Class<?> restoredType() {
      return FixedOrderedMap.class;
    }
  }

  /**
   * Sets or maps whose class does not tell whether their order counts; each object's own does.
   *
   * @see IterationOrder
   */
  static final class ByOrder extends Shape {
    private final Shape ordered;
    private final Shape unordered;

    ByOrder(Shape ordered, Shape unordered) {
      super(false);
      this.ordered = ordered;
      this.unordered = unordered;
    }

    @Override
    void write(Writer w, Object value) {
      switch (IterationOrder.of(value)) {
        case PROMISED -> ordered.write(w, value);
        case NONE -> unordered.write(w, value);
        default ->
            throw new Uncapturable(
                Types.fullName(value.getClass())
                    + " does not tell whether its order counts, and this JVM does not open"
                    + " java.util; send a copy made with Set.copyOf(...) or Map.copyOf(...), or"
                    + " run the JVM with "
                    + JdkInternals.OPEN);
      }
    }

    @Override
    Object read(Reader r) {
      throw new IllegalStateException("has no encoding of its own");
    }
  }

  /**
   * EnumSets in messages. They come back as EnumSets, since code may rely on it: {@code
   * EnumSet.copyOf} takes an empty set only if it is one. So they can be changed, which {@link
   * Codec#lastCouldChange} tells.
   */
  static final class OfEnumSet extends Shape {
    OfEnumSet() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.meetChangeable();
      w.meetMutable();
      w.write(CollectionShapes.EnumSetShape.elementType((EnumSet<?>) value));
      w.writeConstants(w.elements((Collection<?>) value));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object read(Reader r) {
      EnumSet set = EnumSet.noneOf((Class) r.read());
      set.addAll(Arrays.asList(r.readElements()));
      return set;
    }
  }

  /** EnumMaps in messages, as {@link OfEnumSet}. */
  static final class OfEnumMap extends Shape {
    OfEnumMap() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.meetChangeable();
      w.meetMutable();
      w.write(CollectionShapes.EnumMapShape.keyType((EnumMap<?, ?>) value));
      w.writeConstantEntries(w.entries((Map<?, ?>) value));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    Object read(Reader r) {
      EnumMap<?, Object> map = new EnumMap((Class) r.read());
      CollectionShapes.putAll((Map<Object, Object>) (Map<?, ?>) map, r.readEntries());
      return map;
    }
  }

  /** Sorted sets in messages: the order they promise is part of the value. */
  static final class OfSortedSet extends Shape {
    OfSortedSet() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      CollectionShapes.writeComparator(w, ((SortedSet<?>) value).comparator());
      w.writeSorted((Collection<?>) value, ((SortedSet<?>) value).comparator());
    }

    @Override
    Object read(Reader r) {
      TreeSet<Object> set = new TreeSet<>(CollectionShapes.readComparator(r));
      long mark = r.mark();
      List<Object> elements = Arrays.asList(r.readElements());
      r.insert(mark, () -> CollectionShapes.addAll(set, elements));
      return Collections.unmodifiableNavigableSet(set);
    }

    @Override
    Class<?> restoredType() {
      return NavigableSet.class;
    }
  }

  /** Sorted maps in messages. */
  static final class OfSortedMap extends Shape {
    OfSortedMap() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      meet(w, value);
      CollectionShapes.writeComparator(w, ((SortedMap<?, ?>) value).comparator());
      w.writeSortedMap((SortedMap<?, ?>) value);
    }

    @Override
    Object read(Reader r) {
      TreeMap<Object, Object> map = new TreeMap<>(CollectionShapes.readComparator(r));
      long mark = r.mark();
      Object[] entries = r.readEntries();
      r.insert(mark, () -> CollectionShapes.putAll(map, entries));
      return Collections.unmodifiableNavigableMap(map);
    }

    @Override
    Class<?> restoredType() {
      return NavigableMap.class;
    }
  }

  /** A view: a field that leads to what is behind it, and how to wrap that again. */
  static final class View extends Shape {
    private final Field backing;
    private final UnaryOperator<Object> wrap;

    private View(Field backing, UnaryOperator<Object> wrap) {
      super(false);
      this.backing = backing;
      this.wrap = wrap;
    }

    /** The view {@code Arrays.asList} gives of an array. */
    static View ofArray(Class<?> type) {
      Field array = JdkInternals.open(type, "a", "use new ArrayList<>(...) or List.of(...)");
      return new View(array, a -> Arrays.asList((Object[]) a));
    }

    /** One of the {@code Collections.unmodifiable...} views. */
    @SuppressWarnings("unchecked")
    static View unmodifiable(Class<?> type) {
      boolean map = Map.class.isAssignableFrom(type);
      String copy = map ? "Map" : Set.class.isAssignableFrom(type) ? "Set" : "List";
      Field known = IterationOrder.backing(type);
      Field field =
          JdkInternals.open(
              known.getDeclaringClass(),
              known.getName(),
              "keep a copy made with " + copy + ".copyOf(...)");
      UnaryOperator<Object> wrap;
      if (NavigableMap.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableNavigableMap((NavigableMap<Object, Object>) b);
      } else if (SortedMap.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSortedMap((SortedMap<Object, Object>) b);
      } else if (NavigableSet.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableNavigableSet((NavigableSet<Object>) b);
      } else if (SortedSet.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSortedSet((SortedSet<Object>) b);
      } else if (List.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableList((List<Object>) b);
      } else if (IterationOrder.isSequenced(type)) {
        wrap = JdkInternals.unmodifiableSequenced(type);
      } else if (map) {
        wrap = b -> Collections.unmodifiableMap((Map<Object, Object>) b);
      } else if (Set.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSet((Set<Object>) b);
      } else {
        wrap = b -> Collections.unmodifiableCollection((Collection<Object>) b);
      }
      return new View(field, wrap);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
      w.write(JdkInternals.read(backing, value));
    }

    @Override
    Object read(Reader r) {
      return wrap.apply(r.read());
    }
  }
}
