package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the part of a message that says which phase it belongs to: a ballot, a term, a view. With
 * it and {@link Round}, a protocol that proceeds in rounds can be searched round by round, with
 * mode {@code rounds}. Nothing but message types needs a mark.
 *
 * <pre>{@code
 * @Round(1) record Prepare(@Phase int ballot) {}
 * @Round(2) record Promise(@Phase int ballot, int last) {}
 * }</pre>
 *
 * <p>The field is a whole number, a {@code char}, an enum constant, or one of these boxed. Later
 * phases have greater values. If a phase is told by several fields, number them: the first decides,
 * then the second. A message type without a phase belongs to the first.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Phase {
  /**
   * Its place among the fields that tell the phase.
   *
   * @return its place; lower ones decide first
   */
  int value() default 0;
}
