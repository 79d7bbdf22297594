package dev.parley.engine.internal.capture;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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

  /** Immutable lists. */
  static final class OfList extends Shape {
    OfList() {
      super(false);
    }

    @Override
    void write(Writer w, Object value) {
      w.head(this);
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
      w.writeUnordered(w.elements((Collection<?>) value));
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
      w.writeUnorderedEntries(w.entries((Map<?, ?>) value));
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
            int size = entries.length / 2;
            for (int i = 0; i < size; i++) {
              int at = 2 * (reversed ? size - 1 - i : i);
              map.put(entries[at], entries[at + 1]);
            }
          });
      return new FixedMap(map);
    }

    @Override
    Class<?> restoredType() {
      return FixedMap.class;
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
      CollectionShapes.writeComparator(w, ((SortedSet<?>) value).comparator());
      w.writeOrdered(w.elements((Collection<?>) value));
    }

    @Override
    Object read(Reader r) {
      TreeSet<Object> set = new TreeSet<>(CollectionShapes.readComparator(r));
      set.addAll(Arrays.asList(r.readElements()));
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
      CollectionShapes.writeComparator(w, ((SortedMap<?, ?>) value).comparator());
      w.writeOrderedEntries(w.entries((Map<?, ?>) value));
    }

    @Override
    Object read(Reader r) {
      TreeMap<Object, Object> map = new TreeMap<>(CollectionShapes.readComparator(r));
      Object[] entries = r.readEntries();
      for (int i = 0; i < entries.length; i += 2) {
        map.put(entries[i], entries[i + 1]);
      }
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
      Class<?> declaring = type;
      while (declaring.getSuperclass() != Object.class) {
        declaring = declaring.getSuperclass();
      }
      String copy = map ? "Map" : Set.class.isAssignableFrom(type) ? "Set" : "List";
      Field field =
          JdkInternals.open(
              declaring, map ? "m" : "c", "keep a copy made with " + copy + ".copyOf(...)");
      UnaryOperator<Object> wrap;
      if (NavigableMap.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableNavigableMap((NavigableMap<Object, Object>) b);
      } else if (SortedMap.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSortedMap((SortedMap<Object, Object>) b);
      } else if (map) {
        wrap = b -> Collections.unmodifiableMap((Map<Object, Object>) b);
      } else if (NavigableSet.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableNavigableSet((NavigableSet<Object>) b);
      } else if (SortedSet.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSortedSet((SortedSet<Object>) b);
      } else if (Set.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableSet((Set<Object>) b);
      } else if (List.class.isAssignableFrom(type)) {
        wrap = b -> Collections.unmodifiableList((List<Object>) b);
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
