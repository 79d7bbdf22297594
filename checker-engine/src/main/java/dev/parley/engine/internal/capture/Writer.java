package dev.parley.engine.internal.capture;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.Codec.Scope;
import dev.parley.engine.internal.order.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/**
 * One walk over an object graph that appends its canonical encoding.
 *
 * <p>Every reference starts with a head: {@link #NULL}, the number of an object met before, or the
 * id of a shape followed by the content. Content is self-delimiting, so the encoding can be read
 * back and different content never encodes alike.
 *
 * <p><b>Unordered collections.</b> Each element is first written to scratch memory as if it came
 * next, and forgotten again; the elements are then put in the order of these bytes. If no element
 * involved an object with identity (numbers, strings, records of them), the scratch bytes are the
 * encoding. Otherwise the elements are written once more in that order, so that numbering follows
 * it. Objects met before the collection are already told apart by their numbers in the first pass;
 * what is left of ties is the business of {@link Ties}.
 *
 * <p><b>Depth.</b> Nested objects are written in place, until the nesting is {@link #MAX_DEPTH}
 * deep: from there on they are put off and written after everything else. So a linked list of any
 * length needs little stack. Records, and the elements of hashed collections, must be complete
 * before a constructor or hash code sees them and are never put off ({@link #seal}).
 */
final class Writer {
  static final int NULL = 0;
  static final int REFERENCE = 1;
  static final int DEFERRED = 2;
  static final int CONSTANT = 3;
  static final int FIRST_SHAPE = 4;

  private static final int MAX_DEPTH = 100;

  private final Catalogue catalogue;
  private final IdentityTable table = new IdentityTable();
  private final Ties ties = new Ties();
  private final List<Runnable> deferred = new ArrayList<>();
  private final List<Chunks> scratch = new ArrayList<>();
  private ByteSink out;

  /** The elements of a collection are mostly of one class: the last one's shape is remembered. */
  private Class<?> recentType;

  private Shape recentShape;
  private boolean recentAsValue;

  private UnaryOperator<Object> renaming = UnaryOperator.identity();
  private boolean renames;
  private boolean sortsNothing;
  private boolean relevantOnly;
  private boolean asValue;
  private boolean metAuxiliary;
  private boolean metMutable;

  /** The colours that settle ties, from when ties are known to matter. */
  private Colouring colouring;

  /** Whether colours are written in the place of objects. */
  private boolean looking;

  /** Where the piece of content begins that is written while looking. */
  private int base;

  private int depth;
  private int seals;
  private int scratchInUse;
  private long identities;
  private long changeable;
  private long changeableKeys;

