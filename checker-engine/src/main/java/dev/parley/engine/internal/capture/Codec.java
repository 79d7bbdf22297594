package dev.parley.engine.internal.capture;

import dev.parley.api.Node;
import dev.parley.engine.internal.capture.ObjectShapes.NodeShape;
import dev.parley.engine.model.ProtocolException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Canonical capture: object graphs to bytes and back.
 *
 * <p>Two captures by one codec are equal byte for byte exactly if the content is equal, and
 * capturing what was restored gives the same bytes again. The search compares local states and
 * messages by these bytes and never by the users' {@code equals}. Three rules decide what content
 * is:
 *
 * <ul>
 *   <li><b>Values</b> (strings, boxes, enums, records, node names, {@code List.of} and its like)
 *       are what they hold. Floating-point numbers count by their bits, decimals with their scale.
 *   <li><b>Objects with identity</b> (arrays, mutable collections, instances of ordinary classes)
 *       are what they hold and who else refers to them: a list shared by two fields differs from
 *       two equal lists, because the next step can tell. The second reference is written as a
 *       number, which makes cycles finite too.
 *   <li><b>Order</b> counts where a class promises one and not otherwise; see {@link Writer} for
 *       how unordered elements find their canonical order.
 * </ul>
 *
 * <p>User code runs while restoring: canonical constructors of records, hash codes, and
 * comparators. So each distinct capture is restored and captured again once ({@link
 * #requireRestorable}). Capturing calls nothing of the user's, except to find out whether sets and
 * maps still find elements that can change. Objects of ordinary classes are allocated without
 * running a constructor, and final fields are set by reflection.
 *
 * <p>Classes are mapped to {@link Shape}s once; encodings name them by small numbers given on first
 * encounter, so only encodings of one codec are comparable. A codec keeps its memory from one
 * capture to the next and is not thread-safe.
 */
public final class Codec {
  /** Which content is captured. */
  public enum Scope {
    /** All. */
    FULL,
    /**
     * All but auxiliary content: marked fields and record components are left out, objects of
     * marked types are treated as absent (an element is dropped, anything else is as if null), and
     * so is all that is only reachable through them.
     */
    RELEVANT
  }

  /** How unordered collections are built when they are restored. */
  public enum Arrangement {
    /** In canonical order. */
    FORWARD,
    /**
     * So that they iterate differently wherever they can. Code that depends on the order of a set
     * would go unnoticed if every run saw the same one.
     */
    REVERSED
  }

  private final Catalogue catalogue;
  private final Writer writer;
  private final Reader reader;
  private final ByteSink again = new ByteSink();

  /** A codec that knows no class yet. */
  public Codec() {
    this(Set.of());
  }

  /**
   * A codec that knows no class yet.
   *
   * @param auxiliaryFields fields of node classes whose content counts as auxiliary without being
   *     marked
   */
  public Codec(Set<Field> auxiliaryFields) {
    this(auxiliaryFields, Set.of());
  }

  /**
   * A codec that knows no class yet.
   *
   * @param auxiliaryFields fields of node classes whose content counts as auxiliary without being
   *     marked
   * @param varying final fields of node classes that differ among initial states
   */
  public Codec(Set<Field> auxiliaryFields, Set<Field> varying) {
    this(new Catalogue(auxiliaryFields, Set.of(), varying));
  }

  private Codec(Catalogue catalogue) {
    this.catalogue = catalogue;
    writer = new Writer(catalogue);
    reader = new Reader(catalogue);
  }

  /**
   * A codec that captures nodes as if they did not have these fields; it cannot restore them.
   *
   * @param fields fields of node classes that are left out
   * @param varying final fields of node classes that differ among initial states
   */
  public static Codec without(Set<Field> fields, Set<Field> varying) {
    return new Codec(new Catalogue(Set.of(), fields, varying));
  }

  /** Whether an object was restored in the place of an immutable collection of the JDK. */
  public static boolean isStandIn(Object value) {
    return Catalogue.isStandIn(value.getClass());
  }

  /** Whether a field's content is marked auxiliary, by the field itself or by its type. */
  public static boolean isMarkedAuxiliary(Field field) {
    return Types.isAuxiliary(field);
  }

  /**
   * Appends the encoding of all fields the node's classes below {@link Node} declare; but final
   * fields of primitive, boxed, string, enum or {@link dev.parley.api.NodeId} type, which cannot
   * change, are left out unless they differ among initial states.
   *
   * @param node the node
   * @param scope which content
   * @param out where to
   * @return whether there is auxiliary content; if not, both scopes give the same bytes
   * @throws ProtocolException if something cannot be captured; its place is the path to it, and
   *     what was appended by then is of no use
   */
  public boolean captureNode(Node node, Scope scope, ByteSink out) {
    try {
      NodeShape shape = catalogue.nodeShape(node.getClass());
      return writer.writeGraph(
          scope,
          false,
          out,
          () -> {
            writer.root(node);
            shape.write(writer, node);
          });
    } catch (Uncapturable e) {
      throw e.inNode(node.getClass());
    } catch (StackOverflowError e) {
      throw tooDeep(node.getClass().getName(), e);
    }
  }

  /**
   * Has all node names written as others, in whatever a capture writes, until the action ends; and
   * so are records and enum constants, if they stand for nodes. What is written in the place of one
   * of those is written as it is. Unordered collections are put in the order of what is written, so
   * the encoding is that of the content with its names replaced. Only a sorted collection is not
   * sorted anew: restore the encoding and capture it again.
   *
   * @param names what is written in the place of a name, record or constant: another of its class
   * @param captures what to do meanwhile
   */
  public void renaming(UnaryOperator<Object> names, Runnable captures) {
    renaming(names, true, captures);
  }

  /**
   * The same with sorted collections written as if they were not sorted: for names that only say
   * what a name is like. What is written cannot be restored, so a record or constant may be written
   * as a name, too.
   */
  public void likening(UnaryOperator<Object> names, Runnable captures) {
    renaming(names, false, captures);
  }

  private void renaming(UnaryOperator<Object> names, boolean sorted, Runnable captures) {
    writer.rename(names, sorted);
    try {
      captures.run();
    } finally {
      writer.keepNames();
    }
  }

  /**
   * Sets the captured fields of a node.
   *
   * @param bytes holds the encoding
   * @param offset where it starts
   * @param length how long it is
   * @param into the node that was captured, or another that was made exactly like it
   * @param arrangement how to build unordered collections
   * @throws ProtocolException if a record's constructor, a hash code or a comparison throws
   */
  public void restoreNode(
      byte[] bytes, int offset, int length, Node into, Arrangement arrangement) {
    restoring(
        into.getClass().getName(),
        () -> {
          reader.begin(bytes, offset, length, arrangement);
          reader.root(into);
          catalogue.nodeShape(into.getClass()).fill(reader, into);
          reader.finish();
          return into;
        });
  }

  /**
   * Another node object of the same class, to restore local states into. Until that is done its
   * fields refer to what the given node's fields refer to; no constructor runs.
   */
  public static Node another(Node node) {
    Class<?> type = node.getClass();
    try {
      Node other = (Node) JdkInternals.bareConstructor(type).newInstance();
      for (Field field : Types.instanceFields(type, Node.class)) {
        if (!field.trySetAccessible()) {
          throw Uncapturable.closed(field).inNode(node.getClass());
        }
        field.set(other, field.get(node));
      }
      return other;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("allocating " + type, e);
    }
  }

  /**
   * Appends the encoding of a message or an option to choose: an immutable value. Collections count
   * by their content alone, whatever their class, as long as it is one of the JDK's.
   *
   * @param value the value
   * @param place the code that gave it, for errors
   * @param scope which content
   * @param out where to
   * @return whether there is auxiliary content; if not, both scopes give the same bytes
   * @throws ProtocolException if it is null or not immutable
   */
  public boolean captureValue(Object value, String place, Scope scope, ByteSink out) {
    if (value == null) {
      throw new ProtocolException(
          place, "null is no message; send a record, an enum constant or a string instead");
    }
    try {
      return writer.writeGraph(scope, true, out, () -> writer.write(value));
    } catch (Uncapturable e) {
      throw e.inValue(value, place);
    } catch (StackOverflowError e) {
      throw tooDeep(place, e);
    }
  }

  /**
   * Whether the receiver of the value captured last could change it: it holds an EnumSet or
   * EnumMap, which come back as what they were. All other collections come back unmodifiable.
   */
  public boolean lastCouldChange() {
    return writer.metMutable();
  }

  /**
   * Builds a captured value.
   *
   * @param bytes holds the encoding
   * @param offset where it starts
   * @param length how long it is
   * @param arrangement how to build sets and maps
   * @return the value
   * @throws ProtocolException if a record's constructor, a hash code or a comparison throws
   */
  public Object restoreValue(byte[] bytes, int offset, int length, Arrangement arrangement) {
    return restoreValue(bytes, offset, length, "message", arrangement);
  }

  private Object restoreValue(
      byte[] bytes, int offset, int length, String place, Arrangement arrangement) {
    return restoring(
        place,
        () -> {
          reader.begin(bytes, offset, length, arrangement);
          Object value = reader.read();
          reader.finish();
          return value;
        });
  }

  /**
   * Makes sure that a captured node is the same when it is restored: users' constructors take part
   * in that.
   *
   * @param bytes holds the encoding
   * @param offset where it starts
   * @param length how long it is
   * @param into the node to restore, whose content is lost
   * @param arrangement how to build unordered collections
   * @throws ProtocolException if it is not the same; it names the constructor at fault
   */
  public void requireRestorable(
      byte[] bytes, int offset, int length, Node into, Arrangement arrangement) {
    restoreNode(bytes, offset, length, into, arrangement);
    again.reset();
    captureNode(into, Scope.FULL, again);
    if (!isAgain(bytes, offset, length)) {
      throw new ProtocolException(
          into.getClass().getName(),
          diagnosed(false, () -> restoreNode(bytes, offset, length, into, arrangement)));
    }
  }

  /**
   * The same for values.
   *
   * @param bytes holds the encoding
   * @param offset where it starts
   * @param length how long it is
   * @param place the code that gave the value, for errors
   * @param arrangement how to build unordered collections
   * @throws ProtocolException if it is not the same; it names the constructor at fault
   */
  public void requireRestorableValue(
      byte[] bytes, int offset, int length, String place, Arrangement arrangement) {
    Object value = restoreValue(bytes, offset, length, place, arrangement);
    again.reset();
    captureValue(value, place, Scope.FULL, again);
    if (!isAgain(bytes, offset, length)) {
      throw new ProtocolException(
          place, diagnosed(true, () -> restoreValue(bytes, offset, length, place, arrangement)));
    }
  }

  private boolean isAgain(byte[] bytes, int offset, int length) {
    return Arrays.equals(bytes, offset, offset + length, again.array(), 0, again.length());
  }

  private String diagnosed(boolean asValue, Runnable restore) {
    Diagnosis diagnosis = new Diagnosis(catalogue, asValue);
    reader.watch(diagnosis);
    try {
      restore.run();
    } finally {
      reader.watch(null);
    }
    return diagnosis.text();
  }

  private static <T> T restoring(String place, Supplier<T> restore) {
    try {
      return restore.get();
    } catch (Uncapturable e) {
      throw new ProtocolException(place, e.getMessage(), e.getCause());
    } catch (StackOverflowError e) {
      throw tooDeep(place, e);
    }
  }

  private static ProtocolException tooDeep(String place, StackOverflowError cause) {
    return new ProtocolException(
        place,
        "the content is nested too deeply to be captured (records within records, or objects within"
            + " elements of sets, thousands of levels down); keep it in a List, or give the JVM"
            + " a larger stack with -Xss",
        cause);
  }
}
