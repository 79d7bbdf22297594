package dev.parley.engine.internal.space;

/** Tells which pending messages need not be kept. */
public interface DeadMessages {
  /** Whether a message to a node has no effect, whatever happens from this local state on. */
  boolean isDead(int node, int local, int messageId);
}
