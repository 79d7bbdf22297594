package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a {@link Node}, without parameters, that may run by itself at any time: a
 * client that starts a request, a timeout. For crashes see {@link Faults}, for timers {@link
 * OnTimer}.
 *
 * <pre>{@code
 * @Step(once = true)
 * void start() { sendToAll(Acceptor.class, new Read(ballot)); }
 *
 * @Step(when = "waiting")
 * void timeout() { phase = Phase.GIVEN_UP; }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Step {
  /** Whether the step runs at most once; the checker remembers it as part of the local state. */
  boolean once() default false;

  /**
   * Whether a node that restarts remembers that it took this {@link #once} step, as if that were on
   * disk. If not, the step can run again after a restart.
   */
  boolean durable() default false;

  /**
   * The guard: the name of a {@code boolean} method of the node without parameters. It must not
   * change anything. Always true, if empty.
   */
  String when() default "";

  /** What is taken for granted of it in runs that go on for ever. */
  Fairness fairness() default Fairness.WEAK;
}
