package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that returns a {@link Formula}, which must be true of every run from its
 * beginning on. A run that goes on for ever counts only if it is fair, see {@link Fairness}. A run
 * that ends counts as if it stayed in its last state for ever.
 *
 * <pre>{@code
 * @EveryRun("who waits gets the lock before anybody gets it twice")
 * static Formula inTurn() {
 *   Formula waits = state("waits", w -> w.nodes(Client.class).get(0).waiting);
 *   Formula owns = state("owns", w -> w.nodes(Client.class).get(0).owner);
 *   return always(waits.implies(waits.until(owns)));
 * }
 * }</pre>
 *
 * The method has no parameter, or one of type {@code List<NodeId>}: the names of all nodes, in the
 * order of the topology, for a formula that speaks of each of them. It is called once.
 *
 * <p>{@link Eventually} and {@link LeadsTo} say the usual things with less.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface EveryRun {
  /** What the property says, for the report; empty for the formula alone. */
  String value() default "";
}
