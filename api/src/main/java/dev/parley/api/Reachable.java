package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static {@code boolean} method over a {@link World} that must be true in at least one
 * reachable state: "this must be possible". It guards against a green result that is green because
 * nothing ever happened. If the whole state space is explored and no state satisfies it, the
 * verdict is {@link Verdict#VIOLATED}.
 *
 * <pre>{@code
 * @Reachable
 * static boolean somethingIsLearned(World w) {
 *   return w.nodes(Learner.class).stream().anyMatch(l -> !l.learned.isEmpty());
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Reachable {
  /** What the property says, for the report; empty for the method's name alone. */
  String value() default "";
}
