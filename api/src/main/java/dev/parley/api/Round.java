package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which round of a {@link Phase} a message belongs to. Either the type is the round: then the
 * number is its place in the order of rounds. Or a field tells the round, and its values are in the
 * order of rounds; the number is not used then.
 *
 * <p>Tags of this kind promise that nodes go from round to round: they send, receive messages of
 * the same round, go on, and ignore what comes too late. Mode {@code rounds} checks that on every
 * step, and names the step that does otherwise.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Round {
  /**
   * The place of a message type among the rounds of a phase.
   *
   * @return its place; lower rounds come first
   */
  int value() default 0;
}
