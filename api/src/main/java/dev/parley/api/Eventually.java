package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must become true in every run,
 * whatever happens first: "in the end somebody is elected". A run that goes on for ever counts only
 * if it is fair, see {@link Fairness}. A run that ends counts as it is.
 *
 * <pre>{@code
 * @Eventually("every client gets its answer")
 * static boolean allAnswered(World w) {
 *   return w.nodes(Client.class).stream().allMatch(c -> c.answered);
 * }
 * }</pre>
 *
 * The counterexample is a run in which it is never true: steps that lead to a loop, and the loop,
 * or steps after which nothing more happens.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Eventually {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";

  /**
   * Whether it must become true again and again: from every state that is reached, in every run
   * that goes on from there.
   */
  boolean always() default false;
}
