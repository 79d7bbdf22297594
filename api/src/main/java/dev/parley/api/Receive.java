package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Node} that consumes pending messages in one atomic step.
 *
 * <p>A single-message handler takes the message and, if it likes, the sender. It can fire for each
 * pending message that its parameter type accepts:
 *
 * <pre>{@code
 * @Receive
 * void read(Read m, NodeId from) { send(from, new ReadReply(accepted)); }
 * }</pre>
 *
 * <p>A quorum handler takes a {@link Quorum} and consumes a whole set of messages from pairwise
 * different senders at once. It can fire for every such set of the declared size that its guard
 * accepts:
 *
 * <pre>{@code
 * @Receive(quorum = "majority", when = "waiting")
 * void replies(Quorum<ReadReply> replies) { ... }
 *
 * int majority() { return ids(Acceptor.class).size() / 2 + 1; }
 *
 * boolean waiting() { return phase == READING; }
 * }</pre>
 *
 * <p>A message for which no handler's guard is true stays pending. A message sent to a node that
 * has no handler at all for its type is an error. If several handlers accept a message, each is a
 * step of its own and all of them are explored.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Receive {
  /**
   * The size of the set a {@link Quorum} handler consumes: a number, or the name of a method of the
   * node without parameters that returns {@code int}.
   */
  String quorum() default "";

  /** Whether larger sets than {@link #quorum()} may be consumed as well. */
  boolean orMore() default false;

  /**
   * The guard: the name of a {@code boolean} method of the node that takes either nothing or the
   * handler's own parameters. It must not change anything. Always true, if empty.
   */
  String when() default "";

  /** What is taken for granted of it in runs that go on for ever. */
  Fairness fairness() default Fairness.WEAK;
}
