package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must be true at some time after
 * another one was: whenever there is a request, there is an answer then or later. A run that goes
 * on for ever counts only if it is fair, see {@link Fairness}. A run that ends counts as it is.
 *
 * <pre>{@code
 * static boolean asked(World w) { return w.nodes(Client.class).get(0).waiting; }
 *
 * @LeadsTo(when = "asked", value = "who asks gets an answer")
 * static boolean answered(World w) { return w.nodes(Client.class).get(0).answered; }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface LeadsTo {
  /**
   * The name of the method that must be true first: static, {@code boolean}, over a {@link World},
   * in the same class.
   */
  String when();

  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
