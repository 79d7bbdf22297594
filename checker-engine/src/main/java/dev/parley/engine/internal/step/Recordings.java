package dev.parley.engine.internal.step;

import dev.parley.api.NodeId;
import dev.parley.engine.internal.capture.ByteSink;
import dev.parley.engine.internal.capture.Codec;
import dev.parley.engine.internal.store.ByteTable;
import dev.parley.engine.internal.store.IntTable;
import dev.parley.engine.model.ProtocolException;
import java.util.BitSet;
import java.util.Set;

/**
 * What clients record: operations and results by number, and the recordings of steps, each of which
 * is a sequence of begins and ends. Two values are one if their content is the same; auxiliary
 * content is not allowed, because the specification would have to be trusted not to look at it.
 */
public final class Recordings {
  /** Stands for the result of an operation that has none; all other values are above. */
  public static final int NO_VALUE = 0;

  /** Stands for a step that records nothing. */
  public static final int NOTHING = 0;

  private final ByteTable values;
  private final IntTable lists;
  private final Codec codec;
  private final Codec.Arrangement arrangement;
  private final ByteSink sink = new ByteSink();
  private final BitSet tested = new BitSet();

  /** The values that are known to mention no node, and those known to mention one. */
  private final BitSet nameless = new BitSet();

  private final BitSet named = new BitSet();

  /** The classes of values that stand for nodes. */
  private final Set<Class<?>> standing;

  /**
   * The recordings among some contents, as one runner sees them.
   *
   * @param standing the classes of values that were declared to stand for nodes
   */
  Recordings(Contents shared, Codec codec, Codec.Arrangement arrangement, Set<Class<?>> standing) {
    this.standing = standing;
    this.values = shared.recordedValues();
    this.lists = shared.recordings();
    this.codec = codec;
    this.arrangement = arrangement;
  }

  /**
   * The number of an operation or result.
   *
   * @param value the value; null is {@link #NO_VALUE}
   * @param place the code that gave it, for errors
   */
  public int value(Object value, String place) {
    if (value == null) {
      return NO_VALUE;
    }
    sink.reset();
    if (codec.captureValue(value, place, Codec.Scope.FULL, sink)) {
      throw new ProtocolException(
          place,
          "an operation or result of "
              + value.getClass().getName()
              + " has content marked @Auxiliary; what is recorded counts as a whole, so record a"
              + " value without it");
    }
    int number = values.intern(sink.array(), sink.length());
    if (!tested.get(number)) {
      codec.requireRestorableValue(
          values.array(number), values.offset(number), values.length(number), place, arrangement);
      tested.set(number);
    }
    return number + 1;
  }

  /** A fresh copy of an operation or result. */
  public Object restore(int value, Codec.Arrangement how) {
    int number = value - 1;
    return value == NO_VALUE
        ? null
        : codec.restoreValue(
            values.array(number), values.offset(number), values.length(number), how);
  }

  /** Whether a value mentions a node, by its name or by a value that stands for it. */
  public boolean mentionsNodes(int value) {
    if (value != NO_VALUE && !nameless.get(value) && !named.get(value)) {
      (isNamed(value) ? named : nameless).set(value);
    }
    return named.get(value);
  }

  private boolean isNamed(int value) {
    Object restored = restore(value, Codec.Arrangement.FORWARD);
    sink.reset();
    codec.likening(
        this::likened, () -> codec.captureValue(restored, "recorded", Codec.Scope.FULL, sink));
    return !values.equals(value - 1, sink.array(), sink.length());
  }

  /** A name that no node has, in the place of whatever stands for a node. */
  public Object likened(Object part) {
    return part instanceof NodeId || standing.contains(part.getClass())
        ? new NodeId("any node", 1)
        : part;
  }

  /** The number of a recording: values that begin, and {@link #end ends}, in their order. */
  int list(int[] events) {
    return lists.intern(events, events.length);
  }

  /** How a recording tells that an operation ended with a result. */
  static int end(int result) {
    return -1 - result;
  }

  /** How many begins and ends a recording has. */
  public int length(int recording) {
    return lists.length(recording);
  }

  /** Whether an operation ends, rather than begins, at a place of a recording. */
  public boolean isEnd(int recording, int at) {
    return lists.get(recording, at) < 0;
  }

  /** The operation that begins, or the result of the one that ends, at a place of a recording. */
  public int value(int recording, int at) {
    int event = lists.get(recording, at);
    return event < 0 ? -1 - event : event;
  }

  /** What the tables take in memory. */
  long bytes() {
    return values.bytes() + lists.bytes();
  }
}
