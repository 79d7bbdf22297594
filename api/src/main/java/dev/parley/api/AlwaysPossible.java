package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must stay possible: from every
 * reachable state there is a way on to one in which it is true. It finds protocols that have got
 * stuck, even if they keep moving, and needs no {@link Fairness}.
 *
 * <pre>{@code
 * @AlwaysPossible("the lock can always be had again")
 * static boolean free(World w) {
 *   return w.nodes(Server.class).get(0).owner == null;
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AlwaysPossible {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
