package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of a {@link Node} that survives a crash, as if it were on disk. When a node
 * restarts (see {@link Faults#restart}), its durable fields are as they were, and all others are as
 * the constructor made them.
 *
 * <pre>{@code
 * @Durable int term;
 * @Durable NodeId votedFor;
 * Role role = Role.FOLLOWER;   // forgotten
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Durable {}
