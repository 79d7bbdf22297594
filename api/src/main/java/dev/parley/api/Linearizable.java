package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method without parameters that makes a {@link SequentialObject} in its initial
 * state. The property: whatever the clients have recorded with {@link Node#invoked} and {@link
 * Node#returned}, each operation could have taken effect at one moment between its begin and its
 * end, with the results that the object gives.
 *
 * <pre>{@code
 * @Linearizable("the servers behave like one register")
 * static SequentialObject register() {
 *   return new Register('?');
 * }
 * }</pre>
 *
 * The counterexample shows the history, with the operation whose result does not fit.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Linearizable {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";

  /**
   * Whether states with different histories are different states. Otherwise they count as one if no
   * continuation can tell them apart, which is enough for the property and takes far fewer states.
   * For comparison with the counts of other checkers.
   */
  boolean wholeHistory() default false;
}
