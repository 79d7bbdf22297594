package dev.parley.engine.result;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component that is a record and whose own components stand in its place wherever the outer
 * record is written as JSON. So components that belong together can become a record of their own
 * without a change of the files.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Inlined {}
