package dev.parley.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method that lays out one instance of the protocol: which nodes there are, and with
 * which parameters. The method takes a {@link Topology} and, after it, one {@code int} per value of
 * {@link #with()}. Repeat the annotation for several sizes:
 *
 * <pre>{@code
 * @Instance(with = {2, 3})
 * @Instance(with = {3, 5}, tags = "nightly")
 * static void paxos(Topology t, int proposers, int acceptors) {
 *   t.add(proposers, Proposer::new).add(acceptors, i -> new Acceptor());
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(Instance.List.class)
public @interface Instance {
  /**
   * The instance's name; if empty, the method's name followed by its parameters: {@code
   * paxos(2,3)}.
   */
  String name() default "";

  /** The values for the method's {@code int} parameters. */
  int[] with() default {};

  /**
   * Several values for each of the method's {@code int} parameters, as ranges or lists: {@code
   * {"2..4", "1,3"}}. Every combination is an instance, named as if it were declared by {@link
   * #with()}.
   */
  String[] each() default {};

  /** Tags to select the instance by, added to the protocol's. */
  String[] tags() default {};

  /**
   * The verdict that makes the build pass. A deliberately broken variant declares {@link
   * Verdict#VIOLATED}; should it then turn out verified, the build fails.
   */
  Verdict expect() default Verdict.VERIFIED;

  /**
   * With {@code expect = VIOLATED}: the name of the property that is meant to break (a property
   * method's name, or {@code exception} for an exception in a step). Any, if empty.
   */
  String violates() default "";

  /** Bounds for this instance; unset elements come from the protocol. */
  Budget budget() default @Budget;

  /** Holds repeated {@link Instance} annotations. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface List {
    /** The repeated annotations. */
    Instance[] value();
  }
}
