package dev.parley.runner;

import java.util.Optional;

/**
 * Why a build may not go on.
 *
 * @param kind whether a finding failed the gate or something is broken
 * @param text what is wrong, where, and what to do
 * @param cause what was thrown, if something was
 */
public record Objection(Kind kind, String text, Optional<Throwable> cause) {
  /** What the objection is to. */
  public enum Kind {
    /** The run worked, and what it found is not as declared, or worse than recorded. */
    FAILED,
    /** The run did not work: the configuration, a protocol or the machine has to be mended. */
    BROKEN
  }

  static Objection failed(String text) {
    return new Objection(Kind.FAILED, text, Optional.empty());
  }

  static Objection broken(String text) {
    return new Objection(Kind.BROKEN, text, Optional.empty());
  }
}
