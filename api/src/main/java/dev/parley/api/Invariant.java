package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must be true in every reachable
 * state, the initial one included.
 *
 * <pre>{@code
 * @Invariant
 * static boolean agreement(World w) {
 *   return w.nodes(Learner.class).stream().allMatch(l -> l.learned.size() <= 1);
 * }
 * }</pre>
 *
 * <p>It must depend on the world alone and must not change it. Fields marked {@link Auxiliary} are
 * there for debugging; a property must not depend on them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Invariant {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
