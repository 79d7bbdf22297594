package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How much the check of one instance may spend. A search stopped by a budget is never called
 * verified: its verdict is {@link Verdict#BUDGET_EXHAUSTED} and says which bound was met.
 *
 * <p>An element left at its default is taken from the protocol, then from the plugin's
 * configuration.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Budget {
  /** The greatest number of distinct states to store; 0 leaves it unset. */
  long states() default 0;

  /** The longest time to search, as {@code 500ms}, {@code 30s}, {@code 5m} or {@code 2h}. */
  String time() default "";

  /** The most memory the state store may take, as {@code 512m} or {@code 4g}. */
  String memory() default "";

  /** The greatest number of steps from the initial state; 0 leaves it unset. */
  int depth() default 0;
}
