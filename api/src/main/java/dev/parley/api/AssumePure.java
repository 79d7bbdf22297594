package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Vouches that a method or every method of a class has no effect the checker must know of, although
 * its byte code looks like it: a counter of metrics, a cached constant. The purity lint does not
 * look inside, and the report lists what was vouched for.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface AssumePure {
  /** Why this is so. */
  String value();
}
