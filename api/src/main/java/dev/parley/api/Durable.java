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
 *
 * <p>An object that a durable field and another one share is two objects after a restart: the one
 * that survived, and the one that the constructor made. So keep what belongs to an object on disk,
 * an index of a log for example, in a durable field as well, or make it anew in {@link
 * Node#restarted}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Durable {}
