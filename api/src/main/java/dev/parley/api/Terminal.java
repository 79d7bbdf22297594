package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must be true in every reachable
 * state in which no step is enabled: what must hold once everything has come to rest.
 *
 * <pre>{@code
 * @Terminal
 * static boolean everyoneDecided(World w) {
 *   return w.nodes(Participant.class).stream().allMatch(p -> p.outcome != null);
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Terminal {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
