package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method without parameters that makes a {@link SequentialObject} in its initial
 * state. The property: what the clients have recorded with {@link Node#invoked} and {@link
 * Node#returned} could have happened one operation after the other, with the results that the
 * object gives and in the order of each client. Unlike with {@link Linearizable}, an operation may
 * take effect later than it ended, as long as no client sees its own operations in another order.
 *
 * <p>An operation during which its client crashed may take effect at any time, or never.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SequentiallyConsistent {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
