package dev.parley.api;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a run does, from some state on: linear temporal logic without "next". A formula is made of
 * named states, of "and", "or", "not" and "implies", and of what is said about time:
 *
 * <ul>
 *   <li>{@link #always always(f)}: f is true from now on;
 *   <li>{@link #eventually eventually(f)}: f is true now or at some later time;
 *   <li>{@link #until f.until(g)}: g is true now or later, and f is true until then;
 *   <li>{@link #unless f.unless(g)}: the same, but if g never becomes true, f stays true.
 * </ul>
 *
 * <p>There is no "next": what another node does in between would change its value.
 *
 * <pre>{@code
 * always(state("asked", w -> ...).implies(eventually(state("answered", w -> ...))))
 * }</pre>
 *
 * <p>A formula is immutable. See {@link EveryRun}.
 */
public final class Formula {
  private final Operator operator;
  private final String name;
  private final Optional<Predicate<World>> predicate;
  private final List<Formula> parts;

  private Formula(Operator operator, Formula... parts) {
    this(operator, "", Optional.empty(), List.of(parts));
  }

  private Formula(
      Operator operator, String name, Optional<Predicate<World>> predicate, List<Formula> parts) {
    this.operator = operator;
    this.name = name;
    this.predicate = predicate;
    this.parts = parts;
  }

  /** What a formula says about its parts. */
  public enum Operator {
    /** A predicate is true now; there are no parts. */
    STATE,
    /** Its part is false. */
    NOT,
    /** All parts are true. */
    ALL,
    /** At least one part is true. */
    ANY,
    /** The second part is true if the first is. */
    IMPLIES,
    /** Its part is true from now on. */
    ALWAYS,
    /** Its part is true now or later. */
    EVENTUALLY,
    /** The second part is true now or later, and the first until then. */
    UNTIL,
    /** The first part is true until the second is; for ever if the second never is. */
    UNLESS
  }

  /**
   * A state of the instance, by what is true in it.
   *
   * @param name names it in reports; whatever has the same name must mean the same
   * @param predicate whether a state is like that; the rules for properties apply to it, and it
   *     must be defined in every reachable state
   * @return true now, if the predicate is
   */
  public static Formula state(String name, Predicate<World> predicate) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a state in a formula needs a name");
    }
    return new Formula(Operator.STATE, name, Optional.of(predicate), List.of());
  }

  /**
   * The opposite.
   *
   * @param formula what must not be true
   * @return true where the formula is false
   */
  public static Formula not(Formula formula) {
    return new Formula(Operator.NOT, formula);
  }

  /**
   * From now on, for ever.
   *
   * @param formula what must stay true
   * @return true if the formula is true now and at all later times
   */
  public static Formula always(Formula formula) {
    return new Formula(Operator.ALWAYS, formula);
  }

  /**
   * Now or later.
   *
   * @param formula what must become true
   * @return true if the formula is true now or at some later time
   */
  public static Formula eventually(Formula formula) {
    return new Formula(Operator.EVENTUALLY, formula);
  }

  /**
   * All of some formulas.
   *
   * @param formulas any number of them
   * @return true if each is; without any, true
   */
  public static Formula all(List<Formula> formulas) {
    return new Formula(Operator.ALL, "", Optional.empty(), List.copyOf(formulas));
  }

  /**
   * At least one of some formulas.
   *
   * @param formulas any number of them
   * @return true if one of them is; without any, false
   */
  public static Formula any(List<Formula> formulas) {
    return new Formula(Operator.ANY, "", Optional.empty(), List.copyOf(formulas));
  }

  /**
   * This and others.
   *
   * @param others what must be true, too
   * @return true if all are true now
   */
  public Formula and(Formula... others) {
    return all(withThis(others));
  }

  /**
   * This or others.
   *
   * @param others what may be true instead
   * @return true if at least one is true now
   */
  public Formula or(Formula... others) {
    return any(withThis(others));
  }

  private List<Formula> withThis(Formula... others) {
    Formula[] together = Arrays.copyOf(new Formula[] {this}, others.length + 1);
    System.arraycopy(others, 0, together, 1, others.length);
    return List.of(together);
  }

  /**
   * If this, then another.
   *
   * @param other what must be true if this is
   * @return true if this is false or the other is true, now
   */
  public Formula implies(Formula other) {
    return new Formula(Operator.IMPLIES, this, other);
  }

  /**
   * This until another, which must come.
   *
   * @param goal what must become true
   * @return true if the goal is true now or later, and this is true at all times before
   */
  public Formula until(Formula goal) {
    return new Formula(Operator.UNTIL, this, goal);
  }

  /**
   * This until another, which need not come.
   *
   * @param end what ends it
   * @return true if this is true at all times before the end, or for ever if there is none
   */
  public Formula unless(Formula end) {
    return new Formula(Operator.UNLESS, this, end);
  }

  /** What this formula says about its parts. */
  public Operator operator() {
    return operator;
  }

  /** Its parts, in order. */
  public List<Formula> parts() {
    return parts;
  }

  /** The name of a state; otherwise empty. */
  public String name() {
    return name;
  }

  /** The predicate of a state; otherwise nothing. */
  public Optional<Predicate<World>> predicate() {
    return predicate;
  }

  /** The same formula of the same named states, whatever their predicates. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Formula that
        && operator == that.operator
        && name.equals(that.name)
        && parts.equals(that.parts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(operator, name, parts);
  }

  /** As one would write it: {@code always(asked implies eventually(answered))}. */
  @Override
  public String toString() {
    return switch (operator) {
      case STATE -> name;
      case NOT -> "not " + parts.get(0).within();
      case ALL -> parts.isEmpty() ? "true" : joined(" and ");
      case ANY -> parts.isEmpty() ? "false" : joined(" or ");
      case IMPLIES -> joined(" implies ");
      case ALWAYS -> "always(" + parts.get(0) + ")";
      case EVENTUALLY -> "eventually(" + parts.get(0) + ")";
      case UNTIL -> joined(" until ");
      case UNLESS -> joined(" unless ");
    };
  }

  private String joined(String word) {
    return parts.stream().map(Formula::within).collect(Collectors.joining(word));
  }

  /** In brackets, if several words would be taken apart otherwise. */
  private String within() {
    boolean several =
        switch (operator) {
          case STATE, NOT, ALWAYS, EVENTUALLY -> false;
          case ALL, ANY -> parts.size() > 1;
          case IMPLIES, UNTIL, UNLESS -> true;
        };
    return several ? "(" + this + ")" : toString();
  }
}
