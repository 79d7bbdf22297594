package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks content that is there for people to look at and not part of what the protocol does: logs,
 * counters, the messages consumed last. On a field or record component it marks that content; on a
 * type, every object of that type wherever it stands. Nested content is auxiliary with it.
 *
 * <p>No guard, step or property may let anything but other auxiliary content depend on it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface Auxiliary {}
