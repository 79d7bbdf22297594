package dev.parley.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A queue without bound: the value that was put in first comes out first. */
public final class FifoQueue implements SequentialObject {
  private final List<Object> values = new ArrayList<>();

  /** An empty queue. */
  public FifoQueue() {}

  /**
   * Puts a value in; has no result.
   *
   * @param value the value
   */
  public record Enqueue(Object value) {
    /** Checks that there is a value. */
    public Enqueue {
      Objects.requireNonNull(value, "value");
    }
  }

  /** Takes the oldest value out, which is the result; null if the queue is empty. */
  public record Dequeue() {}

  /**
   * The operation that puts a value in.
   *
   * @param value the value
   */
  public static Enqueue enqueue(Object value) {
    return new Enqueue(value);
  }

  /** The operation that takes the oldest value out. */
  public static Dequeue dequeue() {
    return new Dequeue();
  }

  @Override
  public Object apply(Object operation) {
    if (operation instanceof Enqueue enqueue) {
      values.add(enqueue.value());
      return null;
    }
    if (operation instanceof Dequeue) {
      return values.isEmpty() ? null : values.remove(0);
    }
    throw new IllegalArgumentException("a queue has no operation " + operation);
  }

  @Override
  public String toString() {
    return "FifoQueue" + values;
  }
}
