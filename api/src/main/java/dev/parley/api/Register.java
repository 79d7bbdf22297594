package dev.parley.api;

import java.util.Objects;

/**
 * A register: it holds one value, which can be read, written and exchanged.
 *
 * <pre>{@code
 * invoked(Register.write('A'));  // and later: returned();
 * invoked(Register.read());      // and later: returned('A');
 * }</pre>
 */
public final class Register implements SequentialObject {
  private Object value;

  /**
   * A register with a value.
   *
   * @param value the value, immutable; null stands for none
   */
  public Register(Object value) {
    this.value = value;
  }

  /**
   * Writes a value; has no result.
   *
   * @param value what to write, null for no value
   */
  public record Write(Object value) {}

  /** Reads the value, which is the result. */
  public record Read() {}

  /**
   * Writes a value if the register holds an expected one; the result is whether it did.
   *
   * @param expected the expected value
   * @param value what to write then
   */
  public record CompareAndSet(Object expected, Object value) {}

  /**
   * The operation that writes a value.
   *
   * @param value what to write, null for no value
   */
  public static Write write(Object value) {
    return new Write(value);
  }

  /** The operation that reads the value. */
  public static Read read() {
    return new Read();
  }

  /**
   * The operation that writes a value if another is there.
   *
   * @param expected the expected value
   * @param value what to write then
   */
  public static CompareAndSet compareAndSet(Object expected, Object value) {
    return new CompareAndSet(expected, value);
  }

  @Override
  public Object apply(Object operation) {
    if (operation instanceof Read) {
      return value;
    }
    if (operation instanceof Write write) {
      value = write.value();
      return null;
    }
    if (operation instanceof CompareAndSet exchange) {
      boolean expected = Objects.equals(value, exchange.expected());
      value = expected ? exchange.value() : value;
      return expected;
    }
    throw new IllegalArgumentException("a register has no operation " + operation);
  }

  @Override
  public String toString() {
    return "Register(" + value + ")";
  }
}
