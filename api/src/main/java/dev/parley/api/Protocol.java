package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class as a protocol to be checked. The class holds static methods only: at least one
 * {@link Instance} and any number of {@link Invariant}, {@link Terminal} and {@link Reachable}
 * properties. It is never instantiated and need not be public.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Protocol {
  /** The name used in selections, reports and the history; the simple class name if empty. */
  String name() default "";

  /** One or two sentences for the report. */
  String description() default "";

  /** Tags of all instances of this protocol. */
  String[] tags() default {};

  /** Bounds for each instance, unless the instance sets its own. */
  Budget budget() default @Budget;
}
