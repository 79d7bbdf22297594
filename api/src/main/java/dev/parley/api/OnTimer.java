package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Node}, without parameters, that may run while a {@link Timer} of the
 * node is set.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnTimer {
  /** The name of the field that holds the timer. */
  String value();

  /**
   * The guard: the name of a {@code boolean} method of the node without parameters. It must not
   * change anything. Always true, if empty. The guard sees the timer as set.
   */
  String when() default "";

  /** What is taken for granted of it in runs that go on for ever. */
  Fairness fairness() default Fairness.WEAK;
}