  Writer(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Writes a graph: once, or as often as it has ties that matter.
   *
   * @return whether auxiliary content was met
   */
  boolean writeGraph(Scope scope, boolean asValue, ByteSink target, Runnable walk) {
    this.relevantOnly = scope == Scope.RELEVANT;
    this.asValue = asValue;
    int start = target.length();
    colouring = null;
    attempt(target, walk);
    if (ties.matter()) {
      byte[] smallest = new Colouring(this, walk).smallest();
      colouring = null;
      target.truncate(start);
      target.putBytes(smallest, 0, smallest.length);
    }
    return metAuxiliary;
  }

  /**
   * From now on node names are written as others.
   *
   * @param sorted whether sorted collections are written in their order, which goes by the names
   *     that are not written
   */
  void rename(UnaryOperator<Object> names, boolean sorted) {
    renaming = names;
    renames = true;
    sortsNothing = !sorted;
  }

  /** From now on names are written as they are. */
  void keepNames() {
    renaming = UnaryOperator.identity();
    renames = false;
    sortsNothing = false;
  }

  /** What is written in the place of a node's name. */
  NodeId renamed(NodeId id) {
    return renames ? (NodeId) renaming.apply(id) : id;
  }

  /** Whether a record or constant stands for a node; if so, what stands for another is written. */
  private boolean wroteRenamed(Object value) {
    if (!(value instanceof Record || value instanceof Enum<?>)) {
      return false;
    }
    Object written = renaming.apply(value);
    if (written == value) {
      return false;
    }
    renames = false;
    shapeOf(written).write(this, written);
    renames = true;
    return true;
  }

  /** Writes the graph with elements that look alike in the order of their colours. */
  byte[] attemptOrdered(Colouring order, Runnable walk) {
    ByteSink target = new ByteSink();
    colouring = order;
    attempt(target, walk);
    return Arrays.copyOf(target.array(), target.length());
  }

  /** Writes what an object holds itself; what it refers to is written as colours. */
  void look(Colouring by, ByteSink target, Object object) {
    look(
        by,
        target,
        () -> {
          Shape.Identity shape = (Shape.Identity) identityShape(object);
          head(shape);
          shape.writeHeader(this, object);
          shape.writeContent(this, object);
        });
  }

  /** The same for the root, which the walk writes. */
  void look(Colouring by, ByteSink target, Runnable walk) {
    colouring = by;
    looking = true;
    out = target;
    base = target.length();
    scratchInUse = 0;
    walk.run();
    looking = false;
  }

  private Shape identityShape(Object object) {
    Shape shape = shapeOf(object);
    return shape instanceof ObjectShapes.ConstantsFirst constants ? constants.plain() : shape;
  }

  /** Starts afresh: whatever an earlier walk that failed left behind is forgotten. */
  private void attempt(ByteSink target, Runnable walk) {
    table.rollback(0);
    deferred.clear();
    ties.restart();
    looking = false;
    out = target;
    metAuxiliary = false;
    metMutable = false;
    depth = 0;
    seals = 0;
    scratchInUse = 0;
    walk.run();
    writeDeferred();
    table.rollback(0);
  }

  /** Makes the object number 0, to be referred to and not written. */
  void root(Object root) {
    if (looking) {
      colouring.root(root);
      return;
    }
    table.add(root);
  }

  /** Writes what was put off, which may put off more. */
  private void writeDeferred() {
    for (int i = 0; i < deferred.size(); i++) {
      deferred.get(i).run();
    }
  }

  ByteSink out() {
    return out;
  }

  boolean relevantOnly() {
    return relevantOnly;
  }

  void meetAuxiliary() {
    metAuxiliary = true;
  }

  /** A part of a message that its receiver could change was just met. */
  void meetMutable() {
    metMutable = true;
  }

  /** Whether the receiver of the message written last could change it. */
  boolean metMutable() {
    return metMutable;
  }

  void head(Shape shape) {
    out.putVarint(shape.id + FIRST_SHAPE);
  }

  Shape shapeOf(Object value) {
    Class<?> type = value.getClass();
    if (type != recentType || asValue != recentAsValue) {
      recentShape = catalogue.shapeOf(value, asValue);
      recentType = type;
      recentAsValue = asValue;
    }
    return recentShape;
  }

  /** Appends any reference. */
  void write(Object value) {
    if (value == null) {
      out.putByte(NULL);
    } else {
      write(value, shapeOf(value));
    }
  }

  /** The same where the shape is known. What is left out looks like null. */
  void write(Object value, Shape shape) {
    if (shape.auxiliary) {
      metAuxiliary = true;
      if (relevantOnly) {
        out.putByte(NULL);
        return;
      }
    }
    if (!renames || !wroteRenamed(value)) {
      shape.write(this, value);
    }
  }

  /** What was just met may change its hash code, or its place in an order. */
  void meetChangeable() {
    changeable += looking ? 0 : 1;
  }

  boolean wroteReference(Object value) {
    if (looking) {
      colouring.refer(value, out.length() - base, out);
      return true;
    }
    identities++;
    changeable++;
    int number = table.find(value);
    if (number < 0) {
      return false;
    }
    ties.refer(number);
    out.putByte(REFERENCE);
    out.putVarint(number);
    return true;
  }

  /** Takes note of a new object; whether its content has to be put off. */
  boolean enter(Object value) {
    table.add(value);
    return ++depth > MAX_DEPTH && seals == 0;
  }

  void leave() {
    depth--;
  }

  void defer(Shape.Identity shape, Object value) {
    deferred.add(
        () -> {
          depth = 0;
          try {
            shape.writeContent(this, value);
          } catch (Uncapturable e) {
            throw e.at(".(…)");
          }
        });
  }

  /** From here to {@link #unseal} nothing is put off. */
  void seal() {
    seals++;
  }

  void unseal() {
    seals--;
  }

  /** The elements that count in this scope. */
  Object[] elements(Collection<?> collection) {
    Object[] all = Order.elements(collection);
    if (!relevantOnly) {
      return all;
    }
    return Arrays.stream(all).filter(e -> !leavesOut(e)).toArray();
  }

  /** Keys and values in turn, without the entries whose key does not count in this scope. */
  Object[] entries(Map<?, ?> map) {
    Object[] all = new Object[map.size() * 2];
    int n = 0;
    for (Map.Entry<?, ?> entry : Order.entries(map)) {
      if (!leavesOut(entry.getKey())) {
        all[n++] = entry.getKey();
        all[n++] = entry.getValue();
      }
    }
    return n == all.length ? all : Arrays.copyOf(all, n);
  }

  private boolean leavesOut(Object element) {
    if (!relevantOnly || element == null || !shapeOf(element).auxiliary) {
      return false;
    }
    metAuxiliary = true;
    return true;
  }

  void writeOrdered(Object[] elements) {
    out.putVarint(elements.length);
    for (int i = 0; i < elements.length; i++) {
      try {
        write(elements[i]);
      } catch (Uncapturable e) {
        throw e.atIndex(i);
      }
    }
  }

  /** The elements of an EnumSet, whose order goes by the constants. */
  void writeConstants(Object[] elements) {
    if (sortsNothing) {
      writeUnordered(elements);
    } else {
      writeOrdered(elements);
    }
  }

  /** The entries of an EnumMap, whose order goes by its keys. */
  void writeConstantEntries(Object[] entries) {
    if (sortsNothing) {
      writeUnorderedEntries(entries);
    } else {
      writeOrderedEntries(entries);
    }
  }

  void writeOrderedEntries(Object[] entries) {
    out.putVarint(entries.length / 2);
    for (int i = 0; i < entries.length; i += 2) {
      writeEntry(entries, i);
    }
  }

  private void writeEntry(Object[] entries, int at) {
    writeElement(entries[at]);
    writeMapped(entries, at);
  }

  private void writeMapped(Object[] entries, int at) {
    try {
      write(entries[at + 1]);
    } catch (Uncapturable e) {
      throw e.atKey(entries[at]);
    }
  }

  /** An element of a set or a key of a map: complete before anyone asks for its hash code. */
  private void writeElement(Object element) {
    long before = changeable;
    seal();
    try {
      write(element);
    } catch (Uncapturable e) {
      throw e.atElement(element);
    }
    unseal();
    if (changeable != before) {
      changeableKeys++;
    }
  }

  /** Appends the elements of a set in the order it promises, or of one that promises none. */
  void writeSet(Collection<?> set, boolean ordered) {
    Object[] elements = elements(set);
    long before = changeableKeys;
    writeElements(elements, ordered);
    if (changeableKeys != before && !relevantOnly) {
      Membership.requireElements(set, elements);
    }
  }

  /** The same for maps. */
  void writeMap(Map<?, ?> map, boolean ordered) {
    Object[] entries = entries(map);
    long before = changeableKeys;
    if (ordered) {
      writeOrderedEntries(entries);
    } else {
      writeUnorderedEntries(entries);
    }
    if (changeableKeys != before && !relevantOnly) {
      Membership.requireKeys(map, entries);
    }
  }

  /** Appends the elements of a sorted set, or of a priority queue. */
  void writeSorted(Collection<?> sorted, Comparator<?> comparator) {
    boolean queue = sorted instanceof PriorityQueue<?>;
    Object[] elements = elements(sorted);
    long before = changeableKeys;
    writeElements(elements, !queue && !sortsNothing);
    if (changeableKeys != before && !relevantOnly) {
      if (queue) {
        Membership.requireHeap(comparator, elements);
      } else {
        Membership.requireSorted(comparator, elements, 1);
      }
    }
  }

  /** Appends the entries of a sorted map. */
  void writeSortedMap(SortedMap<?, ?> map) {
    Object[] entries = entries(map);
    long before = changeableKeys;
    if (sortsNothing) {
      writeUnorderedEntries(entries);
    } else {
      writeOrderedEntries(entries);
    }
    if (changeableKeys != before && !relevantOnly) {
      Membership.requireSorted(map.comparator(), entries, 2);
    }
  }

  private void writeElements(Object[] elements, boolean ordered) {
    if (!ordered) {
      writeUnordered(elements);
      return;
    }
    out.putVarint(elements.length);
    for (Object element : elements) {
      writeElement(element);
    }
  }

  /** Appends the elements of an unordered collection; see the top of this class. */
  private void writeUnordered(Object[] elements) {
    out.putVarint(elements.length);
    if (elements.length < 2) {
      for (Object element : elements) {
        writeElement(element);
      }
      return;
    }
    if (looking) {
      writeLookedAt(elements, 1);
      return;
    }
    Chunks chunks = borrowChunks();
    boolean pure = fill(chunks, elements, 1, 1);
    if (pure) {
      for (int i : chunks.order()) {
        chunks.copyTo(i, out);
      }
    } else {
      writeInOrder(chunks, i -> writeElement(elements[i]));
    }
    scratchInUse--;
  }

  /**
   * Appends the entries of an unordered map, by their keys. Only where keys have identity, or
   * different keys look alike, do the values take part in the order.
   */
  private void writeUnorderedEntries(Object[] entries) {
    out.putVarint(entries.length / 2);
    if (entries.length == 2) {
      writeEntry(entries, 0);
      return;
    }
    if (looking) {
      writeLookedAt(entries, 2);
      return;
    }
    Chunks chunks = borrowChunks();
    boolean pure = fill(chunks, entries, 2, 1) && chunks.allDifferent();
    if (pure) {
      for (int i : chunks.order()) {
        chunks.copyTo(i, out);
        writeMapped(entries, i * 2);
      }
    } else {
      fill(chunks, entries, 2, 2);
      writeInOrder(chunks, i -> writeEntry(entries, i * 2));
    }
    scratchInUse--;
  }

  /** Writes the elements behind the chunks in the chunks' order, ties in that of their colours. */
  private void writeInOrder(Chunks chunks, IntConsumer writing) {
    int[] order = chunks.order();
    int collection = table.size();
    int from = 0;
    while (from < order.length) {
      int to = chunks.endOfTie(from);
      if (to - from == 1) {
        writing.accept(order[from]);
      } else {
        if (colouring != null) {
          settle(order, from, to, writing);
        }
        for (int i = from; i < to; i++) {
          int element = table.size();
          int range = ties.open(collection, element);
          writing.accept(order[i]);
          ties.close(range, element, table.size());
        }
      }
      from = to;
    }
  }

  /** Puts the elements of a tie in the order of their colours. */
  private void settle(int[] order, int from, int to, IntConsumer writing) {
    Chunks chunks = borrowChunks();
    ByteSink target = out;
    int mark = colouring.mark();
    looking = true;
    out = chunks.clear();
    for (int i = from; i < to; i++) {
      base = out.length();
      writing.accept(order[i]);
      chunks.end();
    }
    looking = false;
    colouring.forget(mark);
    out = target;
    int[] tied = Arrays.copyOfRange(order, from, to);
    for (int i = from; i < to; i++) {
      order[i] = tied[chunks.order()[i - from]];
    }
    scratchInUse--;
  }

  /** Writes the items of an unordered collection, {@code width} at a time, while looking. */
  private void writeLookedAt(Object[] items, int width) {
    Chunks chunks = borrowChunks();
    ByteSink target = out;
    int outer = base;
    int first = colouring.mark();
    out = chunks.clear();
    for (int i = 0; i < items.length; i += width) {
      int mark = colouring.mark();
      base = out.length();
      for (int k = 0; k < width; k++) {
        write(items[i + k]);
      }
      chunks.end();
      colouring.enclose(mark, out.array(), base, out.length());
    }
    out = target;
    base = outer;
    colouring.place(first, out.length() - base);
    for (int i : chunks.order()) {
      chunks.copyTo(i, out);
    }
    scratchInUse--;
  }

  /**
   * Writes each group of {@code width} items that begins a stride to a chunk of its own.
   *
   * <p>Shapes met here for the first time would be numbered in the order of the iteration, which
   * for enums and plain objects changes from run to run. They are renumbered by name, and the
   * chunks written again with the new numbers.
   *
   * @return whether no object with identity was involved
   */
  private boolean fill(Chunks chunks, Object[] items, int stride, int width) {
    ByteSink target = out;
    int shapes = catalogue.size();
    long before = identities;
    long unchanging = changeable;
    int known = table.size();
    int marked = ties.mark();
    seal();
    out = chunks.clear();
    for (int i = 0; i < items.length; i += stride) {
      try {
        for (int k = 0; k < width; k++) {
          write(items[i + k]);
        }
      } catch (Uncapturable e) {
        throw width == 2 ? e.atKey(items[i]) : e.atElement(items[i]);
      }
      chunks.end();
      table.rollback(known);
      ties.forget(marked);
    }
    unseal();
    out = target;
    if (catalogue.size() > shapes) {
      catalogue.renumberFrom(shapes);
      return fill(chunks, items, stride, width);
    }
    if (changeable != unchanging) {
      changeableKeys++;
    }
    return identities == before;
  }

  private Chunks borrowChunks() {
    if (scratchInUse == scratch.size()) {
      scratch.add(new Chunks());
    }
    return scratch.get(scratchInUse++);
  }
}
