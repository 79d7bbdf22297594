package dev.parley.engine.options;

import java.util.Objects;

/**
 * What a stored state consists of.
 *
 * @param memory what is remembered of visited states
 * @param deliveryRecord whether every node's local state includes, as auxiliary content, the
 *     messages its last step consumed
 */
public record StoreOptions(Memory memory, boolean deliveryRecord) {
  /** What is remembered of visited states. */
  public enum Memory {
    /** Nothing: every path is explored, so a state is visited once per path to it. */
    NONE,
    /** The full state, auxiliary content included. */
    FULL,
    /** The relevant state, without auxiliary content: selective hashing. */
    RELEVANT
  }

  /** Full states, without delivery records. */
  public static final StoreOptions DEFAULT = new StoreOptions(Memory.FULL, false);

  /** Checks that nothing is missing. */
  public StoreOptions {
    Objects.requireNonNull(memory, "memory");
  }
}
