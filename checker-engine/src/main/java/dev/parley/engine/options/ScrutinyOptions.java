package dev.parley.engine.options;

import java.util.Objects;

/**
 * How thoroughly users' code is checked.
 *
 * @param runTwice whether each new local step is run a second time, on a copy laid out differently,
 *     and the outcomes compared
 * @param inference whether auxiliary fields are also looked for in the byte code
 * @param assumePure what is pure according to the configuration
 */
public record ScrutinyOptions(boolean runTwice, Inference inference, PurePatterns assumePure) {
  /** What to do about fields that are auxiliary by their use but not marked. */
  public enum Inference {
    /** They are not looked for. */
    OFF,
    /** They are listed, and what leaving them out would save is measured by a second search. */
    SUGGEST,
    /** They are auxiliary in this search as if they were marked, and listed. */
    ON
  }

  /** Each local step is run twice; no inference. */
  public static final ScrutinyOptions DEFAULT =
      new ScrutinyOptions(true, Inference.OFF, PurePatterns.NONE);

  /** Checks that nothing is missing. */
  public ScrutinyOptions {
    Objects.requireNonNull(inference, "inference");
    Objects.requireNonNull(assumePure, "assumePure");
  }
}
