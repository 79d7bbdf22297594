package dev.parley.api;

/**
 * Says what operations do if they come one at a time: the specification of an object that several
 * clients share. {@link Register}, {@link FifoQueue} and {@link KeyValueMap} are there; another one
 * is a small class of your own:
 *
 * <pre>{@code
 * record Increment() {}
 *
 * final class Counter implements SequentialObject {
 *   private int value;
 *
 *   @Override
 *   public Object apply(Object operation) {
 *     return ++value;   // Increment is the only operation
 *   }
 * }
 * }</pre>
 *
 * <p>Two objects are the same if their fields have the same content; the rules are those for fields
 * of a {@link Node}. What an operation does and returns must follow from the content and the
 * operation alone.
 *
 * @see Linearizable
 * @see SequentiallyConsistent
 */
public interface SequentialObject {
  /**
   * Performs an operation: changes this object, and tells the result.
   *
   * @param operation an operation that some client has begun
   * @return the result, an immutable value; null if the operation has none
   * @throws IllegalArgumentException if it is not an operation of this object; that is reported as
   *     a mistake in the protocol
   */
  Object apply(Object operation);
}
