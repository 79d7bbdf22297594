package dev.parley.engine.model;

import dev.parley.api.Formula;
import dev.parley.api.World;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A declared property.
 *
 * @param name the property method's name
 * @param description what it says, for people
 * @param kind when it must hold
 * @param predicate its evaluation
 * @param method the annotated method behind the predicate; absent for a property made in code
 * @param trigger what must be true first, of a property that something leads to
 * @param formula what must be true of every fair run, of a property that is a formula; there is no
 *     predicate then but those of its states
 * @param consistency what it demands of recorded operations, if it is about these
 */
public record Property(
    String name,
    String description,
    Kind kind,
    Predicate<World> predicate,
    Optional<Method> method,
    Optional<Property> trigger,
    Optional<Formula> formula,
    Optional<Consistency> consistency) {
  private static final Predicate<World> NONE =
      world -> {
        throw new IllegalStateException("a formula is true or false of runs, not of states");
      };

  /** When a property must hold. */
  public enum Kind {
    /** In every reachable state. */
    INVARIANT,
    /** In every reachable state without enabled steps. */
    TERMINAL,
    /** In at least one reachable state. */
    REACHABLE,
    /** At some time in every fair run. */
    EVENTUALLY,
    /** Again and again in every fair run. */
    RECURRING,
    /** At the time, or at some later time, whenever something else is true in a fair run. */
    LEADS_TO,
    /** In at least one state that can be reached from each reachable state. */
    POSSIBLE,
    /** Of every fair run as a whole: it is a formula. Also the kind of the states it speaks of. */
    FORMULA;

    /** Whether it speaks of what comes after a state, and not of the state alone. */
    public boolean isLiveness() {
      return switch (this) {
        case INVARIANT, TERMINAL, REACHABLE -> false;
        case EVENTUALLY, RECURRING, LEADS_TO, POSSIBLE, FORMULA -> true;
      };
    }
  }

  /** A property of states. */
  public Property(
      String name,
      String description,
      Kind kind,
      Predicate<World> predicate,
      Optional<Method> method,
      Optional<Property> trigger) {
    this(name, description, kind, predicate, method, trigger, Optional.empty(), Optional.empty());
  }

  /**
   * A property of the operations that clients record. It must hold in every state.
   *
   * @param name its name
   * @param description what it says, maybe empty
   * @param consistency what it demands
   * @param method the annotated method, if there is one
   * @return the property
   */
  public static Property of(
      String name, String description, Consistency consistency, Optional<Method> method) {
    return new Property(
        name,
        description.isEmpty() ? "every history is " + consistency.kind().label() : description,
        Kind.INVARIANT,
        world -> ((RecordedWorld) world).fits(name),
        method,
        Optional.empty(),
        Optional.empty(),
        Optional.of(consistency));
  }

  /** A property that nothing needs to lead to. */
  public Property(
      String name,
      String description,
      Kind kind,
      Predicate<World> predicate,
      Optional<Method> method) {
    this(name, description, kind, predicate, method, Optional.empty());
  }

  /** A property made in code, with a description. */
  public Property(String name, String description, Kind kind, Predicate<World> predicate) {
    this(name, description, kind, predicate, Optional.empty());
  }

  /**
   * A property made in code.
   *
   * @param name its name
   * @param kind when it must hold
   * @param predicate its evaluation
   * @return the property, without a description
   */
  public static Property of(String name, Kind kind, Predicate<World> predicate) {
    return new Property(name, "", kind, predicate);
  }

  /**
   * A property of runs.
   *
   * @param name its name
   * @param description what it says, for people; empty for the formula itself
   * @param formula what must be true of every fair run
   * @param method the method that returned it, if one did
   */
  public static Property of(
      String name, String description, Formula formula, Optional<Method> method) {
    return new Property(
        name,
        description.isEmpty() ? formula.toString() : description,
        Kind.FORMULA,
        NONE,
        method,
        Optional.empty(),
        Optional.of(formula),
        Optional.empty());
  }

  /**
   * A named state that a formula speaks of.
   *
   * @param name its name there
   * @param property judges states
   */
  public record NamedState(String name, Property property) {}

  /**
   * The states that its formula speaks of, in order; several of one name if the formula gives that
   * name several predicates.
   */
  public List<NamedState> states() {
    List<NamedState> states = new ArrayList<>();
    Deque<Formula> open = new ArrayDeque<>(formula.stream().toList());
    while (!open.isEmpty()) {
      Formula next = open.pop();
      next.predicate()
          .map(p -> new NamedState(next.name(), state(next.name(), p)))
          .filter(state -> !states.contains(state))
          .ifPresent(states::add);
      List<Formula> parts = next.parts();
      for (int i = parts.size() - 1; i >= 0; i--) {
        open.push(parts.get(i));
      }
    }
    return states;
  }

  private Property state(String state, Predicate<World> truth) {
    return new Property(name + ": " + state, "", Kind.FORMULA, truth, method);
  }

  /** All that is judged in states because of this property. */
  public Stream<Property> judged() {
    return formula.isPresent()
        ? states().stream().map(NamedState::property)
        : Stream.concat(Stream.of(this), trigger.stream());
  }

  /** The name, with the description in brackets if there is one. */
  public String described() {
    return described(name, description);
  }

  /**
   * A property as it is named in a sentence.
   *
   * @param name its name
   * @param description what it says; may be empty
   * @return the name, with the description in brackets if there is one
   */
  public static String described(String name, String description) {
    if (description.isEmpty()) {
      return name;
    }
    String clause =
        description.endsWith(".")
            ? description.substring(0, description.length() - 1)
            : description;
    return name + " (" + clause + ")";
  }
}
