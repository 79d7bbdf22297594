package dev.parley.engine.result;

import java.util.Locale;

/** What can happen in a run. */
public enum ActionKind {
  /** A node runs one of its handlers. */
  STEP,
  /** The network hands a message to its receiver, where sending alone does not. */
  DELIVER,
  /** The network loses a message. */
  LOSE,
  /** The network makes a second copy of a message. */
  DUPLICATE,
  /** A node stops. */
  CRASH,
  /** A node comes back. */
  RESTART,
  /** The nodes are split in two parts that do not reach each other. */
  PARTITION,
  /** A split ends. */
  HEAL,
  /** A timer of a node fires. */
  TIMER,
  /** A peer outside the protocol answers a node. */
  RESPONSE;

  /** The name in traces, which stands where a step names its handler. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the messages that it happens to are gone afterwards. */
  public boolean usesMessagesUp() {
    return this != DELIVER && this != DUPLICATE;
  }

  /**
   * The kind of action that a trace names.
   *
   * @param text a {@link #label}, or a handler as {@code Acceptor.read}
   */
  public static ActionKind named(String text) {
    for (ActionKind kind : values()) {
      if (kind != STEP && kind.label().equals(text)) {
        return kind;
      }
    }
    return STEP;
  }
}
